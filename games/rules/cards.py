"""Cards, ranks and suits, and their text notation.

A card is an integer 0..51: ``rank * 4 + suit``, in the order of the notation
``3D 3C 3H 3S 4D … 2H 2S``. Cards are only written in that order; the rule set decides which card is
higher (see `games.rules.combinations`).

A set of cards is an integer, too: bit *n* is set if the set contains card *n*, and bit *52 + n* if
it contains both copies, which is possible with two packs. So equal sets are equal numbers,
whichever copies they contain. ``cards.bit_count()`` counts a set; ``play & ~hand`` is 0 if a hand
contains a play; `without` and `together` remove and add cards. Sets without a common card can be
joined with ``|``.

>>> cards_text(parse_cards("2S 3D"))
'3D 2S'
>>> cards_text(without(parse_cards("3D 3D 4C"), parse_cards("3D")))
'3D 4C'
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

#: One card, 0..51.
Card = int

#: A set of cards as 104 bits.
Cards = int

RANKS = "3456789TJQKA2"
SUITS = "DCHS"

PACK_SIZE = 52
FULL_PACK: Cards = (1 << PACK_SIZE) - 1
#: Maximum number of packs shuffled together.
MOST_PACKS = 2


def packs_of(packs: int) -> Cards:
    """Return the set of all cards in a number of packs."""
    return (1 << PACK_SIZE * packs) - 1


#: All copies of card 0; shifted by a card, all copies of that card.
EVERY_COPY: Cards = sum(1 << PACK_SIZE * copy for copy in range(MOST_PACKS))

#: The four cards of each rank, in every copy.
RANK_MASKS: tuple[Cards, ...] = tuple((0b1111 << 4 * rank) * EVERY_COPY for rank in range(13))

#: The thirteen diamonds, one of each rank.
DIAMONDS: Cards = sum(1 << 4 * rank for rank in range(13))

#: The thirteen cards of each suit, in every copy.
SUIT_MASKS: tuple[Cards, ...] = tuple((DIAMONDS << suit) * EVERY_COPY for suit in range(4))

RANK_TWO = RANKS.index("2")
TWOS: Cards = RANK_MASKS[RANK_TWO]

NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD_OF_NAME = {name: card for card, name in enumerate(NAMES)}


class CardError(ValueError):
    """A text that is not a card, a card named too often for the packs, or an invalid set."""

    def __init__(self, reason: str, text: str, position: int | None = None) -> None:
        where = "" if position is None else f" at position {position}"
        super().__init__(f"{reason}: {text!r}{where}")
        self.reason = reason
        #: The text that was read.
        self.text = text
        #: Its index in the list of cards, or None for a single card.
        self.position = position


def rank_of(card: Card) -> int:
    """Return the rank of a card, an index of `RANKS`: 0 for a three, 12 for a two."""
    return card >> 2


def rank_of_set(cards: Cards) -> int:
    """Return the rank of cards of one rank; for mixed ranks of one pack, the highest in `RANKS`."""
    return (cards.bit_length() - 1 >> 2) % 13


def ranks_held(cards: Cards) -> Cards:
    """Return a set with the diamond of each rank that occurs in `cards`.

    >>> cards_text(ranks_held(parse_cards("3C 3S 2D")))
    '3D 2D'
    """
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & DIAMONDS


def only_card(cards: Cards) -> Card:
    """Return the card of a set with a single card; the inverse of ``1 << card``."""
    return cards.bit_length() - 1


def suit_of(card: Card) -> int:
    """Return the suit of a card, an index of `SUITS`: 0 for diamonds, 3 for spades."""
    return card & 3


def card_name(card: Card) -> str:
    """Return the notation of a card; the inverse of `parse_card`. Raise `CardError` for no card.

    >>> card_name(0), card_name(51)
    ('3D', '2S')
    """
    if not 0 <= card < PACK_SIZE:
        raise CardError("no such card", str(card))
    return NAMES[card]


def parse_card(text: str) -> Card:
    """Return the card (0 to 51) with a name such as ``TS``; raise `CardError` for another text.

    >>> parse_card("2S")
    51
    """
    try:
        return _CARD_OF_NAME[text]
    except (KeyError, TypeError):
        raise CardError("no such card", str(text)) from None


def parse_cards(cards: str | Iterable[str], packs: int = MOST_PACKS) -> Cards:
    """Return the set of named cards: a text separated by spaces, or an iterable of names.

    :raises CardError: for an unknown card or a card named more often than there are packs, with
        its position

    >>> parse_cards("3D 3C") == parse_cards(["3C", "3D"])
    True
    """
    found = 0
    for position, name in enumerate(cards.split() if isinstance(cards, str) else cards):
        try:
            bit = 1 << parse_card(name)
        except CardError as error:
            raise CardError(error.reason, error.text, position) from None
        copies = 0
        while found & bit << PACK_SIZE * copies:
            copies += 1
        if copies >= packs:
            raise CardError("card named too often", name, position)
        found |= bit << PACK_SIZE * copies
    return found


def without(cards: Cards, removed: Cards) -> Cards:
    """Return the set `cards` without the cards `removed`, which it must contain.

    >>> without(0b111, 0b101)
    2
    """
    left = cards ^ removed
    if left <= FULL_PACK:
        return left
    # If the first of two copies was removed, the other becomes the first.
    first, second = left & FULL_PACK, left >> PACK_SIZE
    return first | second | (first & second) << PACK_SIZE


def together(cards: Cards, added: Cards) -> Cards:
    """Return the set `cards` with the cards `added`, including second copies.

    The result must not contain a card more often than `MOST_PACKS`.
    """
    return cards | added | (cards & added) << PACK_SIZE


def lacking(cards: Cards, other_cards: Cards) -> Cards:
    """Return the cards of `cards` that `other_cards` does not contain, or has fewer copies of.

    >>> cards_text(lacking(parse_cards("3D 3D 4C"), parse_cards("3D 4C")))
    '3D'
    """
    return without(cards, cards & other_cards)


def iter_cards(cards: Cards) -> Iterator[Card]:
    """Yield the cards of a set in the order of the notation; a card held twice comes twice."""
    both = cards >> PACK_SIZE
    cards &= FULL_PACK
    while cards:
        bit = cards & -cards
        card = bit.bit_length() - 1
        yield card
        if both & bit:
            yield card
        cards ^= bit


def subsets(cards: Cards, size: int) -> list[Cards]:
    """Return every subset with `size` cards, each once, whichever copies of its cards are taken."""
    bits = different_cards(cards)
    if cards > FULL_PACK:
        bits += [bit << PACK_SIZE for bit in different_cards(cards >> PACK_SIZE)]
    found = map(sum, combinations(bits, size))
    if cards <= FULL_PACK:
        return list(found)
    # A second copy never comes without the first.
    return [each for each in found if not each >> PACK_SIZE & ~each]


def different_cards(cards: Cards) -> list[Cards]:
    """Return one single-card set for each different card of a set; two copies give one."""
    cards &= FULL_PACK
    found = []
    while cards:
        bit = cards & -cards
        found.append(bit)
        cards ^= bit
    return found


def is_set_of_cards(cards: Cards, packs: int = MOST_PACKS) -> bool:
    """Return whether an integer is a set of cards from `packs` packs.

    A bit of a second copy without that of the first makes it invalid.
    """
    return 0 <= cards <= packs_of(packs) and not cards >> PACK_SIZE & ~cards


def card_names(cards: Cards) -> list[str]:
    """Return the names of a set's cards, in the order 3D 3C 3H 3S 4D … 2S.

    :raises CardError: if the set has a bit that is not a card
    """
    if not is_set_of_cards(cards):
        raise CardError("not a set of cards", hex(cards))
    return [NAMES[card] for card in iter_cards(cards)]


def cards_text(cards: Cards) -> str:
    """Return a set as text in the order of the notation, ``3D 4C``; inverse of `parse_cards`."""
    return " ".join(card_names(cards))


def cards_of(cards: Iterable[Card]) -> Cards:
    """Return the set of some cards; a card that occurs twice counts as two copies."""
    found = twice = 0
    for card in cards:
        bit = 1 << card
        twice |= found & bit
        found |= bit
    return found | twice << PACK_SIZE

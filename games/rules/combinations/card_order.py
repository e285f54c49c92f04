"""Card order of a rule set."""

from functools import cache

from games.rules.cards import (
    EVERY_COPY,
    MOST_PACKS,
    PACK_SIZE,
    RANK_MASKS,
    RANK_TWO,
    SUITS,
    Card,
    Cards,
)


class Ranking:
    """The order of all cards: by rank 3 < 4 < … < A < 2, then by suit.

    With demoted twos (S3: a bomb makes twos the lowest cards) the ranks are 2 < 3 < … < A.
    """

    def __init__(self, suit_order: str, twos_low: bool) -> None:
        """Order the cards by suits from high to low, ``SHCD``, with twos on top or lowest."""
        ranks = list(range(13))
        if twos_low:
            ranks = [RANK_TWO, *ranks[:RANK_TWO]]
        suits = [SUITS.index(suit) for suit in reversed(suit_order)]
        self.suit_order = suit_order
        self.twos_low = twos_low
        #: The strength of each rank, 0 for the lowest.
        self.rank_strength = tuple(ranks.index(rank) for rank in range(13))
        #: The strength of each suit, 0 for the lowest.
        self.suit_strength = tuple(suits.index(suit) for suit in range(4))
        self.ascending: tuple[Card, ...] = tuple(
            4 * rank + suit for rank in ranks for suit in suits
        )
        strength = [0] * PACK_SIZE
        for place, card in enumerate(self.ascending):
            strength[card] = place
        #: The strength of each card, 0 to 51.
        self.strength = tuple(strength)
        #: For each card all higher cards, in every copy.
        self.higher: tuple[Cards, ...] = tuple(
            sum(
                EVERY_COPY << other
                for other in range(PACK_SIZE)
                if strength[other] > strength[card]
            )
            for card in range(PACK_SIZE)
        )
        #: All cards of each rank, from low to high.
        self.rank_masks: tuple[Cards, ...] = tuple(RANK_MASKS[rank] for rank in ranks)
        #: The highest card of the pack.
        self.top_card = self.ascending[-1]
        #: The three of the lowest suit, the lowest card of the usual order.
        self.lowest_card = suits[0]
        self._from_the_top = tuple((0b1111 << 4 * rank, 4 * rank) for rank in reversed(ranks))
        self._from_the_bottom = self._from_the_top[::-1]
        # The highest and the lowest suit by the four bits of the cards of a rank.
        self.top_suit = tuple(_first_suit(nibble, suits[::-1]) for nibble in range(16))
        self._bottom_suit = tuple(_first_suit(nibble, suits) for nibble in range(16))

    def highest(self, cards: Cards) -> Card:
        """Return the highest card of a set.

        :raises ValueError: if the set is empty
        """
        for mask, shift in self._from_the_top:
            held = cards & mask
            if held:
                return shift + self.top_suit[held >> shift]
        raise ValueError("no cards")

    def lowest(self, cards: Cards) -> Card:
        """Return the lowest card of a set.

        :raises ValueError: if the set is empty
        """
        for mask, shift in self._from_the_bottom:
            held = cards & mask
            if held:
                return shift + self._bottom_suit[held >> shift]
        raise ValueError("no cards")

    def sort(self, cards: Cards) -> list[Card]:
        """Return the cards of a set from low to high; a card held twice comes twice."""
        return [
            card
            for card in self.ascending
            for copy in range(MOST_PACKS)
            if cards >> PACK_SIZE * copy + card & 1
        ]


def _first_suit(suit_bits: int, suits: list[int]) -> int:
    """Return the first of `suits` whose bit is set in `suit_bits`, or 0 if none is."""
    return next((suit for suit in suits if suit_bits >> suit & 1), 0)


@cache
def ranking(suit_order: str, twos_low: bool = False) -> Ranking:
    """Return the cached card order for suits from high to low, ``SHCD``, with twos high or low."""
    return Ranking(suit_order, twos_low)

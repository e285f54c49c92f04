"""Candidate straights, flushes and straight flushes in a hand.

A large hand contains hundreds of these that differ only in which of two sevens they use. The bot
considers a few of each: those that do not break up pairs and flushes.
"""

from collections.abc import Iterator
from itertools import combinations

from games.rules.cards import (
    FULL_PACK,
    RANK_MASKS,
    SUIT_MASKS,
    Cards,
    cards_of,
    iter_cards,
    together,
    without,
)
from games.rules.combinations.table import CombinationTable
from games.rules.moves import straight_flushes

#: Maximum number of cards of a suit for which all flushes are considered.
_MOST_OF_A_SUIT = 7


def fives(table: CombinationTable, hand: Cards) -> list[Cards]:
    """Return the candidate straights, flushes and straight flushes in a hand."""
    found: list[Cards] = []
    if hand.bit_count() < 5:
        return found
    found += _straight_flushes(table, hand)
    found += _straights(table, hand)
    if table.with_flushes:
        found += _flushes(hand)
    return [cards for cards in dict.fromkeys(found) if table.classify(cards) is not None]


def _straight_flushes(table: CombinationTable, hand: Cards) -> list[Cards]:
    """Return the straight flushes in a hand, with the two lowest lone cards if they need two."""
    if not table.seven:
        return straight_flushes(table, hand)
    found = []
    for sequence in table.sequences:
        for suit in range(4):
            five = sequence.mask << suit
            if hand & five == five:
                # Take the two lowest lone cards as the extra cards.
                rest = iter_cards(without(hand, five))
                lone = sorted(rest, key=lambda card: _lone_cards_first(hand, card))
                if len(lone) >= 2:
                    found.append(together(five, cards_of(lone[:2])))
    return found


def _straights(table: CombinationTable, hand: Cards) -> Iterator[Cards]:
    """Yield three choices of cards for each sequence: with low, with high and with short suits.

    They can be equal, and can be straight flushes.
    """
    strength = table.ranking.suit_strength
    length = [(hand & mask).bit_count() for mask in SUIT_MASKS]
    for sequence in table.sequences:
        choices = [list(iter_cards(hand & RANK_MASKS[rank])) for rank in sequence.ranks]
        if not all(choices):
            continue
        yield cards_of(min(cards, key=lambda card: strength[card & 3]) for cards in choices)
        yield cards_of(max(cards, key=lambda card: strength[card & 3]) for cards in choices)
        yield cards_of(min(cards, key=lambda card: length[card & 3]) for cards in choices)


def _flushes(hand: Cards) -> Iterator[Cards]:
    """Yield some flushes of each suit: all of a short suit, the most useful of a long one.

    They can be equal, and can be straight flushes.
    """
    for mask in SUIT_MASKS:
        held = hand & mask
        cards = list(iter_cards(held))
        if len(cards) < 5:
            continue
        cards.sort(key=lambda card: _lone_cards_first(hand, card))
        yield cards_of(cards[:5])
        if len(cards) <= _MOST_OF_A_SUIT:
            yield from (cards_of(some) for some in combinations(cards, 5))
        else:
            highest = (held & FULL_PACK).bit_length() - 1
            yield cards_of([highest, *[card for card in cards if card != highest][:4]])
            yield cards_of(list(iter_cards(held))[:5])
            yield cards_of(list(iter_cards(held))[-5:])


def _lone_cards_first(hand: Cards, card: int) -> tuple[int, int]:
    """Return the sort key of a card: the number of cards of its rank in hand, then the card."""
    return (hand & RANK_MASKS[card >> 2]).bit_count(), card

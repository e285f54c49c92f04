"""Sequences of five ranks that are straights, and their order (option `straights`)."""

from typing import NamedTuple

from games.rules.cards import RANK_TWO, RANKS, Cards
from games.rules.ruleset.combination_options import Straights

_NATURAL = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")

ROYAL = "TJQKA"

#: All sequences of five ranks, including those around the corner. A rule set lists its straights.
ALL_SEQUENCES = frozenset((*_NATURAL, "A2345", "23456", "JQKA2", "QKA23", "KA234"))

_ORDERS: dict[Straights, tuple[str, ...]] = {
    "ace_both": ("A2345", "23456", *_NATURAL),
    "no_a2345": ("23456", *_NATURAL),
    "a2345_top": ("23456", *_NATURAL, "A2345"),
    "a2345_23456_top": (*_NATURAL, "23456", "A2345"),
    "23456_a2345_top": (*_NATURAL, "A2345", "23456"),
    "23456_top_a2345_low": ("A2345", *_NATURAL, "23456"),
    "two_high_23456_low": ("23456", *_NATURAL, "JQKA2"),
    "two_high_23456_second": (*_NATURAL, "23456", "JQKA2"),
    "natural": (*_NATURAL, "JQKA2"),
    "two_by_suit": (*_NATURAL, "A2345=23456"),
}

#: The sequences for each value of `straights`, from low to high; equal ones share a place.
ORDERS: dict[Straights, tuple[tuple[str, ...], ...]] = {
    name: tuple(tuple(place.split("=")) for place in order) for name, order in _ORDERS.items()
}


class Sequence(NamedTuple):
    """Five ranks that are a straight, with their position among the straights of a rule set."""

    #: The ranks as written in the rules, such as ``A2345``.
    name: str
    #: Its position, 0 for the lowest; sequences with the same position only differ by suit.
    place: int
    #: The ranks in the order of the name.
    ranks: tuple[int, ...]
    #: The diamonds of its ranks; shifted by a suit, the straight flush of that suit.
    mask: Cards
    #: The rank of the card whose suit breaks ties: the two if the sequence ranks above TJQKA,
    #: otherwise the last card.
    decider: int
    #: Whether it is TJQKA.
    royal: bool


def _sequences(order: tuple[tuple[str, ...], ...]) -> tuple[Sequence, ...]:
    """Return the straights from low to high; those of one inner tuple rank equally."""
    royal_place = next(place for place, names in enumerate(order) if ROYAL in names)
    found = []
    for place, names in enumerate(order):
        for name in names:
            ranks = tuple(RANKS.index(letter) for letter in name)
            decider = RANK_TWO if place > royal_place and RANK_TWO in ranks else ranks[-1]
            mask = sum(1 << 4 * rank for rank in ranks)
            found.append(Sequence(name, place, ranks, mask, decider, name == ROYAL))
    return tuple(found)


#: The straights for each value of `straights`, from low to high.
SEQUENCES: dict[Straights, tuple[Sequence, ...]] = {
    name: _sequences(order) for name, order in ORDERS.items()
}

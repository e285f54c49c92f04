"""Which five ranks in a row are straights, and in which order (option `straights`)."""

from typing import NamedTuple

from games.rules.cards import RANK_TWO, RANKS, Cards
from games.rules.ruleset import Straights

_NATURAL = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")

ROYAL = "TJQKA"

#: Every five ranks in a row, round the corner too; those a rule set lists are straights.
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

#: The sequences of each value of `straights`, from low to high; those in one place are equal.
ORDERS: dict[Straights, tuple[tuple[str, ...], ...]] = {
    name: tuple(tuple(place.split("=")) for place in order) for name, order in _ORDERS.items()
}


class Sequence(NamedTuple):
    """One sequence that is a straight."""

    #: The ranks as the rules write them, ``A2345``.
    name: str
    #: 0 for the lowest; two sequences in one place are decided by suit alone.
    place: int
    #: The ranks, in that order.
    ranks: tuple[int, ...]
    #: Its ranks' diamonds; shifted by a suit it is the straight flush of that suit.
    mask: Cards
    #: The rank of the card whose suit decides between equals: the two where the sequence ranks
    #: above TJQKA, otherwise the last card.
    decider: int
    #: Whether it is TJQKA.
    royal: bool


def _sequences(order: tuple[tuple[str, ...], ...]) -> tuple[Sequence, ...]:
    royal_place = next(place for place, names in enumerate(order) if ROYAL in names)
    found = []
    for place, names in enumerate(order):
        for name in names:
            ranks = tuple(RANKS.index(letter) for letter in name)
            decider = RANK_TWO if place > royal_place and RANK_TWO in ranks else ranks[-1]
            mask = sum(1 << 4 * rank for rank in ranks)
            found.append(Sequence(name, place, ranks, mask, decider, name == ROYAL))
    return tuple(found)


#: The straights of each value of `straights`, from low to high.
SEQUENCES: dict[Straights, tuple[Sequence, ...]] = {
    name: _sequences(order) for name, order in ORDERS.items()
}

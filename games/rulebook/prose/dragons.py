"""How often somebody is dealt a dragon."""

from functools import cache
from math import comb

_RANKS, _OF_RANK, _PACK = 13, 4, 52


@cache
def dragon_share(players: int, hand_size: int) -> float:
    """Return the share of deals in which somebody is dealt all ranks, from 0 to 1.

    That three are dealt one is left out of account: three could only by 39 cards or more.

    >>> round(dragon_share(2, 26), 2)
    0.63
    """
    two = comb(players, 2) * _both(hand_size) if players > 1 else 0.0
    return players * _one(hand_size) - two


def _one(size: int) -> float:
    """Return the share of hands that have all ranks."""
    hands: int = sum(
        (-1 if without % 2 else 1) * comb(_RANKS, without) * comb(_PACK - _OF_RANK * without, size)
        for without in range(_RANKS + 1)
    )
    return hands / comb(_PACK, size)


def _both(size: int) -> float:
    """Return the share of deals in which two certain hands have all ranks."""
    # By how many cards the two hold of the ranks so far, in how many ways.
    ways = {(0, 0): 1}
    for _rank in range(_RANKS):
        further: dict[tuple[int, int], int] = {}
        for (mine, yours), count in ways.items():
            for more in range(1, _OF_RANK):
                for theirs in range(1, _OF_RANK - more + 1):
                    held = mine + more, yours + theirs
                    chosen = comb(_OF_RANK, more) * comb(_OF_RANK - more, theirs)
                    further[held] = further.get(held, 0) + count * chosen
        ways = further
    return ways.get((size, size), 0) / (comb(_PACK, size) * comb(_PACK - size, size))

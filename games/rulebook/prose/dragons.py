"""How often somebody is dealt a dragon."""

from functools import cache
from math import comb

_RANKS, _OF_RANK = 13, 4


@cache
def dragon_share(players: int, hand_size: int, packs: int = 1) -> float:
    """Return the share of deals in which somebody is dealt all ranks, from 0 to 1.

    That three are dealt one is left out of account. With one pack three could only by 39 cards or
    more; with two the share is a little too low where hands are large, and never above 1.

    >>> round(dragon_share(2, 26), 2)
    0.63
    """
    pack = _OF_RANK * packs
    two = comb(players, 2) * _both(hand_size, pack) if players > 1 else 0.0
    return min(1.0, players * _one(hand_size, pack) - two)


def _one(size: int, of_rank: int) -> float:
    """Return the share of hands that have all ranks."""
    hands: int = sum(
        (-1 if without % 2 else 1)
        * comb(_RANKS, without)
        * comb(of_rank * (_RANKS - without), size)
        for without in range(_RANKS + 1)
    )
    return hands / comb(of_rank * _RANKS, size)


def _both(size: int, of_rank: int) -> float:
    """Return the share of deals in which two certain hands have all ranks."""
    # By how many cards the two hold of the ranks so far, in how many ways.
    ways = {(0, 0): 1}
    for _rank in range(_RANKS):
        further: dict[tuple[int, int], int] = {}
        for (mine, yours), count in ways.items():
            for more in range(1, of_rank):
                for theirs in range(1, of_rank - more + 1):
                    held = mine + more, yours + theirs
                    chosen = comb(of_rank, more) * comb(of_rank - more, theirs)
                    further[held] = further.get(held, 0) + count * chosen
        ways = further
    whole = of_rank * _RANKS
    return ways.get((size, size), 0) / (comb(whole, size) * comb(whole - size, size))

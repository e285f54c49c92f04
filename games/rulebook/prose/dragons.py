"""Probability that a deal has a dragon (one card of each rank in one hand)."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb, factorial, perm
from operator import add

_RANKS, _OF_RANK = 13, 4


@cache
def dragon_share(players: int, hand_size: int, packs: int = 1) -> float:
    """Return the share of deals in which at least one hand has all ranks, from 0 to 1.

    Exact, by inclusion and exclusion: the probability that a given hand is a dragon, times the
    number of hands; minus the probability that two given hands both are, times the number of
    pairs; and so on, up to as many hands as there are cards of a rank. Each probability is the
    number of ways to deal those hands at least one card of each rank, counted rank by rank,
    divided by the number of all ways to deal them.

    >>> round(dragon_share(2, 26), 4)
    0.6306
    >>> dragon_share(4, 12)
    0.0
    """
    of_rank = _OF_RANK * packs
    return sum(
        (1 if hands % 2 else -1) * comb(players, hands) * _all_dragons(hands, hand_size, of_rank)
        for hands in range(1, min(players, of_rank) + 1)
    )


def _all_dragons(hands: int, size: int, of_rank: int) -> float:
    """Return the probability that each of `hands` given hands has all ranks."""
    beyond = size - _RANKS
    if beyond < 0:
        return 0.0
    # Count six ranks, then seven, and combine those that add up to whole hands.
    given = _ways_for_one_rank(hands, of_rank)
    ways = Counter({(0,) * hands: 1})
    for _rank in range(_RANKS // 2):
        ways = _add_rank(ways, given, beyond)
    others = _add_rank(ways, given, beyond)
    found = 0
    for held, count in ways.items():
        rest = tuple(beyond - each for each in reversed(held))
        found += count * others[rest] // _permutation_count(rest)
    all_ways = 1
    for before in range(hands):
        all_ways *= comb(_RANKS * of_rank - before * size, size)
    return found / all_ways


def _add_rank(
    ways: Counter[tuple[int, ...]], ways_of_rank: dict[tuple[int, ...], int], max_extra: int
) -> Counter[tuple[int, ...]]:
    """Return the ways after one more rank, by each hand's cards beyond one of each rank.

    Hands are interchangeable, so keys are sorted and each stands for all its permutations.
    """
    further: Counter[tuple[int, ...]] = Counter()
    for held, count in ways.items():
        for more, chosen in ways_of_rank.items():
            now = sorted(map(add, held, more))
            if now[-1] <= max_extra:
                further[tuple(now)] += count * chosen
    return further


def _permutation_count(numbers: tuple[int, ...]) -> int:
    """Return the number of distinct permutations of the numbers."""
    found = factorial(len(numbers))
    for count in Counter(numbers).values():
        found //= factorial(count)
    return found


def _ways_for_one_rank(hands: int, of_rank: int) -> dict[tuple[int, ...], int]:
    """Return the number of ways to deal a rank to hands, by each hand's cards beyond one."""
    found = {}
    for more in product(range(of_rank - hands + 1), repeat=hands):
        if sum(more) + hands > of_rank:
            continue
        chosen = perm(of_rank, sum(more) + hands)
        for each in more:
            chosen //= perm(each + 1)
        found[more] = chosen
    return found

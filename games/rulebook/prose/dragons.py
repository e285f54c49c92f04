"""How often somebody is dealt a dragon."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb, factorial, perm
from operator import add

_RANKS, _OF_RANK = 13, 4


@cache
def dragon_share(players: int, hand_size: int, packs: int = 1) -> float:
    """Return the share of deals in which somebody is dealt all ranks, from 0 to 1.

    It is counted, by inclusion and exclusion: the chance that a certain hand is a dragon, times
    the number of hands; less the chance that two certain hands are, times the number of pairs;
    and so on up to as many hands as there are cards of a rank. Each chance is the number of ways
    in which those hands get their cards, rank by rank, at least one of each, divided by the
    number of all ways.

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
    """Return the chance that so many certain hands have all ranks."""
    beyond = size - _RANKS
    if beyond < 0:
        return 0.0
    # Half of the ranks, and one more for the others: what they give together is a whole hand.
    given = _given_of_a_rank(hands, of_rank)
    ways = Counter({(0,) * hands: 1})
    for _rank in range(_RANKS // 2):
        ways = _with_one_more(ways, given, beyond)
    others = _with_one_more(ways, given, beyond)
    found = 0
    for held, count in ways.items():
        rest = tuple(beyond - each for each in reversed(held))
        found += count * others[rest] // _orders(rest)
    whole = 1
    for before in range(hands):
        whole *= comb(_RANKS * of_rank - before * size, size)
    return found / whole


def _with_one_more(
    ways: Counter[tuple[int, ...]], given: dict[tuple[int, ...], int], most: int
) -> Counter[tuple[int, ...]]:
    """Return the ways with one rank more, by how many cards each hand holds beyond one of each.

    The hands are alike, so the numbers are kept in order, and each counts for all its orders.
    """
    further: Counter[tuple[int, ...]] = Counter()
    for held, count in ways.items():
        for more, chosen in given.items():
            now = sorted(map(add, held, more))
            if now[-1] <= most:
                further[tuple(now)] += count * chosen
    return further


def _orders(numbers: tuple[int, ...]) -> int:
    """Return in how many orders the numbers can stand."""
    found = factorial(len(numbers))
    for count in Counter(numbers).values():
        found //= factorial(count)
    return found


def _given_of_a_rank(hands: int, of_rank: int) -> dict[tuple[int, ...], int]:
    """Return in how many ways hands get cards of a rank, by how many beyond one each gets."""
    found = {}
    for more in product(range(of_rank - hands + 1), repeat=hands):
        if sum(more) + hands > of_rank:
            continue
        chosen = perm(of_rank, sum(more) + hands)
        for each in more:
            chosen //= perm(each + 1)
        found[more] = chosen
    return found

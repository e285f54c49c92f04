"""Search for better meetings within a given number of steps.

A step evaluates one swap. Players with costly meetings are picked at random and make their best
swap. Swaps that increase the cost are accepted now and then, and a moved player stays for a while.
No clock is involved, so a seed always leads to the same plan.
"""

from itertools import combinations
from math import exp
from random import Random
from typing import Final

from tournaments.pairing.seating.designs import Group
from tournaments.pairing.seating.errors import ForbiddenPairsError
from tournaments.pairing.seating.meetings import UNMET, Meetings, least_cost
from tournaments.pairing.seating.past import Past
from tournaments.pairing.seating.turns import Turns, sit_outs
from tournaments.pairing.seating.ways import Way

#: Tolerance for swaps that increase the cost, in units of cost.
TEMPERATURE: Final = 4.0
#: Approximate number of swaps for which a moved player stays put in that round.
STAY: Final = 10
#: One in this many steps tries to exchange sit-outs.
EXCHANGES: Final = 20

#: Number of steps per place and round, and in total.
STEPS_PER_PLACE: Final = 10_000
MOST_STEPS: Final = 4_000_000
#: Maximum number of restarts, and of equally good results: a result that is found repeatedly is
#: most likely the best possible.
STARTS: Final = 5
EQUALS: Final = 3

#: Groups per round.
RoundGroups = list[list[Group]]


def best_groups(
    past: Past, way: Way, rounds: int, plan: RoundGroups, random: Random
) -> RoundGroups:
    """Return the best groups found for this many rounds, starting from a plan of the first ones.

    Raise `ForbiddenPairsError` if forbidden pairs could not be kept apart.
    """
    sizes = way.groups
    if crowd := _mutually_forbidden(past, len(sizes) + way.out):
        raise ForbiddenPairsError(
            frozenset((past.entrants[one], past.entrants[other]))
            for one, other in combinations(crowd, 2)
        )
    target = least_cost(past, sizes, rounds)
    steps = min(MOST_STEPS, STEPS_PER_PLACE * past.people * rounds) // STARTS
    best: RoundGroups = []
    least: int | None = None
    equals = 0
    for start in range(STARTS):
        given = plan if start == 0 else []
        out = _planned_sit_outs(past, given, rounds, way.out, random)
        meetings = Meetings(past, sizes, out)
        for number in range(rounds):
            if number < len(given):
                for table, group in enumerate(given[number]):
                    for x in group:
                        meetings.seat(number, x, table)
            else:
                meetings.fill(number, random)
        cost, groups = improve(meetings, Turns(past.sat_out, out), target, steps, random)
        if least is None or cost < least:
            best, least, equals = groups, cost, 0
        equals += cost == least
        if least <= target or equals == EQUALS:
            break
    together = {
        frozenset((past.entrants[one], past.entrants[other]))
        for tables in best
        for table in tables
        for one, other in combinations(table, 2)
        if (one, other) in past.forbidden
    }
    if together:
        raise ForbiddenPairsError(together)
    return best


def _mutually_forbidden(past: Past, limit: int) -> list[int]:
    """Return more than `limit` players of whom no two may meet, or an empty list.

    Each of them needs a separate table or a sit-out.
    """
    apart: dict[int, list[int]] = {}
    for one, other in sorted(past.forbidden):
        apart.setdefault(one, []).append(other)
    for first, others in apart.items():
        crowd = [first]
        for x in others:
            if all((x, known) in past.forbidden for known in crowd):
                crowd.append(x)
        if len(crowd) > limit:
            return crowd
    return []


def _planned_sit_outs(
    past: Past, planned: RoundGroups, rounds: int, out: int, random: Random
) -> list[tuple[int, ...]]:
    """Return the players who sit out in each round; in planned rounds, those without a group."""
    counts, last = list(past.sat_out), past.last_out
    found = []
    for tables in planned:
        seated = {x for table in tables for x in table}
        last = set(range(past.people)) - seated
        for x in last:
            counts[x] += 1
        found.append(tuple(sorted(last)))
    return found + sit_outs(counts, last, rounds - len(planned), out, random)


def improve(
    meetings: Meetings, turns: Turns, target: int, steps: int, random: Random
) -> tuple[int, RoundGroups]:
    """Improve meetings and sit-outs; return the lowest cost found, with its groups.

    The search ends at the target cost or after the given number of steps.
    """
    best, groups = meetings.cost, meetings.groups()
    people, rounds = meetings.people, meetings.rounds
    draw = random.random
    stays = [[0] * people for _ in range(rounds)]
    out = rounds > 1 and any(turns.out)
    # A swap changes the prices of its pairs in all rounds.
    dear = rounds * max(meetings.sizes) // 2
    moves = 0
    while steps > 0 and best > target:
        steps -= 1
        round_index, x = int(draw() * rounds), int(draw() * people)
        table = meetings.where[round_index][x]
        if table < 0:
            if out and draw() * EXCHANGES < 1:
                _try_exchange(meetings, turns, round_index, x, random)
                steps -= 2 * dear
        else:
            group, prices = meetings.tables[round_index][table], meetings.price[round_index][x]
            content = sum([prices[u] for u in group]) <= UNMET * (1 - len(group))
            if (content and not meetings.uneven) or stays[round_index][x] > moves:
                continue
            moves += 1
            steps -= people
            change, y = meetings.best_swap(round_index, x, random)
            if y < 0 or (change >= 0 and draw() > (exp(-change / TEMPERATURE) if change else 0.5)):
                continue
            meetings.swap(round_index, x, y)
            steps -= dear
            stays[round_index][x] = stays[round_index][y] = moves + int(STAY * (0.5 + draw()))
        if meetings.cost < best:
            best, groups = meetings.cost, meetings.groups()
    return best, groups


def _try_exchange(
    meetings: Meetings, turns: Turns, round_index: int, x: int, random: Random
) -> None:
    """Exchange the sit-out of x in a round with a random other one, if allowed.

    An exchange that increases the cost is mostly reverted.
    """
    later = random.randrange(meetings.rounds)
    others = sorted(turns.out[later])
    if later == round_index or not others:
        return
    z = random.choice(others)
    if not turns.can_exchange(round_index, x, later, z):
        return
    before = meetings.cost
    meetings.replace(round_index, z, x)
    meetings.replace(later, x, z)
    change = meetings.cost - before
    if change <= 0 or random.random() < exp(-change / TEMPERATURE):
        turns.exchange(round_index, x, later, z)
    else:
        meetings.replace(later, z, x)
        meetings.replace(round_index, x, z)

"""The search that makes meetings better, within a number of steps that it is given.

A step is one swap looked at. People whose meetings cost something are taken at random and make
their best swap; one that makes things worse is taken now and then, and who moved stays for a while.
Nothing asks the time, so a seed always leads to the same plan.
"""

from itertools import combinations
from math import exp
from random import Random
from typing import Final

from tournaments.events.seating.designs import Group
from tournaments.events.seating.errors import ForbiddenPairsError
from tournaments.events.seating.meetings import UNMET, Meetings, least_cost
from tournaments.events.seating.past import Past
from tournaments.events.seating.turns import Turns, sit_outs
from tournaments.events.seating.ways import Way

#: How easily a change that makes things worse is taken, in units of cost.
TEMPERATURE: Final = 4.0
#: For about how many swaps somebody who moved stays where they are in that round.
STAY: Final = 10
#: One of so many steps tries to exchange sit-outs.
EXCHANGES: Final = 20

#: How many steps there are for each place of each round, and at most.
STEPS_PER_PLACE: Final = 10_000
MOST_STEPS: Final = 4_000_000
#: How many times the search begins anew, and how many of them may end equally well; what is found
#: again and again is most often the best there is.
STARTS: Final = 5
EQUALS: Final = 3

#: The groups of each round.
RoundGroups = list[list[Group]]


def best_groups(
    past: Past, way: Way, rounds: int, plan: RoundGroups, random: Random
) -> RoundGroups:
    """Return the best groups that are found for so many rounds, beginning with a plan of some.

    :raises ForbiddenPairsError: if forbidden pairs could not be kept apart.
    """
    sizes = way.groups
    if crowd := _crowd(past, len(sizes) + way.out):
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
        out = _turns(past, given, rounds, way.out, random)
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


def _crowd(past: Past, most: int) -> list[int]:
    """Return people of whom no two may meet, if they are found to be more than so many, or none.

    Each needs a table, or a sit-out, of their own.
    """
    apart: dict[int, list[int]] = {}
    for one, other in sorted(past.forbidden):
        apart.setdefault(one, []).append(other)
    for first, others in apart.items():
        crowd = [first]
        for x in others:
            if all((x, known) in past.forbidden for known in crowd):
                crowd.append(x)
        if len(crowd) > most:
            return crowd
    return []


def _turns(
    past: Past, given: RoundGroups, rounds: int, out: int, random: Random
) -> list[tuple[int, ...]]:
    """Return who sits out in each round, of which some are given."""
    counts, last = list(past.sat_out), past.last_out
    found = []
    for tables in given:
        seated = {x for table in tables for x in table}
        last = set(range(past.people)) - seated
        for x in last:
            counts[x] += 1
        found.append(tuple(sorted(last)))
    return found + sit_outs(counts, last, rounds - len(given), out, random)


def improve(
    meetings: Meetings, turns: Turns, target: int, steps: int, random: Random
) -> tuple[int, RoundGroups]:
    """Change meetings and turns; return the least cost that was found, and its groups.

    The search ends when the cost is down to the target, or the steps are used up.
    """
    best, groups = meetings.cost, meetings.groups()
    people, rounds = meetings.people, meetings.rounds
    draw = random.random
    stays = [[0] * people for _ in range(rounds)]
    out = rounds > 1 and any(turns.out)
    # A swap that is made changes the prices of its pairs in all rounds.
    dear = rounds * max(meetings.sizes) // 2
    moves = 0
    while steps > 0 and best > target:
        steps -= 1
        number, x = int(draw() * rounds), int(draw() * people)
        table = meetings.where[number][x]
        if table < 0:
            if out and draw() * EXCHANGES < 1:
                _exchange(meetings, turns, number, x, random)
                steps -= 2 * dear
        else:
            group, prices = meetings.tables[number][table], meetings.price[number][x]
            content = sum([prices[u] for u in group]) <= UNMET * (1 - len(group))
            if (content and not meetings.uneven) or stays[number][x] > moves:
                continue
            moves += 1
            steps -= people
            change, y = meetings.best_swap(number, x, random)
            if y < 0 or (change >= 0 and draw() > (exp(-change / TEMPERATURE) if change else 0.5)):
                continue
            meetings.swap(number, x, y)
            steps -= dear
            stays[number][x] = stays[number][y] = moves + int(STAY * (0.5 + draw()))
        if meetings.cost < best:
            best, groups = meetings.cost, meetings.groups()
    return best, groups


def _exchange(meetings: Meetings, turns: Turns, number: int, x: int, random: Random) -> None:
    """Try to exchange a sit-out of x with another person's in another round."""
    later = random.randrange(meetings.rounds)
    others = sorted(turns.out[later])
    if later == number or not others:
        return
    z = random.choice(others)
    if not turns.can_exchange(number, x, later, z):
        return
    before = meetings.cost
    meetings.replace(number, z, x)
    meetings.replace(later, x, z)
    change = meetings.cost - before
    if change <= 0 or random.random() < exp(-change / TEMPERATURE):
        turns.exchange(number, x, later, z)
    else:
        meetings.replace(later, z, x)
        meetings.replace(number, x, z)

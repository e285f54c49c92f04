"""The search that makes meetings better, within a number of steps that it is given.

A step is one swap looked at. People whose meetings cost something are taken at random and make
their best swap; one that makes things worse is taken now and then, and who moved stays for a while.
Nothing asks the time, so a seed always leads to the same plan.
"""

from math import exp
from random import Random
from typing import Final

from tournaments.events.seating.meetings import UNMET, Meetings
from tournaments.events.seating.turns import Turns

#: How easily a change that makes things worse is taken, in units of cost.
TEMPERATURE: Final = 4.0
#: For about how many swaps somebody who moved stays where they are in that round.
STAY: Final = 10
#: One of so many steps tries to exchange sit-outs.
EXCHANGES: Final = 20

Groups = list[list[tuple[int, ...]]]


def improve(
    meetings: Meetings, turns: Turns, target: int, steps: int, random: Random
) -> tuple[int, Groups]:
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

"""In which order people sit at their table, and which number it has.

Who sits together is given. Orders come first: after whom one plays counts more than who is
opposite; numbers change neither.
"""

from collections.abc import Sequence
from itertools import permutations
from math import exp
from random import Random
from typing import Final

#: What a repeat of "b plays right after a" and one of opposite seats cost.
AFTER: Final = 8
OPPOSITE: Final = 1

#: All orders of so many at a table are tried; of more, only swaps of two.
ALL_ORDERS: Final = 5
#: How often each table of the rounds ahead is looked at, and each pair of table numbers.
LOOKS: Final = 120
#: How many swaps of table numbers are tried at most.
NUMBER_SWAPS: Final = 200_000
#: How easily one that makes things worse is taken in the beginning.
WARMTH: Final = 0.5

TableOrder = tuple[int, ...]


class Orders:
    """Orders of seats, and how often who sat how. A bot is the number `people`, and counts not."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.after = [[0] * (people + 1) for _ in range(people + 1)]
        self.opposite = [[0] * (people + 1) for _ in range(people + 1)]

    def count(self, table: TableOrder, times: int) -> None:
        """Count a table's seats (`times` is 1), or take them back (-1)."""
        size = len(table)
        for seat, x in enumerate(table):
            y = table[(seat + 1) % size]
            if x < self.people and y < self.people:
                self.after[x][y] += times
        for x, y in _opposites(table):
            if x < self.people and y < self.people:
                self.opposite[x][y] += times
                self.opposite[y][x] += times

    def cost(self, table: TableOrder) -> int:
        """Return what it costs to seat a table like this, next to what is counted."""
        after, before = 0, table[-1]
        for x in table:
            after += self.after[before][x]
            before = x
        opposite = 0
        for x, y in _opposites(table):
            opposite += self.opposite[x][y]
        return AFTER * after + OPPOSITE * opposite

    def best(self, table: TableOrder, warmth: float, random: Random) -> TableOrder:
        """Return the order that costs least, or nearly so if there is some warmth."""
        draw = random.random
        if len(table) <= ALL_ORDERS:
            first = table[0]
            found, least = table, float("inf")
            for rest in permutations(table[1:]):
                order = (first, *rest)
                cost = self.cost(order) + warmth * draw()
                if cost < least:
                    found, least = order, cost
            return found
        found, least = table, self.cost(table) + warmth * draw()
        better = True
        while better:
            better = False
            for seat in range(1, len(table)):
                for other in range(seat):
                    swapped = list(found)
                    swapped[seat], swapped[other] = swapped[other], swapped[seat]
                    order = tuple(swapped)
                    cost = self.cost(order) + warmth * draw()
                    if cost < least:
                        found, least, better = order, cost, True
            warmth = 0
        return found


def best_orders(
    orders: Orders, rounds: Sequence[Sequence[TableOrder]], random: Random
) -> list[list[TableOrder]]:
    """Return the rounds with their tables' seats in good orders; `orders` has the past counted.

    An order that is given is kept where none is better.
    """
    tables = [table for round_ in rounds for table in round_]
    total = 0
    for table in tables:
        total += orders.cost(table)
        orders.count(table, 1)
    best, least = list(tables), total
    looks = LOOKS * len(tables)
    for look in range(looks):
        if not least:
            break
        # Cool down to nothing for the last quarter, in which only what is better is taken.
        warmth = AFTER * max(0.0, 1 - look / (0.75 * looks))
        place = int(random.random() * len(tables))
        table = tables[place]
        orders.count(table, -1)
        before = orders.cost(table)
        if before:
            order = orders.best(table, warmth, random)
            total += orders.cost(order) - before
            tables[place] = table = order
        orders.count(table, 1)
        if total < least:
            best, least = list(tables), total
    found = iter(best)
    return [[next(found) for _ in round_] for round_ in rounds]


def best_numbers(
    seen: list[list[int]], rounds: Sequence[Sequence[TableOrder]], random: Random
) -> list[list[TableOrder]]:
    """Return the rounds with their tables in an order that gives few the same number again.

    `seen[x][t]` is how often x sat at table t already; a bot is the number after all people.
    """
    people = len(seen)
    found = [list(round_) for round_ in rounds]
    for tables in found:
        random.shuffle(tables)
    cost = 0
    for tables in found:
        for number, table in enumerate(tables):
            for x in table:
                if x < people:
                    cost += seen[x][number]
                    seen[x][number] += 1
    many = [tables for tables in found if len(tables) > 1]
    best, least = [list(tables) for tables in found], cost
    swaps = min(NUMBER_SWAPS, 100 * sum(len(tables) ** 2 for tables in many))
    draw = random.random
    for swap in range(swaps):
        if not least:
            break
        tables = many[int(draw() * len(many))]
        one, other = int(draw() * len(tables)), int(draw() * len(tables))
        if one == other:
            continue
        change = 0
        here, there = tables[one], tables[other]
        for x in here:
            if x < people:
                change += seen[x][other] - seen[x][one] + 1
        for x in there:
            if x < people:
                change += seen[x][one] - seen[x][other] + 1
        if change > 0 and draw() > exp(-change / (WARMTH * (1 - swap / swaps))):
            continue
        tables[one], tables[other] = there, here
        for x in here:
            if x < people:
                seen[x][one] -= 1
                seen[x][other] += 1
        for x in there:
            if x < people:
                seen[x][other] -= 1
                seen[x][one] += 1
        cost += change
        if cost < least:
            best, least = [list(tables) for tables in found], cost
    return best


def _opposites(table: TableOrder) -> tuple[tuple[int, int], ...]:
    """Return the pairs of opposite seats; a table of two has none apart from neighbours."""
    size = len(table)
    if size == 4:
        return ((table[0], table[2]), (table[1], table[3]))
    if size % 2 or size == 2:
        return ()
    half = size // 2
    return tuple((table[seat], table[seat + half]) for seat in range(half))

"""Seat orders within tables, and table numbers.

The groups are given. Orders come first: the direct successor matters more than the opposite seat.
Table numbers affect neither.
"""

from collections.abc import Sequence
from itertools import permutations
from math import exp
from random import Random
from typing import Final

#: Costs of a repeated direct successor and of a repeated opposite seat.
AFTER: Final = 8
OPPOSITE: Final = 1

#: Up to this table size all orders are tried; for larger tables only swaps of two players.
ALL_ORDERS: Final = 5
#: How often each table of the rounds ahead is evaluated, and each pair of table numbers.
LOOKS: Final = 120
#: Maximum number of evaluated swaps of table numbers.
NUMBER_SWAPS: Final = 200_000
#: Initial tolerance for swaps that increase the cost.
WARMTH: Final = 0.5

TableOrder = tuple[int, ...]


class Orders:
    """Counts of how often players followed each other directly and sat opposite each other.

    Bots, which have the number `people`, are not counted.
    """

    def __init__(self, people: int) -> None:
        self.people = people
        self.after = [[0] * (people + 1) for _ in range(people + 1)]
        self.opposite = [[0] * (people + 1) for _ in range(people + 1)]

    def count(self, table: TableOrder, sign: int) -> None:
        """Add the seat relations of a table (`sign` 1), or remove them (-1)."""
        size = len(table)
        for seat, x in enumerate(table):
            y = table[(seat + 1) % size]
            if x < self.people and y < self.people:
                self.after[x][y] += sign
        for x, y in _opposite_pairs(table):
            if x < self.people and y < self.people:
                self.opposite[x][y] += sign
                self.opposite[y][x] += sign

    def cost(self, table: TableOrder) -> int:
        """Return the cost of a table in this order, given the counts so far."""
        after, before = 0, table[-1]
        for x in table:
            after += self.after[before][x]
            before = x
        opposite = 0
        for x, y in _opposite_pairs(table):
            opposite += self.opposite[x][y]
        return AFTER * after + OPPOSITE * opposite

    def cheap_order(self, table: TableOrder, noise: float, random: Random) -> TableOrder:
        """Return a seat order of low cost; `noise` limits a random amount added to each cost.

        Without noise it is the lowest for up to five seats. Larger tables are improved by swaps,
        which may miss it. No count is changed.
        """
        draw = random.random
        if len(table) <= ALL_ORDERS:
            first = table[0]
            found, least = table, float("inf")
            for rest in permutations(table[1:]):
                order = (first, *rest)
                cost = self.cost(order) + noise * draw()
                if cost < least:
                    found, least = order, cost
            return found
        found, least = table, self.cost(table) + noise * draw()
        better = True
        while better:
            better = False
            for seat in range(1, len(table)):
                for other in range(seat):
                    swapped = list(found)
                    swapped[seat], swapped[other] = swapped[other], swapped[seat]
                    order = tuple(swapped)
                    cost = self.cost(order) + noise * draw()
                    if cost < least:
                        found, least, better = order, cost, True
            noise = 0
        return found


def best_orders(
    orders: Orders, rounds: Sequence[Sequence[TableOrder]], random: Random
) -> list[list[TableOrder]]:
    """Return the rounds with seat orders of low total cost, found by a random search.

    `orders` has the counts of the past rounds and is changed by the search. A given order
    is kept unless another is better.
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
        # Cools down to zero for the last quarter, which accepts improvements only.
        noise = AFTER * max(0.0, 1 - look / (0.75 * looks))
        place = int(random.random() * len(tables))
        table = tables[place]
        orders.count(table, -1)
        before = orders.cost(table)
        if before:
            order = orders.cheap_order(table, noise, random)
            total += orders.cost(order) - before
            tables[place] = table = order
        orders.count(table, 1)
        if total < least:
            best, least = list(tables), total
    found = iter(best)
    return [[next(found) for _ in round_] for round_ in rounds]


def best_numbers(
    number_counts: list[list[int]], rounds: Sequence[Sequence[TableOrder]], random: Random
) -> list[list[TableOrder]]:
    """Return the rounds with their tables in orders that avoid repeated table numbers of players.

    The orders are found by random swaps. `number_counts[x][t]` is how often x sat at table t
    before, and is changed by the search; bots come after all players.
    """
    people = len(number_counts)
    found = [list(round_) for round_ in rounds]
    for tables in found:
        random.shuffle(tables)
    cost = 0
    for tables in found:
        for number, table in enumerate(tables):
            for x in table:
                if x < people:
                    cost += number_counts[x][number]
                    number_counts[x][number] += 1
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
                change += number_counts[x][other] - number_counts[x][one] + 1
        for x in there:
            if x < people:
                change += number_counts[x][one] - number_counts[x][other] + 1
        if change > 0 and draw() > exp(-change / (WARMTH * (1 - swap / swaps))):
            continue
        tables[one], tables[other] = there, here
        for x in here:
            if x < people:
                number_counts[x][one] -= 1
                number_counts[x][other] += 1
        for x in there:
            if x < people:
                number_counts[x][other] -= 1
                number_counts[x][one] += 1
        cost += change
        if cost < least:
            best, least = [list(tables) for tables in found], cost
    return best


def _opposite_pairs(table: TableOrder) -> tuple[tuple[int, int], ...]:
    """Return the pairs of occupants who sit opposite; none at tables of two or of odd size."""
    size = len(table)
    if size == 4:
        return ((table[0], table[2]), (table[1], table[3]))
    if size % 2 or size == 2:
        return ()
    half = size // 2
    return tuple((table[seat], table[seat + half]) for seat in range(half))

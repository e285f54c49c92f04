"""Groups of players over several rounds: costs, and swaps that reduce repeated meetings.

Players are numbered from 0. One sum is minimised: for each pair its repeats and its meetings in
consecutive rounds, for each player the turns at a smaller table. `price[r][x][u]` is the cost of x
and u meeting in round r, given all other rounds, whether or not they meet; so evaluating a swap
means adding a few numbers, and only an actual swap takes longer.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from tournaments.pairing.seating.bounds import (
    Shape,
    consecutive_bound,
    pair_count,
    repeats_bound,
    spread,
    unmet_bound,
)
from tournaments.pairing.seating.past import Past

#: Costs of: a repeated meeting; a meeting in the next round; a pair that never meets; another turn
#: at a smaller table; a meeting of a forbidden pair.
REPEAT: Final = 12
CONSECUTIVE: Final = 4
UNMET: Final = 1
SMALLER: Final = 12
FORBIDDEN: Final = 1_000_000


class Meetings:
    """Groups of players in the rounds ahead, with their cost and changes to them."""

    def __init__(
        self,
        past: Past,
        sizes: Sequence[int],
        out: Sequence[Sequence[int]],
    ) -> None:
        people, rounds = past.people, len(out)
        self.people = people
        self.rounds = rounds
        self.sizes = tuple(sizes)
        most = max(sizes)
        #: Whether each table is smaller than others.
        self.small = [size < most for size in sizes]
        self.uneven = any(self.small)
        self.smaller = list(past.smaller)
        self.out = [list(round_) for round_ in out]
        self.tables: list[list[list[int]]] = [[[] for _ in sizes] for _ in range(rounds)]
        # A player without a table has a unique negative number.
        self.where = [[-1 - x for x in range(people)] for _ in range(rounds)]
        self.met = [list(row) for row in past.met]
        opening = [[REPEAT * met - UNMET * (not met) for met in row] for row in past.met]
        for one, other in past.forbidden:
            opening[one][other] += FORBIDDEN
        self.price = [[list(row) for row in opening] for _ in range(rounds)]
        for x in range(people):
            for prices in self.price:
                prices[x][x] = 0
        for one, other in past.last if rounds else ():
            self.price[0][one][other] += CONSECUTIVE
        #: Cost of these rounds, without the cost of the past alone.
        self.cost = 0

    def _meet(self, round_index: int, x: int, group: Iterable[int], sign: int) -> None:
        """Add the meetings of x with a group in a round (`sign` 1), or remove them (-1)."""
        met_x, where, price = self.met[x], self.where, self.price
        repeat = sign * REPEAT
        first = sign * UNMET
        beside = sign * CONSECUTIVE
        others = [q for q in range(self.rounds) if q != round_index]
        for u in group:
            before = met_x[u]
            met_x[u] = self.met[u][x] = before + sign
            fewer = before if sign > 0 else before - 1
            for q in others:
                here = where[q]
                change = repeat
                if fewer == (here[x] == here[u]):
                    change += first
                if q - round_index in (1, -1):
                    change += beside
                prices = price[q]
                prices[x][u] += change
                prices[u][x] += change

    def seat(self, round_index: int, x: int, table: int) -> None:
        """Seat player x, who has no table in a round, at a table."""
        group = self.tables[round_index][table]
        prices = self.price[round_index][x]
        self.cost += sum(prices[u] for u in group)
        self._meet(round_index, x, group, 1)
        group.append(x)
        self.where[round_index][x] = table
        if self.small[table]:
            self.cost += SMALLER * self.smaller[x]
            self.smaller[x] += 1

    def replace(self, round_index: int, x: int, y: int) -> None:
        """Give x's seat in a round to y, who has none; then x has none."""
        table = self.where[round_index][x]
        group = self.tables[round_index][table]
        place = group.index(x)
        rest = group[:place] + group[place + 1 :]
        prices_x, prices_y = self.price[round_index][x], self.price[round_index][y]
        self.cost += sum(prices_y[u] - prices_x[u] for u in rest)
        self._meet(round_index, x, rest, -1)
        self._meet(round_index, y, rest, 1)
        group[place] = y
        where = self.where[round_index]
        where[x], where[y] = -1 - x, table
        if self.small[table]:
            self.smaller[x] -= 1
            self.cost += SMALLER * (self.smaller[y] - self.smaller[x])
            self.smaller[y] += 1

    def swap(self, round_index: int, x: int, y: int) -> None:
        """Swap players x and y, who sit at different tables of a round."""
        where, tables = self.where[round_index], self.tables[round_index]
        prices_x, prices_y = self.price[round_index][x], self.price[round_index][y]
        a, b = where[x], where[y]
        place_a, place_b = tables[a].index(x), tables[b].index(y)
        rest_a = tables[a][:place_a] + tables[a][place_a + 1 :]
        rest_b = tables[b][:place_b] + tables[b][place_b + 1 :]
        self.cost += sum(prices_y[u] - prices_x[u] for u in rest_a)
        self.cost += sum(prices_x[u] - prices_y[u] for u in rest_b)
        self._meet(round_index, x, rest_a, -1)
        self._meet(round_index, y, rest_b, -1)
        self._meet(round_index, x, rest_b, 1)
        self._meet(round_index, y, rest_a, 1)
        tables[a][place_a], tables[b][place_b] = y, x
        where[x], where[y] = b, a
        if self.small[a] != self.small[b]:
            down, up = (x, y) if self.small[b] else (y, x)
            self.smaller[up] -= 1
            self.cost += SMALLER * (self.smaller[down] - self.smaller[up])
            self.smaller[down] += 1

    def best_swap(self, round_index: int, x: int, random: Random) -> tuple[int, int]:
        """Return (change in cost, partner) of player x's best swap in a round; partner -1 if none.

        Ties are broken at random; the swap is not made.
        """
        prices, tables, small = self.price[round_index], self.tables[round_index], self.small
        prices_x = prices[x]
        a = self.where[round_index][x]
        rest = [u for u in tables[a] if u != x]
        pain = sum([prices_x[u] for u in rest])
        best, partner, ties = FORBIDDEN * FORBIDDEN, -1, 1
        for b, other in enumerate(tables):
            if b == a:
                continue
            towards = -pain
            for u in other:
                towards += prices_x[u]
            for y in other:
                prices_y = prices[y]
                change = towards - prices_x[y]
                for u in rest:
                    change += prices_y[u]
                for u in other:  # the price of meeting oneself is 0
                    change -= prices_y[u]
                if self.uneven and small[a] != small[b]:
                    change += SMALLER * (
                        self.smaller[x] - self.smaller[y] + 1
                        if small[b]
                        else self.smaller[y] - self.smaller[x] + 1
                    )
                if change < best:
                    best, partner, ties = change, y, 1
                elif change == best:
                    ties += 1
                    if random.random() * ties < 1:
                        partner = y
        return best, partner

    def fill(self, round_index: int, random: Random) -> None:
        """Seat all players of an empty round, one by one where the cost is lowest."""
        away = set(self.out[round_index])
        playing = [x for x in range(self.people) if x not in away]
        random.shuffle(playing)
        tables = self.tables[round_index]
        for x in playing:
            prices = self.price[round_index][x]
            best, chosen = 0, -1
            for table, group in enumerate(tables):
                if len(group) < self.sizes[table]:
                    cost = sum([prices[u] for u in group])
                    if self.small[table]:
                        cost += SMALLER * self.smaller[x]
                    if chosen < 0 or cost < best:
                        best, chosen = cost, table
            self.seat(round_index, x, chosen)

    def groups(self) -> list[list[tuple[int, ...]]]:
        """Return the groups of each round at present."""
        return [[tuple(group) for group in tables] for tables in self.tables]


def least_cost(past: Past, sizes: Sequence[int], rounds: int) -> int:
    """Return a lower bound of the cost for any groups of this many rounds ahead."""
    people = past.people
    pairs = pair_count(people)
    forbidden = len(past.forbidden) // 2
    if not past.history:
        ahead = [Shape(tuple(sizes), tuple(sizes))] * rounds
        small = sum(size for size in sizes if size < max(sizes))
        return (
            REPEAT * repeats_bound(ahead, people, forbidden)
            + CONSECUTIVE * consecutive_bound(ahead, people)
            + UNMET * (max(forbidden, unmet_bound(ahead, people)) - pairs)
            + SMALLER * spread(rounds * small, people)
        )
    # At best, every meeting is of a pair with the fewest meetings.
    meetings = rounds * sum(pair_count(size) for size in sizes)
    met = [
        past.met[one][other]
        for one, other in combinations(range(people), 2)
        if (one, other) not in past.forbidden
    ]
    total = level = 0
    while meetings > 0 and met:
        now = min(meetings, sum(times <= level for times in met))
        total += now * (REPEAT * level - UNMET * (not level))
        meetings -= now
        level += 1
    return total

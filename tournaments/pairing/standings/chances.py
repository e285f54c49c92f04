"""Chances of winning the event, given the limits of wins and losses in the remaining deals."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, takewhile
from math import inf, lcm
from typing import Self

from tournaments.pairing.rounds import Points
from tournaments.pairing.standings.lines import Standing


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of an entrant's win and loss in the remaining deals; None for no limit."""

    win: Points | None = None
    loss: Points | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """An entrant's total, gap to the best, highest possible total, and whether they can win.

    `reach` is the total with the maximum win. First place requires that no other entrant ends with
    more; `gap` is the current lead of the best of them, negative for a leader.
    """

    entrant: int
    total: Points
    gap: Points
    #: Highest possible total; None for no limit.
    reach: Points | None
    #: Maximum by which the gap to the best can close; None for no limit.
    swing: Points | None
    #: Whether first place is possible, including by tie-break or shared.
    can_win: bool
    #: Whether it is possible by the total alone.
    can_win_alone: bool


def chances(
    lines: Sequence[Standing], bounds: Bounds, tables: Sequence[Sequence[int | None]]
) -> tuple[Chance, ...]:
    """Return the chance of each entrant if only the seated ones play and each table sums to zero.

    Only entrants who reached the furthest stage can win. An entrant's reach follows from the bounds
    of their own seat and of all others at the table; all leaders must be able to end no higher in
    the same outcome.

    :param tables: entry numbers at the tables that play the remaining deals; None for a bot
    """
    if not lines:
        return ()
    totals = {line.entrant: line.total for line in lines if line.level == lines[0].level}
    unit = _unit([*totals.values(), bounds.win or 0, bounds.loss or 0])
    whole = {number: int(total * unit) for number, total in totals.items()}
    race = _Race(
        whole,
        None if bounds.win is None else int(bounds.win * unit),
        None if bounds.loss is None else int(bounds.loss * unit),
        tables,
    )
    return tuple(race.chance(number, unit) for number in whole)


def _unit(points: Sequence[Points]) -> int:
    """Return a factor that turns all points into integers that differ by at least 1."""
    if all(isinstance(each, int) for each in points):
        return 1
    # Differences of averages can be arbitrarily small, so a very small one has to do.
    return lcm(*(each.denominator for each in points)) * 10**9


class _Race:
    """Race for first place, with all totals and limits in integers."""

    def __init__(
        self,
        totals: Mapping[int, int],
        win: int | None,
        loss: int | None,
        tables: Sequence[Sequence[int | None]],
    ) -> None:
        self.totals = totals
        self.win = win
        self.loss = loss
        self.tables = tables
        self.seated = {each for table in tables for each in table if each is not None}
        #: Best first.
        self.ranked = sorted(totals.items(), key=lambda pair: -pair[1])
        self.rooms = [_TableWins.of(table, totals, win) for table in tables]

    def chance(self, entrant: int, unit: int) -> Chance:
        """Return the chance of an entrant, converted back to points."""
        own = self.totals[entrant]
        gap = next((total for each, total in self.ranked if each != entrant), own) - own
        gain = self._max_win(entrant)
        swing = gain
        best = takewhile(lambda pair: pair[1] - own >= gap, self.ranked)
        if gain is not None and any(each in self.seated for each, _ in best if each != entrant):
            swing = None if self.loss is None else gain + self.loss
        return Chance(
            entrant=entrant,
            total=_points(own, unit),
            gap=_points(gap, unit),
            reach=None if gain is None else _points(own + gain, unit),
            swing=None if swing is None else _points(swing, unit),
            can_win=gain is None or self._others_can_stay_within(entrant, own + gain, gain),
            can_win_alone=gain is None
            or self._others_can_stay_within(entrant, own + gain - 1, gain),
        )

    def _max_win(self, entrant: int) -> int | None:
        """Return the most that an entrant can win: 0 without a seat, None without a limit.

        It is the limit of wins, or the most that the others at the table can lose.
        """
        table = next((table for table in self.tables if entrant in table), None)
        if table is None:
            return 0
        if self.loss is None:
            return self.win
        lost = self.loss * (len(table) - 1)
        return lost if self.win is None else min(self.win, lost)

    def _others_can_stay_within(self, entrant: int, limit: int, gain: int) -> bool:
        """Return whether all others can end at most at `limit` while the entrant wins `gain`.

        Not called if wins are unlimited: then the others at the own table can lose any amount, and
        players at other tables need not win.
        """
        for each, total in self.ranked:
            if total <= limit:
                break
            if each != entrant:
                most = self.loss if each in self.seated else 0
                if most is not None and total - limit > most:
                    return False
        # A table sums to zero: the maximum that its other players may win within the limit must be
        # at least what they have to win together.
        return all(
            room.max_total_without(limit, self.totals[entrant]) >= -gain
            if entrant in table
            else room.max_total(limit) >= 0
            for table, room in zip(self.tables, self.rooms, strict=True)
            if len(table) > 1
        )


@dataclass(frozen=True, slots=True)
class _TableWins:
    """Possible wins of a table's players if none may exceed a total; with precomputed sums."""

    #: Totals of the players who could come first, ascending.
    totals: Sequence[int]
    #: Sums of the first none, one, two ... of them.
    sums: Sequence[int]
    #: Number of other players, who have no limit.
    others: int
    max_win: int | None

    @classmethod
    def of(
        cls, table: Sequence[int | None], totals: Mapping[int, int], max_win: int | None
    ) -> Self:
        """Return the possible wins at a table with these occupants; None for a bot."""
        known = sorted(totals[each] for each in table if each is not None and each in totals)
        return cls(known, (0, *accumulate(known)), len(table) - len(known), max_win)

    def max_total(self, limit: int) -> float:
        """Return the maximum joint win of the table's players if none may end above `limit`."""
        if self.max_win is None:
            return inf if self.others else limit * len(self.totals) - self.sums[-1]
        # Players far enough below the limit can win the full bound.
        free = bisect_right(self.totals, limit - self.max_win)
        rest = limit * (len(self.totals) - free) - (self.sums[-1] - self.sums[free])
        return self.max_win * (free + self.others) + rest

    def max_total_without(self, limit: int, total: int) -> float:
        """Return the maximum joint win of all but the player with this total.

        :param limit: total above which no player of the table may end
        """
        own = limit - total if self.max_win is None else min(self.max_win, limit - total)
        return self.max_total(limit) - own


def _points(units: int, units_per_point: int) -> Points:
    """Return points from an integer in units; a fraction unless the unit is 1."""
    return units if units_per_point == 1 else Fraction(units, units_per_point)

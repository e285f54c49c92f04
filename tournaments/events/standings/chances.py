"""Who can still win, when what one can win and lose in what is left to play is known."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, takewhile
from math import inf, lcm
from typing import Self

from tournaments.events.standings.entrants import Points
from tournaments.events.standings.lines import Standing


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one entrant can win and lose in what is left to play; None where nothing limits it."""

    win: Points | None = None
    loss: Points | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """Whether an entrant can still win the event.

    With the most that there is to win the total is `reach`. The first place takes that everybody
    else comes to no more; `gap` is what the best of them is ahead now, below zero for a leader.
    """

    entrant: int
    total: Points
    gap: Points
    #: The highest total that is possible; None where nothing limits it.
    reach: Points | None
    #: How much the gap to the best can close at most; None where nothing limits it.
    swing: Points | None
    #: Whether the first place is possible, if need be by a tie-break or shared.
    can_win: bool
    #: Whether it is possible by the total alone.
    can_win_alone: bool


def chances(
    lines: Sequence[Standing], bounds: Bounds, tables: Sequence[Sequence[int | None]]
) -> tuple[Chance, ...]:
    """Tell who can still win, when only the seated ones play and each table sums to zero.

    Only who got furthest can win. What an entrant can reach follows from the bounds of one and of
    all others at the table; whoever is in front must be able to end no higher, all at once.
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
    """Return by what to multiply so that all become whole numbers that differ by 1 at the least."""
    if all(isinstance(each, int) for each in points):
        return 1
    # There is no least difference of two averages, so a very small one must do.
    return lcm(*(each.denominator for each in points)) * 10**9


class _Race:
    """Who can still end first, in whole numbers."""

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
        #: The best first.
        self.ranked = sorted(totals.items(), key=lambda pair: -pair[1])
        self.rooms = [_Room.of(table, totals, win) for table in tables]

    def chance(self, number: int, unit: int) -> Chance:
        """Return the chance of an entrant, in points again."""
        own = self.totals[number]
        gap = next((total for each, total in self.ranked if each != number), own) - own
        gain = self._most(number)
        swing = gain
        best = takewhile(lambda pair: pair[1] - own >= gap, self.ranked)
        if gain is not None and any(each in self.seated for each, _ in best if each != number):
            swing = None if self.loss is None else gain + self.loss
        return Chance(
            entrant=number,
            total=_points(own, unit),
            gap=_points(gap, unit),
            reach=None if gain is None else _points(own + gain, unit),
            swing=None if swing is None else _points(swing, unit),
            can_win=gain is None or self._all_below(number, own + gain, gain),
            can_win_alone=gain is None or self._all_below(number, own + gain - 1, gain),
        )

    def _most(self, number: int) -> int | None:
        """Return what an entrant can win: the bound, or what all others at the table can lose."""
        table = next((table for table in self.tables if number in table), None)
        if table is None:
            return 0
        if self.loss is None:
            return self.win
        lost = self.loss * (len(table) - 1)
        return lost if self.win is None else min(self.win, lost)

    def _all_below(self, number: int, limit: int, gain: int) -> bool:
        """Tell whether all others can end at the limit or below while the entrant wins `gain`.

        Without a limit to what can be won this is not asked: at the own table others can lose as
        much as it takes, and elsewhere nobody must win so much.
        """
        for each, total in self.ranked:
            if total <= limit:
                break
            if each != number:
                most = self.loss if each in self.seated else 0
                if most is not None and total - limit > most:
                    return False
        # A table sums to zero: what its others may win at most, each without passing the limit,
        # must not be less than what they have to win together.
        return all(
            room.without(limit, self.totals[number]) >= -gain
            if number in table
            else room.all(limit) >= 0
            for table, room in zip(self.tables, self.rooms, strict=True)
            if len(table) > 1
        )


@dataclass(frozen=True, slots=True)
class _Room:
    """What those of a table can win, each without passing a limit; with sums made beforehand."""

    #: The totals of those who could come first, ascending.
    totals: Sequence[int]
    #: The sums of the first none, one, two ... of them.
    sums: Sequence[int]
    #: How many others sit there, for whom there is no limit.
    others: int
    win: int | None

    @classmethod
    def of(cls, table: Sequence[int | None], totals: Mapping[int, int], win: int | None) -> Self:
        """Return the room at a table."""
        known = sorted(totals[each] for each in table if each is not None and each in totals)
        return cls(known, (0, *accumulate(known)), len(table) - len(known), win)

    def all(self, limit: int) -> float:
        """Return what all of the table can win."""
        if self.win is None:
            return inf if self.others else limit * len(self.totals) - self.sums[-1]
        # Who is far enough below the limit can win as much as anybody.
        free = bisect_right(self.totals, limit - self.win)
        rest = limit * (len(self.totals) - free) - (self.sums[-1] - self.sums[free])
        return self.win * (free + self.others) + rest

    def without(self, limit: int, total: int) -> float:
        """Return what all can win but one of those who could come first, who has that total."""
        own = limit - total if self.win is None else min(self.win, limit - total)
        return self.all(limit) - own


def _points(whole: int, unit: int) -> Points:
    return whole if unit == 1 else Fraction(whole, unit)

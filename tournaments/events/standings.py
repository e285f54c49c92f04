"""Standings: who is ahead in an event, and by which arithmetic.

Pure: from the rounds that were played, and the penalties and adjustments that entrants have,
follows everything. A corrected result is a changed round and nothing else. Places go by what
`TIE_BREAKS` lists, in that order; where all of it is equal the place is shared. The order in which
entrants are given never decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple

from tournaments.events.rounds import Occupant, Round

#: What totals are made of: whole numbers, and fractions where results are averages.
Points = int | Fraction

#: What decides between two entrants, first to last.
#:
#: * stage: who got further, in a format with stages;
#: * least_deals: who played enough deals to be compared, where the average counts;
#: * total: the points after penalties and adjustments;
#: * penalty: the fewest points of penalties;
#: * deals_won: the most deals won;
#: * played: who played at all, since nobody without a result has a best one;
#: * best_round: the best result of a single round.
TIE_BREAKS: Final = (
    "stage",
    "least_deals",
    "total",
    "penalty",
    "deals_won",
    "played",
    "best_round",
)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that an entrant loses, by a decision that still holds."""

    #: Above zero.
    points: int
    #: The round in which it was given, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that an entrant is given besides results, such as for sitting out; or that are taken.

    No penalty: among equals nobody stands lower for it.
    """

    points: int
    #: The round that it belongs to, from 1; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part in an event, as seating and standings see them."""

    #: Unique in the event.
    number: int
    #: The place by rating among the entrants, 1 being the best; None where nobody knows.
    seed_rank: int | None = None
    #: The first round in which they take part, from 1.
    joined: int = 1
    #: The last round in which they took part; None for those who are still in.
    left: int | None = None
    penalties: tuple[Penalty, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def plays(self, round_number: int) -> bool:
        """Tell whether they take part in that round, counted from 1."""
        return self.joined <= round_number and (self.left is None or round_number <= self.left)


@dataclass(frozen=True, slots=True)
class Reached:
    """How far an entrant got in a format with stages."""

    #: Who has the higher level ranks above everybody of a lower one.
    level: int
    #: The stage by name, such as "final".
    stage: str
    #: The first round that counts for the place within the level, from 1.
    since: int = 1


@dataclass(frozen=True, slots=True)
class Counted:
    """What of the results counts."""

    #: How many of an entrant's rounds count, the best ones; None for all.
    best: int | None = None
    #: Whether the total is the points of a deal on average.
    average: bool = False
    #: How many deals it takes to be ranked among the others, where the average counts.
    least_deals: int = 0


class RoundScore(NamedTuple):
    """One entrant's round."""

    #: "absent" is who had left, was not in yet, or had been eliminated; "awaited" is a round at a
    #: table whose result is not in.
    state: Literal["played", "out", "absent", "awaited"]
    #: None where nothing was played.
    points: Points | None
    deals_won: int
    #: The number of the table, from 1.
    table: int | None
    #: Whether the round counts for the total.
    counts: bool


class Decision(NamedTuple):
    """Why somebody stands above the next, or shares the place."""

    #: One of `TIE_BREAKS`, or "shared" when nothing decides.
    by: str
    #: What was compared: of the entrant, and of the one who follows.
    own: Points
    other: Points


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line, with its arithmetic: total = points − penalty + adjustment.

    Where the average counts, that is divided by `deals`.
    """

    entrant: int
    #: From 1; two who share the second place are followed by the fourth.
    place: int
    shared: bool
    total: Points
    #: The sum of the points of the rounds that count.
    points: Points
    #: The points of penalties, not below zero.
    penalty: int
    adjustment: int
    deals_won: int
    deals: int
    #: The best result of a round that counts; None where there is none.
    best_round: Points | None
    #: How far they got; who got further stands above. 0 for all where there are no stages.
    level: int
    stage: str
    #: The place before the stage that decides was begun; None where there is no such thing.
    place_before: int | None
    #: Whether they are still in.
    still_in: bool
    rounds: tuple[RoundScore, ...]
    #: What decides against the next line; None in the last.
    decision: Decision | None


class Meeting(NamedTuple):
    """One round in which two entrants sat at one table."""

    round: int
    table: int
    own: Points
    other: Points


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


class _Tally(NamedTuple):
    entrant: Entrant
    reached: Reached
    enough: bool
    total: Points
    points: Points
    penalty: int
    adjustment: int
    deals_won: int
    deals: int
    best_round: Points | None
    rounds: tuple[RoundScore, ...]

    @property
    def compared(self) -> tuple[Points, ...]:
        """What `TIE_BREAKS` compares; the higher, the better."""
        return (
            self.reached.level,
            int(self.enough),
            self.total,
            -self.penalty,
            self.deals_won,
            int(self.best_round is not None),
            self.best_round or 0,
        )


_ANYWHERE: Final = Reached(0, "")


def standings(
    history: Sequence[Round],
    entrants: Iterable[Entrant],
    *,
    scores: Sequence[Mapping[int, Points]] | None = None,
    counting: Counted = Counted(),
    reached: Mapping[int, Reached] | None = None,
    places_before: Mapping[int, int] | None = None,
) -> tuple[Standing, ...]:
    """Return a line for each entrant, best first; who shares a place is listed by number.

    `scores` has the points of each round where they are something else than the nets. `reached`
    says how far everybody got in a format with stages.
    """
    if scores is None:
        scores = [
            {number: result.net for number, result in played.results.items()} for played in history
        ]
    tables = [_tables(played) for played in history]
    tallies = [
        _tally(
            entrant,
            history,
            scores,
            tables,
            counting=counting,
            got=(reached or {}).get(entrant.number),
        )
        for entrant in entrants
    ]
    keyed = sorted(
        ((tally.compared, tally) for tally in tallies),
        key=lambda pair: (*(-value for value in pair[0]), pair[1].entrant.number),
    )
    lines: list[Standing] = []
    place = 0
    for index, (key, tally) in enumerate(keyed):
        tied_above = index > 0 and keyed[index - 1][0] == key
        following = keyed[index + 1] if index + 1 < len(keyed) else None
        if not tied_above:
            place = index + 1
        lines.append(
            Standing(
                entrant=tally.entrant.number,
                place=place,
                shared=tied_above or (following is not None and following[0] == key),
                total=tally.total,
                points=tally.points,
                penalty=tally.penalty,
                adjustment=tally.adjustment,
                deals_won=tally.deals_won,
                deals=tally.deals,
                best_round=tally.best_round,
                level=tally.reached.level,
                stage=tally.reached.stage,
                place_before=(places_before or {}).get(tally.entrant.number),
                still_in=tally.entrant.left is None,
                rounds=tally.rounds,
                decision=None if following is None else _decide(key, following[0]),
            )
        )
    return tuple(lines)


def places(lines: Iterable[Standing]) -> dict[int, int]:
    """Return everybody's place."""
    return {line.entrant: line.place for line in lines}


def changed_lines(before: Iterable[Standing], after: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the lines of `after` that are new or differ from the entrant's line before."""
    known = {line.entrant: line for line in before}
    return tuple(line for line in after if known.get(line.entrant) != line)


def cross_table(
    history: Sequence[Round], scores: Sequence[Mapping[int, Points]] | None = None
) -> dict[int, dict[int, tuple[Meeting, ...]]]:
    """Return who met whom, and with what points; each meeting is told from both sides."""
    met: dict[int, dict[int, tuple[Meeting, ...]]] = {}
    for number, played in enumerate(history, start=1):
        points: Mapping[int, Points]
        if scores is None:
            points = {entrant: result.net for entrant, result in played.results.items()}
        else:
            points = scores[number - 1]
        for table_number, table in enumerate(played.seating.tables, start=1):
            here = [entrant for entrant in table if entrant is not None and entrant in points]
            for own in here:
                row = met.setdefault(own, {})
                for other in here:
                    if own != other:
                        meeting = Meeting(number, table_number, points[own], points[other])
                        row[other] = (*row.get(other, ()), meeting)
    return met


def chances(
    lines: Sequence[Standing], bounds: Bounds, tables: Sequence[Sequence[Occupant]]
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
        tables: Sequence[Sequence[Occupant]],
    ) -> None:
        self.totals = totals
        self.win = win
        self.loss = loss
        self.tables = tables
        self.seated = {each for table in tables for each in table if each is not None}

    def chance(self, number: int, unit: int) -> Chance:
        """Return the chance of an entrant, in points again."""
        own = self.totals[number]
        gap = max((self.totals[each] for each in self.totals if each != number), default=own) - own
        gain = self._most(number)
        swing = gain
        if gain is not None and any(
            each in self.seated
            for each, total in self.totals.items()
            if each != number and total - own == gap
        ):
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
        for each, total in self.totals.items():
            if each != number and total > limit:
                most = self.loss if each in self.seated else 0
                if most is not None and total - limit > most:
                    return False
        # A table sums to zero: what its others may win at most, each without passing the limit,
        # must not be less than what they have to win together.
        return all(
            (room := self._room(table, number, limit)) is None
            or room >= (-gain if number in table else 0)
            for table in self.tables
            if len(table) > 1
        )

    def _room(self, table: Sequence[Occupant], number: int, limit: int) -> int | None:
        """Return what the others of a table can win in all; None where nothing limits it."""
        room = 0
        for each in table:
            if each == number:
                continue
            bounds = [] if self.win is None else [self.win]
            if each is not None and each in self.totals:
                bounds.append(limit - self.totals[each])
            if not bounds:
                return None
            room += min(bounds)
        return room


def _points(whole: int, unit: int) -> Points:
    return whole if unit == 1 else Fraction(whole, unit)


def _tables(played: Round) -> dict[int, int]:
    return {
        entrant: number
        for number, table in enumerate(played.seating.tables, start=1)
        for entrant in table
        if entrant is not None
    }


def _tally(
    entrant: Entrant,
    history: Sequence[Round],
    scores: Sequence[Mapping[int, Points]],
    tables: Sequence[Mapping[int, int]],
    *,
    counting: Counted,
    got: Reached | None,
) -> _Tally:
    number = entrant.number
    reached = got or _ANYWHERE
    points = [of_round.get(number) for of_round in scores]
    eligible = [
        index
        for index, value in enumerate(points)
        if value is not None and index + 1 >= reached.since
    ]
    if counting.best is not None and len(eligible) > counting.best:
        # Of equal rounds the earlier one counts; the total is the same.
        eligible.sort(key=lambda index: (-(points[index] or 0), index))
        eligible = eligible[: counting.best]
    counted = set(eligible)
    rounds = []
    won = deals = 0
    for index, played in enumerate(history):
        result = played.results.get(number)
        value = points[index]
        state: Literal["played", "out", "absent", "awaited"]
        if value is not None:
            state = "played"
        elif number in tables[index]:
            state = "awaited"
        elif number in played.seating.out:
            state = "out"
        else:
            state = "absent"
        if result is not None and index in counted:
            won += result.deals_won
            deals += result.deals
        rounds.append(
            RoundScore(
                state,
                value,
                0 if result is None else result.deals_won,
                tables[index].get(number),
                index in counted,
            )
        )
    kept = [value for index in counted if (value := points[index]) is not None]
    since = reached.since
    penalty = sum(each.points for each in entrant.penalties if _holds(each.round, since))
    adjustment = sum(each.points for each in entrant.adjustments if _holds(each.round, since))
    summed, best = _sum_and_best(kept)
    total = summed - penalty + adjustment
    return _Tally(
        entrant=entrant,
        reached=reached,
        enough=not counting.average or deals >= max(counting.least_deals, 1),
        total=Fraction(total, max(deals, 1)) if counting.average else total,
        points=summed,
        penalty=penalty,
        adjustment=adjustment,
        deals_won=won,
        deals=deals,
        best_round=best,
        rounds=tuple(rounds),
    )


def _sum_and_best(points: Sequence[Points]) -> tuple[Points, Points | None]:
    """Return the sum and the greatest, of fractions by their common denominator: that is fast."""
    if not points:
        return 0, None
    if all(isinstance(each, int) for each in points):
        return sum(points), max(points)
    common = lcm(*(each.denominator for each in points))
    whole = [each.numerator * (common // each.denominator) for each in points]
    return Fraction(sum(whole), common), Fraction(max(whole), common)


def _holds(given_in: int, since: int) -> bool:
    return since == 1 or given_in >= since


def _decide(key: Sequence[Points], following: Sequence[Points]) -> Decision:
    for index, (own, other) in enumerate(zip(key, following, strict=True)):
        if own != other:
            by = TIE_BREAKS[index]
            # Fewer points of penalties are better, so they are compared below zero.
            return Decision(by, -own, -other) if by == "penalty" else Decision(by, own, other)
    total = TIE_BREAKS.index("total")
    return Decision("shared", key[total], following[total])

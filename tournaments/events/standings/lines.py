"""The lines of standings, and what decides their order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple

from tournaments.events.rounds import Round
from tournaments.events.standings.entrants import Entrant, Points

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

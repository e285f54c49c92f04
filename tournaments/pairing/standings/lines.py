"""Lines of standings, and the tie-breaks that order them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple

from tournaments.pairing.rounds import Entrant, Points, Round
from tournaments.pairing.standings.tie_breaks import (
    TIE_BREAKS,
    USUAL,
    head_to_head,
    opponents_strength,
)

#: Criteria that can decide between two entrants. The first three always come first, in this order:
#:
#: * stage: the later stage reached, in formats with stages;
#: * least_deals: whether enough deals were played to be ranked, if the average counts;
#: * total: the points after penalties and adjustments.
#:
#: `TIE_BREAKS` follow in the order chosen for the event. Before best_round comes
#:
#: * played: whether the entrant played at all, since otherwise there is no best round.
CRITERIA: Final = ("stage", "least_deals", "total", "played", *TIE_BREAKS)


#: An entrant's part in a round.
RoundState = Literal["played", "out", "absent", "skipped", "awaited"]


@dataclass(frozen=True, slots=True)
class StageReached:
    """Stage that an entrant reached: its level, its name, and the first round that counts."""

    #: A higher level ranks above every lower one.
    level: int
    #: Name of the stage, such as "final".
    stage: str
    #: First round that counts for the place within the level, from 1.
    since: int = 1


@dataclass(frozen=True, slots=True)
class CountingRule:
    """Rule that decides which results count and how they make the total."""

    #: Number of an entrant's best rounds that count; None for all.
    best: int | None = None
    #: Whether the total is the average number of points per deal.
    average: bool = False
    #: Minimum number of deals to be ranked with the others, if the average counts.
    least_deals: int = 0


class RoundScore(NamedTuple):
    """An entrant's part in one round: state, points and table."""

    #: "absent": the entrant had left, not yet joined, or been eliminated; "skipped": the entrant
    #: chose not to play; "awaited": the result of the table is missing.
    state: RoundState
    #: None if the entrant did not play.
    points: Points | None
    deals_won: int
    #: Table number, from 1.
    table: int | None
    #: Whether the round counts for the total.
    counts: bool


class Decision(NamedTuple):
    """The tie-break between an entrant and the next, with both values, or a shared place."""

    #: One of `CRITERIA`, or "shared" if nothing decides.
    by: str
    #: The compared values: of the entrant, and of the next one.
    own: Points
    other: Points


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line of the standings: place, rounds, and the parts of the total.

    total = points − penalty + adjustment; if the average counts, this is divided by `deals`.
    """

    entrant: int
    #: From 1; after two who share the second place follows the fourth.
    place: int
    shared: bool
    total: Points
    #: Sum of the points of the rounds that count.
    points: Points
    #: Penalty points, never negative.
    penalty: int
    adjustment: int
    deals_won: int
    deals: int
    #: Best result of a round that counts; None without one.
    best_round: Points | None
    #: Level of the stage reached; higher levels rank higher. 0 in formats without stages.
    level: int
    stage: str
    #: Place before the deciding stage began; None if not applicable.
    place_before: int | None
    #: Whether the entrant is still in.
    still_in: bool
    rounds: tuple[RoundScore, ...]
    #: What decides against the next line; None in the last line.
    decision: Decision | None
    #: Entrant of the next line if its total is the same and it reached the same stage.
    tied_with: int | None = None


class _Tally(NamedTuple):
    """An entrant's sums before ranking."""

    entrant: Entrant
    reached: StageReached
    enough: bool
    total: Points
    points: Points
    penalty: int
    adjustment: int
    deals_won: int
    deals: int
    best_round: Points | None
    rounds: tuple[RoundScore, ...]


_ANYWHERE: Final = StageReached(0, "")


def standings(
    history: Sequence[Round],
    entrants: Iterable[Entrant],
    *,
    scores: Sequence[Mapping[int, Points]] | None = None,
    counting: CountingRule = CountingRule(),
    reached: Mapping[int, StageReached] | None = None,
    places_before: Mapping[int, int] | None = None,
    tie_breaks: Sequence[str] = USUAL,
) -> tuple[Standing, ...]:
    """Return a line for each entrant, best first; those who share a place by entry number.

    `scores` has the points of each round if they differ from the nets. `reached` has the stage of
    each entrant in formats with stages. `tie_breaks` are some of `TIE_BREAKS`, first to last.
    """
    if scores is None:
        scores = [
            {number: result.net for number, result in played.results.items()} for played in history
        ]
    tables = [_table_numbers(played) for played in history]
    tallies = [
        _tally(
            entrant,
            history,
            scores,
            tables,
            counting=counting,
            stage_reached=(reached or {}).get(entrant.number),
        )
        for entrant in entrants
    ]
    keys = _compared_values(tallies, tie_breaks, history, scores)
    criteria = _criteria(tie_breaks)
    keyed = sorted(
        ((keys[tally.entrant.number], tally) for tally in tallies),
        key=lambda pair: (*(-value for value in pair[0]), pair[1].entrant.number),
    )
    lines: list[Standing] = []
    place = 0
    for index, (key, tally) in enumerate(keyed):
        tied_above = index > 0 and keyed[index - 1][0] == key
        following = keyed[index + 1] if index + 1 < len(keyed) else None
        decision = None if following is None else _decision(key, following[0], criteria)
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
                decision=decision,
                tied_with=None
                if following is None or decision is None or decision.by in CRITERIA[:3]
                else following[1].entrant.number,
            )
        )
    return tuple(lines)


def places(lines: Iterable[Standing]) -> dict[int, int]:
    """Return the place of each entrant, by entry number."""
    return {line.entrant: line.place for line in lines}


def changed_lines(before: Iterable[Standing], after: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the lines of `after` that are new or differ from the entrant's line before."""
    known = {line.entrant: line for line in before}
    return tuple(line for line in after if known.get(line.entrant) != line)


def _table_numbers(played: Round) -> dict[int, int]:
    """Return the table number, from 1, of each seated entrant."""
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
    counting: CountingRule,
    stage_reached: StageReached | None,
) -> _Tally:
    """Return an entrant's sums over the rounds; `scores` and `tables` have an item per round."""
    number = entrant.number
    reached = stage_reached or _ANYWHERE
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
        state: RoundState
        if value is not None:
            state = "played"
        elif number in tables[index]:
            state = "awaited"
        elif number in played.seating.out:
            state = "out"
        elif index + 1 in entrant.skipped:
            state = "skipped"
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
    penalty = sum(each.points for each in entrant.penalties if _counts_since(each.round, since))
    adjustment = sum(
        each.points for each in entrant.adjustments if _counts_since(each.round, since)
    )
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
    """Return the sum of the points, fast for fractions too, and their maximum or None."""
    if not points:
        return 0, None
    if all(isinstance(each, int) for each in points):
        return sum(points), max(points)
    common = lcm(*(each.denominator for each in points))
    whole = [each.numerator * (common // each.denominator) for each in points]
    return Fraction(sum(whole), common), Fraction(max(whole), common)


def _counts_since(round_number: int, first_round: int) -> bool:
    """Return whether a penalty or adjustment of that round counts since the stage began."""
    return first_round == 1 or round_number >= first_round


def _criteria(tie_breaks: Sequence[str]) -> list[str]:
    """Return all criteria of an event with these tie-breaks, in order."""
    criteria = ["stage", "least_deals", "total"]
    for each in tie_breaks:
        criteria += ["played", each] if each == "best_round" else [each]
    return criteria


def _compared_values(
    tallies: Sequence[_Tally],
    tie_breaks: Sequence[str],
    history: Sequence[Round],
    scores: Sequence[Mapping[int, Points]],
) -> dict[int, tuple[Points, ...]]:
    """Return the values of `_criteria` by entry number; higher is better.

    Values of head_to_head are comparable among entrants who are equal in everything before.
    """
    keys: dict[int, tuple[Points, ...]] = {
        tally.entrant.number: (tally.reached.level, int(tally.enough), tally.total)
        for tally in tallies
    }
    entrants = [tally.entrant for tally in tallies]
    for by in tie_breaks:
        if by == "head_to_head":
            found = _head_to_head_values(keys, history, scores)
        elif by == "opponents":
            found = dict(opponents_strength(entrants, history, scores))
        else:
            found = {}
        for tally in tallies:
            number = tally.entrant.number
            values: tuple[Points, ...]
            if by == "penalty":
                values = (-tally.penalty,)
            elif by == "deals_won":
                values = (tally.deals_won,)
            elif by == "best_round":
                values = (int(tally.best_round is not None), tally.best_round or 0)
            else:
                values = (found.get(number, 0),)
            keys[number] = (*keys[number], *values)
    return keys


def _head_to_head_values(
    keys: Mapping[int, tuple[Points, ...]],
    history: Sequence[Round],
    scores: Sequence[Mapping[int, Points]],
) -> dict[int, Points]:
    """Return the points against the others with an equal key, of entrants who share their key."""
    groups: defaultdict[tuple[Points, ...], list[int]] = defaultdict(list)
    for number, key in keys.items():
        groups[key].append(number)
    found: dict[int, Points] = {}
    for group in groups.values():
        if len(group) > 1:
            found |= head_to_head(group, history, scores)
    return found


def _decision(
    key: Sequence[Points], next_key: Sequence[Points], criteria: Sequence[str]
) -> Decision:
    """Return the first criterion that separates two consecutive lines, or a shared place."""
    for by, own, other in zip(criteria, key, next_key, strict=True):
        if own != other:
            # Fewer penalty points are better, so they are compared as negative numbers.
            return Decision(by, -own, -other) if by == "penalty" else Decision(by, own, other)
    total = criteria.index("total")
    return Decision("shared", key[total], next_key[total])

"""The cross-table of results between entrants, and the rounds of one entrant."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tournaments.events.core.models import Event
from tournaments.events.core.words import STAGES, plain, signed
from tournaments.events.standings.lines import arithmetic, decided, place_of
from tournaments.events.standings.sheet import EventSheet
from tournaments.events.standings.ties import explanation
from tournaments.pairing.standings.lines import Standing

#: With more entrants, results against each opponent are only on each entrant's own page.
MOST_IN_GRID = 40


@dataclass(frozen=True, slots=True)
class CrossTablePoints:
    """An entrant's lead in a round over an opponent at the same table, as texts."""

    points: str
    round: str
    #: The full sentence, for a tooltip.
    words: str


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """One entrant's row of the cross-table."""

    place: str
    name: str
    url: str
    is_own: bool
    #: Cells in the order of the rows; None on the diagonal.
    cells: Sequence[Sequence[CrossTablePoints] | None]


def cross_table_rows(event: Event, sheet: EventSheet, own_number: int) -> list[CrossTableRow]:
    """Return the cross-table, best first; empty without rounds or for more than 40 entrants."""
    if not sheet.history or len(sheet.lines) > MOST_IN_GRID:
        return []
    met = sheet.met
    order = [line.entrant for line in sheet.lines]
    return [
        CrossTableRow(
            place=place_of(line),
            name=sheet.entries[line.entrant].name_with_tag,
            url=reverse("event_standing", args=[event.slug, line.entrant]),
            is_own=line.entrant == own_number,
            cells=[
                None
                if other == line.entrant
                else [
                    CrossTablePoints(
                        points=signed(each.own - each.other),
                        round=pgettext("round, short", "R%(number)s") % {"number": each.round},
                        words=_("Round %(round)s with %(name)s: %(own)s to %(other)s")
                        % {
                            "round": each.round,
                            "name": sheet.entries[other].name,
                            "own": signed(each.own),
                            "other": signed(each.other),
                        },
                    )
                    for each in met.get(line.entrant, {}).get(other, ())
                ]
                for other in order
            ],
        )
        for line in sheet.lines
    ]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of one entrant in texts: table, points and opponents."""

    number: int
    stage: str
    table: str
    points: str
    is_minus: bool
    deals_won: str
    #: Whether it does not count for the total.
    is_dropped: bool
    #: Name, URL and result of the other players at the table.
    opponents: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty with its reason."""

    name: str
    points: str
    #: In which round it was given, and whether it was removed.
    when: str
    reason: str
    is_reversed: bool


@dataclass(frozen=True, slots=True)
class LinePart:
    """One entrant's line of the standings with its calculation."""

    place: str
    name: str
    has_bot_tag: bool
    total: str
    #: After which round the entrant left; empty if still in.
    gone: str
    tie_breaks: Sequence[tuple[str, str]]
    #: What decided against the entrant above, and against the one below.
    above: str
    below: str
    rounds: Sequence[PlayedRound]
    penalties: Sequence[PenaltyLine]


def line_part(
    event: Event, sheet: EventSheet, standing: Standing, *, own_number: int, runs_event: bool
) -> LinePart:
    """Return the entrant's standing with its calculation, round by round.

    :param own_number: the number of the reader's entry; 0 for none
    :param runs_event: whether the reader runs the event
    """
    entry, index = sheet.entries[standing.entrant], sheet.lines.index(standing)
    above = sheet.lines[index - 1] if index else None
    below = sheet.lines[index + 1] if index + 1 < len(sheet.lines) else None
    return LinePart(
        place=place_of(standing),
        name=entry.name,
        has_bot_tag=entry.has_bot_tag,
        total=signed(standing.total),
        gone=(
            "" if entry.left is None else _("left after round %(round)s") % {"round": entry.left}
        ),
        tie_breaks=_tie_breaks(standing),
        above="" if above is None else _neighbour_line(sheet, above, above),
        below="" if below is None else _neighbour_line(sheet, below, standing),
        rounds=_played_rounds(event, sheet, standing),
        penalties=penalty_lines(
            sheet, standing.entrant, own_number=own_number, runs_event=runs_event
        ),
    )


def _neighbour_line(sheet: EventSheet, neighbour: Standing, upper: Standing) -> str:
    """Return between which two players in the standings something decided, and what.

    :param upper: the upper line of the two
    """
    said = explanation(upper, sheet.entries)
    if said:
        return said
    is_above = neighbour is upper
    line = _("Behind %(name)s: %(decision)s") if is_above else _("Ahead of %(name)s: %(decision)s")
    return line % {
        "name": sheet.entries[neighbour.entrant].name,
        "decision": decided(upper.decision),
    }


def _tie_breaks(line: Standing) -> list[tuple[str, str]]:
    """Return (label, value) of what decides the entrant's place, in the order of weight."""
    said = arithmetic(line)
    total = f"{said} = {signed(line.total)}" if said else signed(line.total)
    best = next(
        (
            at
            for at, each in enumerate(line.rounds, 1)
            if each.counts and each.points == line.best_round
        ),
        0,
    )
    found = [
        (_("Round points"), signed(line.points)),
        (_("Total"), total),
        (_("Penalty points"), str(line.penalty)),
        (
            _("Deals won"),
            _("%(won)s of %(deals)s") % {"won": line.deals_won, "deals": line.deals},
        ),
    ]
    if best:
        found.append(
            (
                _("Best round"),
                _("%(points)s in round %(round)s")
                % {"points": signed(line.best_round), "round": best},
            )
        )
    if line.stage:
        found.insert(0, (_("Stage reached"), str(STAGES.get(line.stage, line.stage))))
    if line.place_before is not None:
        found.insert(1, (_("Place before the final"), str(line.place_before)))
    return found


#: Words for a round without points.
_WITHOUT = {
    "out": gettext_noop("sat out"),
    "awaited": gettext_noop("pending"),
    "absent": gettext_noop("not in the event"),
    "skipped": gettext_noop("skipped"),
}


def _played_rounds(event: Event, sheet: EventSheet, standing: Standing) -> list[PlayedRound]:
    """Return each round with the entrant's result and opponents."""
    found = []
    for number, (score, played) in enumerate(zip(standing.rounds, sheet.history, strict=True), 1):
        here = () if score.table is None else played.seating.tables[score.table - 1]
        is_played = score.state == "played"
        result = played.results.get(standing.entrant)
        points = {each.entrant: each.rounds[number - 1].points for each in sheet.lines}
        found.append(
            PlayedRound(
                number=number,
                stage=str(STAGES.get(played.stage, played.stage)) if played.stage else "",
                table="" if score.table is None else str(score.table),
                points=signed(score.points) if is_played else _(_WITHOUT[score.state]),
                is_minus=score.points is not None and score.points < 0,
                deals_won="" if result is None else f"{result.deals_won} / {result.deals}",
                is_dropped=is_played and not score.counts,
                opponents=[
                    (_("A bot"), "", "")
                    if each is None
                    else (
                        sheet.entries[each].name_with_tag,
                        reverse("event_standing", args=[event.slug, each]),
                        "" if points.get(each) is None else signed(points[each]),
                    )
                    for each in here
                    if each != standing.entrant
                ],
            )
        )
    return found


def penalty_lines(
    sheet: EventSheet, entrant_number: int | None = None, *, own_number: int, runs_event: bool
) -> list[PenaltyLine]:
    """Return penalties, even removed ones; reasons only for organizers and the penalized entrant.

    :param entrant_number: the entrant whose penalties are returned; None for all entrants
    :param own_number: the number of the reader's entry, 0 for none; readers see their own reasons
    :param runs_event: whether the reader runs the event and sees all reasons
    """
    return [
        PenaltyLine(
            name=sheet.entries[entrant].name_with_tag,
            points=plain(-each.points),
            when=_penalty_when(each.round, is_reversed=each.reversed_at is not None),
            reason=each.reason if runs_event or entrant == own_number else "",
            is_reversed=each.reversed_at is not None,
        )
        for entrant, given in sorted(sheet.penalties.items())
        for each in given
        if entrant_number is None or entrant == entrant_number
    ]


def _penalty_when(number: int, *, is_reversed: bool) -> str:
    """Return in which round a penalty was given (0: before the first), and if it was removed."""
    if number:
        words = _("round %(round)s (removed)") if is_reversed else _("round %(round)s")
        return words % {"round": number}
    return _("before the first round (removed)") if is_reversed else _("before the first round")

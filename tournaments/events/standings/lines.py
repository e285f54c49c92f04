"""Standings: their lines, and what decided each place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language, gettext_noop, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.events.core.models import Event
from tournaments.events.core.words import plain, signed
from tournaments.events.rounds.models import EventRound
from tournaments.events.standings.sheet import KEPT_SHEETS, EventSheet
from tournaments.events.standings.stages import stage_label
from tournaments.events.standings.ties import explanation
from tournaments.pairing.formats.league import has_played
from tournaments.pairing.standings.lines import Decision, RoundScore, Standing


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of an event's standings, with most values as texts."""

    #: The number of the entry.
    number: int
    url: str
    #: Sort key of the lines: by place, ties by number.
    order: int
    place: str
    name: str
    has_bot_tag: bool
    is_own: bool
    total: str
    is_minus: bool
    #: The calculation of the total, if it is more than the sum of the rounds.
    sum: str
    penalty: str
    deals_won: int
    deals: int
    best: str
    rounds: Sequence[str]
    #: What decided between this line and the next.
    decided: str
    #: Why this line is above the next one with the same total; empty without a tie.
    why: str = ""
    #: "Tie-break", or "Tied" if the place is shared.
    why_label: str = ""
    #: Stage that the entrant reached; empty in formats without stages.
    reached: str = ""


def standing_lines(sheet: EventSheet, own_number: int) -> list[StandingLine]:
    """Return the lines of the standings in the reader's language. No query.

    :param own_number: the number of the reader's entry, 0 for none
    """
    return [
        replace(line, is_own=True) if line.number == own_number else line
        for line in lines_of(sheet)
    ]


def lines_of(sheet: EventSheet) -> Sequence[StandingLine]:
    """Return the lines of the standings in the reader's language, none marked as own. Cached."""
    return _lines_in(sheet, get_language())


@lru_cache(KEPT_SHEETS)
def _lines_in(sheet: EventSheet, _language: str | None) -> Sequence[StandingLine]:
    """Return the lines in the active language, which is this one."""
    return [_standing_line(sheet, line) for line in sheet.lines]


def has_skips(sheet: EventSheet) -> bool:
    """Return whether an entrant skipped a round, which the lists show as “–”."""
    return any(each.state == "skipped" for line in sheet.lines for each in line.rounds)


def place_of(standing: Standing) -> str:
    """Return the place as lists show it: "2", or "2=" for a tie."""
    return f"{standing.place}=" if standing.shared else str(standing.place)


def arithmetic(standing: Standing) -> str:
    """Return how points, penalties and adjustments add up, as text; empty for only points."""
    if not (standing.penalty or standing.adjustment):
        return ""
    said = signed(standing.points)
    if standing.penalty:
        said += f" − {standing.penalty}"
    if standing.adjustment:
        said += f" {'+' if standing.adjustment > 0 else '−'} {abs(standing.adjustment)}"
    return said


def _standing_line(sheet: EventSheet, standing: Standing) -> StandingLine:
    """Return an entrant's standing as a line that isn't marked as the reader's own."""
    entry = sheet.entries[standing.entrant]
    return StandingLine(
        number=entry.number,
        url=reverse("event_standing", args=[sheet.slug, entry.number]),
        order=standing.place * 10_000 + standing.entrant,
        place=place_of(standing),
        name=sheet.name_of(entry.number),
        has_bot_tag=entry.has_bot_tag,
        is_own=False,
        total=signed(standing.total),
        is_minus=standing.total < 0,
        sum=arithmetic(standing),
        penalty=f"−{standing.penalty}" if standing.penalty else "",
        deals_won=standing.deals_won,
        deals=standing.deals,
        best="" if standing.best_round is None else signed(standing.best_round),
        rounds=[_round_cell(each) for each in standing.rounds],
        decided=decided(standing.decision),
        why=explanation(standing, sheet.entries) if has_played(standing) else "",
        why_label=_why_label(standing),
        reached=stage_label(sheet, standing) if sheet.has_stages else "",
    )


def _why_label(standing: Standing) -> str:
    """Return what the explanation of a tie is about."""
    is_shared = standing.decision is not None and standing.decision.by == "shared"
    return pgettext("equal totals", "Tied") if is_shared else _("Tie-break")


def house_line(event: Event) -> str:
    """Return a sentence on what the club paid for sit-outs; empty if nothing. One query.

    Together with it, the totals of the standings add up to those of the tables.
    """
    if not event.sit_out_points:
        return ""
    published = event.rounds.exclude(status=EventRound.Status.PROPOSED)
    times = sum(len(each.seated.out) for each in published)
    if not times:
        return ""
    return ngettext(
        "Club: %(points)s for %(count)d sit-out.",
        "Club: %(points)s for %(count)d sit-outs.",
        times,
    ) % {"points": signed(-times * event.sit_out_points), "count": times}


def _round_cell(score: RoundScore) -> str:
    """Return an entrant's points in a round as text, or a word or sign for a round not played."""
    if score.state == "played":
        return signed(score.points)
    return {"out": _("sat out"), "awaited": "…"}.get(score.state, "–")


_DECIDED: Final = {
    "stage": gettext_noop("advanced further"),
    "least_deals": gettext_noop("played enough deals"),
    "total": gettext_noop("ahead by %(gap)s"),
    "penalty": gettext_noop("tied on points; fewer penalty points: %(own)s to %(other)s"),
    "deals_won": gettext_noop("tied on points; more deals won: %(own)s to %(other)s"),
    "played": gettext_noop("tied on points; ahead because the other player hasn’t played"),
    "best_round": gettext_noop("tied on points; best round: %(own)s to %(other)s"),
    "head_to_head": gettext_noop("tied on points; head to head: %(own)s to %(other)s"),
    "opponents": gettext_noop("tied on points; opponents’ average: %(own)s to %(other)s"),
    "shared": gettext_noop("tied"),
}


def decided(decision: Decision | None) -> str:
    """Return what decides between a line and the next; empty for the last line."""
    if decision is None:
        return ""
    own, other = decision.own, decision.other
    if decision.by == "penalty":
        # Compared as negative numbers, shown as positive ones.
        own, other = max(own, -own), max(other, -other)
    return _(_DECIDED[decision.by]) % {
        "gap": plain(own - other),
        "own": plain(own),
        "other": plain(other),
    }

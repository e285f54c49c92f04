"""The projector view of an event: the essentials in large type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.sorting import sorted_by
from tournaments.events.core.announcements import shown_text
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.desk.table_cards import milliseconds
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.tables import SeatedTable, is_paused, round_part
from tournaments.events.standings.lines import StandingLine, lines_of
from tournaments.events.standings.podium import Step, podium
from tournaments.events.standings.sheet import EventSheet
from tournaments.events.standings.stages import group_names
from tournaments.events.standings.title_race import finality

#: Announcements longer than this many characters are shown smaller.
LONG: Final = 120

_Status = Event.Status
#: Headlines before sign-up and after the end.
_IDLE: Final = {
    _Status.DRAFT: gettext_noop("Draft"),
    _Status.FINISHED: gettext_noop("The event is over"),
    _Status.CANCELLED: gettext_noop("The event was cancelled"),
}


@dataclass(frozen=True, slots=True)
class ProjectorPart:
    """Content of the projector view."""

    #: What is going on, and its progress.
    headline: str
    detail: str
    #: The latest announcement, and when, in milliseconds since 1970; 0 for none.
    announced: str
    announced_at: int
    is_long: bool
    #: The seating of the running round, its title and when it started.
    tables: Sequence[SeatedTable]
    seats_title: str
    started_at: int
    out: str
    people: Sequence[Entry]
    standings: Sequence[StandingLine]
    standings_title: str
    #: Whether they are final, and what is missing, as a sentence.
    finality: str
    #: The first three places, once the event is over.
    podium: Sequence[Step] = ()


def projector_part(
    event: Event,
    names: Mapping[int, Entry],
    rounds: Sequence[EventRound],
    sheet: EventSheet,
    records: Sequence[EventRecord],
) -> ProjectorPart:
    """Return the current content of the projector view, in the reader's language. No query.

    :param rounds: the published rounds, newest first
    """
    newest = rounds[0] if rounds else None
    is_running = newest is not None and newest.status == EventRound.Status.RUNNING
    part = None if newest is None else round_part(event, newest, names, 0, group_names(sheet))
    tables = part.tables if part is not None and is_running else ()
    headline, detail = _headline_and_detail(event, names, newest, tables)
    said = next((each for each in records if each.deed == EventRecord.Deed.ANNOUNCED), None)
    announced = "" if said is None else shown_text(said.text)
    has_results = any(each.state == "played" for line in sheet.lines for each in line.rounds)
    is_final = event.status == _Status.FINISHED
    return ProjectorPart(
        headline=headline,
        detail=detail,
        announced=announced,
        announced_at=0 if said is None else milliseconds(said.at),
        is_long=len(announced) > LONG,
        tables=tables,
        seats_title=part.title if part is not None else "",
        started_at=milliseconds(newest.started_at) if newest is not None else 0,
        out=part.out if part is not None and is_running else "",
        people=[] if rounds else _signed_up_people(event, names),
        standings=lines_of(sheet) if has_results else (),
        standings_title=_("Final standings") if is_final else _("Standings"),
        finality=finality(event, sheet),
        podium=podium(sheet),
    )


def _signed_up_people(event: Event, names: Mapping[int, Entry]) -> list[Entry]:
    """Return the players signed up or checked in, by name; empty for drafts and past events."""
    if event.status not in (_Status.OPEN, _Status.CHECK_IN, _Status.RUNNING):
        return []
    people = [each for each in names.values() if each.status in Entry.PLACED_STATUSES]
    return sorted_by(people, lambda each: each.name)


def _headline_and_detail(
    event: Event,
    names: Mapping[int, Entry],
    newest: EventRound | None,
    tables: Sequence[SeatedTable],
) -> tuple[str, str]:
    """Return two texts: what is going on in the event, and its progress, which may be empty."""
    statuses = [each.status for each in names.values()]
    here, awaited = statuses.count(Entry.Status.HERE), statuses.count(Entry.Status.ENTERED)
    if event.status == _Status.CHECK_IN:
        counts = {"here": here, "all": here + awaited}
        return _("Check-in"), _("%(here)s of %(all)s checked in") % counts
    if event.status == _Status.OPEN:
        entered = here + awaited
        said = ngettext("%(count)d signed up", "%(count)d signed up", entered)
        return _("Sign-up is open"), said % {"count": entered}
    if event.status != _Status.RUNNING:
        return _(_IDLE[_Status(event.status)]), ""
    if newest is None:
        return _("Seating for the first round is coming soon"), ""
    number = {"round": newest.number}
    if not tables:
        return _("Round %(round)s is over") % number, _("Seating for the next round is coming soon")
    if is_paused(newest):
        return _("Round %(round)s in progress") % number, _("All tables are paused")
    counts = {"done": sum(each.is_over for each in tables), "all": len(tables)}
    done = _("%(done)s of %(all)s tables finished") % counts
    return _("Round %(round)s in progress") % number, done

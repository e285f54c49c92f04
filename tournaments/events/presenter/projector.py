"""An event as a projector shows it to a room: little, and in large type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.sorting import sorted_by
from tournaments.events.models import Entry, Event, EventRecord, EventRound
from tournaments.events.presenter.live import milliseconds
from tournaments.events.presenter.places import EntrantLine, lines_of
from tournaments.events.presenter.tables import SeatedTable, round_part
from tournaments.events.sheets import EventSheet

#: What is announced in more letters is shown smaller.
LONG: Final = 120

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class ProjectorPerson:
    """Somebody who has entered, before the first round."""

    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class ProjectorPart:
    """What everybody in the room is shown."""

    #: What happens now, and how far it is.
    headline: str
    detail: str
    #: What was announced last, and when, in milliseconds since 1970; 0 for nothing.
    announced: str
    announced_at: int
    is_long: bool
    #: The seating of the round that is played, what it is called and when it began.
    tables: Sequence[SeatedTable]
    seats_title: str
    started_at: int
    out: str
    people: Sequence[ProjectorPerson]
    standings: Sequence[EntrantLine]
    standings_title: str


def projector_part(
    event: Event,
    names: Mapping[int, Entry],
    rounds: Sequence[EventRound],
    sheet: EventSheet,
    records: Sequence[EventRecord],
) -> ProjectorPart:
    """Return what is shown now, in the reader's language. No query.

    :param rounds: those that were published, the newest first
    """
    newest = rounds[0] if rounds else None
    is_running = newest is not None and newest.status == EventRound.Status.RUNNING
    part = round_part(event, newest, names, 0) if newest is not None else None
    tables = part.tables if part is not None and is_running else ()
    headline, detail = _now(event, names, newest, tables)
    said = next((each for each in records if each.deed == EventRecord.Deed.ANNOUNCED), None)
    has_results = any(each.state == "played" for line in sheet.lines for each in line.rounds)
    is_final = event.status == _Status.FINISHED
    return ProjectorPart(
        headline=headline,
        detail=detail,
        announced="" if said is None else said.text,
        announced_at=0 if said is None else milliseconds(said.at),
        is_long=said is not None and len(said.text) > LONG,
        tables=tables,
        seats_title=part.title if part is not None else "",
        started_at=milliseconds(newest.started_at) if newest is not None else 0,
        out=part.out if part is not None and is_running else "",
        people=[] if rounds else _people(event, names),
        standings=lines_of(sheet) if has_results else (),
        standings_title=_("Final standings") if is_final else _("Standings"),
    )


def _people(event: Event, names: Mapping[int, Entry]) -> list[ProjectorPerson]:
    if event.status not in (_Status.OPEN, _Status.CHECK_IN, _Status.RUNNING):
        return []
    taking_part = (Entry.Status.ENTERED, Entry.Status.HERE)
    people = [each for each in names.values() if each.status in taking_part]
    return [
        ProjectorPerson(each.name, each.status == Entry.Status.HERE)
        for each in sorted_by(people, lambda each: each.name)
    ]


def _now(
    event: Event,
    names: Mapping[int, Entry],
    newest: EventRound | None,
    tables: Sequence[SeatedTable],
) -> tuple[str, str]:
    """Return what happens now, and how far it is."""
    statuses = [each.status for each in names.values()]
    here, awaited = statuses.count(Entry.Status.HERE), statuses.count(Entry.Status.ENTERED)
    if event.status == _Status.CHECK_IN:
        counts = {"here": here, "all": here + awaited}
        return _("Check-in"), _("%(here)s of %(all)s are here") % counts
    if event.status == _Status.OPEN:
        entered = here + awaited
        said = ngettext("%(count)d has entered", "%(count)d have entered", entered)
        return _("Open for entries"), said % {"count": entered}
    if event.status != _Status.RUNNING:
        return event.get_status_display().capitalize(), ""
    if newest is None:
        return _("The first round is seated soon"), ""
    number = {"round": newest.number}
    if not tables:
        return _("Round %(round)s is over") % number, _("The next round is seated soon.")
    counts = {"done": sum(each.is_over for each in tables), "all": len(tables)}
    done = _("%(done)s of %(all)s tables done") % counts
    return _("Round %(round)s is being played") % number, done

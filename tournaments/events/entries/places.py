"""Places in an event, and the waiting list.

A free place goes to the entrant who has waited longest since their latest sign-up, never to a new
entrant while others wait. If the place means a seat right away, entrants who have not agreed to
the terms of an event with a stake are skipped.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max

from tournaments.events.core.format_input import is_night, sign_up_now
from tournaments.events.core.locking import LockedEvent
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.terms.selectors import terms_now

_Status = Entry.Status


def next_round(event: LockedEvent) -> int:
    """Return the number of the first round that is not yet published."""
    return event.row.rounds.exclude(status="proposed").count() + 1


def place_or_queue(event: LockedEvent, new_entries: Sequence[Entry]) -> None:
    """Give each new entry a place, or the next number on the waiting list.

    Entrants who already wait come first.

    The caller stores the new entries and, while the event is running, updates the proposed round.
    """
    line = _waiting_line(event)
    first_new = len(line)
    line += new_entries
    free = _free_places(event, len(line))
    _give_places(event, line[: min(free, first_new)])
    placed, left = line[first_new:free], line[max(free, first_new) :]
    coming = next_round(event) if event.row.status == Event.Status.RUNNING and placed else 1
    for entry in placed:
        _give_place(event.row, entry, coming)
    if left:
        last = event.row.entries.aggregate(last=Max("waiting_number"))["last"] or 0
        for number, entry in enumerate(left, last + 1):
            entry.status, entry.waiting_number, entry.waits_here = _Status.WAITING, number, False


def return_or_queue(event: LockedEvent, entry: Entry) -> None:
    """Give a returning entrant a place, or the next number on the waiting list.

    Waiting entrants come first while the format allows late entry.

    The caller stores the entry.
    """
    if _free_places(event, 1) and not sign_up_now(event.row).fills_places:
        _give_place(event.row, entry, next_round(event))
    else:
        place_or_queue(event, [entry])


def give_up_returning(entries: Iterable[Entry]) -> None:
    """Remove returning entrants from the waiting list when a round is published.

    They can undo their departure only until then, since they have now missed a round.
    """
    late = [each for each in entries if each.status == _Status.WAITING and each.left is not None]
    for entry in late:
        entry.status, entry.waits_here = _Status.WITHDRAWN, False
    if late:
        Entry.objects.bulk_update(late, ["status", "waits_here"])


def fill_places(event: LockedEvent) -> list[Entry]:
    """Give free places to the entrants who have waited longest; notify and return them.

    In a running event no entrant moves up once its format allows no late entry.
    """
    line = _waiting_line(event)
    if not line:
        return []
    if event.row.status == Event.Status.RUNNING and not sign_up_now(event.row).fills_places:
        return []
    moved = line[: _free_places(event, len(line))]
    _give_places(event, moved)
    return moved


def fill_no_show_places(event: LockedEvent) -> None:
    """Give free places at the start to waiting entrants who have checked in, and to bots."""
    line = [each for each in _waiting_line(event, is_starting=True) if each.waits_here or each.bot]
    moved = line[: _free_places(event, len(line))]
    _give_places(event, moved, is_starting=True)


def _waiting_line(event: LockedEvent, *, is_starting: bool = False) -> list[Entry]:
    """Return the waiting entrants in order; at or after the start, only those who may be seated."""
    found = list(event.row.entries.filter(status=_Status.WAITING))
    if found and (is_starting or event.row.status == Event.Status.RUNNING):
        now = terms_now(event.row)
        found = [each for each in found if now.may_sit(each)]
    return sorted(found, key=lambda each: each.waiting_order)


def _free_places(event: LockedEvent, limit: int) -> int:
    """Return the number of free places, up to `limit`; `limit` itself without a player limit."""
    entry_limit = event.row.entry_limit
    if entry_limit is None or limit == 0:
        return limit
    taken = event.row.entries.filter(status__in=Entry.PLACED_STATUSES).count()
    return min(limit, max(0, entry_limit - taken))


def _give_places(
    event: LockedEvent, entries: Sequence[Entry], *, is_starting: bool = False
) -> None:
    """Give these waiting entrants a place, and log and notify it."""
    if not entries:
        return
    coming = next_round(event)
    for entry in entries:
        _give_place(event.row, entry, coming, is_starting=is_starting)
    Entry.objects.bulk_update(entries, ["status", "joined", "left", "waits_here"])
    EventRecord.objects.bulk_create(
        EventRecord(
            event=event.row, actor=event.person, deed=EventRecord.Deed.MOVED_UP, entry=entry
        )
        for entry in entries
    )
    plays_now = is_starting or event.row.status == Event.Status.RUNNING
    params: dict[str, Any] = {"round": coming} if plays_now else {}
    notify(event, EventKind.MOVED_UP, [entry.user_id for entry in entries], **params)


def _give_place(row: Event, entry: Entry, first_round: int, *, is_starting: bool = False) -> None:
    """Set the entry to have a place from round `first_round` on; the caller stores it."""
    is_running = row.status == Event.Status.RUNNING
    checks_in = row.status == Event.Status.CHECK_IN
    is_there = entry.waits_here or entry.user_id is None
    if is_running or is_starting or (checks_in and is_there):
        entry.status = _Status.HERE
    else:
        entry.status = _Status.ENTERED
    if entry.left is not None:
        # The entrant left and came back before the next round, so they have missed nothing.
        entry.left = None
    elif is_running and not is_night(row):
        entry.joined = first_round
    entry.waits_here = False

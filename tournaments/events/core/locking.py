"""Shared parts of the event services: caller checks and the lock for changing an event."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.db import transaction
from django.db.models import Max

from accounts.caller import Caller
from accounts.models import User
from accounts.names import name_fault
from games.common.denials import Denial, DeniedError, calling_user
from games.common.wording import check_flaw, checked_reason, checked_remark
from tournaments.clubs.policy import Right, may
from tournaments.clubs.selectors import role_of
from tournaments.events.core import topics
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry

#: Result of a service: None on success, or a denial.
Answer: TypeAlias = Denial | None


class LockedEvent:
    """An event whose row is locked while a service changes it, with the acting user."""

    def __init__(self, row: Event, person: User | None) -> None:
        self.row = row
        #: The acting user; None for automatic changes.
        self.person = person
        #: Set by a service that changed nothing: the event keeps its version.
        self.is_unchanged = False

    @property
    def actor(self) -> User:
        """Return the acting user; automatic changes must not read it."""
        assert self.person is not None, "a user asks for it"
        return self.person

    def entry(self, number: int) -> Entry:
        """Return the event's entry with this number; raise `DeniedError` if there is none."""
        found = self.row.entries.filter(number=number).first()
        if found is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        return found

    def next_number(self) -> int:
        """Return the next free entry number."""
        return int(self.row.entries.aggregate(last=Max("number"))["last"] or 0) + 1

    def check_status(self, *allowed: str, code: EventCode = EventCode.NOT_NOW) -> None:
        """Raise `DeniedError` unless the event has one of these statuses.

        The code is OVER if the event has ended, else `code`.
        """
        if self.row.status in Event.OVER_STATUSES and self.row.status not in allowed:
            raise DeniedError(EventCode.OVER)
        if self.row.status not in allowed:
            raise DeniedError(code)

    def note(
        self,
        deed: EventRecord.Deed,
        entry: Entry | None = None,
        text: str = "",
        **params: str | int | list[str] | list[list[str]],
    ) -> None:
        """Append an activity to the event's log, as done by the acting user."""
        EventRecord.objects.create(
            event=self.row, actor=self.person, deed=deed, entry=entry, text=text, params=params
        )

    def set_status(self, status: Event.Status, deed: EventRecord.Deed, text: str = "") -> None:
        """Set the status on the event's row, which `locked_event` saves, and log the change."""
        self.row.status = status
        self.note(deed, text=text)


def require_user(caller: Caller) -> User:
    """Return the user who is calling; raise `DeniedError` without one."""
    return calling_user(caller, EventCode.UNKNOWN)


def check_organizer(person: User, club_id: int) -> None:
    """Raise `DeniedError` unless the user is an organizer of the club."""
    if not may(role_of(club_id, person), Right.RUN_EVENTS):
        raise DeniedError(EventCode.NOT_ALLOWED)


def check_accepted(entry: Entry) -> None:
    """Raise `DeniedError` if the entrant is only invited and has not accepted."""
    if entry.status == Entry.Status.INVITED:
        raise DeniedError(EventCode.NOT_ACCEPTED, name=entry.name)


def require_reason(reason: str) -> str:
    """Return the cleaned reason; raise `DeniedError` if it is missing or contains no letter."""
    return checked_reason(
        reason,
        EventRecord.TEXT_LENGTH,
        missing_code=EventCode.NO_REASON,
        flaw_code=EventCode.WORDING_FLAWED,
    )


def clean_remark(text: str) -> str:
    """Return the cleaned remark, maybe empty; raise `DeniedError` for unsuitable characters."""
    return checked_remark(text, EventRecord.TEXT_LENGTH, flaw_code=EventCode.WORDING_FLAWED)


def require_name(name: str) -> str:
    """Return the cleaned name of a player without an account, cut to the maximum length.

    Raise `DeniedError` if it is missing or not allowed as a name.
    """
    name = " ".join(name.split())[: Entry.NAME_LENGTH].strip()
    if not name:
        raise DeniedError(EventCode.NAME_MISSING)
    check_flaw(name_fault(name), EventCode.WORDING_FLAWED)
    return name


@contextmanager
def locked_event(
    event_id: int,
    caller: Caller | None = None,
    *,
    organizer: bool = False,
    in_closed_club: bool = False,
) -> Iterator[LockedEvent]:
    """Yield the event with its row locked; at the end, store and announce its next version.

    Raise `DeniedError` if the event is gone, its club is closed, or the caller has no permission.

    The version stays the same if the service sets `LockedEvent.is_unchanged`.

    :param caller: the acting caller; None for automatic changes
    :param organizer: whether only organizers of the club are allowed
    :param in_closed_club: whether the change is allowed after the club has closed
    :raises DeniedError: the event is gone, its club is closed, or the caller has no permission
    """
    person = None if caller is None else require_user(caller)
    with transaction.atomic():
        # The club's row stays unlocked: closing a club locks the rows of its events first.
        rows = Event.objects.select_for_update(of=("self",)).select_related("club")
        row = rows.filter(pk=event_id).first()
        if row is None:
            raise DeniedError(EventCode.NO_EVENT)
        if organizer:
            assert person is not None, "a user is calling"
            check_organizer(person, row.club_id)
        if row.club.closed_at is not None and not in_closed_club:
            raise DeniedError(EventCode.CLUB_CLOSED)
        changed = LockedEvent(row, person)
        yield changed
        if not changed.is_unchanged:
            raise_version(row)


def raise_version(row: Event) -> None:
    """Store a locked event's row with its next version, and announce that to open pages."""
    row.version += 1
    row.save()
    topics.event_changed(row.pk, row.version)

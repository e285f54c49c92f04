"""What all services of events share: who is asking, and the one way in which one is changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.db import transaction
from django.db.models import Max

from accounts.caller import Caller
from accounts.models import User
from accounts.names import fault
from games.common.denials import Denial, DeniedError
from games.common.wording import check_flaw, checked_reason, checked_remark
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.events import topics
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event, EventRecord

#: What a service answers: None when it was done, or why not.
Answer: TypeAlias = Denial | None

ENDED = (Event.Status.FINISHED, Event.Status.CANCELLED)


class EventChanging:
    """An event whose row is locked while a service changes it, or who takes part in it."""

    def __init__(self, row: Event, person: User | None) -> None:
        self.row = row
        #: Who asks for it; None for what happens by itself.
        self.person = person
        #: Set by a service that has found nothing to do: the event keeps its version.
        self.is_unchanged = False

    @property
    def actor(self) -> User:
        """Return the user who asks for the change; nothing that happens by itself may read it."""
        assert self.person is not None, "a user asks for it"
        return self.person

    def entry(self, number: int) -> Entry:
        """Return the entry of that number.

        :raises DeniedError: there is none
        """
        found = self.row.entries.filter(number=number).first()
        if found is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        return found

    def next_number(self) -> int:
        """Return the number of the next entry."""
        return int(self.row.entries.aggregate(last=Max("number"))["last"] or 0) + 1

    def check_status(self, *allowed: str, code: EventCode = EventCode.NOT_NOW) -> None:
        """Check that the event is at one of these points.

        :raises DeniedError: it is not
        """
        if self.row.status in ENDED and self.row.status not in allowed:
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
        """Append to the event's record."""
        EventRecord.objects.create(
            event=self.row, actor=self.person, deed=deed, entry=entry, text=text, params=params
        )

    def set_status(self, status: Event.Status, deed: EventRecord.Deed, text: str = "") -> None:
        """Let the event be at another point, and note it."""
        self.row.status = status
        self.note(deed, text=text)


def role_of(person: User, club_id: int) -> Role | None:
    """Return the role of the person in the club."""
    held = Membership.objects.filter(club=club_id, user=person).values_list("role", flat=True)
    found = held.first()
    return None if found is None else Role(found)


def known(caller: Caller) -> User:
    """Return the person who asks.

    :raises DeniedError: somebody unknown, or a browser whose session has ended
    """
    person = caller.person()
    if person is None:
        raise DeniedError(EventCode.UNKNOWN)
    return person


def check_organizer(person: User, club_id: int) -> None:
    """Check that the person runs events of the club.

    :raises DeniedError: they do not
    """
    if not may(role_of(person, club_id), Right.RUN_EVENTS):
        raise DeniedError(EventCode.NOT_ALLOWED)


def check_accepted(entry: Entry) -> None:
    """Check that the entrant has not merely been invited.

    :raises DeniedError: they have not accepted the invitation
    """
    if entry.status == Entry.Status.INVITED:
        raise DeniedError(EventCode.NOT_ACCEPTED, name=entry.name)


def said_why(reason: str) -> str:
    """Return the reason that somebody gave.

    :raises DeniedError: they gave none, or one without a letter
    """
    return checked_reason(
        reason,
        EventRecord.TEXT_LENGTH,
        missing=EventCode.NO_REASON,
        flawed=EventCode.WORDING_FLAWED,
    )


def said_something(text: str) -> str:
    """Return what somebody has to say, which may be nothing.

    :raises DeniedError: it cannot be shown
    """
    return checked_remark(text, EventRecord.TEXT_LENGTH, flawed=EventCode.WORDING_FLAWED)


def own_name(name: str) -> str:
    """Return the name of somebody without an account.

    :raises DeniedError: it is none, or one that nobody can have
    """
    name = " ".join(name.split())[: Entry.NAME_LENGTH].strip()
    if not name:
        raise DeniedError(EventCode.NAME_MISSING)
    check_flaw(fault(name), EventCode.WORDING_FLAWED)
    return name


@contextmanager
def changing(
    event_id: int,
    caller: Caller | None = None,
    *,
    organizer: bool = False,
    in_closed_club: bool = False,
) -> Iterator[EventChanging]:
    """Hold the event's row until the transaction ends; its version goes up and is announced.

    Not where the service finds nothing to do and says so by `EventChanging.is_unchanged`.

    :param caller: who asks for it; None for what happens by itself
    :param organizer: whether only those who run the club's events may ask for it
    :param in_closed_club: whether it can be done after the club has closed
    :raises DeniedError: the event is gone, its club is closed, or the caller may do nothing here
    """
    person = None if caller is None else known(caller)
    with transaction.atomic():
        # The club's row is not locked: who closes a club locks the rows of its events first.
        rows = Event.objects.select_for_update(of=("self",)).select_related("club")
        row = rows.filter(pk=event_id).first()
        if row is None:
            raise DeniedError(EventCode.NO_EVENT)
        if organizer:
            assert person is not None, "somebody asks for it"
            check_organizer(person, row.club_id)
        if row.club.closed_at is not None and not in_closed_club:
            raise DeniedError(EventCode.CLUB_CLOSED)
        changed = EventChanging(row, person)
        yield changed
        if not changed.is_unchanged:
            raise_version(row)


def raise_version(row: Event) -> None:
    """Store an event whose row is held, at its next version, and announce that."""
    row.version += 1
    row.save()
    topics.event_changed(row.pk, row.version)

"""Entries of users who leave a club, and events of a club that closes."""

from collections.abc import Sequence

from django.db.models import Q

from accounts.models import User
from tournaments.clubs.links import Departure
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core.locking import LockedEvent, raise_version
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_places
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, user_ids_of
from tournaments.events.terms.services import withdraw_agreement, withdraw_all


def withdraw_departed(club: Club, actor: User, user: User | None, departure: Departure) -> None:
    """Withdraw a user's entries in the club's events; without a user, cancel its upcoming events.

    In running events, players with a place stay to the end, and users on the waiting list are
    withdrawn.

    Part of the transaction that ends the membership. All these events of the club are locked, so a
    simultaneous sign-up is either found or refused; they were locked before the club's row. Drafts
    are not cancelled.
    """
    concerned = (
        Event.UPCOMING_STATUSES
        if user is None
        else (*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
    )
    found = Event.objects.select_for_update(of=("self",)).filter(club=club, status__in=concerned)
    coming = list(found.order_by("pk"))
    if user is None:
        for row in coming:
            if row.status != Event.Status.DRAFT:
                _cancel(LockedEvent(row, actor))
        return
    entries = Entry.objects.filter(event__in=coming, user=user)
    runs = Q(event__status=Event.Status.RUNNING)
    entries = entries.exclude(runs & Q(status__in=Entry.PLACED_STATUSES)).exclude(
        status=Entry.Status.WITHDRAWN
    )
    mine = {each.event_id: each for each in entries}
    organizer_ids = organizer_ids_of(club, excluded_user=actor.pk) if mine else []
    for row in coming:
        if row.pk in mine:
            _withdraw(LockedEvent(row, actor), mine[row.pk], departure, organizer_ids)


def organizer_ids_of(club: Club, excluded_user: int | None = None) -> list[int]:
    """Return the user IDs of the club's organizers, without one user. One query."""
    roles = [role.value for role in Role if may(role, Right.RUN_EVENTS)]
    found = Membership.objects.filter(club=club, role__in=roles).exclude(user=excluded_user)
    return list(found.order_by("pk").values_list("user", flat=True))


def _withdraw(
    event: LockedEvent, entry: Entry, departure: Departure, organizer_ids: Sequence[int]
) -> None:
    """Withdraw an entry, fill its place and notify organizers, and the user if removed."""
    had_place = entry.status in Entry.PLACED_STATUSES
    entry.status, entry.waits_here = Entry.Status.WITHDRAWN, False
    entry.save(update_fields=["status", "waits_here"])
    withdraw_agreement(event, entry)
    event.note(EventRecord.Deed.WITHDREW, entry, because=departure.value)
    notify(event, EventKind.ENTRANT_GONE, organizer_ids, entry.number, name=entry.name)
    if departure is Departure.REMOVED:
        notify(event, EventKind.WITHDRAWN, [entry.user_id])
    if had_place:
        fill_places(event)
    raise_version(event.row)


def _cancel(event: LockedEvent) -> None:
    """Cancel an upcoming event because its club closes, withdraw its entries and notify users."""
    people = user_ids_of(event)
    active = event.row.entries.exclude(status=Entry.Status.WITHDRAWN)
    active.update(status=Entry.Status.WITHDRAWN)
    withdraw_all(event)
    event.row.status = Event.Status.CANCELLED
    event.note(EventRecord.Deed.CANCELLED, because=Departure.CLOSED.value)
    notify(event, EventKind.CANCELLED, people, because=Departure.CLOSED.value)
    raise_version(event.row)


def coming_entered(club: Club, user: User | None) -> list[Event]:
    """Return the club's upcoming events that the user has joined; for None, all announced ones.

    Includes running events in which the user is waiting or has not accepted an invitation.
    """
    found = Event.objects.filter(club=club)
    coming = Q(status__in=(Event.Status.OPEN, Event.Status.CHECK_IN))
    if user is not None:
        mine = Entry.objects.filter(user=user).exclude(status=Entry.Status.WITHDRAWN)
        outside = mine.exclude(status__in=Entry.PLACED_STATUSES)
        coming &= Q(pk__in=mine.values("event"))
        coming |= Q(status=Event.Status.RUNNING, pk__in=outside.values("event"))
    return list(found.filter(coming).order_by("starts_at", "pk"))


def running_entered(club: Club, user: User | None) -> list[Event]:
    """Return the club's running events in which the user plays; None for all running ones."""
    found = Event.objects.filter(club=club, status=Event.Status.RUNNING)
    if user is not None:
        plays = Entry.objects.filter(user=user, status__in=Entry.PLACED_STATUSES)
        found = found.filter(pk__in=plays.values("event"))
    return list(found.order_by("starts_at", "pk"))

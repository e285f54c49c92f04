"""Queries for event pages: events, entries, rounds and activity."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import User
from games.common.prepared import prepared
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable

#: Maximum number of events on the home page; the calendar has all.
MAX_NEXT = 3


def event(slug: str) -> Event | None:
    """Return the event with that slug, with its club; None if there is none."""
    return Event.objects.filter(slug=slug).select_related("club").first()


def coming(club: Club, *, drafts: bool) -> QuerySet[Event]:
    """Return the query for the club's events not over, next first; drafts only if `drafts`."""
    found = Event.objects.filter(club=club).exclude(status__in=Event.OVER_STATUSES)
    if not drafts:
        found = found.exclude(status=Event.Status.DRAFT)
    return found.order_by("starts_at", "pk")


def lock_running_names(club_id: int) -> list[str]:
    """Lock the club's events that are not over; return the names of the running ones.

    The rows stay locked until the transaction ends; names are in order.
    """
    held = (
        Event.objects.select_for_update()
        .filter(club=club_id)
        .exclude(status__in=Event.OVER_STATUSES)
    )
    running = [each for each in held.order_by("pk") if each.status == Event.Status.RUNNING]
    return [each.name for each in sorted(running, key=lambda each: (each.starts_at, each.pk))]


def past(club: Club) -> QuerySet[Event]:
    """Return the query for the club's events that are over, the latest first."""
    return Event.objects.filter(club=club, status__in=Event.OVER_STATUSES).order_by(
        "-starts_at", "-pk"
    )


def next_of_clubs(user: User) -> list[Event]:
    """Return the next announced events of the user's clubs, at most `MAX_NEXT`. One query."""
    return _next_of_clubs(user.pk)


def coming_at(user: int, _now: datetime | None = None) -> QuerySet[Event]:
    """Return the query for announced events of the user's open clubs that are not over."""
    found = Event.objects.filter(club__memberships__user=user, club__closed_at=None)
    return found.exclude(status__in=(Event.Status.DRAFT, *Event.OVER_STATUSES))


@prepared
def _next_of_clubs(user: int) -> QuerySet[Event]:
    """Return the first of the events of `coming_at`, with their clubs."""
    return coming_at(user).select_related("club").order_by("starts_at", "pk")[:MAX_NEXT]


def entries(event: Event) -> list[Entry]:
    """Return all entries, including withdrawn ones, by number. One query."""
    return list(event.entries.order_by("number"))


def rounds(event: Event) -> list[EventRound]:
    """Return the rounds with tables and seats, the newest first. Three queries."""
    seats = EventSeat.objects.select_related("entry").order_by("place")
    tables = (
        EventTable.objects.select_related("table", "night_session__session__table")
        .order_by("number")
        .annotate(
            deals_written=Count("paper_deals"),
            deals_confirmed=Count("paper_deals", filter=Q(paper_deals__confirmed_at__isnull=False)),
        )
    )
    return list(
        event.rounds.order_by("-number").prefetch_related(
            Prefetch("tables", tables.prefetch_related(Prefetch("seats", seats)))
        )
    )


def records(event: Event) -> QuerySet[EventRecord]:
    """Return the query for the event's activity log, newest first."""
    return event.records.select_related("actor", "entry")


def declined_entries(event: Event, entries: Collection[Entry]) -> frozenset[int]:
    """Return the numbers of withdrawn entries that ended with a declined invitation.

    At most one query.
    """
    gone = [each.pk for each in entries if each.status == Entry.Status.WITHDRAWN]
    if not gone or not event.currency:
        return frozenset()
    deeds = (EventRecord.Deed.WITHDREW, EventRecord.Deed.REMOVED, EventRecord.Deed.DECLINED)
    records = event.records.filter(deed__in=deeds, entry__in=gone).order_by("pk")
    newest = dict(records.values_list("entry__number", "deed"))
    return frozenset(number for number, deed in newest.items() if deed == EventRecord.Deed.DECLINED)


def rejoinable_entries(event: Event) -> frozenset[int]:
    """Return the numbers of entries whose user left by choice since the last round: can rejoin.

    At most three queries, and none before the event is running.
    """
    if event.status != Event.Status.RUNNING:
        return frozenset()
    gone = event.entries.filter(
        status=Entry.Status.WITHDRAWN, left__isnull=False, user__isnull=False
    )
    lefts = dict(gone.values_list("number", "left"))
    if not lefts:
        return frozenset()
    last = event.rounds.exclude(status=EventRound.Status.PROPOSED).count()
    deeds = (EventRecord.Deed.WITHDREW, EventRecord.Deed.REMOVED)
    records = event.records.filter(deed__in=deeds, entry__number__in=lefts).order_by("pk")
    newest = dict(records.values_list("entry__number", "deed"))
    return frozenset(
        number
        for number, left in lefts.items()
        if left == last and newest.get(number) == EventRecord.Deed.WITHDREW
    )

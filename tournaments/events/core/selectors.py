"""Queries for event pages: events, entries, rounds and activity."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.common.prepared import prepared
from games.screens.session_lines import NotOwed
from games.tables.models import Seat, Session, Table
from tournaments.clubs.models import Club, Membership
from tournaments.events.club_nights.models import NightTable
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.entries.models import Entry, EntryPenalty
from tournaments.events.entries.name_list import KnownPerson, NameFault
from tournaments.events.notices.models import EventNotice, EventReader
from tournaments.events.paper.models import PaperDeal, PaperDealRecord
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.events.seasons.models import Season, SeasonRecord
from tournaments.events.substitutes.models import Substitution
from tournaments.ledger.models import Settlement
from tournaments.ledger.pending.selectors import event_results_not_owed


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


def sessions_not_owed(user: int, sessions: Collection[int]) -> dict[int, NotOwed]:
    """Return by session id why the user does not owe its result, for those of event tables.

    At most two queries.
    """
    events = event_results_not_owed(user)
    if not events:
        return {}
    event = Coalesce("table__event_table__round__event", "night_session__event_table__round__event")
    rows = Session.objects.filter(pk__in=sessions).annotate(of_event=event)
    counted = rows.filter(of_event__in=list(events)).values_list("pk", "of_event")
    return {session: events[number] for session, number in counted}


def past(club: Club) -> QuerySet[Event]:
    """Return the query for the club's events that are over, the latest first."""
    return Event.objects.filter(club=club, status__in=Event.OVER_STATUSES).order_by(
        "-starts_at", "-pk"
    )


def next_of_clubs(user: User) -> Event | None:
    """Return the event of the user's clubs that starts first, if announced and not over."""
    return _next_of_clubs.first(user.pk)


def coming_at(user: int, _now: datetime | None = None) -> QuerySet[Event]:
    """Return the query for announced events of the user's open clubs that are not over."""
    found = Event.objects.filter(club__memberships__user=user, club__closed_at=None)
    return found.exclude(status__in=(Event.Status.DRAFT, *Event.OVER_STATUSES))


@prepared
def _next_of_clubs(user: int) -> QuerySet[Event]:
    """Return at most one event: the first of `coming_at`, with its club."""
    return coming_at(user).select_related("club").order_by("starts_at", "pk")[:1]


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


def night_tables(event: Event) -> list[NightTable]:
    """Return the tables of a club night with an unfinished session.

    Each has this session in ``going_on``, with its seats and the number of its newest deal. Three
    queries.
    """
    going_on = Session.objects.filter(
        status__in=(Session.Status.WAITING, Session.Status.RUNNING)
    ).annotate(deal_number=Max("deals__number"))
    held = event.night_tables.select_related("table").prefetch_related(
        Prefetch("table__sessions", going_on.prefetch_related("seats"), to_attr="going_on")
    )
    return [each for each in held if each.table.going_on]  # type: ignore[attr-defined]


def night_of_table(slug: str) -> Event | None:
    """Return the club night to which the table belongs, or None."""
    return Event.objects.filter(night_tables__table__slug=slug).first()


def unfinished_sessions(event: Event) -> int:
    """Return how many sessions of a club night had started but not finished when it ended."""
    late = Q(finished_at=None) | Q(finished_at__gt=event.finished_at)
    begun = Session.objects.filter(late, table__night_table__event=event)
    return begun.filter(started_at__lt=event.finished_at).exclude(status="waiting").count()


def tables_in_play(event: Event) -> list[Table]:
    """Return the app tables of the event in play; with real cards there are none."""
    return list(
        Table.objects.filter(event_table__round__event=event, event_table__finished_at=None)
        .select_related("event_table")
        .order_by("event_table__number")
    )


def table_of(user: User, event: Event | None = None) -> EventTable | None:
    """Return the newest event table at which the user has a seat now; None without one.

    :param event: limits the search to this event
    """
    if event is None:
        return _table_of.first(user.pk)
    tables = tables_at(user.pk).filter(round__event=event)
    return tables.select_related("table", "round__event").order_by("-pk").first()


def tables_at(user: int, _now: datetime | None = None) -> QuerySet[EventTable]:
    """Return the query for event tables at which the user with that id has a seat now."""
    found = Seat.objects.filter(
        user=user,
        left_at=None,
        session__status__in=(Session.Status.WAITING, Session.Status.RUNNING),
        session__table__event_table__finished_at=None,
        session__table__event_table__isnull=False,
    )
    own = Q(substitute_name="", entry__user=user) | Q(substitute=user)
    with_cards = _PAPER.filter(own).values("event_table")
    return EventTable.objects.filter(
        Q(table__in=found.values("session__table")) | Q(pk__in=with_cards)
    )


@prepared
def _table_of(user: int) -> QuerySet[EventTable]:
    """Return at most one event table: the newest at which the user has a seat now."""
    return tables_at(user).select_related("table", "round__event").order_by("-pk")[:1]


#: Seats of tables with real cards in play.
_PAPER = EventSeat.objects.filter(
    event_table__finished_at=None, event_table__round__event__cards="paper"
)


def paper_seats(people: Collection[int]) -> QuerySet[EventSeat]:
    """Return the query for the seats of these users at tables with real cards in play."""
    own = Q(substitute_name="", entry__user__in=people)
    return _PAPER.filter(own | Q(substitute__in=people))


def paper_table(event: Event, event_table_id: int) -> EventTable | None:
    """Return the event's table with this primary key, its round, seats and deals.

    At most three queries.
    """
    seats = EventSeat.objects.select_related("entry").order_by("place")
    people = ("entered_by", "confirmed_by", "disputed_by")
    deals = PaperDeal.objects.select_related(*people).order_by("number")
    return (
        EventTable.objects.filter(pk=event_table_id, round__event=event)
        .select_related("round", "table")
        .prefetch_related(Prefetch("seats", seats), Prefetch("paper_deals", deals))
        .first()
    )


def paper_deal_records(table: EventTable) -> list[PaperDealRecord]:
    """Return who entered, confirmed, disputed or corrected the table's deals, newest first."""
    found = PaperDealRecord.objects.filter(deal__event_table=table)
    return list(found.select_related("actor", "deal").order_by("-pk"))


def records(event: Event) -> QuerySet[EventRecord]:
    """Return the query for the event's activity log, newest first."""
    return event.records.select_related("actor", "entry")


def penalties(event: Event) -> list[EntryPenalty]:
    """Return the event's penalties that were not removed, with their entries. One query."""
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None)
    return list(held.select_related("entry").order_by("pk"))


def correction(event: Event, correction_id: int) -> EventCorrection | None:
    """Return a proposed correction of the event by primary key, open or not. One query."""
    found = EventCorrection.objects.filter(pk=correction_id, event_table__round__event=event)
    return found.select_related("event_table__round", "deal", "proposed_by", "closed_by").first()


def open_corrections(event: Event) -> QuerySet[EventCorrection]:
    """Return the query for the event's open corrections, the oldest first."""
    found = EventCorrection.objects.filter(
        event_table__round__event=event, outcome="", lapses_at__gt=timezone.now()
    )
    return found.select_related("event_table__round", "proposed_by").order_by("pk")


def corrections_for(event: Event, user: User) -> list[EventCorrection]:
    """Return the open corrections of tables where the user has a seat, substitutes or is liable."""
    seats = EventSeat.objects.filter(event_table=OuterRef("event_table")).filter(
        Q(entry__user=user) | Q(result_of=user) | Q(substitute=user)
    )
    return list(open_corrections(event).filter(Exists(seats)))


def substitution(event: Event, substitution_id: int) -> Substitution | None:
    """Return a request for a substitute by primary key, answered or not. One query."""
    found = Substitution.objects.filter(pk=substitution_id, seat__event_table__round__event=event)
    return found.select_related("seat__event_table__round", "seat__entry", "substitute").first()


def substitutions_for(event: Event, user: User) -> list[Substitution]:
    """Return the open requests for a substitute that concern the user. One query."""
    found = Substitution.objects.filter(
        Q(player=user) | Q(substitute=user),
        status=Substitution.Status.ASKED,
        seat__event_table__round__event=event,
        seat__event_table__finished_at=None,
    )
    return list(found.select_related("seat__event_table__round", "seat__entry").order_by("pk"))


def seats_in_play(event: Event) -> list[EventSeat]:
    """Return the entrants' seats at tables in play, by entry number. One query."""
    seats = EventSeat.objects.filter(
        event_table__round__event=event,
        event_table__round__status=EventRound.Status.RUNNING,
        event_table__finished_at=None,
        entry__isnull=False,
    )
    return list(seats.select_related("entry", "event_table").order_by("entry__number"))


def substitutes_of(row: EventRound) -> dict[int, str]:
    """Return the names of the round's substitutes by entry number. One query."""
    seats = EventSeat.objects.filter(event_table__round=row).exclude(substitute_name="")
    return dict(seats.values_list("entry__number", "substitute_name"))


def event_of_table(table_id: int) -> Event | None:
    """Return the event of whose rounds the table is part; None for other tables."""
    return Event.objects.filter(rounds__tables__table=table_id).first()


def rounds_awaited(user: int, _now: datetime | None = None) -> QuerySet[Entry]:
    """Return the query for the user's entries in events whose next round may start soon."""
    soon = (Event.Status.CHECK_IN, Event.Status.RUNNING)
    return Entry.objects.filter(user=user, status__in=Entry.PLACED_STATUSES, event__status__in=soon)


def live_sessions(event: Event) -> list[Session]:
    """Return the sessions of the round in progress, by table. Two queries.

    Each has its table and the number of its newest deal (``newest``); seats have their users.
    """
    playing = EventRound.Status.RUNNING
    found = Session.objects.filter(
        table__event_table__round__event=event, table__event_table__round__status=playing
    )
    return list(
        found.select_related("table")
        .annotate(newest=Max("deals__number"))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("number")))
        .order_by("table__event_table__number")
    )


# --- Dates

#: Age limit and maximum number of events in calendar feeds.
FEED_BACK, FEED_LENGTH = timedelta(days=366), 500
#: Number of days for which unseen notifications are shown.
NOTICE_DAYS = 14
#: Kinds shown on the home page until seen; the home page or a mail covers the others.
_ON_HOME = (
    EventNotice.Kind.MOVED_UP,
    EventNotice.Kind.NEW_TIME,
    EventNotice.Kind.CANCELLED,
    EventNotice.Kind.ANNOUNCED,
    EventNotice.Kind.RESULTS,
    EventNotice.Kind.ENTRANT_GONE,
    EventNotice.Kind.WITHDRAWN,
    EventNotice.Kind.VISIBILITY,
    EventNotice.Kind.INVITED,
    EventNotice.Kind.TERMS,
    EventNotice.Kind.IN_PERSON,
    EventNotice.Kind.PENALTY,
    EventNotice.Kind.CORRECTED,
    EventNotice.Kind.CORRECTION,
    EventNotice.Kind.PAPER_DEAL,
    EventNotice.Kind.SUBSTITUTE,
)
#: Kinds that are still shown after the event is over.
_AFTER_THE_END = (
    EventNotice.Kind.CANCELLED,
    EventNotice.Kind.RESULTS,
    EventNotice.Kind.PENALTY,
    EventNotice.Kind.CORRECTED,
    EventNotice.Kind.CORRECTION,
)


def dated(events: QuerySet[Event], since: datetime, until: datetime | None = None) -> list[Event]:
    """Return the first 500 announced events that start in a period, by start, with their clubs."""
    found = events.filter(starts_at__gte=since).exclude(status=Event.Status.DRAFT)
    if until is not None:
        found = found.filter(starts_at__lt=until)
    return list(found.select_related("club").order_by("starts_at", "pk")[:FEED_LENGTH])


def in_feed(events: QuerySet[Event]) -> list[Event]:
    """Return the first 500 announced events of these since a year ago. One query."""
    return dated(events, timezone.now() - FEED_BACK)


def feed_state(events: QuerySet[Event]) -> tuple[datetime | None, int, int]:
    """Return what a feed of the events depends on: last change, their number, newest id. One query.

    The change is None and the id 0 without events. Drafts are left out.
    """
    shown = events.exclude(status=Event.Status.DRAFT)
    found = shown.aggregate(last=Max("changed_at"), count=Count("pk"), newest=Max("pk"))
    return found["last"], found["count"], found["newest"] or 0


def of_clubs(user_id: int) -> QuerySet[Event]:
    """Return the query for the events of all the user's clubs, drafts included."""
    return Event.objects.filter(club__memberships__user=user_id)


def reader_of(user: User) -> EventReader:
    """Return the user's settings for events, with defaults if they never set any."""
    return EventReader.objects.filter(user=user).first() or EventReader(user=user)


def calendar_reader(token: str) -> User | None:
    """Return the active user whose calendar feed has this secret token; None if there is none."""
    found = EventReader.objects.filter(calendar_token=token, user__is_active=True)
    reader = found.select_related("user").first()
    return None if reader is None else reader.user


def entries_by_event(user: User, events: list[Event]) -> dict[int, Entry]:
    """Return the user's entries by primary key of the event. One query."""
    return {each.event_id: each for each in Entry.objects.filter(user=user, event__in=events)}


def awaiting_check_in(user: User) -> list[Event]:
    """Return the events with open check-in to which the user has not checked in. One query."""
    return _awaiting_check_in(user.pk)


def check_ins_at(user: int, _now: datetime | None = None) -> QuerySet[Event]:
    """Return the query for events with open check-in to which the user has yet to check in."""
    is_awaited = Q(status=Entry.Status.ENTERED) | Q(status=Entry.Status.WAITING, waits_here=False)
    awaited = Entry.objects.filter(is_awaited, user=user)
    return Event.objects.filter(pk__in=awaited.values("event"), status=Event.Status.CHECK_IN)


@prepared
def _awaiting_check_in(user: int) -> QuerySet[Event]:
    """Return the events with open check-in to which the user has yet to check in, by start."""
    return check_ins_at(user).select_related("club").order_by("starts_at", "pk")


def unseen_notices(user: User) -> list[EventNotice]:
    """Return the newest 20 unseen notifications of the user, except outdated ones. One query.

    Outdated are, for instance, announcements of an event that is over.
    """
    return [each for each in _newest_unseen(user.pk, timezone.now()) if not _is_outdated(each)]


def unseen_at(user: int, now: datetime) -> QuerySet[EventNotice]:
    """Return the query for the user's unseen home notices of 14 days, outdated ones included."""
    since = now - timedelta(days=NOTICE_DAYS)
    return EventNotice.objects.filter(
        user=user, seen_at=None, kind__in=_ON_HOME, created_at__gt=since
    )


@prepared
def _newest_unseen(user: int, now: datetime) -> QuerySet[EventNotice]:
    """Return the user's newest 20 unseen notifications, with event and club."""
    return unseen_at(user, now).select_related("event__club")[:20]


def newest_announcement(user: User) -> EventNotice | None:
    """Return the user's newest unseen announcement of a running event. One query."""
    found = announced_at(user.pk).select_related("event__club")
    return found.order_by("-created_at", "-pk").first()


def announced_at(user: int, _now: datetime | None = None) -> QuerySet[EventNotice]:
    """Return the query for the user's unseen announcements of running events."""
    return EventNotice.objects.filter(
        user=user,
        seen_at=None,
        kind=EventNotice.Kind.ANNOUNCED,
        event__status=Event.Status.RUNNING,
    )


def _is_outdated(notice: EventNotice) -> bool:
    """Return whether the notification is about an event that is over and is now irrelevant."""
    return notice.event.status in Event.OVER_STATUSES and notice.kind not in _AFTER_THE_END


# --- Seasons


def season(slug: str) -> Season | None:
    """Return the season with that slug, with its club; None if there is none."""
    return Season.objects.filter(slug=slug).select_related("club").first()


def seasons(club: Club) -> QuerySet[Season]:
    """Return the query for the club's seasons, open ones first, with `event_count`."""
    found = Season.objects.filter(club=club).annotate(event_count=Count("events"))
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk")


def seasons_with_dates(club_id: int) -> list[tuple[Season, datetime]]:
    """Return the club's seasons that have events, each with its first start time. One query."""
    found = Season.objects.filter(club=club_id).select_related("club")
    dated = found.annotate(first_event=Min("events__starts_at")).filter(first_event__isnull=False)
    ordered = dated.order_by(F("closed_at").desc(nulls_first=True), "-pk")
    return [(each, each.first_event) for each in ordered]


def season_events(season: Season) -> list[Event]:
    """Return all events of the season, drafts included, by start time. One query."""
    return list(season.events.order_by("starts_at", "pk"))


def events_to_add(season: Season) -> QuerySet[Event]:
    """Return the query for the club's uncancelled events not in the season, the latest first."""
    found = Event.objects.filter(club=season.club_id).exclude(status=Event.Status.CANCELLED)
    return found.exclude(seasons=season).order_by("-starts_at", "-pk")


def season_records(season: Season, *, drafts: bool) -> QuerySet[SeasonRecord]:
    """Return the query for the season's activity log, newest first.

    :param drafts: whether to include activity about drafts, which only organizers may see
    """
    found = season.records.select_related("actor", "event")
    return found if drafts else found.exclude(event__status=Event.Status.DRAFT)


def known_people(event: Event) -> list[KnownPerson]:
    """Return the members of the event's club, each with why they can't be added. Two queries."""
    entered = {each.user_id: each for each in event.entries.exclude(user=None)}
    declined = declined_entries(event, list(entered.values()))
    members = Membership.objects.filter(club=event.club_id).select_related("user")
    return [
        KnownPerson(
            person=each.user_id,
            username=each.user.username,
            email=each.user.email,
            shown=each.user.shown_name,
            fault=_obstacle_to_adding(event, entered.get(each.user_id), declined),
        )
        for each in members.order_by("pk")
    ]


def _obstacle_to_adding(
    event: Event, entry: Entry | None, declined: Collection[int]
) -> NameFault | None:
    """Return the reason why a member can't be added to the event; None if they can."""
    if entry is None:
        return None
    if entry.status == Entry.Status.INVITED:
        return NameFault.INVITED
    if entry.status != Entry.Status.WITHDRAWN:
        return NameFault.ENTERED
    if entry.number in declined:
        return NameFault.DECLINED
    is_back_too_late = event.status == Event.Status.RUNNING and entry.left is not None
    return NameFault.LEFT if is_back_too_late else None


def unsettled_for(user: User) -> list[str]:
    """Return up to five names of unfinished or unsettled events that keep the user's account open.

    They are unfinished and the user is an entrant, or they were for money and are not settled. One
    query.
    """
    here = OuterRef("pk")
    settled = Settlement.objects.filter(event=here)
    entered = Entry.objects.filter(event=here, user=user)
    seats = EventSeat.objects.filter(event_table__round__event=here)
    played = seats.filter(Q(entry__user=user, result_of=None) | Q(result_of=user))
    penalties = EntryPenalty.objects.filter(entry__event=here, entry__user=user, reversed_at=None)
    rounds = EventRound.objects.filter(event=here).exclude(status=EventRound.Status.PROPOSED)
    may_owe = Exists(played) | Exists(penalties)
    may_be_owed = Q(sit_out_points__gt=0) & Exists(entered) & Exists(rounds)
    outside = (Entry.Status.WITHDRAWN, Entry.Status.INVITED)
    is_in = ~Q(status__in=Event.OVER_STATUSES) & Exists(entered.exclude(status__in=outside))
    is_held = ~Q(currency="") & (may_owe | may_be_owed) & ~Exists(settled)
    rows = Event.objects.filter(is_in | is_held).order_by("starts_at", "pk")
    return list(rows.values_list("name", flat=True)[:5])


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


def running_in_season(season: Season) -> list[str]:
    """Return the names of the season's running events, in order. One query."""
    running = Event.objects.filter(season_events__season=season, status=Event.Status.RUNNING)
    return list(running.order_by("starts_at", "pk").values_list("name", flat=True))


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

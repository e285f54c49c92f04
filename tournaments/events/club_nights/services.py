"""Club nights: members open tables and sit down freely, and every finished session counts.

The tables are ordinary tables with the event's terms. A session that ends during the club night
becomes a round with one table and its result, so standings, corrections and penalties need no
special cases.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, Prefetch, Q, QuerySet

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Seat, Session, Table
from games.tables.services import arranged, opening, seating
from games.tables.terms import shown_digest
from tournaments.clubs.models import Membership
from tournaments.clubs.selectors import role_of
from tournaments.events.club_nights.models import NightSession, NightTable
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import is_night
from tournaments.events.core.locking import Answer, LockedEvent, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.names import EntrantNames
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable, stored_seating
from tournaments.events.rounds.results import results_of
from tournaments.pairing.rounds import Seating

_Deed = EventRecord.Deed


@dataclass(frozen=True, slots=True)
class NightTerms:
    """Rules, length, stake and maximum loss of a session at a club night's new table."""

    rules: Mapping[str, Any]
    rules_name: str
    deals_planned: int
    target: None
    stake_minor: int
    currency: str
    bot_money: str
    max_loss: int | None


def night_terms(event: Event) -> NightTerms:
    """Return the terms of a session at a table that opens now at the club night."""
    return NightTerms(
        rules=event.rule_set.to_options(),
        rules_name=event.rules_name,
        deals_planned=event.deals,
        target=None,
        stake_minor=event.stake_minor,
        currency=event.currency,
        bot_money=Table.BotMoney.HOUSE,
        max_loss=event.max_loss,
    )


def club_night_of_table(table_id: int) -> int | None:
    """Return the primary key of the table's club night; None for other tables. One query."""
    found = NightTable.objects.filter(table=table_id).values_list("event", flat=True)
    return found.first()


@answering
def open_night_table(
    caller: Caller, event_id: int, *, agreed: Cost | None = None, terms: str | None = None
) -> Table | Denial:
    """Open a table of the club night with its terms, or return the one where the caller has a seat.

    The caller is signed up and checked in. Repeated calls open one table.

    The denial may be one of the table's.

    :param agreed: maximum loss of the session that the user has confirmed
    :param terms: digest of the session's terms that the page showed
    """
    with locked_event(event_id, caller) as event:
        person = _acting_player(event)
        mine = own_night_table(event.row, person)
        if mine is not None:
            event.is_unchanged = True
            return mine.table
        digest = shown_digest(night_terms(event.row), event.row.clock)
        if digest and terms != digest:
            raise DeniedError(TableCode.TERMS_CHANGED)
        _take_part(event, person)
        row = event.row
        table = opening.open_table(
            person,
            rules=row.rule_set,
            rules_name=row.rules_name,
            deals_planned=row.deals,
            clock=row.clock,
            stake_minor=row.stake_minor,
            currency=row.currency,
            max_loss=row.max_loss,
            bot_money=night_terms(row).bot_money,
            joining=Table.Joining.MEMBERS,
            club=row.club_id,
            bots=row.uneven == Event.Uneven.BOTS,
            spectators=row.spectators,
            spectator_delay=row.spectator_delay,
            purpose=Table.Purpose.COUNTS,
            agreed=agreed,
            event=row.pk,
        )
        last = row.night_tables.aggregate(last=Max("number"))["last"] or 0
        NightTable.objects.create(event=row, table=table, number=last + 1, opened_by=person)
        return table


@answering
def sit_down(
    caller: Caller,
    event_id: int,
    number: int,
    *,
    agreed: Cost | None = None,
    terms: str | None = None,
) -> Table | Denial:
    """Seat the caller at a table of the club night, by its number there, and sign them up.

    This is denied if they have a seat at another of its tables, or if the table refuses them, for
    example because no seat is free.

    :param agreed: maximum loss of the session that the user has confirmed
    :param terms: digest of the session's terms that the page showed
    """
    with locked_event(event_id, caller) as event:
        person = _acting_player(event)
        night = event.row.night_tables.select_related("table").filter(number=number).first()
        if night is None:
            raise DeniedError(EventCode.NO_NIGHT_TABLE)
        mine = own_night_table(event.row, person)
        if mine is not None and mine != night:
            raise DeniedError(EventCode.SITS_ELSEWHERE, table=mine.number)
        _take_part(event, person)
        answer = seating.sit(caller, night.table_id, None, agreed=agreed, terms=terms)
        if isinstance(answer, Denial):
            raise DeniedError(answer.code, **answer.params)
        return night.table


def _acting_player(event: LockedEvent) -> User:
    """Return the acting user; raise `DeniedError` unless they may play at the club night now.

    :raises DeniedError: they are not a member, or the event is not a running club night
    """
    if role_of(event.row.club_id, event.actor) is None:
        raise DeniedError(EventCode.NOT_IN_CLUB)
    if not is_night(event.row):
        raise DeniedError(EventCode.NO_NIGHT)
    event.check_status(Event.Status.RUNNING)
    return event.actor


def own_night_table(event: Event, person: User) -> NightTable | None:
    """Return the table of the club night at which the user has a seat, or None."""
    seats = Seat.objects.filter(user=person, left_at=None, session__status__in=Session.GOING_ON)
    held = event.night_tables.filter(table__in=seats.values("session__table"))
    return held.select_related("table").first()


def _take_part(event: LockedEvent, person: User) -> Entry:
    """Sign up and check in the user, unless they already are; return their entry."""
    found = event.row.entries.filter(user=person).first()
    if found is not None and found.status == Entry.Status.HERE:
        return found
    entry = found or _new_entry(event, person)
    is_back = found is None or found.status == Entry.Status.WITHDRAWN
    entry.status, entry.left = Entry.Status.HERE, None
    entry.save()
    if is_back:
        event.note(_Deed.ENTERED, entry)
    return entry


def _new_entry(event: LockedEvent, person: User) -> Entry:
    """Return a new entry for a member, not yet stored."""
    names = EntrantNames(event.row)
    name = names.of_member(person)
    names.store()
    return Entry(event=event.row, user=person, name=name, number=event.next_number())


# --- Results


def uncounted() -> QuerySet[Session]:
    """Return the query for sessions that ended during their club night but don't count yet.

    A session's own `is_part` decides between the two: other sessions are settled separately.
    """
    in_time = Q(table__night_table__event__status=Event.Status.RUNNING) | Q(
        finished_at__lte=F("table__night_table__event__finished_at")
    )
    ended = Session.objects.filter(
        in_time, status=Session.Status.FINISHED, is_part=True, night_session__isnull=True
    )
    return ended.select_related("table__night_table").order_by("finished_at", "pk")


@answering
def take_night_result(session_id: int) -> Answer:
    """Store the result of a session that ended during its club night; ignore all other sessions.

    Repeated calls do nothing.
    """
    event = NightTable.objects.filter(table__sessions=session_id).values_list("event", flat=True)
    event_id = event.first()
    if event_id is None:
        return None
    with locked_event(event_id) as changed:
        session = uncounted().filter(pk=session_id).first()
        if session is None:
            changed.is_unchanged = True
        else:
            _store_session(changed, session)
    return None


def _store_session(event: LockedEvent, session: Session) -> None:
    """Store a finished session as a round of one table with its results."""
    seats = list(session.seats.select_related("user").order_by("number"))
    number = event.row.rounds.count() + 1
    entries = _entries_of_players(
        event, [seat.user for seat in seats if seat.user is not None], number
    )
    by_place = [entries.get(seat.user_id or 0) for seat in seats]
    played = tuple(None if entry is None else entry.number for entry in by_place)
    if event.row.rule_set.direction == "clockwise":
        # Seatings list seats in playing order; table seats are counted anticlockwise.
        played = played[::-1]
    made = EventRound.objects.create(
        event=event.row,
        number=number,
        seating=stored_seating(Seating((played,))),
        status=EventRound.Status.FINISHED,
        started_at=session.started_at,
        finished_at=session.finished_at,
    )
    row = EventTable.objects.create(
        round=made, number=session.table.night_table.number, finished_at=session.finished_at
    )
    NightSession.objects.create(session=session, event_table=row)
    results = results_of([session.pk])[session.pk]
    EventSeat.objects.bulk_create(
        EventSeat(
            event_table=row,
            place=seat.number,
            entry=entry,
            net=results[seat.number].net,
            deals_won=results[seat.number].deals_won,
            deals_played=results[seat.number].deals,
        )
        for seat, entry in zip(seats, by_place, strict=True)
    )


def _entries_of_players(
    event: LockedEvent, people: Iterable[User], round_number: int
) -> dict[int, Entry]:
    """Sign up a session's players if they are members; return all their entries by user ID.

    Members who sat down without using the event's page are signed up now. A user who has left the
    club and never had an entry gets none: the seat scores like a bot's.

    :param round_number: number of the round that the session becomes
    """
    people = list(people)
    found = {each.user_id or 0: each for each in event.row.entries.filter(user__in=people)}
    members = set(
        Membership.objects.filter(club=event.row.club_id, user__in=people).values_list(
            "user", flat=True
        )
    )
    for person in people:
        entry = found.get(person.pk)
        if entry is not None and entry.status == Entry.Status.WITHDRAWN:
            # Removed while playing: the session still counts for them, as their last one.
            entry.left = round_number
            entry.save(update_fields=["left"])
        elif entry is not None or person.pk in members:
            found[person.pk] = _take_part(event, person)
    return found


def stop_counting_sessions(event: LockedEvent) -> None:
    """Count the night's ended sessions, and let later ones at its tables no longer count.

    Play goes on. For events with rounds, this does nothing.

    The order matters: a session that ends before its table's update is still counted.
    """
    for table_id in event.row.night_tables.values_list("table", flat=True):
        arranged.set_purpose(table_id, Table.Purpose.LATE)
    for session in uncounted().filter(table__night_table__event=event.row):
        _store_session(event, session)


# --- Queries


def night_tables(event: Event) -> list[NightTable]:
    """Return the tables of a club night with an unfinished session.

    Each has this session in ``going_on``, with its seats and the number of its newest deal. Three
    queries.
    """
    going_on = Session.objects.filter(status__in=Session.GOING_ON).annotate(
        deal_number=Max("deals__number")
    )
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

"""Club nights: members open tables and sit down as they like, and every finished session counts.

The tables are ordinary ones, but for their terms, which the event sets. A session that ends while
the night runs becomes a round of one table with its result, so that standings, corrections and
penalties know of nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, Q, QuerySet

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.tables import services as tables
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Seat, Session, Table
from games.tables.services import arranged
from games.tables.terms import shown_digest
from tournaments.clubs.models import Membership
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Entry,
    Event,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
    NightSession,
    NightTable,
    stored_seating,
)
from tournaments.events.rounds import Seating
from tournaments.events.services.core import Answer, EventChanging, changing, role_of
from tournaments.events.services.entrant_names import EntrantNames
from tournaments.events.services.planned import is_night
from tournaments.events.services.results import results_of

_Deed = EventRecord.Deed
#: Sessions in which people still have a seat.
_GOING_ON = (Session.Status.WAITING, Session.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class NightTerms:
    """The terms of a session at a table of the night that is opened now."""

    rules: Mapping[str, Any]
    rules_name: str
    deals_planned: int
    target: None
    stake_minor: int
    currency: str
    bot_money: str
    max_loss: int | None


def night_terms(event: Event) -> NightTerms:
    """Return the terms of a session at a table that is opened at the night now."""
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


def event_counting(table_id: int) -> int | None:
    """Return the number of the night that the sessions of the table count for. One query."""
    found = NightTable.objects.filter(table=table_id).values_list("event", flat=True)
    return found.first()


@answering
def open_night_table(
    caller: Caller, event_id: int, *, agreed: Cost | None = None, terms: str | None = None
) -> Table | Denial:
    """Open a table of the night with the event's terms; who does takes part.

    Who sits at a table of the night already is led there: pressing twice opens one table. The
    denial may be one of the table's.

    :param agreed: the worst case of the session that the person has said yes to
    :param terms: the digest of the terms of a session that the page showed
    """
    with changing(event_id, caller) as event:
        person = _player(event)
        mine = own_night_table(event.row, person)
        if mine is not None:
            event.is_unchanged = True
            return mine.table
        digest = shown_digest(night_terms(event.row), event.row.clock)
        if digest and terms != digest:
            raise DeniedError(TableCode.TERMS_CHANGED)
        _take_part(event, person)
        row = event.row
        table = tables.open_table(
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
    """Take a free seat at a table of the night; who does takes part.

    The denial may be one of the table's: no seat is free any more, for one.

    :param agreed: the worst case of the session that the person has said yes to
    :param terms: the digest of the terms of the session that the page showed
    """
    with changing(event_id, caller) as event:
        person = _player(event)
        night = event.row.night_tables.select_related("table").filter(number=number).first()
        if night is None:
            raise DeniedError(EventCode.NO_NIGHT_TABLE)
        mine = own_night_table(event.row, person)
        if mine is not None and mine != night:
            raise DeniedError(EventCode.SITS_ELSEWHERE, table=mine.number)
        _take_part(event, person)
        answer = tables.sit(caller, night.table_id, None, agreed=agreed, terms=terms)
        if isinstance(answer, Denial):
            raise DeniedError(answer.code, **answer.params)
        return night.table


def _player(event: EventChanging) -> User:
    """Return who asks, who may play now.

    :raises DeniedError: they are no member, or the event is no night that runs
    """
    if role_of(event.actor, event.row.club_id) is None:
        raise DeniedError(EventCode.NOT_IN_CLUB)
    if not is_night(event.row):
        raise DeniedError(EventCode.NO_NIGHT)
    event.check_status(Event.Status.RUNNING)
    return event.actor


def own_night_table(event: Event, person: User) -> NightTable | None:
    """Return the table of the night at which the person has a seat, if there is one."""
    seats = Seat.objects.filter(user=person, left_at=None, session__status__in=_GOING_ON)
    held = event.night_tables.filter(table__in=seats.values("session__table"))
    return held.select_related("table").first()


def _take_part(event: EventChanging, person: User) -> Entry:
    """Enter the person, unless they are in; who has withdrawn is in again."""
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


def _new_entry(event: EventChanging, person: User) -> Entry:
    names = EntrantNames(event.row)
    name = names.of_member(person)
    names.store()
    return Entry(event=event.row, user=person, name=name, number=event.next_number())


# --- Results


def uncounted() -> QuerySet[Session]:
    """Return the sessions that are to count and do not yet: they ended while the night ran.

    What does not count is settled by itself, so a session is one or the other by its own word.
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
    """Count a session that has ended at a table of a night, once; later ones do not count."""
    event = NightTable.objects.filter(table__sessions=session_id).values_list("event", flat=True)
    event_id = event.first()
    if event_id is None:
        return None
    with changing(event_id) as changed:
        session = uncounted().filter(pk=session_id).first()
        if session is None:
            changed.is_unchanged = True
        else:
            _count(changed, session)
    return None


def _count(event: EventChanging, session: Session) -> None:
    seats = list(session.seats.select_related("user").order_by("number"))
    number = event.row.rounds.count() + 1
    entries = _entries(event, [seat.user for seat in seats if seat.user is not None], number)
    by_place = [entries.get(seat.user_id or 0) for seat in seats]
    played = tuple(None if entry is None else entry.number for entry in by_place)
    if event.row.rule_set.direction == "clockwise":
        # Seatings list who plays after whom; seats are counted anticlockwise.
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


def _entries(event: EventChanging, people: Iterable[User], number: int) -> dict[int, Entry]:
    """Return the entries of the people, by their numbers as people.

    Members who sat down without the event's page are entered now. Who has left the club since,
    and was never in, is nobody's entrant: that seat has points as a bot's has.

    :param number: the round that the session becomes
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
            # Taken out while playing: the session is theirs, and the last one.
            entry.left = number
            entry.save(update_fields=["left"])
        elif entry is not None or person.pk in members:
            found[person.pk] = _take_part(event, person)
    return found


def close_tables(event: EventChanging) -> None:
    """Tell the tables of the night that nothing counts from now on, and count what has ended.

    In this order: a session that ends before its table is told is counted.
    """
    for table_id in event.row.night_tables.values_list("table", flat=True):
        arranged.set_purpose(table_id, Table.Purpose.LATE)
    for session in uncounted().filter(table__night_table__event=event.row):
        _count(event, session)

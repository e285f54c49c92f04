"""Rounds: proposed by the format, published by the organizer, ended by their last result."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.live.people import call
from games.rules.ruleset import name_of_form
from games.tables.models import Seat, Session, Table
from games.tables.services.arranged import Arrangement, open_arranged
from tournaments.events import selectors
from tournaments.events.denials import EventCode
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.models import (
    Entry,
    Event,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
    stored_seating,
)
from tournaments.events.rounds import Occupant, Seating
from tournaments.events.seating import ForbiddenPairsError
from tournaments.events.services.core import Answer, EventChanging, changing, said_why
from tournaments.events.services.night import close_tables, take_night_result, uncounted
from tournaments.events.services.notices import tell_of_tables, tell_results
from tournaments.events.services.packs import check_sizes, commit, fitting_rules, frozen_packs
from tournaments.events.services.planned import (
    entrants_of,
    format_of,
    hall_of,
    history_of,
    is_night,
    plays_same_packs,
    smaller_rules,
)
from tournaments.events.services.results import results_of

_Deed = EventRecord.Deed
_Status = EventRound.Status

logger = logging.getLogger(__name__)


@answering
def start_event(caller: Caller, event_id: int) -> Answer:
    """Begin the event with those who are there, and propose its first round."""
    with changing(event_id, caller, organizer=True) as event:
        row = event.row
        if is_night(row):
            # Whoever sits down takes part: nobody needs to be there already.
            event.check_status(Event.Status.OPEN, Event.Status.CHECK_IN)
            event.set_status(Event.Status.RUNNING, _Deed.STARTED)
            return None
        event.check_status(Event.Status.CHECK_IN)
        here = row.entries.filter(status=Entry.Status.HERE).count()
        # Who has not come may enter again for a later round.
        row.entries.filter(status=Entry.Status.ENTERED).update(status=Entry.Status.WITHDRAWN)
        proposed = _propose(event, strict=True)
        if proposed is None:
            raise DeniedError(EventCode.TOO_FEW, least=max(row.rule_set.players, here + 1))
        event.set_status(Event.Status.RUNNING, _Deed.STARTED)
    return None


@answering
def propose_round(event_id: int) -> Answer:
    """Propose the next round, once all results of the one before are in; by itself.

    Ends the event where its format has no further round. Where too few are left for one, others
    may come, or the organizer ends it.
    """
    with changing(event_id) as event:
        if event.row.status != Event.Status.RUNNING or is_night(event.row):
            return None
        if _open_round(event) is not None:
            return None
        if _propose(event) is None and not _lacks_players(event):
            _finish(event)
    return None


@answering
def end(caller: Caller, event_id: int, reason: str) -> Answer:
    """End the event before its last round, and say why; what was played counts.

    A club night has no last round: it needs no reason to end.
    """
    with changing(event_id, caller, organizer=True) as event:
        reason = reason if is_night(event.row) else said_why(reason)
        event.check_status(Event.Status.RUNNING)
        if missing := _played_now(event.row).count():
            raise DeniedError(EventCode.RESULTS_MISSING, missing=missing)
        event.row.rounds.filter(status=_Status.PROPOSED).delete()
        close_tables(event)
        _finish(event, reason)
    return None


def _finish(event: EventChanging, reason: str = "") -> None:
    event.row.finished_at = timezone.now()
    event.set_status(Event.Status.FINISHED, _Deed.FINISHED, reason)
    tell_results(event)


def _lacks_players(event: EventChanging) -> bool:
    """Tell whether the event has rounds to come, and too few people for a table."""
    row, hall = event.row, hall_of(event.row)
    entrants, coming = entrants_of(row), row.rounds.count() + 1
    length = format_of(row).length(len(entrants), hall)
    there = sum(each.plays(coming) for each in entrants)
    return length is not None and coming <= length and there < row.rule_set.players


@answering
def propose_anew(caller: Caller, event_id: int) -> Answer:
    """Propose the coming round once more: somebody has come or gone since."""
    with changing(event_id, caller, organizer=True) as event:
        number = proposed_round(event).number
        reseat(event, strict=True)
        event.note(_Deed.ANEW, round=number)
    return None


def reseat(event: EventChanging, *, strict: bool = False) -> None:
    """Propose the coming round anew, unless one is played: somebody has come or gone.

    Where too few are left for a round, none is proposed until others come.

    :param strict: whether it is refused where pairs cannot be kept apart; otherwise those meet
    """
    event.row.rounds.filter(status=_Status.PROPOSED).delete()
    if _open_round(event) is None:
        _propose(event, strict=strict)


def _propose(event: EventChanging, *, strict: bool = False) -> EventRound | None:
    row = event.row
    history, entrants, hall = history_of(row), entrants_of(row), hall_of(row)
    while True:
        try:
            made = format_of(row).pair(history, entrants, row.seed, hall)
            break
        except ForbiddenPairsError as error:
            if strict:
                raise _cannot_keep_apart(event, error) from None
            # Nobody is kept from coming or going by it: those meet, and the desk says so.
            lost = frozenset(map(frozenset, error.pairs)) & hall.forbidden
            hall = replace(hall, forbidden=hall.forbidden - (lost or hall.forbidden))
    if made is None or not made.seating.tables:
        return None
    commit(event, len(history) + 1)
    return EventRound.objects.create(
        event=row,
        number=len(history) + 1,
        stage=made.stage,
        seating=stored_seating(made.seating),
    )


def _cannot_keep_apart(event: EventChanging, error: ForbiddenPairsError) -> DeniedError:
    names = dict(event.row.entries.values_list("number", "name"))
    pairs = ", ".join(f"{names[one]} – {names[other]}" for one, other in error.pairs)
    return DeniedError(EventCode.CANNOT_KEEP_APART, names=pairs)


def _open_round(event: EventChanging) -> EventRound | None:
    return event.row.rounds.exclude(status=_Status.FINISHED).first()


def proposed_round(event: EventChanging) -> EventRound:
    """Return the round that is proposed.

    :raises DeniedError: there is none
    """
    event.check_status(Event.Status.RUNNING)
    found = _open_round(event)
    if found is None or found.status != _Status.PROPOSED:
        raise DeniedError(EventCode.NO_ROUND)
    return found


@answering
def seat_by_hand(
    caller: Caller,
    event_id: int,
    seating: Seating,
    reason: str = "",
    *,
    made_from: Seating | None = None,
) -> Answer:
    """Let the coming round be seated otherwise than was proposed.

    :param made_from: the seating that was looked at; another one meanwhile is not written over
    """
    with changing(event_id, caller, organizer=True) as event:
        proposed = proposed_round(event)
        if made_from is not None and made_from != proposed.seated:
            raise DeniedError(EventCode.SEATING_CHANGED)
        _check_seating(event, proposed, seating)
        proposed.seating = stored_seating(seating)
        proposed.save(update_fields=["seating"])
        event.note(_Deed.SEATED, text=reason, round=proposed.number)
    return None


def _check_seating(event: EventChanging, proposed: EventRound, seating: Seating) -> None:
    """Check that all whom the proposal names sit once or sit out, at tables of a right size."""
    sizes: set[int] = {event.row.rule_set.players}
    if event.row.uneven == Event.Uneven.SMALLER and smaller_rules(event.row) is not None:
        sizes.add(event.row.rule_set.players - 1)
    # At each table there is somebody whose result it is.
    fits = all(len(table) in sizes and any(table) for table in seating.tables)
    if not fits or _named(seating) != _named(proposed.seated):
        raise DeniedError(EventCode.SEATING_WRONG)


def _named(seating: Seating) -> Counter[int]:
    return Counter([*seating.seated, *seating.out])


@answering
def publish_round(caller: Caller, event_id: int) -> Answer:
    """Open all tables of the proposed round and deal, or none of them."""
    with changing(event_id, caller, organizer=True) as event:
        row, proposed = event.row, proposed_round(event)
        entries = {each.number: each for each in row.entries.select_related("user")}
        seating = proposed.seated
        check_sizes(row, proposed)
        _check_seating(event, proposed, seating)
        _check_free([entries[number] for number in seating.seated])
        tables = _opened(event, proposed, entries)
        made = EventTable.objects.bulk_create(
            EventTable(round=proposed, number=number, table=table)
            for number, table in enumerate(tables, 1)
        )
        EventSeat.objects.bulk_create(
            EventSeat(event_table=each, place=place, entry=_entry(entries, number))
            for each, table in zip(made, seating.tables, strict=True)
            for place, number in enumerate(_by_place(event, table))
        )
        proposed.status, proposed.started_at = _Status.RUNNING, timezone.now()
        proposed.save(update_fields=["status", "started_at"])
        event.note(_Deed.PUBLISHED, round=proposed.number)
        tell_of_tables(event, proposed)
        for number in seating.seated:
            if (user_id := entries[number].user_id) is not None:
                call(user_id)
    return None


def _opened(
    event: EventChanging, proposed: EventRound, entries: Mapping[int, Entry]
) -> Sequence[Table | None]:
    """Return the tables of the app that are opened; with real cards there are none.

    :raises DeniedError: a bot would sit at a table with real cards
    """
    seating = proposed.seated
    if event.row.is_on_paper:
        bots = {number for number, entry in entries.items() if entry.bot}
        if any(each is None or each in bots for table in seating.tables for each in table):
            raise DeniedError(EventCode.NO_BOTS_HERE)
        return [None] * len(seating.tables)
    same_packs, packs = frozen_packs(event, proposed.number)
    arranged = [
        Arrangement(
            tuple(_player(entries, each) for each in _by_place(event, table)),
            packs,
            same_packs,
        )
        for table in seating.tables
    ]
    return _open_tables(event.row, arranged)


def _open_tables(event: Event, arranged: list[Arrangement]) -> list[Table]:
    """Open the tables in their order; smaller ones play the form of the rules for as many."""
    opened: dict[int, list[Table]] = {}
    for size in sorted({len(each.people) for each in arranged}, reverse=True):
        rules, name = event.rule_set, event.rules_name
        if plays_same_packs(event):
            rules = fitting_rules(rules)
        if size < rules.players:
            form = smaller_rules(event)
            assert form is not None, "the seating was checked"
            rules, name = form, name_of_form(form, name)
        opened[size] = open_arranged(
            [each for each in arranged if len(each.people) == size],
            rules=rules,
            rules_name=name,
            deals_planned=event.deals,
            clock=event.clock,
            spectators=event.spectators,
            spectator_delay=event.spectator_delay,
            stake_minor=event.stake_minor,
            currency=event.currency,
        )
    return [opened[len(each.people)].pop(0) for each in arranged]


def _entry(entries: Mapping[int, Entry], number: Occupant) -> Entry | None:
    return None if number is None else entries[number]


def _player(entries: Mapping[int, Entry], number: Occupant) -> User | str | None:
    """Return who plays: a person, or the bot that has entered, or any that completes the table."""
    entry = _entry(entries, number)
    return None if entry is None else entry.user or entry.name


def _by_place(event: EventChanging, table: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """Return who sits at the table from seat 0 on; seats are counted anticlockwise."""
    # Under "alternate" the first deal goes anticlockwise.
    return table[::-1] if event.row.rule_set.direction == "clockwise" else table


def _check_free(entries: list[Entry]) -> None:
    """Check that nobody plays at another table of an event.

    :raises DeniedError: somebody does
    """
    people = [each.user_id for each in entries if each.user_id is not None]
    busy = (
        Seat.objects.filter(
            user__in=people,
            left_at=None,
            session__status=Session.Status.RUNNING,
            session__table__is_arranged=True,
        )
        .select_related("user")
        .first()
    )
    if busy is not None:
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=busy.name)
    with_cards = selectors.paper_seats(people).select_related("entry").first()
    if with_cards is not None:
        assert with_cards.entry is not None
        name = with_cards.substitute_name or with_cards.entry.name
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=name)


@answering
def take_result(session_id: int) -> Answer:
    """Write down what came of a table of an event, once, when its session is over."""
    found = (
        EventTable.objects.filter(
            table__sessions=session_id, table__sessions__status=Session.Status.FINISHED
        )
        .values_list("pk", "round__event")
        .first()
    )
    if found is None:
        return None
    event_table_id, event_id = found
    with changing(event_id):
        row = EventTable.objects.select_related("round__event").get(pk=event_table_id)
        if row.finished_at is not None:
            return None
        is_last = finish_table(row)
        if not plays_same_packs(row.round.event):
            _write_result(row, Session.objects.get(pk=session_id))
        elif is_last:
            # Before, what one table came to would tell the others of the hands that they hold.
            for each in row.round.tables.all():
                _write_result(each, Session.objects.get(table=each.table_id))
    return None


def finish_table(row: EventTable) -> bool:
    """Let the table be done, and the round with its last one; the event's row is held.

    Return whether it was the last.
    """
    row.finished_at = timezone.now()
    row.save(update_fields=["finished_at"])
    if row.round.tables.filter(finished_at=None).exists():
        return False
    row.round.status, row.round.finished_at = _Status.FINISHED, timezone.now()
    row.round.save(update_fields=["status", "finished_at"])
    return True


def _write_result(row: EventTable, session: Session) -> None:
    results, seats = results_of(session), list(row.seats.all())
    for seat in seats:
        result = results[seat.place]
        seat.net, seat.deals_won, seat.deals_played = result.net, result.deals_won, result.deals
    EventSeat.objects.bulk_update(seats, ["net", "deals_won", "deals_played"])


def sweep() -> None:
    """Take results that a lost task has left, and propose rounds that are due."""
    lost = EventTable.objects.filter(
        finished_at=None, table__sessions__status=Session.Status.FINISHED
    )
    for session_id in lost.values_list("table__sessions", flat=True):
        _try(take_result, session_id)
    due = Event.objects.filter(status=Event.Status.RUNNING).exclude(
        rounds__status__in=[_Status.PROPOSED, _Status.RUNNING]
    )
    for event_id in due.exclude(format=ClubNight.name).values_list("pk", flat=True):
        _try(propose_round, event_id)
    for session_id in uncounted().values_list("pk", flat=True):
        _try(take_night_result, session_id)


def _try(work: Callable[[int], object], number: int) -> None:
    try:
        work(number)
    except Exception:
        # One that cannot be done must not keep the others waiting.
        logger.exception("%s failed for %s", work.__name__, number)


def _played_now(event: Event) -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__event=event, finished_at=None)


def tables_of(event: Event) -> list[Table]:
    """Return the tables of the app that are played now; with real cards there are none."""
    return list(
        Table.objects.filter(event_table__round__event=event, event_table__finished_at=None)
        .select_related("event_table")
        .order_by("event_table__number")
    )

"""Rounds: proposed by the format, published by the organizer, ended by their last result."""

import logging
from collections import Counter
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events import queue
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Entry,
    Event,
    EventRecord,
    EventRound,
    EventTable,
    stored_seating,
)
from tournaments.events.rounds import Seating
from tournaments.events.seating import ForbiddenPairsError
from tournaments.events.services.core import (
    Answer,
    EventChanging,
    changing,
    said_something,
    said_why,
)
from tournaments.events.services.night import close_tables
from tournaments.events.services.notices import tell_results
from tournaments.events.services.packs import commit
from tournaments.events.services.planned import (
    entrants_of,
    format_of,
    hall_of,
    history_of,
    is_night,
    smaller_rules,
)

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
        reason = said_something(reason) if is_night(event.row) else said_why(reason)
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
    queue.settle_after_commit(event.row.pk)


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
    reason = said_something(reason)
    with changing(event_id, caller, organizer=True) as event:
        proposed = proposed_round(event)
        if made_from is not None and made_from != proposed.seated:
            raise DeniedError(EventCode.SEATING_CHANGED)
        check_seating(event, proposed, seating)
        proposed.seating = stored_seating(seating)
        proposed.save(update_fields=["seating"])
        event.note(_Deed.SEATED, text=reason, round=proposed.number)
    return None


def check_seating(event: EventChanging, proposed: EventRound, seating: Seating) -> None:
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


def _played_now(event: Event) -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__event=event, finished_at=None)

"""Start of an event, proposal of its rounds by the format, and its end after the last one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events.club_nights.services import stop_counting_sessions
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import (
    facts_digest,
    format_of,
    history_of,
    is_night,
    seating_context_of,
    smaller_rules,
)
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    clean_remark,
    locked_event,
    require_reason,
)
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.duplicate.services import commit_to_secret
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import fill_no_show_places
from tournaments.events.notices.services import notify_results
from tournaments.events.rounds.models import EventRound, EventTable, stored_seating
from tournaments.events.terms.house import check_house
from tournaments.events.terms.selectors import seatable_entrants
from tournaments.events.terms.services import withdraw_agreements_of
from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.errors import ForbiddenPairsError
from tournaments.pairing.seating.manual import adapted_seating, change_between

#: Queued by name, since tasks import services.
SETTLE = "tournaments.events.tasks.settle_event"
_Deed = EventRecord.Deed
_Status = EventRound.Status

#: Number of changes of a proposal that are kept for organizers.
MOST_CHANGES = 20


@answering
def start_event(caller: Caller, event_id: int) -> Answer:
    """Start the event with the checked-in entrants, and propose its first round.

    No-shows are withdrawn; with too few players it is denied.

    A club night starts without entrants or rounds.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        row = event.row
        if is_night(row):
            # At club nights, sitting down is enough: no entrant has to be checked in.
            event.check_status(Event.Status.OPEN, Event.Status.CHECK_IN)
            event.set_status(Event.Status.RUNNING, _Deed.STARTED)
            return None
        event.check_status(Event.Status.CHECK_IN)
        # No-shows can sign up again for a later round.
        _withdraw_no_shows(event)
        fill_no_show_places(event)
        here = sum(each.plays(1) for each in seatable_entrants(row, 1))
        proposed = _create_proposal(event, strict=True)
        if proposed is None:
            raise DeniedError(EventCode.TOO_FEW, least=max(row.rule_set.players, here + 1))
        check_house(row, event.actor)
        event.set_status(Event.Status.RUNNING, _Deed.STARTED)
    return None


def _withdraw_no_shows(event: LockedEvent) -> None:
    """Withdraw all entrants with a place who have not checked in."""
    absent = list(event.row.entries.filter(status=Entry.Status.ENTERED))
    withdraw_agreements_of(event, absent)
    numbers = [each.pk for each in absent]
    event.row.entries.filter(pk__in=numbers).update(status=Entry.Status.WITHDRAWN)


@answering
def propose_round(event_id: int) -> Answer:
    """Propose the next round automatically once all results of the previous one are in.

    Ends the event if its format has no further round. If too few players are left, the event waits
    for latecomers or for an organizer to end it.
    """
    with locked_event(event_id) as event:
        is_due = event.row.status == Event.Status.RUNNING and not is_night(event.row)
        if not is_due or _open_round(event) is not None:
            event.is_unchanged = True
        elif _create_proposal(event) is None:
            if _lacks_players(event):
                event.is_unchanged = True
            else:
                _finish_event(event)
    return None


@answering
def end_event(caller: Caller, event_id: int, reason: str) -> Answer:
    """End the event before its last round, with a reason; denied while a table has no result.

    A club night has no last round and needs no reason to end.
    """
    with locked_event(event_id, caller, organizer=True, in_closed_club=True) as event:
        reason = clean_remark(reason) if is_night(event.row) else require_reason(reason)
        event.check_status(Event.Status.RUNNING)
        if missing := _tables_in_play(event.row).count():
            raise DeniedError(EventCode.RESULTS_MISSING, missing=missing)
        event.row.rounds.filter(status=_Status.PROPOSED).delete()
        stop_counting_sessions(event)
        _finish_event(event, reason)
    return None


def _finish_event(event: LockedEvent, reason: str = "") -> None:
    """Set the event to finished and notify results; without money, queue the settlement.

    An event for money waits for its organizers to settle it, or for the sweep (`settles_at`).
    """
    event.row.finished_at = timezone.now()
    event.set_status(Event.Status.FINISHED, _Deed.FINISHED, reason)
    notify_results(event)
    if event.row.currency:
        return
    event_id = event.row.pk
    # robust: the event's end is committed; the sweep repeats lost work.
    transaction.on_commit(lambda: current_app.send_task(SETTLE, (event_id,)), robust=True)


def _lacks_players(event: LockedEvent) -> bool:
    """Return whether the event has further rounds but too few players for a full table."""
    row, context = event.row, seating_context_of(event.row)
    entrants, coming = seatable_entrants(row, row.rounds.count() + 1), row.rounds.count() + 1
    length = format_of(row).length(len(entrants), context)
    there = sum(each.plays(coming) for each in entrants)
    return length is not None and coming <= length and there < row.rule_set.players


@answering
def redraw_seating(caller: Caller, event_id: int) -> Answer:
    """Redraw the next round with its format, discarding changes made by hand."""
    with locked_event(event_id, caller, organizer=True) as event:
        proposed = proposed_round(event)
        made = _draw_next_round(event, strict=True)
        if made is None:
            proposed.delete()
        else:
            _store_seating(proposed, made, made.seating)
            proposed.changes = None
            proposed.save()
        event.note(_Deed.REDRAWN, round=proposed.number)
    return None


@answering
def dismiss_changes(caller: Caller, event_id: int) -> Answer:
    """Dismiss the list of changes to the proposed round; repeated calls do nothing."""
    with locked_event(event_id, caller, organizer=True) as event:
        if not event.row.rounds.filter(changes__isnull=False).update(changes=None):
            event.is_unchanged = True
    return None


def reseat(
    event: LockedEvent,
    cause: str,
    *,
    strict: bool = False,
    apart: frozenset[int] = frozenset(),
    **params: Any,
) -> None:
    """Propose the next round or update its proposal, unless a round is in progress.

    If too few players are left for a round, none is proposed until others join.

    :param cause: key of the sentence in `desk.proposal` that names the reason, with `params`
    :param strict: whether to refuse if pairs can't be kept apart; otherwise they may meet
    :param apart: pair to separate in a seating made by hand
    """
    proposed = event.row.rounds.filter(status=_Status.PROPOSED).first()
    if proposed is not None:
        _update_proposal(event, proposed, cause, params, strict=strict, apart=apart)
    elif _open_round(event) is None:
        _create_proposal(event, strict=strict)


def update_proposed_round(event: LockedEvent, cause: str, **params: Any) -> None:
    """Update the proposed round, if any, after a change of results."""
    if event.row.status != Event.Status.RUNNING:
        return
    proposed = event.row.rounds.filter(status=_Status.PROPOSED).first()
    if proposed is not None:
        _update_proposal(event, proposed, cause, params)


def update_outdated_proposal(event: LockedEvent, proposed: EventRound) -> bool:
    """Update the proposed round to current results and entries; return whether it changed.

    It is deleted if no round can be seated.
    """
    history, context = history_of(event.row), seating_context_of(event.row)
    entrants = seatable_entrants(event.row, len(history) + 1)
    if proposed.facts == facts_digest(event.row, history, entrants, context):
        return False
    before = proposed.seating_digest
    _update_proposal(event, proposed, "facts", {})
    return proposed.pk is None or proposed.seating_digest != before


def _update_proposal(
    event: LockedEvent,
    proposed: EventRound,
    cause: str,
    params: Mapping[str, Any],
    *,
    strict: bool = False,
    apart: frozenset[int] = frozenset(),
) -> None:
    """Seat the proposed round again by current facts, and list the changes for organizers.

    A seating made by hand is adapted; if no round can be seated, the proposal is deleted.
    """
    made = _draw_next_round(event, strict=strict)
    if made is None:
        proposed.delete()
        return
    drawn, before = proposed.drawn_seating, proposed.seated
    after = before
    if (drawn, proposed.stage) != (made.seating, made.stage):
        is_by_hand = drawn != before
        after = adapted_seating(before, made.seating) if is_by_hand else made.seating
        if _share_table(after, apart) and not _share_table(made.seating, apart):
            after = made.seating
        if drawn is not None or after != before:
            said = {
                "why": cause,
                "params": dict(params),
                **change_between(before, after),
                "is_kept": is_by_hand and after is not made.seating,
                "is_given_up": is_by_hand and after is made.seating,
            }
            proposed.changes = [*(proposed.changes or []), said][-MOST_CHANGES:]
    _store_seating(proposed, made, after)
    proposed.save()


def _share_table(seating: Seating, pair: frozenset[int]) -> bool:
    """Return whether this pair, if any, sits at one table."""
    return bool(pair) and any(pair <= set(table) for table in seating.tables)


@dataclass(frozen=True, slots=True)
class _Draw:
    """Next round as the format seats it, with a digest of the facts it is based on."""

    number: int
    stage: str
    seating: Seating
    facts: str


def _store_seating(row: EventRound, draw: _Draw, seating: Seating) -> None:
    """Set the row's seating, next to the drawn one and its facts; the caller saves it."""
    row.stage, row.seating = draw.stage, stored_seating(seating)
    row.drawn, row.facts = stored_seating(draw.seating), draw.facts


def _create_proposal(event: LockedEvent, *, strict: bool = False) -> EventRound | None:
    """Create the next round as proposed by the format; return None if it seats none."""
    made = _draw_next_round(event, strict=strict)
    if made is None:
        return None
    row = EventRound(event=event.row, number=made.number)
    _store_seating(row, made, made.seating)
    row.save()
    return row


def _draw_next_round(event: LockedEvent, *, strict: bool = False) -> _Draw | None:
    """Return the next round as the format seats it now, or None.

    Nothing is stored, except a secret for shared packs.

    :param strict: whether to refuse if pairs can't be kept apart; otherwise they may meet
    """
    row = event.row
    history, context = history_of(row), seating_context_of(row)
    entrants = seatable_entrants(row, len(history) + 1)
    facts = facts_digest(row, history, entrants, context)
    while True:
        try:
            made = format_of(row).pair(history, entrants, row.seed, context)
            break
        except ForbiddenPairsError as error:
            if strict:
                raise _cannot_keep_apart(event, error) from None
            # This must not block joining or leaving: these pairs may meet, and organizers are told.
            lost = frozenset(map(frozenset, error.pairs)) & context.forbidden
            context = replace(context, forbidden=context.forbidden - (lost or context.forbidden))
    if made is None or not made.seating.tables:
        return None
    commit_to_secret(event, len(history) + 1)
    return _Draw(len(history) + 1, made.stage, made.seating, facts)


def _cannot_keep_apart(event: LockedEvent, error: ForbiddenPairsError) -> DeniedError:
    """Return the denial for pairs who cannot be kept apart, with their names."""
    names = dict(event.row.entries.values_list("number", "name"))
    pairs = tuple(f"{names[one]} – {names[other]}" for one, other in error.pairs)
    return DeniedError(EventCode.CANNOT_KEEP_APART, names=pairs)


def _open_round(event: LockedEvent) -> EventRound | None:
    """Return the round that is proposed or in progress, if any."""
    return event.row.rounds.exclude(status=_Status.FINISHED).first()


def proposed_round(event: LockedEvent) -> EventRound:
    """Return the proposed round of the event; raise `DeniedError` if there is none."""
    event.check_status(Event.Status.RUNNING)
    found = _open_round(event)
    if found is None or found.status != _Status.PROPOSED:
        raise DeniedError(EventCode.NO_ROUND)
    return found


def check_seating(event: LockedEvent, proposed: EventRound, seating: Seating) -> None:
    """Raise `DeniedError` unless the seating has all proposed entrants once, at tables that fit.

    A table fits if its size is allowed and it has an entrant.
    """
    sizes: set[int] = {event.row.rule_set.players}
    if event.row.uneven == Event.Uneven.SMALLER and smaller_rules(event.row) is not None:
        sizes.add(event.row.rule_set.players - 1)
    # Each table needs an entrant.
    fits = all(len(table) in sizes and any(table) for table in seating.tables)
    if not fits or _count_entrants(seating) != _count_entrants(proposed.seated):
        raise DeniedError(EventCode.SEATING_WRONG)


def _count_entrants(seating: Seating) -> Counter[int]:
    """Return how often each entrant is seated or sits out, by entry number."""
    return Counter([*seating.seated, *seating.out])


def _tables_in_play(event: Event) -> QuerySet[EventTable]:
    """Return the query for the event's tables that have not finished."""
    return EventTable.objects.filter(round__event=event, finished_at=None)

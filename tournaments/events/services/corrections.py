"""Corrections of results: effective at once, or proposed until others confirm them.

Organizers can correct within the rules and within the losers' agreed maximums, until a week after
the end. An organizer who gains by a correction can only propose it: it takes effect when another
organizer or all players who lose by it confirm it. A correction above a loser's agreed maximum is
also proposed and waits until that player agrees to a higher maximum
(`tournaments.ledger.services.correction_consent`). With real cards and a stake, an organizer's
correction of a confirmed deal is proposed, too: a player of the table confirms it, or it takes
effect after a day unless it is declined (`paper`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.common.denials import Denial, DeniedError, answering
from games.live.users import alerts_changed
from tournaments.clubs.policy import Right, may
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Event,
    EventCorrection,
    EventNotice,
    EventRecord,
    EventSeat,
    EventTable,
    PaperDeal,
)
from tournaments.events.services.core import (
    Answer,
    LockedEvent,
    locked_event,
    require_reason,
    role_of,
)
from tournaments.events.services.notices import notify, notify_each, request_seen
from tournaments.events.services.paper_sheet import DAY, Sheet, rewrite_deal
from tournaments.events.services.result_limits import (
    check_not_final,
    check_within_rules,
    holder_of_seat,
    losses_above_maximum_after,
)
from tournaments.events.services.rounds import keep_up
from tournaments.events.services.settlement import results_corrected, settlements_of
from tournaments.ledger.models import lapse_of
from tournaments.ledger.services import (
    CorrectionRole,
    LossAboveMaximum,
    agree_to_new_maximums,
    notice_params_by_user,
    unanswered,
)

_Deed = EventRecord.Deed
_Outcome = EventCorrection.Outcome
_RUN = (Event.Status.RUNNING, Event.Status.FINISHED)


@answering
def correct_result(
    caller: Caller, event_id: int, event_table_id: int, nets: Mapping[int, int], reason: str
) -> EventCorrection | None:
    """Correct the net points of a table's seats, with a reason.

    The seating stays as it was; standings and a proposed round are updated. Returns the correction
    if it is only proposed: the organizer gains by it, or a player would exceed their maximum loss.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*_RUN)
        check_not_final(event.row)
        if event.row.is_on_paper:
            raise DeniedError(EventCode.DEAL_BY_DEAL)
        row, seats = _table_with_result(event.row, event_table_id)
        if set(nets) != {seat.place for seat in seats}:
            raise DeniedError(EventCode.NO_RESULT)
        if sum(nets.values()):
            raise DeniedError(EventCode.NOT_ZERO, sum=sum(nets.values()))
        check_within_rules(event.row, seats, nets)
        changes = [nets[seat.place] - (seat.net or 0) for seat in seats]
        if _gains(event.actor, seats, changes) or losses_above_maximum_after(
            event.row, row, seats, changes
        ):
            return propose_correction(
                event, row, seats, [nets[seat.place] for seat in seats], reason
            )
        _mark_replaced(EventCorrection.objects.filter(event_table=row, deal=None))
        _apply_nets(event, row, seats, nets, reason)
    return None


def _table_with_result(event: Event, event_table_id: int) -> tuple[EventTable, list[EventSeat]]:
    """Return a table of the event that has a result, with its seats in order.

    :raises DeniedError: there is none
    """
    tables = EventTable.objects.filter(pk=event_table_id, round__event=event)
    row = tables.select_related("round").first()
    if row is None or row.finished_at is None:
        raise DeniedError(EventCode.NO_RESULT)
    seats = list(row.seats.select_related("entry", "result_of").order_by("place"))
    if any(seat.net is None for seat in seats):
        # The result is hidden while other tables play the same packs.
        raise DeniedError(EventCode.NO_RESULT)
    return row, seats


def _gains(user: User, seats: Sequence[EventSeat], changes: Sequence[int]) -> bool:
    """Return whether these changes improve the user's own result."""
    return any(
        seat.holder_id == user.pk and change > 0
        for seat, change in zip(seats, changes, strict=True)
    )


def _apply_nets(
    event: LockedEvent,
    row: EventTable,
    seats: Sequence[EventSeat],
    nets: Mapping[int, int],
    reason: str,
) -> None:
    changed = []
    for seat in seats:
        before, seat.net = seat.net, nets[seat.place]
        if before == seat.net:
            continue
        changed.append((seat, before or 0))
        if seat.entry is not None:
            event.note(
                _Deed.CORRECTED,
                seat.entry,
                reason,
                table=row.number,
                before=before or 0,
                after=nets[seat.place],
            )
    EventSeat.objects.bulk_update(seats, ["net"])
    # After a settlement, the ledger sends the notifications.
    if not event.row.currency or not settlements_of(event.row.pk).exists():
        _notify_corrected(event, row, changed, reason)
    results_corrected(event, reason)
    keep_up(event, "result", table=row.number, round=row.round.number)


def _notify_corrected(
    event: LockedEvent,
    row: EventTable,
    changed: Sequence[tuple[EventSeat, int]],
    reason: str,
) -> None:
    for seat, before in changed:
        notify(
            event,
            EventNotice.Kind.CORRECTED,
            [seat.holder_id],
            row.pk,
            round=row.round.number,
            table=row.number,
            before=before,
            after=seat.net,
            reason=reason,
        )


# --- Proposed corrections


def propose_correction(
    event: LockedEvent,
    row: EventTable,
    seats: Sequence[EventSeat],
    nets: list[int],
    reason: str,
    *,
    deal: PaperDeal | None = None,
    written: dict[str, object] | None = None,
) -> EventCorrection:
    """Store a correction that waits for confirmation, and notify the players of the table.

    It replaces an open correction of the same result. The caller holds the lock on the event's row.

    :param deal: with real cards, the corrected deal
    :param written: the deal's new data
    """
    now = timezone.now()
    before = [seat.net or 0 for seat in seats] if deal is None else list(deal.nets)
    changes = [after - was for was, after in zip(before, nets, strict=True)]
    higher = losses_above_maximum_after(event.row, row, seats, changes)
    needs_yes = bool(higher) or _gains(event.actor, seats, changes)
    lapses_at, takes_effect_at = lapse_of(event.row.finished_at, now), None
    if deal is not None and not needs_yes and now + DAY < lapses_at:
        takes_effect_at = now + DAY
    _mark_replaced(EventCorrection.objects.filter(event_table=row, deal=deal))
    made = EventCorrection.objects.create(
        event_table=row,
        deal=deal,
        deal_version=None if deal is None else deal.version,
        written=written,
        before=before,
        nets=nets,
        reason=reason,
        proposed_by=event.actor,
        lapses_at=lapses_at,
        takes_effect_at=takes_effect_at,
    )
    event.note(
        _Deed.PROPOSED, text=reason, round=row.round.number, table=row.number, proposed=made.pk
    )
    _notify_proposed(event, made, seats, higher)
    return made


def _mark_replaced(older: QuerySet[EventCorrection]) -> None:
    older.filter(outcome=_Outcome.OPEN).update(outcome=_Outcome.REPLACED, closed_at=timezone.now())


def _notify_proposed(
    event: LockedEvent,
    held: EventCorrection,
    seats: Sequence[EventSeat],
    higher: Sequence[LossAboveMaximum],
    **more: Any,
) -> None:
    """Notify the players of the table, except the acting user, of the correction's state.

    Users who must agree to a higher maximum are always notified, including the proposer.
    """
    doer = event.person.pk if event.person is not None else None
    people = {seat.holder_id for seat in seats} | {seat.player_id for seat in seats if seat.entry}
    people |= {held.proposed_by_id, *held.agreed_by}
    asked = notice_params_by_user(higher)
    row = held.event_table
    params = {
        "round": row.round.number,
        "table": row.number,
        "by": held.proposed_by.shown_name,
        "reason": held.reason,
        "by_itself": held.takes_effect_at is not None,
        **more,
    }
    told = {each: params for each in {*people, *asked} if each is not None and each != doer}
    if not more:
        told |= {each: params | asked[each] for each in asked}
    notify_each(event.row, EventNotice.Kind.CORRECTION, told, held.pk)
    for each in told:
        alerts_changed(each)


def correction_role(
    held: EventCorrection, event: Event, seats: Sequence[EventSeat], user: User
) -> CorrectionRole:
    """Return what the user can do about a proposed correction."""
    return CorrectionRole(
        held,
        [holder_of_seat(seat) for seat in seats],
        user,
        is_organizer=may(role_of(user, event.club_id), Right.RUN_EVENTS),
        losses=_above_maximum(held, event, seats),
        has_played=any(seat.entry and seat.player_id == user.pk for seat in seats),
        is_deal=held.deal_id is not None,
    )


def _above_maximum(
    held: EventCorrection, event: Event, seats: Sequence[EventSeat]
) -> list[LossAboveMaximum]:
    """Return the players whose agreed maximum would be exceeded; empty if it is outdated."""
    if not held.is_open or _is_outdated(held, seats):
        return []
    return losses_above_maximum_after(event, held.event_table, seats, held.changes())


def _is_outdated(held: EventCorrection, seats: Sequence[EventSeat]) -> bool:
    """Return whether the result has changed since the correction was proposed."""
    before: list[int] = held.before
    if held.deal is not None:
        return held.deal.version != held.deal_version
    return [seat.net for seat in seats] != before


def correction_seats(held: EventCorrection) -> list[EventSeat]:
    """Return the seats of the corrected table in order. One query."""
    return list(held.event_table.seats.select_related("entry", "result_of").order_by("place"))


def _open_correction(event: LockedEvent, correction_id: int) -> EventCorrection:
    """Return an open correction.

    :raises DeniedError: there is none, or it was answered or has lapsed
    """
    found = (
        EventCorrection.objects.filter(pk=correction_id, event_table__round__event=event.row)
        .select_related("event_table__round", "deal", "proposed_by")
        .first()
    )
    if found is None or not found.is_open or found.lapses_at <= timezone.now():
        raise DeniedError(EventCode.NO_CORRECTION)
    return found


@answering
def confirm_correction(
    caller: Caller, event_id: int, correction_id: int, *, terms: str | None = None
) -> Answer:
    """Confirm a proposed correction; it takes effect once all required users have confirmed.

    :param terms: digest of the terms shown to a user who agrees to a higher maximum
    """
    with locked_event(event_id, caller) as event:
        held = _open_correction(event, correction_id)
        seats = correction_seats(held)
        role = correction_role(held, event.row, seats, event.actor)
        if not role.may_confirm:
            raise DeniedError(EventCode.NOT_YOURS_TO_CONFIRM)
        is_enough = role.is_enough
        if not role.agree(terms):
            raise DeniedError(EventCode.TERMS_CHANGED)
        request_seen(event_id, event.actor.pk, EventNotice.Kind.CORRECTION, held.pk)
        if is_enough:
            _take_effect(event, held, seats, role.losses, closed_by=event.actor)
        else:
            held.save(update_fields=["agreed_by", "agreed_terms"])
    return None


@answering
def decline_correction(caller: Caller, event_id: int, correction_id: int) -> Answer:
    """Decline a proposed correction: the result stays the same."""
    with locked_event(event_id, caller) as event:
        held = _open_correction(event, correction_id)
        seats = correction_seats(held)
        role = correction_role(held, event.row, seats, event.actor)
        if not role.is_concerned:
            raise DeniedError(EventCode.NOT_YOURS_TO_CONFIRM)
        request_seen(event_id, event.actor.pk, EventNotice.Kind.CORRECTION, held.pk)
        _close_correction(held, _Outcome.DECLINED, event.actor)
        row = held.event_table
        event.note(_Deed.UNCORRECTED, round=row.round.number, table=row.number)
        answered = {"state": "declined", "answered_by": event.actor.shown_name}
        _notify_proposed(event, held, seats, role.losses, **answered)
    return None


def _close_correction(
    held: EventCorrection, outcome: EventCorrection.Outcome, by: User | None
) -> None:
    held.outcome, held.closed_by, held.closed_at = outcome, by, timezone.now()
    answers = ["agreed_by", "agreed_terms"]
    held.save(update_fields=["outcome", "closed_by", "closed_at", *answers])


def _take_effect(
    event: LockedEvent,
    held: EventCorrection,
    seats: Sequence[EventSeat],
    higher: Sequence[LossAboveMaximum],
    *,
    closed_by: User | None,
) -> None:
    """Apply the correction in the name of the organizer who proposed it.

    :param higher: players whose agreed maximum it exceeds
    :raises DeniedError: the result has changed or is final, or a player would now lose too much
    """
    check_not_final(event.row)
    if _is_outdated(held, seats):
        raise DeniedError(EventCode.CORRECTION_OUTDATED)
    for each in unanswered(held, higher):
        raise DeniedError(EventCode.ABOVE_AGREED, name=each.name)
    agree_to_new_maximums(higher, Agreement.Subject.EVENT, event.row.pk)
    _close_correction(held, _Outcome.CONFIRMED, closed_by)
    name = "" if closed_by is None else closed_by.shown_name
    _notify_proposed(event, held, seats, higher, state="done", answered_by=name)
    event.person = held.proposed_by
    if held.deal is not None:
        sheet = Sheet(event, held.event_table, list(seats), held.reason)
        rewrite_deal(sheet, held.deal, held.written or {}, held.nets)
        return
    row, fresh = _table_with_result(event.row, held.event_table_id)
    _apply_nets(event, row, fresh, dict(enumerate(held.nets)), held.reason)


# --- Automatic changes


def due_corrections() -> list[int]:
    """Return the primary keys of corrections that are due to take effect or lapse. One query."""
    now = timezone.now()
    due = EventCorrection.objects.filter(
        Q(takes_effect_at__lte=now) | Q(lapses_at__lte=now), outcome=_Outcome.OPEN
    )
    return list(due.values_list("pk", flat=True))


def end_correction(correction_id: int) -> None:
    """Apply a due correction that was not declined, or let it lapse; repeated calls do nothing."""
    held = EventCorrection.objects.select_related("event_table__round").get(pk=correction_id)
    event_id = held.event_table.round.event_id
    is_due = held.takes_effect_at is not None and held.lapses_at > timezone.now()
    if not is_due or isinstance(_take_effect_unanswered(event_id, correction_id), Denial):
        _lapse(event_id, correction_id)


@answering
def _take_effect_unanswered(event_id: int, correction_id: int) -> Answer:
    with locked_event(event_id) as event:
        held = _open_correction(event, correction_id)
        if held.takes_effect_at is not None and held.takes_effect_at <= timezone.now():
            seats = correction_seats(held)
            _take_effect(event, held, seats, _above_maximum(held, event.row, seats), closed_by=None)
    return None


@answering
def _lapse(event_id: int, correction_id: int) -> Answer:
    with locked_event(event_id, in_closed_club=True) as event:
        held = (
            EventCorrection.objects.select_related("event_table__round", "deal", "proposed_by")
            .filter(pk=correction_id, outcome=_Outcome.OPEN)
            .first()
        )
        if held is None:
            event.is_unchanged = True
            return None
        seats = correction_seats(held)
        higher = _above_maximum(held, event.row, seats)
        _close_correction(held, _Outcome.LAPSED, None)
        _notify_proposed(event, held, seats, higher, state="lapsed")
    return None

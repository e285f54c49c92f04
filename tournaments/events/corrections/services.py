"""Corrections of results: effective at once, or proposed until others confirm them.

Organizers can correct within the rules and within the losers' agreed maximums, until a week after
the end. An organizer who gains by a correction can only propose it: it takes effect when another
organizer or all players who lose by it confirm it. A correction above a loser's agreed maximum is
also proposed and waits until that player agrees to a higher maximum
(`tournaments.ledger.corrections.consent`). With real cards and a stake, an organizer's
correction of a confirmed deal is proposed, too: a player of the table confirms it, or it takes
effect after a day unless it is declined (`paper.services`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.notices.services import notify
from games.agreements.models import Agreement
from games.common.denials import Denial, DeniedError, answering
from games.live.users import alerts_changed
from tournaments.clubs.policy import Right, may
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.limits import (
    check_not_final,
    check_within_rules,
    holder_of_seat,
    losses_above_maximum_after,
    may_win_prize,
)
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.results import apply_nets, table_with_result
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import request_seen
from tournaments.events.paper.locked_sheet import DAY, Sheet, rewrite_deal
from tournaments.events.paper.models import PaperDeal
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.ledger.corrections.consent import (
    CorrectedLoss,
    CorrectionRole,
    agree_to_new_maximums,
    notice_params_by_user,
    unanswered,
)
from tournaments.ledger.corrections.models import lapse_of

_Deed = EventRecord.Deed
_Outcome = EventCorrection.Outcome


@answering
def correct_result(
    caller: Caller, event_id: int, event_table_id: int, nets: Mapping[int, int], reason: str
) -> EventCorrection | None:
    """Correct a table's net points by seat, from 0; return the correction if it is only proposed.

    It is proposed if the organizer gains by it or a player would exceed their maximum loss.

    The seating stays as it was; standings and a proposed round are updated.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.STARTED_STATUSES)
        check_not_final(event.row)
        if event.row.is_on_paper:
            raise DeniedError(EventCode.DEAL_BY_DEAL)
        row, seats = table_with_result(event.row, event_table_id)
        if set(nets) != {seat.place for seat in seats}:
            raise DeniedError(EventCode.NO_RESULT)
        if sum(nets.values()):
            raise DeniedError(EventCode.NOT_ZERO, sum=sum(nets.values()))
        check_within_rules(event.row, seats, nets)
        changes = [nets[seat.place] - (seat.net or 0) for seat in seats]
        if _may_gain(event, seats, changes) or losses_above_maximum_after(
            event.row, row, seats, changes
        ):
            return propose_correction(
                event, row, seats, [nets[seat.place] for seat in seats], reason
            )
        _replace_open(EventCorrection.objects.filter(event_table=row, deal=None))
        apply_nets(event, row, seats, nets, reason)
    return None


def _may_gain(event: LockedEvent, seats: Sequence[EventSeat], changes: Sequence[int]) -> bool:
    """Return whether the acting organizer may gain by these changes at a table.

    They improve the organizer's own result, or they may bring the organizer a prize.
    """
    improves_own = any(
        seat.holder_id == event.actor.pk and change > 0
        for seat, change in zip(seats, changes, strict=True)
    )
    return improves_own or may_win_prize(event.row, event.actor)


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
    losses = losses_above_maximum_after(event.row, row, seats, changes)
    needs_yes = bool(losses) or _may_gain(event, seats, changes)
    lapses_at, takes_effect_at = lapse_of(event.row.finished_at, now), None
    if deal is not None and not needs_yes and now + DAY < lapses_at:
        takes_effect_at = now + DAY
    _replace_open(EventCorrection.objects.filter(event_table=row, deal=deal))
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
    _notify_of_correction(event, made, seats, losses)
    return made


def _replace_open(corrections: QuerySet[EventCorrection]) -> None:
    """Mark the open ones of these corrections as replaced."""
    corrections.filter(outcome=_Outcome.OPEN).update(
        outcome=_Outcome.REPLACED, closed_at=timezone.now()
    )


def _notify_of_correction(
    event: LockedEvent,
    correction: EventCorrection,
    seats: Sequence[EventSeat],
    losses: Sequence[CorrectedLoss],
    **answer_params: Any,
) -> None:
    """Notify the players of the table, except the acting user, of a proposed correction.

    Users who must agree to a higher maximum are always notified, including the proposer.

    :param answer_params: outcome of the correction, if it was answered or has lapsed
    """
    doer = event.person.pk if event.person is not None else None
    people = {seat.holder_id for seat in seats} | {seat.player_id for seat in seats if seat.entry}
    people |= {correction.proposed_by_id, *correction.agreed_by}
    asked = notice_params_by_user(losses)
    row = correction.event_table
    params = {
        "round": row.round.number,
        "table": row.number,
        "by": correction.proposed_by.shown_name,
        "reason": correction.reason,
        "by_itself": correction.takes_effect_at is not None,
        **answer_params,
    }
    told = {each: params for each in {*people, *asked} if each is not None and each != doer}
    if not answer_params:
        told |= {each: params | asked[each] for each in asked}
    notify(EventKind.CORRECTION, event.row, told, correction.pk)
    for each in told:
        alerts_changed(each)


def correction_role(
    correction: EventCorrection, event: Event, seats: Sequence[EventSeat], user: User
) -> CorrectionRole:
    """Return the actions that a user can take on a proposed correction. No change is made."""
    return CorrectionRole(
        correction,
        [holder_of_seat(seat) for seat in seats],
        user,
        is_organizer=may(role_of(event.club_id, user), Right.RUN_EVENTS),
        losses=_losses_above_maximum(correction, event, seats),
        has_played=any(seat.entry and seat.player_id == user.pk for seat in seats),
        is_deal=correction.deal_id is not None,
    )


def _losses_above_maximum(
    correction: EventCorrection, event: Event, seats: Sequence[EventSeat]
) -> list[CorrectedLoss]:
    """Return the losses above agreed maximums; none if the correction is outdated or closed."""
    if not correction.is_open or _is_outdated(correction, seats):
        return []
    return losses_above_maximum_after(event, correction.event_table, seats, correction.changes())


def _is_outdated(correction: EventCorrection, seats: Sequence[EventSeat]) -> bool:
    """Return whether the result has changed since the correction was proposed."""
    before: list[int] = correction.before
    if correction.deal is not None:
        return correction.deal.version != correction.deal_version
    return [seat.net for seat in seats] != before


def correction_seats(correction: EventCorrection) -> list[EventSeat]:
    """Return the seats of the corrected table in order. One query."""
    return list(correction.event_table.seats.select_related("entry", "result_of").order_by("place"))


def _open_correction(event: LockedEvent, correction_id: int) -> EventCorrection:
    """Return the correction with this primary key; raise `DeniedError` if it is no longer open.

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
        correction = _open_correction(event, correction_id)
        seats = correction_seats(correction)
        role = correction_role(correction, event.row, seats, event.actor)
        if not role.may_confirm:
            raise DeniedError(EventCode.NOT_YOURS_TO_CONFIRM)
        is_enough = role.is_enough
        if not role.agree(terms):
            raise DeniedError(EventCode.TERMS_CHANGED)
        request_seen(event_id, event.actor.pk, EventKind.CORRECTION, correction.pk)
        if is_enough:
            _apply_correction(event, correction, seats, role.losses, closed_by=event.actor)
        else:
            correction.save(update_fields=["agreed_by", "agreed_terms"])
    return None


@answering
def decline_correction(caller: Caller, event_id: int, correction_id: int) -> Answer:
    """Decline a proposed correction: the result stays the same."""
    with locked_event(event_id, caller) as event:
        correction = _open_correction(event, correction_id)
        seats = correction_seats(correction)
        role = correction_role(correction, event.row, seats, event.actor)
        if not role.is_concerned:
            raise DeniedError(EventCode.NOT_YOURS_TO_CONFIRM)
        request_seen(event_id, event.actor.pk, EventKind.CORRECTION, correction.pk)
        _close_correction(correction, _Outcome.DECLINED, event.actor)
        row = correction.event_table
        event.note(_Deed.UNCORRECTED, round=row.round.number, table=row.number)
        answered = {"state": "declined", "answered_by": event.actor.shown_name}
        _notify_of_correction(event, correction, seats, role.losses, **answered)
    return None


def _close_correction(
    correction: EventCorrection, outcome: EventCorrection.Outcome, closed_by: User | None
) -> None:
    """Store the outcome of a correction, its answers and who closed it."""
    correction.outcome, correction.closed_by, correction.closed_at = (
        outcome,
        closed_by,
        timezone.now(),
    )
    answers = ["agreed_by", "agreed_terms"]
    correction.save(update_fields=["outcome", "closed_by", "closed_at", *answers])


def _apply_correction(
    event: LockedEvent,
    correction: EventCorrection,
    seats: Sequence[EventSeat],
    losses: Sequence[CorrectedLoss],
    *,
    closed_by: User | None,
) -> None:
    """Apply a correction as its proposer; raise `DeniedError` if the result is final or changed.

    :param losses: players whose agreed maximum it exceeds
    :raises DeniedError: the result has changed or is final, or a player would now lose too much
    """
    check_not_final(event.row)
    if _is_outdated(correction, seats):
        raise DeniedError(EventCode.CORRECTION_OUTDATED)
    for each in unanswered(correction, losses):
        raise DeniedError(EventCode.ABOVE_AGREED, name=each.name)
    agree_to_new_maximums(losses, Agreement.Subject.EVENT, event.row.pk)
    _close_correction(correction, _Outcome.CONFIRMED, closed_by)
    name = "" if closed_by is None else closed_by.shown_name
    _notify_of_correction(event, correction, seats, losses, state="done", answered_by=name)
    event.person = correction.proposed_by
    if correction.deal is not None:
        sheet = Sheet(event, correction.event_table, list(seats), correction.reason)
        rewrite_deal(sheet, correction.deal, correction.written or {}, correction.nets)
        return
    row, fresh = table_with_result(event.row, correction.event_table_id)
    apply_nets(event, row, fresh, dict(enumerate(correction.nets)), correction.reason)


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
    correction = EventCorrection.objects.select_related("event_table__round").get(pk=correction_id)
    event_id = correction.event_table.round.event_id
    is_due = correction.takes_effect_at is not None and correction.lapses_at > timezone.now()
    if not is_due or isinstance(_apply_unanswered(event_id, correction_id), Denial):
        _lapse(event_id, correction_id)


@answering
def _apply_unanswered(event_id: int, correction_id: int) -> Answer:
    """Apply a correction whose time to decline is over; do nothing before that."""
    with locked_event(event_id) as event:
        correction = _open_correction(event, correction_id)
        if correction.takes_effect_at is not None and correction.takes_effect_at <= timezone.now():
            seats = correction_seats(correction)
            _apply_correction(
                event,
                correction,
                seats,
                _losses_above_maximum(correction, event.row, seats),
                closed_by=None,
            )
    return None


@answering
def _lapse(event_id: int, correction_id: int) -> Answer:
    """Close an open correction as lapsed and notify the players; repeated calls do nothing."""
    with locked_event(event_id, in_closed_club=True) as event:
        correction = (
            EventCorrection.objects.select_related("event_table__round", "deal", "proposed_by")
            .filter(pk=correction_id, outcome=_Outcome.OPEN)
            .first()
        )
        if correction is None:
            event.is_unchanged = True
            return None
        seats = correction_seats(correction)
        losses = _losses_above_maximum(correction, event.row, seats)
        _close_correction(correction, _Outcome.LAPSED, None)
        _notify_of_correction(event, correction, seats, losses, state="lapsed")
    return None


# --- Queries


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

"""Penalties: they cost points in the standings, and money up to the limit in the event's terms."""

from django.db.models import Sum
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.live.users import alerts_changed
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    check_accepted,
    locked_event,
    require_reason,
)
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.limits import check_agreed, check_no_prize, check_not_final
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.rounds.proposal import update_proposed_round
from tournaments.events.settling.services import results_corrected
from tournaments.events.settling.winnings import points_so_far
from tournaments.events.terms.selectors import highest_penalty, money_points

_Deed = EventRecord.Deed


@answering
def give_penalty(caller: Caller, event_id: int, number: int, points: int, reason: str) -> Answer:
    """Give an entrant, by entry number, a penalty with a reason, and notify them of its cost.

    More points than the deals of a round can cost under the rules are denied.
    """
    reason = require_reason(reason)
    if points < 1:
        raise DeniedError(EventCode.NO_POINTS)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.STARTED_STATUSES)
        check_not_final(event.row)
        check_no_prize(event.row, event.actor)
        if points > (most := highest_penalty(event.row)):
            raise DeniedError(EventCode.PENALTY_TOO_HIGH, most=most)
        entry = event.entry(number)
        check_accepted(entry)
        costs = money_points(event.row, _points_in_force(entry), points)
        before = points_so_far(event.row) if costs else {}
        round_number = event.row.rounds.exclude(status="proposed").count()
        given = EntryPenalty.objects.create(
            entry=entry, points=points, round=round_number, reason=reason
        )
        if costs:
            check_agreed(event.row, before, points_so_far(event.row))
        event.note(_Deed.PENALTY, entry, reason, points=points, penalty=given.pk)
        _notify(event, given, costs)
        results_corrected(event, reason)
        update_proposed_round(event, "penalty", name=entry.name, points=points)
    return None


@answering
def reverse_penalty(caller: Caller, event_id: int, penalty_id: int, reason: str) -> Answer:
    """Reverse a penalty once, by primary key, with a reason.

    Denied for the organizer's own penalty if it cost money.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.STARTED_STATUSES)
        check_not_final(event.row)
        check_no_prize(event.row, event.actor)
        held = EntryPenalty.objects.select_related("entry").filter(
            pk=penalty_id, entry__event=event.row, reversed_at=None
        )
        penalty = held.first()
        if penalty is None:
            raise DeniedError(EventCode.NO_PENALTY)
        entry = penalty.entry
        costs = money_points(event.row, _points_in_force(entry) - penalty.points, penalty.points)
        if costs and entry.user_id == event.actor.pk:
            raise DeniedError(EventCode.OWN_PENALTY)
        penalty.reversed_at = timezone.now()
        penalty.save(update_fields=["reversed_at"])
        event.note(_Deed.REVERSED, entry, reason, points=penalty.points)
        _notify(event, penalty, costs, reversed_for=reason)
        results_corrected(event, reason)
        update_proposed_round(event, "reversed", name=entry.name, points=penalty.points)
    return None


def _points_in_force(entry: Entry) -> int:
    """Return the sum of the entrant's penalty points in force. One query."""
    held = entry.penalties.filter(reversed_at=None)
    return int(held.aggregate(sum=Sum("points"))["sum"] or 0)


def _notify(
    event: LockedEvent, penalty: EntryPenalty, costs: int, *, reversed_for: str = ""
) -> None:
    """Notify the entrant of a penalty or its reversal, also by mail.

    :param costs: number of the penalty's points that cost money
    :param reversed_for: reason of the reversal; empty for a new penalty
    """
    user_id = penalty.entry.user_id
    if user_id is None:
        return
    notify(
        event,
        EventKind.PENALTY,
        [user_id],
        penalty.pk,
        points=penalty.points,
        reason=reversed_for or penalty.reason,
        minor=costs * event.row.stake_minor,
        currency=event.row.currency,
        is_reversed=bool(reversed_for),
    )
    alerts_changed(user_id)


def penalties_in_force(event: Event) -> list[EntryPenalty]:
    """Return the event's penalties that were not removed, with their entries. One query."""
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None)
    return list(held.select_related("entry").order_by("pk"))

"""Limits for changes to results: time, the rules, and the players' agreed maximums."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current
from games.common.denials import DeniedError
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.events.settling.winnings import fees_so_far, points_so_far
from tournaments.events.terms.max_loss import deal_loss_of
from tournaments.ledger.book.holders import HOUSE, Holder, named_holder, user_holder
from tournaments.ledger.corrections.consent import CorrectedLoss, losses_above_maximum
from tournaments.ledger.corrections.models import FINAL_AFTER, is_final


def check_not_final(event: Event) -> None:
    """Raise `DeniedError` if the event ended too long ago to change its results (`FINAL_AFTER`)."""
    if is_final(event.finished_at, timezone.now()):
        raise DeniedError(EventCode.RESULTS_FINAL, days=FINAL_AFTER.days)


def may_win_prize(event: Event, user: User) -> bool:
    """Return whether the user takes part in an event with prizes, so that any change can pay them.

    At most one query.
    """
    if not event.prizes:
        return False
    return (
        event.entries.filter(user=user).exclude(status=Entry.Status.WITHDRAWN, left=None).exists()
    )


def check_no_prize(event: Event, user: User) -> None:
    """Raise `DeniedError` if an event is over whose prizes the user could gain by a penalty."""
    if event.status == Event.Status.FINISHED and may_win_prize(event, user):
        raise DeniedError(EventCode.OWN_PRIZE)


def check_within_rules(event: Event, seats: Sequence[EventSeat], nets: Mapping[int, int]) -> None:
    """Raise `DeniedError` if a seat loses more by these nets, given by seat, than the rules allow.

    This also limits what seats win, since the sum is 0.
    """
    lost = deal_loss_of(event)
    for seat in seats:
        most = lost * (seat.deals_played or event.deals)
        if -nets[seat.place] > most:
            raise DeniedError(EventCode.BEYOND_RULES, points=-nets[seat.place], most=most)


def check_agreed(event: Event, before: Mapping[Holder, int], after: Mapping[Holder, int]) -> None:
    """Raise `DeniedError` if a change raises a player's total loss above their agreed maximum.

    A player without an agreement owes nothing yet: the loss is left pending at settlement.

    :param before: points of each holder without the change
    :raises DeniedError: a player would lose more than their maximum
    """
    for each in _raised_above_maximum(event, before, after, {}):
        raise DeniedError(EventCode.ABOVE_AGREED, name=_holder_name(event, each.holder))


def losses_above_maximum_after(
    event: Event, row: EventTable, seats: Sequence[EventSeat], changes: Sequence[int]
) -> list[CorrectedLoss]:
    """Return the losses that these changes at a table would raise above an agreed maximum.

    Empty if the table has no result yet, since it doesn't count.

    :param changes: change of each seat's result in points
    """
    if not event.currency or row.finished_at is None or any(seat.net is None for seat in seats):
        return []
    nets = {
        seat.place: (seat.net or 0) + change for seat, change in zip(seats, changes, strict=True)
    }
    names = {
        holder_of_seat(seat): seat.entry.name if seat.result_of is None else seat.substitute_name
        for seat in seats
        if seat.entry is not None
    }
    after = points_so_far(event, alternative_nets={row.pk: nets})
    return _raised_above_maximum(event, points_so_far(event), after, names)


def _raised_above_maximum(
    event: Event,
    before: Mapping[Holder, int],
    after: Mapping[Holder, int],
    names: Mapping[Holder, str],
) -> list[CorrectedLoss]:
    """Return the holders whose loss rises above their agreed maximum, by points of all holders."""
    if not event.currency or before == after:
        return []
    agreements = current(Agreement.Subject.EVENT, event.pk)
    fees = fees_so_far(event)
    return losses_above_maximum(agreements, before, after, event.stake_minor, names, fees=fees)


def holder_of_seat(seat: EventSeat) -> Holder:
    """Return the owner of the seat's money result, the club for bots; the entry is fetched."""
    if seat.result_of_id is not None:
        return user_holder(seat.result_of_id)
    if seat.entry is None or seat.entry.bot:
        return HOUSE
    return (
        named_holder(seat.entry.name)
        if seat.entry.user_id is None
        else user_holder(seat.entry.user_id)
    )


def _holder_name(event: Event, holder: Holder) -> str:
    """Return the name in the event of an entrant or a substitute; empty if unknown."""
    if holder.user_id is None:
        return holder.name
    entry = event.entries.filter(user=holder.user_id).first()
    if entry is not None:
        return entry.name
    seat = EventSeat.objects.filter(
        event_table__round__event=event, result_of=holder.user_id
    ).first()
    return "" if seat is None else seat.substitute_name

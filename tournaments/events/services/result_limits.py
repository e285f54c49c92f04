"""What decisions about results are bound by: time, the rules, and what players agreed to."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from games.agreements.models import Agreement
from games.agreements.selectors import Party as AgreedParty
from games.agreements.selectors import current
from games.common.denials import DeniedError
from tournaments.events.denials import EventCode
from tournaments.events.models import Event, EventSeat
from tournaments.events.services.costs import deal_loss_of
from tournaments.events.services.winnings import points_so_far
from tournaments.ledger.models import FINAL_AFTER, is_final
from tournaments.ledger.winnings import Holder


def check_not_final(event: Event) -> None:
    """Check that results of the event can still be changed.

    :raises DeniedError: it ended too long ago
    """
    if is_final(event.finished_at, timezone.now()):
        raise DeniedError(EventCode.RESULTS_FINAL, days=FINAL_AFTER.days)


def check_within_rules(event: Event, seats: Sequence[EventSeat], nets: Mapping[int, int]) -> None:
    """Check that the deals of a table can cost each seat what it is to lose.

    What seats win follows from that: the sum is 0.

    :raises DeniedError: a seat would lose more than the rules can give
    """
    lost = deal_loss_of(event)
    for seat in seats:
        most = lost * (seat.deals_played or event.deals)
        if -nets[seat.place] > most:
            raise DeniedError(EventCode.BEYOND_RULES, points=-nets[seat.place], most=most)


def check_agreed(event: Event, before: Mapping[Holder, int], after: Mapping[Holder, int]) -> None:
    """Check that nobody who loses by a change loses more in all than they agreed to.

    Who has agreed to nothing owes nothing: that loss is left pending when it is settled.

    :param before: the points of each holder without the change
    :raises DeniedError: a player would lose more than their maximum
    """
    losers = [each for each, points in after.items() if points < min(0, before.get(each, 0))]
    if not event.currency or not losers:
        return
    agreements = current(Agreement.Subject.EVENT, event.pk)
    for holder in losers:
        held = agreements.get(AgreedParty(holder.user_id, holder.name))
        if held is None or held.max_loss is None:
            continue
        if -after[holder] * event.stake_minor > held.max_loss:
            raise DeniedError(EventCode.ABOVE_AGREED, name=_name(event, holder))


def check_change(event: Event, table: int, nets: Mapping[int, int]) -> None:
    """Check `check_agreed` for another result of a table that is done."""
    if event.currency:
        check_agreed(event, points_so_far(event), points_so_far(event, instead={table: nets}))


def _name(event: Event, holder: Holder) -> str:
    if holder.user_id is None:
        return holder.name
    entry = event.entries.filter(user=holder.user_id).first()
    if entry is not None:
        return entry.name
    seat = EventSeat.objects.filter(
        event_table__round__event=event, result_of=holder.user_id
    ).first()
    return "" if seat is None else seat.substitute_name

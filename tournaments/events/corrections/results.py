"""Change of a table's result by a correction."""

from collections.abc import Mapping, Sequence

from games.common.denials import DeniedError
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import LockedEvent
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.events.rounds.proposal import update_proposed_round
from tournaments.events.settling.services import results_corrected, settlements_of

_Deed = EventRecord.Deed


def table_with_result(event: Event, event_table_id: int) -> tuple[EventTable, list[EventSeat]]:
    """Return the table with this primary key, and its seats.

    Raise `DeniedError` if it has no result.
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


def apply_nets(
    event: LockedEvent,
    row: EventTable,
    seats: Sequence[EventSeat],
    nets: Mapping[int, int],
    reason: str,
) -> None:
    """Store and log a table's new net points by seat; update notices, settlement and next round."""
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
    update_proposed_round(event, "result", table=row.number, round=row.round.number)


def _notify_corrected(
    event: LockedEvent,
    row: EventTable,
    changed: Sequence[tuple[EventSeat, int]],
    reason: str,
) -> None:
    """Notify the owner of each changed seat, given with its net points before."""
    for seat, before in changed:
        notify(
            event,
            EventKind.CORRECTED,
            [seat.holder_id],
            row.pk,
            round=row.round.number,
            table=row.number,
            before=before,
            after=seat.net,
            reason=reason,
        )

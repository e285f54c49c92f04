"""Results of sessions, and how they finish the tables and rounds of an event."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from django.utils import timezone

from games.common.denials import answering
from games.tables.models import Deal, Seat, Session
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.locking import Answer, locked_event
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.pairing.rounds import RoundResult

_Status = EventRound.Status


def results_of(sessions: Collection[int]) -> dict[int, dict[int, RoundResult]]:
    """Return the results of all seats, by primary key of the session, then by seat number from 0.

    Two queries.
    """
    winners: dict[int, Counter[int | None]] = defaultdict(Counter)
    over = Deal.objects.filter(session__in=sessions, nets__isnull=False)
    for session, winner in over.values_list("session", "winner"):
        winners[session][winner] += 1
    found: dict[int, dict[int, RoundResult]] = {each: {} for each in sessions}
    seats = Seat.objects.filter(session__in=sessions).values_list("session", "number", "net")
    for session, number, net in seats:
        won = winners[session]
        found[session][number] = RoundResult(net, won[number], sum(won.values()))
    return found


@answering
def take_result(session_id: int) -> Answer:
    """Store the results of an event table once its session is over; repeated calls do nothing.

    If a round's tables share packs, all its results are stored when the last table ends.
    """
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
    with locked_event(event_id) as event:
        row = EventTable.objects.select_related("round__event").get(pk=event_table_id)
        if row.finished_at is not None:
            event.is_unchanged = True
            return None
        is_last = finish_table(row)
        if not plays_same_packs(row.round.event):
            _write_results([row])
        elif is_last:
            # An earlier result would tell players of other tables about their own cards.
            _write_results(row.round.tables.all())
    return None


def finish_table(row: EventTable) -> bool:
    """Finish the table, and the round with its last one; return whether it was the last.

    The event's row is locked.
    """
    row.finished_at = timezone.now()
    row.save(update_fields=["finished_at"])
    if row.round.tables.filter(finished_at=None).exists():
        return False
    row.round.status, row.round.finished_at = _Status.FINISHED, timezone.now()
    row.round.save(update_fields=["status", "finished_at"])
    return True


def _write_results(rows: Iterable[EventTable]) -> None:
    """Store the session's results in the seats of each of these app tables. Five statements."""
    played = [each.pk for each in rows]
    sessions = dict(
        Session.objects.filter(table__event_table__in=played).values_list(
            "table__event_table", "pk"
        )
    )
    results = results_of(sessions.values())
    seats = list(EventSeat.objects.filter(event_table__in=played))
    for seat in seats:
        result = results[sessions[seat.event_table_id]][seat.place]
        seat.net, seat.deals_won, seat.deals_played = result.net, result.deals_won, result.deals
    EventSeat.objects.bulk_update(seats, ["net", "deals_won", "deals_played"])

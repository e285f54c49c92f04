"""Cleanup of abandoned tables: waiting ones close, sessions without progress end."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from games.common.denials import answering
from games.tables import topics
from games.tables.models import Seat, Session, Table
from games.tables.proposals import played_by_bots
from games.tables.services.core import locked_table
from games.tables.services.resting import wake
from games.tables.services.seating import close_waiting
from games.tables.services.session import finish_session
from games.tables.services.votes import end_pause, give_to_bot

#: Maximum number of tables in one batch.
MOST = 50

_RUNNING = (Table.Phase.PLAYING, Table.Phase.BETWEEN)


def abandoned_waiting_tables(before: datetime, after: int) -> list[int]:
    """Return ids above `after` of waiting tables without a present player since `before`."""
    return _numbers(_waiting(before), after)


def close_tables(numbers: Sequence[int], before: datetime) -> int:
    """Close those of the tables that are still abandoned; return how many."""
    return sum(_close(number, before) is None for number in _still(_waiting(before), numbers))


@answering
def _close(table_id: int, before: datetime) -> None:
    with locked_table(table_id) as table:
        if table.row.phase == Table.Phase.WAITING:
            close_waiting(table)
            topics.lobby_changed()


def resting_tables(before: datetime, after: int) -> list[int]:
    """Return ids above `after` of tables that have rested since `before`."""
    return _numbers(_resting(before), after)


def end_resting(numbers: Sequence[int], before: datetime) -> int:
    """End the sessions at those of the tables that still rest; return how many."""
    return sum(_end(number) is None for number in _still(_resting(before), numbers))


def stalled_tables(before: datetime, after: int) -> list[int]:
    """Return ids above `after` of tables whose players have been away since `before`."""
    return _numbers(_stalled(before), after)


def end_stalled(numbers: Sequence[int], before: datetime) -> int:
    """End the sessions at those of the tables whose players are still away; return how many."""
    return sum(_end(number) is None for number in _still(_stalled(before), numbers))


@answering
def _end(table_id: int) -> None:
    """End the session; bots finish the running deal."""
    with locked_table(table_id) as table:
        session = table.session_row()
        if table.row.phase not in _RUNNING or session.ending:
            return
        session.ending = True
        session.save(update_fields=["ending"])
        bot_seats = played_by_bots(table.setting.seats)
        for seat in table.setting.seats:
            if seat.number not in bot_seats:
                give_to_bot(table, seat.number)
        table.revise()
        if table.row.phase == Table.Phase.BETWEEN:
            finish_session(table)
        elif table.row.paused_at is not None:
            end_pause(table)
        else:
            wake(table)


def _numbers(tables: QuerySet[Table], after: int) -> list[int]:
    found = tables.filter(pk__gt=after).order_by("pk")
    return list(found.values_list("pk", flat=True)[:MOST])


def _still(tables: QuerySet[Table], numbers: Sequence[int]) -> list[int]:
    return list(tables.filter(pk__in=numbers).values_list("pk", flat=True))


def _own() -> QuerySet[Table]:
    """Return the tables of users; an event cleans up its own."""
    return Table.objects.filter(is_arranged=False).exclude(purpose=Table.Purpose.COUNTS)


def _sessions(before: datetime) -> QuerySet[Session]:
    """Return, for a subquery, a table's unfinished sessions that started before then."""
    return Session.objects.filter(table=OuterRef("pk"), finished_at=None, started_at__lt=before)


def _waiting(before: datetime) -> QuerySet[Table]:
    present = Seat.objects.filter(session__table=OuterRef("pk"), seen_at__gte=before, over_at=None)
    return _own().filter(
        Exists(_sessions(before).filter(status=Session.Status.WAITING)),
        ~Exists(present),
        phase=Table.Phase.WAITING,
    )


def _running(before: datetime) -> QuerySet[Table]:
    """Return tables without a timed step, in a session that is not about to end."""
    running = _sessions(before).filter(ending=False).exclude(status=Session.Status.WAITING)
    nothing_due = Q(due_at=None) | Q(paused_at__isnull=False)
    return _own().filter(Exists(running), nothing_due, phase__in=_RUNNING)


def _resting(before: datetime) -> QuerySet[Table]:
    people = Seat.objects.filter(
        session__table=OuterRef("pk"), over_at=None, user__isnull=False, stand_in=False
    )
    watched = Coalesce(F("watched_at"), F("created_at"))
    found = _running(before).annotate(watched=watched).filter(watched__lt=before, paused_at=None)
    return found.filter(~Exists(people))


def _stalled(before: datetime) -> QuerySet[Table]:
    people = Seat.objects.filter(
        session__table=OuterRef("pk"), over_at=None, user__seen_at__gte=before
    )
    return _running(before).filter(~Exists(people))

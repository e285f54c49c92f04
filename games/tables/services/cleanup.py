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
BATCH_SIZE = 50


def abandoned_waiting_table_ids(before: datetime, after_id: int) -> list[int]:
    """Return a batch of ids above `after_id` of waiting tables without a player since `before`."""
    return _next_ids(_abandoned(before), after_id)


def close_tables(table_ids: Sequence[int], before: datetime) -> int:
    """Close those of the tables that still wait without a player; return how many were closed."""
    return sum(
        _close(table_id, before) is None
        for table_id in _remaining_ids(_abandoned(before), table_ids)
    )


@answering
def _close(table_id: int, before: datetime) -> None:
    """Close the table if it still waits for players (`seating.close_waiting`)."""
    with locked_table(table_id) as table:
        if table.row.phase == Table.Phase.WAITING:
            close_waiting(table)
            topics.lobby_changed()


def resting_table_ids(before: datetime, after_id: int) -> list[int]:
    """Return ids of tables that only bots play, stopped and shown by no page since `before`.

    Such tables rest (``services.resting``).

    :param after_id: only ids above this one, from the previous batch
    """
    return _next_ids(_resting(before), after_id)


def end_resting(table_ids: Sequence[int], before: datetime) -> int:
    """End the sessions at those of the tables that are still stopped and unseen; return how many.

    A running deal is played to its end first.
    """
    return sum(_end(table_id) is None for table_id in _remaining_ids(_resting(before), table_ids))


def stalled_table_ids(before: datetime, after_id: int) -> list[int]:
    """Return a batch of ids above `after_id` of tables waiting for players away since `before`."""
    return _next_ids(_stalled(before), after_id)


def end_stalled(table_ids: Sequence[int], before: datetime) -> int:
    """End the sessions at those of the tables whose players are still away; return how many tables.

    A running deal is played to its end by bots first.
    """
    return sum(_end(table_id) is None for table_id in _remaining_ids(_stalled(before), table_ids))


@answering
def _end(table_id: int) -> None:
    """End the session at the table now, or with the running deal, which bots finish."""
    with locked_table(table_id) as table:
        session = table.session_row()
        if table.row.phase not in Table.RUNNING_PHASES or session.ending:
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


def _next_ids(tables: QuerySet[Table], after_id: int) -> list[int]:
    """Return the ids above `after_id` of the first tables, at most `BATCH_SIZE`, in order."""
    found = tables.filter(pk__gt=after_id).order_by("pk")
    return list(found.values_list("pk", flat=True)[:BATCH_SIZE])


def _remaining_ids(tables: QuerySet[Table], table_ids: Sequence[int]) -> list[int]:
    """Return those of the ids whose tables the query finds."""
    return list(tables.filter(pk__in=table_ids).values_list("pk", flat=True))


def _user_tables() -> QuerySet[Table]:
    """Return the query for tables that neither are arranged nor count for an event."""
    return Table.objects.filter(is_arranged=False).exclude(purpose=Table.Purpose.COUNTS)


def _unfinished_sessions(before: datetime) -> QuerySet[Session]:
    """Return a subquery for a table's unfinished sessions that started before then."""
    return Session.objects.filter(table=OuterRef("pk"), finished_at=None, started_at__lt=before)


def _abandoned(before: datetime) -> QuerySet[Table]:
    """Return the query for waiting tables whose players had no page open there since `before`."""
    present = Seat.objects.filter(session__table=OuterRef("pk"), seen_at__gte=before, over_at=None)
    return _user_tables().filter(
        Exists(_unfinished_sessions(before).filter(status=Session.Status.WAITING)),
        ~Exists(present),
        phase=Table.Phase.WAITING,
    )


def _without_steps(before: datetime) -> QuerySet[Table]:
    """Return the query for tables that no step moves on, in a session started before `before`.

    Nothing is due or the table is paused. Sessions in their last deal are left out.
    """
    running = (
        _unfinished_sessions(before).filter(ending=False).exclude(status=Session.Status.WAITING)
    )
    nothing_due = Q(due_at=None) | Q(paused_at__isnull=False)
    return _user_tables().filter(Exists(running), nothing_due, phase__in=Table.RUNNING_PHASES)


def _resting(before: datetime) -> QuerySet[Table]:
    """Return the query for stopped tables that only bots play, shown by no page since `before`."""
    people = Seat.objects.filter(
        session__table=OuterRef("pk"), over_at=None, user__isnull=False, stand_in=False
    )
    watched = Coalesce(F("watched_at"), F("created_at"))
    found = (
        _without_steps(before).annotate(watched=watched).filter(watched__lt=before, paused_at=None)
    )
    return found.filter(~Exists(people))


def _stalled(before: datetime) -> QuerySet[Table]:
    """Return the query for tables that no step moves on, with players away since `before`."""
    people = Seat.objects.filter(
        session__table=OuterRef("pk"), over_at=None, user__seen_at__gte=before
    )
    return _without_steps(before).filter(~Exists(people))

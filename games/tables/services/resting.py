"""Resting tables: tables that only bots play stop while no page shows them.

Their results are not awaited, yet each would cost as much as any table. A table rests when nothing
is due although bots play all seats; no other state is stored. Pages that show such a table report
it regularly (``Table.watched_at``), in any process.
"""

from datetime import timedelta

from django.utils import timezone

from games.common.denials import answering
from games.tables.models import Table
from games.tables.proposals import played_by_bots
from games.tables.services.core import LockedTable, locked_table
from games.tables.services.due import schedule_next, schedule_next_deal
from games.tables.snapshot import Setting, TableFacts

#: Seconds between two reports of a page that shows such a table.
REPORT_SECONDS = 45.0
#: A report is stored if the last one is older than the first value; it is valid for the second.
STORE_INTERVAL, REPORT_VALIDITY = timedelta(seconds=30), timedelta(seconds=120)


def may_rest(row: Table | TableFacts, setting: Setting) -> bool:
    """Return whether the table may stop while unseen: only bots play, and no result is awaited.

    An event waits for all of its tables; and a session in its last deal is about to end.
    """
    seats = setting.seats
    is_awaited = row.is_arranged or row.purpose == Table.Purpose.COUNTS or setting.session.ending
    return (
        row.phase in Table.RUNNING_PHASES
        and not is_awaited
        and len(played_by_bots(seats)) == len(seats)
    )


def rest_unwatched(table: LockedTable) -> bool:
    """Stop a table that only bots play and no page shows; return whether it stops.

    Nothing is due at a stopped table.
    """
    row = table.row
    is_watched = row.watched_at is not None and row.watched_at > timezone.now() - REPORT_VALIDITY
    if is_watched or not may_rest(row, table.setting):
        return False
    row.due_at = None
    return True


@answering
def watch(table_id: int) -> None:
    """Store that a page shows a table that only bots play, and continue it if it has stopped.

    At other tables nothing is stored.
    """
    with locked_table(table_id) as table:
        row, now = table.row, timezone.now()
        if not may_rest(row, table.setting):
            return
        if row.watched_at is None or row.watched_at < now - STORE_INTERVAL:
            row.watched_at = now
        if row.due_at is None and row.paused_at is None:
            wake(table)


def wake(table: LockedTable) -> None:
    """Schedule the next timed step of a running table where none is due."""
    if table.row.phase == Table.Phase.BETWEEN:
        schedule_next_deal(table.row, table.setting.seats)
    else:
        schedule_next(table, table.state)
    table.touch()

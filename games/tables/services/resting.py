"""Tables that only bots play: they rest while nobody watches, and go on when somebody does.

Nobody waits for what comes of them, and each would cost as much as any. A table rests while nothing
is due there although bots have all of its seats; nothing else is kept of it. Pages that show such
a table say so from time to time (``Table.watched_at``), in whichever process.
"""

from datetime import timedelta

from django.utils import timezone

from games.common.denials import answering
from games.tables.models import Table
from games.tables.proposals import played_by_bots
from games.tables.services.core import LockedTable, locked_table
from games.tables.services.due import schedule_next, schedule_next_deal
from games.tables.snapshot import Setting, TableFacts

#: A page that shows such a table says so again after so many seconds.
SAID_AGAIN = 45.0
#: It is written down when it was last said so long ago, and counts for so long.
NOTED_AGAIN, COUNTS = timedelta(seconds=30), timedelta(seconds=120)

_RUNNING = (Table.Phase.PLAYING, Table.Phase.BETWEEN)


def may_rest(row: Table | TableFacts, setting: Setting) -> bool:
    """Tell whether a session runs there that only bots play, and that nobody else counts on.

    An event waits for all of its tables, whoever plays there; and where the deal is the last one,
    the session is to end.
    """
    seats = setting.seats
    is_awaited = row.is_arranged or row.purpose == Table.Purpose.COUNTS or setting.session.ending
    return row.phase in _RUNNING and not is_awaited and len(played_by_bots(seats)) == len(seats)


def rest_unwatched(table: LockedTable) -> bool:
    """Let the table rest if only bots play there and nobody watches; tell whether it does."""
    row = table.row
    is_watched = row.watched_at is not None and row.watched_at > timezone.now() - COUNTS
    if is_watched or not may_rest(row, table.setting):
        return False
    row.due_at = None
    return True


@answering
def watch(table_id: int) -> None:
    """Note that somebody's page shows the table; one that rests goes on."""
    with locked_table(table_id) as table:
        row, now = table.row, timezone.now()
        if not may_rest(row, table.setting):
            return
        if row.watched_at is None or row.watched_at < now - NOTED_AGAIN:
            row.watched_at = now
        if row.due_at is None and row.paused_at is None:
            wake(table)


def wake(table: LockedTable) -> None:
    """Let a table that rests go on."""
    if table.row.phase == Table.Phase.BETWEEN:
        schedule_next_deal(table.row, table.setting.seats)
    else:
        schedule_next(table, table.state)
    table.touch()

"""Setting the speed of bots at a table with one player."""

from datetime import timedelta

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables.bot_speed import has_other_players, seconds_between_deals
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.due import reschedule


@answering
def set_bot_speed(caller: Caller, table_id: int, pace: str) -> Answer:
    """Set the speed of the bots, for a user who plays alone with them; others are denied.

    It applies from the next turn at the latest. With other players at the table no one may change
    it, so that no player is rushed.
    """
    if pace not in Table.Pace.values:
        raise DeniedError(TableCode.MESSAGE_UNKNOWN)
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        table.check_not_arranged()
        if has_other_players(table.setting.seats, seat):
            raise DeniedError(TableCode.BOT_SPEED_SHARED)
        if table.row.phase == Table.Phase.WAITING:
            # Players who join get the speed that the lobby showed them.
            raise DeniedError(TableCode.NOT_BEGUN)
        if table.row.phase == Table.Phase.FINISHED:
            raise DeniedError(TableCode.OVER)
        if table.row.pace != pace:
            table.row.pace = pace
            table.touch()
            if table.row.paused_at is None:
                _bring_forward(table, pace)
    return None


def _bring_forward(table: LockedTable, pace: str) -> None:
    """Bring the scheduled step forward to the time of the new bot speed, if that is sooner."""
    row = table.row
    if row.phase == Table.Phase.BETWEEN and row.due_at is not None:
        soon = timezone.now() + timedelta(seconds=seconds_between_deals(pace))
        row.due_at = min(row.due_at, soon)
    reschedule(table)

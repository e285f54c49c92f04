"""Setting the strength of the bots at a table that waits for players."""

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables.bot_strength import check_strengths
from games.tables.denials import TableCode
from games.tables.services.core import Answer, locked_table
from games.tables.services.starting import host_before_start


@answering
def set_bot_strength(
    caller: Caller, table_id: int, strength: str, *, seat: int | None = None
) -> Answer:
    """Set the strength of the bots that will take the empty seats, for the host.

    :param seat: the number of one seat, for which an empty strength means that of the others; None
        for all seats, also those that had another one
    """
    with locked_table(table_id, caller) as table:
        host_before_start(table)
        table.check_terms_changeable()
        check_strengths(table.row, [strength])
        if seat is None:
            if not strength:
                raise DeniedError(TableCode.NO_STRENGTH)
            table.row.bot_strength, table.row.seat_strengths = strength, {}
        elif seat in range(table.setting.session.rule_set.players):
            others = {
                number: code
                for number, code in table.row.seat_strengths.items()
                if number != str(seat)
            }
            table.row.seat_strengths = others | ({str(seat): strength} if strength else {})
        else:
            raise DeniedError(TableCode.MESSAGE_UNKNOWN)
        table.touch()
    return None

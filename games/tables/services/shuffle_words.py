"""Players' words for the shuffle of the coming deal."""

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables import shuffle
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services.core import Answer, locked_table


@answering
def add_word(caller: Caller, table_id: int, word: str, commitment: str) -> Answer:
    """Add the caller's word to the next shuffle, if that has this commitment and is still to come.

    Otherwise, or if the player has added a word before, nothing changes.
    """
    if not shuffle.is_word(word):
        raise DeniedError(TableCode.NO_WORD)
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        session = table.session_row()
        # After a session there is a coming deal only once a player has asked for a rematch.
        is_open = table.row.phase in (Table.Phase.WAITING, Table.Phase.BETWEEN)
        if not is_open and not (
            table.row.phase == Table.Phase.FINISHED and session.again.get("yes")
        ):
            return None
        if shuffle.commitment(session.next_secret) != commitment:
            return None
        words = session.next_words
        if str(seat.user_id) not in words:
            # No view changes, so the table keeps its version.
            session.next_words = {**words, str(seat.user_id): word}
            session.save(update_fields=["next_words"])
    return None

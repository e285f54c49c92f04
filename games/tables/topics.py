"""What can be watched of tables: each of them, and the lobby."""

from games.common.slots import Shelf
from games.live import announce
from games.live.topics import Topic
from games.tables.snapshot import Snapshot

#: The tables that wait for people.
LOBBY = Topic("lobby")

#: Those who arrange tables hear of each change at one that they have arranged, by its number, but
#: not of its opening; and of people, deals and results at one that counts for something of theirs.
#: Inside the transaction.
arranged_changed: Shelf[[int], None] = Shelf()


def table_topic(table_id: int) -> Topic:
    """Return the topic of the table."""
    return Topic("table", table_id)


def table_changed(table_id: int, version: int, snapshot: Snapshot | None = None) -> None:
    """Tell every process of the table's new version, once the transaction is committed.

    :param snapshot: the table at that version, for this process, which need not read it then
    """
    announce.changed(table_topic(table_id), version, value=snapshot)


def lobby_changed() -> None:
    """Tell every process that open tables came, went or filled, once that is committed."""
    announce.changed(LOBBY)

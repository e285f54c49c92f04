"""Live topics of tables: each table, and the lobby."""

from games.common.slots import Shelf
from games.live import announce
from games.live.topics import Topic
from games.tables.snapshot import Snapshot

#: The list of open and running tables.
LOBBY = Topic("lobby")

#: Called inside the transaction with a table id: for every change of an arranged table except its
#: opening, and for changes of players, deals and results of a table that counts for an event.
arranged_changed: Shelf[[int], None] = Shelf()


def table_topic(table_id: int) -> Topic:
    """Return the topic of the table."""
    return Topic("table", table_id)


def table_changed(table_id: int, version: int, snapshot: Snapshot | None = None) -> None:
    """Announce the table's new version to every process once the transaction is committed.

    :param snapshot: the table at that version, so that this process need not read it
    """
    announce.changed(table_topic(table_id), version, value=snapshot)


def lobby_changed() -> None:
    """Announce to every process, after the commit, that the list of open tables has changed."""
    announce.changed(LOBBY)

"""Live topic of a table's chat, separate from the table's: a message re-renders no board."""

from games.live import announce
from games.live.topics import Topic


def chat_topic(table_id: int) -> Topic:
    """Return the topic of the table's chat."""
    return Topic("chat", table_id)


def chat_changed(table_id: int, version: int, log: object = None) -> None:
    """Announce the chat's new version to every process after the commit.

    :param log: the chat at that version, if known, so that this process needn't read it
    """
    announce.changed(chat_topic(table_id), version, value=log)

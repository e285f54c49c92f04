"""A table's chat as something that can be watched: a line costs a line, not a board."""

from games.live import announce
from games.live.topics import Topic


def chat_topic(table_id: int) -> Topic:
    """Return the topic of the table's chat."""
    return Topic("chat", table_id)


def chat_changed(table_id: int, version: int, log: object = None) -> None:
    """Tell every process of the chat's new version, once the transaction is committed.

    :param log: the chat at that version, where it is at hand; then nobody here reads it
    """
    announce.changed(chat_topic(table_id), version, value=log)

"""Registrations for lower packages: the chat's topic, and a chat row for each new table."""

from typing import Any

from django.db.models.signals import post_save

from games.chat import selectors
from games.chat.models import Chat
from games.chat.selectors import ChatLog
from games.chat.topics import chat_topic
from games.live.topics import Source, register
from games.tables.models import Table


def _create_chat(instance: Table, created: bool, raw: bool, **kwargs: Any) -> None:
    """Create the chat row of a new table, except of one that a fixture loads."""
    if created and not raw:
        Chat.objects.create(table=instance)


def _unchanged(log: ChatLog) -> ChatLog:
    """Return the chat log itself, which is also what viewers receive."""
    return log


def provide() -> None:
    """Register the chat's live topic and the receiver that creates chats."""
    register(chat_topic(0).kind, Source(selectors.chat_log, selectors.versions, make=_unchanged))
    post_save.connect(_create_chat, sender=Table)

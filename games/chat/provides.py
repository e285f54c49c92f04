"""Registrations for lower packages: the chat's topic, and a chat row for each new table."""

from typing import Any

from django.db.models.signals import post_save

from games.chat import selectors
from games.chat.models import Chat
from games.chat.selectors import ChatLog
from games.chat.topics import chat_topic
from games.live.topics import Source, register
from games.tables.models import Table


def _open_chat(instance: Table, created: bool, raw: bool, **kwargs: Any) -> None:
    if created and not raw:
        Chat.objects.create(table=instance)


def _as_it_is(log: ChatLog) -> ChatLog:
    return log


def provide() -> None:
    """Register everything; called when the apps are ready."""
    register(chat_topic(0).kind, Source(selectors.chat_log, selectors.versions, make=_as_it_is))
    post_save.connect(_open_chat, sender=Table)

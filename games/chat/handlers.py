"""Chat messages on a table's socket, in both directions.

Answers appear in the chat's own note below the input, because they are not about the game.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from django.utils.translation import gettext as _

from accounts.caller import Caller
from accounts.models import User
from games.chat import services
from games.chat.presenter import (
    ChatPeople,
    ShownChat,
    chat_html,
    denial_sentence,
    note_html,
    shown_chat,
)
from games.chat.selectors import ChatLog
from games.common.denials import Denial
from games.common.numbers import whole_number
from games.common.storage import StorageCode, in_writer_or_denied
from games.language.refusals import storage_sentence


class ChatHandlers:
    """Mixin for a table's consumer: sends chat updates, and handles the browser's chat messages."""

    # Set by the consumer.
    table_id: int
    user: User | None
    caller: Caller
    send: Callable[..., Coroutine[Any, Any, None]]

    #: The newest chat log; None until it arrived.
    chat_log: ChatLog | None = None
    #: The log and people of the latest update.
    _chat_source: tuple[ChatLog, ChatPeople] | None = None
    #: The chat as the browser shows it.
    _chat_sent: ShownChat | None = None

    # --- To the browser

    def chat_news(self, people: ChatPeople) -> str:
        """Return the HTML that updates the browser's chat, and record it as sent.

        Empty if nothing changed, or log and people belong to different sessions.
        """
        log = self.chat_log
        if log is None or (log, people) == self._chat_source:
            return ""
        if log.session != people.session:
            # One of the two belongs to another session; the consumer requests the newest.
            return ""
        known = self._chat_sent if self._chat_source and self._chat_source[1] == people else None
        now = shown_chat(log, people, self.user, known)
        html = chat_html(now, self._chat_sent)
        self._chat_source, self._chat_sent = (log, people), now
        return html

    def forget_chat(self) -> None:
        """Forget what the browser shows, so that the next update sends the whole chat."""
        self._chat_source = self._chat_sent = None

    # --- From the browser

    async def write(self, message: dict[str, Any]) -> None:
        """Write a typed message (``text``) or a phrase (``phrase``)."""
        if "phrase" in message:
            phrase = in_writer_or_denied(services.write_phrase)
            await self._answer_chat(
                await phrase(self.caller, self.table_id, _text_field(message, "phrase"))
            )
            return
        write = in_writer_or_denied(services.write)
        await self._answer_chat(
            await write(self.caller, self.table_id, _text_field(message, "text")), outcome="written"
        )

    async def clear(self, message: dict[str, Any]) -> None:
        """Clear the table's chat, which only the host may do."""
        await self._answer_chat(
            await in_writer_or_denied(services.clear)(self.caller, self.table_id)
        )

    async def mute(self, message: dict[str, Any]) -> None:
        """Mute the player with the user ID in ``who``."""
        mute = in_writer_or_denied(services.mute)
        await self._answer_chat(
            await mute(self.caller, self.table_id, whole_number(message.get("who")) or 0),
            _("Muted. You won’t see this player’s messages."),
        )

    async def unmute(self, message: dict[str, Any]) -> None:
        """Unmute the player with the user ID in ``who``."""
        unmute = in_writer_or_denied(services.unmute)
        await self._answer_chat(
            await unmute(self.caller, self.table_id, whole_number(message.get("who")) or 0),
            _("Unmuted. You’ll see this player’s messages again."),
        )

    async def report(self, message: dict[str, Any]) -> None:
        """Report the message with the ID in ``line``."""
        report = in_writer_or_denied(services.report)
        await self._answer_chat(
            await report(self.caller, self.table_id, whole_number(message.get("line")) or 0),
            _("Message reported. The administrator will review it."),
        )

    async def _answer_chat(
        self, denial: Denial | None, sentence: str = "", *, outcome: str = "done"
    ) -> None:
        """Send a denial or a confirmation as the note below the chat's input.

        The chat itself is updated when its new version is announced.

        :param sentence: the confirmation, shown without a denial; may be empty
        """
        if denial is not None:
            why = (
                storage_sentence(denial.code)
                if isinstance(denial.code, StorageCode)
                else denial_sentence(denial)
            )
            await self.send(text_data=note_html(why, "denied"))
            return
        await self.send(text_data=note_html(sentence, outcome))


CHAT_HANDLERS = {
    "write": ChatHandlers.write,
    "clear": ChatHandlers.clear,
    "mute": ChatHandlers.mute,
    "unmute": ChatHandlers.unmute,
    "report": ChatHandlers.report,
}


def _text_field(message: dict[str, Any], key: str) -> str:
    """Return the text under the key of a message; empty if there is none."""
    value = message.get(key)
    return value if isinstance(value, str) else ""

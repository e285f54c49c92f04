"""What a browser at a table sends about the chat there, and what it is sent of it.

An answer goes to the chat's own note, beside what was typed: it is not about the game.
"""

from collections.abc import Awaitable, Callable
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
from games.common.storage import StorageCode, in_writer_or_denied
from games.language.refusals import storage_sentence


class ChatHandlers:
    """The chat's part of a table's consumer, which has these four."""

    table_id: int
    user: User | None
    caller: Caller
    send: Callable[..., Awaitable[None]]

    #: The newest of the chat; None until it came.
    chat_log: ChatLog | None = None
    #: What was looked at last: the lines, and the people.
    _chat_seen: tuple[ChatLog, ChatPeople] | None = None
    #: What the browser has of it.
    _chat_sent: ShownChat | None = None

    # --- What goes to the browser

    def chat_news(self, people: ChatPeople) -> str:
        """Return what the browser does not have yet of the chat, which counts as sent then."""
        log = self.chat_log
        if log is None or (log, people) == self._chat_seen:
            return ""
        if log.session != people.session:
            # One of the two is of another session: whoever shows them asks for the newest of it.
            return ""
        known = self._chat_sent if self._chat_seen and self._chat_seen[1] == people else None
        now = shown_chat(log, people, self.user, known)
        html = chat_html(now, self._chat_sent)
        self._chat_seen, self._chat_sent = (log, people), now
        return html

    def forget_chat(self) -> None:
        """Send all of the chat with the next news."""
        self._chat_seen = self._chat_sent = None

    # --- What the browser sends

    async def write(self, message: dict[str, Any]) -> None:
        """Write a line that was typed (``text``), or a phrase (``phrase``)."""
        if "phrase" in message:
            phrase = in_writer_or_denied(services.write_phrase)
            await self._answer_chat(
                await phrase(self.caller, self.table_id, _text(message, "phrase"))
            )
            return
        write = in_writer_or_denied(services.write)
        await self._answer_chat(
            await write(self.caller, self.table_id, _text(message, "text")), outcome="written"
        )

    async def clear(self, message: dict[str, Any]) -> None:
        await self._answer_chat(
            await in_writer_or_denied(services.clear)(self.caller, self.table_id)
        )

    async def mute(self, message: dict[str, Any]) -> None:
        mute = in_writer_or_denied(services.mute)
        await self._answer_chat(
            await mute(self.caller, self.table_id, _number(message, "who")),
            _("Muted: you no longer see what they write."),
        )

    async def unmute(self, message: dict[str, Any]) -> None:
        unmute = in_writer_or_denied(services.unmute)
        await self._answer_chat(
            await unmute(self.caller, self.table_id, _number(message, "who")),
            _("You see again what they write."),
        )

    async def report(self, message: dict[str, Any]) -> None:
        report = in_writer_or_denied(services.report)
        await self._answer_chat(
            await report(self.caller, self.table_id, _number(message, "line")),
            _("Thank you. The people who run the club will look at that line."),
        )

    async def _answer_chat(
        self, denial: Denial | None, sentence: str = "", *, outcome: str = "done"
    ) -> None:
        """Tell why not, or what was done; the chat itself comes by its new version."""
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


def _text(message: dict[str, Any], key: str) -> str:
    value = message.get(key)
    return value if isinstance(value, str) else ""


def _number(message: dict[str, Any], key: str) -> int:
    """Return the number under the key; 0, which nothing has, for anything else."""
    try:
        return int(str(message.get(key))[:12])
    except ValueError:
        return 0

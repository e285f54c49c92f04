"""What a browser at a table sends about the talk there, and the answers to it.

An answer goes to the talk's own note, beside what was typed: it is not about the game.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from config.database import in_database
from games import chat, live
from games.presenter.talk import note_html
from games.services import Outcome


class ChatHandlers:
    """The talk's part of a table's consumer, which has these four."""

    table_id: int
    user: User | None
    session_key: str | None
    send: Callable[..., Awaitable[None]]

    async def speak(self, message: dict[str, Any]) -> None:
        """A line that was typed (``text``), or a quick phrase (``phrase``)."""
        if "phrase" in message:
            await self._answer_talk(
                await in_database(chat.say_phrase)(
                    self.table_id, self.user, self.session_key, _words(message, "phrase")
                )
            )
            return
        await self._answer_talk(
            await in_database(chat.say)(
                self.table_id, self.user, self.session_key, _words(message, "text")
            ),
            outcome="said",
        )

    async def clear_talk(self, message: dict[str, Any]) -> None:
        await self._answer_talk(
            await in_database(chat.clear)(self.table_id, self.user, self.session_key)
        )

    async def mute(self, message: dict[str, Any]) -> None:
        await self._answer_talk(
            await in_database(chat.mute)(
                self.table_id, self.user, self.session_key, _number(message, "who")
            ),
            _("Muted: you no longer see what they write."),
        )

    async def unmute(self, message: dict[str, Any]) -> None:
        await self._answer_talk(
            await in_database(chat.unmute)(
                self.table_id, self.user, self.session_key, _number(message, "who")
            ),
            _("You see again what they write."),
        )

    async def report(self, message: dict[str, Any]) -> None:
        await self._answer_talk(
            await in_database(chat.report)(
                self.table_id, self.user, self.session_key, _number(message, "line")
            ),
            _("Thank you. The people who run the club will look at that line."),
        )

    async def _answer_talk(
        self, answer: Outcome, sentence: str = "", *, outcome: str = "done"
    ) -> None:
        """Say why not, or what was done; the talk itself comes by the table's new version."""
        if answer.refusal:
            await self.send(text_data=note_html(answer.refusal, "refused"))
            return
        await self.send(text_data=note_html(sentence, outcome))
        live.hub().refresh(self.table_id)


CHAT_HANDLERS = {
    "say": ChatHandlers.speak,
    "clear": ChatHandlers.clear_talk,
    "mute": ChatHandlers.mute,
    "unmute": ChatHandlers.unmute,
    "report": ChatHandlers.report,
}


def _words(message: dict[str, Any], key: str) -> str:
    value = message.get(key)
    return value if isinstance(value, str) else ""


def _number(message: dict[str, Any], key: str) -> int:
    """The number under the key; 0, which nothing has, for anything else."""
    try:
        return int(str(message.get(key))[:12])
    except ValueError:
        return 0

"""A browser at a table: what it sends, and what it is shown.

Messages from the browser are small JSON objects with ``do`` and, for a move, the ``moment`` of
the table that it was made for. What goes back are HTMX partials. A refusal is an answer
to this browser alone and changes nothing.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any, ClassVar

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils.translation import gettext as _
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from accounts import services as accounts
from accounts.models import User
from config.database import in_database
from games import live, presence, presenter, selectors, services
from games.chat_consumer import CHAT_HANDLERS, ChatHandlers
from games.models import Table

logger = logging.getLogger(__name__)

#: The longest message a browser has a reason to send is far below this many characters.
LONGEST_MESSAGE = 4096
#: 52 cards of two letters and the blanks between them.
LONGEST_LIST = 160
#: Faster than any hand; a flood above it is answered by closing.
MESSAGE_RATE = parse("40/second")
#: Close codes of our own (4000–4999); browsers do not try again after them.
NOT_FOUND, FLOOD = 4404, 4429

#: What the services that a browser can ask for have in common.
Service = Callable[..., services.Outcome]

_flood = FixedWindowRateLimiter(MemoryStorage())


class TableConsumer(ChatHandlers, AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of a table; a person may have several."""

    #: The hub listens for all browsers of the process; a channel of their own would cost each of
    #: them a subscription. No layer has this name.
    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the browser, and leave no trace behind however it ends."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    async def connect(self) -> None:
        self.user: User | None = self.scope["user"] if self.scope["user"].pk else None
        self.session_key = self.scope["session"].session_key
        #: 0 until a table is found; then nothing is taken from the browser before.
        self.table_id = 0
        self.flood_key = secrets.token_hex(8)
        self.selection = ""
        self.refusal = ""
        self.frame: presenter.Frame | None = None
        self.sent = presenter.Sent()
        self._newest: presenter.Frame | None = None
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        await self.accept()
        slug = self.scope["url_route"]["kwargs"]["slug"]
        table = await in_database(selectors.table_to_watch)(slug, self.user)
        if table is None:
            await self.say(_("This table does not exist, or it is not open to you."))
            await self.close(NOT_FOUND)
            return
        self.table_id = table.pk
        self.waits = table.phase == Table.Phase.WAITING
        if self.user is not None:
            await in_database(self._here)()
            self._tasks.append(asyncio.create_task(presence.stay(self._here)))
        self._tasks.append(asyncio.create_task(self._show_newest()))
        await live.hub().join(table.pk, self)

    async def disconnect(self, code: int) -> None:
        await self._leave()

    async def _leave(self) -> None:
        """Forget the table; a second time changes nothing."""
        for task in getattr(self, "_tasks", []):
            task.cancel()
        if table_id := getattr(self, "table_id", 0):
            self.table_id = 0
            await live.hub().leave(table_id, self)

    def _here(self) -> None:
        """Note that the person is about and, while the table waits, that they wait there."""
        assert self.user is not None
        accounts.seen(self.user)
        if self.waits:
            services.stay(self.table_id, self.user)

    # --- What the hub calls ---

    def show(self, frame: presenter.Frame) -> None:
        """Take the newest frame; an older one that was not sent yet is skipped."""
        self._newest = frame
        self._wake.set()

    def gone(self) -> None:
        self._newest = None
        self._wake.set()

    async def _show_newest(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            frame = self._newest
            try:
                if frame is None:
                    await self.say(_("This table was closed."))
                    await self.close(NOT_FOUND)
                    return
                if not frame.may_watch(self.user):
                    await self.say(_("The session has begun, and this table is not open to you."))
                    await self.close(NOT_FOUND)
                    return
                if self.frame is None or frame.version > self.frame.version:
                    if self.frame and frame.turn_key != self.frame.turn_key:
                        self.refusal = ""
                    self.frame = frame
                    self.waits = frame.board.waiting is not None
                    await self._send_parts()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("a frame could not be shown")

    # --- What the browser sends ---

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.table_id or (self.frame is None and not await self._first_frame()):
            return
        if not _flood.hit(MESSAGE_RATE, self.flood_key):
            await self.say(_("That was too much at once. Reload the page to go on."))
            await self.close(FLOOD)
            return
        if text_data is None or len(text_data) > LONGEST_MESSAGE:
            await self.refuse(_("That message was too long to be understood."))
            return
        try:
            message = json.loads(text_data)
            do = message["do"]
            handler = self.HANDLERS[do]
        except (ValueError, KeyError, TypeError, RecursionError):
            await self.refuse(_("That message was not understood. Reload the page."))
            return
        await handler(self, message)

    async def _first_frame(self) -> bool:
        """Wait a moment for the first frame; a message may come right behind the handshake."""
        for _attempt in range(200):
            if self.frame is not None:
                return True
            await asyncio.sleep(0.01)
        return False

    async def play(self, message: dict[str, Any]) -> None:
        self.selection = text(message, "cards")
        outcome = await in_database(services.play)(
            self.table_id, self.user, self.session_key, self.selection, moment(message)
        )
        if not outcome.refusal:
            # Those cards are gone. What is chosen while one passes stays chosen.
            self.selection = ""
        await self._answer(outcome)

    async def give(self, message: dict[str, Any]) -> None:
        self.selection = text(message, "cards")
        outcome = await in_database(services.give)(
            self.table_id, self.user, self.session_key, self.selection, moment(message)
        )
        if not outcome.refusal:
            self.selection = ""
        await self._answer(outcome)

    async def redeal(self, message: dict[str, Any]) -> None:
        await self._answer(
            await in_database(services.ask_for_redeal)(
                self.table_id, self.user, self.session_key, moment(message)
            )
        )

    async def pass_(self, message: dict[str, Any]) -> None:
        await self._answer(
            await in_database(services.pass_turn)(
                self.table_id, self.user, self.session_key, moment(message)
            )
        )

    async def ready(self, message: dict[str, Any]) -> None:
        await self._answer(
            await in_database(services.ready)(self.table_id, self.user, self.session_key)
        )

    async def sit(self, message: dict[str, Any]) -> None:
        place = number(message, "seat")
        await self._ask(services.sit, None if place < 0 else place)

    async def stand(self, message: dict[str, Any]) -> None:
        await self._ask(services.stand_up)

    async def remove(self, message: dict[str, Any]) -> None:
        await self._ask(services.remove, number(message, "seat"))

    async def start(self, message: dict[str, Any]) -> None:
        await self._ask(services.start)

    async def bots(self, message: dict[str, Any]) -> None:
        await self._ask(services.fill_with_bots, bots=message.get("wanted") == "yes")

    async def again(self, message: dict[str, Any]) -> None:
        await self._ask(services.play_again)

    async def vote(self, message: dict[str, Any]) -> None:
        proposal = str(message.get("proposal"))[:20]
        await self._ask(services.vote, proposal, agree=message.get("agree") != "no")

    async def resume(self, message: dict[str, Any]) -> None:
        await self._ask(services.go_on)

    async def back(self, message: dict[str, Any]) -> None:
        await self._ask(services.take_back)

    async def word(self, message: dict[str, Any]) -> None:
        word, commitment = str(message.get("word")), str(message.get("commitment"))
        await self._ask(services.add_word, word, commitment)

    async def _ask(
        self, service: Callable[..., services.Outcome], *more: Any, **named: Any
    ) -> None:
        """Let a service do something for this person, and answer."""
        ask = in_database(service)
        await self._answer(await ask(self.table_id, self.user, self.session_key, *more, **named))

    async def select(self, message: dict[str, Any]) -> None:
        self.selection = text(message, "cards")
        self.refusal = ""
        await self._send_parts(controls_only=True)

    async def hint(self, message: dict[str, Any]) -> None:
        if self.frame is not None:
            await self.send(text_data=presenter.hints(self.frame, self.user))

    async def sync(self, message: dict[str, Any]) -> None:
        """The browser may have missed something: show it all, if there is something newer."""
        live.hub().refresh(self.table_id)
        if self.frame is not None and number(message) != self.frame.version:
            self.sent = presenter.Sent()
            await self._send_parts()

    HANDLERS: ClassVar = {
        "play": play,
        "pass": pass_,
        "give": give,
        "redeal": redeal,
        "ready": ready,
        "select": select,
        "hint": hint,
        "sync": sync,
        "sit": sit,
        "stand": stand,
        "remove": remove,
        "start": start,
        "bots": bots,
        "again": again,
        "vote": vote,
        "resume": resume,
        "back": back,
        "word": word,
        **CHAT_HANDLERS,
    }

    # --- What goes back ---

    async def _answer(self, outcome: services.Outcome) -> None:
        """Show a refusal; an accepted action shows itself by the table's new version."""
        if outcome.refusal:
            await self.refuse(outcome.refusal)
        else:
            self.refusal = ""
            live.hub().refresh(self.table_id)

    async def refuse(self, sentence: str) -> None:
        self.refusal = sentence
        if self.frame is None:
            await self.say(sentence)
        else:
            await self._send_parts(controls_only=True)

    async def say(self, sentence: str) -> None:
        """Put a sentence into the page's status line."""
        await self.send(text_data=presenter.status_line(sentence))

    async def _send_parts(self, controls_only: bool = False) -> None:
        assert self.frame is not None
        html = presenter.parts(
            self.frame,
            self.user,
            self.selection,
            self.refusal,
            self.sent,
            controls_only=controls_only,
        )
        if html:
            await self.send(text_data=html)


def text(message: dict[str, Any], key: str) -> str:
    """The message's text under the key; what can be no list of cards counts as empty."""
    value = message.get(key)
    if isinstance(value, str) and value.isascii() and len(value) <= LONGEST_LIST:
        return value
    return ""


def number(message: dict[str, Any], key: str = "version") -> int:
    """The message's number under the key; -1, which is no version or seat, for anything else."""
    try:
        return int(str(message.get(key))[:12])
    except ValueError:
        return -1


def moment(message: dict[str, Any]) -> int:
    """The moment of the table that a move was made for; -1 for anything else."""
    return number(message, "moment")

"""Socket of a table page: handles the browser's messages and sends updates.

Messages are small JSON objects with ``do`` and, for a move, the ``moment``, the position of the
table that it was made for. Answers are htmx partials, and ``pong`` to a ``ping``. A refusal goes to
this browser only and changes nothing.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from accounts import limits, log_context
from accounts import services as accounts
from accounts.caller import fingerprint
from games.chat.handlers import CHAT_HANDLERS, ChatHandlers
from games.chat.presenter import people_of
from games.chat.selectors import ChatLog
from games.chat.topics import chat_topic
from games.common import metrics
from games.common.database import in_database
from games.common.denials import Denial
from games.common.group_commit import in_writer
from games.common.storage import in_writer_or_denied
from games.language.refusals import Refused, sentence
from games.live.consumer import TOO_MUCH
from games.live.hub import hub
from games.live.spectator_counts import spectator_counts
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from games.screens.question import agreed_in, terms_in
from games.screens.table import news
from games.screens.table.frame import TableFrame
from games.screens.table.news import Sent
from games.tables import delay, links, selectors, services
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import resting
from games.tables.topics import table_topic

logger = logging.getLogger(__name__)

#: Maximum length of a message in characters; real ones are far shorter.
LONGEST_MESSAGE = 4096
#: Maximum length of a list of cards: 52 cards of two letters, separated by spaces.
LONGEST_LIST = 160
#: Own close codes (4000–4999); browsers don't reconnect after them.
NOT_FOUND, TABLE_CLOSED = 4404, 4410
#: Seconds to wait for the chat before the table is shown without it, and seconds that a message of
#: the browser waits until the table was shown.
FIRST_SECONDS, FIRST_MESSAGE_SECONDS = 2.0, 4.0

#: A page closed within this time after its player was last seen doesn't update it again.
CLOSED_AGAIN = timedelta(seconds=5)

#: Signature shared by the services that a browser can call.
Service = Callable[..., services.Answer]


class TableConsumer(ChatHandlers, AlertedConsumer):
    """One open table page; a user may have several."""

    #: 0 until the table is found; messages are ignored before.
    table_id = 0
    #: Whether the page is counted as a spectator.
    _is_counted = False
    #: Task that reports from time to time that a table played by bots alone is being watched.
    _awake: asyncio.Task[None] | None = None
    #: Arrival time of the move whose result was not sent yet; 0 for none.
    _moved_at = 0.0

    async def connect(self) -> None:
        self.selection = ""
        self.refusal: Refused | None = None
        self.frame: TableFrame | None = None
        #: The current frame, while the browser still shows the result of the previous session.
        self.beyond: TableFrame | None = None
        self.sent = Sent()
        #: Set once the browser has been sent the table.
        self._first = asyncio.Event()
        self._awaits_chat = True
        await self.accept()
        slug = self.slug = self.scope["url_route"]["kwargs"]["slug"]
        table = await in_database(selectors.table_to_watch)(slug, self.user)
        if table is None:
            # The event may have withdrawn it since the page was loaded.
            if not await self._lead_on():
                await self.say(_("This table doesn’t exist or is private."))
                await self.close(NOT_FOUND)
            return
        self.table_id = table.pk
        log_context.table_id.set(table.pk)
        self.waits = table.phase == Table.Phase.WAITING
        if await self.attend():
            await self.watch(table_topic(table.pk))
            await self.watch(chat_topic(table.pk))
            self._spawn(self._show_without_chat())

    def mark_present(self) -> None:
        """Mark the user as online and, while the table waits, as waiting there."""
        super().mark_present()
        if self.waits and self.user is not None:
            services.mark_seen(self.table_id, self.user)

    # --- Updates from the hub ---

    async def shown(self, topic: Topic, value: Any) -> None:
        """Send updates of the table or its chat; the first message has both."""
        if not await self.still_signed_in():
            return
        if topic == chat_topic(self.table_id):
            await self._show_chat(value)
        else:
            await self._show_frame(value)

    async def _show_frame(self, frame: TableFrame) -> None:
        """Send what changed with the frame; ignore older frames."""
        self._note_watching(frame)
        if self._stays(frame):
            self.beyond = frame
            self._look_for_chat(frame)
            await self._send_menu()
            return
        self.beyond = None
        if not frame.may_watch(self.user):
            self.frame = None
            self._first.clear()
            await self.say(_("The game has started, and this table is private."))
            await self.close(NOT_FOUND)
            return
        self._note_showing(frame)
        frame = frame.seen_by(self.user)
        if self.frame is not None and not self._is_news(frame):
            return
        if self.frame and frame.turn_key != self.frame.turn_key:
            self.refusal = None
        self.frame = frame
        self.waits = frame.is_waiting
        self._note_return(frame)
        self._look_for_chat(frame)
        if self.chat_log is not None or not self._awaits_chat:
            await self._show_all()

    def _note_watching(self, frame: TableFrame) -> None:
        """Count the page as a spectator while its user has no seat.

        A former player who still looks at the result is not counted.
        """
        has_seat = frame.seat_of(self.user) is not None or self._stays(frame)
        is_watching = not has_seat and frame.may_watch(self.user)
        if is_watching == self._is_counted:
            return
        self._is_counted = is_watching
        (spectator_counts().add if is_watching else spectator_counts().remove)(
            self.table_id, self._who
        )

    def _note_return(self, frame: TableFrame) -> None:
        """Report that the player is back, if they were recorded as absent."""
        seat = frame.snapshot.setting.seat_of(self.user.pk if self.user else None)
        if seat is not None and seat.absent_since is not None:
            self._spawn(self._tell_of_return())

    async def _tell_of_return(self) -> None:
        try:
            await in_writer(self.mark_present)()
            await in_writer(services.note_absences_at)(self.table_id)
        except Exception:
            logger.exception("could not record a player's return")

    async def disconnect(self, code: int) -> None:
        """Record when a player's page was closed: a minute later the others may replace them."""
        frame, user = self.frame, self.user
        if frame is not None and user is not None and frame.seat_of(user) is not None:
            try:
                await in_writer(accounts.mark_seen)(user, CLOSED_AGAIN)
            except Exception:
                logger.exception("could not record when a player's page was closed")
        await super().disconnect(code)

    async def leave(self) -> None:
        await super().leave()
        # Break the reference cycle between the task's callback and this page.
        self._awake = None
        if self._is_counted:
            self._is_counted = False
            spectator_counts().remove(self.table_id, self._who)

    @property
    def _who(self) -> str:
        """Identifier that counts each spectator once: user, browser session, or else address."""
        if self.user is not None:
            return str(self.user.pk)
        key = self.session_key
        return fingerprint(key) if key else limits.address_of_socket(self.scope)

    def _note_showing(self, frame: TableFrame) -> None:
        """Report that the table is watched, as long as the page shows a game of bots alone."""
        here = frame.snapshot
        may_rest = resting.may_rest(here.table, here.setting)
        if may_rest and self._awake is None:
            self._awake = self._spawn(self._keep_awake())
        elif not may_rest and self._awake is not None:
            self._awake.cancel()
            self._awake = None

    async def _keep_awake(self) -> None:
        while True:
            try:
                await in_writer(services.watch)(self.table_id)
            except Exception:
                logger.exception("could not keep a table of bots awake")
            await asyncio.sleep(resting.SAID_AGAIN)

    def _look_for_chat(self, frame: TableFrame) -> None:
        """Request the chat again if it belongs to another session."""
        if self.chat_log is not None and self.chat_log.session != frame.snapshot.session.pk:
            hub().refresh(chat_topic(self.table_id))

    async def _send_menu(self) -> None:
        if self.frame is None or not self._first.is_set():
            return
        html = news.menu_part(self.frame, self.user, self.sent, self.beyond)
        if html:
            await self.send(text_data=html)

    def _stays(self, frame: TableFrame) -> bool:
        """Return whether the browser keeps showing the result of the previous session.

        Players with a seat in the next session asked for it; others may still be reading.
        """
        known = self.frame
        if known is None or known.snapshot.table.phase != Table.Phase.FINISHED:
            return False
        is_next = frame.snapshot.session.number > known.snapshot.session.number
        return is_next and frame.seat_of(self.user) is None

    def _is_news(self, frame: TableFrame) -> bool:
        """Return whether the frame is newer than the one shown."""
        assert self.frame is not None
        if frame.is_delayed or self.frame.is_delayed:
            # Delayed frames arrive in order, but their versions can't be compared with others.
            is_same = delay.shows_same(frame.snapshot, self.frame.snapshot)
            return not (frame.is_delayed and self.frame.is_delayed and is_same)
        return frame.version > self.frame.version

    async def _show_chat(self, log: ChatLog) -> None:
        self.chat_log = log
        if self.frame is None:
            return
        newest = self.beyond or self.frame
        if log.session != newest.snapshot.session.pk:
            # The table is in another session. Refreshing the chat as well could loop forever.
            hub().refresh(table_topic(self.table_id))
        if not self._first.is_set():
            await self._show_all()
        elif html := self._chat_html():
            await self.send(text_data=html)

    def _chat_html(self) -> str:
        """Return the chat's news for the current table; empty if the viewer may not watch it."""
        newest = self.beyond or self.frame
        if newest is None or not newest.may_watch(self.user):
            return ""
        return self.chat_news(people_of(newest.snapshot))

    async def _show_all(self) -> None:
        await self._send_parts()
        self._first.set()

    async def _show_without_chat(self) -> None:
        """Show the table without its chat if that is slow, so that the game doesn't wait."""
        await asyncio.sleep(FIRST_SECONDS)
        self._awaits_chat = False
        if self.frame is not None and not self._first.is_set():
            await self._show_all()

    async def missing(self, topic: Topic) -> None:
        if topic != table_topic(self.table_id):
            return
        if not await self._lead_on():
            await self.send(text_data=news.closed_parts())
            await self.close(TABLE_CLOSED)

    async def _lead_on(self) -> bool:
        """Link to the event if it withdrew the table; return whether there is such a link."""
        way_on = await in_database(links.onward_page)(self.slug)
        if way_on:
            await self.send(text_data=news.way_on_line(way_on))
            await self.close(NOT_FOUND)
        return bool(way_on)

    # --- Messages from the browser ---

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.table_id or not await self.still_signed_in():
            return
        if not self._first.is_set() and not await self._first_message():
            return
        if self.is_flood():
            await self.say(_("Too many messages at once. Reload the page to continue."))
            await self.close(TOO_MUCH)
            return
        if text_data is None or len(text_data) > LONGEST_MESSAGE:
            await self.refuse(Denial(TableCode.MESSAGE_TOO_LONG))
            return
        try:
            message = json.loads(text_data)
            do = message["do"]
            handler = self.HANDLERS[do]
        except (ValueError, KeyError, TypeError, RecursionError):
            await self.refuse(Denial(TableCode.MESSAGE_UNKNOWN))
            return
        await handler(self, message)

    async def _first_message(self) -> bool:
        """Wait until the table was shown, because messages may follow the handshake at once."""
        try:
            await asyncio.wait_for(self._first.wait(), FIRST_MESSAGE_SECONDS)
        except TimeoutError:
            return False
        return True

    async def play(self, message: dict[str, Any]) -> None:
        await self._move(services.play, message)

    async def give(self, message: dict[str, Any]) -> None:
        await self._move(services.give, message)

    async def _move(self, service: Service, message: dict[str, Any]) -> None:
        """Call a service that moves cards. Cards selected while passing stay selected."""
        self._moved_at = time.perf_counter()
        self.selection = text(message, "cards")
        if await self._ask(service, self.selection, moment(message)):
            # The selected cards have been played.
            self.selection = ""

    async def redeal(self, message: dict[str, Any]) -> None:
        await self._ask(services.ask_for_redeal, moment(message))

    async def keep(self, message: dict[str, Any]) -> None:
        await self._ask(services.keep_hand)

    async def pass_(self, message: dict[str, Any]) -> None:
        self._moved_at = time.perf_counter()
        await self._ask(services.pass_turn, moment(message))

    async def ready(self, message: dict[str, Any]) -> None:
        await self._ask(services.ready, terms=terms_in(message))

    async def sit(self, message: dict[str, Any]) -> None:
        place = number(message, "seat")
        await self._ask(
            services.sit,
            None if place < 0 else place,
            agreed=agreed_in(message),
            terms=terms_in(message),
        )

    async def stand(self, message: dict[str, Any]) -> None:
        await self._ask(services.stand_up)

    async def remove(self, message: dict[str, Any]) -> None:
        await self._ask(services.remove, number(message, "seat"))

    async def free(self, message: dict[str, Any]) -> None:
        await self._ask(services.free_seat, number(message, "seat"))

    async def start(self, message: dict[str, Any]) -> None:
        await self._ask(services.start)

    async def bots(self, message: dict[str, Any]) -> None:
        await self._ask(services.fill_with_bots, bots=message.get("wanted") == "yes")

    async def open_seats(self, message: dict[str, Any]) -> None:
        await self._ask(services.open_seats)

    async def again(self, message: dict[str, Any]) -> None:
        await self._ask(services.play_again, agreed=agreed_in(message), terms=terms_in(message))

    async def not_again(self, message: dict[str, Any]) -> None:
        await self._ask(services.decline_again)

    async def withdraw_again(self, message: dict[str, Any]) -> None:
        await self._ask(services.withdraw_again)

    async def open_again(self, message: dict[str, Any]) -> None:
        await self._ask(services.open_again)

    async def vote(self, message: dict[str, Any]) -> None:
        proposal, said = str(message.get("proposal"))[:20], message.get("agree")
        if said in ("propose", "no"):
            await self._ask(services.vote, proposal, agree=said == "propose")
        else:
            is_back = said == "withdraw"
            await self._ask(services.withdraw_vote if is_back else services.agree_to, proposal)

    async def resume(self, message: dict[str, Any]) -> None:
        await self._ask(services.resume)

    async def back(self, message: dict[str, Any]) -> None:
        await self._ask(services.take_seat_back)

    async def pace(self, message: dict[str, Any]) -> None:
        await self._ask(services.set_bot_speed, str(message.get("pace"))[:10])

    async def lesson(self, message: dict[str, Any]) -> None:
        await self._ask(services.set_coach, wanted=message.get("wanted") != "no")

    async def word(self, message: dict[str, Any]) -> None:
        word, commitment = str(message.get("word")), str(message.get("commitment"))
        await self._ask(services.add_word, word, commitment)

    async def _ask(self, service: Service, *more: Any, **named: Any) -> bool:
        """Call a service for this user; return whether it succeeded.

        A refusal is shown here. A success appears with the table's new version.
        """
        answer = await in_writer_or_denied(service)(self.caller, self.table_id, *more, **named)
        if answer is not None:
            await self.refuse(answer)
            return False
        self.refusal = None
        return True

    async def select(self, message: dict[str, Any]) -> None:
        self.selection = text(message, "cards")
        self.refusal = None
        # Always answer, even if nothing changed.
        self.sent.ask_again("stance")
        await self._send_parts(controls_only=True)

    async def hint(self, message: dict[str, Any]) -> None:
        if self.frame is not None:
            await self.send(text_data=news.hints(self.frame, self.user))

    async def sync(self, message: dict[str, Any]) -> None:
        """Bring a browser up to date that may have missed updates."""
        hub().refresh(table_topic(self.table_id))
        hub().refresh(chat_topic(self.table_id))
        await self._show_missed(message)

    async def ping(self, message: dict[str, Any]) -> None:
        """Answer with the browser's number: everything sent before it has been handled.

        Uses neither the database nor the hub.
        """
        await self._show_missed(message)
        await self.send(text_data=f"pong {number(message, 'number')}")

    async def _show_missed(self, message: dict[str, Any]) -> None:
        if self.frame is not None and number(message) != self.frame.version:
            self.sent = Sent()
            self.forget_chat()
            await self._send_parts()

    HANDLERS: ClassVar = {
        "play": play,
        "pass": pass_,
        "give": give,
        "redeal": redeal,
        "keep": keep,
        "ready": ready,
        "select": select,
        "hint": hint,
        "sync": sync,
        "ping": ping,
        "sit": sit,
        "stand": stand,
        "remove": remove,
        "free": free,
        "start": start,
        "bots": bots,
        "open": open_seats,
        "again": again,
        "not_again": not_again,
        "withdraw_again": withdraw_again,
        "open_again": open_again,
        "vote": vote,
        "resume": resume,
        "back": back,
        "pace": pace,
        "lesson": lesson,
        "word": word,
        **CHAT_HANDLERS,
    }

    # --- Answers ---

    async def refuse(self, answer: Refused) -> None:
        """Show the refusal in this browser only, even if it shows the same one already."""
        metrics.refusals.labels(answer.code).inc()
        self._moved_at = 0.0
        self.refusal = answer
        self.sent.ask_again("said")
        if self.frame is None:
            await self.say(sentence(answer))
        else:
            await self._send_parts(controls_only=True)

    async def say(self, sentence: str) -> None:
        """Show a sentence in the page's status line."""
        await self.send(text_data=news.status_line(sentence))

    async def _send_parts(self, controls_only: bool = False) -> None:
        if not await self.still_signed_in() or self.frame is None:
            return
        html = news.parts(
            self.frame,
            self.user,
            self.selection,
            self.refusal,
            self.sent,
            controls_only=controls_only,
            beyond=self.beyond,
        )
        if not controls_only:
            html += self._chat_html()
        if html:
            await self.send(text_data=html)
        if self._moved_at:
            metrics.move_seconds.observe(time.perf_counter() - self._moved_at)
            self._moved_at = 0.0


def text(message: dict[str, Any], key: str) -> str:
    """Return the message's list of cards under the key; empty if it isn't one."""
    value = message.get(key)
    if isinstance(value, str) and value.isascii() and len(value) <= LONGEST_LIST:
        return value
    return ""


def number(message: dict[str, Any], key: str = "version") -> int:
    """Return the message's number under the key; -1, which never occurs, if there is none."""
    try:
        return int(str(message.get(key))[:12])
    except ValueError:
        return -1


def moment(message: dict[str, Any]) -> str:
    """Return the position of the table that a move was made for."""
    return str(message.get("moment"))[:40]

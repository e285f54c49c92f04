"""A browser at a table: what it sends, and what it is shown.

Messages from the browser are small JSON objects with ``do`` and, for a move, the ``moment`` of
the table that it was made for. What goes back are HTMX partials, and ``pong`` to a ``ping``. A
refusal is an answer to this browser alone and changes nothing.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from accounts import limits, trace
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
from games.screens.calls import CalledConsumer
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

#: The longest message a browser has a reason to send is far below this many characters.
LONGEST_MESSAGE = 4096
#: 52 cards of two letters and the blanks between them.
LONGEST_LIST = 160
#: Close codes of our own (4000–4999); browsers do not try again after them.
NOT_FOUND, TABLE_CLOSED = 4404, 4410
#: So many seconds the table waits for its chat before it is shown alone, and a message of the
#: browser until it was shown what it can be about.
FIRST_SECONDS, FIRST_MESSAGE_SECONDS = 2.0, 4.0

#: A page that is closed so soon after its player was noted as there is not noted again.
CLOSED_AGAIN = timedelta(seconds=5)

#: What the services that a browser can ask for have in common.
Service = Callable[..., services.Answer]


class TableConsumer(ChatHandlers, CalledConsumer):
    """One open page of a table; a person may have several."""

    #: 0 until a table is found; nothing is taken from the browser before.
    table_id = 0
    #: Whether the page is counted among those who look on.
    _is_counted = False
    #: Says from time to time that somebody watches what only bots play.
    _awake: asyncio.Task[None] | None = None
    #: When the move came whose outcome the page is not sent yet; 0 for none.
    _moved_at = 0.0

    async def connect(self) -> None:
        self.selection = ""
        self.refusal: Refused | None = None
        self.frame: TableFrame | None = None
        #: The table as it is now, while the browser shows the result of the session before.
        self.beyond: TableFrame | None = None
        self.sent = Sent()
        #: Set while the browser has been shown the table.
        self._first = asyncio.Event()
        self._awaits_chat = True
        await self.accept()
        slug = self.slug = self.scope["url_route"]["kwargs"]["slug"]
        table = await in_database(selectors.table_to_watch)(slug, self.user)
        if table is None:
            # It may have been taken away since the page came.
            if not await self._lead_on():
                await self.say(_("This table does not exist, or it is not open to you."))
                await self.close(NOT_FOUND)
            return
        self.table_id = table.pk
        trace.table_id.set(table.pk)
        self.waits = table.phase == Table.Phase.WAITING
        if await self.attend():
            await self.watch(table_topic(table.pk))
            await self.watch(chat_topic(table.pk))
            self._spawn(self._show_without_chat())

    def here(self) -> None:
        """Note that the person is about and, while the table waits, that they wait there."""
        super().here()
        if self.waits and self.user is not None:
            services.mark_seen(self.table_id, self.user)

    # --- What the hub brings ---

    async def shown(self, topic: Topic, value: Any) -> None:
        """Send what is new of the table or of its chat; the first message shows both."""
        if not await self.still_signed_in():
            return
        if topic == chat_topic(self.table_id):
            await self._show_chat(value)
        else:
            await self._show_frame(value)

    async def _show_frame(self, frame: TableFrame) -> None:
        """Send what changed with the frame; nothing of an older one."""
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
            await self.say(_("The session has begun, and this table is not open to you."))
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
        """Count the page among those who look on, as long as its person has no seat.

        Nor had one in the session whose result it still shows.
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
        """Tell the table that its player is back, where it was noted that they had no page open."""
        seat = frame.snapshot.setting.seat_of(self.user.pk if self.user else None)
        if seat is not None and seat.absent_since is not None:
            self._spawn(self._tell_of_return())

    async def _tell_of_return(self) -> None:
        try:
            await in_writer(self.here)()
            await in_writer(services.note_absences_at)(self.table_id)
        except Exception:
            logger.exception("a player's return could not be noted")

    async def disconnect(self, code: int) -> None:
        """Note when a player's page was closed: a minute later the others may do without them."""
        frame, user = self.frame, self.user
        if frame is not None and user is not None and frame.seat_of(user) is not None:
            try:
                await in_writer(accounts.seen)(user, CLOSED_AGAIN)
            except Exception:
                logger.exception("when a player's page was closed could not be noted")
        await super().disconnect(code)

    async def leave(self) -> None:
        await super().leave()
        # Its end holds this page: together they would stay until circles are looked for.
        self._awake = None
        if self._is_counted:
            self._is_counted = False
            spectator_counts().remove(self.table_id, self._who)

    @property
    def _who(self) -> str:
        """What tells those who look on from each other: people, browsers, or else addresses."""
        if self.user is not None:
            return str(self.user.pk)
        key = self.session_key
        return fingerprint(key) if key else limits.address_of_socket(self.scope)

    def _note_showing(self, frame: TableFrame) -> None:
        """Say as long as the page shows what only bots play that somebody watches."""
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
                logger.exception("a table that only bots play could not be kept awake")
            await asyncio.sleep(resting.SAID_AGAIN)

    def _look_for_chat(self, frame: TableFrame) -> None:
        """Ask for the chat anew where it is of another session."""
        if self.chat_log is not None and self.chat_log.session != frame.snapshot.session.pk:
            hub().refresh(chat_topic(self.table_id))

    async def _send_menu(self) -> None:
        if self.frame is None or not self._first.is_set():
            return
        html = news.menu_part(self.frame, self.user, self.sent, self.beyond)
        if html:
            await self.send(text_data=html)

    def _stays(self, frame: TableFrame) -> bool:
        """Tell whether the browser goes on to show the result of the session before.

        Whoever has a seat in the next one has said so; the others may still be reading.
        """
        known = self.frame
        if known is None or known.snapshot.table.phase != Table.Phase.FINISHED:
            return False
        is_next = frame.snapshot.session.number > known.snapshot.session.number
        return is_next and frame.seat_of(self.user) is None

    def _is_news(self, frame: TableFrame) -> bool:
        """Tell whether the frame is another than the one shown, and no older one."""
        assert self.frame is not None
        if frame.is_late or self.frame.is_late:
            # They come in order, and their versions are not of one kind.
            is_same = delay.shows_same(frame.snapshot, self.frame.snapshot)
            return not (frame.is_late and self.frame.is_late and is_same)
        return frame.version > self.frame.version

    async def _show_chat(self, log: ChatLog) -> None:
        self.chat_log = log
        if self.frame is None:
            return
        newest = self.beyond or self.frame
        if log.session != newest.snapshot.session.pk:
            # The table has gone on. Not the chat again, which could come like this for ever.
            hub().refresh(table_topic(self.table_id))
        if not self._first.is_set():
            await self._show_all()
        elif html := self._chat_html():
            await self.send(text_data=html)

    def _chat_html(self) -> str:
        """Return what is new of the chat of the table as it is now; nothing where that is shut."""
        newest = self.beyond or self.frame
        if newest is None or not newest.may_watch(self.user):
            return ""
        return self.chat_news(people_of(newest.snapshot))

    async def _show_all(self) -> None:
        await self._send_parts()
        self._first.set()

    async def _show_without_chat(self) -> None:
        """Show the table alone when its chat does not come: the game must not wait for it."""
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
        """Say where the people of a table go that was taken away; false where nobody knows."""
        way_on = await in_database(links.onward_page)(self.slug)
        if way_on:
            await self.send(text_data=news.way_on_line(way_on))
            await self.close(NOT_FOUND)
        return bool(way_on)

    # --- What the browser sends ---

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.table_id or not await self.still_signed_in():
            return
        if not self._first.is_set() and not await self._first_message():
            return
        if self.is_flood():
            await self.say(_("That was too much at once. Reload the page to go on."))
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
        """Wait a moment until the table was shown; messages may come right behind the handshake."""
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
        """Call a service that moves cards; what is chosen while one passes stays chosen."""
        self._moved_at = time.perf_counter()
        self.selection = text(message, "cards")
        if await self._ask(service, self.selection, moment(message)):
            # Those cards are gone.
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
        """Call a service for this person and send its answer; tell whether it was done.

        A refusal is shown; what was done shows itself by the table's new version.
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
        # An answer comes in any case.
        self.sent.ask_again("stance")
        await self._send_parts(controls_only=True)

    async def hint(self, message: dict[str, Any]) -> None:
        if self.frame is not None:
            await self.send(text_data=news.hints(self.frame, self.user))

    async def sync(self, message: dict[str, Any]) -> None:
        """Show it all to a browser that may have missed something, if there is something newer."""
        hub().refresh(table_topic(self.table_id))
        hub().refresh(chat_topic(self.table_id))
        await self._show_missed(message)

    async def ping(self, message: dict[str, Any]) -> None:
        """Give a sign of life, by the browser's number; what was sent before has been dealt with.

        Asks nobody: neither the database nor the hub.
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

    # --- What goes back ---

    async def refuse(self, answer: Refused) -> None:
        """Show why not, to this browser alone; also if it has just been told the same."""
        metrics.refusals.labels(answer.code).inc()
        self._moved_at = 0.0
        self.refusal = answer
        self.sent.ask_again("said")
        if self.frame is None:
            await self.say(sentence(answer))
        else:
            await self._send_parts(controls_only=True)

    async def say(self, sentence: str) -> None:
        """Put a sentence into the page's status line."""
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
    """Return the message's text under the key; what is no list of cards counts as empty."""
    value = message.get(key)
    if isinstance(value, str) and value.isascii() and len(value) <= LONGEST_LIST:
        return value
    return ""


def number(message: dict[str, Any], key: str = "version") -> int:
    """Return the message's number under the key; -1, which nothing has, for anything else."""
    try:
        return int(str(message.get(key))[:12])
    except ValueError:
        return -1


def moment(message: dict[str, Any]) -> str:
    """Return the moment of the table that a move was made for."""
    return str(message.get("moment"))[:40]

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
from games.common.numbers import whole_number
from games.common.storage import in_writer_or_denied
from games.language.refusals import Refused, sentence
from games.live.consumer import NOT_FOUND, SEEN_JUST_NOW, TABLE_CLOSED, TOO_MUCH, Message
from games.live.hub import hub
from games.live.open_pages import open_pages
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from games.screens.question import agreed_in, terms_in
from games.screens.table.live_page import TablePage, closed_parts, hints, link_to_event_line
from games.screens.table.parts import status_line
from games.screens.table.state import TableState
from games.tables import clocks, delay, links, selectors, turns
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import (
    absences,
    bot_speed,
    bot_strength,
    core,
    moves,
    rematch,
    resting,
    seating,
    shuffle_words,
    starting,
    votes,
)
from games.tables.services import lesson as lesson_services
from games.tables.topics import table_topic

logger = logging.getLogger(__name__)

#: Maximum length of a message in characters; real ones are far shorter.
LONGEST_MESSAGE = 4096
#: Maximum length of a list of cards: 52 cards of two letters, separated by spaces.
LONGEST_LIST = 160
#: Seconds to wait for the chat before the table is shown without it, and seconds that a message of
#: the browser waits until the table was shown.
FIRST_SECONDS, FIRST_MESSAGE_SECONDS = 2.0, 4.0

#: Signature shared by the services that a browser can call.
Service = Callable[..., core.Answer]


class TableConsumer(ChatHandlers, AlertedConsumer):
    """Socket of one open table page: calls services for the browser, and sends it updates."""

    #: 0 until the table is found; messages are ignored before.
    table_id = 0
    #: Whether the page is counted as a spectator.
    _is_counted = False
    #: Task that reports from time to time that a table played by bots alone is being watched.
    _keep_awake_task: asyncio.Task[None] | None = None
    #: Arrival time of the move whose result was not sent yet; 0 for none.
    _moved_at = 0.0

    async def connect(self) -> None:
        """Accept the socket and watch table and chat; close it if the table is private or gone."""
        self.selection = ""
        self.refusal: Refused | None = None
        self.state: TableState | None = None
        #: The current state, while the browser still shows the result of the previous session.
        self.next_state: TableState | None = None
        self.page: TablePage = TablePage()
        #: Set once the browser has been sent the table.
        self._table_shown = asyncio.Event()
        self._waits_for_chat = True
        await self.accept()
        slug = self.slug = self.scope["url_route"]["kwargs"]["slug"]
        table = await in_database(selectors.table_to_watch)(slug, self.user)
        if table is None:
            # The event may have withdrawn it since the page was loaded.
            if not await self._link_to_event():
                await self.say(_("This table doesn’t exist or is private."))
                await self.close(NOT_FOUND)
            return
        self.table_id = table.pk
        log_context.table_id.set(table.pk)
        self.waits = table.phase == Table.Phase.WAITING
        self._lacks_clock = clocks.clock_of(table.clock) is None
        if await self.attend():
            await self.watch(table_topic(table.pk))
            await self.watch(chat_topic(table.pk))
            self._spawn(self._show_without_chat())

    def mark_present(self) -> None:
        """Mark the user as online and, while the table waits, as waiting there."""
        super().mark_present()
        if self.waits and self.user is not None:
            seating.mark_seen(self.table_id, self.user)

    async def _note_presence(self) -> None:
        """Also report the page as open at a table without a clock, for notices of turns."""
        await super()._note_presence()
        if self.user is None or self.user.is_guest or not self._lacks_clock:
            return
        try:
            await in_database(turns.report_open_page)(self.table_id, self.user.pk)
        except Exception:
            logger.exception("could not report an open page")

    # --- Updates from the hub ---

    def message_for(self, topic: Topic, value: Any) -> Message:
        """Return the changes of the table or its chat; the first message has both."""
        if topic == chat_topic(self.table_id):
            return Message(self._chat_changes(value))
        return self._table_message(value)

    def _table_message(self, state: TableState) -> Message:
        """Return what changed with the state; nothing for older ones.

        Closes the socket if the user may no longer watch. A next session that the user has not
        joined only changes the menu.
        """
        if self._goes_on(state):
            self.state, self.refusal = state, None
            return Message(self._whole_table())
        self._count_spectator(state)
        if self._keeps_result(state):
            self.next_state = state
            self._refresh_outdated_chat(state)
            return Message(self._menu_changes())
        self.next_state = None
        if not state.may_watch(self.user):
            self.state = None
            self._table_shown.clear()
            said = _("The game has started, and this table is private.")
            return Message(status_line(said), NOT_FOUND)
        self._update_keep_awake(state)
        state = state.state_for(self.user)
        if self.state is not None and not self._is_news(state):
            return Message(self._count_changes(state))
        if self.state and state.turn_key != self.state.turn_key:
            self.refusal = None
        self.state = state
        self.waits = state.is_waiting
        self._lacks_clock = clocks.clock_of(state.snapshot.table.clock) is None
        self._note_return(state)
        self._refresh_outdated_chat(state)
        if self.chat_log is not None or not self._waits_for_chat:
            return Message(self._whole_table())
        return Message()

    def _goes_on(self, state: TableState) -> bool:
        """Return whether only moves separate the state from the older one that the page shows.

        Then players, phase and permissions are the same as before.
        """
        known = self.state
        return (
            known is not None
            and known.stable is state.stable
            and known.version < state.version
            and known.turn_key != state.turn_key
            and self.next_state is None
            and self._table_shown.is_set()
        )

    def _count_spectator(self, state: TableState) -> None:
        """Count the page as a spectator from when its user has no seat until they take one.

        A former player who still looks at the result is not counted.
        """
        has_seat = state.seat_of(self.user) is not None or self._keeps_result(state)
        is_watching = not has_seat and state.may_watch(self.user)
        if is_watching == self._is_counted:
            return
        self._is_counted = is_watching
        count = open_pages().add_spectator if is_watching else open_pages().remove_spectator
        count(self.table_id, self._spectator_key)
        if state.is_waiting:
            # Nothing else may happen there for minutes, and the host is asked before closing it.
            hub().refresh(table_topic(self.table_id))

    def _count_changes(self, state: TableState) -> str:
        """Return a waiting table's new number of spectators; others get it with their next news."""
        return (
            self.page.count_news(state) if state.is_waiting and self._table_shown.is_set() else ""
        )

    def _note_return(self, state: TableState) -> None:
        """Have the return of a player recorded as absent stored, unless the game is over."""
        if state.snapshot.table.phase == Table.Phase.FINISHED:
            return
        seat = state.snapshot.setting.seat_of(self.user.pk if self.user else None)
        if seat is not None and seat.absent_since is not None and seat.left_at is None:
            self._spawn(self._store_return(seat.stand_in))

    async def _store_return(self, has_stand_in: bool) -> None:
        """Store that the player is back, also in place of a bot; errors are only logged."""
        try:
            await in_writer(self.mark_present)()
            if has_stand_in:
                await in_writer(votes.take_seat_back)(self.caller, self.table_id)
            else:
                await in_writer(absences.note_absences_at)(self.table_id)
        except Exception:
            logger.exception("could not record a player's return")

    async def disconnect(self, code: int) -> None:
        """Record when a player's page was closed, from which an absence counts."""
        state, user = self.state, self.user
        if state is not None and user is not None and state.seat_of(user) is not None:
            try:
                await in_writer(accounts.mark_seen)(user, SEEN_JUST_NOW)
            except Exception:
                logger.exception("could not record when a player's page was closed")
        await super().disconnect(code)

    async def leave(self) -> None:
        """Also stop counting the page as a spectator and keeping the table awake."""
        await super().leave()
        # Break the reference cycle between the task's callback and this page.
        self._keep_awake_task = None
        if self._is_counted:
            self._is_counted = False
            open_pages().remove_spectator(self.table_id, self._spectator_key)
            if self.waits:
                hub().refresh(table_topic(self.table_id))

    @property
    def _spectator_key(self) -> str:
        """Key that counts each spectator once: user, browser session, or else address."""
        if self.user is not None:
            return str(self.user.pk)
        key = self.session_key
        return fingerprint(key) if key else limits.address_of_socket(self.scope)

    def _update_keep_awake(self, state: TableState) -> None:
        """Start reporting the table as watched while bots play alone; stop when that ends."""
        snapshot = state.snapshot
        may_rest = resting.may_rest(snapshot.table, snapshot.setting)
        if may_rest and self._keep_awake_task is None:
            self._keep_awake_task = self._spawn(self._keep_awake())
        elif not may_rest and self._keep_awake_task is not None:
            self._keep_awake_task.cancel()
            self._keep_awake_task = None

    async def _keep_awake(self) -> None:
        """Store regularly, until cancelled, that a page shows the table, so that bots play on."""
        while True:
            try:
                await in_writer(resting.watch)(self.table_id)
            except Exception:
                logger.exception("could not keep a table of bots awake")
            await asyncio.sleep(resting.REPORT_SECONDS)

    def _refresh_outdated_chat(self, state: TableState) -> None:
        """Have the chat read again if the shown one belongs to another session."""
        if self.chat_log is not None and self.chat_log.session != state.snapshot.session.pk:
            hub().refresh(chat_topic(self.table_id))

    def _menu_changes(self) -> str:
        """Return the HTML of the menu if it has changed and the table was shown."""
        if self.state is None or not self._table_shown.is_set():
            return ""
        return self.page.menu_news(self.state, self.user, self.next_state)

    def _keeps_result(self, state: TableState) -> bool:
        """Return whether the page keeps the last session's result: the user is not in the next one.

        Players with a seat in the next session asked for it; others may still be reading.
        """
        known = self.state
        if known is None or known.snapshot.table.phase != Table.Phase.FINISHED:
            return False
        is_next = state.snapshot.session.number > known.snapshot.session.number
        return is_next and state.seat_of(self.user) is None

    def _is_news(self, state: TableState) -> bool:
        """Return whether the state has something newer than the one shown."""
        assert self.state is not None
        if state.is_delayed or self.state.is_delayed:
            # Delayed states arrive in order, but their versions can't be compared with others.
            is_same = delay.shows_same(state.snapshot, self.state.snapshot)
            return not (state.is_delayed and self.state.is_delayed and is_same)
        return state.version > self.state.version

    def _chat_changes(self, log: ChatLog) -> str:
        """Return the changes of the chat, or the whole table if it has waited for the chat."""
        self.chat_log = log
        if self.state is None:
            return ""
        newest = self.next_state or self.state
        if log.session != newest.snapshot.session.pk:
            # The table is in another session. Refreshing the chat as well could loop forever.
            hub().refresh(table_topic(self.table_id))
        return self._chat_html() if self._table_shown.is_set() else self._whole_table()

    def _chat_html(self) -> str:
        """Return the HTML of the chat's changes; empty if the viewer may not watch the table."""
        newest = self.next_state or self.state
        if newest is None or not newest.may_watch(self.user):
            return ""
        return self.chat_news(people_of(newest.snapshot))

    def _whole_table(self) -> str:
        """Return all changes of the table and its chat, and allow messages of the browser."""
        self._table_shown.set()
        return self._changes()

    async def _show_without_chat(self) -> None:
        """Show the table without its chat if that takes more than `FIRST_SECONDS`."""
        await asyncio.sleep(FIRST_SECONDS)
        self._waits_for_chat = False
        if self.state is None or self._table_shown.is_set() or not await self.still_signed_in():
            return
        await self.send_message(Message(self._whole_table()))

    async def missing(self, topic: Topic) -> None:
        """Show that the table was closed, or link to its event, and close the socket."""
        if topic != table_topic(self.table_id):
            return
        if not await self._link_to_event():
            await self.send(text_data=closed_parts(self._closing_host()))
            await self.close(TABLE_CLOSED)

    def _closing_host(self) -> str:
        """Return the name of the host who closed the table; empty for the host's own page.

        A waiting table is closed by its host, or by itself after the host has been away for long.
        """
        if self.state is None:
            return ""
        table = self.state.snapshot.table
        seat = self.state.snapshot.setting.seat_of(table.host_id)
        is_own = self.user is not None and self.user.pk == table.host_id
        return "" if seat is None or seat.absent_since or is_own else seat.name

    async def _link_to_event(self) -> bool:
        """Send a link to the event if it withdrew the table; return whether there is one."""
        url = await in_database(links.onward_page)(self.slug)
        if url:
            await self.send(text_data=link_to_event_line(url))
            await self.close(NOT_FOUND)
        return bool(url)

    # --- Messages from the browser ---

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass a browser's message to the handler named in it; refuse unknown or too long ones.

        Too many messages at once close the socket.
        """
        if not self.table_id or not await self.still_signed_in():
            return
        if not self._table_shown.is_set() and not await self._wait_until_shown():
            return
        if self.is_flood():
            await self.say(
                _("This page sent too many requests at once. Reload the page to continue.")
            )
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

    async def _wait_until_shown(self) -> bool:
        """Wait a few seconds until the table was shown; return whether it was."""
        try:
            await asyncio.wait_for(self._table_shown.wait(), FIRST_MESSAGE_SECONDS)
        except TimeoutError:
            return False
        return True

    async def play(self, message: dict[str, Any]) -> None:
        """Play the selected cards."""
        await self._move(moves.play, message)

    async def give(self, message: dict[str, Any]) -> None:
        """Give the selected card back in the exchange."""
        await self._move(moves.give, message)

    async def _move(self, service: Service, message: dict[str, Any]) -> None:
        """Call a service with the selected cards, which stay selected if it refuses them."""
        self._moved_at = time.perf_counter()
        self.selection = cards_in(message, "cards")
        if await self._call(service, self.selection, position_in(message)):
            # The selected cards have been played.
            self.selection = ""

    async def redeal(self, message: dict[str, Any]) -> None:
        """Show the player's hand and ask for a redeal."""
        await self._call(moves.ask_for_redeal, position_in(message))

    async def keep(self, message: dict[str, Any]) -> None:
        """Confirm that the player keeps the hand and won't ask for a redeal."""
        await self._call(moves.keep_hand)

    async def pass_(self, message: dict[str, Any]) -> None:
        """Pass the player's turn."""
        self._moved_at = time.perf_counter()
        await self._call(moves.pass_turn, position_in(message))

    async def ready(self, message: dict[str, Any]) -> None:
        """Mark the player as ready for the next deal or session."""
        await self._call(moves.ready, terms=terms_in(message))

    async def sit(self, message: dict[str, Any]) -> None:
        """Take the seat with that number, from 0, or without one the first free seat."""
        seat = number_in(message, "seat")
        await self._call(
            seating.sit,
            None if seat < 0 else seat,
            agreed=agreed_in(message),
            terms=terms_in(message),
        )

    async def stand(self, message: dict[str, Any]) -> None:
        """Leave the table before the session, or quit the running session."""
        await self._call(seating.stand_up)

    async def remove(self, message: dict[str, Any]) -> None:
        """Remove the player of a seat before the session starts, for the host."""
        await self._call(seating.remove, number_in(message, "seat"))

    async def free(self, message: dict[str, Any]) -> None:
        """Free the seat of an absent player before a session, for the host."""
        await self._call(seating.free_seat, number_in(message, "seat"))

    async def start(self, message: dict[str, Any]) -> None:
        """Start the session, for the host."""
        await self._call(starting.start)

    async def bots(self, message: dict[str, Any]) -> None:
        """Set whether bots take the empty seats at the start, for the host."""
        await self._call(starting.fill_with_bots, bots=message.get("wanted") == "yes")

    async def strength(self, message: dict[str, Any]) -> None:
        """Set the strength of the bots that take the empty seats, or of one, for the host."""
        seat = number_in(message, "seat") if message.get("seat") not in (None, "") else None
        chosen = str(message.get("strength"))[:20]
        await self._call(bot_strength.set_bot_strength, chosen, seat=seat)

    async def open_seats(self, message: dict[str, Any]) -> None:
        """Open the seats reserved for previous players to all, for the host."""
        await self._call(starting.open_seats)

    async def again(self, message: dict[str, Any]) -> None:
        """Ask for another session, or agree to one."""
        await self._call(rematch.play_again, agreed=agreed_in(message), terms=terms_in(message))

    async def not_again(self, message: dict[str, Any]) -> None:
        """Decline another session."""
        await self._call(rematch.decline_again)

    async def withdraw_again(self, message: dict[str, Any]) -> None:
        """Withdraw a yes to another session."""
        await self._call(rematch.withdraw_again)

    async def open_again(self, message: dict[str, Any]) -> None:
        """Open the next session without waiting for more answers."""
        await self._call(rematch.open_again)

    async def vote(self, message: dict[str, Any]) -> None:
        """Make a proposal, agree to it, reject it or withdraw the vote, as the message says."""
        proposal, said = str(message.get("proposal"))[:20], message.get("agree")
        if said in ("propose", "no"):
            await self._call(votes.vote, proposal, agree=said == "propose")
        else:
            is_back = said == "withdraw"
            await self._call(votes.withdraw_vote if is_back else votes.agree_to, proposal)

    async def resume(self, message: dict[str, Any]) -> None:
        """End a pause of the game."""
        await self._call(votes.resume)

    async def back(self, message: dict[str, Any]) -> None:
        """Take the player's seat back from the bot that stands in."""
        await self._call(votes.take_seat_back)

    async def pace(self, message: dict[str, Any]) -> None:
        """Set the speed of the bots."""
        await self._call(bot_speed.set_bot_speed, str(message.get("pace"))[:10])

    async def lesson(self, message: dict[str, Any]) -> None:
        """Turn the coach of a lesson on or off."""
        await self._call(lesson_services.set_coach, is_on=message.get("wanted") != "no")

    async def word(self, message: dict[str, Any]) -> None:
        """Add the player's word to the shuffle with the commitment that the page showed."""
        word, commitment = str(message.get("word")), str(message.get("commitment"))
        await self._call(shuffle_words.add_word, word, commitment)

    async def _call(self, service: Service, *args: Any, **options: Any) -> bool:
        """Call a service for this user and table; show a refusal; return whether it succeeded.

        A refusal is shown here. A success appears with the table's new version.
        """
        refusal = await in_writer_or_denied(service)(self.caller, self.table_id, *args, **options)
        if refusal is not None:
            await self.refuse(refusal)
            return False
        self.refusal = None
        return True

    async def select(self, message: dict[str, Any]) -> None:
        """Store the cards selected in the browser and send the controls for them."""
        self.selection = cards_in(message, "cards")
        self.refusal = None
        # Always answer, even if nothing changed.
        self.page.forget("controls", "stance")
        await self._send_parts(controls_only=True)

    async def hint(self, message: dict[str, Any]) -> None:
        """Send the player's possible plays for the Hint button."""
        if self.state is not None:
            # In a thread, because a strong bot may take some milliseconds over its advice.
            html = await asyncio.to_thread(hints, self.state, self.user)
            await self.send(text_data=html)

    async def sync(self, message: dict[str, Any]) -> None:
        """Have table and chat read again, and send all if the browser has another version."""
        hub().refresh(table_topic(self.table_id))
        hub().refresh(chat_topic(self.table_id))
        await self._resend_if_outdated(message)

    async def ping(self, message: dict[str, Any]) -> None:
        """Answer with the message's number: everything sent before it has been handled.

        Uses neither the database nor the hub.
        """
        await self._resend_if_outdated(message)
        await self.send(text_data=f"pong {number_in(message, 'number')}")

    async def _resend_if_outdated(self, message: dict[str, Any]) -> None:
        """Send the whole table again if the browser's version is not the one last shown."""
        if self.state is not None and number_in(message) != self.state.version:
            self.page.forget_all()
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
        "strength": strength,
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

    async def refuse(self, refusal: Refused) -> None:
        """Show why a request was refused, in this browser only, even if that is shown already."""
        metrics.refusals.labels(refusal.code).inc()
        self._moved_at = 0.0
        self.refusal = refusal
        self.page.forget("controls", "said")
        if self.state is None:
            await self.say(sentence(refusal))
        else:
            await self._send_parts(controls_only=True)

    async def say(self, sentence: str) -> None:
        """Show a sentence in the status line of this browser."""
        await self.send(text_data=status_line(sentence))

    async def _send_parts(self, controls_only: bool = False) -> None:
        """Send what has changed since the last update, or only the changed controls."""
        if self.state is not None and await self.still_signed_in():
            await self.send_message(Message(self._changes(controls_only)))

    def _changes(self, controls_only: bool = False) -> str:
        """Return what has changed since the last update, or only the changed controls."""
        assert self.state is not None
        html = self.page.table_news(
            self.state,
            self.user,
            self.renderings(table_topic(self.table_id)),
            self.selection,
            self.refusal,
            controls_only=controls_only,
            next_state=self.next_state,
        )
        if not controls_only:
            html += self._chat_html()
        if self._moved_at:
            metrics.move_seconds.observe(time.perf_counter() - self._moved_at)
            self._moved_at = 0.0
        return html


def cards_in(message: dict[str, Any], key: str) -> str:
    """Return the message's text under the key, a list of cards; empty if not ASCII or too long."""
    value = message.get(key)
    if isinstance(value, str) and value.isascii() and len(value) <= LONGEST_LIST:
        return value
    return ""


def number_in(message: dict[str, Any], key: str = "version") -> int:
    """Return the message's number under the key; -1, which never occurs, if there is none."""
    number = whole_number(message.get(key))
    return -1 if number is None else number


def position_in(message: dict[str, Any]) -> str:
    """Return the position of the table that the message's move was made for."""
    return str(message.get("moment"))[:40]

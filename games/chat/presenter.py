"""A table's chat as each viewer may read it, and its rendering.

Messages are read once per version, together with all mutes that concern their writers, so showing
them to any number of viewers costs no query. The visible chat is an immutable value: comparing it
finds what a browser lacks, and viewers with equal values and language share one rendering.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext

from accounts.models import User
from games.chat import selectors
from games.chat.denials import ChatCode
from games.chat.phrases import PHRASES, drawing_of, phrase_text, reactions
from games.common.denials import Denial
from games.common.partials import partial
from games.tables.delay import is_delayed
from games.tables.snapshot import Snapshot

#: Number of renderings cached per process.
KEPT_RENDERINGS = 250


class ChatPeople(NamedTuple):
    """The users who matter to a table's chat: its seated players and the host."""

    #: The session by its key.
    session: int
    #: Pairs of user number and seat. These users may write, and the seat sets the colour.
    seats: tuple[tuple[int, int], ...]
    host: int | None
    #: Players of the previous session, for whom seats are kept: they may write, too, unless the
    #: host has removed them.
    previous: frozenset[int] = frozenset()
    #: Viewers with a delay don't see messages since then, which could reveal the play.
    held_from: datetime | None = None

    def seat_of(self, user_id: int | None) -> int | None:
        """Return the number of the user's seat; None without a seat."""
        return next((number for user, number in self.seats if user == user_id), None)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """Data of a chat message for one reader, with a phrase in the reader's language."""

    number: int
    writer: int | None
    name: str
    #: Sets the colour of the name; None if the writer has no seat now.
    seat: int | None
    text: str
    #: Address of a reaction's picture, whose name is the text; empty for other messages.
    drawing: str
    written_at: datetime
    is_own: bool
    has_menu: bool


class MutedPerson(NamedTuple):
    """A player muted by this reader."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ShownChat:
    """Data of a table's chat for one reader: visible messages, muted players, and rights."""

    lines: tuple[ShownLine, ...]
    muted: tuple[MutedPerson, ...]
    may_write: bool
    may_clear: bool


def people_of(snapshot: Snapshot) -> ChatPeople:
    """Return the seated players and the host of a table, and how far spectators may read."""
    seats = tuple(
        (seat.user_id, seat.number)
        for seat in snapshot.seats
        if seat.user_id is not None and seat.left_at is None
    )
    held_from = snapshot.deal.started_at if is_delayed(snapshot) else None
    previous = frozenset(snapshot.setting.reserved_for or ()).difference(snapshot.table.barred)
    return ChatPeople(snapshot.session.pk, seats, snapshot.table.host_id, previous, held_from)


def shown_chat(
    log: selectors.ChatLog,
    people: ChatPeople,
    user: User | None,
    previous: ShownChat | None = None,
) -> ShownChat:
    """Return the chat's data for a user, or for a visitor: visible messages and rights. No query.

    Messages of muted players are left out, and for spectators with a delay those of the current
    deal.

    :param previous: the chat shown to them before, for the same people and in the same language
    """
    reader = None if user is None else user.pk
    mutes = frozenset() if reader is None else log.mutes.get(reader, frozenset())
    # By the latest name at this table.
    muted = {line.writer: line.name for line in log.lines if line.writer in mutes}
    has_seat = reader is not None and people.seat_of(reader) is not None
    held_from = None if has_seat else people.held_from
    shown = {line.number: line for line in previous.lines} if previous else {}
    return ShownChat(
        lines=tuple(
            shown.get(line.number) or _shown_line(line, people, reader)
            for line in log.lines
            if line.writer not in muted and (held_from is None or line.written_at < held_from)
        ),
        muted=tuple(MutedPerson(user, name) for user, name in muted.items() if user is not None),
        may_write=has_seat or reader in people.previous,
        may_clear=reader is not None and reader == people.host,
    )


def _shown_line(line: selectors.LoggedLine, people: ChatPeople, reader: int | None) -> ShownLine:
    """Return the data of a message for the reader, with the current colour of its writer."""
    is_own = reader is not None and line.writer == reader
    return ShownLine(
        number=line.number,
        writer=line.writer,
        name=line.name,
        seat=None if line.writer is None else people.seat_of(line.writer),
        text=phrase_text(line.phrase) if line.phrase else line.text,
        drawing=drawing_of(line.phrase),
        written_at=line.written_at,
        is_own=is_own,
        # Closed accounts can't be muted.
        has_menu=reader is not None and not is_own and line.writer is not None,
    )


def chat_html(now: ShownChat, before: ShownChat | None) -> str:
    """Return the HTML that updates a browser: the new lines or the whole chat; empty for no change.

    :param before: the chat that the browser was sent last; None if unknown
    """
    if now == before:
        return ""
    new = None if before is None else _new_lines(now, before)
    if new is None:
        return _render_cached(get_language(), "games/chat/chat.html", now)
    return _render_cached(get_language(), "games/chat/new_lines.html", replace(now, lines=new))


def _new_lines(now: ShownChat, before: ShownChat) -> tuple[ShownLine, ...] | None:
    """Return the messages to append to the browser's chat; None if it must be replaced."""
    if replace(now, lines=before.lines) != before:
        return None
    if not before.lines:
        return now.lines
    # New lines are few and at the end.
    last = before.lines[-1].number
    kept = next((n for n in range(len(now.lines), 0, -1) if now.lines[n - 1].number == last), 0)
    # The oldest may have been dropped; all others must be unchanged.
    if not kept:
        return None
    return now.lines[kept:] if now.lines[:kept] == before.lines[-kept:] else None


@lru_cache(KEPT_RENDERINGS)
def _render_cached(language: str | None, template: str, chat: ShownChat) -> str:
    """Return the HTML of a chat partial in the active language; cached by language and chat."""
    return partial(template, chat=chat, most=selectors.LINES_SHOWN)


def chat_context(snapshot: Snapshot, user: User | None) -> dict[str, Any]:
    """Return the template context of the chat on the table's page. At most three queries."""
    log = selectors.chat_log(snapshot.table.pk)
    return {
        "chat": None if log is None else shown_chat(log, people_of(snapshot), user),
        "phrases": PHRASES,
        "reactions": reactions(),
        "most": selectors.LINES_SHOWN,
    }


# --- Answers


def note_html(sentence: str, outcome: str) -> str:
    """Return the HTML of the note that answers a request about the chat.

    The browser clears its field only for the outcome ``written``, so that typed text is never lost.
    """
    return partial("games/chat/note.html", sentence=sentence, outcome=outcome)


def denial_sentence(denial: Denial) -> str:
    """Return the sentence of a chat denial in the active language."""
    if denial.code == ChatCode.TOO_LONG:
        return _too_long_sentence(int(str(denial.params["excess"])))
    return str(ChatCode(denial.code).label)


def _too_long_sentence(excess: int) -> str:
    """Return the sentence for a message that is `excess` characters too long."""
    sentence = ngettext(
        "Your message is %(excess)d character too long. Shorten it and send it again.",
        "Your message is %(excess)d characters too long. Shorten it and send it again.",
        excess,
    )
    return sentence % {"excess": excess}

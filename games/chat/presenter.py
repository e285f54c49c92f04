"""A table's chat as each person may read it.

The lines are read once for each version, together with the mutes of everybody whom they concern;
so showing them to any number of viewers costs no query. What a reader sees is a value: by it the
browser is sent no more than what is new, and those who see the same, in the same language, are
given the same HTML, rendered once.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat import selectors
from games.chat.denials import ChatCode
from games.chat.phrases import PHRASES, drawing_of, phrase_text, reactions
from games.common.denials import Denial
from games.common.partials import partial
from games.tables.delay import is_delayed
from games.tables.snapshot import Snapshot

#: Renderings kept at hand in this process.
KEPT_RENDERINGS = 250


class ChatPeople(NamedTuple):
    """What the table tells of those who chat: who sits in its session, and who is the host."""

    #: The session by its key.
    session: int
    #: Who sits where, each by the person's number: they may write, and the seat gives a colour.
    seats: tuple[tuple[int, int], ...]
    host: int | None
    #: Who sees the table late is not shown what was written since then: it could tell of the play.
    held_from: datetime | None = None

    def seat_of(self, user_id: int | None) -> int | None:
        """Return where the person sits."""
        return next((number for user, number in self.seats if user == user_id), None)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One line for one reader."""

    number: int
    writer: int | None
    name: str
    #: Gives the colour of the name, where the writer still has one.
    seat: int | None
    text: str
    #: Where the drawing of a reaction is, of which the text is the name; empty for others.
    drawing: str
    written_at: datetime
    is_own: bool
    has_menu: bool


class MutedPerson(NamedTuple):
    """Somebody whose lines this reader does not want to see."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ShownChat:
    """All of the chat that one reader sees."""

    lines: tuple[ShownLine, ...]
    muted: tuple[MutedPerson, ...]
    may_write: bool
    may_clear: bool


def people_of(snapshot: Snapshot) -> ChatPeople:
    """Return who chats at the table."""
    seats = tuple(
        (seat.user_id, seat.number)
        for seat in snapshot.seats
        if seat.user_id is not None and seat.left_at is None
    )
    held_from = snapshot.deal.started_at if is_delayed(snapshot) else None
    return ChatPeople(snapshot.session.pk, seats, snapshot.table.host_id, held_from)


def shown_chat(
    log: selectors.ChatLog,
    people: ChatPeople,
    user: User | None,
    known: ShownChat | None = None,
) -> ShownChat:
    """Return the chat as the person may read it. No query.

    :param known: what they were shown before of the same people's, in the same language
    """
    reader = None if user is None else user.pk
    mutes = frozenset() if reader is None else log.mutes.get(reader, frozenset())
    # By the name that they last had at this table.
    muted = {line.writer: line.name for line in log.lines if line.writer in mutes}
    has_seat = reader is not None and people.seat_of(reader) is not None
    held_from = None if has_seat else people.held_from
    shown = {line.number: line for line in known.lines} if known else {}
    return ShownChat(
        lines=tuple(
            shown.get(line.number) or _line(line, people, reader)
            for line in log.lines
            if line.writer not in muted and (held_from is None or line.written_at < held_from)
        ),
        muted=tuple(MutedPerson(user, name) for user, name in muted.items() if user is not None),
        may_write=has_seat,
        may_clear=reader is not None and reader == people.host,
    )


def _line(line: selectors.LoggedLine, people: ChatPeople, reader: int | None) -> ShownLine:
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
        # A person who is gone can be neither muted nor asked.
        has_menu=reader is not None and not is_own and line.writer is not None,
    )


def chat_html(now: ShownChat, before: ShownChat | None) -> str:
    """Return what brings a browser up to date: the new lines alone, or all; empty for nothing.

    :param before: what the browser was sent last, None where that is not known
    """
    if now == before:
        return ""
    new = None if before is None else _new_lines(now, before)
    if new is None:
        return _rendered(get_language(), "games/chat/chat.html", now)
    return _rendered(get_language(), "games/chat/new_lines.html", replace(now, lines=new))


def _new_lines(now: ShownChat, before: ShownChat) -> tuple[ShownLine, ...] | None:
    """Return the lines to be put below the ones before; None where that would not do."""
    if replace(now, lines=before.lines) != before:
        return None
    if not before.lines:
        return now.lines
    # What is new is at the end, and little.
    last = before.lines[-1].number
    kept = next((n for n in range(len(now.lines), 0, -1) if now.lines[n - 1].number == last), 0)
    # The oldest may have made room; all others must be as they were.
    if not kept:
        return None
    return now.lines[kept:] if now.lines[:kept] == before.lines[-kept:] else None


@lru_cache(KEPT_RENDERINGS)
def _rendered(language: str | None, template: str, chat: ShownChat) -> str:
    """Return the partial in the thread's language, which tells one rendering from another."""
    return partial(template, chat=chat, most=selectors.LINES_SHOWN)


def chat_context(snapshot: Snapshot, user: User | None) -> dict[str, Any]:
    """Return what the table's page needs for the chat. Three queries."""
    log = selectors.chat_log(snapshot.table.pk)
    return {
        "chat": None if log is None else shown_chat(log, people_of(snapshot), user),
        "phrases": PHRASES,
        "reactions": reactions(),
        "most": selectors.LINES_SHOWN,
    }


# --- Answers


def note_html(sentence: str, outcome: str) -> str:
    """Return the answer to who wrote, muted or reported.

    The browser empties its field for the outcome ``written`` alone: what was typed is never lost.
    """
    return partial("games/chat/note.html", sentence=sentence, outcome=outcome)


def denial_sentence(denial: Denial) -> str:
    """Return why it was not done, in the reader's language."""
    if denial.code == ChatCode.TOO_LONG:
        return _too_long(int(str(denial.params["excess"])))
    return str(_SENTENCES[ChatCode(denial.code)])


def _too_long(excess: int) -> str:
    sentence = ngettext(
        "That is %(excess)d character too long. Shorten it and send it again.",
        "That is %(excess)d characters too long. Shorten it and send it again.",
        excess,
    )
    return sentence % {"excess": excess}


_SENTENCES: dict[ChatCode, Promise] = {
    ChatCode.NOT_SIGNED_IN: _("You are watching. Sign in, or press Play now, to take a seat."),
    ChatCode.SESSION_ENDED: _("Your session has ended. Reload the page to go on."),
    ChatCode.TABLE_CLOSED: _("This table was closed."),
    ChatCode.EMPTY: _("Write something first."),
    ChatCode.UNKNOWN_PHRASE: _("That phrase is not known. Reload the page."),
    ChatCode.TOO_QUICK: _("That was quick. Wait a few seconds and send it again."),
    ChatCode.TOO_MUCH: _("You have written a lot just now. Wait some minutes and send it again."),
    ChatCode.NO_SEAT: _("You are watching. Only people with a seat can write here."),
    ChatCode.SAME_PACKS: _(
        "You know packs that are still played. Until all tables of the round are through, you can"
        " write at your own table only."
    ),
    ChatCode.NOT_HOST: _("Only the host of the table can clear the chat."),
    ChatCode.OWN_MUTE: _("You cannot mute yourself."),
    ChatCode.NOT_HERE: _("That person is not at this table."),
    ChatCode.MUTES_TOO_OFTEN: _("That was too often. Wait a minute and try again."),
    ChatCode.NO_LINE: _("That line is no longer there."),
    ChatCode.OWN_LINE: _("That line is your own."),
    ChatCode.REPORTED_ALREADY: _("You have reported that line already."),
    ChatCode.REPORTS_TOO_OFTEN: _("You have reported a lot just now. Try again in an hour."),
}

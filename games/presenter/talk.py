"""The talk at a table, as each person may read it.

What was said is read once for each change of the talk, together with the mutes of everybody
whom it concerns; so showing it to any number of viewers costs no query. People who would see the
same are given the same HTML, rendered once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from accounts.models import User
from games import selectors, talk
from games.models import ChatLine

NOBODY: frozenset[int] = frozenset()


class Reader(NamedTuple):
    """What the talk's looks depend on; who has it in common sees the same.

    :ivar own: the person's number where lines of the person's own are shown, otherwise 0
    """

    own: int
    signed_in: bool
    may_speak: bool
    may_clear: bool
    muted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said at a table, until somebody says more.

    :ivar key: the session, and how often its table's talk had changed
    :ivar seats: who may speak, by the person's number: where the person sits
    """

    key: tuple[int, int]
    lines: tuple[ChatLine, ...]
    mutes: Mapping[int, frozenset[int]]
    seats: Mapping[int, int]
    host: int | None
    rendered: dict[Reader, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """One line for one reader; ``seat`` gives the colour of the name, where there still is one."""

    number: int
    speaker: int | None
    name: str
    seat: int | None
    text: str
    said_at: datetime
    is_own: bool
    has_menu: bool


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody whose lines this reader does not want to see."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class TalkPart:
    """All of the talk that one reader sees."""

    lines: list[Line]
    muted: list[Muted]
    may_speak: bool
    may_clear: bool


def talk_of(position: selectors.Position, before: Talk | None) -> Talk:
    """The talk at the table; ``before``, what it was last, is used again where it still holds.

    Two queries when something was said, cleared or muted since, none otherwise.
    """
    key = (position.session.pk, position.table.talk)
    seats = {
        seat.user_id: seat.number
        for seat in position.seats
        if seat.user_id is not None and seat.left_at is None
    }
    host = position.table.host_id
    if before is not None and before.key == key:
        if before.seats == seats and before.host == host:
            return before
        return replace(before, seats=seats, host=host, rendered={})
    lines = talk.lines(position.session)
    mutes = talk.mutes({line.user_id for line in lines if line.user_id is not None})
    return Talk(key, lines, mutes, seats, host)


def talk_html(said: Talk, user: User | None) -> str:
    """The talk's partial as the person may read it. No query."""
    reader = _reader(said, user)
    html = said.rendered.get(reader)
    if html is None:
        context = {"talk": _part(said, reader), "oob": True}
        html = said.rendered[reader] = render_to_string("games/partials/talk.html", context)
    return html


def talk_context(said: Talk, user: User | None) -> dict[str, Any]:
    """What the table's page needs for the talk."""
    return {"talk": _part(said, _reader(said, user)), "phrases": talk.PHRASES}


def note_html(sentence: str, outcome: str) -> str:
    """The answer to who spoke, muted or reported.

    The browser empties its field for the outcome ``said`` alone: what was typed is never lost.
    """
    context = {"sentence": sentence, "outcome": outcome}
    return render_to_string("games/partials/talk_note.html", context)


def _reader(said: Talk, user: User | None) -> Reader:
    if user is None:
        return Reader(own=0, signed_in=False, may_speak=False, may_clear=False, muted=NOBODY)
    return Reader(
        own=user.pk if any(line.user_id == user.pk for line in said.lines) else 0,
        signed_in=True,
        may_speak=user.pk in said.seats,
        may_clear=user.pk == said.host,
        muted=said.mutes.get(user.pk, NOBODY),
    )


def _part(said: Talk, reader: Reader) -> TalkPart:
    # By the name that they last had at this table.
    muted = {line.user_id: line.name for line in said.lines if line.user_id in reader.muted}
    return TalkPart(
        lines=[_line(said, line, reader) for line in said.lines if line.user_id not in muted],
        muted=[Muted(number, name) for number, name in muted.items() if number is not None],
        may_speak=reader.may_speak,
        may_clear=reader.may_clear and bool(said.lines),
    )


def _line(said: Talk, line: ChatLine, reader: Reader) -> Line:
    speaker = line.user_id
    is_own = speaker is not None and speaker == reader.own
    return Line(
        number=line.pk,
        speaker=speaker,
        name=line.name,
        seat=None if speaker is None else said.seats.get(speaker),
        text=line.text,
        said_at=line.said_at,
        is_own=is_own,
        # A person who is gone can be neither muted nor asked.
        has_menu=reader.signed_in and not is_own and speaker is not None,
    )

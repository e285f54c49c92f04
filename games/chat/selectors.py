"""Reads: a table's chat as immutable values, and who may write there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session as BrowserSession
from django.db import transaction
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from accounts.caller import Evidence
from accounts.models import User
from games.chat.models import Chat, ChatLine, Mute
from games.common.caches import LruCache
from games.common.prepared import prepared
from games.tables import seals
from games.tables.models import Seat, Session, Table

#: How many lines a table shows; older ones are kept with the session.
LINES_SHOWN = 60
#: Chats kept at hand in this process, each at its last version.
KEPT_LOGS = 2000
#: And for how long after the last line, in seconds.
KEPT_SECONDS = 600


class LoggedLine(NamedTuple):
    """A line as everybody may know it."""

    number: int
    #: The person's number; None where the account is gone.
    writer: int | None
    name: str
    text: str
    #: The key of a phrase, which stands in place of a text.
    phrase: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class ChatLog:
    """The chat of a table at one version."""

    version: int
    #: The session whose lines these are, by its key: a further one begins with none.
    session: int
    #: Oldest first.
    lines: tuple[LoggedLine, ...]
    #: For each person who mutes some of the writers: whom.
    mutes: Mapping[int, frozenset[int]]


#: Chats kept at hand in this process, by session. One may know of more than its version, and never
#: of less.
_logs: LruCache[int, ChatLog] = LruCache(KEPT_LOGS, KEPT_SECONDS)


def chat_log(table_id: int) -> ChatLog | None:
    """Return the table's chat as it is now, or None where there is no table.

    One query where this process knows it at its version, three where not.
    """
    # The version first: lines that come in between are read again with the next one.
    newest = (
        Session.objects.filter(table=table_id)
        .order_by("-number")
        .values_list("pk", "table__chat__version")
        .first()
    )
    if newest is None:
        return None
    session, version = newest
    known = _known_log(session, version)
    if known is not None:
        return known
    lines = logged_lines(session)
    log = ChatLog(version, session, lines, mutes({line.writer for line in lines} - {None}))
    _keep(log)
    return log


def _known_log(session: int, version: int) -> ChatLog | None:
    known = _logs.get(session)
    return known if known is not None and known.version == version else None


def _keep(log: ChatLog) -> None:
    _logs.put_newer(log.session, log, lambda new, known: new.version >= known.version)


def with_line(session: int, version: int, line: LoggedLine) -> ChatLog | None:
    """Return the chat at its next version, which has one more line; None where it must be read.

    :param version: the one that it had before, whose row is locked
    """
    known = _known_log(session, version)
    if known is None or all(each.writer != line.writer for each in known.lines):
        # Nor is it known who mutes the writer.
        return None
    lines = (*(each for each in known.lines if each.number < line.number), line)
    log = ChatLog(version + 1, session, lines[-LINES_SHOWN:], known.mutes)
    transaction.on_commit(lambda: _keep(log), robust=True)
    return log


def logged_lines(session: int) -> tuple[LoggedLine, ...]:
    """Return the newest lines of the session that were not cleared, oldest first. One query."""
    newest = (
        ChatLine.objects.filter(session=session, cleared=False)
        .order_by("-pk")
        .values_list("pk", "user_id", "name", "text", "phrase", "written_at")
    )
    return tuple(LoggedLine(*line) for line in reversed(newest[:LINES_SHOWN]))


def mutes(writers: Collection[int | None]) -> Mapping[int, frozenset[int]]:
    """Return for each person who mutes some of the writers: whom. One query at most."""
    muted_by: dict[int, set[int]] = defaultdict(set)
    if writers:
        pairs = Mute.objects.filter(muted__in=writers).values_list("user_id", "muted_id")
        for user_id, muted_id in pairs:
            muted_by[user_id].add(muted_id)
    return {user_id: frozenset(muted) for user_id, muted in muted_by.items()}


def versions(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the versions of the chats of those of the tables that exist. One query."""
    return dict(Chat.objects.filter(table__in=table_ids).values_list("table_id", "version"))


class Visit(NamedTuple):
    """What a chat's row is held for: who asks, as the database knows them, and where they sit."""

    version: int
    host: int | None
    #: The newest session; its people alone may write.
    session: int
    #: The name by which the person sits there; None for who has no seat, or left it for good.
    seat_name: str | None
    #: Whether the person knows the cards of packs that are still played at other tables.
    is_sealed: bool
    #: What the database says of the browser's session, and of the person whose it is said to be.
    session_data: str | None
    password: str | None
    is_active: bool | None

    @property
    def evidence(self) -> Evidence | None:
        """What proves who asks; None where there is no such session or person."""
        if self.session_data is None or self.password is None:
            return None
        return Evidence(self.session_data, self.password, is_active=bool(self.is_active))


@prepared
def _held_chat(table: int, user: int, session_key: str, now: datetime) -> QuerySet[Any, Any]:
    """Return the query for the row of a table's chat, locked, and who asks for it.

    All but the row comes by subqueries, so nothing else is locked.
    """
    person = User.objects.filter(pk=user)
    browser = BrowserSession.objects.filter(session_key=session_key, expire_date__gt=now)
    newest = Session.objects.filter(table=table).order_by("-number").values("pk")[:1]
    seat = Seat.objects.filter(session=newest, user=user, left_at=None)
    held = Chat.objects.select_for_update().filter(table=table)
    return held.annotate(
        host=Subquery(Table.objects.filter(pk=table).values("host")),
        session=Subquery(newest),
        seat_name=Subquery(seat.values("name")[:1]),
        is_sealed=seals.sits_elsewhere(table, user),
        session_data=Subquery(browser.values("session_data")),
        password=Subquery(person.values("password")),
        is_active=Subquery(person.values("is_active")),
    ).values_list("version", *Visit._fields[1:])


def hold_chat(table_id: int, user_id: int, session_key: str = "") -> Visit | None:
    """Lock the row of the table's chat, and return it with who asks; None where there is no table.

    :param session_key: the evidence for this session is read by the same statement
    """
    found = _held_chat.first(table_id, user_id, session_key, timezone.now())
    return None if found is None else Visit(*found)

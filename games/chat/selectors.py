"""Queries: a table's chat as immutable values, and the rights of a writer."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session as BrowserSession
from django.db import transaction
from django.db.models import F, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.caller import Evidence
from accounts.models import User
from games.chat.models import Chat, ChatLine, Mute
from games.common.caches import LruCache
from games.common.prepared import prepared
from games.tables import seals
from games.tables.models import Seat, Session, Table

#: Number of messages a table shows; older ones stay in the database.
LINES_SHOWN = 60
#: Number of chats cached per process, each at its latest version.
KEPT_LOGS = 2000
#: Seconds for which a chat is cached after its last message.
KEPT_SECONDS = 600


class LoggedLine(NamedTuple):
    """The public data of a message."""

    number: int
    #: The writer's number; None for a closed account.
    writer: int | None
    name: str
    text: str
    #: Key of a phrase, in place of a text.
    phrase: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class ChatLog:
    """The chat of a table at one version."""

    version: int
    #: Key of the newest session; its messages and those of the session before it are shown.
    session: int
    #: Oldest first.
    lines: tuple[LoggedLine, ...]
    #: Muted writers by the number of the user who mutes them.
    mutes: Mapping[int, frozenset[int]]


#: Cached chats by session. One may include changes newer than its version, but never lacks any.
_logs: LruCache[int, ChatLog] = LruCache(KEPT_LOGS, KEPT_SECONDS)


def chat_log(table_id: int) -> ChatLog | None:
    """Return the table's current chat, or None if there is no such table.

    One query if cached at its version, otherwise three.
    """
    # Read the version first: messages in between are read again with the next version.
    sessions = Session.objects.filter(table=table_id).order_by("-number")
    newest = list(sessions.values_list("pk", "table__chat__version")[:2])
    if not newest:
        return None
    session, version = newest[0]
    known = _cached_log(session, version)
    if known is not None:
        return known
    lines = logged_lines([pk for pk, _version in newest])
    log = ChatLog(version, session, lines, mutes({line.writer for line in lines} - {None}))
    _cache_log(log)
    return log


def _cached_log(session: int, version: int) -> ChatLog | None:
    """Return the session's chat if it is cached at this version, or None."""
    known = _logs.get(session)
    return known if known is not None and known.version == version else None


def _cache_log(log: ChatLog) -> None:
    """Cache the chat unless a newer version of it is cached."""
    _logs.put_newer(log.session, log, lambda new, known: new.version >= known.version)


def with_line(session: int, version: int, line: LoggedLine) -> ChatLog | None:
    """Return the chat at its next version with one more message, and cache it after the commit.

    None if the current version is not cached, or has no message of the same writer.

    :param version: the current version, whose row is locked
    """
    known = _cached_log(session, version)
    if known is None or all(each.writer != line.writer for each in known.lines):
        # The mutes of a new writer are not cached either.
        return None
    lines = (*(each for each in known.lines if each.number < line.number), line)
    log = ChatLog(version + 1, session, lines[-LINES_SHOWN:], known.mutes)
    transaction.on_commit(lambda: _cache_log(log), robust=True)
    return log


def logged_lines(sessions: Collection[int]) -> tuple[LoggedLine, ...]:
    """Return the newest `LINES_SHOWN` uncleared messages of sessions, oldest first. One query."""
    newest = (
        ChatLine.objects.filter(session__in=sessions, cleared=False)
        .order_by("-pk")
        .values_list("pk", "user_id", "name", "text", "phrase", "written_at")
    )
    return tuple(LoggedLine(*line) for line in reversed(newest[:LINES_SHOWN]))


def mutes(writers: Collection[int | None]) -> Mapping[int, frozenset[int]]:
    """Return, by the ID of each user who mutes any of these writers, the IDs of those they mute.

    One query at most.
    """
    muted_by: dict[int, set[int]] = defaultdict(set)
    if writers:
        pairs = Mute.objects.filter(muted__in=writers).values_list("user_id", "muted_id")
        for user_id, muted_id in pairs:
            muted_by[user_id].add(muted_id)
    return {user_id: frozenset(muted) for user_id, muted in muted_by.items()}


def versions(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the chat versions by table ID, of those tables that exist. One query."""
    return dict(Chat.objects.filter(table__in=table_ids).values_list("table_id", "version"))


class Visit(NamedTuple):
    """Data read while locking a chat's row: the user's seat, rights and browser session."""

    version: int
    host: int | None
    #: The newest session, to which messages belong.
    session: int
    #: The user's name there, or in the previous session while the seats are kept for its players,
    #: who can say goodbye; None for users who may not write.
    seat_name: str | None
    #: Users whom the host has removed from the table.
    barred: list[int]
    #: Whether the user knows packs that other tables still play.
    is_sealed: bool
    #: The browser session and the user's credentials, as stored in the database.
    session_data: str | None
    password: str | None
    is_active: bool | None

    @property
    def evidence(self) -> Evidence | None:
        """Evidence for the caller's identity; None if the session or user doesn't exist."""
        if self.session_data is None or self.password is None:
            return None
        return Evidence(self.session_data, self.password, is_active=bool(self.is_active))


@prepared
def _locked_chat(table: int, user: int, session_key: str, now: datetime) -> QuerySet[Any, Any]:
    """Return the query that locks a table's chat row and reads the data of `Visit`.

    Everything else comes from subqueries, so that no other row is locked.
    """
    person = User.objects.filter(pk=user)
    browser = BrowserSession.objects.filter(session_key=session_key, expire_date__gt=now)
    newest = Session.objects.filter(table=table).order_by("-number").values("pk")[:1]
    seat = Seat.objects.filter(session=newest, user=user, left_at=None)
    kept = Session.objects.filter(pk=newest, status=Session.Status.WAITING, seats_open=False)
    before = Seat.objects.filter(
        session__table=table,
        session__number=Subquery(kept.annotate(before=F("number") - 1).values("before")),
        user=user,
    )
    held = Chat.objects.select_for_update().filter(table=table)
    return held.annotate(
        host=Subquery(Table.objects.filter(pk=table).values("host")),
        session=Subquery(newest),
        seat_name=Coalesce(Subquery(seat.values("name")[:1]), Subquery(before.values("name")[:1])),
        barred=Subquery(Table.objects.filter(pk=table).values("barred")),
        is_sealed=seals.has_sealed_seat_elsewhere(table, user),
        session_data=Subquery(browser.values("session_data")),
        password=Subquery(person.values("password")),
        is_active=Subquery(person.values("is_active")),
    ).values_list("version", *Visit._fields[1:])


def lock_chat(table_id: int, user_id: int, session_key: str = "") -> Visit | None:
    """Lock the table's chat row until the transaction ends; return what a service must know.

    None if there is no such table.

    :param session_key: the browser session whose evidence is read by the same statement
    """
    found = _locked_chat.first(table_id, user_id, session_key, timezone.now())
    return None if found is None else Visit(*found)

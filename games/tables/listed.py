"""Sessions in lists, as values with only the fields that a line needs.

Model instances of a session, its table and its seats would cost far more than reading the rows.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from games.common.prepared import prepared
from games.tables import selectors
from games.tables.models import Seat, Session

#: Maximum number of running and of finished sessions in a list.
MAX_SESSIONS: Final = 30


class ListedSeat(NamedTuple):
    """A seat of a listed session; `Seat` documents the fields."""

    session_id: int
    number: int
    user_id: int | None
    name: str
    net: int
    deals_won: int
    bot: str

    @property
    def is_bot(self) -> bool:
        """Return whether a bot owns the seat."""
        return bool(self.bot)


class _SessionRow(NamedTuple):
    """The columns of a session and its table that lists read."""

    pk: int
    number: int
    status: str
    rules_name: str
    deals_planned: int
    stake_minor: int
    currency: str
    bot_money: str
    started_at: datetime | None
    finished_at: datetime | None
    table__slug: str
    table__bots: bool
    table__turn: int | None
    table__is_arranged: bool


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session with its seats; `Session` and `Table` document the fields."""

    number: int
    status: str
    rules_name: str
    deals_planned: int
    stake_minor: int
    currency: str
    bot_money: str
    started_at: datetime | None
    finished_at: datetime | None
    slug: str
    bots: bool
    turn: int | None
    is_arranged: bool
    seats: tuple[ListedSeat, ...]

    @property
    def pk(self) -> int:
        """The primary key."""
        return self.seats[0].session_id

    @property
    def table_url(self) -> str:
        """The address of its table's page."""
        return reverse("table", args=[self.slug])

    @property
    def url(self) -> str:
        """The address of its own page; valid once it is over."""
        return reverse("session", args=[self.slug, self.number])

    def seat_of(self, user_id: int) -> ListedSeat:
        """Return the seat of a user who has one."""
        return next(seat for seat in self.seats if seat.user_id == user_id)


def running_sessions(user: User) -> list[ListedSession]:
    """Return the user's running and waiting sessions, newest first, at most 30. Two queries.

    Sessions that the user has quit are left out.
    """
    return _with_seats(_running(user.pk))


def finished_sessions(user: User) -> list[ListedSession]:
    """Return the user's newest finished sessions, newest first, at most 30. Two queries.

    Sessions whose packs other tables still play are left out: they have no page yet.
    """
    return _with_seats(_finished(user.pk))


def sessions_by_id(session_ids: Iterable[int]) -> list[ListedSession]:
    """Return the sessions with these ids, last finished first. Two queries."""
    return _with_seats(_by_id(list(session_ids)))


@prepared
def _running(user_id: int) -> QuerySet[Session, tuple[Any, ...]]:
    """Return the query for rows of the user's running and waiting sessions, newest first."""
    return selectors.unfinished_sessions(user_id).values_list(*_SessionRow._fields)[:MAX_SESSIONS]


@prepared
def _finished(user_id: int) -> QuerySet[Session, tuple[Any, ...]]:
    """Return the query for rows of the user's finished sessions, newest first."""
    return selectors.finished_sessions(user_id).values_list(*_SessionRow._fields)[:MAX_SESSIONS]


@prepared
def _by_id(session_ids: list[int]) -> QuerySet[Session, tuple[Any, ...]]:
    """Return the query for rows of the sessions with these ids, last finished first."""
    found = Session.objects.filter(pk__in=session_ids).order_by("-finished_at", "-pk")
    return found.values_list(*_SessionRow._fields)


@prepared
def _seats(session_ids: list[int]) -> QuerySet[Seat, tuple[Any, ...]]:
    """Return the query for rows of the seats of these sessions, by session and seat number."""
    # Filter by the column: the relation does not accept placeholders.
    found = Seat.objects.filter(session__pk__in=session_ids).order_by("session", "number")
    return found.values_list(*ListedSeat._fields)


def _with_seats(rows: Iterable[tuple[Any, ...]]) -> list[ListedSession]:
    """Return sessions made from the rows, in their order, with seats. One query."""
    sessions = [_SessionRow(*row) for row in rows]
    seats: dict[int, list[ListedSeat]] = defaultdict(list)
    for row in _seats([each.pk for each in sessions]):
        seat = ListedSeat(*row)
        seats[seat.session_id].append(seat)
    return [ListedSession(*each[1:], tuple(seats[each.pk])) for each in sessions]

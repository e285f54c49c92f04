"""Sessions as lists show them, without what lists do not show of their rows.

A list has many of them, and to make rows of a session, its table and its seats costs far more than
to read them; so each is a value with what a line needs.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from games.common.prepared import prepared
from games.tables import links, selectors
from games.tables.models import Seat, Session

#: So many of a person's sessions that go on, and of those that are over, a list has.
LENGTH: Final = 30


class ListedSeat(NamedTuple):
    """A seat of a listed session; `Seat` says what the fields are."""

    session_id: int
    number: int
    user_id: int | None
    name: str
    net: int
    deals_won: int
    bot: str

    @property
    def is_bot(self) -> bool:
        """Whether a bot has the seat, and nobody else."""
        return bool(self.bot)


class _Read(NamedTuple):
    """What is read of a session, and of its table."""

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
    """A session with its seats; `Session` and `Table` say what the fields are."""

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
        """Its number."""
        return self.seats[0].session_id

    @property
    def table_url(self) -> str:
        """The page of its table."""
        return links.table_page(self.slug)

    @property
    def url(self) -> str:
        """Its own page, once it is over."""
        return links.session_page(self.slug, self.number)

    def seat_of(self, user_id: int) -> ListedSeat:
        """Return the seat of a person who has one."""
        return next(seat for seat in self.seats if seat.user_id == user_id)


def running_sessions(user: User) -> list[ListedSession]:
    """Return the person's sessions that go on or wait, newest first. Two queries.

    Not those that the person has left for good.
    """
    return _with_seats(_running(user.pk))


def finished_sessions(user: User) -> list[ListedSession]:
    """Return the person's newest sessions that are over, newest first. Two queries.

    Not those of which something is held back: they have no page yet.
    """
    return _with_seats(_finished(user.pk))


def sessions_listed(numbers: Iterable[int]) -> list[ListedSession]:
    """Return these sessions, those first that ended last. Two queries."""
    return _with_seats(_numbered(list(numbers)))


@prepared
def _running(user: int) -> QuerySet[Session, tuple[Any, ...]]:
    return selectors.running_tables(user).values_list(*_Read._fields)[:LENGTH]


@prepared
def _finished(user: int) -> QuerySet[Session, tuple[Any, ...]]:
    return selectors.finished_sessions(user).values_list(*_Read._fields)[:LENGTH]


@prepared
def _numbered(numbers: list[int]) -> QuerySet[Session, tuple[Any, ...]]:
    found = Session.objects.filter(pk__in=numbers).order_by("-finished_at", "-pk")
    return found.values_list(*_Read._fields)


@prepared
def _seats(sessions: list[int]) -> QuerySet[Seat, tuple[Any, ...]]:
    # By the column, not by the relation, of which numbers alone are no values.
    found = Seat.objects.filter(session__pk__in=sessions).order_by("session", "number")
    return found.values_list(*ListedSeat._fields)


def _with_seats(rows: Iterable[tuple[Any, ...]]) -> list[ListedSession]:
    sessions = [_Read(*row) for row in rows]
    seats: dict[int, list[ListedSeat]] = defaultdict(list)
    for row in _seats([each.pk for each in sessions]):
        seat = ListedSeat(*row)
        seats[seat.session_id].append(seat)
    return [ListedSession(*each[1:], tuple(seats[each.pk])) for each in sessions]

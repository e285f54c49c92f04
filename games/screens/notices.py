"""Notices on the home page and alerts on every page, provided by packages above the games.

Most users have none. So each package registers queries that hint at a notice or an alert; one SQL
statement asks them all, and only packages with a hit are asked for the rest.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, TypeAlias, TypeVar

from django.db.models import Exists, QuerySet
from django.utils import timezone

from accounts.models import User
from games.common.prepared import Prepared

T = TypeVar("T")

#: Query that has a row if there may be something for the user with that number at that time.
Hint: TypeAlias = Callable[[int, datetime], QuerySet[Any]]


class Hints:
    """Registered queries, all checked for existence by one prepared statement.

    Because it is prepared, values that change must be passed as parameters.
    """

    def __init__(self) -> None:
        self._queries: list[Hint] = []
        self._asked = Prepared(self._all)

    def put(self, *queries: Hint) -> range:
        """Add queries and return the positions of their answers."""
        first = len(self._queries)
        self._queries += queries
        self._asked.clear()
        return range(first, len(self._queries))

    def __call__(self, user: User) -> tuple[bool, ...]:
        """Return, for each query, whether it finds anything."""
        return self._asked.first(user.pk, timezone.now()) or (False,) * len(self._queries)

    def _all(self, user: int, now: datetime) -> QuerySet[User, tuple[bool, ...]]:
        found = [Exists(query(user, now)) for query in self._queries]
        return User.objects.filter(pk=user).values_list(*found)


@dataclass(frozen=True, slots=True)
class HomeNotice:
    """A large link on the home page."""

    title: str
    detail: str
    url: str
    #: Whether other players are waiting for the user there.
    is_urgent: bool = False
    #: Label and target of a button that acts at once, if there is one.
    press_label: str = ""
    press_url: str = ""


class Hinted(Generic[T]):
    """Providers of notices or alerts, in the order of registration."""

    def __init__(self) -> None:
        self._hints = Hints()
        self._rooms: dict[Callable[[User], T], range] = {}

    def put(self, room: Callable[[User], T], *hints: Hint) -> None:
        """Register a provider; repeated registration has no effect.

        :param hints: queries of which at least one has a row whenever the provider has something
        """
        if room not in self._rooms:
            self._rooms[room] = self._hints.put(*hints)

    def __call__(self, user: User) -> Iterator[T]:
        """Yield the result of each provider with a hint. One query if there are none."""
        found = self._hints(user)
        return (
            room(user)
            for room, places in self._rooms.items()
            if any(found[place] for place in places)
        )


home_notices: Final[Hinted[list[HomeNotice]]] = Hinted()


def notices_for(user: User) -> list[HomeNotice]:
    """Return the notices for the user's home page. One query if there are none."""
    return [notice for found in home_notices(user) for notice in found]


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert: the user is needed at a page right now."""

    title: str
    detail: str
    url: str
    #: Whether it is only announced there, so the browser doesn't go there automatically.
    is_said: bool = False
    #: Target for declining an optional one; the browser doesn't go there automatically.
    decline_url: str = ""


#: Providers of alerts, most urgent first; each returns None if it has no alert.
alerts: Final[Hinted[Alert | None]] = Hinted()
#: Queries that hint at an alert soon, so that the user's pages should listen for it.
alerts_soon: Final = Hints()


def alert_of(user: User) -> Alert | None:
    """Return the user's most urgent alert, or None. One query if there is none."""
    return next(filter(None, alerts(user)), None)


def awaits_alert(user: User) -> bool:
    """Return whether the user may be alerted soon. One query."""
    return any(alerts_soon(user))

"""What rooms above the games have to say to a person: on the front page, and wherever they are.

There is nothing, mostly. So each room says by which queries it would find something, and all of
them are asked at once, by one statement, before a room is asked for the rest.
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

#: Finds something where there may be anything to say to the person of that number at that moment.
Hint: TypeAlias = Callable[[int, datetime], QuerySet[Any]]


class Hints:
    """Queries that tell by what they find whether there is anything; one statement asks them all.

    They are prepared: what differs from time to time must be given to them.
    """

    def __init__(self) -> None:
        self._queries: list[Hint] = []
        self._asked = Prepared(self._all)

    def put(self, *queries: Hint) -> range:
        """Add queries; return the places of their answers."""
        first = len(self._queries)
        self._queries += queries
        self._asked.clear()
        return range(first, len(self._queries))

    def __call__(self, user: User) -> tuple[bool, ...]:
        """Return which of the queries find anything."""
        return self._asked.first(user.pk, timezone.now()) or (False,) * len(self._queries)

    def _all(self, user: int, now: datetime) -> QuerySet[User, tuple[bool, ...]]:
        found = [Exists(query(user, now)) for query in self._queries]
        return User.objects.filter(pk=user).values_list(*found)


@dataclass(frozen=True, slots=True)
class HomeNotice:
    """A large link on the front page."""

    title: str
    detail: str
    url: str
    #: Whether others wait for the person there.
    is_urgent: bool = False
    #: What can be done about it by one press here, and where that is sent.
    press_label: str = ""
    press_url: str = ""


class Hinted(Generic[T]):
    """What rooms have to say to a person, in the order in which they were put here."""

    def __init__(self) -> None:
        self._hints = Hints()
        self._rooms: dict[Callable[[User], T], range] = {}

    def put(self, room: Callable[[User], T], *hints: Hint) -> None:
        """Add a room's; the same one counts once.

        :param hints: one of them finds something wherever the room has anything to say
        """
        if room not in self._rooms:
            self._rooms[room] = self._hints.put(*hints)

    def __call__(self, user: User) -> Iterator[T]:
        """Give what each room says that may have anything to say. One query where none has."""
        found = self._hints(user)
        return (
            room(user)
            for room, places in self._rooms.items()
            if any(found[place] for place in places)
        )


home_notices: Final[Hinted[list[HomeNotice]]] = Hinted()


def notices_for(user: User) -> list[HomeNotice]:
    """Return what there is to say on the person's front page. One query where there is nothing."""
    return [notice for found in home_notices(user) for notice in found]


@dataclass(frozen=True, slots=True)
class Call:
    """Where a person is wanted now, wherever in the club they are."""

    title: str
    detail: str
    url: str
    #: Something that is said to them there: nobody is taken away for it.
    is_said: bool = False
    #: Where it is declined, for what the person may go to or not; nobody is taken away for it.
    decline_url: str = ""


#: Where a person is wanted, the most urgent first; None where they are not.
calls: Final[Hinted[Call | None]] = Hinted()
#: Whether a person may be called soon, so that any page of theirs should hear of it.
callable_soon: Final = Hints()


def call_of(user: User) -> Call | None:
    """Return where the person is wanted most; None where they are not. One query then."""
    return next(filter(None, calls(user)), None)


def awaits_call(user: User) -> bool:
    """Tell whether the person may be called soon. One query."""
    return any(callable_soon(user))

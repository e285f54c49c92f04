"""What rooms above the games have to say to a person: on the front page, and wherever they are.

There is nothing, mostly. So each room says by which queries it would find something, and all of
them are asked at once, by one statement, before a room is asked for the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Exists, QuerySet
from django.utils import timezone

from accounts.models import User
from games.common.prepared import Prepared
from games.common.slots import Shelf

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
        self._asked.forget()
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


class HomeNotices:
    """The notices for a person, in the order in which rooms were put here."""

    def __init__(self) -> None:
        self._hints = Hints()
        self._rooms: dict[Callable[[User], list[HomeNotice]], range] = {}

    def put(self, notices: Callable[[User], list[HomeNotice]], *hints: Hint) -> None:
        """Add a room's; the same one counts once.

        :param hints: one of them finds something wherever the room has anything to say
        """
        if notices not in self._rooms:
            self._rooms[notices] = self._hints.put(*hints)

    def __call__(self, user: User) -> list[HomeNotice]:
        """Return what there is to say. One query where there is nothing."""
        found = self._hints(user)
        return [
            notice
            for notices, places in self._rooms.items()
            if any(found[place] for place in places)
            for notice in notices(user)
        ]


home_notices: Final = HomeNotices()


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
calls: Shelf[[User], Call | None] = Shelf()
#: Whether a person may be called soon, so that any page of theirs should hear of it.
callable_soon: Final = Hints()


def call_of(user: User) -> Call | None:
    """Return where the person is wanted most; None where they are not."""
    return next(filter(None, calls.each(user)), None)


def awaits_call(user: User) -> bool:
    """Tell whether the person may be called soon. One query."""
    return any(callable_soon(user))

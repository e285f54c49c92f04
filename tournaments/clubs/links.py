"""Hooks through which other packages add to club pages and react to changes of a club.

Clubs don't import those packages; they fill the hooks when they are ready.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Protocol

from accounts.models import User
from games.common.slots import Shelf, Slot
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Role


class MemberRating(Protocol):
    """A member's rating as numbers, as the list of members needs it."""

    @property
    def rating(self) -> int:
        """The rating number."""

    @property
    def uncertainty(self) -> int:
        """The number after ±."""

    @property
    def provisional(self) -> bool:
        """Return whether the rating is still too uncertain to rank."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list of its club's events."""

    name: str
    url: str
    #: When it begins, in the club's time zone.
    when: str
    status: str
    #: Whether it is in progress.
    is_running: bool


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """The next events of a club that a viewer may see, with links to more."""

    #: Upcoming and running events, the next one first.
    coming: Sequence[EventLine]
    #: Page of all events, past ones and seasons included.
    all_url: str
    #: Page to start a tournament at once; empty if the viewer may not.
    start_url: str


@dataclass(frozen=True, slots=True)
class ClubTab:
    """A page of a club that another package provides, as an item of the club's navigation."""

    name: str
    label: str
    url: str
    #: Position among the pages of other packages.
    order: int


@dataclass(frozen=True, slots=True)
class JoiningTerms:
    """Terms that a new member agrees to by joining, such as dues."""

    sentences: Sequence[str]
    #: Identifies the terms; forms that join send it back.
    digest: str


class Departure(StrEnum):
    """The way a membership ended: the user left or was removed, or the club closed."""

    LEFT = auto()
    REMOVED = auto()
    #: The club closed; its upcoming events are cancelled.
    CLOSED = auto()


#: Called in the same transaction when a user stops being a member of the club, or with None when
#: the club closes, so that other packages can clean up. The club's row is locked. Arguments: the
#: club, the acting user, the departing user, the kind of departure.
membership_ended: Shelf[[Club, User, User | None, Departure], None] = Shelf()
#: Returns what a new member of the club agrees to; None if there is nothing.
joining_terms: Slot[[Club], JoiningTerms | None] = Slot("terms of joining a club")
#: Called in the same transaction when a user joins the club, with the digest of the terms that they
#: saw, empty for none. Returns False if the current terms are others.
agree_on_joining: Slot[[Club, User, str], bool] = Slot("agreements on joining a club")
#: Called in the same transaction when a user whose terms were others by then becomes a member.
ask_new_member: Slot[[Club, User], None] = Slot("questions to new members of a club")
#: Called in the same transaction after the club's time zone has changed. Arguments: the club with
#: its new zone, the acting user, the name of the old zone.
time_zone_changed: Shelf[[Club, User, str], None] = Shelf()
#: Returns sentences for the confirmation of leaving, removing or closing, for the departing user or
#: for None when the whole club closes.
departure_warnings: Shelf[[Club, User | None], Sequence[str]] = Shelf()
#: Returns sentences that say why the club can't be closed now, for the confirmation page. No row is
#: locked.
closing_obstacles: Shelf[[Club], Sequence[str]] = Shelf()
#: Returns the names of running events, which must end before the club with this id can be closed.
#: Rows of all events that could start are locked until the transaction ends.
still_running: Shelf[[int], list[str]] = Shelf()
#: Returns ratings by user id, for the given users who have one.
member_ratings: Slot[[Collection[int]], Mapping[int, MemberRating]] = Slot("ratings of members")
#: Returns the next events of the club for a viewer with this role; None for a non-member.
club_events: Slot[[Club, Role | None], ClubEvents] = Slot("the events of a club")
#: Returns a page of the club that another package provides, for a viewer with this role; None if
#: the viewer may not open it. No queries.
club_tabs: Shelf[[Club, Role | None], ClubTab | None] = Shelf()

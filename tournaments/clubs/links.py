"""What clubs show of the rooms beside and above them, which they do not know."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Protocol

from accounts.models import User
from games.common.slots import Shelf, Slot
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Role


class MemberRating(Protocol):
    """A rating as lists of members show it."""

    @property
    def rating(self) -> int:
        """The number itself."""

    @property
    def uncertainty(self) -> int:
        """How far off it may be."""

    @property
    def provisional(self) -> bool:
        """Whether too little is known to take it at its word."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event as the page of its club lists it."""

    name: str
    url: str
    #: When it begins, in the club's time zone.
    when: str
    status: str
    #: Whether it is played just now.
    is_running: bool


@dataclass(frozen=True, slots=True)
class ClubSeason:
    """A season as the page of its club lists it."""

    name: str
    url: str
    #: How many events count.
    detail: str
    is_closed: bool


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """The events of a club, as somebody sees them."""

    #: Those that are not over, the next one first.
    coming: Sequence[EventLine]
    #: Those that are over, the latest first.
    past: Sequence[EventLine]
    #: Where one is made; empty for those who may not.
    new_url: str
    #: Where they are month by month.
    calendar_url: str = ""
    #: For which several events count together, those that are not closed first.
    seasons: Sequence[ClubSeason] = ()
    #: Where a season is made; empty for those who may not.
    new_season_url: str = ""


@dataclass(frozen=True, slots=True)
class ClubTab:
    """A page of a club that a room above provides, as the club's navigation names it."""

    name: str
    label: str
    url: str


class Departure(StrEnum):
    """How a membership ended."""

    LEFT = auto()
    REMOVED = auto()
    #: The club closed; nobody takes part in its coming events.
    CLOSED = auto()


#: What rooms above undo, in the same transaction, when a user stops being a member of the club, or
#: for None when the club closes. The club's row is locked. Arguments: the club, the user who acts,
#: the user who departs.
membership_ended: Shelf[[Club, User, User | None, Departure], None] = Shelf()
#: What rooms above do, in the same transaction, after the club's time zone has changed. Arguments:
#: the club with its new zone, the user who acts, the name of the old zone.
time_zone_changed: Shelf[[Club, User, str], None] = Shelf()
#: What confirmations of leaving, removing and closing add, sentence by sentence, for the user who
#: departs; None for the closing of the whole club.
departure_warnings: Shelf[[Club, User | None], Sequence[str]] = Shelf()
#: Why the club cannot be closed now, sentence by sentence, for the page that would close it. No row
#: is locked.
closing_obstacles: Shelf[[Club], Sequence[str]] = Shelf()
#: The names of what still runs in the club, which cannot be closed before that has ended. Rows of
#: all that could start are locked until the transaction ends.
still_running: Shelf[[int], list[str]] = Shelf()
#: The ratings of those of the people who have one, by their numbers.
member_ratings: Slot[[Collection[int]], Mapping[int, MemberRating]] = Slot("ratings of members")
#: The events of the club, for somebody of that role or from outside.
club_events: Slot[[Club, Role | None], ClubEvents] = Slot("the events of a club")
#: Pages of the club that rooms above provide, for somebody of that role; None where they may not.
#: No queries.
club_tabs: Shelf[[Club, Role | None], ClubTab | None] = Shelf()

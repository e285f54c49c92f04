"""Slots for what tables need to know about clubs; see `games.common.slots`.

A table for members belongs to a club. Membership is read each time, because it changes while a
table is open.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.common.slots import Slot


@dataclass(frozen=True, slots=True)
class ClubHouseRules:
    """House rules of a club: their value in the form, their name and their options."""

    choice: str
    name: str
    options: Mapping[str, Any]
    #: The most points that a deal can cost a seat; None if it was not stored.
    max_loss: int | None = None


@dataclass(frozen=True, slots=True)
class HostClub:
    """A club in which a user may open tables: `number` is its id; with defaults for new tables."""

    number: int
    slug: str
    name: str
    default_rules: str
    stake_minor: int
    currency: str
    house_rules: tuple[ClubHouseRules, ...]


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """Limits within which a club pays for bots: the currency, highest stake and highest debt."""

    currency: str
    #: The highest stake per point.
    max_stake_minor: int
    #: The most that the club may owe: its current debt plus what it could lose at open tables.
    limit_minor: int


#: Takes a club id and returns the limits within which the club pays for bots; None if it does not.
#: With ``lock=True`` the club's row stays locked until the transaction ends.
house_of: Slot[..., HouseTerms | None] = Slot("the limits within which clubs pay for bots")
#: Takes a user id and a club id and returns whether the user may open tables where the club pays
#: for bots.
may_open_house_tables: Slot[[int, int], bool] = Slot(
    "the right to open tables where a club pays for bots"
)
#: Takes a club id and a currency and returns what the club owes for bots, in minor units.
house_debt: Slot[[int, str], int] = Slot("the debts of clubs for bots")
#: Takes a club id, a currency and the id of an event to leave out (or None), and returns the most
#: that the club can still lose for bots in its events, in minor units.
at_stake_in_events: Slot[[int, str, int | None], int] = Slot("the maximum loss of clubs in events")
#: Tells the treasurers of a club that a table was opened where the club pays for bots: host, club
#: id, maximum loss.
house_table_opened: Slot[[User, int, str], None] = Slot(
    "the notice of tables where a club pays for bots"
)
#: Takes a user and returns the clubs in which the user may open tables, by name.
own_clubs: Slot[[User], list[HostClub]] = Slot("the clubs of a user")
#: Takes a user id and returns the ids of the user's clubs.
memberships: Slot[[int], frozenset[int]] = Slot("the club memberships of a user")
#: Takes user ids and club ids and returns, by user id, those of the clubs that the user belongs to.
#: Users without any may be missing. One query.
memberships_among: Slot[[Collection[int], Collection[int]], Mapping[int, frozenset[int]]] = Slot(
    "the club memberships of users"
)
#: Takes club ids and returns the names of the clubs by id.
club_names: Slot[[Collection[int]], Mapping[int, str]] = Slot("the names of clubs")

"""What tables know of clubs: numbers and names, which the room above provides.

A table for members is opened in a club. Who belongs to it is asked each time anew, for people
come and go while a table stands.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.common.slots import Slot


@dataclass(frozen=True, slots=True)
class ClubHouseRules:
    """House rules of a club: what they are called where rules are chosen, their name, and they."""

    choice: str
    name: str
    options: Mapping[str, Any]
    #: The most points that a deal can cost a seat; None where it was not stored.
    max_loss: int | None = None


@dataclass(frozen=True, slots=True)
class HostClub:
    """A club in which somebody may open tables, with what those tables begin with."""

    number: int
    slug: str
    name: str
    default_rules: str
    stake_minor: int
    currency: str
    house_rules: tuple[ClubHouseRules, ...]


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """How far a club plays as the house."""

    currency: str
    #: The highest stake per point.
    max_stake_minor: int
    #: The most that the club may owe: what it owes now and could still lose at open tables.
    limit_minor: int


#: How far the club plays as the house, by its number; None where it does not. With ``lock=True``
#: the club's row stays locked until the transaction ends.
house_of: Slot[..., HouseTerms | None] = Slot("how clubs play as the house")
#: Whether the user may open tables at which the club is the house: user, club.
may_open_house_tables: Slot[[int, int], bool] = Slot("who opens tables against the house")
#: What the club owes as the house in a currency, in minor units.
house_debt: Slot[[int, str], int] = Slot("what clubs owe as the house")
#: The most that the club can still lose as the house in its events, in minor units: club, currency,
#: and the number of an event that is left out, if any.
at_stake_in_events: Slot[[int, str, int | None], int] = Slot("what clubs can lose in events")
#: Tells those who keep the club's book that a table was opened at which the club is the house.
house_table_opened: Slot[[User, int, str], None] = Slot("who hears of tables against the house")
#: The clubs in which the person may open tables, by name.
own_clubs: Slot[[User], list[HostClub]] = Slot("the clubs of a person")
#: The numbers of the clubs that the person belongs to, by the person's number.
memberships: Slot[[int], frozenset[int]] = Slot("which clubs a person belongs to")
#: Of so many people, by their numbers, the clubs that each belongs to among so many; who belongs to
#: none of them may be left out. One query.
memberships_among: Slot[[Collection[int], Collection[int]], Mapping[int, frozenset[int]]] = Slot(
    "which clubs people belong to"
)
#: The names of clubs, by their numbers.
club_names: Slot[[Collection[int]], Mapping[int, str]] = Slot("the names of clubs")

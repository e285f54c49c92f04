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

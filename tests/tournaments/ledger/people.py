"""A club with a settled session, and every kind of reader."""

from dataclasses import dataclass

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Membership
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.services import settle_session


@dataclass
class Debtors:
    """Ann is owed 25 dollars: 20 by Bob and 5 by Cy."""

    crew: Crew
    settlement: Settlement
    ann: User
    bob: User
    cy: User

    @property
    def due(self) -> Transfer:
        """Return Bob's payment to Ann."""
        return Transfer.objects.get(settlement=self.settlement, payer__user=self.bob)

    def of(self, who: str) -> User | None:
        """Return the user with this role; None for an anonymous reader."""
        parts = {"payer": self.bob, "payee": self.ann, "other player": self.cy, "visitor": None}
        return parts[who] if who in parts else getattr(self.crew, who)


#: Possible readers of a settlement, by role.
READERS = (
    "payer", "payee", "other player", "owner", "organizer", "member", "stranger", "guest",
    "visitor",
)  # fmt: skip


def debtors(*, in_club: bool = True, **options: object) -> Debtors:
    """Return a settled session at 50 cents a point."""
    found = crew()
    ann, bob, cy = members("ann", "bob", "cy")
    if in_club:
        Membership.objects.bulk_create(
            Membership(club=found.club, user=each) for each in (ann, bob, cy)
        )
    terms = {"stake_minor": 50, "currency": "HKD", **options}
    session = finished_session(
        [ann, bob, cy], (40, -30, -10), (10, -10, 0), club=found.club if in_club else None, **terms
    )
    settle_session(session.pk)
    return Debtors(found, Settlement.objects.get(session=session), ann, bob, cy)


def as_caller(user: User | None) -> Caller:
    return Caller(user)

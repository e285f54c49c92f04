"""A club with one user in each role, a non-member and a guest."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from accounts.caller import Caller
from accounts.models import User
from accounts.services import create_guest
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Role
from tournaments.clubs.services import club as club_services


def person(name: str) -> User:
    return User.objects.create_user(name, email=f"{name}@example.org", password="x")


def caller(user: User | None) -> Caller:
    return Caller(user)


@dataclass
class Crew:
    """The club and its users."""

    club: Club
    owner: User
    organizer: User
    member: User
    stranger: User
    guest: User

    @cached_property
    def treasurer(self) -> User:
        """A treasurer, who becomes a member when first asked for."""
        found = person("tess")
        Membership.objects.create(club=self.club, user=found, role=Role.TREASURER.value)
        return found

    def of(self, role: Role | None) -> User:
        return self.stranger if role is None else getattr(self, role.value)

    def role(self, user: User) -> str | None:
        found = Membership.objects.filter(club=self.club, user=user).first()
        return None if found is None else found.role


def crew(**terms: Any) -> Crew:
    owner, organizer, member, stranger = map(person, ("olga", "oscar", "mei", "sam"))
    club = club_services.create(Caller(owner), **{"name": "Harbour Club", **terms})
    assert isinstance(club, Club), club
    Membership.objects.create(club=club, user=organizer, role=Role.ORGANIZER.value)
    Membership.objects.create(club=club, user=member)
    return Crew(club, owner, organizer, member, stranger, create_guest())


def play_house(club: Club, currency: str = "EUR") -> None:
    """Let the club pay for bots, with limits above the stakes of all tests."""
    Club.objects.filter(pk=club.pk).update(
        plays_house=True,
        house_currency=currency,
        house_stake_minor=1_000_000,
        house_limit_minor=10**12,
    )

"""Shared code of the services of clubs: the caller's user, and the lock for changing a club."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, calling_user
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import still_running
from tournaments.clubs.models import Club, ClubRecord, JoinRequest, Membership
from tournaments.clubs.policy import Right, Role, may

#: Maximum number of members of a club; longer lists would not be usable.
MOST_MEMBERS = 500


def member(caller: Caller) -> User:
    """Return the caller's user; raise `DeniedError` for a guest or without a valid sign-in.

    :raises DeniedError: the caller is not signed in, is a guest, or the browser's session has ended
    """
    person = calling_user(caller, ClubCode.UNKNOWN)
    if person.is_guest:
        raise DeniedError(ClubCode.NO_GUESTS)
    return person


class LockedClub:
    """A club whose row is locked while a service changes it or its memberships."""

    def __init__(self, row: Club, person: User, role: Role | None) -> None:
        self.row = row
        #: The acting user, and that user's role; None for a non-member.
        self.person = person
        self.role = role

    def require(self, right: Right) -> None:
        """Raise `DeniedError` if the acting user is not a member or does not have the right."""
        if self.role is None:
            raise DeniedError(ClubCode.NOT_A_MEMBER)
        if not may(self.role, right):
            raise DeniedError(ClubCode.NOT_ALLOWED)

    def member_under(self, right: Right, user_id: int) -> Membership:
        """Return the membership; raise `DeniedError` if the acting user lacks the right over it.

        :raises DeniedError: the user does not have the right, or there is no such member
        """
        self.require(right)
        found = self.row.memberships.select_related("user").filter(user_id=user_id).first()
        if found is None:
            raise DeniedError(ClubCode.NO_SUCH_MEMBER)
        if not may(self.role, right, Role(found.role)):
            raise DeniedError(ClubCode.NOT_OVER_THEM)
        return found

    def note(
        self, deed: ClubRecord.Deed, subject: User | None = None, **params: str | int
    ) -> ClubRecord:
        """Append an entry by the acting user to the club's activity log and return it."""
        return ClubRecord.objects.create(
            club=self.row, actor=self.person, deed=deed, subject=subject, params=params
        )

    def admit(self, user: User) -> None:
        """Make the user a member, delete their request; raise `DeniedError` if the club is full."""
        if self.row.memberships.count() >= MOST_MEMBERS:
            raise DeniedError(ClubCode.FULL, most=MOST_MEMBERS)
        Membership.objects.create(club=self.row, user=user)
        # The request is fulfilled, even if the user joined by an invitation.
        JoinRequest.objects.filter(club=self.row, user=user, answered_at=None).delete()


@contextmanager
def locked_club(
    club_id: int,
    caller: Caller,
    right: Right | None = None,
    *,
    changes_events: bool = False,
) -> Iterator[LockedClub]:
    """Yield the club with its row locked; raise `DeniedError` if it is closed or not allowed.

    So checks stay valid until the transaction ends.

    :param right: the right that the caller needs; None for actions of non-members
    :param changes_events: whether the club's unfinished events can change too. Their rows are
        locked first, since services of events lock an event's row before its club's
    :raises DeniedError: the club doesn't exist or is closed, or the caller does not have the right
    """
    person = member(caller)
    with transaction.atomic():
        if changes_events:
            still_running(club_id)
        row = Club.objects.select_for_update().filter(pk=club_id).first()
        if row is None:
            raise DeniedError(ClubCode.NO_CLUB)
        if row.closed_at is not None:
            raise DeniedError(ClubCode.CLOSED)
        role_name = row.memberships.filter(user=person).values_list("role", flat=True).first()
        club = LockedClub(row, person, None if role_name is None else Role(role_name))
        if right is not None:
            club.require(right)
        yield club

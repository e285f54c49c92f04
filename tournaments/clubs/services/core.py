"""What all services of clubs share: who is asking, and the one way in which a club is changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import still_running
from tournaments.clubs.models import Club, ClubRecord, JoinRequest, Membership
from tournaments.clubs.policy import Right, Role, may

#: So many people a club can have: above it, lists are no help any more.
MOST_MEMBERS = 500


def member(caller: Caller) -> User:
    """Return the person who asks, who has an account.

    :raises DeniedError: somebody unknown, a browser whose session has ended, or a guest
    """
    person = caller.person()
    if person is None:
        raise DeniedError(ClubCode.UNKNOWN)
    if person.is_guest:
        raise DeniedError(ClubCode.NO_GUESTS)
    return person


class ClubChanging:
    """A club whose row is locked while a service changes it or who belongs to it."""

    def __init__(self, row: Club, person: User, role: Role | None) -> None:
        self.row = row
        #: Who asks for the change, and their role; None for somebody outside.
        self.person = person
        self.role = role

    def require(self, right: Right) -> None:
        """Go on only if who asks may do that.

        :raises DeniedError: they may not
        """
        if self.role is None:
            raise DeniedError(ClubCode.NOT_A_MEMBER)
        if not may(self.role, right):
            raise DeniedError(ClubCode.NOT_ALLOWED)

    def member_under(self, right: Right, user_id: int) -> Membership:
        """Return the membership of another, if who asks may do that to them.

        :raises DeniedError: they may not, or there is no such member
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
        """Append to the club's record."""
        return ClubRecord.objects.create(
            club=self.row, actor=self.person, deed=deed, subject=subject, params=params
        )

    def admit(self, user: User) -> None:
        """Let the person be a member, and close what they had asked for.

        :raises DeniedError: the club is full
        """
        if self.row.memberships.count() >= MOST_MEMBERS:
            raise DeniedError(ClubCode.FULL, most=MOST_MEMBERS)
        Membership.objects.create(club=self.row, user=user)
        # What was asked for is given, whichever way they came in.
        JoinRequest.objects.filter(club=self.row, user=user, answered_at=None).delete()


@contextmanager
def changing(
    club_id: int,
    caller: Caller,
    right: Right | None = None,
    *,
    changes_events: bool = False,
) -> Iterator[ClubChanging]:
    """Hold the club's row until the transaction ends; so what is asked about it stays true.

    :param right: what who asks must be allowed to do; None for what those outside do
    :param changes_events: whether the club's events that are not over can change with it: their
        rows are held first, since services of events hold an event's row before its club's
    :raises DeniedError: the club is gone or closed, or the caller may do nothing here
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
        held = row.memberships.filter(user=person).values_list("role", flat=True).first()
        club = ClubChanging(row, person, None if held is None else Role(held))
        if right is not None:
            club.require(right)
        yield club

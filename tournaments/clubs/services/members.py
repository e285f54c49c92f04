"""Leave a club, remove a member, change a role."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.live import users
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import Departure, membership_ended
from tournaments.clubs.models import ClubRecord
from tournaments.clubs.policy import GIVEN_ROLES, Right, Role
from tournaments.clubs.services.core import locked_club


@answering
def leave(caller: Caller, club_id: int) -> Denial | None:
    """Leave the club. The owner must transfer it first."""
    with locked_club(club_id, caller, changes_events=True) as club:
        if club.role is Role.OWNER:
            raise DeniedError(ClubCode.OWNER_STAYS)
        club.require(Right.LEAVE)
        club.row.memberships.filter(user=club.person).delete()
        club.note(ClubRecord.Deed.LEFT)
        membership_ended(club.row, club.person, club.person, Departure.LEFT)
        users.access_changed(club.person.pk)
    return None


@answering
def remove(caller: Caller, club_id: int, user_id: int) -> Denial | None:
    """Remove a member with a lower role."""
    with locked_club(club_id, caller, Right.REMOVE, changes_events=True) as club:
        found = club.member_under(Right.REMOVE, user_id)
        found.delete()
        club.note(ClubRecord.Deed.REMOVED, found.user)
        membership_ended(club.row, club.person, found.user, Departure.REMOVED)
        users.access_changed(user_id)
    return None


@answering
def set_role(caller: Caller, club_id: int, user_id: int, role: str) -> Denial | None:
    """Make a member an organizer, or an organizer a regular member."""
    with locked_club(club_id, caller, Right.SET_ROLE) as club:
        found = club.member_under(Right.SET_ROLE, user_id)
        if role not in GIVEN_ROLES:
            raise DeniedError(ClubCode.NO_SUCH_ROLE)
        if found.role == role:
            return None
        found.role = role
        found.save(update_fields=["role"])
        club.note(ClubRecord.Deed.ROLE, found.user, role=role)
        users.access_changed(user_id)
    return None

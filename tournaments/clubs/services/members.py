"""Leave a club, remove a member, change a role; requests to join."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_remark, checked_text
from games.live import users
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import (
    Departure,
    agree_on_joining,
    ask_new_member,
    joining_terms,
    membership_ended,
)
from tournaments.clubs.models import ClubRecord, JoinRequest, Membership
from tournaments.clubs.notices.kinds import ClubKind
from tournaments.clubs.notices.services import (
    notices_seen,
    notify_request,
    notify_user,
    requests_answered,
)
from tournaments.clubs.policy import GIVEN_ROLES, Right, Role, right_to_assign
from tournaments.clubs.services.core import locked_club, member

_ROLE_NOTICES: Final = {
    Role.ORGANIZER: ClubKind.ORGANIZER,
    Role.TREASURER: ClubKind.TREASURER,
    Role.MEMBER: ClubKind.MEMBER,
}
#: Maximum number of open requests per user.
MOST_OPEN = 10


@answering
def leave(caller: Caller, club_id: int) -> Denial | None:
    """Leave the club. The owner must transfer it first."""
    with locked_club(club_id, caller, changes_events=True) as club:
        if club.role is Role.OWNER:
            raise DeniedError(ClubCode.OWNER_STAYS)
        club.require(Right.LEAVE)
        club.row.memberships.filter(user=club.person).delete()
        club.note(ClubRecord.Deed.LEFT)
        notices_seen(club_id, club.person.pk)
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
        notices_seen(club_id, user_id)
        notify_user(ClubKind.REMOVED, club.row, user_id, club.person)
        membership_ended(club.row, club.person, found.user, Departure.REMOVED)
        users.access_changed(user_id)
    return None


@answering
def set_note(caller: Caller, club_id: int, user_id: int, note: str) -> Denial | None:
    """Store the organizers' note on a member with a lower role; an empty one removes it.

    The activity log, which members can read, doesn't mention it.
    """
    with locked_club(club_id, caller, Right.NOTE) as club:
        found = club.member_under(Right.NOTE, user_id)
        found.note = checked_text(note, Membership.NOTE_LENGTH, flaw_code=ClubCode.WORDING_FLAWED)
        found.save(update_fields=["note"])
    return None


@answering
def set_role(caller: Caller, club_id: int, user_id: int, role: str) -> Denial | None:
    """Make a member an organizer, a treasurer or a regular member."""
    with locked_club(club_id, caller, Right.NAME_TREASURER) as club:
        found = club.member_under(Right.NAME_TREASURER, user_id)
        if role not in GIVEN_ROLES:
            raise DeniedError(ClubCode.NO_SUCH_ROLE)
        if found.role == role:
            return None
        club.member_under(right_to_assign(Role(found.role), Role(role)), user_id)
        found.role = role
        found.save(update_fields=["role"])
        club.note(ClubRecord.Deed.ROLE, found.user, role=role)
        kind = _ROLE_NOTICES[Role(role)]
        notify_user(kind, club.row, user_id, club.person)
        users.access_changed(user_id)
    return None


@answering
def ask_to_join(
    caller: Caller, club_id: int, message: str = "", terms_digest: str = ""
) -> Denial | None:
    """Send a request to join, with a short message; denied while ten of the caller's are open.

    :param terms_digest: identifies the joining terms that the caller saw; empty for none
    """
    with locked_club(club_id, caller) as club:
        if club.role is not None:
            raise DeniedError(ClubCode.YOU_ARE_IN)
        if not club.row.takes_requests:
            raise DeniedError(ClubCode.TAKES_NO_REQUESTS)
        mine = JoinRequest.objects.filter(user=club.person, answered_at=None)
        if mine.filter(club=club.row).exists():
            raise DeniedError(ClubCode.ASKED_ALREADY)
        if mine.count() >= MOST_OPEN:
            raise DeniedError(ClubCode.TOO_MANY_REQUESTS, most=MOST_OPEN)
        terms = joining_terms(club.row)
        if terms_digest != ("" if terms is None else terms.digest):
            raise DeniedError(ClubCode.TERMS_CHANGED)
        message = checked_remark(
            message, JoinRequest.WORDS_LENGTH, flaw_code=ClubCode.WORDING_FLAWED
        )
        made = JoinRequest.objects.create(
            club=club.row, user=club.person, words=message, terms_digest=terms_digest
        )
        notify_request(made)
    return None


@answering
def withdraw_request(caller: Caller, club_id: int) -> Denial | None:
    """Withdraw the caller's unanswered request to join the club."""
    mine = JoinRequest.objects.filter(club=club_id, user=member(caller), answered_at=None)
    with transaction.atomic():
        withdrawn = list(mine)
        if not mine.delete()[0]:
            raise DeniedError(ClubCode.ANSWERED_ALREADY)
        requests_answered(*withdrawn)
    return None


@answering
def answer_request(
    caller: Caller, club_id: int, request_id: int, *, accepted: bool
) -> Denial | None:
    """Approve or decline a request to join, and notify the user, who joins if approved."""
    with locked_club(club_id, caller, Right.ANSWER_REQUESTS) as club:
        asked = club.row.requests.filter(pk=request_id, answered_at=None)
        request = asked.select_related("user").first()
        if request is None:
            raise DeniedError(ClubCode.ANSWERED_ALREADY)
        request.answered_at = timezone.now()
        request.is_accepted = accepted
        request.save(update_fields=["answered_at", "is_accepted"])
        if accepted:
            club.admit(request.user)
            if not agree_on_joining(club.row, request.user, request.terms_digest):
                ask_new_member(club.row, request.user)
            club.note(ClubRecord.Deed.JOINED, request.user, way="request")
        else:
            club.note(ClubRecord.Deed.DECLINED, request.user)
        requests_answered(request)
        kind = ClubKind.ACCEPTED if accepted else ClubKind.DECLINED
        notify_user(kind, club.row, request.user_id, club.person)
    return None

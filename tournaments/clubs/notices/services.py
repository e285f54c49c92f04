"""Notices to users about their clubs, stored in the transaction of the change."""

from collections.abc import Sequence

from django.db.models import Q

from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.services import notify
from tournaments.clubs.models import Club, Invitation, JoinRequest, Membership, News
from tournaments.clubs.notices.kinds import ABOUT_CLUBS, ClubKind
from tournaments.clubs.policy import Right, Role, may


def notify_news(post: News) -> None:
    """Notify all members except the author of the post. At most three queries."""
    members = Membership.objects.filter(club=post.club_id).exclude(user=post.author_id)
    told: dict[int, dict[str, str]] = {each: {} for each in members.values_list("user", flat=True)}
    notify(ClubKind.NEWS, post, told, 0)


def notify_request(request: JoinRequest) -> None:
    """Notify those who may answer the request. At most three queries."""
    roles = [role.value for role in Role if may(role, Right.ANSWER_REQUESTS)]
    members = Membership.objects.filter(club=request.club_id, role__in=roles)
    params = {"name": request.user.shown_name, "words": request.words}
    told = dict.fromkeys(members.values_list("user", flat=True), params)
    notify(ClubKind.REQUEST, request.club, told, request.pk)


def notify_invited(invitation: Invitation) -> None:
    """Notify the invited user. At most two queries."""
    params = {"by": invitation.made_by.shown_name, "token": invitation.token}
    assert invitation.invitee_id is not None
    notify(ClubKind.INVITED, invitation.club, {invitation.invitee_id: params}, invitation.pk)


def notify_user(kind: ClubKind, club: Club, user_id: int, by: User) -> None:
    """Notify a user of a reply, a role or the end of the membership. At most two queries."""
    notify(kind, club, {user_id: {"by": by.shown_name}}, 0)


def requests_answered(*requests: JoinRequest) -> None:
    """Delete the notices of these requests, once answered or withdrawn. One query."""
    _delete(ClubKind.REQUEST, requests)


def invitations_answered(*invitations: Invitation) -> None:
    """Delete the notices of these invitations, once answered or revoked. One query."""
    _delete(ClubKind.INVITED, invitations)


def _delete(kind: ClubKind, about: Sequence[JoinRequest | Invitation]) -> None:
    """Delete the notices about these, so that they are not mailed later."""
    clubs, keys = {each.club_id for each in about}, [str(each.pk) for each in about]
    Notice.objects.filter(kind=kind, subject_id__in=clubs, key__in=keys).delete()


def notices_seen(club_id: int, user_id: int) -> None:
    """Mark a user's notices of a club and its news as seen. One query."""
    news = Q(kind=ClubKind.NEWS, subject_id__in=News.objects.filter(club=club_id).values("pk"))
    about = Q(kind__in=ABOUT_CLUBS, subject_id=club_id)
    Notice.objects.filter(news | about, user=user_id).mark_seen()

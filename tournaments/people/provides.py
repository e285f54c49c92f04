"""Functions provided to lower packages: notices of table invitations, and friends online."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.friends import friends_of
from accounts.guests import signed_in_user
from accounts.models import User
from accounts.notices import senders
from games.screens.home import home_parts
from games.screens.notices import (
    Alert,
    HomeNotice,
    alerts,
    alerts_soon,
    home_notices,
    waiting,
)
from games.screens.opening import invite_friend
from tournaments.people import invitations
from tournaments.people.friends_page import online_friends
from tournaments.people.invitation_notices import (
    InvitationSender,
    invitation_detail,
    invitation_title,
)
from tournaments.people.notices import FollowSender


def _alert(user: User) -> Alert | None:
    """Return an alert for the newest unopened invitation, None without one. One query."""
    if user.is_guest or (found := invitations.newest_unopened(user)) is None:
        return None
    return Alert(
        title=invitation_title(found),
        detail=invitation_detail(found),
        url=reverse("table_invitation", args=[found.pk]),
        decline_url=reverse("table_invitation_decline", args=[found.pk]),
        page_url=found.session.table.get_absolute_url(),
    )


def _notices(user: User) -> list[HomeNotice]:
    """Return notices of the user's valid invitations; none for guests. One query."""
    if user.is_guest:
        return []
    return [
        HomeNotice(
            title=invitation_title(each),
            detail=invitation_detail(each),
            url=reverse("table_invitation", args=[each.pk]),
            is_urgent=True,
            press_label=_("Join"),
            dismiss_label=_("Decline"),
            dismiss_url=reverse("table_invitation_decline", args=[each.pk]),
        )
        for each in invitations.valid_invitations(user)
    ]


def _friends_part(request: HttpRequest) -> SafeString:
    """Return the section of the home page with the friends who are online; empty for none."""
    user = signed_in_user(request)
    found = None if user.is_guest else online_friends(user)
    if found is None or not found.lines:
        return SafeString("")
    return render_to_string("tournaments/people/home_friends.html", {"online": found}, request)


def _invite_friend(host: User, slug: str, friend_id: int) -> None:
    """Invite the friend to the table that the host opened; the waiting room shows the result."""
    friend = User.objects.filter(pk=friend_id, is_active=True).first()
    if friend is not None and not host.is_guest:
        invitations.invite(host, slug, friend)


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    senders.register(FollowSender())
    home_parts.put(_friends_part)
    invite_friend.fill(_invite_friend)
    senders.register(InvitationSender())
    home_notices.add(_notices, invitations.valid_at)
    waiting.add(invitations.valid_at)
    alerts.add(_alert, invitations.unopened_at)
    # Only friends can be invited.
    alerts_soon.add(friends_of)

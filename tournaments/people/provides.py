"""Functions provided to lower packages: notices of table invitations."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.friends import friends_of
from accounts.models import User
from games.language import labels
from games.screens.notices import Alert, HomeNotice, alerts, alerts_soon, home_notices
from tournaments.people import invitations
from tournaments.people.models import TableInvitation


def _invitation_title(invitation: TableInvitation) -> str:
    """Return the title of the notice about an invitation, which names its sender."""
    by = invitation.made_by.shown_name
    return _("%(by)s invited you to a table") % {"by": by}


def _invitation_detail(invitation: TableInvitation) -> str:
    """Return the text of the notice about an invitation, which names the rules."""
    rules = labels.rules_label(invitation.session.rules_name)
    return _("%(rules)s. The table is waiting for you.") % {"rules": rules}


def _alert(user: User) -> Alert | None:
    """Return an alert for the newest unopened invitation, None without one. One query."""
    if user.is_guest or (found := invitations.newest_unopened(user)) is None:
        return None
    return Alert(
        title=_invitation_title(found),
        detail=_invitation_detail(found),
        url=reverse("table_invitation", args=[found.pk]),
        decline_url=reverse("table_invitation_decline", args=[found.pk]),
    )


def _notices(user: User) -> list[HomeNotice]:
    """Return notices of the user's valid invitations; none for guests. One query."""
    if user.is_guest:
        return []
    return [
        HomeNotice(
            title=_invitation_title(each),
            detail=_invitation_detail(each),
            url=reverse("table_invitation", args=[each.pk]),
            is_urgent=True,
            press_label=_("Decline"),
            press_url=reverse("table_invitation_decline", args=[each.pk]),
        )
        for each in invitations.valid_invitations(user)
    ]


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    home_notices.add(_notices, invitations.valid_at)
    alerts.add(_alert, invitations.unopened_at)
    # Only friends can be invited.
    alerts_soon.add(friends_of)

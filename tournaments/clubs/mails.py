"""Emails sent by clubs."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.clubs.models import Invitation
from tournaments.clubs.selectors import why_invalid


def mail_invitation(invitation_id: int, site: str) -> None:
    """Send the email of an invitation that is still open, in the club's language.

    :param site: the address of the site, without a slash at its end
    """
    found = (
        Invitation.objects.filter(pk=invitation_id, way=Invitation.Way.MAIL)
        .select_related("club", "made_by")
        .first()
    )
    if found is None or why_invalid(found):
        return
    with translation.override(found.club.language):
        context = {
            "club": found.club.name,
            "by": found.made_by.shown_name,
            "url": site + reverse("club_join", args=[found.token]),
            "ends_at": found.ends_at,
            "site_name": settings.SITE_NAME,
            "site_url": site,
        }
        send_mail(
            _("Invitation to join %(club)s") % {"club": found.club.name},
            render_to_string("tournaments/clubs/invitation.txt", context),
            None,
            [found.email],
        )

"""Emails sent by clubs."""

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.languages import offered
from accounts.notices.messages import MailText, message_to_address
from games.common.dates import date_format
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
    with translation.override(offered(found.club.language)):
        words = {
            "club": found.club.name,
            "by": found.made_by.shown_name,
            "date": date_format(found.ends_at, "DATE_FORMAT"),
        }
        text = MailText(
            title=_("%(by)s invited you to join %(club)s, a Big Two club") % words,
            button=_("Join club"),
            url=site + reverse("club_join", args=[found.token]),
            lines=[_("The link works only once and expires on %(date)s.") % words],
            reason=_(
                "You’re getting this email because %(by)s entered your email address. If you don’t"
                " know %(by)s, you can ignore this email."
            )
            % words,
        )
        subject = _("Invitation to join %(club)s") % words
        message_to_address(subject, text, found.email, site_url=site).send()

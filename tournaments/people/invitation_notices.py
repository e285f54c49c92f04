"""Notices of invitations to tables, for mails and push messages."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounts.notices.groups import Choice, NoticeGroup
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from games.language import labels
from games.tables.models import Session
from tournaments.people.invitations import LIFETIME
from tournaments.people.models import InvitationKind, TableInvitation


class InvitationSender(Sender[TableInvitation]):
    """Notices of invitations; the home page shows the invitations themselves."""

    model = TableInvitation
    kinds = InvitationKind
    groups = (
        NoticeGroup(
            "table-invited",
            gettext_lazy("Invitations to tables"),
            (InvitationKind.INVITED,),
            pgettext_lazy("where cards are played", "Tables"),
            default=Choice.HERE,
        ),
    )
    mail_lifetime = LIFETIME

    def subjects(self, ids: Collection[int]) -> Mapping[int, TableInvitation]:
        """Return the invitations by primary key. One query."""
        return TableInvitation.objects.select_related("made_by", "session").in_bulk(ids)

    def text(self, notice: Notice, subject: TableInvitation) -> NoticeText:
        """Return who invites the user, to which rules."""
        return NoticeText(
            invitation_title(subject),
            invitation_detail(subject),
            reverse("table_invitation", args=[subject.pk]),
            is_urgent=True,
            button=pgettext("go to the table", "Open table"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return a condition that never holds."""
        return Q(pk=None)

    def is_outdated(self, notice: Notice, subject: TableInvitation) -> bool:
        """Return whether it was opened or declined, or the table no longer waits."""
        is_open = subject.answer == TableInvitation.Answer.NONE
        waits = subject.session.status == Session.Status.WAITING
        return not (is_open and waits) or subject.created_at + LIFETIME < timezone.now()

    def mail_language(self, subject: TableInvitation) -> str:
        """Return the site's language."""
        return settings.LANGUAGE_CODE


def invitation_title(invitation: TableInvitation) -> str:
    """Return the title of the notice about an invitation, which names its sender."""
    by = invitation.made_by.shown_name
    return _("%(by)s invited you to a table") % {"by": by}


def invitation_detail(invitation: TableInvitation) -> str:
    """Return the text of the notice about an invitation, which names the rules."""
    rules = labels.rules_label(invitation.session.rules_name)
    return _("%(rules)s. The table is waiting for you.") % {"rules": rules}

"""Notices about a club's payment details, to those who keep its ledger."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Q, TextChoices
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.groups import NoticeGroup
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.notices.services import keeper_ids
from tournaments.ledger.payees.scheme_words import WORDS


class PayeeKind(TextChoices):
    """Occasions of a notice about a club's payment details; keys are those of the records."""

    CHANGED = "payee.changed", gettext_lazy("Club’s payment details changed")
    REMOVED = "payee.removed", gettext_lazy("Club’s payment details removed")


def notify_changed(kind: PayeeKind, club: Club, actor: User, scheme: str, record_id: int) -> None:
    """Notify all who keep the club's ledger, except the actor. At most three queries.

    :param record_id: ID of the change in the club's activity, as each change is told
    """
    params = {"by": actor.shown_name, "scheme": scheme}
    told = dict.fromkeys(set(keeper_ids(club.pk)) - {actor.pk}, params)
    notices.notify(kind, club, told, record_id)


class PayeeSender(Sender[Club]):
    """Notices about payment details of clubs, on the home page and by mail."""

    model = Club
    kinds = tuple(PayeeKind)
    groups = (
        NoticeGroup(
            "money-payee",
            gettext_lazy("Changed payment details of a club whose ledger you keep"),
            tuple(PayeeKind),
            gettext_lazy("Money"),
            is_always_shown=True,
        ),
    )
    mail_lifetime = timedelta(days=7)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Club]:
        """Return the clubs by primary key. One query."""
        return Club.objects.in_bulk(ids)

    def text(self, notice: Notice, subject: Club) -> NoticeText:
        """Return the notice's text in the active language."""
        scheme = WORDS.get(notice.params.get("scheme", ""))
        words = {
            "by": notice.params.get("by", ""),
            "club": subject.name,
            "method": "" if scheme is None else scheme.name,
        }
        if notice.kind == PayeeKind.REMOVED:
            title = _("%(by)s removed payment details of %(club)s")
            detail = _("%(method)s: members no longer see them.")
        else:
            title = _("%(by)s changed the payment details of %(club)s")
            detail = _(
                "%(method)s: members who owe the club pay there. Check that it’s the club’s"
                " account."
            )
        url = reverse("club_payees", args=[subject.slug])
        return NoticeText(
            title % words,
            detail % words,
            url,
            is_urgent=notice.kind == PayeeKind.CHANGED,
            button=_("Check payment details"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for clubs whose ledger the user keeps."""
        keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
        return Q(kind__in=self.kinds, subject_id__in=keeps)

    def mail_language(self, subject: Club) -> str:
        """Return the club's language."""
        return subject.language

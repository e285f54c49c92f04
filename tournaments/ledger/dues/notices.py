"""Notices about dues: members who are asked to agree, or to agree to another year."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.notices.groups import NoticeGroup
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.ledger.dues.models import Dues
from tournaments.ledger.dues.texts import amount_text, dues_url


class DuesKind(TextChoices):
    """Occasions of a notice about dues."""

    ASKED = "dues.asked", gettext_lazy("Asked to agree to dues")
    USED_UP = "dues.used-up", gettext_lazy("Asked to agree to dues for another year")
    ENDED = "dues.ended", gettext_lazy("Dues ended")


class DuesSender(Sender[Dues]):
    """Notices about dues, on the home page and by mail."""

    model = Dues
    kinds = tuple(DuesKind)
    groups = (
        NoticeGroup(
            "money-dues",
            gettext_lazy("Club dues"),
            tuple(DuesKind),
            gettext_lazy("Money"),
            is_always_shown=True,
        ),
    )
    mail_lifetime = timedelta(days=7)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Dues]:
        """Return the dues with their club by primary key. One query."""
        return Dues.objects.select_related("club").in_bulk(ids)

    def text(self, notice: Notice, subject: Dues) -> NoticeText:
        """Return the notice's text in the active language."""
        words = {"club": subject.club.name, "amount": amount_text(subject)}
        if notice.kind == DuesKind.ENDED:
            title, detail = _("%(club)s ended its dues"), _("What is already due stays due.")
        elif notice.kind == DuesKind.USED_UP:
            title = _("Your year of dues to %(club)s is over: %(amount)s")
            detail = _("Do you agree to another year? You owe nothing more until you do.")
        else:
            title = _("%(club)s asks its members for dues: %(amount)s")
            detail = _("Do you agree? You owe nothing until you do.")
        is_urgent = notice.kind != DuesKind.ENDED
        return NoticeText(
            title % words,
            detail,
            dues_url(subject.club),
            is_urgent=is_urgent,
            button=pgettext("button", "Answer") if is_urgent else _("View dues"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for all kinds, of dues that did not end or change."""
        current = Dues.objects.filter(ended_at=None).values("pk")
        is_current = Q(subject_id__in=current) | Q(kind=DuesKind.ENDED)
        return Q(kind__in=self.kinds) & is_current

    def mail_language(self, subject: Dues) -> str:
        """Return the club's language."""
        return subject.club.language or settings.LANGUAGE_CODE

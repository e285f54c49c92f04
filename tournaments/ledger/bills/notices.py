"""Notices about bills: who is asked, who answered, and how a bill ended."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.groups import NoticeGroup
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from games.common import money
from tournaments.ledger.bills.models import LAPSES_AFTER, Bill


class BillKind(TextChoices):
    """Occasions of a notice about a bill."""

    ASKED = "bill.asked", gettext_lazy("Asked to accept a share")
    PAID_ASKED = "bill.paid-asked", gettext_lazy("Asked to confirm having paid")
    ACCEPTED = "bill.accepted", gettext_lazy("Share accepted")
    DECLINED = "bill.declined", gettext_lazy("Share declined")
    CONFIRMED = "bill.confirmed", gettext_lazy("Payment of a bill confirmed")
    NOT_PAID = "bill.not-paid", gettext_lazy("Payment of a bill denied")
    WITHDRAWN = "bill.withdrawn", gettext_lazy("Bill withdrawn")
    LAPSED = "bill.lapsed", gettext_lazy("Bill lapsed")


#: Kinds that are mailed, because they need an answer.
_MAILED = (BillKind.ASKED, BillKind.PAID_ASKED)


def notify_about(
    bill: Bill,
    kind: BillKind,
    params_by_user: Mapping[int, Mapping[str, Any]],
    person: User | None,
) -> None:
    """Notify the users, except the acting one; an answer replaces the question. Two statements.

    :param person: the acting user; None if the bill lapsed
    """
    by = "" if person is None else person.shown_name
    told = {
        user_id: {**params, "by": by}
        for user_id, params in params_by_user.items()
        if person is None or user_id != person.pk
    }
    if kind not in _MAILED:
        asked = Notice.objects.about(Bill, bill.pk).filter(kind__in=_MAILED)
        closes = kind in (BillKind.NOT_PAID, BillKind.WITHDRAWN, BillKind.LAPSED)
        (asked if closes else asked.filter(user=person)).mark_seen()
    notices.notify(kind, bill, told, by_mail=kind in _MAILED)


class BillSender(Sender[Bill]):
    """Notices about bills, on the home page and by mail."""

    model = Bill
    kinds = tuple(BillKind)
    groups = (
        NoticeGroup(
            "money-bills",
            gettext_lazy("Shared bills"),
            tuple(BillKind),
            gettext_lazy("Money"),
            is_always_shown=True,
        ),
    )
    mail_lifetime = LAPSES_AFTER
    #: Members often answer at once, at the table.
    mail_delay = timedelta(minutes=30)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Bill]:
        """Return the bills with club and parties by primary key. One query."""
        return Bill.objects.select_related("club", "paid_by", "proposed_by").in_bulk(ids)

    def text(self, notice: Notice, subject: Bill) -> NoticeText:
        """Return the notice's text in the active language."""
        amount = notice.params.get("amount")
        words = {
            "by": notice.params.get("by", ""),
            "amount": money.amount(amount, subject.currency) if isinstance(amount, int) else "",
            "payee": payee_name(subject),
            "title": subject.title,
        }
        title, detail = _title_and_detail(BillKind(notice.kind))
        if notice.kind == BillKind.DECLINED and notice.user_id != subject.proposed_by_id:
            words["proposer"] = subject.proposed_by.shown_name
            detail = _("%(proposer)s can split the rest again.")
        is_urgent = notice.kind in _MAILED
        return NoticeText(
            title % words,
            detail % words,
            subject.get_absolute_url(),
            is_urgent=is_urgent,
            button=pgettext("button", "Answer") if is_urgent else _("View bill"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for all kinds except questions.

        These are shown as long as they wait (``tournaments.ledger.bills.selectors``).
        """
        return Q(kind__in=[each for each in self.kinds if each not in _MAILED])

    def mail_language(self, subject: Bill) -> str:
        """Return the club's language."""
        return subject.club.language or settings.LANGUAGE_CODE


def bill_question(bill: Bill, user_id: int) -> str:
    """Return the question that the user has to answer. The shares are prefetched."""
    words: dict[str, str] = {"title": bill.title, "payee": payee_name(bill)}
    if bill.paid_by_id == user_id:
        words["amount"] = money.amount(bill.total, bill.currency)
        return _("Did you pay %(amount)s for %(title)s?") % words
    own = next(each for each in bill.shares.all() if each.user_id == user_id)
    words["amount"] = money.amount(own.amount, bill.currency)
    return _("Do you agree to pay %(payee)s %(amount)s for %(title)s?") % words


def payee_name(bill: Bill) -> str:
    """Return the name of the one who paid the bill: a member or the club."""
    return bill.club.name if bill.paid_by is None else bill.paid_by.shown_name


def _title_and_detail(kind: BillKind) -> tuple[str, str]:
    """Return a notice's title and detail, with placeholders such as ``%(by)s``."""
    return {
        BillKind.ASKED: (
            _("%(by)s asks you to pay %(payee)s %(amount)s for %(title)s"),
            _("You owe nothing until you accept your share."),
        ),
        BillKind.PAID_ASKED: (
            _("Did you pay %(amount)s for %(title)s?"),
            _("%(by)s split the bill. No one owes you anything until you confirm that you paid."),
        ),
        BillKind.ACCEPTED: (
            _("%(by)s accepted a share of %(amount)s for %(title)s"),
            _("See who has answered."),
        ),
        BillKind.DECLINED: (
            _("%(by)s declined a share of %(amount)s for %(title)s"),
            _("You can split the rest again."),
        ),
        BillKind.CONFIRMED: (
            _("%(by)s confirmed having paid %(amount)s for %(title)s"),
            _("Accepted shares are due now."),
        ),
        BillKind.NOT_PAID: (
            _("%(by)s didn’t pay for %(title)s"),
            _("The bill is closed, and no one owes anything for it."),
        ),
        BillKind.WITHDRAWN: (
            _("%(by)s withdrew the bill for %(title)s"),
            _("Shares that were already accepted stay due. All others are no longer asked for."),
        ),
        BillKind.LAPSED: (
            _("The bill for %(title)s has lapsed"),
            _("Shares that weren’t accepted within 14 days aren’t owed."),
        ),
    }[kind]

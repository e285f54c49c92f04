"""Home notices of payments: what the user has to pay, and claims to answer."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.notices.models import Notice
from games.common import money
from games.screens.notices import HomeNotice
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.payments import selectors
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import PaymentAction
from tournaments.ledger.settling.debt_sentences import OWES, Party, debt_sentence, party_of
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import Events, account_name, events_of, source_name

#: Maximum number of payments on the home page that are shown one by one; the others are counted.
MAX_SHOWN = 3


def payment_notices(user: User) -> list[HomeNotice]:
    """Return notices of claims to answer, then of debts to pay. At most nine queries."""
    asked, owed = list(selectors.awaiting_answer(user)), selectors.debts(user)
    shown = asked[:MAX_SHOWN] + owed[:MAX_SHOWN]
    events = events_of(each.settlement for each in shown)
    found = [_claim_notice(each, events, user) for each in asked[:MAX_SHOWN]]
    if rest := len(asked[MAX_SHOWN:]):
        title = ngettext(
            "%(count)d more payment needs your answer",
            "%(count)d more payments need your answer",
            rest,
        )
        found.append(_rest_notice(title % {"count": rest}))
    reminders = _reminders_by(user, owed[:MAX_SHOWN])
    found += [_debt_notice(each, events, reminders.get(each.pk)) for each in owed[:MAX_SHOWN]]
    if rest := len(owed[MAX_SHOWN:]):
        title = ngettext("%(count)d more payment to make", "%(count)d more payments to make", rest)
        found.append(_rest_notice(title % {"count": rest}))
    return found


def _rest_notice(title: str) -> HomeNotice:
    """Return the notice of payments that are not shown one by one."""
    return HomeNotice(title, "", reverse("payments"), press_label=_("View payments"))


def _reminders_by(user: User, debts: list[Transfer]) -> dict[int, str]:
    """Return, for each of these debts with an unseen reminder, the name of its sender.

    The name is empty for automatic reminders. One query; none without debts.
    """
    if not debts:
        return {}
    reminders = Notice.objects.filter(
        user=user,
        kind=LedgerKind.REMINDER,
        subject_id__in=[each.pk for each in debts],
        seen_at=None,
    ).order_by("created_at")
    return {each.subject_id: str(each.params.get("by", "")) for each in reminders}


def _debt_notice(debt: Transfer, events: Events, reminded_by: str | None) -> HomeNotice:
    """Return the notice of a payment that the user has to make.

    :param reminded_by: name of who sent a reminder, empty for an automatic one; None without one
    """
    settlement = debt.settlement
    amount = money.amount(debt.open_amount, settlement.currency)
    words = {"payee": account_name(debt.payee, settlement), "amount": amount}
    detail = source_name(settlement, events)
    if reminded_by:
        detail = _("Reminder from %(name)s: %(source)s") % {"name": reminded_by, "source": detail}
    elif reminded_by is not None:
        detail = _("Reminder: %(source)s") % {"source": detail}
    return HomeNotice(
        debt_sentence(OWES, Party.READER, party_of(debt.payee, settlement), words),
        detail,
        reverse("payment", args=[debt.pk]),
        is_urgent=reminded_by is not None,
        press_label=_("Pay %(amount)s") % words,
    )


def _claim_notice(transfer: Transfer, events: Events, user: User) -> HomeNotice:
    """Return the notice of a payment with a claim or a dispute that the user can answer."""
    settlement, url = transfer.settlement, reverse("payment", args=[transfer.pk])
    claims = [
        each
        for each in transfer.payments.all()
        if each.status == Payment.Status.CLAIMED and each.claimed_by_id != user.pk
    ]
    detail = source_name(settlement, events)
    if len(claims) != 1 or transfer.payee.user_id != user.pk:
        words = {
            "payer": account_name(transfer.payer, settlement),
            "payee": account_name(transfer.payee, settlement),
        }
        title = _("The payment from %(payer)s to %(payee)s needs your answer") % words
        return HomeNotice(
            title, detail, url, is_urgent=True, press_label=pgettext("button", "Answer")
        )
    [claim] = claims
    words = {
        "by": account_name(transfer.payer, settlement),
        "amount": money.amount(claim.amount, settlement.currency),
    }
    if claim.kind == Payment.Kind.WAIVED:
        title = _("%(by)s asks you to waive %(amount)s")
        return HomeNotice(
            title % words, detail, url, is_urgent=True, press_label=pgettext("button", "Answer")
        )
    return HomeNotice(
        _("%(by)s says they paid you %(amount)s") % words,
        detail,
        url,
        is_urgent=True,
        press_label=_("Confirm"),
        press_url=url,
        press_data=(
            ("do", PaymentAction.CONFIRM.value),
            ("payment", str(claim.pk)),
            ("here", "home"),
        ),
    )

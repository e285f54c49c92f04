"""Home notices of payments: what the user has to pay, and claims to answer."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money
from games.screens.notices import HomeNotice
from tournaments.ledger.payments import selectors
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import PaymentAction
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import Events, account_name, events_of, source_name

#: Maximum number of payments on the home page that are shown one by one; the others are counted.
MAX_SHOWN = 3


def payment_notices(user: User) -> list[HomeNotice]:
    """Return notices of claims to answer, then of debts to pay. At most eight queries."""
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
    found += [_debt_notice(each, events) for each in owed[:MAX_SHOWN]]
    if rest := len(owed[MAX_SHOWN:]):
        title = ngettext("%(count)d more payment to make", "%(count)d more payments to make", rest)
        found.append(_rest_notice(title % {"count": rest}))
    return found


def _rest_notice(title: str) -> HomeNotice:
    """Return the notice of payments that are not shown one by one."""
    return HomeNotice(title, "", reverse("payments"), press_label=_("View payments"))


def _debt_notice(debt: Transfer, events: Events) -> HomeNotice:
    """Return the notice of a payment that the user has to make."""
    settlement = debt.settlement
    amount = money.amount(debt.open_amount, settlement.currency)
    words = {"name": account_name(debt.payee, settlement), "amount": amount}
    return HomeNotice(
        _("You owe %(name)s %(amount)s") % words,
        source_name(settlement, events),
        reverse("payment", args=[debt.pk]),
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
        return HomeNotice(title, detail, url, is_urgent=True, press_label=_("Answer"))
    [claim] = claims
    words = {
        "by": account_name(transfer.payer, settlement),
        "amount": money.amount(claim.amount, settlement.currency),
    }
    if claim.kind == Payment.Kind.WAIVED:
        title = _("%(by)s asks you to waive %(amount)s")
        return HomeNotice(title % words, detail, url, is_urgent=True, press_label=_("Answer"))
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

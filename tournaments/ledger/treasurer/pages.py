"""The treasurer's page: record cash that changed hands, and remind of open payments."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from games.common import money
from games.common.denials import Denial
from games.common.languages import paragraph
from tournaments.clubs.models import Club
from tournaments.ledger.access import Answer
from tournaments.ledger.accounts.context import ClubContext, club_context, render_page
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.payments import reminders
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.reminders import SkipReason
from tournaments.ledger.payments.services import record_cash
from tournaments.ledger.settling.debt_sentences import (
    ASKED_TO_WAIVE,
    PAID,
    debt_sentence,
    party_of,
)
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import events_of
from tournaments.ledger.treasurer.forms import CashForm, RemindForm

#: Maximum number of debts to choose from, oldest first; others have their own page.
MOST_DEBTS = 300


def debts_of_others(club: Club, user_id: int) -> list[Transfer]:
    """Return the club's open payments in which the user has no part, oldest first. One query."""
    rows = Transfer.objects.filter(settlement__club=club, open_amount__gt=0)
    found = (
        rows.exclude(payer__user=user_id)
        .exclude(payee__user=user_id)
        .select_related("settlement__session__table", "settlement__club")
        .select_related("payer__user", "payee__user")
    )
    return list(found.order_by("settlement__created_at", "pk")[:MOST_DEBTS])


@dataclass(frozen=True, slots=True)
class WaitingPayment:
    """A payment that the reader recorded and that waits for an answer, as texts."""

    sentence: str
    detail: str
    url: str


def waiting_payments(club: Club, user_id: int) -> list[WaitingPayment]:
    """Return the club's payments that the user recorded and that wait, oldest first. One query."""
    rows = Payment.objects.filter(
        claimed_by=user_id, status__in=Payment.PENDING, transfer__settlement__club=club
    ).select_related("transfer__payer__user", "transfer__payee__user")
    found = list(rows.order_by("pk"))
    names = holder_names(
        account for each in found for account in (each.transfer.payer, each.transfer.payee)
    )
    return [_waiting_payment(each, names) for each in found]


def _waiting_payment(payment: Payment, names: Mapping[int, str]) -> WaitingPayment:
    """Return the payment as texts; its parties are prefetched.

    :param names: of accounts by ID
    """
    due = payment.transfer
    sentences = ASKED_TO_WAIVE if payment.kind == Payment.Kind.WAIVED else PAID
    words = {
        "payer": names[due.payer_id],
        "payee": names[due.payee_id],
        "amount": money.amount(payment.amount, due.payer.currency),
    }
    state = (
        _("Disputed. Recorded on %(day)s")
        if payment.status == Payment.Status.DISPUTED
        else _("Waiting for confirmation. Recorded on %(day)s")
    )
    return WaitingPayment(
        debt_sentence(sentences, party_of(due.payer), party_of(due.payee), words),
        state % {
            "day": date_format(timezone.localtime(payment.claimed_at), "SHORT_DATE_FORMAT")
        },
        reverse("payment", args=[due.pk]),
    )  # fmt: skip


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def treasurer(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the treasurer's page; record a payment, or remind of one debt or all overdue ones."""
    here = club_context(request, slug, keeps_book=True)
    debts = debts_of_others(here.club, here.reader.pk)
    events = events_of(each.settlement for each in debts)
    wanted = request.POST.get("do", "") if request.method == "POST" else ""
    if wanted == "remind":
        return _remind(request, here)
    forms: dict[str, RemindForm | CashForm] = {
        "remind-one": RemindForm(debts, events, request.POST if wanted == "remind-one" else None),
        "cash": CashForm(debts, events, request.POST if wanted == "cash" else None),
    }
    sent = forms.get(wanted)
    if sent is not None and sent.is_valid():
        answer = _carry_out(request, sent)
        if answer is None:
            messages.success(request, _success_message(sent))
            return redirect("club_treasurer", slug)
        if answer.code in (LedgerCode.NOT_ALLOWED, LedgerCode.UNKNOWN):
            raise PermissionDenied
        sent.refuse(answer)
    overdue = reminders.overdue_transfers(here.club.pk)
    due, skipped = reminders.sort_out(overdue, here.reader.pk)
    return render_page(
        request,
        "treasurer",
        here,
        status=422 if wanted else 200,
        cash_form=forms["cash"] if debts else None,
        remind_form=forms["remind-one"] if debts else None,
        waiting=waiting_payments(here.club, here.reader.pk),
        overdue=len(overdue),
        to_remind=len(due),
        skipped=skip_sentences(skipped),
    )


def _carry_out(request: HttpRequest, form: RemindForm | CashForm) -> Answer:
    """Call the service of the valid form; return its denial, or None on success."""
    caller, said = of_request(request), form.cleaned_data
    if isinstance(form, RemindForm):
        return reminders.remind_now(caller, said["debt"])
    return record_cash(caller, said["debt"], said["amount"], form.details())


def _success_message(form: RemindForm | CashForm) -> str:
    """Return the message that the form's action succeeded."""
    if isinstance(form, RemindForm):
        return _("Reminder sent.")
    return _("Payment recorded. Payer and payee have been notified.")


def _remind(request: HttpRequest, here: ClubContext) -> HttpResponse:
    """Remind of all overdue payments, and say how many reminders were sent."""
    answer = reminders.remind_all(of_request(request), here.club.pk)
    if isinstance(answer, Denial):
        raise PermissionDenied
    said = ngettext(
        "%(count)d reminder is on its way.",
        "%(count)d reminders are on their way.",
        answer.reminded,
    ) % {"count": answer.reminded}
    messages.success(request, paragraph(said, *skip_sentences(answer.skipped)))
    return redirect("club_treasurer", here.club.slug)


def skip_sentences(skipped: Mapping[SkipReason, int]) -> list[str]:
    """Return a sentence for each reason for which overdue payments get no reminder."""
    words = {
        SkipReason.REMINDED: lambda count: ngettext(
            "%(count)d skipped: reminded within the last week.",
            "%(count)d skipped: reminded within the last week.",
            count,
        ),
        SkipReason.CLAIMED: lambda count: ngettext(
            "%(count)d skipped: marked as paid, waiting for confirmation.",
            "%(count)d skipped: marked as paid, waiting for confirmation.",
            count,
        ),
        SkipReason.NO_ACCOUNT: lambda count: ngettext(
            "%(count)d skipped: owed by the club or a player without an account.",
            "%(count)d skipped: owed by the club or players without an account.",
            count,
        ),
        SkipReason.OWN: lambda count: ngettext(
            "%(count)d skipped: your own debt.", "%(count)d skipped: your own debts.", count
        ),
    }
    return [
        words[reason](count) % {"count": count}
        for reason in SkipReason
        if (count := skipped.get(reason, 0))
    ]

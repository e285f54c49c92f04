"""CSV exports of a club's accounts and open payments (docs/LEDGER-DATA.md)."""

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.common import spreadsheets
from tournaments.ledger.accounts import selectors
from tournaments.ledger.accounts.context import club_context, requested_currency
from tournaments.ledger.accounts.selectors import ClubState
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.statements.data import major, moment

ACCOUNT_FIELDS: Final = (
    "currency", "account", "kind", "name", "balance", "to_get", "to_pay", "carried",
    "balance_minor", "to_get_minor", "to_pay_minor", "carried_minor",
)  # fmt: skip
OPEN_FIELDS: Final = (
    "currency", "transfer", "settlement", "since", "payer", "payee", "amount", "open", "said",
    "amount_minor", "open_minor",
)  # fmt: skip


def accounts_as_csv(states: dict[str, ClubState]) -> str:
    """Return all accounts as CSV, grouped by currency; `states` is keyed by currency."""
    rows = []
    for currency, state in states.items():
        names = holder_names(each.account for each in state.states)
        for each in state.states:
            minor = (each.balance, each.to_get, each.to_pay, each.carried)
            account = each.account
            amounts = [major(amount, currency) for amount in minor]
            name = names[account.pk]
            rows.append([currency, account.pk, account.kind, name, *amounts, *minor])
    return spreadsheets.as_text(ACCOUNT_FIELDS, ([*map(spreadsheets.cell, row)] for row in rows))


def open_payments_as_csv(transfers: Iterable[Transfer], currency: str) -> str:
    """Return these open payments, all in the currency, as CSV in the given order."""
    transfers = list(transfers)
    names = holder_names(
        account for transfer in transfers for account in (transfer.payer, transfer.payee)
    )
    rows = (
        [
            currency,
            transfer.pk,
            transfer.settlement.slug,
            moment(transfer.settlement.created_at),
            names[transfer.payer_id],
            names[transfer.payee_id],
            major(transfer.amount, currency),
            major(transfer.open_amount, currency),
            transfer.claim_status,  # type: ignore[attr-defined]
            transfer.amount,
            transfer.open_amount,
        ]
        for transfer in transfers
    )
    return spreadsheets.as_text(OPEN_FIELDS, ([*map(spreadsheets.cell, row)] for row in rows))


@login_required
@never_cache
@require_safe
def accounts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a CSV of the accounts that the reader may see, in all currencies."""
    here = club_context(request, slug)
    states = {
        each: selectors.club_state(here.club, each, only_user=here.only_user)
        for each in selectors.currencies_of(here.club)
    }
    return spreadsheets.as_download(accounts_as_csv(states), here.club.name, "accounts")


@login_required
@never_cache
@require_safe
def open_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a CSV of all open payments in a currency that the reader may see."""
    here = club_context(request, slug)
    currency = requested_currency(request, selectors.currencies_of(here.club))
    found = selectors.listed_transfers(here.club, currency, None, only_user=here.only_user)
    text = open_payments_as_csv(found, currency)
    return spreadsheets.as_download(text, here.club.name, "open", currency or "points")

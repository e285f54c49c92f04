"""Page of all of a user's payments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import signed_in_user
from accounts.models import User
from games.common import money
from tournaments.ledger.access import LedgerReader
from tournaments.ledger.payments import selectors
from tournaments.ledger.payments.lines import TransferLine, payment_line, with_main_action
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import pending_by_session, result_lines
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import events_of

#: Completed payments per page.
CLOSED_LENGTH = 20


@dataclass(frozen=True, slots=True)
class CurrencyPart:
    """A user's open payments in one currency, as lines, and the totals each way as texts."""

    currency: str
    owes: str
    owed: str
    to_pay: Sequence[TransferLine]
    to_receive: Sequence[TransferLine]


@dataclass(frozen=True, slots=True)
class OwnPayments:
    """A user's open payments by currency, and those that wait for the user's answer."""

    waiting: Sequence[TransferLine]
    parts: Sequence[CurrencyPart]


def own_payments(user: User) -> OwnPayments:
    """Return a user's open payments and those to answer, as lines. At most eight queries."""
    roles = selectors.roles_of(user)
    waiting = list(selectors.awaiting_answer(user))
    due = selectors.open_transfers(user)
    events = events_of(each.settlement for each in [*waiting, *due])

    def lines(transfers: Iterable[Transfer]) -> list[TransferLine]:
        """Return the transfers as lines with the user's role in each club."""
        return [
            payment_line(
                each, LedgerReader(user.pk, roles.get(each.settlement.club_id or 0)), events
            )
            for each in transfers
        ]

    def due_lines(transfers: Iterable[Transfer]) -> list[TransferLine]:
        """Return the lines; buttons that are already in the list of answers are left out."""
        asked = {each.pk for each in waiting}
        return [
            replace(line, buttons=()) if line.number in asked else line for line in lines(transfers)
        ]

    totals = selectors.totals(user)
    lists = [lines(waiting)]
    for currency in totals:
        in_currency = [each for each in due if each.settlement.currency == currency]
        lists.append(due_lines(each for each in in_currency if each.payer.user_id == user.pk))
        lists.append(due_lines(each for each in in_currency if each.payee.user_id == user.pk))
    to_answer, *rest = with_main_action(lists)
    parts = [
        CurrencyPart(
            currency, money.amount(owes, currency), money.amount(owed, currency), to_pay, to_receive
        )
        for (currency, (owes, owed)), to_pay, to_receive in zip(
            totals.items(), rest[::2], rest[1::2], strict=True
        )
    ]
    return OwnPayments(to_answer, parts)


def closed_lines(user: User, transfers: Sequence[Transfer]) -> list[TransferLine]:
    """Return completed payments as lines without actions. At most one query."""
    events = events_of(each.settlement for each in transfers)
    # Nothing can be done about them, whatever the user's role in the club.
    return [payment_line(each, LedgerReader(user.pk), events) for each in transfers]


@login_required
@never_cache
@require_safe
def payments(request: HttpRequest) -> HttpResponse:
    """Show the reader's payments and what waits for an answer.

    At most fifteen queries for any number of them.
    """
    user = signed_in_user(request)
    results, of_others = list(waiting.waiting_for(user)), list(waiting.waiting_for_others(user))
    events = waiting.events_of(results)
    closed = Paginator(selectors.closed_transfers(user), CLOSED_LENGTH)
    page = closed.get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "own": own_payments(user),
        "results": result_lines(results, events, user.pk),
        "pending": pending_by_session(of_others, user.pk),
        "closed": closed_lines(user, list(page)),
        "page": page,
        "here": "payments",
    }
    return render(request, "tournaments/ledger/payments.html", context)

"""Pages that compare two accounts: results, payments and open debts between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person, signed_in_user
from accounts.sorting import sort_key, sorted_by
from games.common import money, numbers
from games.common.numbers import whole_number
from tournaments.ledger.access import may_see_amounts
from tournaments.ledger.book.holders import holder_name, holder_names
from tournaments.ledger.book.models import Account
from tournaments.ledger.charts.won_from import WonFrom, WonFromChart, won_from_chart
from tournaments.ledger.payments.lines import transfer_url
from tournaments.ledger.settling.debt_sentences import OWES, debt_sentence, party_of
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import settlement_url
from tournaments.ledger.settling.origins import SessionNames, events_of_rows, origin
from tournaments.ledger.statements import pairs
from tournaments.ledger.statements.pages import readable_account
from tournaments.ledger.statements.pairs import PairRow, PairSums
from tournaments.ledger.statements.texts import Figure, figure, ledger_name, unit_of

PAIR_LENGTH: Final = 50


#: Beyond this number only the list is shown.
_MOST_BARS: Final = 24


def pairs_chart(
    sums_by_other: Mapping[int, PairSums], accounts: Mapping[int, Account], currency: str
) -> WonFromChart | None:
    """Return the bars of net wins by opponent; None without opponents or with more than 24."""
    if len(sums_by_other) > _MOST_BARS:
        return None
    names = holder_names(accounts[number] for number in sums_by_other)
    pairs = [
        WonFrom(names[number], sums_by_other[number].net, sums_by_other[number].together)
        for number in sorted_by(sums_by_other, names.__getitem__)
    ]
    return won_from_chart(pairs, currency)


@dataclass(frozen=True, slots=True)
class PairLine:
    """Texts of an opponent in the list: shared games, net win and open payments."""

    name: str
    url: str
    together: str
    won: str
    sign: str
    #: Open payments as text.
    open: str


def pair_lines(
    account: Account,
    sums_by_other: Mapping[int, PairSums],
    accounts: Mapping[int, Account],
    url: str,
) -> list[PairLine]:
    """Return a line for each opponent, largest win first.

    :param url: page of the two; the other account's ID is appended
    """
    names = holder_names(accounts[number] for number in sums_by_other)
    ranked = sorted(
        sums_by_other.items(), key=lambda each: (-each[1].net, sort_key(names[each[0]]))
    )
    return [
        PairLine(
            name=names[number],
            url=f"{url}{number}",
            together=str(sums.together),
            won=money.amount(sums.net, account.currency, sign=True),
            sign=numbers.sign(sums.net),
            open=open_words(sums, account.currency),
        )
        for number, sums in ranked
    ]


def open_words(sums: PairSums, currency: str) -> str:
    """Return the open payments between the two as text; empty if there are none."""
    words = {
        "get": money.amount(sums.to_get, currency),
        "pay": money.amount(sums.to_pay, currency),
    }
    if sums.to_get and sums.to_pay:
        return _("%(get)s to receive, %(pay)s to pay") % words
    if sums.to_get:
        return _("%(get)s to receive") % words
    return _("%(pay)s to pay") % words if sums.to_pay else ""


@dataclass(frozen=True, slots=True)
class PairDetail:
    """Texts of a settlement's head-to-head result: title, amount and links."""

    at: datetime
    title: str
    url: str
    more_url: str
    amount: str
    sign: str


def pair_details(
    account: Account, pair_rows: list[PairRow], names: SessionNames
) -> list[PairDetail]:
    """Return results as lines, each with the title of its session or event. At most one query."""
    events = events_of_rows(each.settlement for each in pair_rows)
    lines = []
    for each in pair_rows:
        source = origin(each.settlement, names, events)
        title = source.name
        if each.settlement.number > 1:
            title = _("Corrected: %(what)s") % {"what": source.name}
        lines.append(
            PairDetail(
                at=timezone.localtime(each.at),
                title=title,
                url=source.url,
                more_url=settlement_url(each.settlement.slug),
                amount=money.figure(each.amount, account.currency),
                sign=numbers.sign(each.amount),
            )
        )
    return lines


def pair_figures(name: str, other_name: str, sums: PairSums, currency: str) -> list[Figure]:
    """Return the wins of the two from each other, whose difference is the net result."""
    names = {"one": name, "other": other_name}
    return [
        figure(_("%(one)s won from %(other)s") % names, sums.won, currency),
        figure(_("%(other)s won from %(one)s") % names, -sums.lost, currency),
    ]


def payment_figures(name: str, other_name: str, sums: PairSums, currency: str) -> list[Figure]:
    """Return the payments and waivers between the two; none for points, or if nothing was paid."""
    names = {"one": name, "other": other_name}
    rows = [
        (_("%(one)s paid %(other)s (including waived debts)") % names, sums.paid),
        (_("%(other)s paid %(one)s (including waived debts)") % names, sums.received),
    ]
    return [Figure(label, money.amount(paid, currency), "") for label, paid in rows if paid]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Sentence, link and date of an open payment between two accounts."""

    sentence: str
    url: str
    since: datetime


def open_lines(account: Account, other: Account, transfers: list[Transfer]) -> list[OpenLine]:
    """Return the open payments between the account's holder and another as sentences."""
    lines = []
    for each in transfers:
        payer, payee = (account, other) if each.payer_id == account.pk else (other, account)
        words = {
            "payer": holder_name(payer),
            "payee": holder_name(payee),
            "amount": money.amount(each.open_amount, account.currency),
        }
        sentence = debt_sentence(OWES, party_of(payer), party_of(payee), words)
        since = timezone.localtime(each.settlement.created_at)
        lines.append(OpenLine(sentence, transfer_url(each.settlement.slug, each.pk), since))
    return lines


@login_required
@never_cache
@require_safe
def between(request: HttpRequest) -> HttpResponse:
    """Show an account's results against all others, or against one."""
    account = readable_account(request)
    context: dict[str, Any] = {
        "account": account,
        "name": holder_name(account),
        "is_own": account.user_id == signed_in_user(request).pk,
        "book": ledger_name(account),
        "back_url": f"{reverse('statements')}?account={account.pk}",
        "pairs_url": f"{reverse('statement_between')}?account={account.pk}",
    }
    if "other" in request.GET:
        context |= pair_context(request, account, whole_number(request.GET["other"]))
        return render(request, "tournaments/ledger/statement_pair.html", context)
    sums = pairs.sums_by_other(account.pk)
    others = pairs.accounts_by_id(set(sums))
    url = f"{context['pairs_url']}&other="
    context["lines"] = pair_lines(account, sums, others, url)
    context["chart"] = pairs_chart(sums, others, account.currency)
    return render(request, "tournaments/ledger/statement_pairs.html", context)


def pair_context(request: HttpRequest, account: Account, other_id: int | None) -> dict[str, Any]:
    """Return the template context for two accounts of one ledger. At most fourteen queries.

    :raises Http404: if there is no such other account, or the reader may not know of it
    """
    other = None if other_id is None else pairs.accounts_by_id({other_id}).get(other_id)
    is_there = other is not None and other.pk != account.pk
    same = other is not None and (other.club_id, other.currency) == (
        account.club_id,
        account.currency,
    )
    if other is None or not is_there or not same:
        raise Http404(_("This statement doesn’t exist or is private."))
    sums = pairs.sums_by_other(account.pk, other.pk).get(other.pk)
    if sums is None:
        # Don't reveal who else has an account in this ledger.
        club_id = account.club_id
        if club_id is None or not may_see_amounts(person(request), club_id):
            raise Http404(_("This statement doesn’t exist or is private."))
        sums = pairs.PairSums()
    debts = pairs.debts(account.pk, other.pk)
    page = Paginator(debts, PAIR_LENGTH).get_page(request.GET.get("page"))
    found = pairs.pair_rows(account.pk, list(page.object_list))
    one, two = holder_name(account), holder_name(other)
    return {
        "one": one,
        "other": two,
        "sums": sums,
        "unit": unit_of(account.currency),
        "net": figure("", sums.net, account.currency),
        "figures": pair_figures(one, two, sums, account.currency),
        "paid": payment_figures(one, two, sums, account.currency),
        "open": open_lines(account, other, pairs.open_between(account.pk, other.pk)),
        "details": pair_details(account, found, pairs.session_names_of(found)),
        "page": page,
        "query": urlencode({"account": account.pk, "other": other.pk}),
    }

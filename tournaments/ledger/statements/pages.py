"""Statement pages. The policy decides who may read which statement."""

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
from games.common.numbers import whole_number
from tournaments.clubs.selectors import role_of
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.names import holder_name
from tournaments.ledger.settling.addresses import statement_url
from tournaments.ledger.settling.selectors import may_see_account, may_see_amounts
from tournaments.ledger.statements import data, pairs, selectors, texts
from tournaments.ledger.statements import period as periods
from tournaments.ledger.statements.forms import StatementForm
from tournaments.ledger.statements.selectors import Span

#: Items per page: lines on screen and on paper, settlements of a pair.
PAGE_LENGTH: Final = 100
PRINT_LENGTH: Final = 500
PAIR_LENGTH: Final = 50


@dataclass(frozen=True, slots=True)
class _StatementRequest:
    """The requested account, the form with the period, and whether it is the reader's own."""

    account: Account
    form: StatementForm
    is_own: bool

    def span(self) -> Span | None:
        """Return the lines of the period; None if the form is invalid. Three queries."""
        if not self.form.is_valid():
            return None
        return selectors.span(self.account.pk, *self._bounds())

    def start(self) -> datetime | None:
        """Return the start of the period, or None; the form must be valid."""
        return self._bounds()[0]

    def _bounds(self) -> tuple[datetime | None, datetime | None]:
        """Return the start and end of the chosen period; None leaves an end open."""
        return self.form.chosen().bounds(texts.account_zone(self.account))


def _readable_account(request: HttpRequest, name: str = "account") -> Account:
    """Return the requested account, if the reader may see it. At most three queries.

    :raises Http404: if there is none, or the reader may not see it
    """
    number = whole_number(request.GET.get(name))
    found = None if number is None else selectors.account(number)
    if found is None or not may_see_account(person(request), found):
        raise Http404(_("This statement doesn’t exist or is private."))
    return found


def _requested_statement(request: HttpRequest) -> _StatementRequest | None:
    """Return the requested account and period; by default the last active one and this year.

    None for a user without accounts.
    """
    reader = signed_in_user(request)
    own = selectors.accounts_of(reader)
    if "account" in request.GET:
        number = whole_number(request.GET["account"])
        chosen = next((each for each in own if each.pk == number), None)
        chosen = chosen or _readable_account(request)
    elif own:
        chosen = own[0]
    else:
        return None
    is_own = chosen.user_id == reader.pk
    offered = own if is_own else selectors.sibling_accounts(chosen)
    if chosen not in offered:
        offered = [chosen, *offered]
    today = timezone.localdate(timezone=texts.account_zone(chosen))
    asked = {"period": periods.THIS_YEAR, **request.GET.dict(), "account": str(chosen.pk)}
    form = StatementForm(
        asked,
        accounts=[(each.pk, texts.ledger_name(each)) for each in offered],
        seasons=[] if chosen.club_id is None else periods.season_spans(chosen.club_id),
        today=today,
    )
    return _StatementRequest(chosen, form, is_own)


def _statement_context(request: HttpRequest, requested: _StatementRequest) -> dict[str, Any]:
    """Return the template context shared by the pages of a statement. Up to one query."""
    account = requested.account
    # Former members keep their statement but see no club pages.
    belongs = role_of(account.club, person(request)) is not None
    return {
        "account": account,
        "form": requested.form,
        "title": texts.title_of(account, is_own=requested.is_own),
        "is_own": requested.is_own,
        "book": texts.ledger_name(account),
        "unit": texts.unit_of(account.currency),
        "pairs_url": f"{reverse('statement_between')}?account={account.pk}",
        "accounts_url": reverse("club_accounts", args=[account.club.slug])
        if account.club is not None and belongs
        else "",
    }


@login_required
@never_cache
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """Show an account's lines in a period, newest first, with their sums."""
    asked = _requested_statement(request)
    if asked is None:
        return render(request, "tournaments/ledger/statement_none.html")
    context, found = _statement_context(request, asked), asked.span()
    if found is None:
        return render(request, "tournaments/ledger/statement.html", context, status=422)
    page = Paginator(range(found.count), PAGE_LENGTH).get_page(request.GET.get("page"))
    # Newest first: pages count down from the last number.
    newest = found.last - PAGE_LENGTH * (page.number - 1)
    rows = selectors.statement_rows(
        asked.account.pk, max(found.before, newest - PAGE_LENGTH), newest, backwards=True
    )
    query = urlencode(asked.form.query())
    if page.number == 1:
        drawn = selectors.balance_rows(asked.account.pk, found.before, found.last)
        context["chart"] = texts.statement_chart(
            found, drawn, asked.start(), asked.account.currency
        )
    context |= {
        "summary": texts.statement_summary(found, asked.account.currency),
        "words": texts.period_words(asked.form.chosen()),
        "lines": texts.statement_lines(asked.account, rows),
        "page": page,
        "query": query,
        "print_url": f"{reverse('statement_print')}?{query}",
        "csv_url": f"{reverse('statement_csv')}?{query}",
    }
    return render(request, "tournaments/ledger/statement.html", context)


def _valid_request(request: HttpRequest) -> tuple[_StatementRequest, Span]:
    """Return the requested account and period, and the ledger lines in it with balances.

    :raises Http404: if the request is not valid
    """
    asked = _requested_statement(request)
    found = None if asked is None else asked.span()
    if asked is None or found is None:
        raise Http404(_("This statement doesn’t exist or is private."))
    return asked, found


@login_required
@never_cache
@require_safe
def printed(request: HttpRequest) -> HttpResponse:
    """Show the statement's page for printing, oldest line first."""
    asked, found = _valid_request(request)
    page = Paginator(range(found.count), PRINT_LENGTH).get_page(request.GET.get("page"))
    before = found.before + PRINT_LENGTH * (page.number - 1)
    rows = selectors.statement_rows(
        asked.account.pk, before, min(found.last, before + PRINT_LENGTH)
    )
    query = urlencode(asked.form.query())
    context = _statement_context(request, asked) | {
        "name": holder_name(asked.account),
        "summary": texts.statement_summary(found, asked.account.currency),
        "words": texts.period_words(asked.form.chosen()),
        "lines": texts.statement_lines(asked.account, rows),
        "page": page,
        "query": query,
        "back_url": f"{reverse('statements')}?{query}",
        "printed_at": timezone.localtime(timezone=texts.account_zone(asked.account)),
    }
    return render(request, "tournaments/ledger/statement_print.html", context)


@login_required
@never_cache
@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """Return all lines of the period as CSV."""
    asked, found = _valid_request(request)
    rows = selectors.statement_rows(asked.account.pk, found.before, found.last)
    text = data.statement_csv(asked.account, found, rows)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"statement-{asked.account.pk}-{asked.account.currency or 'points'}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
@never_cache
@require_safe
def between(request: HttpRequest) -> HttpResponse:
    """Show an account's results against all others, or against one."""
    account = _readable_account(request)
    context: dict[str, Any] = {
        "account": account,
        "name": holder_name(account),
        "is_own": account.user_id == signed_in_user(request).pk,
        "book": texts.ledger_name(account),
        "back_url": statement_url(account.pk),
        "pairs_url": f"{reverse('statement_between')}?account={account.pk}",
    }
    if "other" in request.GET:
        context |= pair_context(request, account, whole_number(request.GET["other"]))
        return render(request, "tournaments/ledger/statement_pair.html", context)
    sums = pairs.sums_by_other(account.pk)
    others = pairs.accounts_by_id(set(sums))
    url = f"{context['pairs_url']}&other="
    context["lines"] = texts.pair_lines(account, sums, others, url)
    context["chart"] = texts.pairs_chart(sums, others, account.currency)
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
        "unit": texts.unit_of(account.currency),
        "net": texts.figure("", sums.net, account.currency),
        "figures": texts.pair_figures(one, two, sums, account.currency),
        "open": texts.open_lines(account, pairs.open_between(account.pk, other.pk), two),
        "details": texts.pair_details(account, found, pairs.session_names_of(found)),
        "page": page,
        "query": urlencode({"account": account.pk, "other": other.pk}),
    }

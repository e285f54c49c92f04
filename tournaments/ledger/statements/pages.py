"""Statement pages. `access` decides who may read which statement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person, signed_in_user
from games.common import money, numbers, spreadsheets
from games.common.numbers import whole_number
from games.tables.links import Origin
from tournaments.clubs.selectors import role_of
from tournaments.ledger.access import may_see_account
from tournaments.ledger.book.holders import holder_name
from tournaments.ledger.book.models import Account, Posting
from tournaments.ledger.charts.balance import BalanceChart, BalancePoint, balance_chart
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.payments.lines import transfer_url
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.names import settlement_url
from tournaments.ledger.settling.origins import SettledRow, events_of_rows, origin
from tournaments.ledger.statements import data, selectors
from tournaments.ledger.statements import period as periods
from tournaments.ledger.statements.forms import StatementForm
from tournaments.ledger.statements.open_now import open_now
from tournaments.ledger.statements.selectors import BalanceRowAt, Span, StatementRow, StatementRows
from tournaments.ledger.statements.texts import (
    Figure,
    day_text,
    figure,
    ledger_name,
    period_words,
    reader_zone,
    short_day,
    unit_of,
)

_Kind = Posting.Kind
#: Items per page: lines on screen and on paper, settlements of a pair.
PAGE_LENGTH: Final = 100
PRINT_LENGTH: Final = 500


_PARTS: Final = (
    ("won", pgettext_lazy("sum on a statement", "Won")),
    ("lost", pgettext_lazy("sum on a statement", "Lost")),
    ("corrected", gettext_lazy("Corrections")),
    ("paid", pgettext_lazy("sum on a statement", "Paid")),
    ("received", pgettext_lazy("sum on a statement", "Received")),
    ("waived", pgettext_lazy("sum on a statement", "Waived")),
    ("charged", gettext_lazy("Dues and bills")),
    ("disputed", gettext_lazy("Disputed payments")),
)


@dataclass(frozen=True, slots=True)
class StatementSummary:
    """Opening balance, the period's totals by kind, and closing balance."""

    opening: Figure
    parts: list[Figure]
    closing: Figure
    #: Meaning of the closing balance.
    meaning: str


def statement_summary(span: Span, account: Account, *, is_own: bool) -> StatementSummary:
    """Return the period's totals by kind between opening and closing balance.

    :param is_own: whether the reader holds the account; its user is prefetched
    """
    currency = account.currency
    parts = [
        figure(str(label), amount, currency)
        for name, label in _PARTS
        if (amount := getattr(span.sums, name))
    ]
    return StatementSummary(
        opening=figure(_("Opening balance"), span.opening, currency),
        parts=parts,
        closing=figure(_("Closing balance"), span.closing, currency),
        meaning=_balance_meaning(span.closing, account, is_own=is_own),
    )


def _balance_meaning(balance: int, account: Account, *, is_own: bool) -> str:
    """Return whether the holder owes or is owed the balance, as a sentence."""
    if not account.currency:
        return _("This balance is in points, so there’s nothing to pay.")
    if not balance:
        return _("The balance is zero.")
    if is_own:
        return _("You are owed this amount.") if balance > 0 else _("You owe this amount.")
    if account.kind == Account.Kind.HOUSE:
        if balance > 0:
            return _("The club is owed this amount.")
        return _("The club owes this amount.")
    said = _("%(name)s is owed this amount.") if balance > 0 else _("%(name)s owes this amount.")
    return said % {"name": holder_name(account)}


@dataclass(frozen=True, slots=True)
class StatementLine:
    """Texts and links of a line of a statement."""

    day: str
    #: ISO timestamp.
    at: str
    title: str
    #: Page of the session or event; empty if there is none.
    url: str
    detail: str
    #: Page of the settlement or payment.
    more_url: str
    more_label: str
    amount: str
    sign: str
    after: str


def statement_lines(account: Account, rows: StatementRows) -> list[StatementLine]:
    """Return the rows as lines of the statement. At most one query."""
    events = events_of_rows(row.settlement for row in rows.rows if row.settlement is not None)
    zone = reader_zone()
    return [_statement_line(account, row, rows, events, zone) for row in rows.rows]


def _statement_line(
    account: Account,
    row: StatementRow,
    rows: StatementRows,
    events: Mapping[int, SettledEvent],
    zone: ZoneInfo,
) -> StatementLine:
    """Return the row as a line of the statement, in the time zone."""
    title, url, detail, more_url, more_label = "", "", "", "", ""
    if row.settlement is not None:
        source = origin(row.settlement, rows.names, events, excluded_account=account.pk)
        title, detail = _settled_title_and_detail(row, row.settlement, source)
        url, more_url = source.url, settlement_url(row.settlement.slug)
        more_label = _("Settlement")
    elif row.payment is not None:
        other = row.payment.other_party(account.pk)
        title, detail = _paid_title_and_detail(row, holder_name(rows.others[other]))
        more_url = transfer_url(row.payment.settlement_slug, row.payment.transfer_id)
        more_label = _("Payment")
    at = timezone.localtime(row.at, zone)
    return StatementLine(
        day=short_day(at.date(), numbers.regional_locale()),
        at=at.isoformat(),
        title=title,
        url=url,
        detail=detail,
        more_url=more_url,
        more_label=more_label,
        amount=money.figure(row.amount, account.currency),
        sign=numbers.sign(row.amount),
        after=money.figure(row.after, account.currency),
    )


def _settled_title_and_detail(
    row: StatementRow, settlement: SettledRow, source: Origin
) -> tuple[str, str]:
    """Return title and detail of a line from a settlement or its reversal."""
    if row.kind == _Kind.REVERSAL:
        return _("Reversed: %(what)s") % {"what": source.name}, ""
    if settlement.number > 1:
        return _("Corrected: %(what)s") % {"what": source.name}, settlement.reason
    return source.name, ""


def _paid_title_and_detail(row: StatementRow, name: str) -> tuple[str, str]:
    """Return title and detail of a payment or waiver; `name` is the other party."""
    assert row.payment is not None
    names = {"name": name}
    if row.kind == _Kind.WAIVER:
        if row.amount > 0:
            return _("Waived by %(name)s") % names, ""
        return _("Waived for %(name)s") % names, ""
    if row.kind == _Kind.DISPUTE:
        # The amount has the opposite sign of the payment's.
        if row.amount < 0:
            return _("Disputed by %(name)s") % names, _("The payment doesn’t count for now")
        return _("Your dispute with %(name)s") % names, _("The payment doesn’t count for now")
    way = Payment.Way(row.payment.way).label
    detail = _("%(way)s, %(day)s") % {"way": way, "day": day_text(row.payment.paid_on)}
    if row.amount > 0:
        return _("Paid to %(name)s") % names, detail
    return _("Paid by %(name)s") % names, detail


_KINDS: Final = {
    _Kind.SETTLEMENT: gettext_noop("Settlement"),
    _Kind.REVERSAL: gettext_noop("Reversal"),
    _Kind.PAYMENT: gettext_noop("Payment"),
    _Kind.WAIVER: gettext_noop("Waiver"),
    _Kind.DISPUTE: gettext_noop("Disputed payment"),
}
#: Placeholder slug, so that many URLs are built from one.
_SLUG: Final = "slug-of-it"


def statement_chart(
    span: Span, balances: Sequence[BalanceRowAt], start: datetime | None, currency: str
) -> BalanceChart | None:
    """Return the balance chart of the period; None for fewer than two points.

    :param start: time from which the opening balance is shown
    """
    words = {kind: _(label) for kind, label in _KINDS.items()}
    address = settlement_url(_SLUG)
    points = []
    if start is not None and span.before and balances:
        opening = _("Opening balance")
        points.append(BalancePoint(min(start, balances[0].at), span.opening, opening))
    for row in balances:
        # Clocks of several servers may differ slightly; lines are ordered by number.
        at = max(row.at, points[-1].at) if points else row.at
        url = address.replace(_SLUG, row.settlement_slug) if row.settlement_slug else ""
        points.append(BalancePoint(at, row.after, words[_Kind(row.kind)], url))
    return balance_chart(points, currency)


def title_of(account: Account, *, is_own: bool) -> str:
    """Return "Your statement", or the title with the holder's name."""
    if is_own:
        return _("Your statement")
    return _("Statement for %(name)s") % {"name": holder_name(account)}


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
        return self.form.chosen().bounds(reader_zone())


def readable_account(request: HttpRequest, name: str = "account") -> Account:
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

    Accounts of money come before those of points.

    None for a user without accounts.
    """
    reader = signed_in_user(request)
    own = selectors.accounts_of(reader)
    if "account" in request.GET:
        number = whole_number(request.GET["account"])
        chosen = next((each for each in own if each.pk == number), None)
        chosen = chosen or readable_account(request)
    elif own:
        chosen = next((each for each in own if each.currency), own[0])
    else:
        return None
    is_own = chosen.user_id == reader.pk
    offered = own if is_own else selectors.sibling_accounts(chosen)
    if chosen not in offered:
        offered = [chosen, *offered]
    today = timezone.localdate()
    asked = {"period": periods.THIS_YEAR, **request.GET.dict(), "account": str(chosen.pk)}
    form = StatementForm(
        asked,
        accounts=[(each.pk, ledger_name(each)) for each in offered],
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
        "title": title_of(account, is_own=requested.is_own),
        "is_own": requested.is_own,
        "book": ledger_name(account),
        "unit": unit_of(account.currency),
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
        context["chart"] = statement_chart(found, drawn, asked.start(), asked.account.currency)
    context |= {
        "summary": statement_summary(found, asked.account, is_own=asked.is_own),
        "open_now": open_now(asked.account, is_own=asked.is_own),
        "shown": found.shown,
        "words": period_words(asked.form.chosen()),
        "lines": statement_lines(asked.account, rows),
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
        "open_now": open_now(asked.account, is_own=False),
        "summary": statement_summary(found, asked.account, is_own=asked.is_own),
        "words": period_words(asked.form.chosen()),
        "lines": statement_lines(asked.account, rows),
        "page": page,
        "query": query,
        "back_url": f"{reverse('statements')}?{query}",
        "printed_at": timezone.localtime(),
    }
    return render(request, "tournaments/ledger/statement_print.html", context)


@login_required
@never_cache
@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """Return all lines of the period as CSV."""
    asked, found = _valid_request(request)
    rows = selectors.statement_rows(asked.account.pk, found.before, found.last, is_complete=True)
    text = data.statement_csv(asked.account, found, rows)
    club, currency = asked.account.club, asked.account.currency or "points"
    return spreadsheets.as_download(text, club.name if club else "", "statement", currency)

"""Pages of a club's accounts, open payments and settlements.

`access` decides who sees amounts; services settle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sorting import sorted_by
from games.common import money, numbers
from games.common.dates import date_format
from tournaments.clubs.models import Club
from tournaments.ledger.accounts import selectors
from tournaments.ledger.accounts.context import club_context, render_page, requested_currency
from tournaments.ledger.accounts.forms import PairForm
from tournaments.ledger.accounts.open_lines import open_transfer_lines
from tournaments.ledger.accounts.selectors import AccountState, ClubState
from tournaments.ledger.accounts.todo import todo_parts
from tournaments.ledger.audit.sentences import latest_result
from tournaments.ledger.book.holders import currency_name, holder_names
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.charts.won_from import MAX_PEOPLE, WonMatrix, won_matrix
from tournaments.ledger.statements import pairs
from tournaments.ledger.statements.pair_pages import pair_context
from tournaments.ledger.statements.texts import Figure, figure

#: Labels of the ages of open payments, in the order of `selectors.AGES`.
AGE_LABELS: Final = (
    gettext_noop("Up to a week old"),
    gettext_noop("Up to a month old"),
    gettext_noop("Up to three months old"),
    gettext_noop("More than three months old"),
)


def account_lines(state: ClubState) -> list[tuple[str, AccountState]]:
    """Return the club's accounts with the names of their holders.

    Without the club's own account, if nothing is on it.
    """
    names = holder_names(each.account for each in state.states)
    return [
        (names[each.account.pk], each)
        for each in state.states
        if each.account.kind != Account.Kind.HOUSE or each.balance or each.to_get or each.to_pay
    ]


def total_of(state: ClubState, currency: str) -> Figure:
    """Return the labelled sum of all balances, which is zero in a correct ledger."""
    return figure(_("Total"), sum(each.balance for each in state.states), currency)


def matrix(
    accounts: Sequence[Account], won: Mapping[tuple[int, int], int], currency: str
) -> WonMatrix | None:
    """Return the table of who won from whom between accounts with wins or losses.

    `won` is keyed by (winner, loser) account IDs. None unless there are 2 to 16 such accounts.
    """
    met = {account for pair in won for account in pair}
    names = holder_names(each for each in accounts if each.pk in met)
    accounts = sorted_by((each for each in accounts if each.pk in met), lambda each: names[each.pk])
    places = {account.pk: place for place, account in enumerate(accounts)}
    by_place = {(places[one], places[other]): amount for (one, other), amount in won.items()}
    return won_matrix([names[each.pk] for each in accounts], by_place, currency)


@dataclass(frozen=True, slots=True)
class AgeLine:
    """Texts of the open payments of one age: how many, their sum and a link."""

    label: str
    count: str
    amount: str
    url: str


def age_lines(club: Club, state: ClubState, currency: str) -> list[AgeLine]:
    """Return a line for each age of open payments; none at all if nothing is open."""
    if not any(each.count for each in state.ages):
        return []
    url = f"{reverse('club_open', args=[club.slug])}?currency={currency}&age="
    return [
        AgeLine(
            label=_(label),
            count=ngettext("%(count)d payment", "%(count)d payments", each.count)
            % {"count": each.count},
            amount=money.amount(each.amount, currency),
            url=f"{url}{at}" if each.count else "",
        )
        for at, (label, each) in enumerate(zip(AGE_LABELS, state.ages, strict=True))
    ]


#: Number of open payments on the page of the accounts; another page has all.
OPEN_LENGTH: Final = 20
#: Number of audit errors the page lists.
FAULTS_LENGTH = 8


@dataclass(frozen=True, slots=True)
class AuditSummary:
    """Verdict and first errors of the last audit of a club's ledger, as texts."""

    sentence: str
    is_clean: bool
    #: The first errors; the admin site has all.
    faults: list[str]
    #: How many more there are; empty if none.
    others: str = ""


def audit_summary(club: Club) -> AuditSummary | None:
    """Return the last audit's result with its first eight errors; None before the first.

    Two queries.
    """
    result = latest_result(club.pk)
    if result is None:
        return None
    ended = timezone.localtime(result.ended_at)
    words = {"when": date_format(ended, "DATETIME_FORMAT"), "what": result.text}
    sentence = _("Checked on %(when)s. %(what)s") % words
    faults, left = list(result.faults[:FAULTS_LENGTH]), len(result.faults) - FAULTS_LENGTH
    others = ngettext("%(count)s more error", "%(count)s more errors", left) % {
        "count": numbers.unsigned(left)
    }
    return AuditSummary(sentence, result.is_clean, faults, others if left > 0 else "")


# --- Settings


def settles_sentence(book: ClubBook) -> str:
    """Return a sentence about when the club settles."""
    if book.settles == ClubBook.Settles.SEASON:
        return _("Balances add up until a season closes or an organizer or treasurer settles them.")
    if book.settles == ClubBook.Settles.LIMIT:
        limit = money.amount(book.limit_minor, book.limit_currency)
        return _(
            "Balances add up until a player owes or is owed more than %(limit)s. Then one payment"
            " list is created for everyone."
        ) % {"limit": limit}
    return _("The club settles after every game and event.")


def visibility_sentence(book: ClubBook) -> str:
    """Return a sentence about who sees amounts."""
    if book.seen_by == ClubBook.SeenBy.MEMBERS:
        return _("All members can see all accounts.")
    return _(
        "Members can see only their own account. Organizers and treasurers can see all accounts."
    )


@login_required
@never_cache
@require_safe
def accounts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's accounts, as far as the reader may see them."""
    here = club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = requested_currency(request, currencies)
    state = selectors.club_state(here.club, currency, only_user=here.only_user)
    context: dict[str, Any] = {
        "currency": currency,
        "currency_name": currency_name(currency),
        "currencies": currencies,
        "lines": account_lines(state),
        "ages": age_lines(here.club, state, currency) if currency else [],
        "settles": settles_sentence(here.book),
        "seen": visibility_sentence(here.book),
        "is_carried": bool(currency) and state.is_carried,
    }
    if here.sees_all:
        context["total"] = total_of(state, currency)
        people = [each.account for each in state.states]
        if len(people) <= MAX_PEOPLE:
            won = selectors.won_between([each.pk for each in people])
            context["matrix"] = matrix(people, won, currency)
    if currency:
        rows = selectors.listed_transfers(here.club, currency, None, only_user=here.only_user)
        found = list(rows[: OPEN_LENGTH + 1])
        context["open"] = open_transfer_lines(found[:OPEN_LENGTH], currency, here.reader)
        context["has_more_open"] = len(found) > OPEN_LENGTH
    context["todo"] = todo_parts(here)
    if here.keeps_book:
        context["audit"] = audit_summary(here.club)
    return render_page(request, "accounts", here, **context)


# --- Comparing two players


@login_required
@never_cache
@require_safe
def between(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a form to choose two of the club's players, and their results against each other."""
    here = club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = requested_currency(request, currencies)
    rows = Account.objects.filter(club=here.club, currency=currency).select_related("user")
    known = {each.pk: each for each in rows}
    offered = sorted_by(holder_names(known.values()).items(), lambda each: each[1])
    # A reader who may not see all accounts compares themselves with players they met.
    ones = [each for each in offered if here.sees_all or known[each[0]].user_id == here.reader.pk]
    if not here.sees_all:
        met = {number for one, _name in ones for number in pairs.sums_by_other(one)}
        offered = [each for each in offered if each[0] in met]
    asked = request.GET if "one" in request.GET and "other" in request.GET else None
    form = PairForm(asked, first_accounts=ones, second_accounts=offered)
    context: dict[str, Any] = {
        "form": form,
        "currency": currency,
        "currencies": [(each, currency_name(each), each == currency) for each in currencies],
        "selects": form.selects(),
        "is_empty": not ones or len(offered) < 2,
    }
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        context |= pair_context(request, known[one], other)
        context["query"] = urlencode({"currency": currency, "one": one, "other": other})
    return render_page(request, "between", here, **context)

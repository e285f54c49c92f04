"""Pages of a club's accounts. The policy decides who sees amounts; services settle."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from accounts.sorting import sorted_by
from games.common.denials import Denial
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.zones import zone_of
from tournaments.ledger.accounts import data, season, selectors, services, texts
from tournaments.ledger.accounts.forms import PairForm, book_form
from tournaments.ledger.accounts.provides import TAB
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.club_book import ClubBook
from tournaments.ledger.book.names import currency_name, holder_names
from tournaments.ledger.charts.won_from import MAX_PEOPLE
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.settling.origins import SETTLED_FIELDS, SettledRow, names_of_sessions
from tournaments.ledger.statements import pairs
from tournaments.ledger.statements.pages import pair_context
from tournaments.ledger.statements.period import season_spans
from tournaments.ledger.statements.texts import period_words

#: Items per page: settlements, and open payments.
SETTLEMENTS_LENGTH: Final = 50
OPEN_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class _ClubContext:
    """The club, its ledger settings, the reader, and the reader's role and permissions."""

    club: Club
    reader: User
    role: Role
    book: ClubBook

    @property
    def keeps_book(self) -> bool:
        """Return whether the reader may manage the club's ledger."""
        return may(self.role, Right.KEEP_BOOK)

    @property
    def sees_all(self) -> bool:
        """Return whether the reader sees all amounts, as in `selectors.may_see_amounts`."""
        return self.keeps_book or self.book.seen_by == ClubBook.SeenBy.MEMBERS

    @property
    def only_user(self) -> User | None:
        """The user whose amounts are shown; None if the reader sees all."""
        return None if self.sees_all else self.reader


def _club_context(request: HttpRequest, slug: str, *, keeps_book: bool = False) -> _ClubContext:
    """Return the club with the reader's role and the ledger settings.

    The reader must be a member or, with `keeps_book`, an organizer. Three queries.

    :raises Http404: if there is no such club
    :raises PermissionDenied: if the reader is no member or lacks the right
    """
    club = clubs.club(slug)
    if club is None:
        raise Http404(_("This club doesn’t exist."))
    reader = person(request)
    role = clubs.role_of(club, reader)
    right = Right.KEEP_BOOK if keeps_book else Right.SEE_MEMBERS
    if reader is None or role is None or not may(role, right):
        raise PermissionDenied
    return _ClubContext(club, reader, role, selectors.book_of(club))


def _render(
    request: HttpRequest,
    template: str,
    club_context: _ClubContext,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render the club template with the club's heading and the reader's permissions."""
    context |= {
        **club_pages.club_context(club_context.club, club_context.role, TAB),
        "keeps_book": club_context.keeps_book,
        "sees_all": club_context.sees_all,
    }
    return render(request, f"tournaments/ledger/club_{template}.html", context, status=status)


def _currency(request: HttpRequest, currencies: list[str]) -> str:
    """Return the currency asked for, or the club's first; empty for points or none at all."""
    asked = request.GET.get("currency")
    if asked is not None and asked in currencies:
        return asked
    return next(iter(currencies), "")


@login_required
@never_cache
@require_safe
def accounts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's accounts, as far as the reader may see them."""
    here = _club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = _currency(request, currencies)
    state = selectors.club_state(here.club, currency, only_user=here.only_user)
    context: dict[str, Any] = {
        "currency": currency,
        "currency_name": currency_name(currency),
        "currencies": currencies,
        "lines": texts.account_lines(state),
        "ages": texts.age_lines(here.club, state, currency) if currency else [],
        "settles": texts.settles_sentence(here.book),
        "seen": texts.visibility_sentence(here.book),
        "is_carried": bool(currency) and state.is_carried,
    }
    if here.sees_all:
        context["total"] = texts.total_of(state, currency)
        people = [each.account for each in state.states]
        if len(people) <= MAX_PEOPLE:
            won = selectors.won_between([each.pk for each in people])
            context["matrix"] = texts.matrix(people, won, currency)
    if here.keeps_book:
        context["disputes"] = texts.dispute_lines(here.club, selectors.disputes(here.club))
        context["audit"] = texts.audit_summary(here.club)
        context["results"] = texts.result_lines(list(waiting.of_club(here.club)), here.reader)
    return _render(request, "accounts", here, **context)


def _csv_response(text: str, file_stem: str) -> HttpResponse:
    """Return the CSV text as a download named `file_stem` plus ".csv"."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_stem}.csv"'
    return response


@login_required
@never_cache
@require_safe
def accounts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a CSV of the accounts that the reader may see, in all currencies."""
    here = _club_context(request, slug)
    states = {
        each: selectors.club_state(here.club, each, only_user=here.only_user)
        for each in selectors.currencies_of(here.club)
    }
    return _csv_response(data.accounts_csv(states), f"{here.club.slug}-accounts")


@login_required
@never_cache
@require_safe
def open_payments(request: HttpRequest, slug: str) -> HttpResponse:
    """List the open payments in a currency that the reader may see, oldest first."""
    here = _club_context(request, slug)
    currency = _currency(request, selectors.currencies_of(here.club))
    asked = request.GET.get("age", "")
    ages = {str(at): at for at in range(len(texts.AGE_LABELS))}
    age = ages.get(asked)
    found = selectors.listed_transfers(here.club, currency, age, only_user=here.only_user)
    page = Paginator(found, OPEN_LENGTH).get_page(request.GET.get("page"))
    return _render(
        request,
        "open",
        here,
        currency=currency,
        currency_name=currency_name(currency),
        age=_(texts.AGE_LABELS[age]) if age is not None else "",
        lines=texts.open_transfer_lines(here.club, page, currency),
        page=page,
        query=urlencode({"currency": currency, "age": asked}),
    )


@login_required
@never_cache
@require_safe
def open_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a CSV of all open payments in a currency that the reader may see."""
    here = _club_context(request, slug)
    currency = _currency(request, selectors.currencies_of(here.club))
    found = selectors.listed_transfers(here.club, currency, None, only_user=here.only_user)
    name = f"{here.club.slug}-open-{currency or 'points'}"
    return _csv_response(data.open_csv(found, currency), name)


@login_required
@never_cache
@require_safe
def settlements(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's settlements that the reader may see, newest first."""
    here = _club_context(request, slug)
    rows = selectors.settlements_of(here.club, only_user=here.only_user)
    page = Paginator(rows.select_related("session__table"), SETTLEMENTS_LENGTH).get_page(
        request.GET.get("page")
    )
    found = list(page.object_list)
    numbers = [each.pk for each in found]
    # The same rows as tuples, which the titles are made from.
    values = {
        row[0]: SettledRow(*row) for row in rows.filter(pk__in=numbers).values_list(*SETTLED_FIELDS)
    }
    lines = texts.settlement_lines(
        here.club,
        found,
        [values[number] for number in numbers],
        names_of_sessions(Q(settlement__in=numbers)),
        selectors.settlement_sums(numbers),
    )
    return _render(request, "settlements", here, lines=lines, page=page)


@login_required
@never_cache
@require_safe
def won_over_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the season chart, as far as the reader may see it. At most eleven queries."""
    here = _club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = _currency(request, currencies)
    today = timezone.localdate(timezone=zone_of(here.club))
    choices = texts.season_choices(season_spans(here.club.pk), today)
    asked = request.GET.get("period", "")
    chosen = next((each for each in choices if each.key == asked), choices[0])
    found = season.played_days(here.club, currency, chosen.period, only_user=here.only_user)
    won = season.won_by_day(here.club, currency, found.days, only_user=here.only_user)
    holders = selectors.accounts_in(here.club, won)
    return _render(
        request,
        "season",
        here,
        currency=currency,
        currencies=[(each, currency_name(each), each == currency) for each in currencies],
        choices=[(each.key, each.label, each == chosen) for each in choices],
        period=chosen,
        words=period_words(chosen.period),
        chart=texts.results_chart(found.days, won, holders, currency),
        cut=texts.cut_sentence(len(found.days)) if found.is_cut else "",
        seen=texts.visibility_sentence(here.book),
    )


# --- Settling


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview settling now to readers who see all amounts; settle if an organizer confirms."""
    here = _club_context(request, slug, keeps_book=request.method == "POST")
    if not here.sees_all:
        raise PermissionDenied
    currencies = [each for each in selectors.currencies_of(here.club) if each]
    currency = _currency(request, currencies)
    include_open = request.GET.get("list") == "all"
    status = 200
    if request.method == "POST":
        mark = request.POST.get("mark", "")
        answer = services.settle_club(
            of_request(request), here.club.pk, currency, include_open=include_open, mark=mark
        )
        if not isinstance(answer, Denial):
            messages.success(
                request, _("Payment list created. Everyone affected has been notified.")
            )
            return redirect(answer)
        if answer.code in (LedgerCode.NOT_ALLOWED, LedgerCode.UNKNOWN):
            raise PermissionDenied
        messages.error(request, denial_text(answer))
        status = 422
    found = services.proposed_list(here.club.pk, currency, include_open=include_open)
    holders = selectors.accounts_in(here.club, found.nets)
    return _render(
        request,
        "settle",
        here,
        status=status,
        currency=currency,
        currencies=[(each, each == currency) for each in currencies],
        include_open=include_open,
        proposal=texts.proposal(found, holders, currency),
        may_settle=here.keeps_book,
        here_url=reverse("club_settle", args=[here.club.slug]),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, slug: str) -> HttpResponse:
    """Let an organizer of an open club edit when the club settles and who sees amounts."""
    here = _club_context(request, slug, keeps_book=True)
    if here.club.closed_at is not None:
        raise Http404(_("This club is closed, so its settings can’t be changed."))
    posted = request.method == "POST"
    form = book_form(here.book, here.club.currency, request.POST if posted else None)
    if form.is_valid():
        answer = services.change_book(of_request(request), here.club.pk, **form.terms())
        if not isinstance(answer, Denial):
            messages.success(request, _("Changes saved."))
            return redirect("club_accounts", slug)
        if answer.code in (LedgerCode.NOT_ALLOWED, LedgerCode.UNKNOWN):
            raise PermissionDenied
        form.add_error(None, denial_text(answer))
    return _render(
        request,
        "book",
        here,
        status=422 if posted else 200,
        form=form,
        settles=form.choices("settles"),
        seen_by=form.choices("seen_by"),
    )


# --- Comparing two players


@login_required
@never_cache
@require_safe
def between(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a form to choose two of the club's players, and their results against each other."""
    here = _club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = _currency(request, currencies)
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
    return _render(request, "between", here, **context)

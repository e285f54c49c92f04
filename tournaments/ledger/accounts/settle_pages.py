"""Pages to settle a club's carried balances, and to change its ledger settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from games.common import money
from games.common.denials import Denial
from tournaments.ledger.accounts import selectors, services
from tournaments.ledger.accounts.context import club_context, render_page, requested_currency
from tournaments.ledger.accounts.forms import book_form
from tournaments.ledger.accounts.services import ProposedList
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.book.models import Account
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.settling.settlement import is_shortest, transfers


@dataclass(frozen=True, slots=True)
class Proposal:
    """Texts of the preview of settling now: payments, their number, and whether fewer are possible.

    `mark` is the list's fingerprint.
    """

    #: Payer, payee and amount of each payment.
    lines: list[tuple[str, str, str]]
    #: Numbers of balances and payments.
    summary: str
    #: Whether the list is proven shortest.
    exactness: str
    #: How many open payments are rolled into the list.
    taken: str
    mark: str
    #: That the open payments are the shortest list already; empty if none are open.
    already_short: str = ""
    #: That payments of events in which everyone pays the club stay; empty if there are none.
    through_club: str = ""


def proposal(proposed: ProposedList, accounts: Mapping[int, Account], currency: str) -> Proposal:
    """Return the texts of a preview of settling now; without payments if nothing is due.

    :param accounts: the accounts of the net balances, by ID
    """
    through_club = _through_club(proposed.through_club)
    if not proposed.nets:
        already_short = _already_short(proposed.taken)
        return Proposal([], "", "", "", proposed.mark, already_short, through_club)
    due = transfers(dict(proposed.nets))
    summary = ngettext(
        "%(payments)d payment settles %(count)d balances.",
        "%(payments)d payments settle %(count)d balances.",
        len(due),
    ) % {"payments": len(due), "count": sum(map(bool, proposed.nets.values()))}
    if is_shortest(proposed.nets):
        exactness = _("That’s the fewest payments possible.")
    else:
        exactness = _("With this many balances, a slightly shorter payment list may be possible.")
    taken = ""
    if proposed.taken:
        taken = ngettext(
            "The new list replaces %(count)d open payment.",
            "The new list replaces %(count)d open payments.",
            proposed.taken,
        ) % {"count": proposed.taken}
    names = holder_names(accounts[number] for each in due for number in (each.payer, each.payee))
    return Proposal(
        lines=[
            (names[each.payer], names[each.payee], money.amount(each.amount, currency))
            for each in due
        ],
        summary=summary,
        exactness=exactness,
        taken=taken,
        mark=proposed.mark,
        through_club=through_club,
    )


def _through_club(count: int) -> str:
    """Return that payments of events in which everyone pays the club stay; empty if none."""
    if not count:
        return ""
    return ngettext(
        "%(count)d payment of an event in which everyone pays the club stays as it is.",
        "%(count)d payments of events in which everyone pays the club stay as they are.",
        count,
    ) % {"count": count}


def _already_short(count: int) -> str:
    """Return that the open payments can't be combined; empty if there are none."""
    if not count:
        return ""
    return ngettext(
        "%(count)d payment is open, and no shorter list is possible. Nothing changes.",
        "%(count)d payments are open, and no shorter list is possible. Nothing changes.",
        count,
    ) % {"count": count}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview settling now to readers who see all amounts; settle if a keeper confirms."""
    here = club_context(request, slug, keeps_book=request.method == "POST")
    if not here.sees_all:
        raise PermissionDenied
    currencies = [each for each in selectors.currencies_of(here.club) if each]
    currency = requested_currency(request, currencies)
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
    return render_page(
        request,
        "settle",
        here,
        status=status,
        currency=currency,
        currencies=[(each, each == currency) for each in currencies],
        include_open=include_open,
        proposal=proposal(found, holders, currency),
        may_settle=here.keeps_book,
        here_url=reverse("club_settle", args=[here.club.slug]),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a keeper of an open club edit when the club settles and who sees amounts."""
    here = club_context(request, slug, keeps_book=True)
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
    return render_page(
        request,
        "book",
        here,
        status=422 if posted else 200,
        form=form,
        settles=form.choices("settles"),
        seen_by=form.choices("seen_by"),
    )

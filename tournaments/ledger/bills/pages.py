"""Pages of bills: the list, splitting one, and one bill with its answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.caller import of_request
from accounts.models import User
from games.common import money
from games.common.denials import Denial
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, may
from tournaments.ledger.accounts.context import ClubContext, club_context, render_page
from tournaments.ledger.accounts.selectors import book_of
from tournaments.ledger.bills import selectors, services
from tournaments.ledger.bills.forms import CLUB_PAID, BillForm, SharesForm
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.bills.notices import payee_name
from tournaments.ledger.bills.services import BillTerms
from tournaments.ledger.denials import LedgerCode, denial_text

#: Bills per page.
LENGTH = 20


@dataclass(frozen=True, slots=True)
class ShareLine:
    """Name, amount and status of a share as texts."""

    name: str
    amount: str
    status: str
    is_yours: bool
    #: The payment of the debt; empty if there is none or the reader has no part in it.
    url: str


@dataclass(frozen=True, slots=True)
class BillPage:
    """A bill as texts, with its shares and the actions of one reader."""

    title: str
    total: str
    payee: str
    by: str
    created_at: datetime
    lapses_at: datetime
    status: str
    url: str
    is_open: bool
    shares: Sequence[ShareLine]
    #: The reader's own share, as text, if the reader has to answer.
    own_amount: str
    #: Whether the reader has to confirm having paid.
    asks_payment: bool
    may_withdraw: bool
    #: Page to split the rest again; empty if the reader can't, or nothing is left.
    rest_url: str
    rest: str
    #: The bill into which the rest went; empty if there is none.
    later_url: str


def bill_page(bill: Bill, reader_id: int, *, keeps_book: bool) -> BillPage:
    """Return the bill's texts and the reader's actions. No query: relations are prefetched."""
    shares = list(bill.shares.all())
    own = next((each for each in shares if each.user_id == reader_id), None)
    is_payer = bill.paid_by_id == reader_id
    is_waiting = bill.is_open and own is not None and own.is_accepted is None and not is_payer
    rest, later = services.rest_of(bill), getattr(bill, "split_again", None)
    is_refused = not bill.is_open or any(each.is_accepted is False for each in shares)
    may_split = bill.proposed_by_id == reader_id and rest > 0 and is_refused and later is None
    club_url = reverse("bill_new", args=[bill.club.slug])
    return BillPage(
        title=bill.title,
        total=money.amount(bill.total, bill.currency),
        payee=payee_name(bill),
        by=bill.proposed_by.shown_name,
        created_at=bill.created_at,
        lapses_at=bill.lapses_at,
        status=_status_text(bill),
        url=bill.get_absolute_url(),
        is_open=bill.is_open,
        shares=[_share_line(bill, each, reader_id, keeps_book=keeps_book) for each in shares],
        own_amount=money.amount(own.amount, bill.currency) if is_waiting and own else "",
        asks_payment=bill.is_open and is_payer and bill.is_confirmed is None,
        may_withdraw=bill.is_open and reader_id in (bill.proposed_by_id, bill.paid_by_id),
        rest_url=f"{club_url}?rest_of={bill.slug}" if may_split else "",
        rest=money.amount(rest, bill.currency),
        later_url="" if later is None else reverse("bill", args=[bill.club.slug, later.slug]),
    )


def _status_text(bill: Bill) -> str:
    """Return the bill's status: open, waiting for the one who paid, or how it ended."""
    if bill.is_open and bill.is_confirmed is None:
        return _("Waiting for %(name)s to confirm having paid") % {"name": payee_name(bill)}
    if bill.is_open:
        return _("Waiting for answers")
    return {
        Bill.Outcome.OPEN: _("Lapsed"),
        Bill.Outcome.ANSWERED: _("Answered by all"),
        Bill.Outcome.WITHDRAWN: pgettext("a bill", "Withdrawn"),
        Bill.Outcome.SPLIT_AGAIN: _("Rest split again"),
        Bill.Outcome.LAPSED: _("Lapsed"),
    }[Bill.Outcome(bill.outcome)]


def _share_line(bill: Bill, share: BillShare, reader_id: int, *, keeps_book: bool) -> ShareLine:
    """Return the share with its status, and a link to its payment for the parties and keepers."""
    transfer = None
    if share.settlement is not None:
        transfer = next(iter(share.settlement.transfers.all()), None)
    is_party = keeps_book or reader_id in (share.user_id, bill.paid_by_id)
    return ShareLine(
        name=share.user.shown_name,
        amount=money.amount(share.amount, bill.currency),
        status=_share_status(bill, share),
        is_yours=share.user_id == reader_id,
        url=reverse("payment", args=[transfer.pk]) if transfer is not None and is_party else "",
    )


def _share_status(bill: Bill, share: BillShare) -> str:
    """Return the status of a share: paid with the bill, accepted, declined or without an answer."""
    if share.user_id == bill.paid_by_id:
        return _("Own share") if bill.is_confirmed else _("Has to confirm having paid")
    if share.is_accepted:
        return pgettext("a share of a bill", "Accepted")
    if share.is_accepted is None:
        return _("No answer yet") if bill.is_open else _("Not accepted")
    return pgettext("a share of a bill", "Declined")


@login_required
@never_cache
@require_safe
def bills(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's bills that the reader may see, newest first."""
    here = club_context(request, slug)
    only_user = None if here.keeps_book else here.reader
    page = Paginator(selectors.bills_of(here.club, only_user), LENGTH).get_page(
        request.GET.get("page")
    )
    lines = [bill_page(each, here.reader.pk, keeps_book=here.keeps_book) for each in page]
    return render_page(request, "bills", here, lines=lines, page=page)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_bill(request: HttpRequest, slug: str) -> HttpResponse:
    """Split a bill: enter it, check the shares, then send them to the members."""
    here = club_context(request, slug)
    if not may(here.role, Right.PLAY) or here.club.closed_at is not None:
        raise PermissionDenied
    earlier = _bill_to_split_again(request, here)
    data = request.POST if request.method == "POST" else None
    form = BillForm(
        here.club,
        here.reader.pk,
        data,
        keeps_book=here.keeps_book,
        initial={} if earlier is None else _initial_of_rest(earlier),
    )
    wanted = request.POST.get("do", "")
    if not form.is_bound or not form.is_valid() or wanted == "edit":
        status = 422 if form.is_bound and wanted != "edit" else 200
        return _render_new(request, here, earlier, status=status, form=form)
    shares = SharesForm(form, data if wanted == "send" else None)
    if shares.is_valid():
        said = form.cleaned_data
        answer = services.split_bill(
            of_request(request),
            here.club.pk,
            BillTerms(
                said["title"], said["total"], said["currency"], form.paid_by_id, shares.shares()
            ),
            rest_of=None if earlier is None else earlier.pk,
        )
        if not isinstance(answer, Denial):
            messages.success(request, _("Bill split. The members have been asked."))
            return redirect(answer)
        shares.add_error(None, denial_text(answer))
    return _render_new(
        request,
        here,
        earlier,
        status=422 if shares.is_bound else 200,
        form=form,
        shares=shares,
        total=money.amount(form.cleaned_data["total"], form.cleaned_data["currency"]),
        # Without a second reading.
        typed_total=money.typed(form.cleaned_data["total"], form.cleaned_data["currency"]),
        payee=dict(form.fields["paid_by"].choices)[form.cleaned_data["paid_by"]],  # type: ignore[attr-defined]
        rounding=form.rounding_sentence(),
    )


def _render_new(
    request: HttpRequest, here: ClubContext, earlier: Bill | None, *, status: int, **context: Any
) -> HttpResponse:
    """Render the page to split a bill: the first form, or the shares if there are any."""
    context |= {"earlier": earlier}
    return render_page(request, "bill_new", here, status=status, **context)


def _bill_to_split_again(request: HttpRequest, here: ClubContext) -> Bill | None:
    """Return the reader's bill whose rest is split again; None for a new bill.

    :raises Http404: it isn't the reader's
    """
    asked = request.GET.get("rest_of")
    if asked is None:
        return None
    found = selectors.bill(here.club, asked)
    if found is None or found.proposed_by_id != here.reader.pk:
        raise Http404(denial_text(Denial(LedgerCode.NO_BILL)))
    return found


def _initial_of_rest(bill: Bill) -> dict[str, Any]:
    """Return the values with which the rest of a bill is split again."""
    accepted = {each.user_id for each in bill.shares.all() if each.settlement_id is not None}
    return {
        "title": bill.title,
        "total": money.typed(services.rest_of(bill), bill.currency),
        "currency": bill.currency,
        "paid_by": CLUB_PAID if bill.paid_by_id is None else str(bill.paid_by_id),
        "members": sorted(accepted | ({bill.paid_by_id} if bill.paid_by_id else set())),
    }


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bill(request: HttpRequest, slug: str, bill_slug: str) -> HttpResponse:
    """Show a bill to those with a part in it and to those who keep the ledger; process answers.

    Former members can still answer.
    """
    club = clubs.club(slug)
    found = None if club is None else selectors.bill(club, bill_slug)
    reader = of_request(request).person()
    if club is None or found is None or reader is None:
        raise Http404(denial_text(Denial(LedgerCode.NO_BILL)))
    role = clubs.role_of(club, reader)
    here = ClubContext(club, reader, role, book_of(club))
    parties = {found.proposed_by_id, found.paid_by_id, *(s.user_id for s in found.shares.all())}
    if reader.pk not in parties and not here.keeps_book:
        raise Http404(denial_text(Denial(LedgerCode.NO_BILL)))
    error = ""
    if request.method == "POST":
        answer, done = _act(request, found)
        if answer is None:
            messages.success(request, done)
            return redirect(found)
        error = denial_text(answer)
        found = selectors.bill(club, bill_slug) or found
    page = bill_page(found, reader.pk, keeps_book=here.keeps_book)
    return render_page(request, "bill", here, status=422 if error else 200, page=page, error=error)


def _accepted_message(bill: Bill, user: User | None) -> str:
    """Return the message of success after accepting a share. One query."""
    bill.refresh_from_db(fields=["is_confirmed"])
    own = next(each for each in bill.shares.all() if user is not None and each.user_id == user.pk)
    words = {"payee": payee_name(bill), "amount": money.amount(own.amount, bill.currency)}
    if bill.is_confirmed:
        return _("Share accepted. You owe %(payee)s %(amount)s now.") % words
    said = _("Share accepted. You owe %(payee)s %(amount)s once %(payee)s confirms having paid.")
    return said % words


def _act(request: HttpRequest, bill: Bill) -> tuple[Denial | None, str]:
    """Carry out the pressed button; return the denial, if any, and the message of success.

    :raises Http404: there is no such button
    """
    caller, pressed = of_request(request), request.POST.get("do", "")
    if pressed == "accept":
        answer = services.answer_share(caller, bill.pk, is_accepted=True)
        return answer, "" if answer is not None else _accepted_message(bill, caller.person())
    if pressed == "decline":
        answer = services.answer_share(caller, bill.pk, is_accepted=False)
        return answer, _("Share declined. You owe nothing.")
    if pressed == "paid":
        return services.answer_payment(caller, bill.pk, has_paid=True), _("Payment confirmed.")
    if pressed == "not-paid":
        return services.answer_payment(caller, bill.pk, has_paid=False), _("Bill closed.")
    if pressed == "withdraw":
        return services.withdraw_bill(caller, bill.pk), _("Bill withdrawn.")
    raise Http404(denial_text(Denial(LedgerCode.NO_BILL)))

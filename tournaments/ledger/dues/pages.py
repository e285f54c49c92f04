"""The page of a club's dues: terms, one's own agreement, and the members' for the treasurer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.models import distinct_names
from games.common import money
from games.common.denials import Denial
from games.common.numbers import whole_number
from tournaments.clubs import selectors as clubs
from tournaments.ledger.accounts.context import ClubContext, club_context, render_page
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.dues import selectors, services
from tournaments.ledger.dues.forms import ExemptionForm, dues_form
from tournaments.ledger.dues.models import Dues, DuesCharge
from tournaments.ledger.dues.periods import Period
from tournaments.ledger.dues.selectors import DuesState, MemberDues
from tournaments.ledger.dues.texts import amount_text, terms_sentences
from tournaments.ledger.settling.names import period_name


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member's name and the state of their agreement as texts."""

    user_id: int
    name: str
    status: str
    #: Why, and by whom, the member is exempt.
    detail: str
    is_exempt: bool


@dataclass(frozen=True, slots=True)
class ChargeLine:
    """Period, amount and status of charged dues as texts, with the page of the payment."""

    period: str
    amount: str
    status: str
    url: str


def status_text(each: MemberDues) -> str:
    """Return the state of a member's agreement as text."""
    return {
        DuesState.AGREED: _("Agreed"),
        DuesState.USED_UP: _("Year is over, asked again"),
        DuesState.NOT_AGREED: _("Not agreed yet"),
        DuesState.EXEMPT: _("Exempt"),
    }[each.state]


def member_lines(members: Sequence[MemberDues]) -> list[MemberLine]:
    """Return the members as lines, those who have not agreed first. No query."""
    names = distinct_names(each.membership.user for each in members)
    order = (DuesState.NOT_AGREED, DuesState.USED_UP, DuesState.AGREED, DuesState.EXEMPT)
    lines = []
    for each in sorted(members, key=lambda one: order.index(one.state)):
        detail = ""
        if each.exemption is not None:
            detail = _("%(reason)s (by %(name)s)") % {
                "reason": each.exemption.reason,
                "name": each.exemption.made_by.shown_name,
            }
        lines.append(
            MemberLine(
                user_id=each.membership.user_id,
                name=names[each.membership.user_id],
                status=status_text(each),
                detail=detail,
                is_exempt=each.state is DuesState.EXEMPT,
            )
        )
    return lines


def own_sentence(own: MemberDues) -> str:
    """Return the state of the reader's own agreement as a sentence."""
    if own.state is DuesState.EXEMPT:
        return _("You’re exempt from dues.")
    if own.state is DuesState.AGREED:
        return ngettext(
            "You agreed. Your agreement covers %(count)d more payment.",
            "You agreed. Your agreement covers %(count)d more payments.",
            own.periods_left,
        ) % {"count": own.periods_left}
    if own.state is DuesState.USED_UP:
        return _("Your year is over. You owe nothing more until you agree to another year.")
    return _("You haven’t agreed, so you owe no dues.")


def _charge_line(dues: Dues, charge: DuesCharge) -> ChargeLine:
    """Return what the member was charged for a period. No query: payments are prefetched."""
    assert charge.settlement is not None
    transfer = charge.settlement.transfers.all()[0]
    return ChargeLine(
        period=period_name(Period(dues.period), charge.period_start),
        amount=money.amount(transfer.amount, dues.currency),
        status=_("Not paid yet") if transfer.open_amount else pgettext("a payment", "Settled"),
        url=reverse("payment", args=[transfer.pk]),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def dues(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's dues to members; agree to them, or as treasurer change them."""
    here = club_context(request, slug)
    found = selectors.dues_of(here.club)
    if request.method != "POST":
        return _render_dues(request, here, found)
    pressed = request.POST.get("do", "")
    if pressed == "agree":
        answer = services.agree_to_dues(
            of_request(request), here.club.pk, request.POST.get("terms", "")
        )
        return _answered(request, here, answer, _("You agreed to the dues."))
    if not here.keeps_book:
        raise PermissionDenied
    return _manage(request, here, found, pressed)


def _manage(
    request: HttpRequest, here: ClubContext, found: Dues | None, pressed: str
) -> HttpResponse:
    """Set or end the dues, or change an exemption.

    :raises Http404: there is no such button
    """
    caller, club_id = of_request(request), here.club.pk
    if pressed == "end":
        if found is not None and not _is_sure(request):
            return _ask_again(request, here, found)
        answer = services.end_dues(caller, club_id)
        return _answered(request, here, answer, _("Dues ended. What is already due stays due."))
    if pressed == "charge":
        user_id = whole_number(request.POST.get("member") or 0) or 0
        answer = services.end_exemption(caller, club_id, user_id)
        return _answered(request, here, answer, _("Exemption ended. The member has been asked."))
    form: forms.Form
    if pressed == "set":
        form = dues_form(here.club, found, request.POST)
        done = _("Dues set. All members have been asked to agree.")
        if form.is_valid():
            if found is not None and not _is_sure(request):
                return _ask_again(request, here, found)
            answer = services.set_dues(caller, club_id, form.terms())
            if answer is None:
                return _answered(request, here, answer, done)
            form.add_error(None, denial_text(answer))
        return _render_dues(request, here, found, form=form)
    if pressed == "exempt":
        form = ExemptionForm(_choices(here), request.POST)
        if form.is_valid():
            said = form.cleaned_data
            answer = services.exempt(caller, club_id, said["member"], said["reason"])
            if answer is None:
                return _answered(request, here, answer, _("Member exempted from dues."))
            form.add_error(None, denial_text(answer))
        return _render_dues(request, here, found, exemption_form=form)
    raise Http404(_("This page doesn’t exist."))


def _is_sure(request: HttpRequest) -> bool:
    """Return whether the user confirmed ending the members' agreements."""
    return "sure" in request.POST


def _ask_again(request: HttpRequest, here: ClubContext, found: Dues) -> HttpResponse:
    """Ask whether the members' agreements may end; the form is sent again with the answer."""
    count = len(selectors.agreements_to(found))
    ends = ngettext(
        "The agreement of %(count)d member ends.", "The agreements of %(count)d members end.", count
    ) % {"count": count}
    left_out = ("csrfmiddlewaretoken", "do")
    return render_page(
        request,
        "dues_sure",
        here,
        ends=ends if count else _("No member has agreed yet, so no agreement ends."),
        pressed=request.POST["do"],
        sent=[each for each in request.POST.items() if each[0] not in left_out],
    )


def _choices(here: ClubContext) -> list[tuple[int, str]]:
    """Return the club's members as choices. One query."""
    users = [each.user for each in clubs.members(here.club)]
    names = distinct_names(users)
    return [(each.pk, names[each.pk]) for each in users]


def _answered(
    request: HttpRequest, here: ClubContext, answer: Denial | None, done: str
) -> HttpResponse:
    """Redirect with the message of success, or show the page again with the denial."""
    if answer is None:
        messages.success(request, done)
        return redirect("club_dues", here.club.slug)
    if answer.code in (LedgerCode.NOT_ALLOWED, LedgerCode.UNKNOWN):
        raise PermissionDenied
    return _render_dues(request, here, selectors.dues_of(here.club), error=denial_text(answer))


def _render_dues(
    request: HttpRequest,
    here: ClubContext,
    found: Dues | None,
    *,
    error: str = "",
    form: forms.Form | None = None,
    exemption_form: forms.Form | None = None,
) -> HttpResponse:
    """Render the page; rejected forms are shown with their input."""
    is_open = here.club.closed_at is None
    context: dict[str, Any] = {"error": error, "sent": "set" if form else ""}
    if found is not None:
        own = selectors.own_state(found, here.reader)
        assert own is not None
        may_agree = own.state in (DuesState.NOT_AGREED, DuesState.USED_UP)
        context |= {
            "amount": amount_text(found),
            "sentences": terms_sentences(found),
            "digest": found.digest if may_agree and is_open else "",
            "own": own_sentence(own),
            "charges": [
                _charge_line(found, each) for each in selectors.charges_of(found, here.reader)
            ],
        }
    if here.keeps_book and is_open:
        members = selectors.member_dues(found) if found is not None else []
        context |= {
            "form": form or dues_form(here.club, found),
            "members": member_lines(members),
            "waiting": sum(
                each.state in (DuesState.NOT_AGREED, DuesState.USED_UP) for each in members
            ),
            "exemption_form": exemption_form or ExemptionForm(_choices(here)),
        }
    status = 422 if error or form or exemption_form else 200
    return render_page(request, "dues", here, status=status, **context)

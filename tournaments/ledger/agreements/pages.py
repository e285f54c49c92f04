"""Pages of a user's own agreements."""

from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.caller import of_request
from accounts.guests import signed_in_user
from games.agreements.models import Agreement
from games.language.refusals import sentence
from games.tables.services import seating
from tournaments.ledger.agreements import selectors, texts
from tournaments.ledger.agreements.selectors import StatusFilter
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import result_lines

#: Agreements per page.
LENGTH: Final = 20


def _own_agreement_or_404(request: HttpRequest, number: int) -> Agreement:
    """Return the reader's own agreement with this primary key. One query.

    :raises Http404: if there is none, or it is another user's
    """
    found = selectors.own_agreement(signed_in_user(request), number)
    if found is None:
        raise Http404(_("This agreement doesn’t exist or isn’t yours."))
    return found


@login_required
@never_cache
@require_safe
def agreements(request: HttpRequest) -> HttpResponse:
    """List the reader's agreements, newest first, and results to answer; filtered by the URL.

    At most sixteen queries, however many agreements there are.
    """
    reader = signed_in_user(request)
    results = list(waiting.waiting_for(reader))
    currencies = selectors.currencies_of(reader)
    asked, currency = request.GET.get("show", ""), request.GET.get("currency", "")
    shown = StatusFilter(asked) if asked in set(StatusFilter) else StatusFilter.ALL
    currency = currency if currency in currencies else ""
    found = selectors.own_agreements(reader, shown, currency)
    page = Paginator(found, LENGTH).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    related = selectors.related_objects(reader, listed)
    by_state, by_currency = texts.filter_links(shown, currency, currencies)
    params = {"show": shown.value, "currency": currency}
    context = {
        "results": result_lines(results, waiting.events_of(results), reader.pk),
        "lines": [texts.agreement_line(each, related) for each in listed],
        "by_state": by_state,
        "by_currency": by_currency,
        "has_any": bool(currencies),
        "page": page,
        "query": urlencode({name: value for name, value in params.items() if value}),
    }
    return render(request, "tournaments/ledger/agreements.html", context)


@login_required
@never_cache
@require_safe
def agreement(request: HttpRequest, number: int) -> HttpResponse:
    """Show one agreement with its full terms. At most thirteen queries."""
    found = _own_agreement_or_404(request, number)
    related = selectors.related_objects(signed_in_user(request), [found])
    page = texts.agreement_page(found, selectors.agreement_before(found), related)
    return render(request, "tournaments/ledger/agreement.html", {"page": page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Leave the agreement's table before the session starts, after a confirmation.

    If it is too late, show an error.
    """
    found = _own_agreement_or_404(request, number)
    related = selectors.related_objects(signed_in_user(request), [found])
    question = texts.withdraw_question(found, related)
    if question is None:
        messages.error(request, _("It’s too late to withdraw this agreement."))
        return redirect("agreement", number)
    if request.method != "POST":
        context = {"question": question, "number": number}
        return render(request, "tournaments/ledger/agreement_withdraw.html", context)
    answer = seating.stand_up(of_request(request), question.session.table_id, before_start=True)
    if answer is not None:
        messages.error(request, sentence(answer, []))
    else:
        messages.success(request, _("Agreement withdrawn. You left the table."))
    return redirect("agreement", number)

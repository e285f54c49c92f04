"""Pages of a user's own agreements: what each covers, how it was given, its result."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.caller import of_request
from accounts.guests import signed_in_user
from games.agreements.models import Agreement
from games.common import money
from games.language import labels
from games.language.refusals import sentence
from games.rulebook.prose.parts import Chapter
from games.rulebook.terms_text import (
    ComparedTerm,
    TermLine,
    rules_chapters,
    terms_compared,
    terms_lines,
)
from games.tables.models import Session
from games.tables.services import seating
from tournaments.ledger.agreements import selectors
from tournaments.ledger.agreements.charges import (
    CHARGES,
    charge_amount,
    charge_link,
    charge_terms,
    charge_title,
)
from tournaments.ledger.agreements.outcomes import Outcome, agreement_outcome, is_in_force
from tournaments.ledger.agreements.selectors import RelatedObjects, StatusFilter, night_session_ids
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import result_lines

_Given = Agreement.Given
_GIVEN_SENTENCES: Final = {
    _Given.OPENED: gettext_lazy("You opened the table."),
    _Given.SAT: gettext_lazy("You took a seat."),
    _Given.READY: gettext_lazy("You agreed to play again."),
    _Given.SIGN_UP: gettext_lazy("You signed up."),
    _Given.INVITED: gettext_lazy("You accepted an invitation."),
    _Given.CHECK_IN: gettext_lazy("You checked in."),
    _Given.CHANGE: gettext_lazy("You accepted the changed terms."),
    _Given.SUBSTITUTE: gettext_lazy("You agreed to play as a substitute."),
    _Given.RESULT: gettext_lazy("You accepted the result."),
    _Given.CORRECTION: gettext_lazy("You agreed to a corrected result."),
    _Given.DUES: gettext_lazy("You agreed to the dues."),
    _Given.JOINED: gettext_lazy("You joined the club."),
    _Given.PROPOSED: gettext_lazy("You split the bill."),
    _Given.SHARE: gettext_lazy("You accepted your share."),
    _Given.PAID: gettext_lazy("You confirmed that you paid the bill."),
    _Given.ANSWERS: gettext_lazy("You added a player without an account."),
    _Given.BEFORE: gettext_lazy("You took part before agreements were recorded."),
}
#: Agreements per page.
LENGTH: Final = 20


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """Texts of an agreement in the list: title, stake, maximum loss and outcome."""

    url: str
    title: str
    #: Name of the player the user answers for; empty for the user's own agreement.
    answers_for: str
    given: str
    given_at: datetime
    stake: str
    #: Empty if there is no maximum.
    max_loss: str
    outcome: Outcome
    #: Whether it is about dues or a bill, not a game.
    is_charge: bool = False


@dataclass(frozen=True, slots=True)
class AgreementPage:
    """Texts of one agreement's page: full terms, changes, rules and withdrawal link."""

    line: AgreementLine
    #: Page of what the agreement covers; empty if there is none or the reader may not see it.
    subject_url: str
    subject_label: str
    terms: Sequence[TermLine]
    #: Differences from the previous agreement.
    changes: Sequence[ComparedTerm]
    chapters: Sequence[Chapter]
    #: Page to withdraw the agreement; empty if that is not possible.
    withdraw_url: str
    withdraw_label: str = ""
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WithdrawQuestion:
    """Title and sentences to confirm leaving a waiting table, and its session."""

    title: str
    sentences: Sequence[str]
    session: Session


@dataclass(frozen=True, slots=True)
class FilterLink:
    """Label and URL of a filter above the list, and whether it is the current one."""

    label: str
    url: str
    is_current: bool


def filter_links(
    status: StatusFilter, currency: str, currencies: Sequence[str]
) -> tuple[list[FilterLink], list[FilterLink]]:
    """Return the status filter links, and the currency filter links: none for one currency."""
    here = reverse("agreements")
    states = {
        StatusFilter.ALL: pgettext("agreements", "All"),
        StatusFilter.OPEN: pgettext("agreements", "Current"),
        StatusFilter.OVER: pgettext("agreements", "Past"),
    }
    by_state = [
        FilterLink(label, here + _filter_query(each, currency), each == status)
        for each, label in states.items()
    ]
    if len(currencies) < 2:
        return by_state, []
    by_currency = [
        FilterLink(
            each or _("All currencies"), here + _filter_query(status, each), each == currency
        )
        for each in ("", *currencies)
    ]
    return by_state, by_currency


def _filter_query(status: StatusFilter, currency: str) -> str:
    """Return the URL query of the filters, starting with "?"; empty without filters."""
    params = {"show": status.value, "currency": currency}
    query = urlencode({name: value for name, value in params.items() if value})
    return f"?{query}" if query else ""


def agreement_line(agreement: Agreement, related: RelatedObjects) -> AgreementLine:
    """Return the texts of an agreement for the list. No query."""
    terms = agreement.terms
    if agreement.subject in CHARGES:
        stake = charge_amount(agreement)
    else:
        stake = money.stake(terms.get("stake_minor") or 0, agreement.currency) if terms else ""
    return AgreementLine(
        url=reverse("agreement", args=[agreement.pk]),
        title=_subject_title(agreement, related),
        answers_for=agreement.answers_for,
        given=str(_GIVEN_SENTENCES[_Given(agreement.given)]),
        given_at=agreement.given_at,
        stake=stake,
        max_loss=""
        if agreement.max_loss is None
        else money.amount(agreement.max_loss, agreement.currency),
        outcome=agreement_outcome(agreement, related),
        is_charge=agreement.subject in CHARGES,
    )


def agreement_page(
    agreement: Agreement, previous: Agreement | None, related: RelatedObjects
) -> AgreementPage:
    """Return the texts of an agreement's page: full terms, and their changes since `previous`.

    No query.

    :param previous: the user's previous agreement to the same session or event
    """
    url, label = _subject_link(agreement, related)
    withdraw_url, withdraw_label = _withdraw_link(agreement, related)
    is_charge = agreement.subject in CHARGES
    has_changes = not is_charge and previous is not None and previous.terms and agreement.terms
    return AgreementPage(
        line=agreement_line(agreement, related),
        subject_url=url,
        subject_label=label,
        terms=charge_terms(agreement) if is_charge else terms_lines(agreement.terms),
        changes=terms_compared(previous.terms, agreement.terms) if previous and has_changes else [],
        chapters=[] if is_charge else rules_chapters(agreement.terms),
        withdraw_url=withdraw_url,
        withdraw_label=withdraw_label,
        withdrawn_at=agreement.withdrawn_at,
    )


def withdraw_question(agreement: Agreement, related: RelatedObjects) -> WithdrawQuestion | None:
    """Return the confirmation for leaving a waiting table; None if no seat can be left."""
    session = _waiting_session(agreement, related)
    if session is None:
        return None
    sentences = [_("You’ll leave the table, and your seat will be free for another player.")]
    if sum(seat.user_id is not None for seat in session.seats.all()) == 1:
        sentences = [
            _("You’ll leave the table. No one else is seated, so the table will be closed.")
        ]
    sentences.append(_("Once you leave, you can’t lose anything under this agreement."))
    return WithdrawQuestion(_subject_title(agreement, related), sentences, session)


def _subject_title(agreement: Agreement, related: RelatedObjects) -> str:
    """Return the event's name, or "A game with …" and the names of the other players.

    For a charge, the title of the bill, or "Dues of" and the club.
    """
    if agreement.subject in CHARGES:
        return charge_title(agreement, related)
    if agreement.subject == Agreement.Subject.EVENT:
        event = related.events.get(agreement.subject_id)
        return _("An event") if event is None else event.name
    session = related.sessions.get(agreement.subject_id)
    if session is None:
        return _("A game that wasn’t played")
    others = [each.name for each in session.seats.all() if each.user_id != related.user.pk]
    if not others:
        return _("A game")
    return labels.game_label(None, others)


def _is_seated(session: Session, related: RelatedObjects) -> bool:
    """Return whether the user has a seat in the session."""
    return any(seat.user_id == related.user.pk for seat in session.seats.all())


def _subject_link(agreement: Agreement, related: RelatedObjects) -> tuple[str, str]:
    """Return URL and label of the link to the event, table, score sheet, bill or dues.

    Both are empty if the user has no seat or may not see it.
    """
    if agreement.subject in CHARGES:
        return charge_link(agreement, related)
    if agreement.subject == Agreement.Subject.EVENT:
        event = related.events.get(agreement.subject_id)
        return ("", "") if event is None or not event.url else (event.url, _("Go to the event"))
    session = related.sessions.get(agreement.subject_id)
    if session is None or not _is_seated(session, related):
        return "", ""
    if session.status == Session.Status.FINISHED:
        url = reverse("session", args=[session.table.slug, session.number])
        return url, _("Open the score sheet")
    return reverse("table", args=[session.table.slug]), _("Go to the table")


def _waiting_session(agreement: Agreement, related: RelatedObjects) -> Session | None:
    """Return the agreement's newest unstarted session in which the user has a seat.

    None if there is none, or the agreement is withdrawn, replaced or for another player.
    """
    if not is_in_force(agreement) or agreement.answers_for:
        return None
    numbers = night_session_ids(agreement)
    if agreement.subject == Agreement.Subject.SESSION:
        numbers = [agreement.subject_id]
    sessions = [related.sessions[each] for each in reversed(numbers) if each in related.sessions]
    waiting = (each for each in sessions if each.status == Session.Status.WAITING)
    return next((each for each in waiting if _is_seated(each, related)), None)


def _withdraw_link(agreement: Agreement, related: RelatedObjects) -> tuple[str, str]:
    """Return URL and label of the page to leave the unstarted table or the event.

    The URL is empty if that is not possible.
    """
    if _waiting_session(agreement, related) is not None:
        return reverse("agreement_withdraw", args=[agreement.pk]), _("Leave the table")
    event = related.events.get(agreement.subject_id)
    is_event = agreement.subject == Agreement.Subject.EVENT and not night_session_ids(agreement)
    if not is_event or event is None or not is_in_force(agreement) or agreement.answers_for:
        return "", ""
    return event.withdraw_url, _("Withdraw from the event")


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
    by_state, by_currency = filter_links(shown, currency, currencies)
    params = {"show": shown.value, "currency": currency}
    context = {
        "results": result_lines(results, waiting.events_of(results), reader.pk),
        "lines": [agreement_line(each, related) for each in listed],
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
    page = agreement_page(found, selectors.agreement_before(found), related)
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
    question = withdraw_question(found, related)
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

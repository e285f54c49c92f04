"""Page where a player accepts or declines a result that no agreement covers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.agreements.terms import digest_of
from games.common import money
from games.common.denials import Denial
from games.rulebook.terms_text import TermLine, terms_lines
from games.tables.terms import terms_of
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.pending import selectors, services
from tournaments.ledger.pending.lines import Events, part_text, source_name
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.services import terms_of_result
from tournaments.ledger.settling.models import Settlement


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Texts of the page where a player accepts or declines a pending result."""

    title: str
    #: The win or loss as a sentence.
    result: str
    why: str
    #: The amounts between the player and each other player.
    parts: Sequence[str]
    terms: Sequence[TermLine]
    #: Digest of the terms that the player accepts.
    digest: str
    accept: str
    accepted: str
    lapses_at: datetime
    settlement_url: str
    is_open: bool
    #: The answer, if it no longer waits.
    outcome: str


def result_page(
    row: PendingResult, settlement: Settlement | None, events: Events, reader_id: int
) -> ResultPage:
    """Return the page of a result for a user who can answer it. No query.

    :param settlement: the first settlement of the same session or event
    """
    is_own = row.user_id == reader_id
    is_loss = row.amount < 0
    words = {
        "name": row.name,
        "source": source_name(row, events),
        "amount": money.amount(abs(row.amount), row.currency),
    }
    if is_own:
        title = _("Your result: %(source)s")
        result = _("You lost %(amount)s") if is_loss else _("You won %(amount)s")
        why = _(
            "You didn’t agree to play for this much. You’ll owe this amount only if you accept the"
            " result."
        )
        accept, accepted = _("Accept and owe %(amount)s"), _("Result accepted: you owe %(amount)s.")
        if not is_loss:
            why = _(
                "You didn’t agree to play for this much. You’ll win this amount only if you accept"
                " the result."
            )
            accept, accepted = (
                _("Accept and win %(amount)s"),
                _("Result accepted: you won %(amount)s."),
            )
    else:
        title = _("%(name)s’s result: %(source)s")
        result = _("%(name)s lost %(amount)s") if is_loss else _("%(name)s won %(amount)s")
        why = _(
            "No one is responsible for %(name)s’s losses yet. If you accept, you’ll be responsible."
        )
        accept = _("Accept and take responsibility for %(name)s")
        accepted = _("Result accepted. You’re responsible for %(name)s’s losses.")
    return ResultPage(
        title=title % words,
        result=result % words,
        why=why % words,
        parts=[part_text(row, part) for part in row.parts],
        terms=_term_lines(row, settlement),
        digest=digest_of(terms_of_result(row)),
        accept=accept % words,
        accepted=accepted % words,
        lapses_at=row.lapses_at,
        settlement_url="" if settlement is None else settlement.get_absolute_url(),
        is_open=row.is_open and row.lapses_at > timezone.now(),
        outcome=_outcome_sentence(row),
    )


def _term_lines(row: PendingResult, settlement: Settlement | None) -> list[TermLine]:
    """Return the stakes and rules of the result's game as labelled lines."""
    if settlement is not None and settlement.terms:
        return terms_lines(settlement.terms)
    if row.session is not None:
        return terms_lines(terms_of(row.session))
    return terms_lines({"stake_minor": row.stake_minor, "currency": row.currency})


def _outcome_sentence(row: PendingResult) -> str:
    """Return how a result ended: accepted, declined or else lapsed; open ones are not checked."""
    if row.accepted_at is not None:
        return _("This result was accepted.")
    if row.declined_at is not None:
        return _("This result was declined, so nothing is owed.")
    return _("This result lapsed, so nothing is owed.")


def _answerable_result_or_404(request: HttpRequest, number: int) -> tuple[User, PendingResult]:
    """Return the reader and a result that the reader can answer. At most two queries.

    :raises Http404: if there is none, or another user answers it
    """
    reader, row = person(request), selectors.result_by_id(number)
    if reader is None or row is None or not services.may_answer(reader, row):
        raise Http404(denial_text(Denial(LedgerCode.NO_RESULT)))
    return reader, row


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, number: int) -> HttpResponse:
    """Show a pending result with its terms, and process the answer.

    At most six queries to show it.
    """
    reader, row = _answerable_result_or_404(request, number)
    if request.method != "POST":
        return _render_result(request, reader, row)
    caller, action = of_request(request), request.POST.get("do")
    if action == "accept":
        page = _result_page(reader, row)
        answer = services.accept_result(caller, row.pk, terms=request.POST.get("terms"))
        done = page.accepted
    elif action == "decline":
        answer = services.decline_result(caller, row.pk)
        done = _("Result declined. Nothing is owed.")
    else:
        raise Http404(denial_text(Denial(LedgerCode.NO_RESULT)))
    if answer is None:
        messages.success(request, done)
        settlement = selectors.first_settlement(row)
        return redirect("agreements" if settlement is None or action == "decline" else settlement)
    # Show the current state.
    reader, row = _answerable_result_or_404(request, number)
    return _render_result(request, reader, row, error=denial_text(answer))


def _result_page(reader: User, row: PendingResult) -> ResultPage:
    """Return the page's data of a result for a user who can answer it. Two queries."""
    settlement, events = selectors.first_settlement(row), selectors.events_of([row])
    return result_page(row, settlement, events, reader.pk)


def _render_result(
    request: HttpRequest, reader: User, row: PendingResult, error: str = ""
) -> HttpResponse:
    """Render the result's page, with status 422 if there is an error."""
    context = {"page": _result_page(reader, row), "error": error}
    status = 422 if error else 200
    return render(request, "tournaments/ledger/pending_result.html", context, status=status)

"""Agreements in words: what each covers, how it was given, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.agreements.models import Agreement
from games.common import money
from games.common.numbers import listed
from games.rulebook.prose import Chapter
from games.rulebook.terms_text import (
    ComparedTerm,
    TermLine,
    rules_chapters,
    terms_compared,
    terms_lines,
)
from games.tables import links
from games.tables.models import Session
from tournaments.ledger.agreements.links import SubjectState
from tournaments.ledger.agreements.selectors import Background, Shown, night_sessions
from tournaments.ledger.models import PendingResult, Settlement

_Given = Agreement.Given
_STATES: Final = {
    Session.Status.WAITING: SubjectState.WAITING,
    Session.Status.RUNNING: SubjectState.RUNNING,
    Session.Status.FINISHED: SubjectState.FINISHED,
}
_GIVEN: Final = {
    _Given.OPENED: gettext_lazy("You opened the table."),
    _Given.SAT: gettext_lazy("You took a seat."),
    _Given.READY: gettext_lazy("You said yes to a further session."),
    _Given.SIGN_UP: gettext_lazy("You signed up."),
    _Given.INVITED: gettext_lazy("You accepted an invitation."),
    _Given.CHECK_IN: gettext_lazy("You checked in."),
    _Given.CHANGE: gettext_lazy("You accepted changed terms."),
    _Given.SUBSTITUTE: gettext_lazy("You agreed to play as a substitute."),
    _Given.RESULT: gettext_lazy("You accepted the result."),
    _Given.CORRECTION: gettext_lazy("You agreed to a corrected result."),
    _Given.ANSWERS: gettext_lazy("You entered a player without an account."),
    _Given.BEFORE: gettext_lazy("You took part before agreements were recorded."),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an agreement."""

    words: str
    #: ``plus``, ``minus``, ``waits`` or nothing: how it is coloured.
    tone: str = ""
    #: The page that shows more, and what leads there; empty for none.
    url: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """An agreement as the list of them shows it."""

    url: str
    title: str
    #: For whom the user answers; empty for themselves.
    answers_for: str
    given: str
    given_at: datetime
    stake: str
    #: Empty where there is no maximum.
    most: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class AgreementPage:
    """One agreement with the whole of its terms."""

    line: AgreementLine
    #: The page of what it covers; empty where it has none, or none for the reader.
    subject_url: str
    subject_label: str
    terms: Sequence[TermLine]
    #: What was different in the agreement before it.
    changes: Sequence[ComparedTerm]
    chapters: Sequence[Chapter]
    #: Where it is withdrawn; empty where that cannot be done.
    withdraw_url: str
    withdraw_label: str = ""
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WithdrawQuestion:
    """What is asked before an agreement to a session is withdrawn."""

    title: str
    sentences: Sequence[str]
    session: Session


@dataclass(frozen=True, slots=True)
class FilterLink:
    """One of the choices above the list."""

    label: str
    url: str
    is_current: bool


def filter_links(
    shown: Shown, currency: str, currencies: Sequence[str]
) -> tuple[list[FilterLink], list[FilterLink]]:
    """Return the choices of state, and those of currency where there are several."""
    here = reverse("agreements")
    states = {
        Shown.ALL: _("All"),
        Shown.OPEN: _("Current"),
        Shown.OVER: _("Over"),
    }
    by_state = [
        FilterLink(label, here + _query(each, currency), each == shown)
        for each, label in states.items()
    ]
    if len(currencies) < 2:
        return by_state, []
    by_currency = [
        FilterLink(each or _("All currencies"), here + _query(shown, each), each == currency)
        for each in ("", *currencies)
    ]
    return by_state, by_currency


def _query(shown: Shown, currency: str) -> str:
    chosen = {"show": shown.value, "currency": currency}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"?{query}" if query else ""


def agreement_line(agreement: Agreement, behind: Background) -> AgreementLine:
    """Return the agreement as the list shows it. No query."""
    terms = agreement.terms
    stake = money.stake(terms.get("stake_minor") or 0, agreement.currency) if terms else ""
    return AgreementLine(
        url=reverse("agreement", args=[agreement.pk]),
        title=_title(agreement, behind),
        answers_for=agreement.answers_for,
        given=str(_GIVEN[_Given(agreement.given)]),
        given_at=agreement.given_at,
        stake=stake,
        most=""
        if agreement.max_loss is None
        else money.amount(agreement.max_loss, agreement.currency),
        outcome=_outcome(agreement, behind),
    )


def agreement_page(
    agreement: Agreement, before: Agreement | None, behind: Background
) -> AgreementPage:
    """Return the agreement with its terms in full. No query.

    :param before: the user's agreement before it to the same session or event
    """
    url, label = _subject_link(agreement, behind)
    withdraw_url, withdraw_label = _withdraw_link(agreement, behind)
    has_changes = before is not None and before.terms and agreement.terms
    return AgreementPage(
        line=agreement_line(agreement, behind),
        subject_url=url,
        subject_label=label,
        terms=terms_lines(agreement.terms),
        changes=terms_compared(before.terms, agreement.terms) if before and has_changes else [],
        chapters=rules_chapters(agreement.terms),
        withdraw_url=withdraw_url,
        withdraw_label=withdraw_label,
        withdrawn_at=agreement.withdrawn_at,
    )


def withdraw_question(agreement: Agreement, behind: Background) -> WithdrawQuestion | None:
    """Return what is asked before the user leaves a table; None where there is nothing to leave."""
    session = _waiting_session(agreement, behind)
    if session is None:
        return None
    sentences = [_("You leave the table, and your seat is free for others.")]
    if sum(seat.user_id is not None for seat in session.seats.all()) == 1:
        sentences = [_("You leave the table. Nobody else sits there, so it is closed.")]
    sentences.append(_("Nothing can be lost under this agreement any more."))
    return WithdrawQuestion(_title(agreement, behind), sentences, session)


# --- What it covers


def _state(agreement: Agreement, behind: Background) -> SubjectState:
    if agreement.subject == Agreement.Subject.EVENT:
        event = behind.events.get(agreement.subject_id)
        return SubjectState.NOT_PLAYED if event is None else event.state
    session = behind.sessions.get(agreement.subject_id)
    if session is None:
        return SubjectState.NOT_PLAYED
    return _STATES.get(Session.Status(session.status), SubjectState.NOT_PLAYED)


def _title(agreement: Agreement, behind: Background) -> str:
    if agreement.subject == Agreement.Subject.EVENT:
        event = behind.events.get(agreement.subject_id)
        return _("An event") if event is None else event.name
    session = behind.sessions.get(agreement.subject_id)
    if session is None:
        return _("A session that was not played")
    others = [each.name for each in session.seats.all() if each.user_id != behind.user.pk]
    if not others:
        return _("A session")
    return _("A session with %(names)s") % {"names": listed(others)}


def _sits(session: Session, behind: Background) -> bool:
    return any(each.user_id == behind.user.pk for each in session.seats.all())


def _subject_link(agreement: Agreement, behind: Background) -> tuple[str, str]:
    if agreement.subject == Agreement.Subject.EVENT:
        event = behind.events.get(agreement.subject_id)
        return ("", "") if event is None or not event.url else (event.url, _("Open the event"))
    session = behind.sessions.get(agreement.subject_id)
    if session is None or not _sits(session, behind):
        return "", ""
    if session.status == Session.Status.FINISHED:
        url = links.session_page(session.table.slug, session.number)
        return url, _("Open the score sheet")
    return links.table_page(session.table.slug), _("Go to the table")


def _is_in_force(agreement: Agreement) -> bool:
    return agreement.withdrawn_at is None and not getattr(agreement, "is_replaced", False)


def _waiting_session(agreement: Agreement, behind: Background) -> Session | None:
    """Return the session that the user can still leave before it begins."""
    if not _is_in_force(agreement) or agreement.answers_for:
        return None
    numbers = night_sessions(agreement)
    if agreement.subject == Agreement.Subject.SESSION:
        numbers = [agreement.subject_id]
    sessions = [behind.sessions[each] for each in reversed(numbers) if each in behind.sessions]
    waiting = (each for each in sessions if each.status == Session.Status.WAITING)
    return next((each for each in waiting if _sits(each, behind)), None)


def _withdraw_link(agreement: Agreement, behind: Background) -> tuple[str, str]:
    if _waiting_session(agreement, behind) is not None:
        return reverse("agreement_withdraw", args=[agreement.pk]), _("Leave the table")
    event = behind.events.get(agreement.subject_id)
    is_event = agreement.subject == Agreement.Subject.EVENT and not night_sessions(agreement)
    if not is_event or event is None or not _is_in_force(agreement) or agreement.answers_for:
        return "", ""
    return event.withdraw_url, _("Withdraw your entry")


# --- What came of it


def _outcome(agreement: Agreement, behind: Background) -> Outcome:
    amount = behind.amounts.get(agreement.pk)
    covers = agreement.subject, agreement.subject_id
    settlement = behind.settlements.get(covers)
    if amount is not None:
        return _settled(amount, agreement, settlement)
    if agreement.withdrawn_at is not None:
        return Outcome(_("Withdrawn"))
    if not _is_in_force(agreement):
        return Outcome(_("Replaced by a later agreement"))
    result = None if agreement.answers_for else behind.results.get(covers)
    if result is not None and result.accepted_at is None:
        return _of_result(result)
    state = _state(agreement, behind)
    if state == SubjectState.FINISHED and settlement is None:
        is_part = _is_part(agreement, behind)
        return Outcome(_("Settled with the event") if is_part else _("Not settled yet"))
    if state == SubjectState.FINISHED and settlement is not None:
        if not settlement.currency:
            return Outcome(_("Played for points"), "", *_to_settlement(settlement))
        return Outcome(_("Nothing won or lost"), "", *_to_settlement(settlement))
    return Outcome(
        {
            SubjectState.WAITING: _("Not started yet"),
            SubjectState.RUNNING: _("Being played"),
        }.get(state, _("Not played"))
    )


def _is_part(agreement: Agreement, behind: Background) -> bool:
    """Return whether a session counts for an event, which has an agreement of its own."""
    if agreement.subject != Agreement.Subject.SESSION:
        return False
    session = behind.sessions.get(agreement.subject_id)
    return session is not None and session.is_part


def _settled(amount: int, agreement: Agreement, settlement: Settlement | None) -> Outcome:
    words = {
        "amount": money.amount(abs(amount), agreement.currency),
        "name": agreement.answers_for,
    }
    if not amount:
        said, tone = _("Nothing won or lost"), ""
    elif agreement.answers_for:
        won, lost = _("%(name)s won %(amount)s"), _("%(name)s lost %(amount)s")
        said, tone = (won, "plus") if amount > 0 else (lost, "minus")
    elif amount > 0:
        said, tone = _("You won %(amount)s"), "plus"
    else:
        said, tone = _("You lost %(amount)s"), "minus"
    if settlement is None:
        return Outcome(said % words, tone)
    return Outcome(said % words, tone, *_to_settlement(settlement))


def _to_settlement(settlement: Settlement) -> tuple[str, str]:
    return settlement.get_absolute_url(), _("Open the settlement")


def _of_result(result: PendingResult) -> Outcome:
    if result.declined_at is not None:
        return Outcome(_("You declined the result, so nothing is owed"))
    if result.lapsed_at is not None:
        return Outcome(_("The result lapsed, so nothing is owed"))
    url = reverse("pending_result", args=[result.pk])
    return Outcome(_("Waits for your yes"), "waits", url, _("Open the result"))

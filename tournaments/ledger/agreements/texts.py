"""Texts of agreement pages: what each covers, how it was given, and its result."""

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
from games.rulebook.prose.parts import Chapter
from games.rulebook.terms_text import (
    ComparedTerm,
    TermLine,
    rules_chapters,
    terms_compared,
    terms_lines,
)
from games.tables.models import Session
from tournaments.ledger.agreements.links import SubjectState
from tournaments.ledger.agreements.selectors import RelatedObjects, StatusFilter, night_session_ids
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

_Given = Agreement.Given
_SUBJECT_STATES: Final = {
    Session.Status.WAITING: SubjectState.WAITING,
    Session.Status.RUNNING: SubjectState.RUNNING,
    Session.Status.FINISHED: SubjectState.FINISHED,
}
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
    _Given.ANSWERS: gettext_lazy("You added a player without an account."),
    _Given.BEFORE: gettext_lazy("You took part before agreements were recorded."),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Text of an agreement's result or status, with a CSS modifier and an optional link."""

    words: str
    #: CSS modifier: ``plus``, ``minus``, ``waits`` or empty.
    tone: str = ""
    #: Page with details and the text of the link to it; both empty if there is none.
    url: str = ""
    label: str = ""


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
        StatusFilter.ALL: _("All"),
        StatusFilter.OPEN: _("Current"),
        StatusFilter.OVER: _("Past"),
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
        outcome=_agreement_outcome(agreement, related),
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
    has_changes = previous is not None and previous.terms and agreement.terms
    return AgreementPage(
        line=agreement_line(agreement, related),
        subject_url=url,
        subject_label=label,
        terms=terms_lines(agreement.terms),
        changes=terms_compared(previous.terms, agreement.terms) if previous and has_changes else [],
        chapters=rules_chapters(agreement.terms),
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


# --- The subject


def _subject_state(agreement: Agreement, related: RelatedObjects) -> SubjectState:
    """Return the progress of the agreement's session or event; not played if it doesn't exist."""
    if agreement.subject == Agreement.Subject.EVENT:
        event = related.events.get(agreement.subject_id)
        return SubjectState.NOT_PLAYED if event is None else event.state
    session = related.sessions.get(agreement.subject_id)
    if session is None:
        return SubjectState.NOT_PLAYED
    return _SUBJECT_STATES.get(Session.Status(session.status), SubjectState.NOT_PLAYED)


def _subject_title(agreement: Agreement, related: RelatedObjects) -> str:
    """Return the event's name, or "A game with …" and the names of the other players."""
    if agreement.subject == Agreement.Subject.EVENT:
        event = related.events.get(agreement.subject_id)
        return _("An event") if event is None else event.name
    session = related.sessions.get(agreement.subject_id)
    if session is None:
        return _("A game that wasn’t played")
    others = [each.name for each in session.seats.all() if each.user_id != related.user.pk]
    if not others:
        return _("A game")
    return _("A game with %(names)s") % {"names": listed(others)}


def _is_seated(session: Session, related: RelatedObjects) -> bool:
    """Return whether the user has a seat in the session."""
    return any(seat.user_id == related.user.pk for seat in session.seats.all())


def _subject_link(agreement: Agreement, related: RelatedObjects) -> tuple[str, str]:
    """Return URL and label of the link to the event, table or score sheet.

    Both are empty if the user has no seat or may not see it.
    """
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


def _is_in_force(agreement: Agreement) -> bool:
    """Return whether the agreement is not withdrawn and not annotated as replaced."""
    return agreement.withdrawn_at is None and not getattr(agreement, "is_replaced", False)


def _waiting_session(agreement: Agreement, related: RelatedObjects) -> Session | None:
    """Return the agreement's newest unstarted session in which the user has a seat.

    None if there is none, or the agreement is withdrawn, replaced or for another player.
    """
    if not _is_in_force(agreement) or agreement.answers_for:
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
    if not is_event or event is None or not _is_in_force(agreement) or agreement.answers_for:
        return "", ""
    return event.withdraw_url, _("Withdraw from the event")


# --- The result


def _agreement_outcome(agreement: Agreement, related: RelatedObjects) -> Outcome:
    """Return the agreement's amount won or lost, or its status if there is no amount."""
    amount = related.amounts.get(agreement.pk)
    subject_key = agreement.subject, agreement.subject_id
    settlement = related.settlements.get(subject_key)
    if amount is not None:
        return _settled_outcome(amount, agreement, settlement)
    if agreement.withdrawn_at is not None:
        return Outcome(_("Withdrawn"))
    if not _is_in_force(agreement):
        return Outcome(_("Replaced by a later agreement"))
    result = None if agreement.answers_for else related.results.get(subject_key)
    if result is not None and result.accepted_at is None:
        return _pending_outcome(result)
    state = _subject_state(agreement, related)
    if state == SubjectState.FINISHED and settlement is None:
        is_part = _counts_for_event(agreement, related)
        return Outcome(_("Settled with the event") if is_part else _("Not settled yet"))
    if state == SubjectState.FINISHED and settlement is not None:
        if not settlement.currency:
            return Outcome(_("Played for points"), "", *_settlement_link(settlement))
        return Outcome(_("No wins or losses"), "", *_settlement_link(settlement))
    return Outcome(
        {
            SubjectState.WAITING: _("Not started yet"),
            SubjectState.RUNNING: _("In progress"),
        }.get(state, _("Not played"))
    )


def _counts_for_event(agreement: Agreement, related: RelatedObjects) -> bool:
    """Return whether the agreement covers a session that counts for an event."""
    if agreement.subject != Agreement.Subject.SESSION:
        return False
    session = related.sessions.get(agreement.subject_id)
    return session is not None and session.is_part


def _settled_outcome(amount: int, agreement: Agreement, settlement: Settlement | None) -> Outcome:
    """Return the amount won or lost as text, with a link to the settlement if given."""
    words = {
        "amount": money.amount(abs(amount), agreement.currency),
        "name": agreement.answers_for,
    }
    if not amount:
        sentence, tone = _("No wins or losses"), ""
    elif agreement.answers_for:
        won, lost = _("%(name)s won %(amount)s"), _("%(name)s lost %(amount)s")
        sentence, tone = (won, "plus") if amount > 0 else (lost, "minus")
    elif amount > 0:
        sentence, tone = _("You won %(amount)s"), "plus"
    else:
        sentence, tone = _("You lost %(amount)s"), "minus"
    if settlement is None:
        return Outcome(sentence % words, tone)
    return Outcome(sentence % words, tone, *_settlement_link(settlement))


def _settlement_link(settlement: Settlement) -> tuple[str, str]:
    """Return URL and label of the link to the settlement."""
    return settlement.get_absolute_url(), _("View the settlement")


def _pending_outcome(result: PendingResult) -> Outcome:
    """Return an unaccepted result's status: declined, lapsed, or waiting with an answer link."""
    if result.declined_at is not None:
        return Outcome(_("You declined the result, so nothing is owed"))
    if result.lapsed_at is not None:
        return Outcome(_("The result lapsed, so nothing is owed"))
    url = reverse("pending_result", args=[result.pk])
    return Outcome(_("Waiting for your answer"), "pending", url, _("View the result"))

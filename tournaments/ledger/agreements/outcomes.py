"""Outcomes of agreements: what was won or lost under each, or its status."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.agreements.models import Agreement
from games.common import money
from games.tables.models import Session
from tournaments.ledger.agreements.charges import CHARGES, charge_outcome_text
from tournaments.ledger.agreements.selectors import RelatedObjects
from tournaments.ledger.links import SubjectState
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

_SUBJECT_STATES: Final = {
    Session.Status.WAITING: SubjectState.WAITING,
    Session.Status.RUNNING: SubjectState.RUNNING,
    Session.Status.FINISHED: SubjectState.FINISHED,
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


def is_in_force(agreement: Agreement) -> bool:
    """Return whether the agreement is not withdrawn and not annotated as replaced."""
    return agreement.withdrawn_at is None and not getattr(agreement, "is_replaced", False)


def _subject_state(agreement: Agreement, related: RelatedObjects) -> SubjectState:
    """Return the progress of the agreement's session or event; not played if it doesn't exist."""
    if agreement.subject == Agreement.Subject.EVENT:
        event = related.events.get(agreement.subject_id)
        return SubjectState.NOT_PLAYED if event is None else event.state
    session = related.sessions.get(agreement.subject_id)
    if session is None:
        return SubjectState.NOT_PLAYED
    return _SUBJECT_STATES.get(Session.Status(session.status), SubjectState.NOT_PLAYED)


def agreement_outcome(agreement: Agreement, related: RelatedObjects) -> Outcome:
    """Return the agreement's amount won or lost, or its status if there is no amount."""
    amount = related.amounts.get(agreement.pk)
    subject_key = agreement.subject, agreement.subject_id
    settlement = related.settlements.get(subject_key)
    if agreement.subject in CHARGES:
        tone = "" if not amount else "minus" if amount < 0 else "plus"
        return Outcome(charge_outcome_text(agreement, amount), tone)
    if amount is not None:
        return _settled_outcome(amount, agreement, settlement)
    if agreement.withdrawn_at is not None:
        return Outcome(pgettext("a charge", "Withdrawn"))
    if not is_in_force(agreement):
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

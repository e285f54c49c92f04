"""Writing and withdrawing agreements. The caller is in a transaction."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import in_force
from games.agreements.terms import digest_of


def agree(
    user: User,
    subject: Agreement.Subject,
    subject_id: int,
    terms: Mapping[str, Any],
    given: Agreement.Given,
    *,
    answers_for: str = "",
) -> Agreement:
    """Store that the user, by an action of their own, agreed to the terms. One query.

    :param subject_id: the primary key of the session or event
    :param terms: with ``currency`` and ``max_loss`` (``games.agreements.terms``)
    :param answers_for: the name of the player without an account for whom the user answers
    """
    return Agreement.objects.create(
        user=user,
        answers_for=answers_for,
        subject=subject,
        subject_id=subject_id,
        terms=dict(terms),
        digest=digest_of(terms),
        currency=terms["currency"],
        max_loss=terms["max_loss"],
        given=given,
    )


def withdraw(
    user_id: int | None, subject: Agreement.Subject, subject_id: int, *, answers_for: str = ""
) -> None:
    """Withdraw the user's agreements to a session or event. One query."""
    own = in_force(subject, [subject_id]).filter(user=user_id, answers_for=answers_for)
    own.update(withdrawn_at=timezone.now())

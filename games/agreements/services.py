"""Creating and withdrawing agreements. The caller is in a transaction."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import in_force
from games.agreements.terms import digest_of


class NewAgreement(NamedTuple):
    """An agreement to store: user, terms, and the `Agreement.Given` by which the user agreed."""

    user_id: int
    terms: Mapping[str, Any]
    given: str


def agree(
    user: User,
    subject: Agreement.Subject,
    subject_id: int,
    terms: Mapping[str, Any],
    given: Agreement.Given,
    *,
    answers_for: str = "",
) -> Agreement:
    """Store that the user agreed to the terms, by the action `given`. One query.

    :param subject_id: primary key of the session, event, dues or bill
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


def agree_all(
    agreements: Iterable[NewAgreement], subject: Agreement.Subject, subject_id: int
) -> None:
    """Store several users' agreements to one subject. One query, or none."""
    made = [
        Agreement(
            user_id=each.user_id,
            subject=subject,
            subject_id=subject_id,
            terms=dict(each.terms),
            digest=digest_of(each.terms),
            currency=each.terms["currency"],
            max_loss=each.terms["max_loss"],
            given=each.given,
        )
        for each in agreements
    ]
    if made:
        Agreement.objects.bulk_create(made)


def withdraw_all(user_ids: Collection[int], subject: Agreement.Subject, subject_id: int) -> None:
    """Withdraw several users' own agreements to one subject. One query.

    Agreements in which they answer for players without an account stay.
    """
    own = in_force(subject, [subject_id]).filter(user__in=user_ids, answers_for="")
    own.update(withdrawn_at=timezone.now())


def withdraw(
    user_id: int | None, subject: Agreement.Subject, subject_id: int, *, answers_for: str = ""
) -> None:
    """Withdraw the user's agreements to a subject, or those for one player by name.

    One query.

    :param answers_for: the name of that player; empty for the user's own agreements
    """
    own = in_force(subject, [subject_id]).filter(user=user_id, answers_for=answers_for)
    own.update(withdrawn_at=timezone.now())

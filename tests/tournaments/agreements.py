"""Agreements with another maximum, as rows."""

from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import Party, current


def with_maximum(
    subject: Agreement.Subject, number: int, user: User, max_loss: int, *, answers_for: str = ""
) -> Agreement:
    """Store the user's agreement to the same terms with another maximum."""
    party = Party(None, answers_for) if answers_for else Party(user.pk)
    held = current(subject, number)[party]
    Agreement.objects.filter(pk=held.pk).update(withdrawn_at=timezone.now())
    return Agreement.objects.create(
        user=user,
        answers_for=answers_for,
        subject=subject,
        subject_id=number,
        terms=held.terms | {"max_loss": max_loss},
        digest="",
        currency=held.currency,
        max_loss=max_loss,
        given=held.given,
    )

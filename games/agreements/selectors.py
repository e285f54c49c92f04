"""Reading agreements: which ones are in force."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from games.agreements.models import Agreement


class Party(NamedTuple):
    """Who an agreement binds: the user, or a player without an account, by name."""

    user_id: int | None
    name: str = ""


def in_force(subject: Agreement.Subject, subject_ids: Iterable[int]) -> QuerySet[Agreement]:
    """Return the agreements to these sessions or events that are not withdrawn, oldest first."""
    return Agreement.objects.filter(
        subject=subject, subject_id__in=list(subject_ids), withdrawn_at=None
    ).order_by("pk")


def current(subject: Agreement.Subject, subject_id: int) -> dict[Party, Agreement]:
    """Return the newest agreement in force of each party to a session or event. One query."""
    return {
        Party(None, each.answers_for) if each.answers_for else Party(each.user_id): each
        for each in in_force(subject, [subject_id])
    }


def current_of(user_id: int, subject: Agreement.Subject, subject_id: int) -> Agreement | None:
    """Return the user's newest agreement in force to a session or event. One query."""
    return in_force(subject, [subject_id]).filter(user=user_id, answers_for="").last()

"""Reads of agreements: which ones are in force."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from games.agreements.models import Agreement


class Party(NamedTuple):
    """The party bound by an agreement: a user, or a player without an account, by name."""

    user_id: int | None
    name: str = ""


def in_force(subject: Agreement.Subject, subject_ids: Iterable[int]) -> QuerySet[Agreement]:
    """Return the query for the agreements to these sessions or events, oldest first.

    Without the withdrawn ones, but with those that a newer agreement has replaced.
    """
    return Agreement.objects.filter(
        subject=subject, subject_id__in=list(subject_ids), withdrawn_at=None
    ).order_by("pk")


def current(subject: Agreement.Subject, subject_id: int) -> dict[Party, Agreement]:
    """Return, by party, the newest agreement in force to a subject. One query.

    Sessions from before agreements existed continue as they were.
    """
    return _by_party(in_force(subject, [subject_id]))


def current_of(user_id: int, subject: Agreement.Subject, subject_id: int) -> Agreement | None:
    """Return the user's newest agreement in force to a subject, or None. One query.

    Agreements in which the user answers for a player without an account are not considered.
    """
    own = in_force(subject, [subject_id]).filter(user=user_id, answers_for="")
    return _by_party(own).get(Party(user_id))


def current_among(
    user_ids: Collection[int], subject: Agreement.Subject, subject_id: int
) -> dict[Party, Agreement]:
    """Return, by party, the newest agreement in force of each of these users. One query.

    Users without one, and agreements for players without an account, are left out.
    """
    return _by_party(in_force(subject, [subject_id]).filter(user__in=user_ids, answers_for=""))


def _by_party(agreements: Iterable[Agreement]) -> dict[Party, Agreement]:
    """Return the newest agreement by party; one of kind `Given.BEFORE` is never replaced."""
    found: dict[Party, Agreement] = {}
    for each in agreements:
        party = Party(None, each.answers_for) if each.answers_for else Party(each.user_id)
        if party not in found or found[party].given != Agreement.Given.BEFORE:
            found[party] = each
    return found

"""Queries of payment details; one query each."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from accounts.models import User
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees.models import PayeeDetails


def details_of(user: User) -> list[PayeeDetails]:
    """Return the user's payment details in the order of the schemes. One query."""
    return details_of_all([user.pk]).get(user.pk, [])


def details_of_all(user_ids: Collection[int]) -> Mapping[int, list[PayeeDetails]]:
    """Return the users' payment details by user ID, in the order of the schemes. One query."""
    by_person: dict[int, list[PayeeDetails]] = defaultdict(list)
    order = list(SCHEMES)
    found = PayeeDetails.objects.filter(user_id__in=user_ids, scheme__in=order)
    for row in sorted(found, key=lambda row: order.index(row.scheme)):
        by_person[row.user_id].append(row)
    return by_person

"""Reads: balances of people."""

from django.db.models import Q

from accounts.models import User
from tournaments.ledger.models import Account, Transfer
from tournaments.ledger.services.book import last_lines


def has_open_balance(user: User) -> bool:
    """Return whether the person owes or is owed money anywhere. Three queries.

    Somebody who is even in all may still have to pay one and be paid by another.
    """
    own = Account.objects.filter(user=user).exclude(currency="").values_list("pk", flat=True)
    if any(line.after for line in last_lines(own).values()):
        return True
    is_theirs = Q(payer__user=user) | Q(payee__user=user)
    return Transfer.objects.filter(is_theirs, open_amount__gt=0).exists()

"""Reads: balances of people."""

from accounts.models import User
from tournaments.ledger.models import Account
from tournaments.ledger.services.book import last_lines


def has_open_balance(user: User) -> bool:
    """Return whether the person owes or is owed money anywhere. Two queries.

    Open payments are part of that: what they ask for is what the balance says.
    """
    own = Account.objects.filter(user=user).exclude(currency="").values_list("pk", flat=True)
    return any(line.after for line in last_lines(own).values())

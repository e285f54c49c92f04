"""Where things of the ledger are found that lists lead to."""

from django.urls import reverse


def settlement_url(slug: str) -> str:
    """Return the page of a settlement."""
    return reverse("settlement", args=[slug])


def transfer_url(settlement_slug: str, transfer_id: int) -> str:
    """Return where a payment stands in its settlement's list, for whoever may see that."""
    return f"{settlement_url(settlement_slug)}#due-{transfer_id}"


def payment_url(transfer_id: int) -> str:
    """Return the page of a payment, for those who have a part in it, and for organizers."""
    return reverse("payment", args=[transfer_id])


def statement_url(account_id: int, query: str = "") -> str:
    """Return the statement of an account."""
    return f"{reverse('statements')}?account={account_id}{query}"

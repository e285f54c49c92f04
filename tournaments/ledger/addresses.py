"""Where things of the ledger are found that lists lead to."""

from django.urls import reverse


def settlement_url(slug: str) -> str:
    """Return the page of a settlement."""
    return reverse("settlement", args=[slug])


def transfer_url(settlement_slug: str, transfer_id: int) -> str:
    """Return where a payment of the settlement's list is found."""
    return f"{settlement_url(settlement_slug)}#transfer-{transfer_id}"


def statement_url(account_id: int, query: str = "") -> str:
    """Return the statement of an account."""
    return f"{reverse('statements')}?account={account_id}{query}"

"""URLs of ledger pages."""

from django.urls import reverse


def settlement_url(slug: str) -> str:
    """Return the URL of the page of the settlement with this slug."""
    return reverse("settlement", args=[slug])


def transfer_url(settlement_slug: str, transfer_id: int) -> str:
    """Return the URL of a payment in its settlement's list, for readers who may see it."""
    return f"{settlement_url(settlement_slug)}#due-{transfer_id}"


def payment_url(transfer_id: int) -> str:
    """Return the URL of a payment's own page, for its two parties and the organizers."""
    return reverse("payment", args=[transfer_id])


def statement_url(account_id: int, query: str = "") -> str:
    """Return the URL of an account's statement; `query` is appended and starts with "&"."""
    return f"{reverse('statements')}?account={account_id}{query}"

"""What holders of accounts and their books are called, in the reader's language."""

from django.utils.translation import gettext as _

from tournaments.ledger.models import Account
from tournaments.ledger.services.clubs import name_of


def holder_name(account: Account) -> str:
    """Return what the holder is called today; the person is fetched."""
    if account.kind == Account.Kind.HOUSE:
        return house_name(account.club_id)
    return name_of(account)


def house_name(club_id: int | None) -> str:
    """Return what the house is called; outside of clubs it stands for bots alone."""
    return _("The bots") if club_id is None else _("The house")


def currency_name(currency: str) -> str:
    """Return what a book's currency is called: its code, or points."""
    return currency or _("Points")

"""What holders of accounts and their books are called, in the reader's language."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import told_apart
from tournaments.ledger.models import Account
from tournaments.ledger.services.clubs import name_of


def holder_name(account: Account) -> str:
    """Return what the holder is called today; the person is fetched."""
    if account.kind == Account.Kind.HOUSE:
        return house_name(account.club_id)
    return name_of(account)


def holder_names(accounts: Iterable[Account]) -> dict[int, str]:
    """Return what a list calls the holders, by their accounts: two of one name are told apart."""
    found = {each.pk: each for each in accounts}
    people = [each.user for each in found.values() if each.user is not None]
    others = [holder_name(each) for each in found.values() if each.user is None]
    names = told_apart(people, others)
    return {
        pk: holder_name(each) if each.user is None else names[each.user.pk]
        for pk, each in found.items()
    }


def house_name(club_id: int | None) -> str:
    """Return what the house is called; outside of clubs it stands for bots alone."""
    return _("The bots") if club_id is None else _("The house")


def currency_name(currency: str) -> str:
    """Return what a book's currency is called: its code, or points."""
    return currency or _("Points")

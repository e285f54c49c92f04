"""Display names of account holders and currencies."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import distinct_names
from tournaments.ledger.accounts.services import name_of
from tournaments.ledger.book.account import Account


def holder_name(account: Account) -> str:
    """Return the holder's current name, also of a club account or bots; the user is prefetched."""
    if account.kind == Account.Kind.HOUSE:
        return house_name(account.club_id)
    return name_of(account)


def holder_names(accounts: Iterable[Account]) -> dict[int, str]:
    """Return the holders' names by account ID, with equal names made distinct."""
    found = {each.pk: each for each in accounts}
    people = [each.user for each in found.values() if each.user is not None]
    others = [holder_name(each) for each in found.values() if each.user is None]
    names = distinct_names(people, others)
    return {
        pk: holder_name(each) if each.user is None else names[each.user.pk]
        for pk, each in found.items()
    }


def house_name(club_id: int | None) -> str:
    """Return "The bots" outside clubs, else the name of a club account."""
    return _("The bots") if club_id is None else _("Club account")


def currency_name(currency: str) -> str:
    """Return a currency's code, or "Points"."""
    return currency or _("Points")

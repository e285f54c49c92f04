"""Holders of accounts as values, and the names of holders and currencies."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import distinct_names
from tournaments.ledger.book.models import Account


@dataclass(frozen=True, slots=True)
class Holder:
    """Holder of an account: a user, a player by name, or the house (the club, or bots)."""

    kind: Account.Kind
    user_id: int | None = None
    name: str = ""

    def account(self, club_id: int | None, currency: str) -> Account:
        """Return the holder's account as an unsaved row."""
        return Account(
            kind=self.kind,
            user_id=self.user_id,
            name=self.name,
            club_id=club_id,
            currency=currency,
        )


#: The house: bots, and amounts given or taken by decision.
HOUSE: Final = Holder(Account.Kind.HOUSE)


def user_holder(user_id: int) -> Holder:
    """Return the holder of a user's account."""
    return Holder(Account.Kind.PERSON, user_id=user_id)


def named_holder(name: str) -> Holder:
    """Return the holder of the account of a player without a user account."""
    return Holder(Account.Kind.NAME, name=name)


def holder_of(account: Account) -> Holder:
    """Return an account's holder; the inverse of `Holder.account`."""
    return Holder(Account.Kind(account.kind), account.user_id, account.name)


def name_of(account: Account) -> str:
    """Return the holder's current name; empty for the house. The user is prefetched."""
    return account.user.shown_name if account.user else account.name


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
    return currency or pgettext("in place of a currency", "Points")

"""Fills the slots of the clubs app with the accounts tab and departure warnings."""

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.common import money, numbers
from games.tables.clubs import house_debt
from tournaments.clubs.links import ClubTab, club_tabs, departure_warnings
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.accounts import selectors
from tournaments.ledger.settling.models import Transfer

#: Key of the tab.
TAB = "accounts"


def _accounts_tab(club: Club, role: Role | None) -> ClubTab | None:
    """Return the tab "Accounts" of the club's pages; None if the role may not see it."""
    if not may(role, Right.SEE_MEMBERS):
        return None
    return ClubTab(TAB, _("Accounts"), reverse("club_accounts", args=[club.slug]))


def _departure_money_warnings(club: Club, user: User | None) -> list[str]:
    """Return a leaving user's warnings about open payments; for None, those on closing the club."""
    if user is None:
        is_open = Transfer.objects.filter(settlement__club=club, open_amount__gt=0).exists()
        if not is_open:
            return []
        return [
            _("Closing the club doesn’t cancel debts: open payments can still be made afterward.")
        ]
    owed = Transfer.objects.filter(settlement__club=club, open_amount__gt=0).order_by()
    warnings = []
    for side, sentence in (
        ("payer", _("You still owe %(amounts)s.")),
        ("payee", _("You are still owed %(amounts)s.")),
    ):
        sums = owed.filter(**{f"{side}__user": user}).exclude(settlement__currency="")
        found = sums.values_list("settlement__currency").annotate(sum=Sum("open_amount"))
        amounts = [money.amount(amount, currency) for currency, amount in sorted(found)]
        if amounts:
            warnings.append(sentence % {"amounts": numbers.listed(amounts)})
    return warnings


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    club_tabs.put(_accounts_tab)
    departure_warnings.put(_departure_money_warnings)
    house_debt.fill(selectors.house_debt)

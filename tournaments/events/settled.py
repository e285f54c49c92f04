"""Reads: what pages of an event that is over say of its settlement."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Sum

from tournaments.clubs.policy import Role
from tournaments.events import services
from tournaments.events.models import Event
from tournaments.ledger.models import Balance, ClubBook


@dataclass(frozen=True, slots=True)
class SettlementFacts:
    """What pages of an event that is over say of its settlement."""

    #: The first one's page; empty while there is none.
    url: str = ""
    currency: str = ""
    #: Whether the club keeps running balances, and nobody has to pay yet.
    is_carried: bool = False
    #: Whether all members of the club see its amounts.
    by_members: bool = False
    #: What people won or lost, corrections and all, by their numbers: points where it was for them.
    amounts: Mapping[int, int] = field(default_factory=dict)

    def is_open_to(self, role: Role | None) -> bool:
        """Tell whether others than those involved may read it, who have that role in the club."""
        return not self.currency or (self.by_members and role is not None)


def settlement_facts(event: Event) -> SettlementFacts | None:
    """Return what is said of the event's settlement; None where there is nothing to settle.

    Three queries for an event that is over, none for any other.
    """
    if event.status != Event.Status.FINISHED:
        return None
    first = services.settlements_of(event.pk).first()
    if first is None:
        return SettlementFacts() if services.unsettled().filter(pk=event.pk).exists() else None
    balances = Balance.objects.filter(settlement__event=event.pk, account__user__isnull=False)
    summed = balances.order_by().values_list("account__user").annotate(Sum("amount"))
    book = ClubBook.objects.filter(club=event.club_id).first()
    return SettlementFacts(
        url=first.get_absolute_url(),
        currency=first.currency,
        is_carried=first.is_carried,
        by_members=book is not None and book.seen_by == ClubBook.SeenBy.MEMBERS,
        amounts=dict(summed),
    )

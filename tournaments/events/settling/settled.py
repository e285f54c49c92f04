"""Settlement facts for the pages of a finished event."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Sum

from tournaments.clubs.policy import Role
from tournaments.events.core.models import Event
from tournaments.events.settling.services import settlements_of, unsettled
from tournaments.ledger.models import Balance, ClubBook


@dataclass(frozen=True, slots=True)
class SettlementFacts:
    """Facts about an event's settlement for its pages: link, currency and each user's amount."""

    #: URL of the first settlement; empty if there is none.
    url: str = ""
    currency: str = ""
    #: Whether the club keeps running balances, so that no payment is due yet.
    is_carried: bool = False
    #: Whether all members of the club may see its amounts.
    by_members: bool = False
    #: Amounts won or lost by user ID, after corrections; in points for events for points.
    amounts: Mapping[int, int] = field(default_factory=dict)

    def is_open_to(self, role: Role | None) -> bool:
        """Return whether a viewer with that role who is not involved may read the settlement."""
        return not self.currency or (self.by_members and role is not None)


def settlement_facts(event: Event) -> SettlementFacts | None:
    """Return facts about a finished event's settlement, empty while it is due; None if none is.

    Three queries for an event that is over, none for any other.
    """
    if event.status != Event.Status.FINISHED:
        return None
    first = settlements_of(event.pk).first()
    if first is None:
        return SettlementFacts() if unsettled().filter(pk=event.pk).exists() else None
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

"""Disputed deals with real cards, which the desk shows first."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.core.models import Event
from tournaments.events.paper.services import disputed_deals


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed deal in texts: where, by whom and why, and the address of its score sheet."""

    pk: int
    title: str
    words: str
    reason: str
    url: str


def disputes_of(event: Event) -> list[Dispute]:
    """Return the disputed deals of the event. At most two queries."""
    found = []
    for deal, reason in disputed_deals(event):
        table = deal.event_table
        named = {"deal": deal.number, "table": table.number, "round": table.round.number}
        by = "" if deal.disputed_by is None else deal.disputed_by.shown_name
        sheet = reverse("event_paper", args=[event.slug, table.pk])
        found.append(
            Dispute(
                pk=deal.pk,
                title=_("Deal %(deal)s at table %(table)s is disputed") % named,
                words=_("Round %(round)s, disputed by %(name)s:") % (named | {"name": by}),
                reason=reason,
                url=f"{sheet}?deal={deal.number}",
            )
        )
    return found

"""Substitutes who play for their own money: their terms, and when they may."""

from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.tables.models import Action
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventSeat
from tournaments.events.substitutes.models import Substitution
from tournaments.events.terms.max_loss import session_cost_of
from tournaments.events.terms.selectors import TermsNow


def has_begun(seat: EventSeat) -> bool:
    """Return whether the seat's table has a play, or with real cards a deal. One query."""
    if seat.event_table.table_id is None:
        return seat.event_table.paper_deals.exists()
    actions = Action.objects.filter(deal__session__table=seat.event_table.table_id)
    return actions.exists()


def substitute_terms(event: Event, seat: EventSeat, user: User) -> dict[str, Any]:
    """Return the terms of a substitute who plays for their own money at the table.

    One query. The maximum loss includes earlier tables of the event.
    """
    before = current_of(user.pk, Agreement.Subject.EVENT, event.pk)
    earlier = 0 if before is None else before.max_loss or 0
    tables = [] if before is None else list(before.terms.get("substitute_at", ()))
    return {
        **_without_fee(TermsNow(event).terms()),
        "rounds": len(tables) + 1,
        "penalties": 0,
        "substitute_at": [*tables, seat.event_table_id],
        "max_loss": earlier + session_cost_of(event).minor,
    }


def _without_fee(terms: dict[str, Any]) -> dict[str, Any]:
    """Return the terms without fee and prizes, which belong to the entrant."""
    return {
        name: value
        for name, value in terms.items()
        if name not in ("fee_minor", "pot_minor", "prizes")
    }


def may_take_over(event: Event, substitution: Substitution) -> bool:
    """Return whether the substitute, if no entrant, can play for their own money: before any play.

    Two queries. Entrants of the event can't: it would change what they agreed to as entrants. In an
    event with only a fee there is nothing to take over.
    """
    user = substitution.substitute_id
    if user is None or not event.stake_minor or has_begun(substitution.seat):
        return False
    return not Entry.objects.filter(event=event, user=user).exists()

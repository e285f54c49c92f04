"""Limits of penalties in the standings and in money."""

from tournaments.events.core.models import Event
from tournaments.events.terms.max_loss import deal_loss_of
from tournaments.events.terms.selectors import is_for_money


def money_penalty_limit(event: Event) -> int:
    """Return how many points of an entrant's penalties can cost money: a term of the event.

    0 for events for points and for club nights, where players agree to sessions. No query.
    """
    return event.penalty_limit if is_for_money(event) else 0


def highest_penalty(event: Event) -> int:
    """Return the highest penalty in points: the maximum loss of a round. No query."""
    return deal_loss_of(event) * event.deals


def money_points(event: Event, before: int, points: int) -> int:
    """Return how many points of a penalty cost money: those within the event's limit per entrant.

    :param before: points of the entrant's other penalties in force
    """
    limit = money_penalty_limit(event)
    return max(0, min(before + points, limit) - min(before, limit))

"""How much a penalty can cost: in the standings, and of it in money."""

from tournaments.events.models import Event
from tournaments.events.services.costs import deal_loss_of
from tournaments.events.services.terms import is_for_money


def money_penalty_limit(event: Event) -> int:
    """Return how many points of all penalties of an entrant count for money: a term of the event.

    0 where it is for points, and at club nights, where players agree to sessions. No query.
    """
    return event.penalty_limit if is_for_money(event) else 0


def highest_penalty(event: Event) -> int:
    """Return the most points that one penalty costs: as many as a round can. No query."""
    return deal_loss_of(event) * event.deals


def money_points(event: Event, before: int, points: int) -> int:
    """Return how many points of a penalty cost money.

    :param before: the points of the entrant's other penalties that hold
    """
    limit = money_penalty_limit(event)
    return max(0, min(before + points, limit) - min(before, limit))

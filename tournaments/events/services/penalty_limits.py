"""How much a penalty can cost: in the standings, and of it in money."""

from tournaments.events.models import Event
from tournaments.events.services.costs import max_loss_of


def money_penalty_limit(event: Event) -> int:
    """Return how many points of all penalties of an entrant count for money: a term of the event.

    0 where it is for points. No query.
    """
    return int(getattr(event, "penalty_limit", 0)) if event.currency else 0


def highest_penalty(event: Event) -> int:
    """Return the most points that one penalty costs: as many as a round can. No query."""
    lost = max_loss_of(event) if event.max_loss is None else event.max_loss
    return lost * event.deals


def money_points(event: Event, before: int, points: int) -> int:
    """Return how many points of a penalty cost money.

    :param before: the points of the entrant's other penalties that hold
    """
    limit = money_penalty_limit(event)
    return max(0, min(before + points, limit) - min(before, limit))

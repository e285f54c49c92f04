"""Maximum loss of a deal or session of an event, and users' own loss limits."""

from accounts.models import User
from games.common.denials import DeniedError
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.fewer_players import rules_for_fewer
from games.rules.ruleset.rule_set import RuleSet
from games.tables.admission import why_above_limit
from games.tables.max_loss import MAX_STORED, Cost, points_of_deals
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event


def max_loss_of(event: Event) -> int:
    """Compute the maximum loss of a deal in points: the highest of the event's table sizes.

    No query.
    """
    if is_night(event):
        return max_deal_loss(event.rule_set)
    return max(map(max_deal_loss, _rules_by_size(event.rule_set)))


def deal_loss_of(event: Event) -> int:
    """Return the maximum loss of a deal in points, as stored or else computed. No query."""
    return max_loss_of(event) if event.max_loss is None else event.max_loss


def _rules_by_size(rules: RuleSet) -> list[RuleSet]:
    """Return the rules, followed by those for one player fewer if they exist."""
    smaller = rules_for_fewer(rules, rules.players - 1)
    return [rules] if smaller is None else [rules, smaller]


def compute_max_losses(rules: RuleSet) -> None:
    """Compute and cache the maximum loss of a deal by the rules, outside a transaction."""
    for form in _rules_by_size(rules):
        max_deal_loss(form)


def store_max_loss(event: Event) -> None:
    """Set the maximum loss of a deal on the event's row, None if too high; the caller saves it."""
    found = max_loss_of(event)
    event.max_loss = found if found <= MAX_STORED else None


def session_cost_of(event: Event) -> Cost:
    """Return a player's maximum loss in a session at a table of the event. No query."""
    points = points_of_deals(deal_loss_of(event), event.deals, None)
    return Cost(points * event.stake_minor, event.currency)


def check_event_limit(person: User, cost: Cost, agreed: Cost | None) -> None:
    """Raise `DeniedError` if the cost exceeds the user's own limit and they have not confirmed it.

    :param cost: maximum loss in the event
    :param agreed: maximum loss that the user has confirmed
    :raises DeniedError: the event could cost more than the user's own limit
    """
    if denial := why_above_limit(person, cost, agreed):
        raise DeniedError(EventCode.EVENT_ABOVE_LIMIT, **denial.params)

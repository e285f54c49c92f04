"""What a deal or a session of an event can cost, and which users are asked before they enter."""

from accounts.models import User
from games.common.denials import DeniedError
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset import RuleSet, rules_for_fewer
from games.tables.admission import why_above_limit
from games.tables.worst import MOST_STORED, Cost, points_of_deals
from tournaments.events.denials import EventCode
from tournaments.events.models import Event
from tournaments.events.services.planned import is_night


def max_loss_of(event: Event) -> int:
    """Return the most points that a deal can cost, by the event's rules as they are. No query."""
    if is_night(event):
        return max_deal_loss(event.rule_set)
    return max(map(max_deal_loss, _forms(event.rule_set)))


def deal_loss_of(event: Event) -> int:
    """Return the same as it is stored or, without that, as it is found. No query."""
    return max_loss_of(event) if event.max_loss is None else event.max_loss


def _forms(rules: RuleSet) -> list[RuleSet]:
    """Return the rules, and those by which one player less plays, where there is such a game."""
    smaller = rules_for_fewer(rules, rules.players - 1)
    return [rules] if smaller is None else [rules, smaller]


def find_losses(rules: RuleSet) -> None:
    """Find out what deals by these rules can cost, so that it is known inside a transaction."""
    for form in _forms(rules):
        max_deal_loss(form)


def store_max_loss(event: Event) -> None:
    """Let the event's row have what a deal by its rules can cost; the caller saves it."""
    found = max_loss_of(event)
    event.max_loss = found if found <= MOST_STORED else None


def session_cost_of(event: Event) -> Cost:
    """Return the most that a session at one table of the event can cost one who plays. No query."""
    points = points_of_deals(deal_loss_of(event), event.deals, None)
    return Cost(points * event.stake_minor, event.currency)


def check_event_limit(person: User, cost: Cost, agreed: Cost | None) -> None:
    """Check that taking part needs no yes of the person's, or has it.

    :param cost: the most that the event can cost them
    :param agreed: the maximum loss that the person has said yes to
    :raises DeniedError: the event could cost the person more than their own limit
    """
    if denial := why_above_limit(person, cost, agreed):
        raise DeniedError(EventCode.EVENT_ABOVE_LIMIT, **denial.params)

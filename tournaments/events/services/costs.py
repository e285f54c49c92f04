"""What an event can cost one who plays all of it, and who is asked before."""

from accounts.models import User
from games.common.denials import DeniedError
from games.rules.ruleset import RuleSet, smaller_form
from games.rules.worst import worst_loss
from games.tables.admission import why_above_limit
from games.tables.worst import MOST_STORED, Cost, points_of_deals
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event, EventRound
from tournaments.events.seating.ways import MOST_PLAYERS
from tournaments.events.services.planned import format_of, hall_of, is_night

#: Those who play, or may yet.
_INVOLVED = (Entry.Status.ENTERED, Entry.Status.HERE, Entry.Status.WAITING)


def cost_of(event: Event) -> Cost:
    """Return the most that an event can cost one who plays in every round that is to come.

    Each deal costs the most that a deal can, at the full table or at one with a player less. How
    many rounds there are can depend on how many play: any number is reckoned with up to the limit
    of entries or, without one, those who are in now and one more. A club night costs nothing
    by itself: there each session is asked about where one sits down. Three queries, and none where
    it is for points.
    """
    if not event.currency or is_night(event):
        return Cost(0, event.currency)
    lost = max_loss_of(event) if event.max_loss is None else event.max_loss
    return Cost(_rounds_left(event) * event.deals * lost * event.stake_minor, event.currency)


def max_loss_of(event: Event) -> int:
    """Return the most points that a deal can cost, by the event's rules as they are. No query."""
    if is_night(event):
        return worst_loss(event.rule_set)
    return max(map(worst_loss, _forms(event.rule_set)))


def _forms(rules: RuleSet) -> list[RuleSet]:
    """Return the rules, and those by which one player less plays, where there is such a game."""
    smaller = smaller_form(rules, rules.players - 1)
    return [rules] if smaller is None else [rules, smaller]


def find_losses(rules: RuleSet) -> None:
    """Find out what deals by these rules can cost, so that it is known inside a transaction."""
    for form in _forms(rules):
        worst_loss(form)


def store_max_loss(event: Event) -> None:
    """Let the event's row have what a deal by its rules can cost; the caller saves it."""
    found = max_loss_of(event)
    event.max_loss = found if found <= MOST_STORED else None


def session_cost_of(event: Event) -> Cost:
    """Return the most that a session at one table of the event can cost one who plays. No query."""
    lost = max_loss_of(event) if event.max_loss is None else event.max_loss
    points = points_of_deals(lost, event.deals, None)
    return Cost(points * event.stake_minor, event.currency)


def _rounds_left(event: Event) -> int:
    made, hall = format_of(event), hall_of(event)
    people = event.entry_limit or event.entries.filter(status__in=_INVOLVED).count() + 1
    most = min(max(people, hall.table_size), MOST_PLAYERS)
    lengths = [made.length(each, hall) or 0 for each in range(hall.table_size, most + 1)]
    begun = event.rounds.exclude(status=EventRound.Status.PROPOSED).count()
    return max(0, max(lengths) - begun)


def check_event_limit(person: User, event: Event, agreed: Cost | None) -> None:
    """Check that taking part needs no yes of the person's, or has it.

    :param agreed: the worst case that the person has said yes to
    :raises DeniedError: the event could cost the person more than their own limit
    """
    if denial := why_above_limit(person, cost_of(event), agreed):
        raise DeniedError(EventCode.EVENT_ABOVE_LIMIT, **denial.params)

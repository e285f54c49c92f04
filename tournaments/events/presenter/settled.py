"""What an event is settled by, and what came of it: in words, for those whom it concerns."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.common import money
from tournaments.clubs.policy import Right, Role, may
from tournaments.events import selectors
from tournaments.events.models import Event, EventRound, EventTable
from tournaments.events.presenter.tables import played_at, round_title, seat_name
from tournaments.events.presenter.terms import Offer
from tournaments.events.services.penalty_limits import money_penalty_limit
from tournaments.events.services.planned import is_night
from tournaments.events.services.winnings import tables_for_points
from tournaments.events.settled import SettlementFacts
from tournaments.ledger.links import EventPart, SettledEvent

# --- Before it is played


def settled_when(event: Event) -> str:
    """Return when an event with a stake is settled, and by what, in short."""
    if is_night(event):
        return _("once, when the night ends, by all sessions")
    return _("once, when the event ends, by all deals")


def entry_terms(event: Event, offer: Offer | None = None) -> str:
    """Return for what one plays who enters an event with a stake; empty for one for points.

    :param offer: the terms that one agrees to by entering; at a club night there are none
    """
    if not event.currency:
        return ""
    stake = money.stake(event.stake_minor, event.currency)
    by_night = _(
        "Settled once, when the night ends: all sessions count, whatever counts for the places."
        " A session that ends later is settled by itself."
    )
    by_event = _(
        "Settled once, when the event ends: all deals count, whatever counts for the places."
    )
    said = [
        _("You play for money, %(stake)s.") % {"stake": stake} if offer is None else offer.words,
        by_night if is_night(event) else by_event,
    ]
    has_bots = event.uneven == Event.Uneven.BOTS if is_night(event) else not event.is_on_paper
    if has_bots:
        said.append(
            _("What bots win or lose is the club's; who sits alone with bots plays for points.")
        )
    if event.sit_out_points:
        given = _("Who sits out gets %(points)s from the club, for each round.")
        said.append(given % {"points": money.points(event.sit_out_points)})
    said.append(_penalties(event))
    return " ".join(said)


def _penalties(event: Event) -> str:
    if not event.penalty_limit:
        return _("Penalties cost places, not money.")
    said = _("Penalties can cost you up to %(points)s, which go to the club.")
    return said % {"points": money.points(event.penalty_limit)}


# --- When it is over


@dataclass(frozen=True, slots=True)
class SettledPart:
    """What came of the event for the reader, and where the whole of it is."""

    words: str
    #: Empty while it is not settled.
    url: str = ""
    label: str = ""


def settled_part(
    found: SettlementFacts | None,
    user: User | None,
    role: Role | None,
    *,
    is_in_it: bool,
) -> SettledPart | None:
    """Return what the reader is shown of the event's settlement; nothing where it is not theirs.

    Amounts are the reader's own; what else the settlement shows is up to its page. No query.

    :param is_in_it: whether the reader has entered
    """
    if found is None or user is None:
        return None
    keeps_book = may(role, Right.KEEP_BOOK)
    if not found.url:
        is_theirs = keeps_book or is_in_it
        return SettledPart(_("The settlement is being worked out…")) if is_theirs else None
    own = found.amounts.get(user.pk)
    if own is None and not (keeps_book or found.is_open_to(role)):
        return None
    is_paid = bool(found.currency) and not found.is_carried
    return SettledPart(
        words=_settled_words(found, own),
        url=found.url,
        label=_("Who pays whom") if is_paid else _("The settlement"),
    )


def _settled_words(found: SettlementFacts, own: int | None) -> str:
    if own is None:
        return _("The event is settled.")
    if not own:
        said = _("The event is settled: you came out even.")
    else:
        words = (
            _("The event is settled: you won %(amount)s.")
            if own > 0
            else _("The event is settled: you lost %(amount)s.")
        )
        said = words % {"amount": money.amount(abs(own), found.currency)}
    return f"{said} {_('It is carried over in the club.')}" if found.is_carried else said


# --- What settlements show of it


def settled_events(numbers: Collection[int]) -> Mapping[int, SettledEvent]:
    """Return the events as settlements name them. One query."""
    found = Event.objects.filter(pk__in=numbers).values_list("pk", "name", "slug")
    return {pk: SettledEvent(name, reverse("event", args=[slug])) for pk, name, slug in found}


def event_parts(event_id: int, user: User | None) -> Sequence[EventPart] | None:
    """Return what the event's result is made of: its tables, sit-outs and penalties.

    Each sums to zero, the house included, which bears the club's name. None where there is no such
    event; any that has ended is open to everybody. Eight queries, however many tables there were.
    """
    over = Event.objects.filter(pk=event_id, status=Event.Status.FINISHED)
    event = over.select_related("club").first()
    if event is None:
        return None
    rounds = selectors.rounds(event)[::-1]
    for_points = tables_for_points(event)
    found = [
        _table_part(event, row, table, is_for_points=table.pk in for_points)
        for row in rounds
        for table in row.tables.all()
    ]
    names = dict(event.entries.values_list("number", "name"))
    out: dict[str, int] = {}
    for row in rounds if event.sit_out_points else ():
        for number in row.seated.out:
            out[names[number]] = out.get(names[number], 0) + event.sit_out_points
    lost: dict[str, int] = {}
    for each in selectors.penalties(event):
        lost[each.entry.name] = lost.get(each.entry.name, 0) - each.points
    if event.currency:
        most = money_penalty_limit(event)
        lost = {name: max(points, -most) for name, points in lost.items() if most}
    url = reverse("event_standings", args=[event.slug])
    for label, given in ((_("Sitting out"), out), (_("Penalties"), lost)):
        if given:
            found.append(EventPart(label, url, _with_house(event, given)))
    return found


def _table_part(
    event: Event, row: EventRound, table: EventTable, *, is_for_points: bool
) -> EventPart:
    said = round_title(event, row)
    if not is_night(event):
        said = _("%(round)s, table %(table)s") % {"round": said, "table": table.number}
    if is_for_points:
        said = _("%(table)s (for points: alone with bots)") % {"table": said}
    nets = [
        (seat.substitute_name if seat.result_of_id else seat_name(seat), seat.net or 0)
        for seat in table.seats.all()
    ]
    return EventPart(said, played_at(event, table), nets)


def _with_house(event: Event, given: Mapping[str, int]) -> list[tuple[str, int]]:
    return [*given.items(), (event.club.name, -sum(given.values()))]

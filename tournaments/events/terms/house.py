"""A club's own possible loss in its events, and the checks against the club's limits.

The club pays for bots, both added ones and those that fill tables, and pays the points for sitting
out. It can add to the pot of prizes, and it bears what a player does not pay if everyone pays the
club. Settings and limit are shared with club tables (`games.tables.house`). A running event counts
with its published rounds as seated, plus the most that the remaining rounds can cost the club,
until it is settled; payments to the club count until they are made. The club's bookkeepers are
notified.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.common.denials import DeniedError
from games.tables import house
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from tournaments.clubs.services.club import record_house_event
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, plain_seating_context
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.events.terms.max_loss import deal_loss_of
from tournaments.events.terms.selectors import TermsNow, is_for_money
from tournaments.ledger.accounts.selectors import unpaid_through_club
from tournaments.ledger.settling.models import Settlement
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.rounds import Occupant

#: Terms that affect the club's possible loss.
HOUSE_TERMS: Final = frozenset({
    "rules", "deals", "stake_minor", "currency", "format", "format_settings", "entry_limit",
    "uneven", "sit_out_points", "cards", "fee_minor", "pot_minor", "prizes", "payments",
})  # fmt: skip
_CODES: Final = {
    TableCode.HOUSE_OFF: EventCode.HOUSE_OFF,
    TableCode.HOUSE_CURRENCY: EventCode.HOUSE_CURRENCY,
    TableCode.HOUSE_STAKE: EventCode.HOUSE_STAKE,
    TableCode.HOUSE_LIMIT: EventCode.HOUSE_LIMIT,
}


def check_house(event: Event, person: User) -> None:
    """Raise `DeniedError` unless the club covers the event's possible cost; notify its bookkeepers.

    Nothing happens in an event for points.

    The event's row is locked, and the club's row is locked from here on. At most twelve queries.

    :param person: the user whose change is checked
    :raises DeniedError: the club doesn't pay for bots, or not at this stake, or it could owe more
        than its limit
    """
    if not is_for_money(event):
        return
    entries = list(event.entries.all())
    cost = _max_cost(event, entries, list(_published_rounds(event)))
    _check_club_covers(event, cost)
    _notify_of_cost(event, person, cost)


def notify_bookkeepers(event: Event, person: User) -> None:
    """Notify the club's bookkeepers of the event's possible cost to the club. Four queries."""
    if is_for_money(event):
        _notify_of_cost(
            event,
            person,
            _max_cost(event, list(event.entries.all()), list(_published_rounds(event))),
        )


def _notify_of_cost(event: Event, person: User, cost: int) -> None:
    """Notify the bookkeepers of a possible cost, unless it is 0 or for a draft."""
    if cost and event.status != Event.Status.DRAFT:
        worst = Cost(cost, event.currency)
        record_house_event(person, event.club_id, event.pk, event.name, worst)


def check_round(
    event: Event, proposed: EventRound, entries: Collection[Entry], person: User
) -> None:
    """Raise `DeniedError` unless the club covers its possible loss in the round to be published.

    A round that costs the club nothing can always be published.

    The event's row is locked, and the club's row is locked from here on.

    :param entries: all entries of the event
    :param person: the publishing user
    :raises DeniedError: as in `check_house`
    """
    if not is_for_money(event) or not _cost_of_rounds(event, entries, [proposed]):
        return
    rounds = [*_published_rounds(event), proposed]
    cost = _cost_of_rounds(event, entries, rounds) + _cost_of_prizes(event, entries)
    _check_club_covers(event, cost)
    _notify_of_cost(event, person, _max_cost(event, entries, rounds))


def at_stake_in_events(club: int, currency: str, excluded_event: int | None = None) -> int:
    """Return the club's maximum loss in its open events, in minor units. At most four queries.

    Counts running events and finished ones that are not settled yet, but no club nights. Where
    everyone pays the club, payments to it count until they are made.

    :param club: primary key of the club
    :param excluded_event: primary key of an event to leave out
    """
    settled = Settlement.objects.filter(source=Settlement.Source.EVENT, event=OuterRef("pk"))
    is_unsettled = Q(status=Event.Status.FINISHED, awaits_settlement=True) & ~Exists(settled)
    found = (
        Event.objects.filter(Q(status=Event.Status.RUNNING) | is_unsettled)
        .filter(club=club, currency=currency)
        .exclude(format=ClubNight.name)
        .prefetch_related("entries", "rounds")
    )
    counted = found if excluded_event is None else found.exclude(pk=excluded_event)
    return sum(map(_cost_at_stake, counted)) + unpaid_through_club(club, currency)


def _cost_at_stake(event: Event) -> int:
    """Return the club's maximum loss in one event. Uses fetched rows; no query."""
    rounds = [each for each in event.rounds.all() if each.status != EventRound.Status.PROPOSED]
    entries = list(event.entries.all())
    if event.status == Event.Status.FINISHED:
        return _cost_of_rounds(event, entries, rounds) + _cost_of_prizes(event, entries)
    return _max_cost(event, entries, rounds)


def _published_rounds(event: Event) -> Iterable[EventRound]:
    """Return the query for the rounds that are or were played."""
    return event.rounds.exclude(status=EventRound.Status.PROPOSED)


def _check_club_covers(event: Event, cost: int) -> None:
    """Raise `DeniedError` unless the club covers the event's possible cost in minor units."""
    if not cost:
        return
    denial = house.why_not_pay(event.club_id, event, added_loss=cost, except_event=event.pk)
    if denial is not None:
        raise DeniedError(_CODES[TableCode(denial.code)], **denial.params)


def _max_cost(event: Event, entries: Collection[Entry], rounds: Collection[EventRound]) -> int:
    """Return the event's maximum cost to the club, of published and coming rounds and prizes.

    No query.

    :param rounds: the published rounds
    """
    to_come: int = TermsNow(event, entries, len(rounds)).terms(len(rounds) + 1)["rounds"]
    context = plain_seating_context(event)
    players = max(2 * context.table_size, event.entry_limit or 0, len(entries))
    left_over = format_of(event).max_left_over(players, context)
    bots = sum(bool(each.bot) and each.status in Entry.SIGNED_UP_STATUSES for each in entries)
    # At each table, at least one seat loses nothing.
    losers = players - players // context.table_size if event.pays_club else 0
    each_round = _round_cost(event, bots + left_over.bots + losers, left_over.out)
    return (
        to_come * each_round
        + _cost_of_rounds(event, entries, rounds)
        + _cost_of_prizes(event, entries)
    )


def _cost_of_prizes(event: Event, entries: Collection[Entry]) -> int:
    """Return the maximum cost of prizes to the club: what it adds, and fees that are not paid.

    No query.
    """
    if not event.pays_club or not event.prizes:
        return event.pot_minor
    involved = sum(each.status in Entry.INVOLVED_STATUSES for each in entries)
    return event.pot_of(max(event.entry_limit or 0, involved))


def _cost_of_rounds(event: Event, entries: Collection[Entry], rounds: Iterable[EventRound]) -> int:
    """Return the maximum cost of these rounds to the club as seated. No query."""
    known = {each.number: each for each in entries}
    cost = 0
    for each in rounds:
        seating = each.seated
        seats = sum(_bots_for_money(known, table) for table in seating.tables)
        if event.pays_club:
            seats += sum(len(table) - 1 for table in seating.tables)
        cost += _round_cost(event, seats, len(seating.out))
    return cost


def _bots_for_money(entries: Mapping[int, Entry], table: Collection[Occupant]) -> int:
    """Return the number of bots at a table that play for money: none with a single user."""
    bots = sum(number is None or bool(entries[number].bot) for number in table)
    return bots if len(table) - bots >= house.MIN_USERS else 0


def _round_cost(event: Event, seats: int, out: int) -> int:
    """Return the maximum cost of one round in minor units.

    :param seats: number of seats whose losses the club may bear
    :param out: number of players who sit out
    """
    points = seats * event.deals * deal_loss_of(event) + out * event.sit_out_points
    return points * event.stake_minor

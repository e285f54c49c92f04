"""A club's own possible loss in its events, and the checks against the club's limits.

The club pays for bots, both added ones and those that fill tables, and pays the points for sitting
out. Settings and limit are shared with club tables (`games.tables.house`). A running event counts
with its published rounds as seated, plus the most that the remaining rounds can cost the club,
until it is settled. The club's bookkeepers are notified.
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
from tournaments.ledger.settling.models import Settlement
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.rounds import Occupant

#: Terms that affect the club's possible loss.
HOUSE_TERMS: Final = frozenset({
    "rules", "deals", "stake_minor", "currency", "format", "format_settings", "entry_limit",
    "uneven", "sit_out_points", "cards",
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
    points = _max_points(event, entries, list(_published_rounds(event)))
    _check_club_covers(event, points)
    _notify_of_cost(event, person, points)


def notify_bookkeepers(event: Event, person: User) -> None:
    """Notify the club's bookkeepers of the event's possible cost to the club. Four queries."""
    if is_for_money(event):
        _notify_of_cost(
            event,
            person,
            _max_points(event, list(event.entries.all()), list(_published_rounds(event))),
        )


def _notify_of_cost(event: Event, person: User, points: int) -> None:
    """Notify the bookkeepers of a possible cost in points, unless it is 0 or for a draft."""
    if points and event.status != Event.Status.DRAFT:
        worst = Cost(points * event.stake_minor, event.currency)
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
    if not is_for_money(event) or not _points_of_rounds(event, entries, [proposed]):
        return
    rounds = [*_published_rounds(event), proposed]
    _check_club_covers(event, _points_of_rounds(event, entries, rounds))
    _notify_of_cost(event, person, _max_points(event, entries, rounds))


def at_stake_in_events(club: int, currency: str, excluded_event: int | None = None) -> int:
    """Return the club's maximum loss in its open events, in minor units. At most three queries.

    Counts running events and finished ones that are not settled yet, but no club nights.

    :param club: primary key of the club
    :param excluded_event: primary key of an event to leave out
    """
    settled = Settlement.objects.filter(source=Settlement.Source.EVENT, event=OuterRef("pk"))
    is_unsettled = Q(status=Event.Status.FINISHED, awaits_settlement=True) & ~Exists(settled)
    found = (
        Event.objects.filter(Q(status=Event.Status.RUNNING) | is_unsettled)
        .filter(club=club, currency=currency, stake_minor__gt=0)
        .exclude(format=ClubNight.name)
        .prefetch_related("entries", "rounds")
    )
    counted = found if excluded_event is None else found.exclude(pk=excluded_event)
    return sum(_points_at_stake(each) * each.stake_minor for each in counted)


def _points_at_stake(event: Event) -> int:
    """Return the club's maximum loss in one event, in points. Uses fetched rows; no query."""
    rounds = [each for each in event.rounds.all() if each.status != EventRound.Status.PROPOSED]
    entries = list(event.entries.all())
    if event.status == Event.Status.FINISHED:
        return _points_of_rounds(event, entries, rounds)
    return _max_points(event, entries, rounds)


def _published_rounds(event: Event) -> Iterable[EventRound]:
    """Return the query for the rounds that are or were played."""
    return event.rounds.exclude(status=EventRound.Status.PROPOSED)


def _check_club_covers(event: Event, points: int) -> None:
    """Raise `DeniedError` unless the club covers this possible loss in points for the event."""
    if not points:
        return
    denial = house.why_not_pay(
        event.club_id, event, added_loss=points * event.stake_minor, except_event=event.pk
    )
    if denial is not None:
        raise DeniedError(_CODES[TableCode(denial.code)], **denial.params)


def _max_points(event: Event, entries: Collection[Entry], rounds: Collection[EventRound]) -> int:
    """Return the event's maximum cost to the club in points, of published and coming rounds.

    No query.

    :param rounds: the published rounds
    """
    to_come: int = TermsNow(event, entries, len(rounds)).terms(len(rounds) + 1)["rounds"]
    context = plain_seating_context(event)
    players = max(2 * context.table_size, event.entry_limit or 0, len(entries))
    left_over = format_of(event).max_left_over(players, context)
    bots = sum(bool(each.bot) and each.status in Entry.SIGNED_UP_STATUSES for each in entries)
    each_round = _round_cost_in_points(event, bots + left_over.bots, left_over.out)
    return to_come * each_round + _points_of_rounds(event, entries, rounds)


def _points_of_rounds(
    event: Event, entries: Collection[Entry], rounds: Iterable[EventRound]
) -> int:
    """Return the maximum cost of these rounds to the club as seated, in points. No query."""
    known = {each.number: each for each in entries}
    points = 0
    for each in rounds:
        seating = each.seated
        bots = sum(_bots_for_money(known, table) for table in seating.tables)
        points += _round_cost_in_points(event, bots, len(seating.out))
    return points


def _bots_for_money(entries: Mapping[int, Entry], table: Collection[Occupant]) -> int:
    """Return the number of bots at a table that play for money: none with a single user."""
    bots = sum(number is None or bool(entries[number].bot) for number in table)
    return bots if len(table) - bots >= house.MIN_USERS else 0


def _round_cost_in_points(event: Event, bots: int, out: int) -> int:
    """Return the maximum cost of bots and sit-outs in one round, in points."""
    return bots * event.deals * deal_loss_of(event) + out * event.sit_out_points

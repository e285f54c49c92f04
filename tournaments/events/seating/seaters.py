"""Seating rounds: who sits with whom, in which order, at which table, and who sits out."""

from collections.abc import Collection, Iterable, Sequence
from random import Random

from tournaments.events.rounds import Occupant, Seating
from tournaments.events.seating.designs import Group
from tournaments.events.seating.errors import (
    OutOfRangeError,
    RepeatedEntrantError,
    WayMismatchError,
)
from tournaments.events.seating.orders import Orders, best_numbers, best_orders
from tournaments.events.seating.past import Past
from tournaments.events.seating.plans import designed, follows
from tournaments.events.seating.search import best_groups
from tournaments.events.seating.ways import Way


def seat_rounds(
    entrants: Sequence[int],
    rounds: int,
    way: Way,
    *,
    history: Sequence[Seating] = (),
    forbidden: Collection[frozenset[int]] = frozenset(),
    seed: int | str,
) -> list[Seating]:
    """Return the seatings of so many rounds ahead, after those that were seated already.

    In this order they have few: meetings of forbidden pairs (none); repeated meetings, those in
    consecutive rounds counting more; imbalances in who plays right after whom, and in who is
    opposite; repeats of a table number. Sit-outs differ by at most one: nobody sits out twice
    before everybody has once. Whoever is new counts as having sat out as often as those who did
    least.

    The same arguments give the same seatings. To seat one round at a time, ask for all that remain
    and take the first: then a design that was begun is followed to its end, unless people come or
    go or a round was changed by hand.

    :raises RepeatedEntrantError: if an entrant is named twice.
    :raises WayMismatchError: if the way is for another number of players.
    :raises OutOfRangeError: if the number of rounds is below zero.
    :raises ForbiddenPairsError: if forbidden pairs could not be kept apart.
    """
    past = Past(entrants, history, forbidden)
    if way.players != past.people:
        raise WayMismatchError(f"the way is for {way.players} players, not {past.people}")
    if rounds < 0:
        raise OutOfRangeError("there cannot be fewer rounds than none")
    if not rounds:
        return []
    done = len(history)
    random = Random(f"{seed}/{done}")
    plan = None
    if not past.forbidden:
        # The same one as before the first round, for it hangs on the seed alone.
        plan = designed(past, way, done + rounds, Random(str(seed)))
    ahead = plan.rounds[done : done + rounds] if plan and follows(past, plan) else []
    if not (plan and plan.perfect and ahead):
        ahead = best_groups(past, way, rounds, ahead, random)
    bot = past.people
    full = [
        [
            table + (bot,) * (size - len(table))
            for table, size in zip(tables, way.sizes, strict=True)
        ]
        for tables in ahead
    ]
    return _seated(past, full, random)


def seat_groups(
    groups: Sequence[Sequence[Occupant]],
    *,
    out: Iterable[int] = (),
    history: Sequence[Seating] = (),
    seed: int | str,
) -> Seating:
    """Return the seating of groups that a format has put together: their orders and numbers.

    A group stays together, bots (None) included; the groups' own order means nothing.

    :raises RepeatedEntrantError: if an entrant is named twice.
    """
    away = tuple(sorted(out))
    past = Past((x for group in groups for x in group if x is not None), history)
    if len({*past.entrants, *away}) < past.people + len(away):
        raise RepeatedEntrantError("an entrant is named twice")
    bot = past.people
    tables = [tuple(bot if x is None else past.index[x] for x in group) for group in groups]
    (seating,) = _seated(past, [tables], Random(f"{seed}/{len(history)}"))
    return Seating(seating.tables, away)


def _seated(past: Past, rounds: Sequence[Sequence[Group]], random: Random) -> list[Seating]:
    """Return the seatings of tables, in good orders and with good numbers.

    A bot is the number after all people; so is whoever has gone since.
    """
    bot = past.people
    orders = Orders(bot)
    most = max(len(tables) for tables in [*rounds, *(known.tables for known in past.history)])
    seen = [[0] * most for _ in range(bot)]
    for known in past.history:
        for number, table in enumerate(known.tables):
            orders.count(
                tuple(bot if seat is None else past.index.get(seat, bot) for seat in table), 1
            )
            for x in past.numbers(table):
                seen[x][number] += 1
    seatings = []
    for tables in best_numbers(seen, best_orders(orders, rounds, random), random):
        seated = {x for table in tables for x in table}
        seatings.append(
            Seating(
                tuple(
                    _turned(seats, random)
                    for seats in (
                        [None if x == bot else past.entrants[x] for x in table] for table in tables
                    )
                ),
                tuple(past.entrants[x] for x in range(bot) if x not in seated),
            )
        )
    return seatings


def _turned(seats: list[Occupant], random: Random) -> tuple[Occupant, ...]:
    """Return the same order of play, beginning with any of the seats."""
    first = random.randrange(len(seats))
    return (*seats[first:], *seats[:first])

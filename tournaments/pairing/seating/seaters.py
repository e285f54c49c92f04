"""Seating of rounds: table groups, seat orders, table numbers and sit-outs."""

from collections.abc import Collection, Iterable, Sequence
from random import Random

from tournaments.pairing.rounds import Occupant, Seating
from tournaments.pairing.seating.designs import Group
from tournaments.pairing.seating.errors import SeatingCode, SeatingError
from tournaments.pairing.seating.orders import Orders, best_numbers, best_orders
from tournaments.pairing.seating.past import Past
from tournaments.pairing.seating.plans import follows, plan_by_design
from tournaments.pairing.seating.search import best_groups
from tournaments.pairing.seating.ways import Way


def seat_rounds(
    entrants: Sequence[int],
    rounds: int,
    way: Way,
    *,
    history: Sequence[Seating] = (),
    forbidden: Collection[frozenset[int]] = frozenset(),
    seed: int | str,
) -> list[Seating]:
    """Return the seatings of the next `rounds` rounds, given those already seated.

    In order of priority, the result avoids: meetings of forbidden pairs (entirely); repeated
    meetings, especially in consecutive rounds; imbalances of direct successors in playing order,
    and of opposite seats; repeated table numbers. Sit-outs differ by at most one: all players sit
    out once before any sits out twice. New players are treated as if they had sat out as often as
    the players with the fewest sit-outs.

    Equal arguments give equal seatings. To seat one round at a time, ask for all remaining rounds
    and take the first: a design is then followed to its end unless players come or go or a round is
    changed by hand.

    :raises ForbiddenPairsError: forbidden pairs could not be kept apart.
    :raises SeatingError: an entrant is named twice, the way is for another number of players, or
        the number of rounds is negative.
    """
    past = Past(entrants, history, forbidden)
    if way.players != past.people:
        raise SeatingError(
            SeatingCode.WAY_MISMATCH, f"the way is for {way.players} players, not {past.people}"
        )
    if rounds < 0:
        raise SeatingError(SeatingCode.OUT_OF_RANGE, "the number of rounds must not be negative")
    if not rounds:
        return []
    done = len(history)
    random = Random(f"{seed}/{done}")
    plan = None
    if not past.forbidden:
        # The same plan as before the first round, since it depends only on the seed.
        plan = plan_by_design(past, way, done + rounds, Random(str(seed)))
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
    return _arranged_seatings(past, full, random)


def seat_groups(
    groups: Sequence[Sequence[Occupant]],
    *,
    out: Iterable[int] = (),
    history: Sequence[Seating] = (),
    seed: int | str,
) -> Seating:
    """Return the seating of groups given by a format: seat orders and table numbers.

    Groups stay together, including bots (None); the order within a group is ignored.

    :raises SeatingError: an entrant is named twice.
    """
    away = tuple(sorted(out))
    past = Past((x for group in groups for x in group if x is not None), history)
    if len({*past.entrants, *away}) < past.people + len(away):
        raise SeatingError(SeatingCode.REPEATED_ENTRANT, "an entrant is named twice")
    bot = past.people
    tables = [tuple(bot if x is None else past.index[x] for x in group) for group in groups]
    (seating,) = _arranged_seatings(past, [tables], Random(f"{seed}/{len(history)}"))
    return Seating(seating.tables, away)


def _arranged_seatings(
    past: Past, rounds: Sequence[Sequence[Group]], random: Random
) -> list[Seating]:
    """Return the seatings of these groups of player numbers, with seat orders and table numbers.

    Bots, and entrants who have left, share the number after all players.
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
                    _rotated(seats, random)
                    for seats in (
                        [None if x == bot else past.entrants[x] for x in table] for table in tables
                    )
                ),
                tuple(past.entrants[x] for x in range(bot) if x not in seated),
            )
        )
    return seatings


def _rotated(seats: list[Occupant], random: Random) -> tuple[Occupant, ...]:
    """Return the seats in the same playing order, starting from a random one."""
    first = random.randrange(len(seats))
    return (*seats[first:], *seats[:first])

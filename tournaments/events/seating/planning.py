"""Seating rounds: who sits with whom, in which order, at which table, and who sits out."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from tournaments.events.rounds import Seat, Seating
from tournaments.events.seating.bounds import (
    Shape,
    consecutive_bound,
    repeats_bound,
    spread,
    unmet_bound,
)
from tournaments.events.seating.designs import design, whist
from tournaments.events.seating.errors import (
    ForbiddenPairsError,
    OutOfRangeError,
    RepeatedEntrantError,
    WayMismatchError,
)
from tournaments.events.seating.meetings import (
    CONSECUTIVE,
    REPEAT,
    SMALLER,
    UNMET,
    Meetings,
    Past,
)
from tournaments.events.seating.orders import Orders, best_numbers, best_orders
from tournaments.events.seating.search import Groups, improve
from tournaments.events.seating.turns import Turns, sit_outs
from tournaments.events.seating.ways import Way

#: How many steps a search may take, for each place of each round and at most. A step takes about
#: a microsecond.
STEPS_PER_PLACE: Final = 2_000
MOST_STEPS: Final = 800_000
#: How many times a search begins anew.
STARTS: Final = 5


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

    The same arguments give the same seatings. Rounds that are asked for one at a time, with all
    before them as history, have the same groups as rounds asked for at once if a perfect design is
    followed; a design is left when people come or go, or when a round was changed by hand.

    :raises RepeatedEntrantError: if an entrant is named twice.
    :raises WayMismatchError: if the way is for another number of players.
    :raises OutOfRangeError: if the number of rounds is below zero.
    :raises ForbiddenPairsError: if forbidden pairs could not be kept apart.
    """
    people = sorted(entrants)
    _check(people)
    if way.players != len(people):
        raise WayMismatchError(f"the way is for {way.players} players, not {len(people)}")
    if rounds < 0:
        raise OutOfRangeError("there cannot be fewer rounds than none")
    if not rounds:
        return []
    index = {entrant: x for x, entrant in enumerate(people)}
    banned = _pairs(index, forbidden)
    planned = None
    if not banned:
        planned = _designed(len(people), way, len(history) + rounds, Random(f"{seed}/design"))
    if planned is not None:
        done = planned[: len(history)]
        if all(
            _same(groups, seating, index) for groups, seating in zip(done, history, strict=False)
        ) and len(done) == len(history):
            planned = planned[len(history) :]
        else:
            planned = None
    random = Random(f"{seed}/{len(history)}")
    if (
        planned is None
        or len(planned) < rounds
        or not _is_perfect(len(people), way, len(history) + rounds)
    ):
        planned = _searched(people, index, rounds, way, history, banned, planned, random)
    return _arranged(people, index, planned[:rounds], way.sizes, history, random)


def seat_groups(
    groups: Sequence[Sequence[Seat]],
    *,
    out: Iterable[int] = (),
    history: Sequence[Seating] = (),
    seed: int | str,
) -> Seating:
    """Return the seating of groups that a format has put together: their orders and table numbers.

    :raises RepeatedEntrantError: if an entrant is named twice.
    """
    away = tuple(sorted(out))
    people = sorted(x for group in groups for x in group if x is not None)
    _check([*people, *away])
    index = {entrant: x for x, entrant in enumerate(people)}
    bot = len(people)
    tables = [
        tuple(bot if entrant is None else index[entrant] for entrant in group) for group in groups
    ]
    random = Random(f"{seed}/{len(history)}")
    seating = _seated(people, index, [tables], history, random)[0]
    return Seating(seating.tables, away)


def _check(people: Sequence[int]) -> None:
    repeated = sorted({x for x in people if people.count(x) > 1})
    if repeated:
        raise RepeatedEntrantError(f"named twice: {', '.join(map(str, repeated))}")


def _pairs(index: dict[int, int], forbidden: Collection[frozenset[int]]) -> set[tuple[int, int]]:
    """Return the forbidden pairs of those who are here, both ways round."""
    return {
        (index[one], index[other])
        for pair in forbidden
        for one in pair
        for other in pair
        if one != other and one in index and other in index
    }


def _designed(people: int, way: Way, rounds: int, random: Random) -> Groups | None:
    """Return the rounds of a design with people at random in its places, or None."""
    groups, size = way.groups, max(way.sizes)
    extra = 0
    found = None
    if way.out <= 1 and min(groups) == size:
        if way.out == 0 and size == 4 and rounds >= people - 1:
            found = whist(people)
        found = found or design(people, size)
        if found is None and size == 2 and way.out == 1:
            extra = 1
    elif way.out == 0 and sum(groups) == len(groups) * size - 1:
        extra = 1
    if extra:
        # One more plays, who is not there.
        found = design(people + 1, size)
    if found is None:
        return None
    names = list(range(people))
    random.shuffle(names)
    if extra:
        names.append(-1)
    planned: Groups = []
    for round_ in found.rounds:
        tables = [tuple(names[x] for x in group if names[x] >= 0) for group in round_]
        tables.sort(key=len, reverse=True)
        if size == 2:
            tables = [table for table in tables if len(table) > 1]
        if tuple(map(len, tables)) != groups:
            return None
        planned.append(tables)
    if found.balanced:
        planned *= -(-rounds // len(planned))
    return planned


def _is_perfect(people: int, way: Way, rounds: int) -> bool:
    """Tell whether a design needs no look at its cost to be known as the best there is."""
    size = max(way.sizes)
    found = design(people + (min(way.groups) < size or (size == 2 and way.out == 1)), size)
    if found is None:
        return False
    return (
        # No pair meets twice in it.
        (rounds <= len(found.rounds) and len(found.rounds) * (size - 1) < people + 1)
        # All pairs have met equally often.
        or (found.balanced and rounds % len(found.rounds) == 0)
    )


def _same(groups: Sequence[tuple[int, ...]], seating: Seating, index: dict[int, int]) -> bool:
    """Tell whether a seating has these groups, in whatever order."""
    seated = {
        frozenset(index.get(entrant, -1) for entrant in table if entrant is not None)
        for table in seating.tables
    }
    return seated == {frozenset(group) for group in groups}


def _searched(
    people: Sequence[int],
    index: dict[int, int],
    rounds: int,
    way: Way,
    history: Sequence[Seating],
    banned: set[tuple[int, int]],
    planned: Groups | None,
    random: Random,
) -> Groups:
    """Return the best groups that a search finds, beginning with a plan if there is one."""
    count, sizes = len(people), way.groups
    past = _past(index, history, sizes, banned)
    before, last = _sat_out(index, history)
    target = _target(past, sizes, rounds, history)
    budget = min(MOST_STEPS, STEPS_PER_PLACE * count * rounds)
    best: Groups = []
    least: int | None = None
    for start in range(STARTS):
        if start or planned is None:
            out: Sequence[Sequence[int]] = sit_outs(before, last, rounds, way.out, random)
        else:
            given = [
                tuple(x for x in range(count) if not any(x in table for table in tables))
                for tables in planned[:rounds]
            ]
            out = given + _more_out(given, before, last, rounds - len(given), way.out, random)
        meetings = Meetings(past, sizes, out)
        for number in range(rounds):
            if start == 0 and planned is not None and number < len(planned):
                for table, group in enumerate(planned[number]):
                    for x in group:
                        meetings.seat(number, x, table)
            else:
                meetings.fill(number, random)
        cost, groups = improve(meetings, Turns(before, out), target, budget // STARTS, random)
        if least is None or cost < least:
            best, least = groups, cost
        if least <= target:
            break
    together = {
        frozenset((people[one], people[other]))
        for tables in best
        for table in tables
        for one, other in combinations(table, 2)
        if (one, other) in banned
    }
    if together:
        raise ForbiddenPairsError(together)
    return best


def _more_out(
    given: Sequence[Sequence[int]],
    before: Sequence[int],
    last: set[int],
    rounds: int,
    out: int,
    random: Random,
) -> list[tuple[int, ...]]:
    """Return who sits out after some rounds in which it is given."""
    counts = list(before)
    for round_ in given:
        for x in round_:
            counts[x] += 1
    return sit_outs(counts, set(given[-1]) if given else last, rounds, out, random)


def _past(
    index: dict[int, int],
    history: Sequence[Seating],
    sizes: Sequence[int],
    banned: set[tuple[int, int]],
) -> Past:
    """Return what the rounds before mean to those who are here."""
    people = len(index)
    met = [[0] * people for _ in range(people)]
    smaller = [0] * people
    last: set[tuple[int, int]] = set()
    for seating in history:
        last = set()
        most = max((_humans(table) for table in seating.tables), default=0)
        for table in seating.tables:
            here = [index[entrant] for entrant in table if entrant in index]
            for one in here:
                smaller[one] += _humans(table) < most
                for other in here:
                    if one != other:
                        met[one][other] += 1
                        last.add((one, other))
    return Past(people, met, last, banned, smaller)


def _humans(table: Sequence[Seat]) -> int:
    return sum(entrant is not None for entrant in table)


def _sat_out(index: dict[int, int], history: Sequence[Seating]) -> tuple[list[int], set[int]]:
    """Return how often each has sat out, and who did in the last round."""
    counts = [0] * len(index)
    known: set[int] = set()
    for seating in history:
        known.update(index[entrant] for entrant in seating.seated if entrant in index)
        for entrant in seating.out:
            if entrant in index:
                counts[index[entrant]] += 1
                known.add(index[entrant])
    least = min((counts[x] for x in known), default=0)
    for x in range(len(counts)):
        if x not in known:
            counts[x] = least
    last = {index[entrant] for entrant in history[-1].out if entrant in index} if history else set()
    return counts, last


def _target(past: Past, sizes: tuple[int, ...], rounds: int, history: Sequence[Seating]) -> int:
    """Return a cost that no groups can go below, counted as `Meetings.cost` is.

    The past's own cost is taken away, for only what is added is counted there.
    """
    people = past.people
    if past.forbidden:
        free = (people * (people - 1) - len(past.forbidden)) // 2
    else:
        free = people * (people - 1) // 2
    ahead = [Shape(sizes, sizes)] * rounds
    if not history:
        pairs = people * (people - 1) // 2
        most = max(sizes)
        return (
            REPEAT * repeats_bound(ahead, people, pairs - free)
            + CONSECUTIVE * consecutive_bound(ahead, people)
            + UNMET * (unmet_bound(ahead, people) - pairs)
            + SMALLER * spread(rounds * sum(size for size in sizes if size < most), people)
        )
    # At best the cheapest pairs meet, each time one that has met least.
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
    open_ = sorted(
        past.met[one][other]
        for one, other in combinations(range(people), 2)
        if (one, other) not in past.forbidden
    )
    total = 0
    level = 0
    filled = 0
    while meetings > 0 and open_:
        while filled < len(open_) and open_[filled] <= level:
            filled += 1
        now = min(filled, meetings)
        total += now * (REPEAT * level - UNMET * (not level))
        meetings -= now
        level += 1
    return total


def _arranged(
    people: Sequence[int],
    index: dict[int, int],
    planned: Groups,
    seats: Sequence[int],
    history: Sequence[Seating],
    random: Random,
) -> list[Seating]:
    """Return the seatings of groups, with bots in the seats that are left."""
    bot = len(people)
    full = [
        [table + (bot,) * (size - len(table)) for table, size in zip(tables, seats, strict=True)]
        for tables in planned
    ]
    return _seated(people, index, full, history, random)


def _seated(
    people: Sequence[int],
    index: dict[int, int],
    rounds: Sequence[Sequence[tuple[int, ...]]],
    history: Sequence[Seating],
    random: Random,
) -> list[Seating]:
    """Return the seatings of tables in good orders and with good numbers."""
    bot = len(people)
    orders = Orders(bot)
    most = max(
        (len(tables) for tables in [*rounds, *(seating.tables for seating in history)]), default=0
    )
    seen = [[0] * most for _ in people]
    for seating in history:
        for number, table in enumerate(seating.tables):
            # Whoever has gone since is nobody to whom it matters, as a bot is.
            there = tuple(bot if entrant is None else index.get(entrant, bot) for entrant in table)
            orders.count(there, 1)
            for x in there:
                if x < bot:
                    seen[x][number] += 1
    ordered = best_orders(orders, rounds, random)
    seatings = []
    for tables in best_numbers(seen, ordered, random):
        seated = {x for table in tables for x in table}
        seatings.append(
            Seating(
                tuple(tuple(None if x == bot else people[x] for x in table) for table in tables),
                tuple(people[x] for x in range(bot) if x not in seated),
            )
        )
    return seatings

"""Quick seatings in place of the best ones, and whole events with random results."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Entrant, Occupant, Round, RoundResult, Seating


def plain_seat_rounds(entrants, rounds, way, *, history=(), forbidden=frozenset(), seed):
    """Return valid but arbitrary seatings: sit-outs in turn, random tables."""
    rng = random.Random(f"{seed}/{sorted(entrants)}/{len(history)}")
    outs = Counter(each for seating in history for each in seating.out)
    seatings = []
    for _ in range(rounds):
        order = sorted(entrants)
        rng.shuffle(order)
        order.sort(key=lambda each: -outs[each])
        cut = len(order) - way.out
        order, out = order[:cut], tuple(sorted(order[cut:]))
        outs.update(out)
        rng.shuffle(order)
        tables = []
        for size, people in zip(way.sizes, way.groups, strict=True):
            tables.append((*order[:people], *(None,) * (size - people)))
            order = order[people:]
        seatings.append(Seating(tuple(tables), out))
    return seatings


def plain_seat_groups(groups, *, history, seed):
    """Return the groups as tables in random order, with random seats."""
    rng = random.Random(seed)
    tables = [list(group) for group in groups]
    rng.shuffle(tables)
    for table in tables:
        rng.shuffle(table)
    return Seating(tuple(map(tuple, tables)))


HALL = SeatingContext()


def people(count: int, **kwargs: object) -> list[Entrant]:
    return [Entrant(number, **kwargs) for number in range(1, count + 1)]


def changed(entrants: Iterable[Entrant], number: int, **changes: object) -> list[Entrant]:
    """Return the entrants with one of them changed."""
    return [replace(each, **changes) if each.number == number else each for each in entrants]


def finished(*tables: Mapping[int, int], out: Iterable[int] = (), stage: str = "") -> Round:
    """Return a round with these nets."""
    return Round(
        Seating(tuple(tuple(table) for table in tables), tuple(out)),
        {number: RoundResult(net) for table in tables for number, net in table.items()},
        stage,
    )


def meet(played: Round) -> set[frozenset[Occupant]]:
    return {frozenset(table) for table in played.seating.tables}


def with_results(proposed: Round, rng: random.Random) -> Round:
    """Return the round with random results: each table sums to zero, including bots."""
    results = {}
    for table in proposed.seating.tables:
        nets = [rng.randint(-30, 30) for _ in table[1:]]
        nets.insert(0, -sum(nets))
        for number, net in zip(table, nets, strict=True):
            if number is not None:
                results[number] = RoundResult(net, rng.randint(0, 4), 8)
    return replace(proposed, results=results)


@dataclass(frozen=True)
class Played:
    history: list[Round]
    entrants: list[Entrant]

    def playing(self, number: int) -> set[int]:
        return {each.number for each in self.entrants if each.plays(number)}


def run(
    kind: Format,
    count: int,
    seed: int,
    context: SeatingContext = HALL,
    *,
    leaving: float = 0.0,
    joining: float = 0.0,
    skipping: float = 0.0,
    each_round: Callable[[Played, Round], None] | None = None,
) -> Played:
    """Play an event to its end; after each round some leave, and some join while they may.

    Before each round some choose to skip it, the first included.
    """
    rng = random.Random(seed)
    entrants = people(count)
    history: list[Round] = []
    latest = kind.latest_entry(count, context)
    while True:
        number = len(history) + 1
        if skipping:
            entrants = [
                replace(each, skipped=(*each.skipped, number))
                if each.plays(number) and rng.random() < skipping
                else each
                for each in entrants
            ]
        proposed = kind.pair(history, entrants, seed, context)
        assert proposed == kind.pair(history, entrants[::-1], seed, context)
        if proposed is None:
            return Played(history, entrants)
        check(proposed, {each.number for each in entrants if each.plays(number)}, context)
        kind.notes(history, proposed, entrants, context)
        if each_round is not None:
            each_round(Played(history, entrants), proposed)
        history.append(with_results(proposed, rng))
        assert len(history) < 500, "no end in sight"
        entrants = [
            replace(each, left=number)
            if each.plays(number + 1) and rng.random() < leaving
            else each
            for each in entrants
        ]
        if latest is not None and number + 1 <= latest and rng.random() < joining:
            entrants.append(Entrant(len(entrants) + 1, joined=number + 1))


def check(proposed: Round, playing: set[int], context: SeatingContext) -> None:
    """Check that a round can be played: no player twice, and no absent player."""
    seating = proposed.seating
    there = [*seating.seated, *seating.out]
    assert len(there) == len(set(there))
    assert set(there) <= playing
    if proposed.stage not in ("knock_out", "final"):
        assert set(there) == playing
    for table in seating.tables:
        assert any(seat is not None for seat in table)
        smaller = context.uneven == "smaller"
        assert context.table_size - smaller <= len(table) <= context.table_size
        assert context.uneven == "bots" or None not in table


def outs_of(history: Sequence[Round]) -> Counter[int]:
    return Counter(each for played in history for each in played.seating.out)

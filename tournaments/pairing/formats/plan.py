"""Rounds planned ahead, for full rotations or as few repeated meetings as possible.

All rounds are planned together, which makes perfect designs possible. The plan is not stored:
it follows from the players and the seed, so each round recomputes it and uses its own part. After
a departure, a late entry or a change by hand, the remaining rounds are planned again.
"""

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from tournaments.pairing.formats.base import players_of, seatings
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Entrant, Round, Seating
from tournaments.pairing.seating import seaters


def planned_round(
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    rounds: int,
    seed: int,
    context: SeatingContext,
) -> Round | None:
    """Return the next of `rounds` rounds; None after the last, or with fewer than two players."""
    number = len(history) + 1
    if number > rounds or len(players_of(entrants, number)) < 2:
        return None
    return Round(
        next_seating(
            seatings(history),
            lambda each: frozenset(players_of(entrants, each)),
            rounds,
            seed,
            context,
        )
    )


def next_seating(
    history: Sequence[Seating],
    players: Callable[[int], AbstractSet[int]],
    rounds: int,
    seed: int,
    context: SeatingContext,
) -> Seating:
    """Return the next of `rounds` seatings; `players` gives the players of a round, from 1.

    All sit out if they fill no table.
    """
    number = len(history) + 1
    now = players(number)
    if not context.way(len(now)).sizes:
        return Seating((), tuple(sorted(now)))
    begun = number - 1
    while begun > 0 and players(begun) == now:
        begun -= 1
    while True:
        plan = planned_seatings(
            context, tuple(sorted(now)), rounds - begun, history=tuple(history[:begun]), seed=seed
        )
        for index in range(begun, number - 1):
            if _groups_and_sit_outs(plan[index - begun]) != _groups_and_sit_outs(history[index]):
                begun = index + 1
                break
        else:
            return plan[number - 1 - begun]


@lru_cache(maxsize=8)
def planned_seatings(
    context: SeatingContext,
    entrants: tuple[int, ...],
    rounds: int,
    *,
    history: tuple[Seating, ...],
    seed: int,
) -> Sequence[Seating]:
    """Return the seatings of this many planned rounds after `history`; cached."""
    # This can take seconds, and each round of an event asks for the same plan.
    return seaters.seat_rounds(
        entrants,
        rounds,
        context.way(len(entrants)),
        history=history,
        forbidden=context.forbidden,
        seed=seed,
    )


def seating_of_members(seating: Seating, members: Collection[int]) -> Seating:
    """Return the part of a seating that concerns these members: their tables and sit-outs."""
    return Seating(
        tuple(table for table in seating.tables if any(seat in members for seat in table)),
        tuple(entrant for entrant in seating.out if entrant in members),
    )


def _groups_and_sit_outs(seating: Seating) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
    """Return the set of groups who share tables, and the set of those who sit out."""
    tables = (frozenset(seat for seat in table if seat is not None) for table in seating.tables)
    return frozenset(tables), frozenset(seating.out)

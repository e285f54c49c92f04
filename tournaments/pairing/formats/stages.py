"""Stages in which the best of each table advance and the others are out, down to a last table.

They work with any number of players: players who sit out advance without playing (a bye), and an
incomplete last table is filled with the best eliminated players (lucky losers). If a player
leaves, the next one of the table advances.
"""

from collections.abc import Collection, Sequence

from tournaments.pairing.formats.base import (
    Note,
    derived_seed,
    general_notes,
    players_of,
    random_order,
    seatings,
    sit_outs,
)
from tournaments.pairing.formats.seating_context import SeatingContext, seat_with_bots
from tournaments.pairing.formats.tables import Acquaintances, snake_tables, tables_of_neighbours
from tournaments.pairing.rounds import Entrant, Occupant, Round
from tournaments.pairing.seating import seaters
from tournaments.pairing.standings.lines import StageReached, Standing, places, standings

#: Stage names of rounds.
GROUP = "group"
KNOCK_OUT = "knock_out"
FINAL = "final"


def advancing_players(
    history: Sequence[Round], entrants: Sequence[Entrant], per_table: int, seed: int
) -> list[int]:
    """Return the players who advance from the last round, best first: `per_table` of each table.

    A table's order is decided by the round's points after penalties, then the fewest penalty
    points, deals won, the event's total, and finally by lot. At least one player per table is
    eliminated. Players with a bye come first, then the winners of tables.
    """
    number = len(history)
    played = history[-1]
    known = {entrant.number: entrant for entrant in entrants}
    in_round = {
        line.entrant: line
        for line in standings(
            history,
            entrants,
            reached={each.number: StageReached(0, "", since=max(number, 1)) for each in entrants},
        )
    }
    total = {line.entrant: line.total for line in standings(history, entrants)}
    lot = {each: at for at, each in enumerate(random_order(known, seed, "lot", number))}
    still = set(players_of(entrants, number + 1))

    order = sorted((each for each in played.seating.out if each in still), key=lot.__getitem__)
    ranked = []
    for table in played.seating.tables:
        people = sorted(
            (each for each in table if each is not None and each in known),
            key=lambda each: (
                -in_round[each].total,
                in_round[each].penalty,
                -in_round[each].deals_won,
                -total[each],
                lot[each],
            ),
        )
        limit = min(per_table, max(1, len(people) - 1))
        for place, each in enumerate([each for each in people if each in still][:limit]):
            ranked.append((place, -in_round[each].total, lot[each], each))
    return order + [each for *_, each in sorted(ranked)]


def next_stage(
    qualifiers: Sequence[int],
    eliminated: Sequence[int],
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    *,
    seed: int,
    context: SeatingContext,
) -> Round | None:
    """Return the next round, at several tables or the last one; None if no table can be filled.

    `eliminated` players, given best first, fill the free seats of the last table.
    """
    number = len(history) + 1
    past = seatings(history)
    if len(qualifiers) <= context.table_size:
        lucky = eliminated[: context.table_size - len(qualifiers)]
        return final_table([*qualifiers, *lucky], history, seed, context)
    way = context.way(len(qualifiers))
    outs = sit_outs(history, entrants)
    byes = sorted(qualifiers, key=lambda each: outs.get(each, 0))[: way.out]
    groups = snake_tables([each for each in qualifiers if each not in byes], way.groups)
    known = Acquaintances.of(past, context.forbidden)
    groups = tables_of_neighbours(
        [each for group in groups for each in group],
        way.groups,
        known,
        None,
        derived_seed(seed, "stage", number),
    )
    return Round(
        seat_with_bots(
            groups,
            way,
            byes,
            history=past,
            seed=derived_seed(seed, "seats", number),
        ),
        stage=KNOCK_OUT,
    )


def final_table(
    players: Sequence[int], history: Sequence[Round], seed: int, context: SeatingContext
) -> Round | None:
    """Return a round of the last table; None if it cannot be filled in the chosen way."""
    if len(players) < 2:
        return None
    way = context.way(len(players))
    if len(way.sizes) != 1 or way.out:
        return None
    table: list[Occupant] = [*players, *(None,) * way.bots]
    number = len(history) + 1
    seating = seaters.seat_groups(
        [table], history=seatings(history), seed=derived_seed(seed, "seats", number)
    )
    return Round(seating, stage=FINAL)


def another_final(
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    rounds: int,
    seed: int,
    context: SeatingContext,
) -> Round | None:
    """Return the next round of the last table for its remaining players.

    None after the last of its rounds, or if the players are too few for a table.
    """
    played = sum(1 for each in history if each.stage == FINAL)
    if played >= rounds:
        return None
    still = set(players_of(entrants, len(history) + 1))
    table = sorted(each for each in history[-1].seating.seated if each in still)
    return final_table(table, history, seed, context)


def eliminated_players(
    qualifiers: Collection[int],
    history: Sequence[Round],
    lines: Sequence[Standing],
    playing: list[int],
) -> list[int]:
    """Return the eliminated entrants who can still play, best first: those not in `qualifiers`."""
    took_part = {
        each for played in history for each in (*played.seating.seated, *played.seating.out)
    }
    return [
        line.entrant
        for line in lines
        if line.entrant in took_part and line.entrant in playing and line.entrant not in qualifiers
    ]


def stage_standings(
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    advancing: Collection[int] = (),
    *,
    carries_points: bool = False,
) -> tuple[Standing, ...]:
    """Return standings by stage reached, and within a stage by its points.

    With `carries_points`, the points of all rounds decide within a stage. `advancing` are the
    players who advance after the last round.
    """
    begun = next((at for at, played in enumerate(history, 1) if played.stage == FINAL), None)
    reached: dict[int, StageReached] = {}
    for number, played in enumerate(history, start=1):
        since = {GROUP: 1, FINAL: begun or number}.get(played.stage, number)
        for each in (*played.seating.seated, *played.seating.out):
            reached[each] = StageReached(since, played.stage, 1 if carries_points else since)
    for each in advancing:
        before = reached[each]
        reached[each] = StageReached(len(history) + 1, before.stage, before.since)
    places_before = None
    if begun is not None and begun > 1:
        places_before = places(
            stage_standings(history[: begun - 1], entrants, carries_points=carries_points)
        )
    return standings(history, entrants, reached=reached, places_before=places_before)


def stage_notes(
    history: Sequence[Round], proposed: Round, expected: int | None, context: SeatingContext
) -> tuple[Note, ...]:
    """Return the general remarks, knock-out sit-outs as byes, and lucky losers beyond `expected`.

    :param expected: number of players who have qualified; None if not to be compared
    """
    notes = []
    for note in general_notes(history, proposed, context):
        is_bye = note.code == "sit_out" and proposed.stage == KNOCK_OUT
        notes.append(Note("byes", note.params) if is_bye else note)
    if proposed.stage == FINAL and expected is not None:
        lucky = len(proposed.seating.seated) - expected
        if lucky > 0:
            notes.append(Note("lucky_losers", {"count": lucky}))
    return tuple(notes)


def stages_length(players: int, per_table: int, final_rounds: int, context: SeatingContext) -> int:
    """Return the number of rounds down to the last table, including its own."""
    rounds = final_rounds
    while players > context.table_size:
        way = context.way(players)
        if not way.groups:
            # More than can be seated: no player would ever be eliminated.
            break
        on = sum(min(per_table, max(1, people - 1)) for people in way.groups)
        players = way.out + on
        rounds += 1
    return rounds


def max_stage_rounds(
    players: int, per_table: int, final_rounds: int, context: SeatingContext
) -> int:
    """Return the maximum number of rounds, including the last table's, for up to `players` players.

    Players can leave after any round, and then more rounds may be needed: the remaining players
    form other tables.
    """
    most = [final_rounds] * (context.table_size + 1)
    for people in range(context.table_size + 1, players + 1):
        way = context.way(people)
        on = way.out + sum(min(per_table, max(1, each - 1)) for each in way.groups)
        stages = 1 + most[min(on, people - 1)] if way.groups else final_rounds
        most.append(max(most[-1], stages))
    return most[-1]

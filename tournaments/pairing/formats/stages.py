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
from tournaments.pairing.rounds import Entrant, Occupant, Round, Seating
from tournaments.pairing.seating import seaters
from tournaments.pairing.standings.lines import StageReached, Standing, places, standings
from tournaments.pairing.standings.tie_breaks import USUAL

#: Stage names of rounds.
GROUP = "group"
KNOCK_OUT = "knock_out"
FINAL = "final"
#: Stage reached by players at the second table of a final round: they play for the next places.
CONSOLATION = "consolation"


def advancing_players(
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    per_table: int,
    seed: int,
    tie_breaks: Sequence[str] = USUAL,
) -> list[int]:
    """Return the players who advance from the last round, best first: `per_table` of each table.

    A table's order is decided by the round's points after penalties, then the tie-breaks, the
    event's total, and finally by lot. At least one player per table is eliminated. Players with a
    bye come first, then the winners of tables.
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
            tie_breaks=tie_breaks,
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
            key=lambda each: (in_round[each].place, -total[each], lot[each]),
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
    consolation: bool = False,
) -> Round | None:
    """Return the next round, at several tables or the last one; None if no table can be filled.

    `eliminated` players, given best first, fill the free seats of the last table.

    :param consolation: whether the best of those eliminated just before play for the next places
    """
    number = len(history) + 1
    past = seatings(history)
    if len(qualifiers) <= context.table_size:
        free = context.table_size - len(qualifiers)
        lucky, others = eliminated[:free], eliminated[free:]
        just_out = [
            each
            for each in others
            if consolation and history and each in history[-1].seating.seated
        ]
        return final_table(
            [*qualifiers, *lucky], history, seed, context, just_out[: context.table_size]
        )
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
    players: Sequence[int],
    history: Sequence[Round],
    seed: int,
    context: SeatingContext,
    consolation: Sequence[int] = (),
) -> Round | None:
    """Return a round of the last table; None if it cannot be filled in the chosen way.

    :param consolation: players of a second table, left out if they can't fill it
    """
    tables: list[tuple[Occupant, ...]] = []
    for index, people in enumerate((players, consolation)):
        table = _full_table(people, context)
        if table is not None:
            # Each on its own, so that the final stays the first table.
            tables += seaters.seat_groups(
                [table],
                history=seatings(history),
                seed=derived_seed(seed, "seats", len(history) + 1, *([index] if index else [])),
            ).tables
        elif not index:
            return None
    return Round(Seating(tuple(tables)), stage=FINAL)


def _full_table(players: Sequence[int], context: SeatingContext) -> list[Occupant] | None:
    """Return the players of one table with its bots; None if they don't fill exactly one."""
    if len(players) < 2:
        return None
    way = context.way(len(players))
    if len(way.sizes) != 1 or way.out:
        return None
    return [*players, *(None,) * way.bots]


def another_final(
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    rounds: int,
    seed: int,
    context: SeatingContext,
) -> Round | None:
    """Return the next round of the last table, and of the consolation table if there is one.

    None after the last of its rounds, or if the remaining players are too few for a table.
    """
    played = sum(1 for each in history if each.stage == FINAL)
    if played >= rounds:
        return None
    still = set(players_of(entrants, len(history) + 1))
    final, *others = (
        sorted(each for each in table if each is not None and each in still)
        for table in history[-1].seating.tables
    )
    return final_table(final, history, seed, context, others[0] if others else ())


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
    tie_breaks: Sequence[str] = USUAL,
) -> tuple[Standing, ...]:
    """Return standings by stage reached, and within a stage by its points.

    With `carries_points`, the points of all rounds decide within a stage. `advancing` are the
    players who advance after the last round.
    """
    begun = next((at for at, played in enumerate(history, 1) if played.stage == FINAL), None)
    reached: dict[int, StageReached] = {}
    for number, played in enumerate(history, start=1):
        since = {GROUP: 1, FINAL: begun or number}.get(played.stage, number)
        counts_since = 1 if carries_points else since
        for each in (*played.seating.seated, *played.seating.out):
            reached[each] = StageReached(since, played.stage, counts_since)
        if played.stage == FINAL:
            final, *others = played.seating.tables
            for seat in final if others else ():
                if seat is not None:
                    reached[seat] = StageReached(since + 1, FINAL, counts_since)
            for seat in (seat for table in others for seat in table):
                if seat is not None:
                    reached[seat] = StageReached(since, CONSOLATION, counts_since)
    for each in advancing:
        before = reached[each]
        reached[each] = StageReached(len(history) + 1, before.stage, before.since)
    places_before = None
    if begun is not None and begun > 1:
        places_before = places(
            stage_standings(
                history[: begun - 1],
                entrants,
                carries_points=carries_points,
                tie_breaks=tie_breaks,
            )
        )
    return standings(
        history, entrants, reached=reached, places_before=places_before, tie_breaks=tie_breaks
    )


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
        lucky = sum(each is not None for each in proposed.seating.tables[0]) - expected
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

"""Bracket: the rounds of a knock-out, with the tables that lead to each next one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.pairing.formats.stages import FINAL, GROUP
from tournaments.pairing.rounds import Occupant, Round


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """An occupant of a table, with points so far, and whether they advanced from it."""

    occupant: Occupant
    #: None before the first result.
    points: int | None
    advances: bool


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A table of a bracket: its number, its seats, best first, and the tables it leads to."""

    #: From 1.
    number: int
    seats: tuple[BracketSeat, ...]
    #: Indexes, from 0, of the next round's tables at which its players sit.
    leads_to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket; all rounds at the last table are one."""

    #: Number of the event's round, from 1; the first one of several.
    number: int
    is_final: bool
    tables: tuple[BracketTable, ...]
    #: Entrants who advance without playing.
    byes: tuple[int, ...]


def bracket(history: Sequence[Round], advancing: Collection[int] = ()) -> tuple[BracketRound, ...]:
    """Return the rounds of the bracket, without those of groups.

    :param advancing: players who advance after the last round; ignored once the final is seated
    """
    stages: list[list[tuple[int, Round]]] = []
    for number, played in enumerate(history, start=1):
        if played.stage == GROUP:
            continue
        if played.stage == FINAL and stages and stages[-1][0][1].stage == FINAL:
            stages[-1].append((number, played))
        else:
            stages.append([(number, played)])
    found = []
    for index, rounds in enumerate(stages):
        number, first = rounds[0]
        following = stages[index + 1][0][1] if index + 1 < len(stages) else None
        if following is not None:
            on = {each for table in _stage_tables(following) for each in table}
            on |= {*following.seating.out}
        else:
            on = set() if first.stage == FINAL else set(advancing)
        found.append(
            BracketRound(
                number,
                first.stage == FINAL,
                tuple(
                    BracketTable(at + 1, _seats(at, rounds, on), _next_tables(table, following))
                    for at, table in enumerate(first.seating.tables)
                ),
                first.seating.out,
            )
        )
    return tuple(found)


def _seats(
    table_index: int, rounds: Sequence[tuple[int, Round]], advancing: Collection[Occupant]
) -> tuple[BracketSeat, ...]:
    """Return the seats of a table with the sums of their points in all of these rounds."""
    points: dict[Occupant, int | None] = {}
    bots = 0
    for _, played in rounds:
        if table_index >= len(played.seating.tables):
            continue
        table = played.seating.tables[table_index]
        bots = max(bots, table.count(None))
        for each in table:
            if each is not None:
                result = played.results.get(each)
                before = points.get(each)
                points[each] = before if result is None else (before or 0) + result.net
    ranked = sorted(
        points.items(),
        key=lambda pair: (pair[0] not in advancing, pair[1] is None, -(pair[1] or 0)),
    )
    return (
        *(BracketSeat(each, score, each in advancing) for each, score in ranked),
        *(BracketSeat(None, None, False),) * bots,
    )


def _next_tables(table: Sequence[Occupant], following: Round | None) -> tuple[int, ...]:
    """Return the indexes of the next round's tables at which players of this table sit."""
    if following is None:
        return ()
    people = {each for each in table if each is not None}
    tables = _stage_tables(following)
    return tuple(at for at, each in enumerate(tables) if people & set(each))


def _stage_tables(played: Round) -> Sequence[Sequence[Occupant]]:
    """Return the tables of a round for players who have advanced: not the consolation table."""
    return played.seating.tables[: 1 if played.stage == FINAL else None]

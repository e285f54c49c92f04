"""Tables of groups: the standings of each group, and who makes the cut, may still, or is out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from tournaments.pairing.formats.base import is_over
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Entrant, Points, Round
from tournaments.pairing.standings.chances import Bounds
from tournaments.pairing.standings.lines import Standing, standings

#: Whether a player makes the cut: certainly, possibly, or not.
CutState = Literal["through", "open", "out"]


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player's line in the table of a group, as after its last round so far."""

    #: From 1; equal for players who can't be separated.
    place: int
    standing: Standing
    state: CutState


@dataclass(frozen=True, slots=True)
class GroupTables:
    """The tables of all groups, and whether the cut has been made."""

    #: Lines of each group, best first.
    groups: tuple[tuple[GroupLine, ...], ...]
    is_decided: bool


def group_tables(
    made: Groups,
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    *,
    seed: int,
    context: SeatingContext,
    bounds: Bounds,
) -> GroupTables:
    """Return the tables of the groups; later rounds only show who made the cut.

    Before the cut, "through" and "out" are certain, assuming that only deals change the standings.

    :param bounds: limits of what a player can win and lose in a round
    """
    rounds = history[: made.group_rounds]
    lines = standings(rounds, entrants, tie_breaks=made.tie_breaks)
    number = min(len(history) + 1, made.group_rounds)
    members = made.members(entrants, number, seed, context)
    is_decided = len(rounds) == made.group_rounds and all(is_over(each) for each in rounds)
    if is_decided:
        on = _advancing_players(made, history, entrants, seed=seed, context=context)
        states: dict[int, CutState] = {
            line.entrant: "through" if line.entrant in on else "out" for line in lines
        }
    else:
        states = _states_before_cut(made, rounds, lines, members, bounds)
    tables = []
    for group in members:
        of_group = [line for line in lines if line.entrant in group]
        places = [1 + sum(other.place < line.place for other in of_group) for line in of_group]
        tables.append(
            tuple(
                GroupLine(place, line, states[line.entrant])
                for place, line in zip(places, of_group, strict=True)
            )
        )
    return GroupTables(tuple(tables), is_decided)


def _advancing_players(
    made: Groups,
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    *,
    seed: int,
    context: SeatingContext,
) -> Collection[int]:
    """Return the players in the round after the groups, or those who would be in it now."""
    if len(history) > made.group_rounds:
        seating = history[made.group_rounds].seating
        return {*seating.seated, *seating.out}
    return made.qualifiers(history, entrants, seed, context)


def _states_before_cut(
    made: Groups,
    rounds: Sequence[Round],
    lines: Sequence[Standing],
    members: Sequence[Sequence[int]],
    bounds: Bounds,
) -> dict[int, CutState]:
    """Return the state of each entrant before all group rounds are over."""
    if len(rounds) < made.group_rounds // 2 + 1:
        # Latecomers can still join.
        return {line.entrant: "open" for line in lines}
    left = made.group_rounds - len(rounds)
    waiting = set(rounds[-1].seating.seated) - set(rounds[-1].results)
    limits = {
        line.entrant: _limits(line.total, bounds, left + (line.entrant in waiting))
        for line in lines
        if line.still_in
    }
    pools = members if made.cut == "each" else [[each for group in members for each in group]]
    states: dict[int, CutState] = {line.entrant: "out" for line in lines}
    for pool in pools:
        states |= cut_states({each: limits[each] for each in pool if each in limits}, made.past_cut)
    return states


def _limits(total: Points, bounds: Bounds, rounds: int) -> tuple[float | Points, float | Points]:
    """Return the lowest and the highest possible total after this many further rounds."""
    if not rounds:
        return total, total
    low = -inf if bounds.loss is None else total - bounds.loss * rounds
    high = inf if bounds.win is None else total + bounds.win * rounds
    return low, high


def cut_states(
    limits: Mapping[int, tuple[float | Points, float | Points]], places: int
) -> dict[int, CutState]:
    """Return whether each player is sure to be among the best, can still be, or is out.

    :param limits: lowest and highest possible total by entry number
    :param places: number of players who make the cut

    >>> cut_states({1: (9, 20), 2: (0, 10), 3: (-9, 2), 4: (-20, -10)}, 2)
    {1: 'through', 2: 'open', 3: 'open', 4: 'out'}
    """
    found: dict[int, CutState] = {}
    for each, (low, high) in limits.items():
        others = [pair for other, pair in limits.items() if other != each]
        if sum(highest >= low for _, highest in others) < places:
            found[each] = "through"
        elif sum(lowest > high for lowest, _ in others) >= places:
            found[each] = "out"
        else:
            found[each] = "open"
    return found

"""What is left to play in an event, and who can still win it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.events import formats
from tournaments.events.bounds import deal_bounds, times
from tournaments.events.formats.base import is_over
from tournaments.events.formats.stages import FINAL
from tournaments.events.models import Event
from tournaments.events.rounds import Occupant, Round
from tournaments.events.services.planned import hall_of
from tournaments.events.standings import Bounds, Chance, Entrant, Standing, chances

#: The formats in which totals are the sums of nets, so that what a deal can cost bounds them.
_BY_NETS: Final = frozenset({"fixed_rounds", "rotation", "swiss", "groups", "knock_out"})


@dataclass(frozen=True, slots=True)
class Prospects:
    """Who can still win, when nothing but deals changes the standings."""

    #: How many deals one plays from now on at most.
    deals: int
    #: What one can win and lose in one of them.
    bounds: Bounds
    #: The best first; of those alone who can still be the first.
    contenders: tuple[Chance, ...]
    #: Whether only the round that is played is left, so that who sits where is known.
    is_seated: bool


def prospects_of(
    event: Event,
    made: formats.Format,
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    lines: Sequence[Standing],
) -> Prospects | None:
    """Return who can still win; None where nothing is left to play, or too much is open.

    Before a final nobody's points tell who wins it. As long as rounds are not seated, all who are
    in may meet: then who cannot win really cannot, and of the others not all may be able to.
    """
    if event.status != Event.Status.RUNNING or event.format not in _BY_NETS:
        return None
    if not any(played.results for played in history):
        return None
    coming = _rounds_to_come(made, hall_of(event), history, entrants)
    under_way = [
        table
        for table in history[-1].seating.tables
        if any(each is not None and each not in history[-1].results for each in table)
    ]
    if coming is None or not (coming or under_way):
        return None
    deals = event.deals * (coming + (0 if is_over(history[-1]) else 1))
    tables: Sequence[Sequence[Occupant]] = under_way
    if coming:
        tables = [_all_who_may_play(event, entrants, lines, len(history))]
    bounds = deal_bounds(event.rule_set)
    found = chances(lines, times(bounds, deals), tables)
    return Prospects(
        deals=deals,
        bounds=bounds,
        contenders=tuple(each for each in found if each.can_win),
        is_seated=not coming,
    )


def _rounds_to_come(
    made: formats.Format, hall: formats.Hall, history: Sequence[Round], entrants: Sequence[Entrant]
) -> int | None:
    """Return how many rounds follow those that are published; None before a final."""
    finals: Any = getattr(made, "final_rounds", None)
    if finals is not None:
        if history[-1].stage != FINAL:
            return None
        return max(0, int(finals) - sum(played.stage == FINAL for played in history))
    length = made.length(len(entrants), hall)
    return None if length is None else max(0, length - len(history))


def _all_who_may_play(
    event: Event, entrants: Sequence[Entrant], lines: Sequence[Standing], played: int
) -> list[Occupant]:
    """Return all who are in, as if they sat at one table, with a bot that may take their points."""
    level = {line.entrant for line in lines if line.level == lines[0].level}
    found: list[Occupant] = [
        each.number
        for each in entrants
        if each.number in level and (each.left is None or each.left >= played)
    ]
    bots = event.uneven == Event.Uneven.BOTS
    return [*found, None] if bots else found

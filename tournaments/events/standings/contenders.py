"""Remaining deals of an event, and the entrants who can still win it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.events.core.format_input import seating_context_of
from tournaments.events.core.models import Event
from tournaments.pairing.bounds import bounds_of_deals, deal_bounds
from tournaments.pairing.formats import base, seating_context
from tournaments.pairing.formats.base import is_over
from tournaments.pairing.formats.stages import FINAL
from tournaments.pairing.rounds import Entrant, Occupant, Round
from tournaments.pairing.standings.chances import Bounds, Chance, chances
from tournaments.pairing.standings.lines import Standing

#: Formats whose totals are sums of nets, so the bounds of a deal limit them.
_BY_NETS: Final = frozenset({"fixed_rounds", "rotation", "swiss", "groups", "knock_out"})


@dataclass(frozen=True, slots=True)
class TitleRace:
    """Entrants who can still win, assuming that only deals change the standings."""

    #: Maximum number of remaining deals per player.
    deals: int
    #: Limits of a win and a loss in one deal.
    bounds: Bounds
    #: Entrants who can still come first, best first.
    contenders: tuple[Chance, ...]
    #: Whether only the current round remains, so the seating is known.
    is_seated: bool


def title_race_of(
    event: Event,
    event_format: base.Format,
    history: Sequence[Round],
    entrants: Sequence[Entrant],
    lines: Sequence[Standing],
) -> TitleRace | None:
    """Return who can still win; None before a result or final, without deals left, or by format.

    Before a final, points don't decide who wins it. While rounds are unseated, any two entrants may
    meet: entrants without a chance are certain, those with a chance are not.
    """
    if event.status != Event.Status.RUNNING or event.format not in _BY_NETS:
        return None
    if not any(played.results for played in history):
        return None
    coming = _rounds_to_come(event_format, seating_context_of(event), history, entrants)
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
        tables = [_all_at_one_table(event, entrants, lines, len(history))]
    bounds = deal_bounds(event.rule_set)
    found = chances(lines, bounds_of_deals(bounds, deals), tables)
    return TitleRace(
        deals=deals,
        bounds=bounds,
        contenders=tuple(each for each in found if each.can_win),
        is_seated=not coming,
    )


def _rounds_to_come(
    event_format: base.Format,
    context: seating_context.SeatingContext,
    history: Sequence[Round],
    entrants: Sequence[Entrant],
) -> int | None:
    """Return the number of unpublished rounds; None before a final or if it isn't fixed."""
    finals: Any = getattr(event_format, "final_rounds", None)
    if finals is not None:
        if history[-1].stage != FINAL:
            return None
        return max(0, int(finals) - sum(played.stage == FINAL for played in history))
    length = event_format.length(len(entrants), context)
    return None if length is None else max(0, length - len(history))


def _all_at_one_table(
    event: Event, entrants: Sequence[Entrant], lines: Sequence[Standing], played: int
) -> list[Occupant]:
    """Return as one table all remaining entrants at the leader's stage, and a bot if bots play."""
    level = {line.entrant for line in lines if line.level == lines[0].level}
    found: list[Occupant] = [
        each.number
        for each in entrants
        if each.number in level and (each.left is None or each.left >= played)
    ]
    bots = event.uneven == Event.Uneven.BOTS
    return [*found, None] if bots else found

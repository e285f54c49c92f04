"""Plan of an event from three answers: its players, its format and its length."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.events.starting.pace import Pace
from tournaments.pairing import formats
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.knock_out import KnockOut
from tournaments.pairing.formats.rotation import Rotation, full_rotation_length
from tournaments.pairing.formats.seating_context import SeatingContext

#: Preselected format: possible with any number of players that fills a table.
DEFAULT_FORMAT: Final = "fixed_rounds"
#: Usual number of deals of a round; it is reduced until at least `FEWEST_ROUNDS` fit.
USUAL_DEALS: Final = 4
FEWEST_ROUNDS: Final = 3
#: Highest number of deals of a round that is chosen automatically, in a knock-out.
MOST_DEALS: Final = 8
MOST_ROUNDS: Final = 40
#: Highest number of groups, and group rounds besides the stages after them.
_MOST_GROUPS: Final = 4
_FEWEST_GROUP_ROUNDS: Final = 2
_MOST_FINALS: Final = 20


@dataclass(frozen=True, slots=True)
class Length:
    """Wanted length of an event: a number of minutes, or of rounds; and maybe deals per round."""

    minutes: int
    #: None if the time decides.
    rounds: int | None = None
    #: None if they are to fit.
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A format with settings and deals per round, and the resulting rounds and duration."""

    format_name: str
    settings: dict[str, Any]
    deals: int
    rounds: int
    #: Estimated duration in minutes.
    minutes: int


def possible_formats(
    players: int, context: SeatingContext, *, on_paper: bool = False
) -> Sequence[str]:
    """Return the names of the formats that this many players can play; empty if none.

    :param on_paper: whether real cards are used, so that tables can't share packs
    """
    tables = len(context.way(players).sizes)
    if players < 2 or not tables:
        return ()
    found = [DEFAULT_FORMAT]
    if players > context.table_size:
        found.append(Rotation.name)
    if tables > 1:
        found.append("swiss")
    if players >= 2 * context.table_size:
        found += [Groups.name, KnockOut.name]
    if tables > 1 and not on_paper:
        found.append("duplicate")
    return found


def planned(
    format_name: str, players: int, context: SeatingContext, length: Length, pace: Pace
) -> Plan:
    """Return the plan for a possible format that comes closest to the wanted length."""
    deals, settings = _settings(format_name, players, context, length, pace)
    made = formats.make(format_name, settings)
    rounds = made.length(players, context) or 0
    minutes = round(pace.minutes(rounds, deals))
    return Plan(format_name, made.settings(), deals, rounds, minutes)


def _settings(
    format_name: str, players: int, context: SeatingContext, length: Length, pace: Pace
) -> tuple[int, dict[str, Any]]:
    """Return deals per round and the settings of the format."""
    if format_name == KnockOut.name:
        return _knock_out(players, context, length, pace)
    if format_name == Groups.name:
        return _groups(players, context, length, pace)
    rounds, deals = _rounds_and_deals(length, pace)
    if format_name == Rotation.name:
        rounds = min(rounds, full_rotation_length(players, context))
    return deals, {"rounds": rounds}


def _rounds_and_deals(length: Length, pace: Pace, fewest: int = FEWEST_ROUNDS) -> tuple[int, int]:
    """Return rounds and deals per round; with fewer deals if fewer than `fewest` rounds fit."""
    choices = [length.deals] if length.deals else range(USUAL_DEALS, 0, -1)
    for deals in choices:
        rounds = length.rounds or pace.rounds_in(length.minutes, deals)
        if rounds >= fewest or length.rounds:
            break
    return min(rounds, MOST_ROUNDS), deals


def _knock_out(
    players: int, context: SeatingContext, length: Length, pace: Pace
) -> tuple[int, dict[str, Any]]:
    """Return deals and settings of a knock-out, whose rounds down to the final are given.

    Further wanted rounds are played at the final table; the time decides the deals.
    """
    stages = KnockOut().length(players, context)
    finals = 1
    if length.rounds is not None:
        finals = min(max(1, length.rounds - stages + 1), _MOST_FINALS)
    deals = length.deals
    if deals is None and length.rounds is None:
        deals = min(pace.deals_in(length.minutes, stages), MOST_DEALS)
    return deals or USUAL_DEALS, {"final_rounds": finals, "consolation": True}


def _groups(
    players: int, context: SeatingContext, length: Length, pace: Pace
) -> tuple[int, dict[str, Any]]:
    """Return deals and settings of groups of equal size, if possible, and a final table."""
    size = context.table_size
    most = min(_MOST_GROUPS, players // size)
    equal = [each for each in range(most, 1, -1) if players % (each * size) == 0]
    groups = equal[0] if equal else most
    best = max(1, size // groups)
    stages = Groups(groups=groups, past_cut=best, group_rounds=1).length(players, context) - 1
    rounds, deals = _rounds_and_deals(length, pace, stages + _FEWEST_GROUP_ROUNDS)
    return deals, {"groups": groups, "past_cut": best, "group_rounds": max(1, rounds - stages)}

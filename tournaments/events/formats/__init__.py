"""Event formats: how each round is paired, and how the standings are decided.

Pure. Each format is one module: a frozen dataclass of its settings that can `pair` the next round.
It decides who shares a table; the seater in the seating context assigns seats and table numbers. A
new format is such a module and an entry in `FORMATS`.
"""

from typing import Final

from tournaments.events.formats.base import BaseFormat, Format, Note
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.formats.duplicate import Duplicate
from tournaments.events.formats.fixed_rounds import FixedRounds
from tournaments.events.formats.groups import Groups
from tournaments.events.formats.knock_out import KnockOut
from tournaments.events.formats.league import League
from tournaments.events.formats.rotation import Rotation
from tournaments.events.formats.seating_context import Seater, SeatingContext, TableWay, Uneven
from tournaments.events.formats.settings import FormatError, checked_settings
from tournaments.events.formats.swiss import Swiss

__all__ = [
    "FORMATS",
    "BaseFormat",
    "Duplicate",
    "Format",
    "FormatError",
    "Note",
    "Seater",
    "SeatingContext",
    "TableWay",
    "Uneven",
    "make",
]

#: Formats by name, in the order in which they are offered.
FORMATS: Final[dict[str, type[BaseFormat]]] = {
    each.name: each
    for each in (
        ClubNight,
        FixedRounds,
        Rotation,
        Swiss,
        Groups,
        KnockOut,
        Duplicate,
        League,
    )
}


def make(name: str, settings: object = None) -> Format:
    """Return the format with that name and its settings from JSON; missing ones get defaults.

    >>> make("swiss", {"rounds": 4}).settings()
    {'rounds': 4, 'window': 8}

    :raises FormatError: the name, a setting or a value is unknown
    """
    kind = FORMATS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise FormatError("unknown_format", format=name)
    given = {} if settings is None else settings
    return kind(**checked_settings(name, kind.declared(), given))

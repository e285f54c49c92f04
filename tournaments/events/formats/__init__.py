"""Formats: who meets whom in an event, round by round, and what decides.

Pure. Each format is one file: a frozen dataclass of its settings that knows how to `pair` the next
round. It says who sits together; how seats and table numbers are shared out is for the seater in
the `Hall`. A new format is such a file and a name in `FORMATS`.
"""

from typing import Final

from tournaments.events.formats.base import BaseFormat, Format, Note
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.formats.duplicate import Duplicate
from tournaments.events.formats.fixed_rounds import FixedRounds
from tournaments.events.formats.groups import Groups
from tournaments.events.formats.hall import Hall, Seater, TableWay, Uneven
from tournaments.events.formats.knock_out import KnockOut
from tournaments.events.formats.league import League
from tournaments.events.formats.rotation import Rotation
from tournaments.events.formats.settings import FormatError, check_names
from tournaments.events.formats.swiss import Swiss

__all__ = [
    "FORMATS",
    "BaseFormat",
    "Duplicate",
    "Format",
    "FormatError",
    "Hall",
    "Note",
    "Seater",
    "TableWay",
    "Uneven",
    "make",
]

#: The formats by name, in the order in which they are offered.
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
    """Return the format of that name with its settings, as JSON has them; others keep defaults.

    >>> make("swiss", {"rounds": 4}).settings()
    {'rounds': 4, 'window': 8}

    :raises FormatError: for a name or a setting that there is not, or a value that is not allowed
    """
    kind = FORMATS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise FormatError("unknown_format", format=name)
    given = {} if settings is None else settings
    return kind(**check_names(name, kind.declared(), given))

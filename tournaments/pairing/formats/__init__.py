"""Event formats: how each round is paired, and how the standings are decided.

Pure. Each format is one module: a frozen dataclass of its settings that can `pair` the next round.
It decides who shares a table; `seating` assigns seats and table numbers. A new format is such a
module and an entry in `FORMATS`.
"""

from typing import Final

from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.duplicate import Duplicate
from tournaments.pairing.formats.fixed_rounds import FixedRounds
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.knock_out import KnockOut
from tournaments.pairing.formats.league import League
from tournaments.pairing.formats.rotation import Rotation
from tournaments.pairing.formats.settings import FormatError, checked_settings
from tournaments.pairing.formats.swiss import Swiss

#: Formats by name, in the order in which they are offered.
FORMATS: Final[dict[str, type[Format]]] = {
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

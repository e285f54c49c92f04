"""Clocks: how long a turn may take, and the bank of time that a deal gives besides."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Clock(NamedTuple):
    """How much time a person has."""

    #: Seconds for every turn.
    turn: int
    #: Seconds for a whole deal, used up by turns that take longer.
    bank: int


#: By the name that a table keeps; the first is for tables where nobody counts.
CLOCKS: dict[str, Clock | None] = {
    "none": None,
    "relaxed": Clock(60, 120),
    "steady": Clock(30, 60),
    "quick": Clock(15, 30),
    "blitz": Clock(8, 16),
}
CHOICES = [
    ("none", gettext_lazy("No time limit")),
    ("relaxed", gettext_lazy("Relaxed: 60 s per turn + 120 s extra per deal")),
    ("steady", gettext_lazy("Steady: 30 s per turn + 60 s extra per deal")),
    ("quick", gettext_lazy("Quick: 15 s per turn + 30 s extra per deal")),
    ("blitz", gettext_lazy("Blitz: 8 s per turn + 16 s extra per deal")),
]


def clock_of(name: str) -> Clock | None:
    """Return the clock of that name; None where time is not counted, or the name is unknown."""
    return CLOCKS.get(name)


def explained(name: str) -> str:
    """Return in words what the clock means for who plays by it."""
    clock = clock_of(name)
    if clock is None:
        return _("Players can take as long as they like.")
    return _("%(turn)d s per turn, plus %(bank)d s extra per deal.") % {
        "turn": clock.turn,
        "bank": clock.bank,
    }


def label(name: str) -> str:
    """Return the clock's name for people, such as "30 s a turn + 60 s"."""
    clock = clock_of(name)
    if clock is None:
        return _("No time limit")
    return _("%(turn)d s per turn + %(bank)d s extra") % {"turn": clock.turn, "bank": clock.bank}

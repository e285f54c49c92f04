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
    ("none", gettext_lazy("No clock: among friends")),
    ("relaxed", gettext_lazy("Relaxed: 60 s a turn, and 120 s a deal")),
    ("steady", gettext_lazy("Steady: 30 s a turn, and 60 s a deal")),
    ("quick", gettext_lazy("Quick: 15 s a turn, and 30 s a deal")),
    ("blitz", gettext_lazy("Blitz: 8 s a turn, and 16 s a deal")),
]


def clock_of(name: str) -> Clock | None:
    """Return the clock of that name; None where time is not counted, or the name is unknown."""
    return CLOCKS.get(name)


def explained(name: str) -> str:
    """Return in words what the clock means for who plays by it."""
    clock = clock_of(name)
    if clock is None:
        return _("Nobody counts the time.")
    return _(
        "%(turn)d seconds for each turn; who needs longer has %(bank)d seconds more in each deal."
    ) % {"turn": clock.turn, "bank": clock.bank}


def label(name: str) -> str:
    """Return the clock's name for people, such as "30 s a turn + 60 s"."""
    clock = clock_of(name)
    if clock is None:
        return _("No clock")
    return _("%(turn)d s a turn + %(bank)d s") % {"turn": clock.turn, "bank": clock.bank}

"""Clocks: time per turn, and a bank of extra time per deal."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Clock(NamedTuple):
    """Time limits for a player: seconds per turn and extra seconds per deal."""

    #: Seconds for each turn.
    turn: int
    #: Extra seconds for a whole deal, used by turns that take longer.
    bank: int


#: Clocks by the name that tables store; the first means no time limit.
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
    """Return the clock with that name; None for no time limit or an unknown name."""
    return CLOCKS.get(name)


def explained(name: str) -> str:
    """Return a sentence that explains the clock with that name to players."""
    clock = clock_of(name)
    if clock is None:
        return _("Players can take as long as they like.")
    return _("%(turn)d s per turn, plus %(bank)d s extra per deal.") % {
        "turn": clock.turn,
        "bank": clock.bank,
    }


def label(name: str) -> str:
    """Return a short label of the clock with that name, such as "30 s per turn + 60 s extra"."""
    clock = clock_of(name)
    if clock is None:
        return _("No time limit")
    return _("%(turn)d s per turn + %(bank)d s extra") % {"turn": clock.turn, "bank": clock.bank}

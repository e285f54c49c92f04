"""Bots: programs that choose an action from a view of a deal, never from its state.

Pure and deterministic: the same view gives the same action, and a bot sees no more than a player in
its seat. Errors of a bot are not caught here; the caller handles and reports them.

A new bot is a package (or a module, if it is small) and an entry in `BOTS`. `decide` calls one of
the three methods of a bot; `lowest` is the simplest legal player. `strengths` has the bots that
users choose.
"""

from typing import Protocol

from games.bots.counting import Counting
from games.bots.lowest import Lowest
from games.bots.strengths import STAND_IN, STRENGTHS
from games.rules.deal.actions import Action, Play, Redeal
from games.rules.view import View


class Bot(Protocol):
    """A program that plays. It keeps no state between two calls."""

    #: The name that is stored with seats that it plays.
    name: str

    def choose(self, view: View, /) -> Action:
        """Return a legal action for a seat that has to play, pass or give a card."""

    def cut_in(self, view: View, /) -> Play | None:
        """Return a play for a seat that may play out of turn, or None to wait."""

    def redeal(self, view: View, /) -> bool:
        """Return whether a seat that may ask for a redeal does so."""


class UnknownBotError(ValueError):
    """An unknown name of a bot."""


#: The bots by name. Seats of older tables have "counting".
BOTS: dict[str, Bot] = {each.name: each for each in (Counting(), Lowest(), *STRENGTHS)}

#: The name of the default bot, which also stands in for players who are away. It plays exactly as
#: "counting", the default of older tables.
DEFAULT = STAND_IN.value


def bot(name: str = DEFAULT) -> Bot:
    """Return the bot with a name; raise `UnknownBotError` if there is none."""
    if name not in BOTS:
        raise UnknownBotError(f"there is no bot {name!r}, only: {', '.join(BOTS)}")
    return BOTS[name]


def decide(player: Bot, view: View) -> Action | None:
    """Return the action of the bot in the viewer's seat, or None to wait.

    For a spectator the result is None.
    """
    if view.seat is not None and view.may_redeal and player.redeal(view):
        return Redeal(view.seat)
    if view.on_turn or view.must_give:
        return player.choose(view)
    return player.cut_in(view) if view.may_cut_in else None

"""Bots: they get a view, never the state, and choose an action.

Pure, and deterministic: the same view gives the same action. No bot sees more than a player in
its seat would. Nothing is caught here: what is done about a bot that fails is for whoever asked
it, who can also tell somebody.

A new bot is a folder (or, if it is small, a file) and a line in `BOTS`. `decide` says which of its
three questions a bot is asked; `lowest` is the simplest legal player there is.
"""

from typing import Protocol

from games.bots.counting import Counting
from games.bots.lowest import Lowest, lowest
from games.rules.deal import Action, Play, Redeal
from games.rules.view import View

__all__ = ["BOTS", "DEFAULT", "Bot", "UnknownBotError", "bot", "decide", "lowest"]


class Bot(Protocol):
    """A player that is a program. It keeps nothing between two questions."""

    #: By which the seats that it plays for remember it.
    name: str

    def choose(self, view: View, /) -> Action:
        """Return a legal action for a seat that has to play, to pass or to give a card."""

    def cut_in(self, view: View, /) -> Play | None:
        """Return a play for a seat that may play out of turn, or None to wait."""

    def redeal(self, view: View, /) -> bool:
        """Tell whether a seat that may ask for a new deal does."""


class UnknownBotError(ValueError):
    """A name that no bot has."""


#: The bots by name.
BOTS: dict[str, Bot] = {each.name: each for each in (Counting(), Lowest())}

#: The name of the bot that plays where nobody chose one, and for people who are away.
DEFAULT = Counting.name


def bot(name: str = DEFAULT) -> Bot:
    """Return the bot of that name.

    :raises UnknownBotError: when there is none
    """
    if name not in BOTS:
        raise UnknownBotError(f"no bot is called {name!r}, only: {', '.join(BOTS)}")
    return BOTS[name]


def decide(player: Bot, view: View) -> Action | None:
    """Return what the bot does in the viewer's seat, or None to wait.

    A spectator can only wait.
    """
    if view.seat is not None and view.may_redeal and player.redeal(view):
        return Redeal(view.seat)
    if view.on_turn or view.must_give:
        return player.choose(view)
    return player.cut_in(view) if view.may_cut_in else None

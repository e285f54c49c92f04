"""Strengths of bots, from a beginner to a master.

They differ by what they remember, how far they look and how finely they choose, never by random
mistakes: the same view gives the same action at each strength.
"""

from dataclasses import replace
from enum import StrEnum
from functools import reduce
from typing import Final, Protocol

from games.bots.counting import Counting
from games.bots.lowest import Lowest
from games.bots.net import Net
from games.rules.cards import together
from games.rules.deal.actions import Action, Play
from games.rules.view import View


class Strength(StrEnum):
    """How strong a bot plays; the value is the name that is stored."""

    BEGINNER = "beginner"
    CASUAL = "casual"
    CLUB = "club"
    STRONG = "strong"
    MASTER = "master"


#: The strengths that users may choose, the weakest first.
OFFERED: Final = (Strength.BEGINNER, Strength.CASUAL, Strength.CLUB, Strength.STRONG)

#: The strength of the bots at a table opened by "Play now".
PLAY_NOW: Final = Strength.CASUAL
#: The strength of bots that stand in for players, and of bots at events.
STAND_IN: Final = Strength.CLUB
#: The strengths that may be chosen where bots play for money.
FOR_MONEY: Final = (Strength.CASUAL, Strength.CLUB)


class _Player(Protocol):
    """What a strength plays by."""

    def choose(self, view: View, /) -> Action:
        """Return a legal action."""

    def cut_in(self, view: View, /) -> Play | None:
        """Return a play out of turn, or None."""

    def redeal(self, view: View, /) -> bool:
        """Return whether to ask for a redeal."""


class StrengthBot:
    """A `games.bots.Bot` that plays at one strength."""

    def __init__(self, strength: Strength, player: _Player) -> None:
        """Play as another bot does, under the name of a strength."""
        self.name: str = strength.value
        self._player = player

    def choose(self, view: View) -> Action:
        """Return a legal action for a seat that has to act."""
        return self._player.choose(self._seen(view))

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn, or None to wait."""
        return self._player.cut_in(self._seen(view))

    def redeal(self, view: View) -> bool:
        """Return whether to ask for a redeal."""
        return self._player.redeal(view)

    def _seen(self, view: View) -> View:
        """Return the part of a view that this strength uses."""
        return view


class _Forgetful(StrengthBot):
    """A bot that remembers the cards of the current trick, but none that were played before."""

    def _seen(self, view: View) -> View:
        """Return the view without the cards of earlier tricks."""
        plays = [action.cards for action in view.trick if isinstance(action, Play)]
        return replace(view, played=reduce(together, plays, 0))


#: The bots of all strengths, the weakest first.
STRENGTHS: Final = (
    StrengthBot(Strength.BEGINNER, Lowest()),
    _Forgetful(Strength.CASUAL, Counting()),
    StrengthBot(Strength.CLUB, Counting()),
    StrengthBot(Strength.STRONG, Net()),
    # Plays as "strong" does, until it searches.
    StrengthBot(Strength.MASTER, Net()),
)

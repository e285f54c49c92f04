"""Strengths of bots, from a beginner to a master.

They differ by what they remember, how far they look and how finely they choose, never by random
mistakes: the same view gives the same action at each strength. "master" searches for about 0.1
seconds here; tables let it do so in other processes (`games.tables.thinking`).
"""

from enum import StrEnum
from typing import Final

from games.bots.counting import Counting
from games.bots.counting.coarse import Coarse
from games.bots.net import Net
from games.bots.search import Searching
from games.rules.cards import RANK_MASKS, RANK_TWO, TWOS
from games.rules.deal.actions import Action, Play
from games.rules.view import View


class Strength(StrEnum):
    """The strength of a bot; the value is the name that is stored."""

    BEGINNER = "beginner"
    CASUAL = "casual"
    CLUB = "club"
    STRONG = "strong"
    MASTER = "master"


#: The strengths that decide in a few milliseconds, the weakest first.
QUICK: Final = (Strength.BEGINNER, Strength.CASUAL, Strength.CLUB, Strength.STRONG)
#: The strengths that users may choose, the weakest first.
OFFERED: Final = (*QUICK, Strength.MASTER)

#: The strength of the bots at a table opened by "Play now".
PLAY_NOW: Final = Strength.CASUAL
#: The strength of bots that stand in for players, and of bots at events.
STAND_IN: Final = Strength.CLUB
#: The strengths that may be chosen where bots play for money.
FOR_MONEY: Final = (Strength.CASUAL, Strength.CLUB)


class StrengthBot:
    """A `games.bots.Bot` that plays as another bot, under the name of a strength."""

    def __init__(self, strength: Strength, player: Coarse | Counting | Net | Searching) -> None:
        """Play at a strength as `player` does."""
        self.name: str = strength.value
        self._player = player

    def choose(self, view: View) -> Action:
        """Return a legal action for a seat that has to act."""
        return self._player.choose(view)

    def cut_in(self, view: View) -> Play | None:
        """Return a play out of turn, or None to wait."""
        return self._player.cut_in(view)

    def redeal(self, view: View) -> bool:
        """Return whether to ask for a redeal."""
        return self._player.redeal(view)


#: The bots of all strengths, the weakest first.
STRENGTHS: Final = (
    StrengthBot(Strength.BEGINNER, Coarse(2.0)),
    StrengthBot(Strength.CASUAL, Coarse(1.2, RANK_MASKS[RANK_TWO - 1] | TWOS)),
    StrengthBot(Strength.CLUB, Counting()),
    StrengthBot(Strength.STRONG, Net()),
    StrengthBot(Strength.MASTER, Searching()),
)

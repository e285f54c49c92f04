"""Situation of a bot that has to act: its view with rivals, live cards and odds."""

from typing import NamedTuple

from games.bots.counting.odds import Odds
from games.bots.counting.weights import WEIGHTS, Weights
from games.rules.cards import Cards, packs_of, together, without
from games.rules.combinations.kinds import Combination
from games.rules.combinations.table import CombinationTable, combination_table
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber
from games.rules.view import View


class Rival(NamedTuple):
    """Another player who still has cards."""

    #: The seat.
    seat: SeatNumber
    #: The number of cards.
    cards: int
    #: Whether the player may still answer in this trick.
    answers: bool


class Situation:
    """A deal as the bot that has to act sees it, with rivals, live cards and odds."""

    def __init__(self, view: View, weights: Weights = WEIGHTS) -> None:
        """Derive the live cards, the rivals and the odds; raise `ValueError` for a spectator."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to do")
        #: The view.
        self.view = view
        #: The rule set.
        self.rules: RuleSet = view.rules
        #: Its combinations, with twos demoted if they are now.
        self.table: CombinationTable = combination_table(view.rules, view.twos_low)
        #: The viewer's seat.
        self.seat: SeatNumber = view.seat
        #: The viewer's cards.
        self.hand: Cards = view.hand
        #: The cards that are neither played nor in the viewer's hand. Rivals can only play these,
        #: though some may not be dealt.
        self.live: Cards = without(packs_of(view.rules.packs), together(view.hand, view.played))
        #: The play to beat, or None on lead.
        self.top: Combination | None = view.top
        #: The weights for evaluating actions.
        self.weights = weights
        self._combinations: dict[Cards, Combination] = {}
        #: The other players with cards, in turn order from the next player.
        self.rivals = _rivals(view)
        answering = tuple(rival.cards for rival in self.rivals if rival.answers)
        leading = tuple(rival.cards for rival in self.rivals)
        if view.rules.passing == "one_pass_ends":
            # Once the next player passes, the trick is over.
            answering, leading = answering[:1], leading[:1]
        #: The odds for a play that is led later.
        self.later = Odds(self.table, self.live, leading, weights)
        #: The odds for a play in this trick.
        self.now = (
            self.later if answering == leading else Odds(self.table, self.live, answering, weights)
        )

    @property
    def fewest_rival_cards(self) -> int:
        """The smallest number of cards of a rival; 0 without a rival."""
        return min((rival.cards for rival in self.rivals), default=0)

    def combination(self, cards: Cards) -> Combination:
        """Return the combination of cards that are known to be one, cached."""
        known = self._combinations.get(cards)
        if known is None:
            known = self.table.classify(cards)
            assert known is not None
            self._combinations[cards] = known
        return known


def _rivals(view: View) -> tuple[Rival, ...]:
    """Return the other players with cards, in turn order after the viewer."""
    assert view.seat is not None
    place = view.order.index(view.seat)
    seats = view.order[place + 1 :] + view.order[:place]
    return tuple(
        Rival(seat, view.counts[seat], seat not in view.locked)
        for seat in seats
        if view.counts[seat]
    )

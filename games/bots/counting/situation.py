"""What a bot knows when it has to act: its view, read as a card player reads the table."""

from typing import NamedTuple

from games.bots.counting.odds import Odds
from games.bots.counting.weights import WEIGHTS, Weights
from games.rules.cards import Cards, packs_of, together, without
from games.rules.combinations import Combination, CombinationTable, combination_table
from games.rules.ruleset import RuleSet
from games.rules.scoring import SeatNumber
from games.rules.view import View


class Rival(NamedTuple):
    """Another player who still has cards."""

    #: The seat.
    seat: SeatNumber
    #: How many cards.
    cards: int
    #: Whether the player may still answer in this trick.
    answers: bool


class Situation:
    """A moment at which the viewer has to act."""

    def __init__(self, view: View, weights: Weights = WEIGHTS) -> None:
        if view.seat is None:
            raise ValueError("a spectator has nothing to do")
        #: What the viewer sees.
        self.view = view
        #: The rule set.
        self.rules: RuleSet = view.rules
        #: Its combinations, in the order of cards that is in force.
        self.table: CombinationTable = combination_table(view.rules, view.twos_low)
        #: The viewer's seat.
        self.seat: SeatNumber = view.seat
        #: The viewer's cards.
        self.hand: Cards = view.hand
        #: The cards that neither lie on the table nor are in the viewer's hand: nobody can play any
        #: others (some may not be dealt at all).
        self.live: Cards = without(packs_of(view.rules.packs), together(view.hand, view.played))
        #: The play to beat, or None on lead.
        self.top: Combination | None = view.top
        #: How to weigh things.
        self.weights = weights
        self._combinations: dict[Cards, Combination] = {}
        #: The other players with cards, in turn order, the next first.
        self.rivals = _rivals(view)
        answering = tuple(rival.cards for rival in self.rivals if rival.answers)
        leading = tuple(rival.cards for rival in self.rivals)
        if view.rules.passing == "one_pass_ends":
            # Once the next player passes, the trick is over.
            answering, leading = answering[:1], leading[:1]
        #: The odds that nobody beats a play that is led later.
        self.later = Odds(self.table, self.live, leading, weights)
        #: The odds that nobody beats a play in this trick.
        self.now = (
            self.later if answering == leading else Odds(self.table, self.live, answering, weights)
        )

    @property
    def fewest(self) -> int:
        """How many cards the rival with the fewest has; 0 when there is no rival."""
        return min((rival.cards for rival in self.rivals), default=0)

    def combination(self, cards: Cards) -> Combination:
        """Return what cards are that are known to be a combination."""
        known = self._combinations.get(cards)
        if known is None:
            known = self.table.classify(cards)
            assert known is not None
            self._combinations[cards] = known
        return known


def _rivals(view: View) -> tuple[Rival, ...]:
    assert view.seat is not None
    place = view.order.index(view.seat)
    seats = view.order[place + 1 :] + view.order[:place]
    return tuple(
        Rival(seat, view.counts[seat], seat not in view.locked)
        for seat in seats
        if view.counts[seat]
    )

"""Exact values of the actions in an ending whose cards are all known.

Every player plays for their own result. Where two actions are worth the same to a player, the
choice can still matter to the others, so each action has three values for the solver's seat: the
result if equal choices go against it, the result if they go in its favor, and the result that it
can reach even if all others play together against it.

The solver knows the course of the game under the rules of `can_solve` only, and is faster for that
than `games.rules.deal.apply`. The tests compare both.
"""

from typing import NamedTuple

from games.rules.cards import Cards, without
from games.rules.combinations.kinds import Combination, Kind
from games.rules.combinations.table import combination_table
from games.rules.deal.actions import Action, Pass, Play
from games.rules.deal.state import DealState, Phase, Trick
from games.rules.moves import open_plays_in
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, SeatNumber, score


class TooManyPositionsError(Exception):
    """An ending with more positions than the solver may look at."""


class Value(NamedTuple):
    """The value of an action to the solver's seat, in points."""

    #: If other players' equal choices go against the seat.
    points: int
    #: If other players' equal choices go in its favor.
    highest: int
    #: If all other players play together against the seat.
    guaranteed: int


class _Position(NamedTuple):
    """Everything on which the rest of a deal depends."""

    hands: tuple[Cards, ...]
    turn: SeatNumber
    #: The play to beat, or None on lead, and the seat that made it.
    top: Combination | None
    owner: SeatNumber | None
    #: The guard whose breach of duty was the last action, and their highest card; or None.
    breach: tuple[SeatNumber, int] | None


class _Solution(NamedTuple):
    """The nets of all seats, with equal choices against and for the seat, and the guarantee."""

    against: tuple[int, ...]
    favor: tuple[int, ...]
    guaranteed: int
    #: The action that leads to `against`, as cards, 0 for a pass; None at the end.
    cards: Cards | None


def can_solve(state: DealState) -> bool:
    """Return whether the solver knows the rules of a position, in which all players have cards."""
    rules = state.rules
    return (
        state.phase is Phase.PLAY
        and all(state.hands)
        and not state.stock
        and not state.twos_low
        and not state.specials
        and not state.bombs
        and state.must_include is None
        and state.breach is None
        and state.trick == Trick(*state.trick[:3], passes=state.trick.passes)
        and rules.packs == 1
        and rules.passing == "may_return"
        and rules.going_out == "any"
        and rules.guard != "enforced"
        and not (rules.play_on or rules.may_cut_in or rules.bomb_demotes_twos or rules.bomb_doubles)
        and not (rules.has_stock or rules.scoring == "indonesian")
    )


class Solver:
    """Solves the positions of one ending for the seat to act, each position once."""

    def __init__(self, state: DealState, most_positions: int = 1_000_000) -> None:
        """Solve the ending from a position for which `can_solve` is true.

        :param most_positions: above it, `TooManyPositionsError` is raised
        """
        assert state.turn is not None
        self._seat = state.turn
        self._setup = state.setup
        self._starter = state.starter
        self._played_none = tuple(not state.active >> seat & 1 for seat in range(len(state.hands)))
        self._most_positions = most_positions
        self._table = combination_table(state.rules)
        self._known: dict[_Position, _Solution] = {}
        self._plays: dict[tuple[Cards, Cards], list[Combination]] = {}
        self._start = _Position(state.hands, state.turn, state.trick.top, state.trick.owner, None)

    @property
    def _rules(self) -> RuleSet:
        """The rule set."""
        return self._setup.rules

    @property
    def positions(self) -> int:
        """The number of positions solved so far."""
        return len(self._known)

    def values(self) -> dict[Cards, Value]:
        """Return the value of each legal action by its cards, 0 for a pass.

        :raises TooManyPositionsError: there are too many positions
        """
        found = {}
        for cards, solved in self._solved_actions(self._start):
            points, highest = solved.against[self._seat], solved.favor[self._seat]
            found[cards] = Value(points, highest, solved.guaranteed)
        return found

    def line(self, first: Cards) -> list[Action]:
        """Return an action of the start, as cards, and those that follow until the end."""
        actions: list[Action] = []
        position, cards = self._start, first
        while True:
            seat = position.turn
            actions.append(Play(seat, cards) if cards else Pass(seat))
            if cards == position.hands[seat]:
                return actions
            play = self._table.classify(cards) if cards else None
            position = self._after_pass(position) if play is None else self._after(position, play)
            following = self._solution(position).cards
            assert following is not None, "the deal goes on"
            cards = following

    def _solution(self, position: _Position) -> _Solution:
        """Return the solution of a position."""
        known = self._known.get(position)
        if known is None:
            if len(self._known) >= self._most_positions:
                raise TooManyPositionsError
            known = self._known[position] = self._solve(position)
        return known

    def _solve(self, position: _Position) -> _Solution:
        """Return the solution of a position from those that follow."""
        mover, seat = position.turn, self._seat
        hand = position.hands[mover]
        if hand in (play.cards for play in self._legal_plays(position)):
            # Nothing is better than to go out now, because the others have most cards now.
            return self._end(position, hand)
        solved = self._solved_actions(position)
        against, favor, cards = solved[0][1].against, solved[0][1].favor, solved[0][0]
        for action, known in solved[1:]:
            nets = known.against
            if nets[mover] > against[mover] or (
                nets[mover] == against[mover] and nets[seat] < against[seat]
            ):
                against, cards = nets, action
            nets = known.favor
            if nets[mover] > favor[mover] or (
                nets[mover] == favor[mover] and nets[seat] > favor[seat]
            ):
                favor = nets
        choose = max if mover == seat else min
        guaranteed = choose(known.guaranteed for _, known in solved)
        return _Solution(against, favor, guaranteed, cards)

    def _solved_actions(self, position: _Position) -> list[tuple[Cards, _Solution]]:
        """Return each legal action as cards, 0 for a pass, with its solution."""
        hand = position.hands[position.turn]
        plays = self._legal_plays(position)
        solved = [
            (
                play.cards,
                self._end(position, hand)
                if play.cards == hand
                else self._solution(self._after(position, play)),
            )
            for play in plays
        ]
        is_bound = self._rules.must_beat and position.turn != position.owner and plays
        if position.top is not None and not is_bound:
            solved.append((0, self._solution(self._after_pass(position))))
        return solved

    def _legal_plays(self, position: _Position) -> list[Combination]:
        """Return the plays of the seat to act."""
        hand, top = position.hands[position.turn], position.top
        key = hand, 0 if top is None else top.cards
        plays = self._plays.get(key)
        if plays is None:
            found = open_plays_in(
                self._table, self._rules, hand, top, must_include=None, next_has_one=False
            )
            combinations = [self._table.classify(cards) for cards in found]
            plays = self._plays[key] = [each for each in combinations if each is not None]
        return plays

    def _after(self, position: _Position, play: Combination) -> _Position:
        """Return the position after a play that is not the last one."""
        seat, hands = position.turn, position.hands
        after = (*hands[:seat], without(hands[seat], play.cards), *hands[seat + 1 :])
        breach = self._breach(position, play)
        if self._ends_trick(play):
            return _Position(after, seat, None, None, breach)
        return _Position(after, self._next(seat), play, seat, breach)

    def _after_pass(self, position: _Position) -> _Position:
        """Return the position after a pass."""
        seat, owner = position.turn, position.owner
        following = self._next(seat)
        breach = None if seat == owner else self._breach(position, None)
        if following == owner or seat == owner:
            assert owner is not None
            return _Position(position.hands, owner, None, None, breach)
        return _Position(position.hands, following, position.top, owner, breach)

    def _next(self, seat: SeatNumber) -> SeatNumber:
        """Return the next seat."""
        return (seat + self._setup.step) % len(self._start.hands)

    def _ends_trick(self, play: Combination) -> bool:
        """Return whether a play ends the trick because nothing beats it (`top_two_ends_trick`)."""
        return (
            self._rules.top_two_ends_trick
            and play.size <= 2
            and not self._table.honours_beat_any
            and play.top == self._table.ranking.top_card
        )

    def _breach(
        self, position: _Position, play: Combination | None
    ) -> tuple[SeatNumber, int] | None:
        """Return the breach of the guard's duty by a play, or a pass if None; None if it is none.

        See `games.rules.deal.guard`.
        """
        seat, top = position.turn, position.top
        if not self._rules.guard_pays or seat == position.owner:
            return None
        if (top is not None and top.size != 1) or (
            position.hands[self._next(seat)].bit_count() != 1
        ):
            return None
        highest = self._table.ranking.highest(position.hands[seat])
        if play is None:
            if top is None or self._table.ranking.strength[highest] <= top.key:
                return None
        elif play.kind is not Kind.SINGLE or play.top == highest:
            return None
        return seat, highest

    def _end(self, position: _Position, hand: Cards) -> _Solution:
        """Return the solution of the end of the deal: the seat to act plays its hand."""
        seat = position.turn
        left = (*position.hands[:seat], 0, *position.hands[seat + 1 :])
        outcome = Outcome(
            left=left,
            winner=seat,
            starter=self._starter,
            played_none=tuple(
                none and bool(left[each]) for each, none in enumerate(self._played_none)
            ),
            last_play=hand,
            foul=self._foul(position, hand),
            out=(seat,),
            specials=(),
            bombs=0,
            step=self._setup.step,
        )
        net = score(self._rules, outcome).net
        return _Solution(net, net, net[self._seat], hand)

    def _foul(self, position: _Position, hand: Cards) -> SeatNumber | None:
        """Return the guard who pays because a player goes out with a single card, or None."""
        if position.breach is None or hand.bit_count() != 1:
            return None
        guard, highest = position.breach
        ranking = self._table.ranking
        if self._rules.guard == "pays_all_if_preventable" and (
            ranking.strength[highest] <= ranking.strength[ranking.highest(hand)]
        ):
            return None
        return guard

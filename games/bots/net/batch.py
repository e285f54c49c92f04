"""Inputs of the network for many decisions of playouts at once, faster than one by one.

They are those of `games.bots.net.inputs`, computed from whole deals: a playout knows all cards, and
each player in it decides by its own view. A test compares every bit.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.net.inputs import (
    MANY_HIGHER,
    Bits,
    Numbers,
    count_rows,
    passed_plays,
    place_among_kind,
    set_block,
    set_hand_shapes,
    turns_left,
)
from games.bots.net.layout import KINDS, LAYOUT, MOST_RIVALS, RIVAL_SIZE
from games.bots.net.rule_inputs import mean_card_value, option_inputs, scale
from games.rules.cards import PACK_SIZE, Cards
from games.rules.combinations.kinds import Combination, Kind
from games.rules.combinations.table import CombinationTable, combination_table
from games.rules.deal.actions import Action, Pass
from games.rules.deal.guard import duty
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import CARD_VALUES, SeatNumber, factor_for
from games.rules.view import View

_AT = LAYOUT.places
_ACTION = {name: place - LAYOUT.state_size for name, place in _AT.items()}
_KIND_PLACE = {kind: place for place, kind in enumerate(KINDS)}
_FIRST_FIVE = _KIND_PLACE[Kind.STRAIGHT]
_MOST_CARDS = 104
#: Losses that are doubled more often have long reached the last input.
_MOST_DOUBLINGS = 40
#: Each input of the stock says that it has more than this number of cards.
_STOCKS = (0, 3, 8, 15, 25)
_SHAPES = {Kind.SINGLE: 0, Kind.PAIR: 1}

#: What a seat passed on: ranks of singles, ranks of pairs, and kinds of five cards, as bits.
Passed = tuple[int, int, int]
_NOTHING: Passed = (0, 0, 0)


def passed_in(view: View) -> tuple[Passed, ...]:
    """Return what each seat passed on before a playout, since it last drew a card."""
    return tuple(
        (
            sum(1 << rank for rank in each.singles),
            sum(1 << rank for rank in each.pairs),
            sum(1 << place - _FIRST_FIVE for place in each.fives),
        )
        for each in passed_plays(view)
    )


def passed_after(
    passed: tuple[Passed, ...], before: DealState, action: Action, after: DealState
) -> tuple[Passed, ...]:
    """Return what each seat has passed on after an action."""
    trick = before.trick
    top, seat = trick.top, action.seat
    if not isinstance(action, Pass) or top is None or seat == trick.owner:
        return passed
    singles, pairs, fives = passed[seat]
    if len(after.draws) > len(before.draws):
        singles, pairs, fives = _NOTHING
    elif top.size == 1:
        singles |= 1 << top.rank
    elif top.kind is Kind.PAIR:
        pairs |= 1 << top.rank
    elif top.size >= 5:
        fives |= 1 << _KIND_PLACE[top.kind] - _FIRST_FIVE
    return (*passed[:seat], (singles, pairs, fives), *passed[seat + 1 :])


class Decision(NamedTuple):
    """A choice of the seat to act."""

    state: DealState
    #: Its legal plays.
    plays: list[Cards]
    may_pass: bool
    #: What each seat has passed on.
    passed: tuple[Passed, ...]

    @property
    def seat(self) -> SeatNumber:
        """The seat to act."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> Cards:
        """The hand of the seat to act."""
        return self.state.hands[self.seat]


class BatchInputs(NamedTuple):
    """The inputs of some decisions."""

    #: The inputs that all actions of a decision share, a row for each decision.
    states: Bits
    #: The inputs of all actions, one decision after another: passing first, then the plays.
    rows: Bits
    #: The number of actions of each decision.
    counts: list[int]


class _Facts(NamedTuple):
    """Numbers of some decisions, a row for each."""

    #: Per card by strength, the number in hand.
    hands: Numbers
    #: Per card by strength, the number of those neither played nor in hand.
    live: Numbers
    #: The number of these, per rank by strength.
    live_ranks: Numbers
    #: The most cards of a rival who may answer.
    most: Numbers
    #: What losses depend on: whether the seat has played, whether it is the starter, doublings.
    loss: Numbers


class _Rival(NamedTuple):
    """Facts that the inputs of a rival with cards depend on, apart from what it passed on."""

    place: int
    cards: int
    is_locked: int
    is_owner: bool
    is_active: int
    is_starter: bool
    bombs: int


class Batches:
    """Inputs of decisions under one rule set and one order of ranks.

    It caches what depends on few numbers, or on the cards of a play.
    """

    def __init__(self, rules: RuleSet, twos_low: bool) -> None:
        self._rules = rules
        self._table: CombinationTable = combination_table(rules, twos_low)
        self._twos_low = twos_low
        ranking = self._table.ranking
        self._strength = np.array(ranking.strength)
        self._rank_strength = ranking.rank_strength
        worth = CARD_VALUES[rules.card_values] if rules.has_losses else (1,) * 13
        self._worth = np.empty(13, np.int64)
        self._worth[list(ranking.rank_strength)] = worth
        self._factors = np.array([0, *(factor_for(rules, n) for n in range(1, _MOST_CARDS + 1))])
        self._options = [_AT["options_at"] + place for place in option_inputs(rules)]
        #: The inputs of rivals that no table of this size has.
        self._absent = [
            _AT["rivals"] + place * RIVAL_SIZE + _AT["rival_none"]
            for place in range(rules.players - 1, MOST_RIVALS)
        ]
        self._scale = scale(rules)
        self._tops: dict[Cards, list[int]] = {}
        self._plays: dict[Cards, tuple[int, ...]] = {}
        self._rivals: dict[_Rival, tuple[list[int], int]] = {}

    def inputs(self, decisions: Sequence[Decision]) -> BatchInputs:
        """Return the inputs of some decisions."""
        hands = count_rows(self._strength, [each.hand for each in decisions])
        played = count_rows(self._strength, [each.state.played for each in decisions])
        live = self._rules.packs - hands - played
        live_ranks: Numbers = live.reshape(-1, 13, 4).sum(axis=2)
        states = np.zeros((len(decisions), LAYOUT.state_size), np.uint8)
        states[:, self._options] = 1
        for name, counts in (("hand", hands), ("gone", played)):
            first, second = _AT[f"{name}_first"], _AT[f"{name}_second"]
            states[:, first : first + PACK_SIZE] = counts > 0
            states[:, second : second + PACK_SIZE] = counts > 1
        dead = live_ranks[:, :, None] <= np.arange(4)
        states[:, _AT["dead"] : _AT["dead"] + PACK_SIZE] = dead.reshape(-1, PACK_SIZE)
        places: list[int] = []
        owners: list[int] = []
        most: list[int] = []
        for number, each in enumerate(decisions):
            found, answering = self._state(each)
            places += found
            owners += [number] * len(found)
            most.append(answering)
        states[owners, places] = 1
        facts = _Facts(hands, live, live_ranks, np.array(most), self._loss_facts(decisions))
        ranks: Numbers = hands.reshape(-1, 13, 4).sum(axis=2)
        losses = self._losses(ranks, hands.sum(axis=1), facts.loss)
        states[np.arange(len(decisions)), _AT["loss_at"] + losses] = 1
        return BatchInputs(states, *self._rows(decisions, facts))

    # ------------------------------------------------------------------ the state

    def _state(self, decision: Decision) -> tuple[list[int], int]:
        """Return inputs that are on, and the most cards of a rival who may answer."""
        state, top, seat = decision.state, decision.state.trick.top, decision.seat
        on, most = self._rivals_on(decision)
        if top is None:
            on.append(_AT["top_kind"] + len(KINDS))
        else:
            on += self._top(top)
            on.append(_AT["passes_at"] + min(7, state.trick.passes))
            if state.trick.owner == seat:
                on.append(_AT["own_top"])
        on.append(_AT["count_at"] + min(26, decision.hand.bit_count()))
        if state.active >> seat & 1:
            on.append(_AT["is_active"])
        if state.starter == seat:
            on.append(_AT["is_starter"])
        if state.must_include is not None:
            on.append(_AT["must_include_lowest"])
        if self._rules.guard != "none" and duty(state) is not None:
            on.append(_AT["has_duty"])
        if self._twos_low:
            on.append(_AT["low_twos"])
        on += range(_AT["bombs_at"], _AT["bombs_at"] + min(3, state.bombs))
        on += range(_AT["stock_at"], _AT["stock_at"] + bisect_left(_STOCKS, len(state.stock)))
        on += range(_AT["outs_at"], _AT["outs_at"] + min(6, len(state.out)))
        return on, most

    def _rivals_on(self, decision: Decision) -> tuple[list[int], int]:
        """Return inputs that are on for the rivals, and the most cards of one who may answer."""
        state = decision.state
        trick, active, hands = state.trick, state.active, state.hands
        players, step = len(hands), state.setup.step
        on = list(self._absent)
        start, answering, most, earn, rival = _AT["rivals"], 0, 0, 0, decision.seat
        for place in range(players - 1):
            rival = (rival + step) % players
            count = hands[rival].bit_count()
            if count:
                is_locked = trick.locked >> rival & 1
                if not is_locked:
                    answering += 1
                    most = max(most, count)
                facts = _Rival(
                    *(place, count, is_locked, rival == trick.owner),
                    *(active >> rival & 1, rival == state.starter, state.bombs),
                )
                known = self._rivals.get(facts)
                if known is None:
                    known = self._rivals[facts] = self._rival(facts)
                on += known[0]
                earn += known[1]
                if any(decision.passed[rival]):
                    on += self._passed(start, decision.passed[rival])
            else:
                on.append(start + _AT["rival_none"])
            start += RIVAL_SIZE
        on.append(_AT["answering"] + answering)
        on.append(_AT["earn_at"] + min(15, earn * 32 // self._scale))
        return on, most

    def _top(self, top: Combination) -> list[int]:
        """Return the inputs that are on for a play to beat."""
        # A play that demoted the twos was classified by another order before.
        found = self._tops.get(top.cards)
        if found is None:
            found = [
                _AT["top_kind"] + _KIND_PLACE[top.kind],
                _AT["top_at"] + int(self._strength[top.top]),
            ]
            if top.size >= 5:
                found.append(_AT["top_place"] + place_among_kind(self._table, top))
            self._tops[top.cards] = found
        return found

    def _rival(self, facts: _Rival) -> tuple[list[int], int]:
        """Return the inputs that are on for a rival with cards, and what it would lose."""
        rules, count = self._rules, facts.cards
        factor = int(self._factors[count])
        doublings = 0
        if rules.has_losses:
            if not facts.is_active and rules.unplayed_multiplier:
                factor = rules.unplayed_multiplier
            elif rules.multiply_only_starter and not facts.is_starter:
                factor = 1
            if rules.bomb_doubles:
                doublings = facts.bombs
        loss = (count * mean_card_value(rules) * factor << doublings) // 16
        if rules.has_losses and 0 < rules.loss_cap < loss:
            loss = rules.loss_cap
        on = [
            _AT["rival_count"] + (count - 1 if count <= 12 else 12 if count <= 16 else 13),
            _AT["rival_loss"] + min(7, loss * 32 // self._scale),
        ]
        flags = {
            "rival_locked": facts.is_locked,
            "rival_owner": facts.is_owner,
            "rival_active": facts.is_active,
            "rival_starter": facts.is_starter,
        }
        on += [_AT[name] for name, is_on in flags.items() if is_on]
        start = _AT["rivals"] + facts.place * RIVAL_SIZE
        return [start + each for each in on], loss

    def _passed(self, start: int, passed: Passed) -> list[int]:
        """Return the inputs that are on for what a rival has passed on.

        :param start: the first input of the rival
        """
        singles, pairs, fives = passed
        on = []
        if singles:
            on.append(start + _AT["rival_passed_single"] + self._lowest(singles))
        if pairs:
            on.append(start + _AT["rival_passed_pair"] + self._lowest(pairs))
        if fives:
            on.append(start + _AT["rival_passed_five"] + (fives & -fives).bit_length() - 1)
        return on

    def _lowest(self, ranks: int) -> int:
        """Return the lowest strength of some ranks, given as bits."""
        if self._twos_low:
            ranks = ranks << 1 & 0x1FFF | ranks >> 12
        return (ranks & -ranks).bit_length() - 1

    # ------------------------------------------------------------------ losses

    def _loss_facts(self, decisions: Sequence[Decision]) -> Numbers:
        """Return what losses depend on, by decision: has played, is the starter, doublings."""
        doubles = self._rules.has_losses and self._rules.bomb_doubles
        return np.array(
            [
                (
                    each.state.active >> each.seat & 1,
                    each.state.starter == each.seat,
                    each.state.bombs if doubles else 0,
                )
                for each in decisions
            ],
            np.int64,
        )

    def _losses(self, ranks: Numbers, counts: Numbers, facts: Numbers) -> Numbers:
        """Return what hands would lose, in parts of the usual swing."""
        rules = self._rules
        factors = self._factors[counts]
        doublings = facts[:, 2]
        if rules.has_losses:
            if rules.multiply_only_starter:
                factors = np.where(facts[:, 1] > 0, factors, 1)
            if rules.unplayed_multiplier:
                factors = np.where(facts[:, 0] > 0, factors, rules.unplayed_multiplier)
            if rules.double_per_two:
                doublings = doublings + ranks[:, self._rank_strength[-1]]
        losses = ranks @ self._worth * factors << np.minimum(doublings, _MOST_DOUBLINGS)
        if rules.has_losses and rules.loss_cap:
            losses = np.minimum(losses, rules.loss_cap)
        found: Numbers = np.minimum(15, losses * 64 // self._scale)
        return found

    # ------------------------------------------------------------------ the actions

    def _rows(self, decisions: Sequence[Decision], facts: _Facts) -> tuple[Bits, list[int]]:
        """Return the inputs of all actions, and the number of actions of each decision."""
        rules, used, counts = self._rules, list[Cards](), list[int]()
        for each in decisions:
            if each.may_pass:
                used.append(0)
            used += each.plays
            counts.append(len(each.plays) + each.may_pass)
        owner = np.repeat(np.arange(len(decisions)), counts)
        rows = np.zeros((len(used), LAYOUT.size - LAYOUT.state_size), np.uint8)
        gone = count_rows(self._strength, used)
        left = facts.hands[owner] - gone
        ranks: Numbers = left.reshape(-1, 13, 4).sum(axis=2)
        set_block(rows, "act_first", gone > 0)
        set_block(rows, "act_second", gone > 1)
        set_block(rows, "left_ranks", (ranks[:, :, None] > np.arange(4)).reshape(-1, PACK_SIZE))
        every = np.arange(len(used))
        sizes = left.sum(axis=1)
        rows[every, _ACTION["left_count"] + np.minimum(sizes, 26)] = 1
        set_hand_shapes(self._table, rows, left, ranks)
        rows[every, _ACTION["turns_left"] + turns_left(rules, ranks)] = 1
        # The strength above all live cards.
        live = facts.live
        above = np.where(live.any(axis=1), PACK_SIZE - np.argmax(live[:, ::-1] > 0, axis=1), 0)
        bosses = (left * (np.arange(PACK_SIZE) >= above[owner][:, None])).sum(axis=1)
        set_block(rows, "bosses", bosses[:, None] > np.arange(5))
        rows[every, _ACTION["left_loss"] + self._losses(ranks, sizes, facts.loss[owner])] = 1
        self._set_plays(rows, used, owner, facts)
        if rules.guard_can_fail:
            self._set_breaches(rows, decisions, counts)
        return rows, counts

    def _set_plays(self, rows: Bits, used: list[Cards], owner: Numbers, facts: _Facts) -> None:
        """Set the inputs of plays and passes, except those of what they leave."""
        rules, known = self._rules, self._plays
        is_play = np.array([cards > 0 for cards in used])
        rows[~is_play, _ACTION["act_type"]] = 1
        at = np.flatnonzero(is_play)
        found = []
        for cards in used:
            if cards:
                play = known.get(cards)
                if play is None:
                    play = known[cards] = self._play(cards)
                found.append(play)
        kind, top, place, size, rank, shape = np.array(found).T
        rows[at, _ACTION["act_type"] + 2] = 1
        rows[at, _ACTION["act_kind"] + kind] = 1
        rows[at, _ACTION["act_top"] + top] = 1
        placed = place >= 0
        rows[at[placed], _ACTION["act_place"] + place[placed]] = 1
        answering = facts.most[owner[at]]
        sure = answering < size
        if rules.honours_beat_any:
            sure &= answering < 5
        rows[at, _ACTION["is_sure"]] = sure
        single, pair = shape == 0, shape == 1
        if single.any():
            above = _sums_from(facts.live)[owner[at[single]], top[single] + 1]
            many = np.searchsorted(MANY_HIGHER, above, side="right")
            rows[at[single], _ACTION["higher_singles"] + many] = 1
        if pair.any():
            above = _sums_from(facts.live_ranks >= 2)[owner[at[pair]], rank[pair] + 1]
            rows[at[pair], _ACTION["higher_pairs"] + np.minimum(5, above)] = 1
        if rules.top_two_ends_trick and not rules.honours_beat_any:
            rows[at, _ACTION["ends_trick"]] = (size <= 2) & (top == PACK_SIZE - 1)

    def _play(self, cards: Cards) -> tuple[int, ...]:
        """Return a play's kind, top card, place or -1, size, rank and shape."""
        play = self._table.classify(cards)
        assert play is not None
        return (
            _KIND_PLACE[play.kind],
            int(self._strength[play.top]),
            place_among_kind(self._table, play) if play.size >= 5 else -1,
            play.size,
            self._rank_strength[play.rank],
            _SHAPES.get(play.kind, 2),
        )

    def _set_breaches(self, rows: Bits, decisions: Sequence[Decision], counts: list[int]) -> None:
        """Set the input of each action that breaks the guard's duty."""
        row, place = 0, _ACTION["is_breach"]
        for each, count in zip(decisions, counts, strict=True):
            held = duty(each.state)
            if held is not None:
                if each.may_pass:
                    rows[row, place] = not held.may_pass
                for number, cards in enumerate(each.plays, each.may_pass):
                    rows[row + number, place] = (
                        cards.bit_count() == 1
                        and (cards.bit_length() - 1) % PACK_SIZE != held.highest
                    )
            row += count


def _sums_from(numbers: NDArray[np.int64] | NDArray[np.bool_]) -> Numbers:
    """Return for each row the sums from each column to the last, and a 0."""
    sums = np.cumsum(numbers[:, ::-1], axis=1)[:, ::-1]
    return np.concatenate([sums, np.zeros((len(numbers), 1), np.int64)], axis=1)

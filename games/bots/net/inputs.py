"""Inputs of the network for a decision, from a view and nothing else.

`games/bots/training/inputs.c` computes the same for self-play; a test compares every bit.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.net.layout import KINDS, LAYOUT, RIVAL_SIZE
from games.bots.net.rule_inputs import mean_card_value, option_inputs, scale
from games.rules.cards import FULL_PACK, PACK_SIZE, RANK_MASKS, TWOS, Cards, iter_cards
from games.rules.combinations.kinds import Combination, Kind
from games.rules.combinations.table import CombinationTable, combination_table
from games.rules.deal.actions import Action, Give, Pass, Play
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import CARD_VALUES, SeatNumber, factor_for
from games.rules.view import View

Bits = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_AT = LAYOUT.places
_KIND_PLACE = {kind: place for place, kind in enumerate(KINDS)}
#: Bits of a combination's key below those that order the kinds (`games.rules.combinations.table`).
_KEY_IN_KIND = (1 << 58) - 1
_SEQUENCES = (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH, Kind.STRAIGHT_FLUSH_PLUS_TWO)
#: The row of each kind of five or more cards among the places of combinations.
_PLACE_ROW = {
    Kind.STRAIGHT: 0,
    Kind.FLUSH: 1,
    Kind.FULL_HOUSE: 2,
    Kind.FOUR_OF_A_KIND: 3,
    Kind.STRAIGHT_FLUSH: 4,
    Kind.STRAIGHT_FLUSH_PLUS_TWO: 4,
    Kind.FIVE_OF_A_KIND: 5,
}
_LAST_COUNT = 26
MANY_HIGHER = (1, 2, 3, 4, 6, 9, 14)


class Inputs(NamedTuple):
    """The actions of a decision, and the inputs for each."""

    actions: list[Action]
    #: The inputs that all actions share.
    state: Bits
    #: The inputs of each action, a row each.
    rows: Bits


class _Situation:
    """Cards and counts of a view that several inputs need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.rules: RuleSet = view.rules
        self.table: CombinationTable = combination_table(view.rules, view.twos_low)
        self.strength = np.array(self.table.ranking.strength)
        self.rank_strength = self.table.ranking.rank_strength
        #: Per card by strength, the number in hand and of those neither played nor in hand.
        self.hand = self.counts(view.hand)
        self.played = self.counts(view.played)
        self.live: Numbers = view.rules.packs - self.hand - self.played
        self.live_ranks: Numbers = self.live.reshape(13, 4).sum(axis=1)
        place = view.order.index(view.seat)
        #: The other seats in the order of play.
        self.rivals = view.order[place + 1 :] + view.order[:place]

    def counts(self, cards: Cards) -> Numbers:
        """Return the number of each card in a set, by strength."""
        found = np.zeros(PACK_SIZE, np.int64)
        for card in iter_cards(cards):
            found[self.strength[card]] += 1
        return found

    def place_of(self, found: Combination) -> int:
        """Return the place of a combination of five or more cards among its kind."""
        return place_among_kind(self.table, found)

    def bucket(self, loss: int, steps: int, most: int) -> int:
        """Return a loss in parts of the usual swing, at most `most`."""
        return min(most, loss * 16 * steps // scale(self.rules))

    def capped(self, loss: int) -> int:
        """Return a loss, at most the cap of the rules."""
        cap = self.rules.loss_cap
        return cap if self.rules.has_losses and 0 < cap < loss else loss

    def factor(self, seat: int, cards: int) -> int:
        """Return the factor of a player's loss."""
        rules, view = self.rules, self.view
        if rules.has_losses:
            if not view.active[seat] and rules.unplayed_multiplier:
                return rules.unplayed_multiplier
            if rules.multiply_only_starter and seat != view.starter:
                return 1
        return factor_for(rules, cards) if cards else 0

    def doublings(self) -> int:
        """Return how often bombs have doubled all losses."""
        return self.view.bombs if self.rules.has_losses and self.rules.bomb_doubles else 0

    def loss(self, cards: Cards) -> int:
        """Return what the viewer would lose with these cards left."""
        rules, count = self.rules, cards.bit_count()
        values, doublings = count, self.doublings()
        if rules.has_losses:
            worth = CARD_VALUES[rules.card_values]
            if rules.card_values != "one":
                values = sum(
                    worth[rank] * (cards & RANK_MASKS[rank]).bit_count() for rank in range(13)
                )
            if rules.double_per_two:
                doublings += (cards & TWOS).bit_count()
        return self.capped(values * self.factor(self.seat, count) << doublings)

    def rival_loss(self, seat: int) -> int:
        """Return what a rival would lose with cards of mean value."""
        count = self.view.counts[seat]
        values = count * mean_card_value(self.rules) * self.factor(seat, count)
        return self.capped((values << self.doublings()) // 16)


def place_among_kind(table: CombinationTable, found: Combination) -> int:
    """Return the place of a combination of five or more cards among its kind."""
    if found.kind in _SEQUENCES:
        place = (found.key & _KEY_IN_KIND) >> 2
    else:
        place = table.ranking.rank_strength[found.rank]
    return 13 * _PLACE_ROW[found.kind] + place


def inputs(view: View, plays: list[Cards] | None = None) -> Inputs:
    """Return the actions of a seat that has to act or may cut in, and the network's inputs.

    :param plays: the plays to include, by default every legal one
    :raises ValueError: for a spectator
    """
    if view.seat is None:
        raise ValueError("a spectator has nothing to do")
    situation = _Situation(view)
    actions, found = _actions(situation, view.open_plays() if plays is None else plays)
    return Inputs(actions, _state(situation), _rows(situation, actions, found))


def _actions(
    situation: _Situation, plays: list[Cards]
) -> tuple[list[Action], list[Combination | None]]:
    """Return the actions, first a pass or waiting, and the combination of each play."""
    view, seat = situation.view, situation.seat
    if view.must_give:
        cards = sorted(set(iter_cards(view.hand)), key=lambda card: situation.strength[card])
        return [Give(seat, card) for card in cards], [None] * len(cards)
    classify = situation.table.classify
    actions: list[Action] = [Play(seat, cards) for cards in plays]
    found: list[Combination | None] = [classify(cards) for cards in plays]
    if view.may_pass or view.may_cut_in:
        actions.insert(0, Pass(seat))
        found.insert(0, None)
    return actions, found


# ---------------------------------------------------------------------- the state


def _state(situation: _Situation) -> Bits:
    """Return the inputs that all actions share."""
    view, rules, seat = situation.view, situation.rules, situation.seat
    bits = np.zeros(LAYOUT.state_size, np.uint8)
    bits[[_AT["options_at"] + place for place in option_inputs(rules)]] = 1
    for name, counts in (("hand", situation.hand), ("gone", situation.played)):
        bits[_AT[f"{name}_first"] :][:PACK_SIZE] = counts > 0
        bits[_AT[f"{name}_second"] :][:PACK_SIZE] = counts > 1
    bits[_AT["dead"] :][:PACK_SIZE] = (situation.live_ranks[:, None] <= np.arange(4)).ravel()
    on = _top_inputs(situation)
    rivals = [each for each in situation.rivals if view.counts[each]]
    answering = sum(each not in view.locked for each in rivals)
    losses = {each: situation.rival_loss(each) for each in rivals}
    on += [
        _AT["answering"] + answering,
        _AT["count_at"] + min(_LAST_COUNT, view.hand.bit_count()),
        _AT["loss_at"] + situation.bucket(situation.loss(view.hand), 4, 15),
        _AT["earn_at"] + situation.bucket(sum(losses.values()), 2, 15),
    ]
    flags = {
        "is_active": view.active[seat],
        "is_starter": view.starter == seat,
        "out_of_turn": view.turn != seat,
        "must_give": view.must_give,
        "must_include_lowest": view.must_include is not None,
        "has_duty": view.duty is not None,
        "low_twos": view.twos_low,
    }
    on += [_AT[name] for name, is_on in flags.items() if is_on]
    on += [_AT["bombs_at"] + place for place in range(min(3, view.bombs))]
    steps = (0, 3, 8, 15, 25)
    on += [_AT["stock_at"] + place for place, step in enumerate(steps) if view.stock_count > step]
    on += [_AT["outs_at"] + place for place in range(min(6, len(view.out)))]
    passed = passed_plays(view)
    for place in range(7):
        start = _AT["rivals"] + place * RIVAL_SIZE
        if place < len(situation.rivals) and view.counts[situation.rivals[place]]:
            rival = situation.rivals[place]
            on += [start + each for each in _rival(situation, rival, losses[rival], passed[rival])]
        else:
            on.append(start + _AT["rival_none"])
    bits[on] = 1
    return bits


def _top_inputs(situation: _Situation) -> list[int]:
    """Return the inputs that are on for the play to beat."""
    view, top = situation.view, situation.view.top
    if top is None:
        return [_AT["top_kind"] + len(KINDS)]
    on = [
        _AT["top_kind"] + _KIND_PLACE[top.kind],
        _AT["top_at"] + int(situation.strength[top.top]),
        _AT["passes_at"] + min(7, passes_since_play(view)),
    ]
    if top.kind in _PLACE_ROW:
        on.append(_AT["top_place"] + situation.place_of(top))
    if view.owner == view.seat:
        on.append(_AT["own_top"])
    return on


def passes_since_play(view: View) -> int:
    """Return the number of passes since the last play."""
    passes = 0
    for action in reversed(view.trick):
        if isinstance(action, Play):
            break
        passes += 1
    return passes


class _Passed:
    """Plays that a player passed on: ranks of singles and of pairs, and kinds of five cards."""

    def __init__(self) -> None:
        self.singles: set[int] = set()
        self.pairs: set[int] = set()
        self.fives: set[int] = set()


class Turn(NamedTuple):
    """A play or a pass of a seat, for what it shows of the hand."""

    seat: SeatNumber
    #: The last play by another seat; None if the seat made the last play, or there is none.
    top: Combination | None
    #: None for a pass.
    play: Combination | None
    #: The seat passed and drew cards.
    has_drawn: bool


def turns(view: View) -> Iterator[Turn]:
    """Yield the plays and the passes on plays of others, the oldest first."""
    table = combination_table(view.rules, False)
    drawn = {draw.place for draw in view.draws}
    lead_passes = set(view.lead_passes)
    last: Combination | None = None
    owner = -1
    for place, action in enumerate(view.history):
        seat = action.seat
        top = None if seat == owner else last
        if isinstance(action, Play):
            play = table.classify(action.cards)
            yield Turn(seat, top, play, False)
            last, owner = play, seat
        elif isinstance(action, Pass) and place not in lead_passes and top is not None:
            yield Turn(seat, top, None, place in drawn)


def passed_plays(view: View) -> list[_Passed]:
    """Return for each seat the plays that it passed on since it last drew a card."""
    found = [_Passed() for _ in view.counts]
    for seat, top, play, has_drawn in turns(view):
        if has_drawn:
            found[seat] = _Passed()
        elif play is None and top is not None:
            passed = found[seat]
            if top.size == 1:
                passed.singles.add(top.rank)
            elif top.kind is Kind.PAIR:
                passed.pairs.add(top.rank)
            elif top.size >= 5:
                passed.fives.add(_KIND_PLACE[top.kind])
    return found


def _rival(situation: _Situation, rival: int, loss: int, passed: _Passed) -> list[int]:
    """Return the inputs that are on for a rival with cards, counted from its first."""
    view, strength = situation.view, situation.rank_strength
    count = view.counts[rival]
    on = [
        _AT["rival_count"] + (count - 1 if count <= 12 else 12 if count <= 16 else 13),
        _AT["rival_loss"] + situation.bucket(loss, 2, 7),
    ]
    if rival in view.locked:
        on.append(_AT["rival_locked"])
    if rival == view.owner:
        on.append(_AT["rival_owner"])
    if view.active[rival]:
        on.append(_AT["rival_active"])
    if rival == view.starter:
        on.append(_AT["rival_starter"])
    if passed.singles:
        on.append(_AT["rival_passed_single"] + min(strength[rank] for rank in passed.singles))
    if passed.pairs:
        on.append(_AT["rival_passed_pair"] + min(strength[rank] for rank in passed.pairs))
    if passed.fives:
        on.append(_AT["rival_passed_five"] + min(passed.fives) - _KIND_PLACE[Kind.STRAIGHT])
    return on


# ---------------------------------------------------------------------- the actions


def _rows(situation: _Situation, actions: list[Action], plays: list[Combination | None]) -> Bits:
    """Return the inputs of each action, a row each."""
    view = situation.view
    used = [_cards_used(action) for action in actions]
    rows = np.zeros((len(actions), LAYOUT.size - LAYOUT.state_size), np.uint8)
    gone = count_rows(situation.strength, used)
    left = situation.hand - gone
    set_block(rows, "act_first", gone > 0)
    set_block(rows, "act_second", gone > 1)
    ranks = left.reshape(-1, 13, 4).sum(axis=2)
    set_block(rows, "left_ranks", (ranks[:, :, None] > np.arange(4)).reshape(-1, PACK_SIZE))
    every = np.arange(len(actions))
    start = -LAYOUT.state_size
    counts = left.sum(axis=1)
    rows[every, start + _AT["left_count"] + np.minimum(counts, _LAST_COUNT)] = 1
    set_hand_shapes(situation.table, rows, left, ranks)
    rows[every, start + _AT["turns_left"] + turns_left(situation.rules, ranks)] = 1
    live = np.flatnonzero(situation.live)
    above = int(live[-1]) + 1 if len(live) else 0
    bosses = left[:, above:].sum(axis=1)
    set_block(rows, "bosses", bosses[:, None] > np.arange(5))
    losses = _losses(situation, ranks, counts)
    rows[every, start + _AT["left_loss"] + losses] = 1
    for row, (action, play) in enumerate(zip(actions, plays, strict=True)):
        rows[row, [start + place for place in _action(situation, action, play)]] = 1
    if view.duty is not None and situation.rules.guard_can_fail:
        _breaches(situation, rows, plays)
    return rows


def set_block(rows: Bits, name: str, values: NDArray[np.bool_]) -> None:
    """Set a block of inputs of all actions."""
    start = _AT[name] - LAYOUT.state_size
    rows[:, start : start + values.shape[1]] = values


def _cards_used(action: Action) -> Cards:
    """Return the cards that an action takes from the hand."""
    if isinstance(action, Play):
        return action.cards
    return 1 << action.card if isinstance(action, Give) else 0


def count_rows(strength: Numbers, sets: Sequence[Cards]) -> Numbers:
    """Return the number of each card in each set, by strength."""
    words = np.array(
        [(cards & FULL_PACK, cards >> PACK_SIZE) for cards in sets], np.uint64
    ).reshape(-1, 2)
    octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8).reshape(-1, 2, 8)
    bits = np.unpackbits(octets, axis=2, bitorder="little")[:, :, :PACK_SIZE]
    found = np.empty((len(sets), PACK_SIZE), np.int64)
    found[:, strength] = bits.sum(axis=1)
    return found


def set_hand_shapes(table: CombinationTable, rows: Bits, left: Numbers, ranks: Numbers) -> None:
    """Set the inputs for sequences, flushes and straight flushes in what is left."""
    strength = table.ranking.rank_strength
    sequences = [[strength[rank] for rank in each.ranks] for each in table.sequences]
    held = ranks > 0
    many = held[:, np.array(sequences)].all(axis=2).sum(axis=1)
    set_block(rows, "left_sequences", many[:, None] >= np.array((1, 2, 3, 5)))
    suits: Numbers = left.reshape(-1, 13, 4)
    if table.with_flushes:
        flushes = (suits.sum(axis=1) >= 5).sum(axis=1)
        set_block(rows, "left_flushes", flushes[:, None] > np.arange(2))
    if (suits.sum(axis=1) >= 5).any():
        runs = (suits > 0)[:, np.array(sequences), :].all(axis=2).reshape(len(suits), -1)
        set_block(rows, "left_straight_flush", runs.max(axis=1, keepdims=True))


def turns_left(rules: RuleSet, ranks: Numbers) -> Numbers:
    """Return about how many plays it takes to shed what is left, without sequences and flushes."""
    singles, pairs, triples, fours = (
        (ranks == 1).sum(axis=1),
        (ranks == 2).sum(axis=1),
        (ranks == 3).sum(axis=1),
        (ranks >= 4).sum(axis=1),
    )
    houses = np.minimum(triples, pairs)
    turns = singles + pairs + triples + fours - houses
    if rules.four_of_a_kind != "bare":
        turns = turns - np.minimum(fours, singles)
    if rules.two_pairs:
        turns = turns - (pairs - houses) // 2
    if not rules.triples:
        turns = turns + triples - houses
    found: Numbers = np.minimum(turns, 13)
    return found


def _losses(situation: _Situation, ranks: Numbers, counts: Numbers) -> Numbers:
    """Return the loss with what is left, in parts of the usual swing, for each action."""
    rules = situation.rules
    worth = CARD_VALUES[rules.card_values] if rules.has_losses else (1,) * 13
    by_strength = np.empty(13, np.int64)
    by_strength[list(situation.rank_strength)] = worth
    values = ranks @ by_strength
    twos = counts * 0
    if rules.has_losses and rules.double_per_two:
        twos = ranks[:, situation.rank_strength[-1]]
    doublings = situation.doublings()
    known: dict[tuple[int, int, int], int] = {}
    found = []
    for key in zip(values.tolist(), counts.tolist(), twos.tolist(), strict=True):
        if key not in known:
            value, count, doubled = key
            loss = value * situation.factor(situation.seat, count) << doublings + doubled
            known[key] = situation.bucket(situation.capped(loss), 4, 15)
        found.append(known[key])
    return np.array(found)


def _action(situation: _Situation, action: Action, play: Combination | None) -> list[int]:
    """Return the inputs that are on for an action, except those of what it leaves."""
    if isinstance(action, Give):
        return [_AT["act_type"] + 1, _AT["act_top"] + int(situation.strength[action.card])]
    if play is None:
        return [_AT["act_type"]]
    view, rules = situation.view, situation.rules
    place = int(situation.strength[play.top])
    on = [_AT["act_type"] + 2, _AT["act_kind"] + _KIND_PLACE[play.kind], _AT["act_top"] + place]
    if play.kind in _PLACE_ROW:
        on.append(_AT["act_place"] + situation.place_of(play))
    most = max(
        (
            view.counts[rival]
            for rival in situation.rivals
            if rival not in view.locked and view.counts[rival]
        ),
        default=0,
    )
    if most < play.size and not (rules.honours_beat_any and most >= 5):
        on.append(_AT["is_sure"])
    if play.kind is Kind.SINGLE:
        higher = int(situation.live[place + 1 :].sum())
        on.append(_AT["higher_singles"] + sum(higher >= step for step in MANY_HIGHER))
    if play.kind is Kind.PAIR:
        ranks = situation.live_ranks[situation.rank_strength[play.rank] + 1 :]
        on.append(_AT["higher_pairs"] + min(5, int((ranks >= 2).sum())))
    if (
        rules.top_two_ends_trick
        and play.size <= 2
        and not rules.honours_beat_any
        and place == PACK_SIZE - 1
    ):
        on.append(_AT["ends_trick"])
    return on


def _breaches(situation: _Situation, rows: Bits, plays: list[Combination | None]) -> None:
    """Set the input of each action that breaks the guard's duty."""
    held = situation.view.duty
    assert held is not None
    place = _AT["is_breach"] - LAYOUT.state_size
    for row, play in enumerate(plays):
        if play is None:
            rows[row, place] = not held.may_pass
        else:
            rows[row, place] = play.kind is Kind.SINGLE and play.top != held.highest

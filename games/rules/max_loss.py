"""Maximum loss of a seat in one deal under given rules.

The number is an upper bound: no deal costs more. It is exact if every seat plays with the cards it
was dealt and losses depend on cards left. It can be too high, but not too low, in these cases:

* cards are drawn from a stock (each seat is assumed to have drawn most of it);
* special combinations score or bombs double (every other seat is assumed to have played as many as
  its cards allow);
* a guard pays for others and a cap limits the loss for cards of different values;
* the exact search would take too many steps.

Some rules have no bound: if a stock is reshuffled from played cards, the same special combination
can score or double any number of times. In that case each seat is assumed to have played a whole
pack of them once.

Users make house rules, so the search is limited: `max_deal_loss` takes the most precise of three
searches that needs at most `MAX_STEPS`. Steps are counted in advance without reading a clock, so
the same rules always have the same number.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.rules.cards import PACK_SIZE, RANK_TWO
from games.rules.combinations.kinds import Kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    SPECIAL_POINTS,
    Outcome,
    score,
)

SUITS_IN_PACK = 4
#: Maximum number of steps of the search, about half a microsecond each.
MAX_STEPS = 60_000
#: Number of steps to compute the joint loss of several hands.
_STEPS_FOR_HANDS = 10
#: Minimum number of cards of a bomb (option `bomb_doubles`).
_BOMB_CARDS = 5
#: Maximum number of losers for whom all distributions of the twos are tried.
_FEW_LOSERS = 3
#: By `going_out`, the minimum number of twos in a last play that contains only twos.
_FEWEST_LAST_TWOS = {
    "any": 1,
    "not_top_card": 1,
    "not_single_two": 2,
    "not_single_or_pair_of_twos": 3,
}


class LoserHand(NamedTuple):
    """The number of a loser's cards left, their factor, and the bombs that can have been played."""

    #: The number of cards.
    cards: int
    #: The factor for the sum of their values, before doublings for twos.
    factor: int
    #: Whether only the player who led the deal can have that factor.
    is_starter: bool = False
    #: The maximum number of bombs that the loser can have played.
    bombs: int = 0


class JointCards(NamedTuple):
    """The twos left of all losers for whom one seat pays, and the bombs they can have played."""

    #: The number of twos.
    twos: int
    #: The maximum number of bombs that these losers can have played.
    bombs: int
    #: Whether they include the player who led the deal, with a factor that no other can have.
    has_starter: bool = False


#: The maximum loss by the cards left of the losers.
MaxLosses: TypeAlias = dict[JointCards, int]


@lru_cache(maxsize=512)
def max_deal_loss(rules: RuleSet) -> int:
    """Return a cached upper bound for the points that a seat loses in a deal after all payments."""
    return loss_upper_bound(rules, MAX_STEPS)


def loss_upper_bound(rules: RuleSet, max_steps: float) -> int:
    """Return an upper bound for the loss of a seat in one deal.

    :param max_steps: maximum number of steps of the search; with fewer the bound is equal or higher
    """
    if rules.scoring == "placement":
        return -min(map(min, nets_by_place(rules)))
    if rules.payment == "loser_pays" or rules.scoring == "winner_point":
        return 1
    if rules.scoring == "deuces":
        return 1 << (5 if has_five_of_a_kind(rules) else 4)
    if rules.payment == "count_difference":
        return _max_loss_by_count(rules)
    return _max_loss_by_cards(rules, max_steps)


def nets_by_place(rules: RuleSet) -> list[tuple[int, ...]]:
    """Return the nets, first place first, for each number of players who can go out (`play_on`)."""
    seats = tuple(range(rules.players))
    ends = {rules.players - 1}
    if rules.going_out != "any":
        # The deal can end whenever no player has an allowed play.
        ends |= set(range(1, rules.players))
    if rules.dragon_wins:
        ends.add(1)
    results = [
        score(
            rules,
            Outcome((0,) * rules.players, winner=0, starter=0, played_none=(), out=seats[:out]),
        )
        for out in ends
    ]
    return [result.net for result in results]


def factors_by_cards(rules: RuleSet, max_cards: int) -> list[int]:
    """Return the factor of `multipliers` for each number of cards from 0 to `max_cards`."""
    found = [1] * (max_cards + 1)
    for start, factor in rules.multipliers:
        found[start:] = [factor] * max(0, max_cards + 1 - start)
    return found


def _max_loss_by_count(rules: RuleSet) -> int:
    """Return the maximum loss of the seat with the most cards under `count_difference`."""
    factors = factors_by_cards(rules, max_cards_left(rules))
    # The other losers have at least one card.
    costs = [difference * factor for difference, factor in enumerate(factors)]
    below = itertools.accumulate(costs, max)
    return max(
        cost + (rules.players - 2) * smaller
        for cost, smaller in zip(costs[1:], below, strict=False)
    )


def _max_loss_by_cards(rules: RuleSet, max_steps: float) -> int:
    """Return the maximum loss of a seat if losses depend on the cards left."""
    payees = 1 if _is_paid_to_the_winner(rules) else rules.players - 1
    gains = _OthersScore(rules)
    lost_with = _loss_search(rules, max_steps)
    other_bombs = _bombs_of_others(rules)
    max_loss = 0
    for twos_last in {False, rules.twos_last_double}:
        left = _twos_left(rules, twos_last=twos_last)
        # With a cap, fewer doublings can cost more, because the others lose less.
        for bombs in range(max_bombs(rules) + 1):
            doublings = bombs + twos_last
            for held, lost in lost_with(doublings).items():
                if held.twos <= left and held.bombs + other_bombs >= bombs:
                    gained = gains(_two_count(rules) - held.twos, doublings)
                    max_loss = max(max_loss, payees * lost + gained)
    return max_loss


def _twos_left(rules: RuleSet, *, twos_last: bool) -> int:
    """Return the maximum number of twos that all losers can be left with.

    :param twos_last: whether the winner's last play contains only twos and doubles all losses
    """
    return _two_count(rules) - (_FEWEST_LAST_TWOS[rules.going_out] if twos_last else 0)


# --- The search


def _loss_search(rules: RuleSet, max_steps: float) -> Callable[[int], MaxLosses]:
    """Return a function from doublings to the maximum losses of all losers for whom a seat pays.

    It is the most precise of three searches that takes at most `max_steps`: try all hands of all
    losers together; or give each loser the most expensive cards, which is too high if several have
    cards of different values; or also assume that all have played as many bombs as possible.
    """
    losers = rules.players - 1 if rules.guard_pays else 1
    first, others = (
        _possible_hands(rules, _max_dealt(rules)),
        _possible_hands(rules, rules.hand_size),
    )
    single_loss = _SingleLoss(rules)
    # The cap applies after doublings, so each number of doublings needs its own search.
    max_doublings = max_bombs(rules) + rules.twos_last_double
    searches = max_doublings + 1 if rules.loss_cap else 1

    # Drawn cards are in one hand only, whatever their value.
    are_shared = _can_draw(rules) or not single_loss.all_worth_the_same
    if 1 < losers <= _FEW_LOSERS and are_shared:
        hands_of_losers = [first, *[others] * (losers - 1)]
        if searches * _steps_of_joint_losses(rules, hands_of_losers) <= max_steps:
            return _by_doublings(
                rules, lambda doublings: _joint_losses(rules, hands_of_losers, doublings)
            )

    def losses_of_all(doublings: int) -> list[MaxLosses]:
        """Return the maximum losses of each loser, counted with `doublings`."""
        each = _losses_of_one(rules, others, single_loss, doublings) if losers > 1 else {}
        return [_losses_of_one(rules, first, single_loss, doublings), *[each] * (losers - 1)]

    undoubled = losses_of_all(0)
    steps_of_losses = 3 * (len(first) + len(others)) * (_two_count(rules) + 1)
    steps = steps_of_losses + _steps_of_sum_of_losses(undoubled, _two_count(rules), max_doublings)
    if searches * steps <= max_steps:
        return _by_doublings(
            rules, lambda doublings: _sum_of_losses(losses_of_all(doublings), _two_count(rules))
        )
    # Assume that the loser of each hand has played the maximum number of bombs.
    dearest = _sum_of_losses([_with_all_bombs(each) for each in undoubled], _two_count(rules))

    def joint_losses_with_all_bombs(doublings: int) -> MaxLosses:
        """Return the losses of all losers together, too high if not all bombs can be played."""
        lost = {held: amount << doublings for held, amount in dearest.items()}
        if not rules.loss_cap:
            return lost
        return {held: min(amount, losers * rules.loss_cap) for held, amount in lost.items()}

    return joint_losses_with_all_bombs


def _by_doublings(rules: RuleSet, search: Callable[[int], MaxLosses]) -> Callable[[int], MaxLosses]:
    """Return a search by doublings; without a cap, run `search` once and double its losses."""
    if rules.loss_cap:
        return search
    undoubled = search(0)
    return lambda doublings: {held: lost << doublings for held, lost in undoubled.items()}


def _steps_of_joint_losses(rules: RuleSet, hands_of_losers: Sequence[Sequence[LoserHand]]) -> int:
    """Return the maximum number of steps of `_joint_losses`."""
    others = len(hands_of_losers) - 1
    hand_count = len(hands_of_losers[0]) * math.comb(len(hands_of_losers[-1]) + others - 1, others)
    return (
        _STEPS_FOR_HANDS
        * hand_count
        * math.comb(_two_count(rules) + len(hands_of_losers), len(hands_of_losers))
    )


def _joint_losses(
    rules: RuleSet, hands_of_losers: Sequence[Sequence[LoserHand]], doublings: int
) -> MaxLosses:
    """Return the maximum losses of all losers together by twos and bombs, from all hands."""
    cost = _JointLoss(rules, doublings)
    twos = _two_count(rules)
    splits = itertools.product(range(twos + 1), repeat=len(hands_of_losers))
    shares = [split for split in splits if sum(split) <= twos]
    found: MaxLosses = {}
    for hands in _hands_together(hands_of_losers):
        bombs = sum(hand.bombs for hand in hands)
        for share in shares:
            if all(two_count <= hand.cards for two_count, hand in zip(share, hands, strict=True)):
                left = JointCards(sum(share), bombs)
                found[left] = max(found.get(left, 0), cost(hands, share))
    return found


def _losses_of_one(
    rules: RuleSet, hands: Iterable[LoserHand], single_loss: "_SingleLoss", doublings: int
) -> MaxLosses:
    """Return the maximum losses of one loser by twos and bombs, without dominated ones."""
    found: MaxLosses = {}
    for hand in hands:
        for twos in range(min(_two_count(rules), hand.cards) + 1):
            left = JointCards(twos, hand.bombs, hand.is_starter)
            found[left] = max(found.get(left, 0), single_loss(hand, twos, doublings))
    return _without_dominated(found)


def _without_dominated(losses: Mapping[JointCards, int]) -> MaxLosses:
    """Return the losses without those that cost no more than another and leave less to others.

    Less means fewer twos, or fewer bombs that can have been played.
    """
    found: MaxLosses = {}
    # Options that leave the most to others come first, so a later one never dominates them.
    for left in sorted(losses, key=lambda each: (each.has_starter, each.twos, -each.bombs)):
        is_cheaper = any(
            other.twos <= left.twos and other.bombs >= left.bombs and lost >= losses[left]
            for other, lost in found.items()
        )
        if not is_cheaper:
            found[left] = losses[left]
    return found


def _with_all_bombs(losses: Mapping[JointCards, int]) -> MaxLosses:
    """Return the losses as if each had the maximum number of bombs, without dominated ones."""
    bombs = max(left.bombs for left in losses)
    found: MaxLosses = {}
    for left, lost in losses.items():
        free = left._replace(bombs=bombs)
        found[free] = max(found.get(free, 0), lost)
    return _without_dominated(found)


def _steps_of_sum_of_losses(
    losses_by_loser: Sequence[MaxLosses], max_twos: int, max_doublings: int
) -> int:
    """Return the maximum number of steps of `_sum_of_losses` and of using its result."""
    steps, states = 0, 1
    for number, each in enumerate(losses_by_loser, start=1):
        # As many as there are numbers of twos and of bombs, with the starter and without.
        bombs = sum(max(left.bombs for left in other) for other in losses_by_loser[:number]) + 1
        starters = 1 + any(left.has_starter for left in each)
        steps += states * len(each) + len(each) ** 2
        states = min(states * len(each), bombs * starters * (max_twos + 1))
    return steps + 2 * states * (max_doublings + 1)


def _sum_of_losses(losses_by_loser: Sequence[MaxLosses], max_twos: int) -> MaxLosses:
    """Return the maximum losses of all losers together by twos and bombs, from the losses of each.

    :param max_twos: the number of twos for all losers
    """
    sums: MaxLosses = {JointCards(0, 0): 0}
    for each in losses_by_loser:
        after: dict[tuple[int, int, bool], int] = {}
        for (kept, bombs, started), lost in sums.items():
            for (more, own, is_starter), amount in each.items():
                if kept + more > max_twos or (started and is_starter):
                    continue
                left = (kept + more, bombs + own, started or is_starter)
                total = lost + amount
                if after.get(left, 0) < total:
                    after[left] = total
        sums = {JointCards(*left): lost for left, lost in after.items()}
    return sums


def max_bombs(rules: RuleSet) -> int:
    """Return an upper bound for the bombs of one deal that double losses; 0 if bombs don't."""
    if not rules.bomb_doubles:
        return 0
    if _can_draw(rules):
        return (PACK_SIZE * rules.packs - (rules.players - 1)) // _BOMB_CARDS
    # The leftover is counted twice, with the winner and with a loser.
    dealt = _max_dealt(rules)
    others = (rules.players - 2) * ((rules.hand_size - 1) // _BOMB_CARDS)
    return dealt // _BOMB_CARDS + (dealt - 1) // _BOMB_CARDS + others


def _bombs_of_others(rules: RuleSet) -> int:
    """Return the maximum number of bombs of the winner and of losers who pay for themselves.

    If the losers' own bombs are not counted, this is the maximum number of all bombs.
    """
    if not rules.bomb_doubles or _can_draw(rules):
        return max_bombs(rules)
    losers = 0 if rules.guard_pays else rules.players - 2
    return _max_dealt(rules) // _BOMB_CARDS + losers * ((rules.hand_size - 1) // _BOMB_CARDS)


def _hands_together(
    hands_of_losers: Sequence[Sequence[LoserHand]],
) -> Iterator[tuple[LoserHand, ...]]:
    """Yield each choice of one possible hand for each loser, with at most one starter.

    The first of them can have taken the leftover; the others are interchangeable.
    """
    other_hands = itertools.combinations_with_replacement(
        hands_of_losers[-1], len(hands_of_losers) - 1
    )
    for first, others in itertools.product(hands_of_losers[0], other_hands):
        if sum(hand.is_starter for hand in (first, *others)) <= 1:
            yield (first, *others)


def _possible_hands(rules: RuleSet, dealt: int) -> list[LoserHand]:
    """Return what a loser who got `dealt` cards can be left with, except what never costs more."""
    max_cards = max_cards_left(rules) if _can_draw(rules) else dealt
    is_led = rules.multiply_only_starter
    factors = factors_by_cards(rules, max_cards)

    def bombs_played(cards: int) -> int:
        """Return the maximum number of bombs that a loser with `cards` left can have played."""
        if not rules.bomb_doubles or _can_draw(rules):
            return 0
        return (dealt - cards) // _BOMB_CARDS

    # A player who has played no card has all that were dealt, or more; a player who has played has
    # fewer, unless cards are drawn. With equal factor and number of bombs, more cards cost more.
    ends = _factor_ends(rules, max_cards)
    if rules.bomb_doubles and not _can_draw(rules):
        ends |= set(range(dealt % _BOMB_CARDS or _BOMB_CARDS, dealt + 1, _BOMB_CARDS))
    unplayed = [cards for cards in ends if cards >= dealt]
    played = {min(cards, max_cards if _can_draw(rules) else max_cards - 1) for cards in ends} - {0}
    fixed = rules.unplayed_multiplier or (1 if is_led else 0)
    found = {
        LoserHand(cards, fixed or factors[cards], bombs=bombs_played(cards)) for cards in unplayed
    }
    found |= {LoserHand(cards, factors[cards], is_led, bombs_played(cards)) for cards in played}
    found |= {LoserHand(cards, 1, bombs=bombs_played(cards)) for cards in played}
    return list(_without_smaller(found))


def _without_smaller(hands: Iterable[LoserHand]) -> Iterator[LoserHand]:
    """Yield the hands without those that another one exceeds in everything that costs."""
    by_size = sorted(
        hands, key=lambda hand: (hand.bombs, -hand.cards, hand.is_starter, -hand.factor)
    )
    for _bombs, alike in itertools.groupby(by_size, key=lambda hand: hand.bombs):
        highest = highest_of_starter = 0
        for hand in alike:
            if hand.factor <= (max(highest, highest_of_starter) if hand.is_starter else highest):
                continue
            yield hand
            if hand.is_starter:
                highest_of_starter = hand.factor
            else:
                highest = hand.factor


def _factor_ends(rules: RuleSet, max_cards: int) -> set[int]:
    """Return the highest number of cards for each factor, up to `max_cards`."""
    ends = {start - 1 for start, _factor in rules.multipliers} | {max_cards}
    return {each for each in ends if 1 <= each <= max_cards}


def _max_dealt(rules: RuleSet) -> int:
    """Return the maximum number of cards dealt to a seat, including the leftover."""
    return rules.hand_size + (rules.left_over if rules.leftover == "lowest_holder" else 0)


def _can_draw(rules: RuleSet) -> bool:
    """Return whether players can draw cards from a stock."""
    return rules.has_stock and rules.draw_on_pass != "none"


def max_cards_left(rules: RuleSet) -> int:
    """Return the maximum number of cards that a seat can be left with."""
    if not _can_draw(rules):
        return _max_dealt(rules)
    if rules.stock_recycle:
        # All cards except the last play and one card of each other loser.
        return PACK_SIZE * rules.packs - 1 - (rules.players - 2)
    return rules.hand_size + rules.left_over


class _SingleLoss:
    """Calculation of the loss of one loser who is left with the most expensive cards."""

    def __init__(self, rules: RuleSet) -> None:
        values = CARD_VALUES[rules.card_values]
        highest = sorted(values[:RANK_TWO] * SUITS_IN_PACK * rules.packs, reverse=True)
        #: Whether all cards except twos have the same value.
        self.all_worth_the_same = highest[0] == highest[-1]
        #: The value of the n most expensive cards without twos, for each n.
        self._worth = [0, *itertools.accumulate(highest)]
        self._two = values[RANK_TWO]
        self._per_two = int(rules.double_per_two)
        self._cap = rules.loss_cap

    def worth(self, cards: int) -> int:
        """Return the total value of the `cards` most expensive cards without twos."""
        return self._worth[min(cards, len(self._worth) - 1)]

    def weight(self, hand: LoserHand, twos: int) -> int:
        """Return the factor by which the values of a hand count, with doublings for twos."""
        return hand.factor << self._per_two * twos

    def __call__(self, hand: LoserHand, twos: int, doublings: int) -> int:
        """Return the loss for a hand with `twos` twos, after `doublings` and the cap."""
        values = twos * self._two + self.worth(hand.cards - twos)
        return self.capped(self.weight(hand, twos) * values << doublings)

    def capped(self, loss: int) -> int:
        """Return a loss limited by the cap; unchanged if the rules have none."""
        return min(loss, self._cap) if self._cap else loss

    def joint_loss(self, hands: Sequence[LoserHand], twos_of_hands: Sequence[int]) -> int:
        """Return the loss of several losers together, before doublings and cap.

        The most expensive cards are in the hands with the highest factors.
        """
        weighted_hands = sorted(
            (-self.weight(hand, two_count), hand.cards - two_count, two_count)
            for hand, two_count in zip(hands, twos_of_hands, strict=True)
        )
        lost = taken = 0
        for weight, cards, two_count in weighted_hands:
            worth = self.worth(taken + cards) - self.worth(taken)
            lost -= weight * (two_count * self._two + worth)
            taken += cards
        return lost


class _JointLoss:
    """Calculation of the loss of several losers together with the most expensive possible cards.

    With a cap it is unknown which loser has the most expensive cards. The loss is then at most the
    joint loss without a cap, and at most the sum of what each would lose with these cards.
    """

    def __init__(self, rules: RuleSet, doublings: int) -> None:
        """Store the rules' limits and the number of doublings of all losses."""
        self._alone = _SingleLoss(rules)
        self._doublings = doublings
        self._has_cap = bool(rules.loss_cap)

    def __call__(self, hands: Sequence[LoserHand], twos_of_hands: Sequence[int]) -> int:
        """Return the loss of some hands together, each with its number of twos."""
        lost = self._alone.joint_loss(hands, twos_of_hands) << self._doublings
        if not self._has_cap:
            return lost
        single_losses = [
            self._alone(hand, two_count, self._doublings)
            for hand, two_count in zip(hands, twos_of_hands, strict=True)
        ]
        return min(lost, sum(single_losses))


def _is_paid_to_the_winner(rules: RuleSet) -> bool:
    """Return whether the winner alone is paid, and only for cards left."""
    return rules.scoring == "cards_left" and rules.payment == "winner_takes"


class _OthersScore:
    """Calculation of the maximum total score of all seats except one loser's.

    It is 0 if losers only pay the winner for cards left.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._special_scores = _special_scores(rules)
        lowest = sorted(CARD_VALUES[rules.card_values] * SUITS_IN_PACK * rules.packs)
        factors = factors_by_cards(rules, rules.hand_size)
        #: The minimum loss of another loser by the number of cards left.
        self._lost = [
            worth * (1 if rules.multiply_only_starter else factor)
            for worth, factor in zip(itertools.accumulate(lowest), factors[1:], strict=False)
        ]
        self._of_others: dict[int, int] = {}
        self._of_winner: dict[int, int] = {}

    def __call__(self, twos: int, doublings: int) -> int:
        """Return the maximum total score of the other seats.

        :param twos: the number of twos that the loser leaves to them
        :param doublings: the number of doublings of all losses
        """
        rules = self._rules
        if _is_paid_to_the_winner(rules):
            return 0
        if doublings not in self._of_others:
            self._of_others[doublings] = (rules.players - 2) * self._other_loser_score(doublings)
        if twos not in self._of_winner:
            is_indonesian = rules.scoring == "indonesian"
            self._of_winner[twos] = self._winner_score(twos) if is_indonesian else 0
        return self._of_others[doublings] + self._of_winner[twos]

    def _other_loser_score(self, doublings: int) -> int:
        """Return the maximum score of another loser, usually negative."""
        rules = self._rules
        dealt = _max_played(rules)
        scores = []
        for cards in range(1, rules.hand_size):
            # The guard pays all losses.
            lost = 0 if rules.guard_pays else self._lost[cards - 1] << doublings
            if rules.loss_cap:
                lost = min(lost, rules.loss_cap)
            scored = self._special_scores[dealt - cards] if rules.scoring == "indonesian" else 0
            scores.append(scored - lost)
        return max(scores)

    def _winner_score(self, twos: int) -> int:
        """Return the maximum score of the winner for last play and specials (Indonesia)."""
        rules = self._rules
        cards = _max_played(rules)
        straight, four = rules.straight_flush_cards, _four_size(rules)
        specials = self._special_scores

        def twos_bonus(max_twos: int) -> int:
            """Return the bonus for a last play with at most `max_twos` twos."""
            return max(5, 10 * min(twos, max_twos))

        # A straight flush has at most one two, not counting its extra cards; a four of another rank
        # can have one as its fifth card; a full house can have three.
        last = [
            2 * SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]
            + twos_bonus(straight - 4)
            + specials[max(0, cards - straight)],
            2 * SPECIAL_POINTS[Kind.FOUR_OF_A_KIND] + twos_bonus(1) + specials[cards - four],
            twos_bonus(3) + specials[cards - 1],
        ]
        if twos >= 4:
            last.append(2 * FOUR_TWOS_POINTS + twos_bonus(4) + specials[cards - four])
        if has_five_of_a_kind(rules):
            fives = 2 * SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]
            last.append(fives + twos_bonus(5 if twos >= 5 else 0) + specials[cards - 5])
        return max(last)


def _special_scores(rules: RuleSet) -> list[int]:
    """Return the maximum score for special combinations by the number of cards played.

    Four twos are not included, except that with two packs they can be played once more than in the
    winner's last play.
    """
    straight, four = rules.straight_flush_cards, _four_size(rules)
    sizes = [
        (straight, SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]),
        (four, SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]),
    ]
    more = 0
    if has_five_of_a_kind(rules):
        sizes.append((5, SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]))
    elif rules.packs > 1:
        more = FOUR_TWOS_POINTS - SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]
    best = [0]
    for count in range(1, _max_played(rules) + 1):
        best.append(max(0, *(best[count - size] + won for size, won in sizes if size <= count), 0))
    return [won + (more if cards >= four else 0) for cards, won in enumerate(best)]


def has_five_of_a_kind(rules: RuleSet) -> bool:
    """Return whether the rules have five of a kind."""
    return rules.packs > 1 and rules.four_of_a_kind != "bare"


def _two_count(rules: RuleSet) -> int:
    """Return the number of twos in all packs."""
    return SUITS_IN_PACK * rules.packs


def _four_size(rules: RuleSet) -> int:
    """Return the minimum number of cards of a play with four of a kind."""
    return 5 if rules.four_of_a_kind == "with_fifth" else 4


def _max_played(rules: RuleSet) -> int:
    """Return the maximum number of cards that a seat can play in one deal."""
    if not _can_draw(rules):
        return _max_dealt(rules)
    return PACK_SIZE * rules.packs if rules.stock_recycle else rules.hand_size + rules.left_over

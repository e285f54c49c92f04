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

from games.rules.cards import RANK_TWO
from games.rules.combinations import Kind
from games.rules.ruleset import RuleSet
from games.rules.ruleset.conflicts import PACK
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


class Held(NamedTuple):
    """Facts about a loser's cards left that decide the loss."""

    #: The number of cards.
    cards: int
    #: The factor for the sum of their values, before doublings for twos.
    factor: int
    #: Whether only the player who led the deal can have that factor.
    is_starter: bool = False
    #: The maximum number of bombs that the loser can have played.
    bombs: int = 0


class Left(NamedTuple):
    """Facts about the cards left of all losers for whom one seat pays."""

    #: The number of twos.
    twos: int
    #: The maximum number of bombs that these losers can have played.
    bombs: int
    #: Whether they include the player who led the deal, with a factor that no other can have.
    has_starter: bool = False


#: The maximum loss by the cards left of the losers.
Lost: TypeAlias = dict[Left, int]


@lru_cache(maxsize=512)
def max_deal_loss(rules: RuleSet) -> int:
    """Return the maximum number of points that a seat can lose in one deal, after all payments."""
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
        return _by_count(rules)
    return _by_loss(rules, max_steps)


def nets_by_place(rules: RuleSet) -> list[tuple[int, ...]]:
    """Return the nets of the seats for every possible end of a deal with `play_on`."""
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


def factors_by_cards(rules: RuleSet, most: int) -> list[int]:
    """Return the factor of `multipliers` for each number of cards from 0 to ``most``."""
    found = [1] * (most + 1)
    for start, factor in rules.multipliers:
        found[start:] = [factor] * max(0, most + 1 - start)
    return found


def _by_count(rules: RuleSet) -> int:
    """Return the maximum loss by differences of cards left, for a seat with the most cards."""
    factors = factors_by_cards(rules, max_cards_left(rules))
    # The other losers have at least one card.
    costs = [difference * factor for difference, factor in enumerate(factors)]
    below = itertools.accumulate(costs, max)
    return max(
        cost + (rules.players - 2) * smaller
        for cost, smaller in zip(costs[1:], below, strict=False)
    )


def _by_loss(rules: RuleSet, max_steps: float) -> int:
    """Return the maximum loss of a seat if losses depend on cards left."""
    shared = 1 if _is_paid_to_the_winner(rules) else rules.players - 1
    gains = _Gains(rules)
    lost_with = _search(rules, max_steps)
    beside = _bombs_of_others(rules)
    most = 0
    for twos_last in {False, rules.twos_last_double}:
        left = _twos_left(rules, twos_last=twos_last)
        # With a cap, fewer doublings can cost more, because the others lose less.
        for bombs in range(max_bombs(rules) + 1):
            doublings = bombs + twos_last
            for held, lost in lost_with(doublings).items():
                if held.twos <= left and held.bombs + beside >= bombs:
                    gained = gains(_twos(rules) - held.twos, doublings)
                    most = max(most, shared * lost + gained)
    return most


def _twos_left(rules: RuleSet, *, twos_last: bool) -> int:
    """Return the maximum number of twos of all losers, with or without twos in the last play.

    :param twos_last: whether the winner's last play contains only twos and doubles all losses
    """
    return _twos(rules) - (_FEWEST_LAST_TWOS[rules.going_out] if twos_last else 0)


# --- The search


def _search(rules: RuleSet, max_steps: float) -> Callable[[int], Lost]:
    """Return a function from doublings to the maximum losses of the losers for whom one seat pays.

    It is the most precise of three searches that takes at most `max_steps`: try all hands of all
    losers together; or give each loser the most expensive cards, which is too high if several have
    cards of different values; or also assume that all have played as many bombs as possible.
    """
    losers = rules.players - 1 if rules.guard_pays else 1
    first, others = _ways(rules, _dealt_at_most(rules)), _ways(rules, rules.hand_size)
    alone = _Alone(rules)
    # The cap applies after doublings, so each number of doublings needs its own search.
    most_doublings = max_bombs(rules) + rules.twos_last_double
    searches = most_doublings + 1 if rules.loss_cap else 1

    # Drawn cards are in one hand only, whatever their value.
    are_shared = _draws(rules) or not alone.all_worth_the_same
    if 1 < losers <= _FEW_LOSERS and are_shared:
        ways = [first, *[others] * (losers - 1)]
        if searches * _steps_together(rules, ways) <= max_steps:
            return _by_doublings(rules, lambda doublings: _together(rules, ways, doublings))

    def options(doublings: int) -> list[Lost]:
        each = _options(rules, others, alone, doublings) if losers > 1 else {}
        return [_options(rules, first, alone, doublings), *[each] * (losers - 1)]

    plain = options(0)
    to_make_options = 3 * (len(first) + len(others)) * (_twos(rules) + 1)
    of_sum = to_make_options + _steps_of_sum(plain, _twos(rules), most_doublings)
    if searches * of_sum <= max_steps:
        return _by_doublings(rules, lambda doublings: _summed(options(doublings), _twos(rules)))
    # Assume that the loser of each hand has played the maximum number of bombs.
    dearest = _summed([_with_all_bombs(each) for each in plain], _twos(rules))

    def coarse(doublings: int) -> Lost:
        lost = {held: amount << doublings for held, amount in dearest.items()}
        if not rules.loss_cap:
            return lost
        return {held: min(amount, losers * rules.loss_cap) for held, amount in lost.items()}

    return coarse


def _by_doublings(rules: RuleSet, found: Callable[[int], Lost]) -> Callable[[int], Lost]:
    """Return the search, run once for all doublings if there is no cap."""
    if rules.loss_cap:
        return found
    plain = found(0)
    return lambda doublings: {held: lost << doublings for held, lost in plain.items()}


def _steps_together(rules: RuleSet, ways: Sequence[Sequence[Held]]) -> int:
    """Return the maximum number of steps of `_together`."""
    others = len(ways) - 1
    hands = len(ways[0]) * math.comb(len(ways[-1]) + others - 1, others)
    return _STEPS_FOR_HANDS * hands * math.comb(_twos(rules) + len(ways), len(ways))


def _together(rules: RuleSet, ways: Sequence[Sequence[Held]], doublings: int) -> Lost:
    """Return the maximum losses of losers who hold different cards."""
    cost = _Losses(rules, doublings)
    twos = _twos(rules)
    splits = itertools.product(range(twos + 1), repeat=len(ways))
    shares = [split for split in splits if sum(split) <= twos]
    found: Lost = {}
    for held in _ways_left(ways):
        bombs = sum(way.bombs for way in held)
        for share in shares:
            if all(many <= way.cards for many, way in zip(share, held, strict=True)):
                left = Left(sum(share), bombs)
                found[left] = max(found.get(left, 0), cost(held, share))
    return found


def _options(rules: RuleSet, ways: Iterable[Held], alone: "_Alone", doublings: int) -> Lost:
    """Return the maximum losses of one loser, without options that never cost more than another."""
    found: Lost = {}
    for way in ways:
        for twos in range(min(_twos(rules), way.cards) + 1):
            left = Left(twos, way.bombs, way.is_starter)
            found[left] = max(found.get(left, 0), alone(way, twos, doublings))
    return _without_cheaper(found)


def _without_cheaper(options: Mapping[Left, int]) -> Lost:
    """Return the options without those that cost no more and leave less to others."""
    found: Lost = {}
    # Options that leave the most to others come first, so a later one never dominates them.
    for left in sorted(options, key=lambda each: (each.has_starter, each.twos, -each.bombs)):
        is_cheaper = any(
            other.twos <= left.twos and other.bombs >= left.bombs and lost >= options[left]
            for other, lost in found.items()
        )
        if not is_cheaper:
            found[left] = options[left]
    return found


def _with_all_bombs(options: Mapping[Left, int]) -> Lost:
    """Return the options, each with the maximum number of bombs."""
    bombs = max(left.bombs for left in options)
    found: Lost = {}
    for left, lost in options.items():
        free = left._replace(bombs=bombs)
        found[free] = max(found.get(free, 0), lost)
    return _without_cheaper(found)


def _steps_of_sum(options: Sequence[Lost], twos: int, most_doublings: int) -> int:
    """Return the maximum number of steps of `_summed` and of using its result."""
    steps, states = 0, 1
    for number, each in enumerate(options, start=1):
        # As many as there are numbers of twos and of bombs, with the starter and without.
        bombs = sum(max(left.bombs for left in other) for other in options[:number]) + 1
        starters = 1 + any(left.has_starter for left in each)
        steps += states * len(each) + len(each) ** 2
        states = min(states * len(each), bombs * starters * (twos + 1))
    return steps + 2 * states * (most_doublings + 1)


def _summed(options: Sequence[Lost], twos: int) -> Lost:
    """Return the maximum joint losses of all losers, each with one of their options.

    :param twos: the number of twos for all losers
    """
    sums: Lost = {Left(0, 0): 0}
    for each in options:
        after: dict[tuple[int, int, bool], int] = {}
        for (kept, bombs, started), lost in sums.items():
            for (more, own, is_starter), amount in each.items():
                if kept + more > twos or (started and is_starter):
                    continue
                left = (kept + more, bombs + own, started or is_starter)
                total = lost + amount
                if after.get(left, 0) < total:
                    after[left] = total
        sums = {Left(*left): lost for left, lost in after.items()}
    return sums


def max_bombs(rules: RuleSet) -> int:
    """Return the maximum number of bombs that double in a deal; with recycling see the module."""
    if not rules.bomb_doubles:
        return 0
    if _draws(rules):
        return (PACK * rules.packs - (rules.players - 1)) // _BOMB_CARDS
    # The leftover is counted twice, with the winner and with a loser.
    dealt = _dealt_at_most(rules)
    others = (rules.players - 2) * ((rules.hand_size - 1) // _BOMB_CARDS)
    return dealt // _BOMB_CARDS + (dealt - 1) // _BOMB_CARDS + others


def _bombs_of_others(rules: RuleSet) -> int:
    """Return the maximum number of bombs of the winner and of losers who pay for themselves.

    If the losers' own bombs are not counted, this is the maximum number of all bombs.
    """
    if not rules.bomb_doubles or _draws(rules):
        return max_bombs(rules)
    losers = 0 if rules.guard_pays else rules.players - 2
    return _dealt_at_most(rules) // _BOMB_CARDS + losers * ((rules.hand_size - 1) // _BOMB_CARDS)


def _ways_left(ways: Sequence[Sequence[Held]]) -> Iterator[tuple[Held, ...]]:
    """Yield the cards left of the loser and, if a guard pays for everyone, of the other losers.

    The first of them can have taken the leftover; the others are interchangeable.
    """
    rests = itertools.combinations_with_replacement(ways[-1], len(ways) - 1)
    for one, rest in itertools.product(ways[0], rests):
        if sum(way.is_starter for way in (one, *rest)) <= 1:
            yield (one, *rest)


def _ways(rules: RuleSet, dealt: int) -> list[Held]:
    """Return the possible cards left of one loser, without those that never cost more."""
    most = max_cards_left(rules) if _draws(rules) else dealt
    is_led = rules.multiply_only_starter
    factors = factors_by_cards(rules, most)

    def bombs(cards: int) -> int:
        if not rules.bomb_doubles or _draws(rules):
            return 0
        return (dealt - cards) // _BOMB_CARDS

    # A player who has played no card has all that were dealt, or more; a player who has played has
    # fewer, unless cards are drawn. With equal factor and number of bombs, more cards cost more.
    ends = _ends(rules, most)
    if rules.bomb_doubles and not _draws(rules):
        ends |= set(range(dealt % _BOMB_CARDS or _BOMB_CARDS, dealt + 1, _BOMB_CARDS))
    unplayed = [cards for cards in ends if cards >= dealt]
    played = {min(cards, most if _draws(rules) else most - 1) for cards in ends} - {0}
    fixed = rules.unplayed_multiplier or (1 if is_led else 0)
    found = {Held(cards, fixed or factors[cards], bombs=bombs(cards)) for cards in unplayed}
    found |= {Held(cards, factors[cards], is_led, bombs(cards)) for cards in played}
    found |= {Held(cards, 1, bombs=bombs(cards)) for cards in played}
    return list(_without_smaller(found))


def _without_smaller(ways: Iterable[Held]) -> Iterator[Held]:
    """Yield the ways without those that another exceeds in everything that costs."""
    by_size = sorted(ways, key=lambda way: (way.bombs, -way.cards, way.is_starter, -way.factor))
    for _bombs, alike in itertools.groupby(by_size, key=lambda way: way.bombs):
        highest = highest_of_starter = 0
        for way in alike:
            if way.factor <= (max(highest, highest_of_starter) if way.is_starter else highest):
                continue
            yield way
            if way.is_starter:
                highest_of_starter = way.factor
            else:
                highest = way.factor


def _ends(rules: RuleSet, most: int) -> set[int]:
    """Return the highest number of cards for each factor, at most `most`."""
    ends = {start - 1 for start, _factor in rules.multipliers} | {most}
    return {each for each in ends if 1 <= each <= most}


def _dealt_at_most(rules: RuleSet) -> int:
    """Return the maximum number of cards dealt to a seat, including the leftover."""
    return rules.hand_size + (rules.left_over if rules.leftover == "lowest_holder" else 0)


def _draws(rules: RuleSet) -> bool:
    """Return whether hands can grow by drawing."""
    return rules.has_stock and rules.draw_on_pass != "none"


def max_cards_left(rules: RuleSet) -> int:
    """Return the maximum number of cards that a seat can be left with."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    if rules.stock_recycle:
        # All cards except the last play and one card of each other loser.
        return PACK * rules.packs - 1 - (rules.players - 2)
    return rules.hand_size + rules.left_over


class _Alone:
    """The loss of one loser with the most expensive cards."""

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
        """Return the value of the most expensive cards without twos.

        :param cards: the number of cards
        """
        return self._worth[min(cards, len(self._worth) - 1)]

    def weight(self, way: Held, twos: int) -> int:
        """Return the factor for each card of the hand, with doublings for twos."""
        return way.factor << self._per_two * twos

    def __call__(self, way: Held, twos: int, doublings: int) -> int:
        values = twos * self._two + self.worth(way.cards - twos)
        return self.capped(self.weight(way, twos) * values << doublings)

    def capped(self, loss: int) -> int:
        """Return a loss after the cap."""
        return min(loss, self._cap) if self._cap else loss

    def shared(self, held: Sequence[Held], twos: Sequence[int]) -> int:
        """Return the joint loss of losers before doublings and cap.

        The most expensive cards are in the hands with the highest factors.
        """
        ways = sorted(
            (-self.weight(way, many), way.cards - many, many)
            for way, many in zip(held, twos, strict=True)
        )
        lost = taken = 0
        for weight, cards, many in ways:
            worth = self.worth(taken + cards) - self.worth(taken)
            lost -= weight * (many * self._two + worth)
            taken += cards
        return lost


class _Losses:
    """The joint loss of losers under one rule set, with the most expensive possible cards.

    With a cap it is unknown which loser has the most expensive cards. The loss is then at most the
    joint loss without a cap, and at most the sum of what each would lose with these cards.
    """

    def __init__(self, rules: RuleSet, doublings: int) -> None:
        """Store the number of doublings of all losses."""
        self._alone = _Alone(rules)
        self._doublings = doublings
        self._has_cap = bool(rules.loss_cap)

    def __call__(self, held: Sequence[Held], twos: Sequence[int]) -> int:
        lost = self._alone.shared(held, twos) << self._doublings
        if not self._has_cap:
            return lost
        each = [
            self._alone(way, many, self._doublings) for way, many in zip(held, twos, strict=True)
        ]
        return min(lost, sum(each))


def _is_paid_to_the_winner(rules: RuleSet) -> bool:
    return rules.scoring == "cards_left" and rules.payment == "winner_takes"


class _Gains:
    """The maximum joint score of all other seats, if their points are settled, too."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._specials = _specials(rules)
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
        """Return the maximum joint score.

        :param twos: the number of twos that the loser leaves to them
        :param doublings: the number of doublings of all losses
        """
        rules = self._rules
        if _is_paid_to_the_winner(rules):
            return 0
        if doublings not in self._of_others:
            self._of_others[doublings] = (rules.players - 2) * self._other_loser(doublings)
        if twos not in self._of_winner:
            is_indonesian = rules.scoring == "indonesian"
            self._of_winner[twos] = self._winner(twos) if is_indonesian else 0
        return self._of_others[doublings] + self._of_winner[twos]

    def _other_loser(self, doublings: int) -> int:
        """Return the maximum score of another loser, usually negative."""
        rules = self._rules
        dealt = _most_played(rules)
        scores = []
        for cards in range(1, rules.hand_size):
            # The guard pays all losses.
            lost = 0 if rules.guard_pays else self._lost[cards - 1] << doublings
            if rules.loss_cap:
                lost = min(lost, rules.loss_cap)
            scored = self._specials[dealt - cards] if rules.scoring == "indonesian" else 0
            scores.append(scored - lost)
        return max(scores)

    def _winner(self, twos: int) -> int:
        """Return the maximum score of the winner for last play and specials (Indonesia)."""
        rules = self._rules
        cards = _most_played(rules)
        straight, four = rules.straight_flush_cards, _four_cards(rules)
        specials = self._specials

        def last_twos(most: int) -> int:
            return max(5, 10 * min(twos, most))

        # A straight flush has at most one two, not counting its extra cards; a four of another rank
        # can have one as its fifth card; a full house can have three.
        last = [
            2 * SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]
            + last_twos(straight - 4)
            + specials[max(0, cards - straight)],
            2 * SPECIAL_POINTS[Kind.FOUR_OF_A_KIND] + last_twos(1) + specials[cards - four],
            last_twos(3) + specials[cards - 1],
        ]
        if twos >= 4:
            last.append(2 * FOUR_TWOS_POINTS + last_twos(4) + specials[cards - four])
        if has_five_of_a_kind(rules):
            fives = 2 * SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]
            last.append(fives + last_twos(5 if twos >= 5 else 0) + specials[cards - 5])
        return max(last)


def _specials(rules: RuleSet) -> list[int]:
    """Return the maximum score for special combinations by the number of cards played.

    Four twos are not included, except that with two packs they can be played once more than in the
    winner's last play.
    """
    straight, four = rules.straight_flush_cards, _four_cards(rules)
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
    for count in range(1, _most_played(rules) + 1):
        best.append(max(0, *(best[count - size] + won for size, won in sizes if size <= count), 0))
    return [won + (more if cards >= four else 0) for cards, won in enumerate(best)]


def has_five_of_a_kind(rules: RuleSet) -> bool:
    """Return whether the rules have five of a kind."""
    return rules.packs > 1 and rules.four_of_a_kind != "bare"


def _twos(rules: RuleSet) -> int:
    return SUITS_IN_PACK * rules.packs


def _four_cards(rules: RuleSet) -> int:
    return 5 if rules.four_of_a_kind == "with_fifth" else 4


def _most_played(rules: RuleSet) -> int:
    """Return the maximum number of cards a seat can have played; without a bound see the module."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    return PACK * rules.packs if rules.stock_recycle else rules.hand_size + rules.left_over

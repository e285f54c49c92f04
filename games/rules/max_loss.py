"""The most that a seat can lose in one deal, by its rules: what a player has to reckon with.

The number is a bound: no deal costs more. Where every seat plays with the cards that it was dealt
and points go by the cards left, it is the loss of a result that there can be. It can be too high,
never too low, where cards are drawn from a stock (each seat is reckoned as if it had drawn most of
it), where special combinations score or bombs double (every seat but one is reckoned as if it had
played as many as its cards hold), where a guard pays for others and a cap limits what cards of
different values cost, and where a search for the number would take too many steps. Some mixes have
no bound: where a stock is made anew from played cards, the same special combination can in
principle score, or double, any number of times; there each seat is reckoned as if it had played a
whole pack of them once.

House rules are anybody's, so the search is limited: `max_deal_loss` takes the most precise of three
searches that is within `MAX_STEPS`. Steps are counted beforehand and no clock is read, so the same
rules always have the same number.
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
#: How many steps the search may take, about half a microsecond each.
MAX_STEPS = 60_000
#: How many steps it is to find what several hands cost together.
_STEPS_FOR_HANDS = 10
#: How many cards a bomb has at least (option `bomb_doubles`).
_BOMB_CARDS = 5
#: Up to how many losers all ways to share the twos among them are tried.
_FEW_LOSERS = 3
#: By `going_out`, of how many twos a last play of nothing but twos has at least.
_FEWEST_LAST_TWOS = {
    "any": 1,
    "not_top_card": 1,
    "not_single_two": 2,
    "not_single_or_pair_of_twos": 3,
}


class Held(NamedTuple):
    """What a loser may be left with, as far as it decides the loss."""

    #: How many cards.
    cards: int
    #: What the sum of their values is multiplied with, before twos.
    factor: int
    #: Whether only the one who led the deal can have that factor.
    is_starter: bool = False
    #: How many bombs the loser can have played before.
    bombs: int = 0


class Left(NamedTuple):
    """What the losers for whom one seat pays are left with, together."""

    #: How many twos.
    twos: int
    #: How many bombs these losers can have played.
    bombs: int
    #: Whether the one who led the deal is among them, with a factor that no other can have.
    has_starter: bool = False


#: The most that is lost, by what the losers are left with.
Lost: TypeAlias = dict[Left, int]


@lru_cache(maxsize=512)
def max_deal_loss(rules: RuleSet) -> int:
    """Return the most points that a seat can lose in one deal, after all payments."""
    return loss_upper_bound(rules, MAX_STEPS)


def loss_upper_bound(rules: RuleSet, max_steps: float) -> int:
    """Return what no deal costs a seat more than.

    :param max_steps: how many steps the search may take; with fewer the bound is as high or higher
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
    """Return what the seats win or pay at every end that a deal played on can have."""
    seats = tuple(range(rules.players))
    ends = {rules.players - 1}
    if rules.going_out != "any":
        # It can end wherever nobody has an allowed play.
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
    """Return the most that the differences of cards left cost one with the most cards."""
    factors = factors_by_cards(rules, max_cards_left(rules))
    # The other losers have a card at least.
    costs = [difference * factor for difference, factor in enumerate(factors)]
    below = itertools.accumulate(costs, max)
    return max(
        cost + (rules.players - 2) * smaller
        for cost, smaller in zip(costs[1:], below, strict=False)
    )


def _by_loss(rules: RuleSet, max_steps: float) -> int:
    """Return the most that losses cost one seat."""
    shared = 1 if _is_paid_to_the_winner(rules) else rules.players - 1
    gains = _Gains(rules)
    lost_with = _search(rules, max_steps)
    beside = _bombs_of_others(rules)
    most = 0
    for twos_last in {False, rules.twos_last_double}:
        left = _twos_left(rules, twos_last=twos_last)
        # A cap can make few doublings dearer than many: then the others lose less.
        for bombs in range(max_bombs(rules) + 1):
            doublings = bombs + twos_last
            for held, lost in lost_with(doublings).items():
                if held.twos <= left and held.bombs + beside >= bombs:
                    gained = gains(_twos(rules) - held.twos, doublings)
                    most = max(most, shared * lost + gained)
    return most


def _twos_left(rules: RuleSet, *, twos_last: bool) -> int:
    """Return how many twos the losers can hold together.

    :param twos_last: whether the winner's last play is of twos only, and doubles all losses
    """
    return _twos(rules) - (_FEWEST_LAST_TWOS[rules.going_out] if twos_last else 0)


# --- The search


def _search(rules: RuleSet, max_steps: float) -> Callable[[int], Lost]:
    """Return what gives the most that the losers lose for whom one pays, by all doublings.

    It is the most precise of these that takes no more than ``steps``: all hands of all losers are
    tried together; or each loser has the dearest cards, which is too much where several have cards
    of different values; or, besides, all have played as many bombs as each could have.
    """
    losers = rules.players - 1 if rules.guard_pays else 1
    first, others = _ways(rules, _dealt_at_most(rules)), _ways(rules, rules.hand_size)
    alone = _Alone(rules)
    # A cap counts after the doublings, so it takes a search for each number of them.
    most_doublings = max_bombs(rules) + rules.twos_last_double
    searches = most_doublings + 1 if rules.loss_cap else 1

    # Cards that can be drawn are in one hand only, whatever they are worth.
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
    # Each hand as if its loser had played the most bombs.
    dearest = _summed([_with_all_bombs(each) for each in plain], _twos(rules))

    def coarse(doublings: int) -> Lost:
        lost = {held: amount << doublings for held, amount in dearest.items()}
        if not rules.loss_cap:
            return lost
        return {held: min(amount, losers * rules.loss_cap) for held, amount in lost.items()}

    return coarse


def _by_doublings(rules: RuleSet, found: Callable[[int], Lost]) -> Callable[[int], Lost]:
    """Return the search that is made once for all doublings where there is no cap."""
    if rules.loss_cap:
        return found
    plain = found(0)
    return lambda doublings: {held: lost << doublings for held, lost in plain.items()}


def _steps_together(rules: RuleSet, ways: Sequence[Sequence[Held]]) -> int:
    """Return how many steps `_together` takes at most."""
    others = len(ways) - 1
    hands = len(ways[0]) * math.comb(len(ways[-1]) + others - 1, others)
    return _STEPS_FOR_HANDS * hands * math.comb(_twos(rules) + len(ways), len(ways))


def _together(rules: RuleSet, ways: Sequence[Sequence[Held]], doublings: int) -> Lost:
    """Return the most that losers lose, each with cards that no other has."""
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
    """Return the most that one loser loses, without what is never dearer than another."""
    found: Lost = {}
    for way in ways:
        for twos in range(min(_twos(rules), way.cards) + 1):
            left = Left(twos, way.bombs, way.is_starter)
            found[left] = max(found.get(left, 0), alone(way, twos, doublings))
    return _without_cheaper(found)


def _without_cheaper(options: Mapping[Left, int]) -> Lost:
    """Return the options without those that leave less to others and cost no more."""
    found: Lost = {}
    # Those that leave the most to others come first, so none is cheaper than a later one.
    for left in sorted(options, key=lambda each: (each.has_starter, each.twos, -each.bombs)):
        is_cheaper = any(
            other.twos <= left.twos and other.bombs >= left.bombs and lost >= options[left]
            for other, lost in found.items()
        )
        if not is_cheaper:
            found[left] = options[left]
    return found


def _with_all_bombs(options: Mapping[Left, int]) -> Lost:
    """Return the options as if each came with the most bombs."""
    bombs = max(left.bombs for left in options)
    found: Lost = {}
    for left, lost in options.items():
        free = left._replace(bombs=bombs)
        found[free] = max(found.get(free, 0), lost)
    return _without_cheaper(found)


def _steps_of_sum(options: Sequence[Lost], twos: int, most_doublings: int) -> int:
    """Return how many steps `_summed` and what is made of the sums take at most."""
    steps, states = 0, 1
    for number, each in enumerate(options, start=1):
        # As many as there are numbers of twos and of bombs, with the starter and without.
        bombs = sum(max(left.bombs for left in other) for other in options[:number]) + 1
        starters = 1 + any(left.has_starter for left in each)
        steps += states * len(each) + len(each) ** 2
        states = min(states * len(each), bombs * starters * (twos + 1))
    return steps + 2 * states * (most_doublings + 1)


def _summed(options: Sequence[Lost], twos: int) -> Lost:
    """Return the most that all losers lose together, of whom each has one of their options.

    :param twos: how many twos there are for all
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
    """Return how many bombs can be played in a deal where they double; see above of recycling."""
    if not rules.bomb_doubles:
        return 0
    if _draws(rules):
        return (PACK * rules.packs - (rules.players - 1)) // _BOMB_CARDS
    # The leftover is reckoned twice, with the winner and with a loser.
    dealt = _dealt_at_most(rules)
    others = (rules.players - 2) * ((rules.hand_size - 1) // _BOMB_CARDS)
    return dealt // _BOMB_CARDS + (dealt - 1) // _BOMB_CARDS + others


def _bombs_of_others(rules: RuleSet) -> int:
    """Return how many bombs the winner, and losers for whom nobody else pays, can have played.

    Where the losers' own bombs are not counted, these are all that there can be.
    """
    if not rules.bomb_doubles or _draws(rules):
        return max_bombs(rules)
    losers = 0 if rules.guard_pays else rules.players - 2
    return _dealt_at_most(rules) // _BOMB_CARDS + losers * ((rules.hand_size - 1) // _BOMB_CARDS)


def _ways_left(ways: Sequence[Sequence[Held]]) -> Iterator[tuple[Held, ...]]:
    """Return what the loser and, where a guard pays for all, the other losers are left with.

    The first of them can have taken the leftover; the others are alike.
    """
    rests = itertools.combinations_with_replacement(ways[-1], len(ways) - 1)
    for one, rest in itertools.product(ways[0], rests):
        if sum(way.is_starter for way in (one, *rest)) <= 1:
            yield (one, *rest)


def _ways(rules: RuleSet, dealt: int) -> list[Held]:
    """Return what one loser can be left with, but for what is never dearer than another way."""
    most = max_cards_left(rules) if _draws(rules) else dealt
    is_led = rules.multiply_only_starter
    factors = factors_by_cards(rules, most)

    def bombs(cards: int) -> int:
        if not rules.bomb_doubles or _draws(rules):
            return 0
        return (dealt - cards) // _BOMB_CARDS

    # Who has played no card has all that were dealt, or more; who has played one has fewer, unless
    # there are some to draw. Between two factors, and two numbers of bombs, more cards cost more.
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
    """Return the ways without those that another exceeds in everything that costs."""
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
    """Return the most cards that have each factor, none above ``most``."""
    ends = {start - 1 for start, _factor in rules.multipliers} | {most}
    return {each for each in ends if 1 <= each <= most}


def _dealt_at_most(rules: RuleSet) -> int:
    """Return how many cards one is dealt, the leftover included."""
    return rules.hand_size + (rules.left_over if rules.leftover == "lowest_holder" else 0)


def _draws(rules: RuleSet) -> bool:
    """Tell whether hands can grow."""
    return rules.has_stock and rules.draw_on_pass != "none"


def max_cards_left(rules: RuleSet) -> int:
    """Return the most cards that a seat can be left with."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    if rules.stock_recycle:
        # All but the last play and a card of each other loser.
        return PACK * rules.packs - 1 - (rules.players - 2)
    return rules.hand_size + rules.left_over


class _Alone:
    """What one loser loses alone, with the dearest cards."""

    def __init__(self, rules: RuleSet) -> None:
        values = CARD_VALUES[rules.card_values]
        highest = sorted(values[:RANK_TWO] * SUITS_IN_PACK * rules.packs, reverse=True)
        #: Whether it doesn't matter who has which cards, besides twos.
        self.all_worth_the_same = highest[0] == highest[-1]
        #: What so many of the highest cards besides twos are worth.
        self._worth = [0, *itertools.accumulate(highest)]
        self._two = values[RANK_TWO]
        self._per_two = int(rules.double_per_two)
        self._cap = rules.loss_cap

    def worth(self, cards: int) -> int:
        """Return what so many of the highest cards besides twos are worth together."""
        return self._worth[min(cards, len(self._worth) - 1)]

    def weight(self, way: Held, twos: int) -> int:
        """Return what each card of the hand is multiplied with."""
        return way.factor << self._per_two * twos

    def __call__(self, way: Held, twos: int, doublings: int) -> int:
        values = twos * self._two + self.worth(way.cards - twos)
        return self.capped(self.weight(way, twos) * values << doublings)

    def capped(self, loss: int) -> int:
        """Return what counts of a loss."""
        return min(loss, self._cap) if self._cap else loss

    def shared(self, held: Sequence[Held], twos: Sequence[int]) -> int:
        """Return what losers lose together before doublings and cap.

        The highest cards lie where they are multiplied most.
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
    """What losers lose together, under one rule set.

    Of all hands with so many cards and twos the dearest are meant. Under a cap it is not known who
    has the highest cards then, so it is at most what they lose without a cap, and at most what each
    would lose with the highest cards.
    """

    def __init__(self, rules: RuleSet, doublings: int) -> None:
        """Make it for losses that all double so many times."""
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
    """The most that all others score together, where their points are settled, too."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._specials = _specials(rules)
        lowest = sorted(CARD_VALUES[rules.card_values] * SUITS_IN_PACK * rules.packs)
        factors = factors_by_cards(rules, rules.hand_size)
        #: What a loser who is not the one loses at least, by the number of cards left.
        self._lost = [
            worth * (1 if rules.multiply_only_starter else factor)
            for worth, factor in zip(itertools.accumulate(lowest), factors[1:], strict=False)
        ]
        self._of_others: dict[int, int] = {}
        self._of_winner: dict[int, int] = {}

    def __call__(self, twos: int, doublings: int) -> int:
        """Return the sum.

        :param twos: how many the loser leaves to them
        :param doublings: how often all losses double
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
        """Return the most that a loser scores who is not the one: mostly less than nothing."""
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
        """Return the most that the winner scores by the last play and specials (Indonesia)."""
        rules = self._rules
        cards = _most_played(rules)
        straight, four = rules.straight_flush_cards, _four_cards(rules)
        specials = self._specials

        def last_twos(most: int) -> int:
            return max(5, 10 * min(twos, most))

        # At most one two is in a straight flush, besides its further cards, or beside another four;
        # three are in a full house.
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
    """Return the most that special combinations score, by how many cards were played.

    Without the four twos; of two packs there are four twos once more than are the winner's last
    play.
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
    """Tell whether there is five of a kind."""
    return rules.packs > 1 and rules.four_of_a_kind != "bare"


def _twos(rules: RuleSet) -> int:
    return SUITS_IN_PACK * rules.packs


def _four_cards(rules: RuleSet) -> int:
    return 5 if rules.four_of_a_kind == "with_fifth" else 4


def _most_played(rules: RuleSet) -> int:
    """Return how many cards a seat can have played at most; see above where there is no bound."""
    if not _draws(rules):
        return _dealt_at_most(rules)
    return PACK * rules.packs if rules.stock_recycle else rules.hand_size + rules.left_over

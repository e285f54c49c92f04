"""Helpers for rules tests: random rule sets, hands and deals."""

from collections.abc import Iterator
from random import Random

from games.rules.cards import cards_of, iter_cards, parse_cards
from games.rules.combinations.kinds import Kind
from games.rules.deal.actions import Give, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge_pass, legal_plays
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import new_pack, shuffled_pack, start
from games.rules.deal.state import DealState, Previous, step_of
from games.rules.moves import cut_ins
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, Special

MULTIPLIERS = ("1:1", "1:1,10:2", "1:2,5:3", "1:1,8:2,10:3,13:4")
ROUND_LENGTHS = (0, 1, 3, 10)
PLACEMENT_POINTS = ("5,3,1,0", "2,1,-1,-2", "3,0,0,-3", "1,-1", "2,0,-2", "4,1,0,-2,-3", "0,0,0,0")


def cards(text):
    """Return the set of cards named in a text."""
    return parse_cards(text)


def values_of(name):
    """Return values of an option to try."""
    if name == "multipliers":
        return MULTIPLIERS
    if name == "round_length":
        return ROUND_LENGTHS
    if name == "unplayed_multiplier":
        return (0, 1, 2, 3, 9)
    if name == "loss_cap":
        return (0, 0, 7, 30)
    if name == "placement_points":
        return PLACEMENT_POINTS
    return tuple(OPTIONS[name].values)


def rules_without_conflicts(preset, options):
    """Return the rule set of a preset and options, without options in conflict."""
    options = dict(options)
    while True:
        try:
            return RuleSet.make(preset, options)
        except RuleSetError as error:
            clashing = [name for name in error.options if name in options]
            if not clashing:
                preset = None
            else:
                del options[clashing[-1]]


def random_rules(random: Random, most_players: int = 8):
    """Return a valid rule set with a random number of random options."""
    share = random.choice((0.1, 0.4, 0.8))
    options = {name: random.choice(values_of(name)) for name in OPTIONS if random.random() < share}
    presets = [name for name in PRESETS if RuleSet.make(name).players <= most_players]
    if options.get("players", 4) > most_players:
        del options["players"]
    rules = rules_without_conflicts(random.choice((None, *presets)), options)
    return rules if rules.players <= most_players else random_rules(random, most_players)


def random_hand(random: Random, size: int, packs: int = 1):
    """Return a hand with many combinations, from few ranks or few suits."""
    ranks = random.sample(range(13), random.choice((4, 6, 9, 13)))
    suits = random.sample(range(4), random.choice((2, 4, 4)))
    pack = [4 * rank + suit for rank in ranks for suit in suits] * packs
    return cards_of(random.sample(pack, min(size, len(pack))))


def random_previous(random: Random, rules: RuleSet):
    """Return the outcome of a previous deal, with or without a winner."""
    winner = random.choice((None, *range(rules.players)))
    pack = shuffled_pack(str(random.random()), rules.packs)
    left = []
    for seat in range(rules.players):
        count = 0 if seat == winner else random.randint(1, len(pack) // (rules.players + 1 - seat))
        left.append(cards_of(pack[:count]))
        pack = pack[count:]
    return Previous(winner, None, tuple(left))


def random_start(random: Random, rules: RuleSet):
    """Return a deal from a shuffled pack."""
    seed = str(random.random())
    return start(
        rules,
        shuffled_pack(seed, rules.packs),
        number=random.randint(1, 12),
        dealer=random.randrange(rules.players),
        previous=random.choice((None, random_previous(random, rules))),
        seed=seed,
    )


def random_action(random: Random, state: DealState):
    """Return a legal action: a play, a pass, a given card or sometimes a play out of turn."""
    seat = state.turn
    given = state.awaits_gift_from
    if given is not None:
        return Give(given, random.choice(list(iter_cards(state.hands[given]))))
    top = state.trick.top
    if top is not None and state.rules.honours == "any_out_of_turn" and random.random() < 0.5:
        for other, hand in enumerate(state.hands):
            if other in (seat, state.trick.owner) or state.trick.locked >> other & 1:
                continue
            found = cut_ins(state.rules, hand, top, twos_low=state.twos_low)
            if found:
                return Play(other, random.choice(found))
    plays = legal_plays(state)
    if plays and (random.random() < 0.8 or judge_pass(state, seat) is not None):
        return Play(seat, random.choice(plays))
    return Pass(seat)


def played(state: DealState, random: Random, most: int = 20_000) -> Iterator[DealState]:
    """Yield the states of a deal played at random to its end."""
    yield state
    for _ in range(most):
        if state.over:
            return
        after = apply(state, random_action(random, state))
        assert not isinstance(after, Refusal), after
        state = after
        yield state
    raise AssertionError("the deal does not end")


def run(state: DealState, *actions):
    """Return the deal after actions; fail if one is refused."""
    for action in actions:
        after = apply(state, action)
        assert not isinstance(after, Refusal), (action, after)
        state = after
    return state


def play(seat, text):
    """Return a play of the cards named in a text."""
    return Play(seat, parse_cards(text))


def random_outcome(random: Random, rules: RuleSet) -> Outcome:
    """Return a possible outcome of a deal without draws, usually an expensive one."""
    deck = sorted(
        new_pack(rules.packs), key=lambda card: random.random() - 0.02 * card * random.random()
    )
    winner = random.randrange(rules.players)
    taker = random.choice((None, *range(rules.players)))
    extra = rules.left_over if rules.leftover == "lowest_holder" else 0
    dealt = [rules.hand_size + extra * (seat == taker) for seat in range(rules.players)]
    most_twos = random.random() < 0.3
    fewest = {"not_single_two": 2, "not_single_or_pair_of_twos": 3}.get(rules.going_out, 1)
    most = 5 if rules.packs > 1 and rules.four_of_a_kind != "bare" else 4
    twos = cards_of([48, 49, 50, 51, 51][: random.randint(fewest, most)])
    last = twos if most_twos else cards("KS")
    for card in iter_cards(last):
        deck.remove(card)
    left = []
    for seat, most in enumerate(dealt):
        held = 0 if seat == winner else random.choice((1, 1, most, most, random.randint(1, most)))
        left.append(cards_of(deck[:held]))
        deck = deck[held:]
    losers = [seat for seat in range(rules.players) if seat != winner]
    pairs = list(zip(dealt, left, strict=True))
    none = tuple(hand.bit_count() == most for hand, most in zip(left, dealt, strict=True))
    active = [seat for seat in range(rules.players) if not none[seat]]
    return Outcome(
        left=tuple(left),
        winner=winner,
        starter=random.choice(active),
        played_none=none,
        last_play=last,
        foul=random.choice(losers) if rules.guard_can_fail else None,
        out=(winner, *random.sample(losers, len(losers) - 1)) if rules.play_on else (winner,),
        specials=random_specials(random, rules, left, dealt, winner, last),
        bombs=random.randint(0, sum(most - hand.bit_count() for most, hand in pairs) // 13),
        step=step_of(rules, 1),
    )


def random_specials(random, rules, left, dealt, winner, last):
    """Return special combinations that the seats may have played with cards they no longer hold."""
    if rules.scoring != "indonesian":
        return ()
    four = Kind.FOUR_OF_A_KIND if rules.four_of_a_kind == "with_fifth" else Kind.BARE_FOUR
    sizes = {four: 4 if four is Kind.BARE_FOUR else 5, Kind.STRAIGHT_FLUSH: 5}
    if rules.straight_flush_cards == 7:
        sizes = {four: sizes[four], Kind.STRAIGHT_FLUSH_PLUS_TWO: 7}
    with_fives = rules.packs > 1 and rules.four_of_a_kind != "bare"
    if with_fives:
        sizes[Kind.FIVE_OF_A_KIND] = 5
    made = []
    for seat, hand in enumerate(left):
        free = dealt[seat] - hand.bit_count()
        if seat == winner:
            is_four = last.bit_count() == 4
            free -= sizes[four] if is_four else last.bit_count()
            if is_four:
                made.append(Special(seat, four, last=True, all_twos=True))
            if last.bit_count() == 5:
                made.append(Special(seat, Kind.FIVE_OF_A_KIND, last=True, all_twos=False))
        while (fits := [kind for kind, size in sizes.items() if size <= free]) and (
            random.random() < 0.9
        ):
            kind = random.choice(fits)
            free -= sizes[kind]
            made.append(Special(seat, kind, last=False, all_twos=False))
    return tuple(made)

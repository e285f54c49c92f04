"""Dealing, leftover, stock, exchange, dragon, leader and dealer."""

from random import Random

import pytest

from games.rules.cards import card_name, cards_of, iter_cards, parse_card
from games.rules.deal.actions import Give, Pass, Play, Redeal
from games.rules.deal.apply import MOST_RECYCLES, apply
from games.rules.deal.judge import legal_plays
from games.rules.deal.leader import opening
from games.rules.deal.next_deal import next_deal
from games.rules.deal.redeal import who_may_redeal
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.start import (
    DealError,
    first_dealt,
    shuffled,
    shuffled_pack,
    start,
    start_from_hands,
)
from games.rules.deal.state import Ending, Phase, Previous
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from .support import cards, play, random_rules, random_start, run

NEXT = {"first_card": "next_to_dealer"}


def test_cards_are_dealt_one_at_a_time():
    rules = RuleSet.make(options=NEXT)
    state = start(rules, range(52), dealer=2)
    assert state.hands[3] == cards_of(range(0, 52, 4))
    assert state.hands[0] == cards_of(range(1, 52, 4))
    clockwise = start(RuleSet.make(options=NEXT | {"direction": "clockwise"}), range(52), dealer=2)
    assert clockwise.hands[1] == cards_of(range(0, 52, 4))
    assert clockwise.hands[0] == cards_of(range(1, 52, 4))


@pytest.mark.parametrize(
    ("exposed", "away"),
    [
        ("AS", 0),
        ("2D", 1),
        ("3C", 2),
        ("4H", 3),
        ("5D", 0),
        ("6D", 1),
        ("7S", 2),
        ("8S", 3),
        ("9S", 0),
        ("TS", 1),
        ("JS", 2),
        ("QS", 3),
        ("KS", 0),
    ],
)
def test_the_cut_card_decides_which_seat_gets_the_first_card(exposed, away):
    """The table of S4: A, 5, 9, K the dealer; 2, 6, 10 the next; 3, 7, J; 4, 8, Q."""
    pack = list(range(52))
    card = parse_card(exposed)
    pack[25], pack[card] = pack[card], pack[25]
    rules = RuleSet.make()
    assert first_dealt(rules, pack, 1, 1) == (1 + away) % 4
    assert first_dealt(rules, pack, 1, -1) == (1 - away) % 4


@pytest.mark.proof
def test_hands_stock_and_leftover_make_up_the_whole_pack():
    random = Random(2)
    for _ in range(size("dealing: random packs")):
        rules = random_rules(random)
        state = random_start(random, rules)
        if rules.leftover == "stock":
            assert state.leftover == 0
            assert len(state.stock) == 52 * rules.packs - rules.players * rules.hand_size
        rest = [*state.stock, *(() if state.taker is not None else iter_cards(state.leftover))]
        everything = [*state.hands]
        if state.over:
            everything[state.result.winner] = state.result.laid_down
        found = [card for hand in everything for card in iter_cards(hand)] + rest
        assert sorted(found) == sorted([*range(52)] * rules.packs)
        for seat, hand in enumerate(everything):
            extra = (seat == state.taker) * state.leftover.bit_count()
            if state.exchange is not None and state.exchange.returned is None:
                extra = (seat == state.exchange.winner) - (seat == state.exchange.loser)
            assert hand.bit_count() == rules.hand_size + extra


# ---------------------------------------------------------------------- the leftover


def test_the_lowest_holder_takes_the_leftover():
    rules = RuleSet.make("three_players")
    state = start(rules, shuffled_pack("leftover"))
    assert state.taker == state.leader == state.turn
    assert state.hands[state.taker].bit_count() == 18
    assert state.hands[state.taker] & state.leftover == state.leftover
    assert card_name(state.must_include) == "3D"


def test_the_first_play_can_omit_the_lowest_card_if_the_rules_say_so():
    rules = RuleSet.make(options={"opening_includes_lowest": False})
    assert start(rules, shuffled_pack("x")).must_include is None


# ---------------------------------------------------------------------- the stock


def stock_deal(preset, *hands, leftover="", options=None, seed="s"):
    rules = RuleSet.make(preset, options)
    return start_from_hands(
        rules,
        [cards(hand) for hand in hands],
        leftover=[parse_card(name) for name in leftover.split()],
        leader=0,
        seed=seed,
    )


def test_a_passing_player_draws_as_many_cards_as_the_play_has():
    state = stock_deal("two_players_stock", "3D 3C 5D", "4D 4C", leftover="6D 7D 8D")
    state = run(state, play(0, "3D 3C"), Pass(1))
    assert state.hands[1] == cards("4D 4C 6D 7D")
    assert state.stock == (parse_card("8D"),)
    assert state.turn == 0


def test_a_passing_player_draws_what_is_left_of_a_short_stock():
    off = {"stock_recycle": False}
    state = stock_deal("two_players_stock", "3D 3C 5D", "4D 4C", leftover="6D", options=off)
    state = run(state, play(0, "3D 3C"), Pass(1))
    assert state.hands[1] == cards("4D 4C 6D")
    assert state.stock == ()


def test_an_empty_stock_is_refilled_from_completed_tricks():
    state = stock_deal("two_players_stock", "3D 3C 5D 5C 6D", "4D 4C", leftover="9D")
    state = run(state, play(0, "3D 3C"), Pass(1))
    # One card was there to draw, and no trick was complete to draw the second one from.
    assert state.hands[1] == cards("4D 4C 9D")
    state = run(state, play(0, "5D 5C"), Pass(1))
    assert state.recycles == 1
    assert state.hands[1] == cards("4D 4C 9D 3D 3C")
    assert state.played == cards("5D 5C")
    assert state.stock == ()


def test_a_deal_in_which_neither_player_may_go_out_still_ends():
    """Each keeps a two, which ranks lowest and may not be last; the guard must lead the other."""
    twos = cards("2D 2C 2H 2S")
    state = stock_deal(
        "two_players_stock",
        "3D 3C 3H 3S 4D 5D 2D",
        "9D 2C",
        leftover="6D 6C 7D",
        options={
            "draw_on_pass": "one",
            "bomb_demotes_twos": True,
            "guard": "enforced",
            "going_out": "not_single_or_pair_of_twos",
        },
    )
    state = run(state, play(0, "3D 3C 3H 3S 4D"), Pass(1), play(0, "5D"), play(1, "9D"))
    while not state.over:
        singles = [play for play in legal_plays(state) if play.bit_count() == 1 and not play & twos]
        state = run(state, Play(state.turn, max(singles)) if singles else Pass(state.turn))
        assert len(state.actions) < 20_000
    assert state.recycles == MOST_RECYCLES


def test_a_refilled_stock_is_shuffled_by_the_seed():
    def drawn(seed):
        hand = "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H 5S 6D 6C"
        state = stock_deal("two_players_stock", hand, "2D 2C", leftover="", seed=seed)
        for text in ("3D 3C 3H 4D 4C", "5D 5C 5H 3S 4S"):
            state = run(
                state, play(0, "3D 3C 3H 4D 4C") if "4D" in text else play(0, "5D"), Pass(1)
            )
        return state.hands[1], state.stock

    assert drawn("a") == drawn("a")
    assert len({drawn(str(seed)) for seed in range(20)}) > 1


def test_the_order_of_a_new_stock_never_changes():
    """Stored deals are replayed from their seeds, so another order would change finished deals."""
    hand = "3D 3C 3H 3S 4D 4C 5D 5C 6D"
    state = stock_deal("two_players_stock", hand, "2D 2C", seed="s")
    state = run(state, play(0, "3D 3C 3H 4D 4C"), Pass(1), play(0, "5D"), Pass(1))
    assert state.recycles == 1
    recycled = shuffled(iter_cards(cards("3D 3C 3H 4D 4C")), "s/1")
    assert (state.hands[1], state.stock) == (cards("2D 2C") | cards_of(recycled[:1]), recycled[1:])


def test_only_a_player_who_passes_on_a_play_draws():
    state = stock_deal(
        "three_players_stock",
        "3D 9D",
        "4D 5D",
        "6D",
        leftover="7D 8D",
        options={"passing": "locked"},
    )
    state = run(state, play(0, "3D"), play(1, "4D"), play(2, "6D"))
    assert state.over
    state = stock_deal(
        "three_players_stock",
        "3D 9D",
        "4D 5D",
        "6D 6C",
        leftover="7D 8D",
        options={"passing": "locked"},
    )
    state = run(state, play(0, "3D"), Pass(1), Pass(2))
    assert (state.turn, state.on_lead, len(state.stock)) == (0, False, 0)
    ended = run(state, Pass(0))
    assert (ended.turn, ended.on_lead) == (0, True)
    assert ended.hands[0] == cards("9D")


# ---------------------------------------------------------------------- the exchange


def start_exchange(options=None, number=2, winner=1):
    rules = RuleSet.make("three_players_exchange", options)
    left = [cards("7D"), cards("8D 9D"), cards("TD TC TH")]
    left[winner] = 0
    previous = Previous(winner, None, tuple(left))
    return start(rules, shuffled_pack("exchange"), number=number, previous=previous)


def test_the_loser_gives_the_highest_card_and_gets_one_back():
    before = start(
        RuleSet.make("three_players_exchange", {"exchange": False}), shuffled_pack("exchange")
    )
    state = start_exchange()
    assert (state.phase, state.turn, state.awaits_gift_from) == (Phase.EXCHANGE, 1, 1)
    loser, winner, given, returned = state.exchange
    assert (loser, winner, returned) == (2, 1, None)
    dealt = before.hands[2] if before.taker != 2 else before.hands[2] & ~before.leftover
    assert given == max(card for card in range(52) if dealt >> card & 1)
    assert state.hands[1] >> given & 1
    assert [hand.bit_count() for hand in state.hands] == [17, 18, 16]
    assert state.taker is None

    card = min(card for card in range(52) if state.hands[1] >> card & 1)
    for seat in (0, 2):
        refused = apply(state, Give(seat, card))
        assert (refused.code, refused.params) == (Code.NOT_YOUR_EXCHANGE, {"turn": 1})
    assert apply(state, Give(1, 99)).code is Code.UNKNOWN_CARDS
    not_held = next(card for card in range(52) if not state.hands[1] >> card & 1)
    assert apply(state, Give(1, not_held)).code is Code.NOT_HELD
    assert apply(state, play(1, card_name(card))).code is Code.EXCHANGE_FIRST
    assert apply(state, Pass(1)).code is Code.EXCHANGE_FIRST

    after = run(state, Give(1, card))
    assert after.phase is Phase.PLAY
    assert after.hands[2] >> card & 1
    assert after.exchange.returned == card
    assert sorted(hand.bit_count() for hand in after.hands) == [17, 17, 18]
    assert after.turn == after.leader == after.taker
    assert apply(after, Give(1, card)).code is Code.NO_EXCHANGE


def test_no_exchange_in_the_first_deal_or_after_a_deal_without_a_winner():
    assert start_exchange(number=1).phase is Phase.PLAY
    rules = RuleSet.make("three_players_exchange")
    nobody = Previous(None, None, (1, 2, 4))
    state = start(rules, shuffled_pack("exchange"), number=2, previous=nobody)
    assert state.phase is Phase.PLAY


# ---------------------------------------------------------------------- a new deal

POINTS = dict(zip("JQKA2", range(1, 6), strict=True))


def may_redeal(redeal, hand):
    ranks = [card_name(card)[0] for card in range(52) if hand >> card & 1]
    if redeal == "three_points":
        return sum(POINTS.get(rank, 0) for rank in ranks) <= 3
    return not set(ranks) & set("JQK")


def weak_pack(random):
    """Return a pack that deals low cards only to one of three seats, or to all except one."""
    weak_seat = random.randrange(3)
    order = random.sample(range(52), 52)
    order.sort(key=lambda card: card_name(card)[0] in POINTS)
    first, others = order[:17], random.sample(order[17:], 35)
    if random.random() < 0.3:
        first[0], others[0] = others[0], first[0]
    pack = [first.pop() if place % 3 == weak_seat else others.pop() for place in range(51)]
    return [*pack, *others]


@pytest.mark.parametrize("redeal", ["three_points", "no_faces"])
def test_the_right_to_a_redeal_depends_on_the_hand_as_dealt(redeal):
    rules = RuleSet.make("three_players_exchange", {"redeal": redeal} | NEXT)
    as_dealt = RuleSet.make("three_players", {"leftover": "unused"} | NEXT)
    random = Random(17)
    otherwise = set()
    for _ in range(300):
        pack = weak_pack(random)
        hands = start(as_dealt, pack).hands
        allowed = tuple(seat for seat in range(3) if may_redeal(redeal, hands[seat]))
        winner, loser = random.sample(range(3), 2)
        left = tuple(0 if seat == winner else 1 << seat for seat in range(3))
        state = start(rules, pack, number=2, previous=Previous(winner, loser, left))
        assert state.phase is Phase.EXCHANGE
        held = [card for card in range(52) if state.hands[winner] >> card & 1]
        given = random.choice((state.exchange.given, *random.sample(held, 3)))
        for now in (state, run(state, Give(winner, given))):
            assert who_may_redeal(now) == allowed
            for seat in range(3):
                assert view(now, seat).hand_dealt == hands[seat]
                asked = apply(now, Redeal(seat))
                assert isinstance(asked, Refusal) == (seat not in allowed)
                otherwise.add(may_redeal(redeal, now.hands[seat]) - (seat in allowed))
    # Hands became better and worse by what came after the deal.
    assert otherwise == {-1, 0, 1}


def test_taking_the_leftover_keeps_the_right_to_a_redeal():
    rules = RuleSet.make("three_players", {"redeal": "no_faces"})
    low = [3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19, 20]
    rest = [card for card in range(52) if card not in (0, *low)]
    king = parse_card("KS")
    rest.remove(king)
    state = start_from_hands(
        rules, [cards_of([0, *low]), cards_of(rest[:17]), cards_of(rest[17:])], leftover=[king]
    )
    assert (state.taker, state.hands[0].bit_count()) == (0, 18)
    assert 0 in who_may_redeal(state)
    assert view(state, None).hand_dealt == 0


# ---------------------------------------------------------------------- the dragon


def test_a_dragon_wins_before_the_exchange():
    rules = RuleSet.make("three_players_exchange", {"dragon_wins": True} | NEXT)
    ranks = [4 * rank for rank in range(13)]
    others = [card for card in range(52) if card not in ranks]
    pack = [0] * 52
    for place in range(51):
        pack[place] = (ranks or others).pop(0) if place % 3 == 1 else others.pop()
    pack[51] = others.pop()
    state = start(rules, pack, number=2, previous=Previous(0, 1, (0, 2, 4)))
    assert state.result.ending is Ending.DRAGON
    assert state.result.winner == 2
    assert state.result.points == (-51, -51, 0)
    assert state.taker is None


def test_a_dragon_ends_the_deal_even_if_players_play_to_the_end():
    rules = RuleSet.make("last_one_in", {"dragon_wins": True})
    hands = [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)]
    state = start_from_hands(rules, hands)
    assert state.result.out == (3,)
    assert state.result.points == (0, 0, 0, 5)
    assert state.result.net == (-5, -5, -5, 15)


# ---------------------------------------------------------------------- who leads and deals


def test_the_loser_with_the_weakest_combinations_leads_in_a_tie():
    """Equal in number of cards: fewest cards in the largest combination, then the weakest."""
    rules = RuleSet.make(options={"opening_leader": "loser"})
    hands = tuple(1 << seat for seat in range(4))
    left = (0, cards("3D 3C 4D"), cards("5D 5C 6D"), cards("AD 2D KD"))
    assert opening(rules, hands, number=2, previous=Previous(0, None, left)).leader == 3
    left = (0, cards("3D 3C 4D"), cards("5D 5C 6D"), cards("AD AC KD"))
    assert opening(rules, hands, number=2, previous=Previous(0, None, left)).leader == 1
    left = (0, cards("3D 4C 5D 6D 7D"), cards("3H 5H 7H 9H JH"), cards("8D 8C 8H TC TD"))
    assert opening(rules, hands, number=2, previous=Previous(0, None, left)).leader == 1


def test_a_tie_for_the_lead_is_broken_with_twos_ranking_high():
    rules = RuleSet.make(options={"opening_leader": "loser", "bomb_demotes_twos": True})
    hands = tuple(1 << seat for seat in range(4))
    left = (0, cards("2D 4C"), cards("AD 4D"), cards("3D"))
    assert opening(rules, hands, number=2, previous=Previous(0, None, left)).leader == 2


def finished_deal(options, **more):
    state = start_from_hands(
        RuleSet.make(options=options),
        [cards("8D KD 9D"), cards("AS"), cards("4D 4C"), cards("5D 5C")],
        leader=0,
        **more,
    )
    return run(state, play(0, "8D"), play(1, "AS"))


@pytest.mark.parametrize(
    ("options", "number", "dealer"),
    [
        ({}, 1, 1),
        ({"opening_leader": "winner"}, 1, 1),
        ({"opening_leader": "loser"}, 1, 0),
        ({"opening_leader": "winner", "round_length": 10}, 9, 1),
        ({"opening_leader": "winner", "round_length": 10}, 10, None),
        ({"guard": "deals_next"}, 1, 0),
        ({"guard": "pays_all"}, 1, 1),
    ],
)
def test_the_next_dealer_depends_on_leader_round_and_guard(options, number, dealer):
    following = next_deal(finished_deal(options, number=number))
    assert (following.number, following.dealer) == (number + 1, dealer)
    assert following.previous.winner == 1
    assert following.previous.left[1] == 0


def test_after_a_deal_without_a_winner_the_same_dealer_deals():
    rules = RuleSet.make(options={"going_out": "not_single_two"})
    state = start_from_hands(rules, [cards(hand) for hand in ("3D 2D", "2C", "2H", "2S")], dealer=3)
    state = run(state, play(0, "3D"), Pass(1), Pass(2), Pass(3))
    assert state.result.ending is Ending.NOBODY_LEADS
    assert state.result.loser is None
    assert next_deal(state).dealer == 3


def test_an_unfinished_deal_has_no_next_deal():
    with pytest.raises(ValueError, match="not over"):
        next_deal(start(RuleSet.make(), range(52)))


@pytest.mark.parametrize(
    "previous",
    [
        Previous(4, None, (0, 1, 2, 4)),
        Previous(0, 0, (0, 1, 2, 4)),
        Previous(0, -1, (0, 1, 2, 4)),
        Previous(0, 1, (0, 1)),
    ],
)
def test_an_impossible_previous_deal_is_refused(previous):
    with pytest.raises(DealError):
        start(RuleSet.make(), range(52), number=2, previous=previous)


@pytest.mark.parametrize(
    ("options", "number", "leader"),
    [
        ({"opening_leader": "lowest_card"}, 2, 3),
        ({"opening_leader": "winner"}, 2, 1),
        ({"opening_leader": "winner", "round_length": 10}, 10, 1),
        ({"opening_leader": "winner", "round_length": 10}, 11, 3),
        ({"opening_leader": "loser"}, 2, 0),
    ],
)
def test_the_leader_depends_on_rules_round_and_previous_deal(options, number, leader):
    rules = RuleSet.make(options=options)
    hands = (cards("4D"), cards("5D"), cards("6D"), cards("3D"))
    won = Previous(1, None, (cards("3D 4D"), 0, cards("5D"), cards("6D")))
    assert opening(rules, hands, number=number, previous=won).leader == leader
    assert opening(rules, hands, number=number).leader == 3
    nobody = Previous(None, None, won.left)
    assert opening(rules, hands, number=number, previous=nobody).leader == 3


def test_the_next_seat_leads_if_the_leader_has_an_empty_hand():
    rules = RuleSet.make(options={"opening_leader": "winner"})
    previous = Previous(1, None, (1, 0, 2, 4))
    hands = [cards(hand) for hand in ("3D", "", "5D", "6D")]
    state = start_from_hands(rules, hands, number=2, previous=previous)
    assert (state.leader, state.turn) == (2, 2)
    for leader in (1, 4):
        with pytest.raises(DealError):
            start_from_hands(rules, hands, leader=leader)


def test_a_leader_without_a_legal_play_can_pass_the_lead():
    rules = RuleSet.make("hong_kong")
    state = start_from_hands(rules, [cards(hand) for hand in ("2D", "3D 4D", "5D", "6D")], leader=0)
    refused = apply(state, play(0, "2D"))
    assert isinstance(refused, Refusal)
    assert refused.code is Code.LAST_TWO
    assert run(state, Pass(0)).turn == 1

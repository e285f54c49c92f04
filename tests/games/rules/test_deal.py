"""Playing a deal: turns, tricks, passing, going out, and refusals."""

from random import Random

import pytest

from games.rules.cards import RANKS, card_name, cards_text
from games.rules.combinations.kinds import Combination, Kind
from games.rules.deal.actions import Give, Pass, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.judge import judge, judge_ahead, judge_pass, legal_plays
from games.rules.deal.next_deal import next_deal
from games.rules.deal.redeal import hand_points, who_may_redeal
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.start import DealError, shuffled_pack, start, start_from_hands
from games.rules.deal.state import Ending, Phase
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

from .support import cards, play, played, random_rules, random_start, run


def deal_of(rules, *hands, **more):
    """Return a deal with named hands."""
    if isinstance(rules, dict):
        rules = RuleSet.make(options=rules)
    elif isinstance(rules, str):
        rules = RuleSet.make(rules)
    return start_from_hands(rules, [cards(hand) for hand in hands], **more)


# ---------------------------------------------------------------------- turns and tricks


def test_turns_go_anticlockwise_and_return_to_the_first_player():
    state = deal_of({}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    seats = []
    for text in ("3D", "4D", "5D", "6D"):
        seats.append(state.turn)
        state = run(state, play(state.turn, text))
    assert seats == [0, 1, 2, 3]
    assert state.turn == 0


def test_turns_go_clockwise_if_the_rules_say_so():
    state = deal_of({"direction": "clockwise"}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    assert run(state, play(0, "3D")).turn == 3


def test_the_direction_alternates_from_deal_to_deal():
    for number, turn in ((1, 1), (2, 3), (3, 1)):
        state = deal_of({"direction": "alternate"}, "3D 9D", "4D", "5D", "6D", number=number)
        assert run(state, play(0, "3D")).turn == turn


def test_a_player_who_passed_can_play_again_in_the_same_trick():
    state = deal_of({}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), Pass(1), play(2, "5D"), Pass(3), Pass(0))
    assert (state.turn, state.on_lead) == (1, False)
    state = run(state, Pass(1))
    assert (state.turn, state.on_lead) == (2, True)


def test_a_player_who_passed_is_locked_out_until_the_trick_ends():
    state = deal_of({"passing": "locked"}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), Pass(1), play(2, "5D"), play(3, "6D"), play(0, "9D"))
    assert state.over
    state = deal_of({"passing": "locked"}, "3D 9D TD", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), Pass(1), play(2, "5D"), play(3, "6D"), play(0, "9D"))
    assert state.turn == 2
    refused = apply(state, play(1, "9C"))
    assert (refused.code, refused.combination.kind) == (Code.LOCKED_OUT, Kind.SINGLE)
    state = run(state, Pass(2), Pass(3))
    assert (state.turn, state.on_lead) == (0, False)
    assert apply(state, play(0, "TD")).over


def test_a_pass_by_the_owner_of_the_trick_ends_it():
    state = deal_of({"passing": "locked"}, "3D 9D TD", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), Pass(1), Pass(2), Pass(3))
    assert (state.turn, state.on_lead, state.trick_ends) == (0, False, ())
    state = run(state, Pass(0))
    assert (state.turn, state.on_lead, state.trick_ends) == (0, True, (4,))


def test_one_pass_ends_the_trick():
    state = deal_of({"passing": "one_pass_ends"}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), play(1, "4D"), Pass(2))
    assert (state.turn, state.on_lead) == (1, True)


def test_players_play_on_until_only_one_has_cards():
    state = deal_of("last_one_in", "3D", "4D", "5D 5C", "6D 7D")
    state = run(state, play(0, "3D"), play(1, "4D"), play(2, "5D"))
    assert (state.out, state.turn, state.over) == ((0, 1), 3, False)
    state = run(state, Pass(3))
    assert (state.turn, state.on_lead) == (2, True)
    state = run(state, play(2, "5C"))
    assert state.result.out == (0, 1, 2)
    assert state.result.points == (5, 3, 1, 0)
    assert state.result.net == (11, 3, -5, -9)


def test_the_next_player_leads_after_a_trick_won_by_a_player_who_is_out():
    state = deal_of("last_one_in", "3D 4D", "2D", "5D 6D", "6C 7C")
    state = run(state, play(0, "3D"), play(1, "2D"), Pass(2), Pass(3))
    assert (state.turn, state.on_lead) == (0, False)
    state = run(state, Pass(0))
    assert (state.turn, state.on_lead) == (2, True)


def test_locked_players_can_lead_after_a_trick_won_by_a_player_who_is_out():
    rules = RuleSet.make("last_one_in", {"passing": "locked"})
    state = deal_of(rules, "3D 4D", "2D", "5D 6D", "6C 7C")
    state = run(state, play(0, "3D"), play(1, "2D"), Pass(2), Pass(3))
    assert (state.turn, state.on_lead) == (0, False)
    state = run(state, Pass(0))
    assert (state.turn, state.on_lead) == (2, True)


def test_demoted_twos_are_low_from_the_next_play_on():
    state = deal_of(
        {"bomb_demotes_twos": True}, "2D 2C 2H 2S 3D 9D", "3C 3H 3S 4D 5D 4C", "6D 7D", "6C 7C"
    )
    state = run(state, play(0, "2D 2C 2H 2S 3D"))
    assert state.twos_low
    assert (
        state.trick.top.key
        < deal_of({}, "3D", "3C", "3H", "3S")
        .combination_table.classify(cards("AD AC AH AS 3D"))
        .key
    )
    state = run(state, Pass(1), Pass(2), Pass(3), play(0, "9D"))
    assert state.over


# ---------------------------------------------------------------------- refusals


def test_a_player_who_can_beat_must_not_pass():
    state = deal_of({"must_beat": True}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"))
    assert view(state, 1).must_beat
    assert not view(state, 2).must_beat
    assert refusal(state, Pass(1)) == (Code.MUST_BEAT, {})
    state = run(state, play(1, "9C"))
    state = run(state, play(2, "9H"), play(3, "9S"))
    # Nothing is open.
    assert not view(state, 0).must_beat
    run(state, Pass(0))


def test_a_player_may_pass_if_the_only_beating_play_cannot_be_last():
    options = {"must_beat": True, "going_out": "not_single_two"}
    state = deal_of(options, "3D 9D", "2D", "5D 9H", "6D 9S", leader=0)
    run(state, play(0, "3D"), Pass(1))


def test_players_need_not_beat_their_own_play():
    state = deal_of({"must_beat": True, "passing": "locked"}, "3D 9D 9C", "4D 4C", "5D 5C", "6D 6C")
    state = run(state, play(0, "3D"))
    state = run(state, play(1, "4D"), play(2, "5D"), play(3, "6D"), play(0, "9D"))
    state = run(state, Pass(1), Pass(2), Pass(3))
    assert state.turn == 0
    assert legal_plays(state) == [cards("9C")]
    assert not view(state, 0).must_beat
    run(state, Pass(0))


def test_a_guard_who_cannot_beat_may_pass_under_must_beat():
    """A player who must beat and cannot keep the guard's duty breaks it."""
    options = {"must_beat": True, "guard": "pays_all", "going_out": "not_top_card"}
    state = deal_of(options, "3D 4D 5D", "2S", "7D 8D", "9D 9C", leader=3)
    state = run(state, play(3, "9D"))
    assert refusal(state, play(0, "5D"))[0] is Code.TOO_LOW
    run(state, Pass(0))


def refusal(state, action):
    found = apply(state, action)
    assert isinstance(found, Refusal)
    return found.code, dict(found.params)


def test_actions_out_of_turn_and_from_unknown_seats_are_refused():
    state = deal_of({}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    assert refusal(state, play(1, "4D")) == (Code.NOT_YOUR_TURN, {"turn": 0})
    assert refusal(state, Pass(1)) == (Code.NOT_YOUR_TURN, {"turn": 0})
    assert refusal(state, Pass(0)) == (Code.MUST_LEAD, {})
    for seat in (4, -1, "0", None, 1.0):
        assert refusal(state, Pass(seat)) == (Code.NO_SUCH_SEAT, {})
        assert refusal(state, Play(seat, 1)) == (Code.NO_SUCH_SEAT, {})
        assert refusal(state, Redeal(seat)) == (Code.NO_SUCH_SEAT, {})
        assert refusal(state, Give(seat, 0)) == (Code.NO_SUCH_SEAT, {})


def test_unknown_missing_and_unplayable_cards_are_refused():
    state = deal_of({}, "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    assert refusal(state, Play(0, 0)) == (Code.NO_CARDS, {})
    assert refusal(state, Play(0, 1 << 52)) == (Code.UNKNOWN_CARDS, {})
    assert refusal(state, Play(0, -1)) == (Code.UNKNOWN_CARDS, {})
    assert refusal(state, Play(0, "3D")) == (Code.UNKNOWN_CARDS, {})
    assert refusal(state, play(0, "3D 4D 5D")) == (Code.NOT_HELD, {"cards": ["4D", "5D"]})
    assert refusal(state, play(0, "3D 9D")) == (Code.NO_COMBINATION, {"count": 2})
    assert refusal(state, play(0, "9D")) == (Code.MUST_INCLUDE, {"card": "3D"})
    for nothing in (None, 3, "0 pass", (0, 1)):
        assert refusal(state, nothing) == (Code.UNKNOWN_ACTION, {})


@pytest.mark.parametrize(
    ("options", "chosen", "code", "params"),
    [
        ({"triples": False}, "3D 3C 3H", Code.TRIPLES_EXCLUDED, {}),
        ({"flushes": False}, "3D 5D 7D 9D JD", Code.FLUSHES_EXCLUDED, {}),
        ({}, "JD QC KD AD 2D", Code.SEQUENCE_EXCLUDED, {"ranks": "JQKA2"}),
        ({"straights": "natural"}, "AD 2C 3D 4D 5D", Code.SEQUENCE_EXCLUDED, {"ranks": "A2345"}),
        ({}, "3D 3C 3H 3S", Code.FOUR_NEEDS_FIFTH, {}),
        ({"four_of_a_kind": "bare"}, "3D 3C 3H 3S 4D", Code.FOUR_IS_BARE, {}),
        ({"straight_flush_cards": 7}, "3D 4D 5D 6D 7D", Code.STRAIGHT_FLUSH_NEEDS_TWO, {}),
        ({}, "3D 3C 4D 4C 5D", Code.NO_COMBINATION, {"count": 5}),
        ({}, "3D 4D 5D 6D 7D 8D", Code.NO_COMBINATION, {"count": 6}),
    ],
)
def test_excluded_combinations_are_refused_with_the_reason(options, chosen, code, params):
    hand = cards_text(cards(chosen) | cards("KS 2S"))
    state = deal_of(options, hand, "TS", "JS", "QS", leader=0)
    assert refusal(state, play(0, chosen)) == (code, params)


@pytest.mark.parametrize(
    ("options", "led", "chosen", "code", "params"),
    [
        ({}, "5D 5C", "6D", Code.WRONG_SIZE, {"count": 1, "needed": 2}),
        ({}, "5D", "6D 6C 6H 6S 3C", Code.WRONG_SIZE, {"count": 5, "needed": 1}),
        ({"honours": "any"}, "5D", "6D 6C 6H 3C 3H", Code.WRONG_SIZE, {"count": 5, "needed": 1}),
        ({}, "5D 5C", "4D 4C", Code.TOO_LOW, {"kind": "pair"}),
        (
            {},
            "5D 7D 9D TD JD",
            "3C 4D 5C 6D 7C",
            Code.KIND_TOO_LOW,
            {"kind": "straight", "over": "flush"},
        ),
        (
            {"cross_kind": False},
            "3C 4D 5C 6D 7C",
            "4C 4H 4S 3D 3H",
            Code.KIND_DIFFERS,
            {"kind": "full_house", "over": "straight"},
        ),
        (
            {"straight_flush_cards": 7},
            "3C 4C 5C 6C 7C 9D TD",
            "2D 2C 2H 2S 3D",
            Code.KIND_TOO_LOW,
            {"kind": "four_of_a_kind", "over": "straight_flush_plus_two"},
        ),
    ],
)
def test_a_play_that_does_not_beat_the_top_is_refused_with_the_reason(
    options, led, chosen, code, params
):
    state = deal_of(
        options, led + " KS 2S" if "2S" not in chosen else led + " KS", chosen, "AD", "AC", leader=0
    )
    assert refusal(run(state, play(0, led)), play(1, chosen)) == (code, params)


def test_forbidden_last_plays_are_refused():
    def last(going_out, hand):
        state = deal_of({"going_out": going_out}, "3D 4D", hand, "3H 3S", "5D 5C")
        return refusal(run(state, play(0, "3D")), play(1, hand))

    assert last("not_top_card", "2S") == (Code.LAST_TOP_CARD, {"card": "2S"})
    assert last("not_single_two", "2D") == (Code.LAST_TWO, {})
    state = deal_of({"going_out": "not_single_or_pair_of_twos"}, "3D 3C 5D", "2D 2S", "4D", "6D")
    state = run(state, play(0, "3D 3C"))
    assert refusal(state, play(1, "2D 2S")) == (Code.LAST_PAIR_OF_TWOS, {})


def test_a_guard_must_play_the_highest_card_or_be_refused():
    rules = {"guard": "enforced"}
    state = deal_of(rules, "4D 9D KD", "5D", "6D 6C", "7D 7C", leader=0)
    assert refusal(state, play(0, "9D")) == (Code.GUARD_PLAY, {"card": "KD", "next": 1})
    state = deal_of(rules, "4D 9D", "5D 5C KD", "6D", "7D 7C", leader=0)
    state = run(state, play(0, "4D"))
    assert refusal(state, Pass(1)) == (Code.GUARD_MUST_BEAT, {"card": "KD", "next": 2})
    assert refusal(state, play(1, "5D")) == (Code.GUARD_PLAY, {"card": "KD", "next": 2})
    assert not isinstance(apply(state, play(1, "KD")), Refusal)


def test_a_guard_whose_highest_card_does_not_beat_may_pass():
    state = deal_of({"guard": "enforced"}, "AD 9D", "5D 5C KD", "6D", "7D 7C", leader=0)
    assert judge_pass(run(state, play(0, "AD")), 1) is None


def test_cutting_in_is_refused_without_a_play_to_beat_or_a_bomb():
    rules = {"honours": "any_out_of_turn"}
    four = "5D 5C 5H 5S 9S"
    state = deal_of(rules, "3D 9D KD", four + " TS", "6D 6C", "3H 3S", leader=0)
    assert refusal(state, play(1, four)) == (Code.CUT_IN_NOTHING_TO_BEAT, {"turn": 0})
    state = deal_of(rules, "3D 9D", "6D 7D", four + " TS", "3H 3S", leader=0)
    state = run(state, play(0, "3D"))
    assert refusal(state, play(2, "TS")) == (Code.NOT_YOUR_TURN, {"turn": 1})
    cut_in = run(state, play(2, four))
    assert cut_in.turn == 3
    state = deal_of(rules, "3D " + four + " TS", "6D 7D", "8D 8C", "3H 3S", leader=0)
    state = run(state, play(0, "3D"))
    assert refusal(state, play(0, four)) == (Code.CUT_IN_OWN_PLAY, {"turn": 1})


def test_actions_of_a_player_who_is_out_or_after_the_deal_are_refused():
    state = deal_of("last_one_in", "3D", "4D 4C", "5D 5C", "6D 7D")
    state = run(state, play(0, "3D"))
    assert refusal(state, play(0, "3D"))[0] == Code.SEAT_OUT
    state = run(deal_of({}, "3D", "4D", "5D", "6D"), play(0, "3D"))
    for action in (play(1, "4D"), Pass(1), Redeal(1), Give(1, 4), Pass(9)):
        assert refusal(state, action) == (Code.DEAL_OVER, {})


def test_a_selection_is_classified_while_others_play():
    state = deal_of({}, "3D 9D", "4D 4C", "5D 9H", "6D 9S")
    found = judge(state, 1, cards("4D 4C"))
    assert found.code is Code.NOT_YOUR_TURN
    assert found.combination.kind is Kind.PAIR
    assert isinstance(judge(state, 0, cards("3D")), Combination)


def test_every_refusal_code_is_tested():
    """Each code appears in a test of this folder."""
    from pathlib import Path

    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [code for code in Code if f"Code.{code.name}" not in tests] == []


# ---------------------------------------------------------------------- nothing is changed


def test_apply_leaves_the_state_unchanged_and_judge_agrees_with_open_plays():
    random = Random(5)
    for _ in range(60):
        before = random_start(random, random_rules(random))
        for state in played(before, random):
            if state.over or state.phase is not Phase.PLAY:
                continue
            seat = state.turn
            hand = state.hands[seat]
            plays = set(legal_plays(state))
            chosen = hand
            for _ in range(3):
                chosen &= random.getrandbits(52)
                copy = state._replace()
                found = judge(state, seat, chosen)
                assert isinstance(found, Combination) == (chosen in plays)
                after = apply(state, Play(seat, chosen))
                assert isinstance(after, Refusal) == (chosen not in plays)
                assert state == copy
            assert plays or judge_pass(state, seat) is None


# ---------------------------------------------------------------------- redeal


def test_a_player_with_few_points_can_ask_for_a_redeal_before_play():
    hands = ("3D 4D 5D JD QD", "3C 4C 5C AC", "3H 4H KH", "3S 4S QS KS")
    state = deal_of({"redeal": "three_points"}, *hands)
    assert who_may_redeal(state) == (0, 2)
    assert refusal(state, Redeal(1)) == (Code.REDEAL_POINTS, {"points": 4})
    asked = run(state, Redeal(2))
    assert asked.result.ending is Ending.REDEAL
    assert (asked.result.asked_by, asked.result.winner) == (2, None)
    assert asked.result.points == asked.result.net == (0, 0, 0, 0)
    following = next_deal(asked)
    assert (following.number, following.dealer) == (state.setup.number, state.setup.dealer)
    begun = run(state, play(0, "3D"))
    assert who_may_redeal(begun) == ()
    assert refusal(begun, Redeal(2)) == (Code.REDEAL_TOO_LATE, {})


def test_a_hand_has_points_for_its_jacks_to_twos():
    points = {rank: hand_points(cards(f"{rank}D")) for rank in RANKS}
    assert points == dict.fromkeys(RANKS, 0) | {"J": 1, "Q": 2, "K": 3, "A": 4, "2": 5}
    assert hand_points(cards("JD JC 2S TH")) == 7


def test_a_player_without_jacks_to_kings_can_ask_for_a_redeal():
    state = deal_of({"redeal": "no_faces"}, "3D AD 2D", "3C JC", "3H KH", "3S QS AS")
    assert who_may_redeal(state) == (0,)
    assert refusal(state, Redeal(3)) == (Code.REDEAL_FACES, {"cards": ["QS"]})
    plain = deal_of({}, "3D", "3C", "3H", "3S")
    assert refusal(plain, Redeal(0)) == (Code.NO_REDEAL, {})


# ---------------------------------------------------------------------- before the turn


@pytest.mark.parametrize("seed", range(8))
def test_a_verdict_ahead_of_the_turn_holds_if_nothing_changes(seed):
    random = Random(seed)
    told, kept = {}, 0
    while kept < 60:
        told.clear()
        rules = random_rules(random)
        for state in played(random_start(random, rules), random):
            if state.phase is not Phase.PLAY or state.result is not None:
                continue
            lies = state.trick.start, state.trick.top
            turn = state.turn
            for chosen, (where, said) in told.pop(turn, {}).items():
                now = judge(state, turn, chosen)
                if where != (*lies, state.hands[turn]) or state.twos_low:
                    continue
                if isinstance(now, Refusal) and now.code in (Code.GUARD_PLAY, Code.MUST_INCLUDE):
                    continue
                assert now == said
                kept += 1
            for seat, hand in enumerate(state.hands):
                waits = seat != turn and not state.trick.locked >> seat & 1
                if not waits or not hand or seat == state.trick.owner:
                    continue
                held = [1 << card for card in range(52) if hand >> card & 1]
                some = [sum(random.sample(held, min(count, len(held)))) for count in (1, 2, 5)]
                told[seat] = {
                    each: ((*lies, hand), judge_ahead(state, seat, each)) for each in some
                }


def test_the_owner_of_the_top_play_is_judged_ahead_as_if_leading():
    state = run(deal_of({}, "3D 6C 6S", "4D 5D", "4C 5C", "4H 5H"), play(0, "3D"))
    assert judge_ahead(state, 0, cards("6C 6S")).kind is Kind.PAIR
    assert judge_ahead(state, 0, cards("3D 6C")).code is Code.NOT_HELD
    assert judge_ahead(state, 2, cards("4C")).kind is Kind.SINGLE
    assert judge_ahead(state, 2, cards("4C 5C")).code is Code.NO_COMBINATION


# ---------------------------------------------------------------------- starting


@pytest.mark.parametrize(
    "hands",
    [
        ("3D", "3D", "4D", "5D"),
        ("3D", "4D", "5D"),
        ("", "", "", ""),
    ],
)
def test_impossible_hands_are_refused(hands):
    with pytest.raises(DealError):
        deal_of({}, *hands)


def test_impossible_packs_dealers_and_numbers_are_refused():
    rules = RuleSet.make()
    for pack in (range(51), [*range(51), 0], [*range(52), 0]):
        with pytest.raises(DealError):
            start(rules, pack)
    with pytest.raises(DealError):
        start(rules, range(52), dealer=4)
    with pytest.raises(DealError):
        start(rules, range(52), number=0)


def test_a_seed_always_gives_the_same_shuffle():
    first = [card_name(card) for card in shuffled_pack("a")[:8]]
    assert first == ["7H", "JC", "2D", "8C", "8D", "4C", "4D", "7C"]
    assert sorted(shuffled_pack("b")) == list(range(52))
    assert shuffled_pack("b") != shuffled_pack("a")

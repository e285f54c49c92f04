"""The coach: advice for every situation."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import bots
from games.lessons.coach import Message, Subject, advise, coach, subjects_taught
from games.lessons.pack import DEALER, HANDS, RULES, lesson_pack
from games.rules.cards import FULL_PACK, cards_of, cards_text, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import shuffled_pack, start
from games.rules.view import view
from tests.games.bots.support import table_view

ALL_SUBJECTS = frozenset(Subject)
ONLY_ORDER = frozenset({Subject.ORDER})


def first_seat_advice(*hands, told=ONLY_ORDER, **deal):
    """Return the coach's message to the first seat and the suggested cards."""
    advice = advise(table_view(*hands, **deal), frozenset(told))
    return advice.message, cards_text(advice.cards)


OTHERS = ("3C 4C 6C 8C", "3H 4H 6H 8H", "3S 4S 6S 8S")


def test_the_first_advice_is_about_the_order_of_cards():
    assert first_seat_advice("3D 9S KD", *OTHERS, told=()) == (Message.ORDER_LEAD, "3D")
    answer = first_seat_advice(
        "9C 9S KD", "3C 8C", *OTHERS[1:], told=(), plays=["9C", "", "", ""], seat=0
    )
    assert answer[0] is Message.ORDER_LEAD


@pytest.mark.parametrize(
    ("hand", "told", "expected"),
    [
        ("9D 9S KD", ONLY_ORDER, (Message.PAIR_LEAD, "9D 9S")),
        ("9D KD 9S", ALL_SUBJECTS, (Message.LEAD, "9D 9S")),
        ("4D KD 9S JH", ONLY_ORDER, (Message.LEAD, "4D")),
        ("5D 5C 5H 7D 7S KD", ONLY_ORDER, (Message.FIVE_LEAD, "5D 5C 5H 7D 7S")),
        ("5D 5C 5H 7D 7S KD", ALL_SUBJECTS, (Message.LEAD, "5D 5C 5H 7D 7S")),
        ("TD TH 2S", ONLY_ORDER, (Message.TWO_LEAD, "2S")),
        ("TD TH 2S", ALL_SUBJECTS, (Message.LEAD, "2S")),
        ("TD TH", ONLY_ORDER, (Message.OUT, "TD TH")),
        ("2S", ONLY_ORDER, (Message.OUT, "2S")),
    ],
)
def test_the_coach_advises_a_learner_who_leads(hand, told, expected):
    assert first_seat_advice(hand, *OTHERS, told=told) == expected


def second_seat_advice(hand, top, told=ONLY_ORDER):
    """Return the advice to the seat after the one that leads `top`."""
    others = ("3C 4C 6C 8C JC", "3H 4H 6H 8H JH")
    deal = table_view(f"{top} KC", hand, *others, plays=[top])
    assert deal.seat == 1
    advice = advise(deal, frozenset(told))
    return advice.message, cards_text(advice.cards)


@pytest.mark.parametrize(
    ("hand", "top", "told", "expected"),
    [
        ("5D 9D 9S KD 2S", "7H", ONLY_ORDER, (Message.SINGLE, "KD")),
        ("5D 9D 9S KD 2S", "7H", ALL_SUBJECTS, (Message.ANSWER, "KD")),
        ("5D 9D 9S 2S", "7H", ONLY_ORDER, (Message.TWO, "2S")),
        ("5D 9D 9S 2S", "7H", ALL_SUBJECTS, (Message.ANSWER, "2S")),
        ("5D 9D 9S 4D", "7H", ONLY_ORDER, (Message.SINGLE, "9D")),
        ("5D 9D 9S 4D", "7D 7H", ONLY_ORDER, (Message.PAIR, "9D 9S")),
        ("5D 9D 9S 4D", "7D 7H", ALL_SUBJECTS, (Message.ANSWER, "9D 9S")),
        ("5D 9D 9S", "TC TH", ONLY_ORDER, (Message.PASS, "")),
        ("5D 9D 9S", "TC TH", ALL_SUBJECTS, (Message.PASS_AGAIN, "")),
        ("9D 9S", "7D 7H", ONLY_ORDER, (Message.OUT, "9D 9S")),
        ("QD QH QS AD AS 4D", "5C 5H 5S 7D 7H", ONLY_ORDER, (Message.FIVE, "QD QH QS AD AS")),
        ("9D 9C 9S KD", "7D 7H 7S", ONLY_ORDER, (Message.ANSWER, "9D 9C 9S")),
    ],
)
def test_the_coach_advises_a_learner_who_answers_a_play(hand, top, told, expected):
    assert second_seat_advice(hand, top, told) == expected


def test_the_coach_comments_while_others_play():
    assert first_seat_advice("4D KD", *OTHERS, plays=["4D"], seat=0) == (Message.WATCH, "")
    assert first_seat_advice("4D 2S", *OTHERS, plays=["2S"], seat=0) == (Message.WATCH_TWO, "")
    passed = ["9D", "", "", "AS"]
    hands = ("9D 3D", "4C 5C", "4H 5H", "AS 5S")
    assert first_seat_advice(*hands, plays=[*passed, ""], seat=0) == (Message.WATCH_PASSED, "")


def play_lesson(state, choose):
    """Return the views of the learner in seat 0 and the final state; bots play the rest."""
    turns = []
    while not state.over:
        seen_now = view(state, state.turn)
        if state.turn == 0:
            action = choose(seen_now, coach(seen_now, turns))
            turns.append(seen_now)
        else:
            action = bots.decide(bots.bot(), seen_now)
        state = apply(state, action)
        assert not isinstance(state, Refusal), state
    return turns, state


def follow_advice(seen_now, advice):
    return Play(0, advice.cards) if advice.cards else Pass(0)


def start_lesson():
    return start(RULES, lesson_pack(), dealer=DEALER)


def test_the_lesson_pack_deals_the_planned_hands():
    pack = lesson_pack()
    assert cards_of(pack) == FULL_PACK
    assert start_lesson().hands == tuple(parse_cards(hand) for hand in HANDS)


def test_a_learner_who_follows_the_coach_learns_everything_and_wins():
    turns, end = play_lesson(start_lesson(), follow_advice)
    says = [coach(each, turns[:place]).message for place, each in enumerate(turns)]
    assert says == [
        Message.ORDER_LEAD, Message.SINGLE, Message.ANSWER, Message.TWO,
        Message.FIVE_LEAD, Message.PASS, Message.PAIR, Message.OUT,
    ]  # fmt: skip
    assert subjects_taught(turns) == ALL_SUBJECTS
    assert len(end.actions) == 29
    assert coach(view(end, 0), turns).message is Message.WON


@settings(deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_the_coach_suggests_a_legal_play_whatever_the_learner_played(seed, own_pack):
    chance = random.Random(seed)
    state = (
        start_lesson() if own_pack else start(RULES, shuffled_pack(f"coach {seed}"), dealer=DEALER)
    )

    def anything(seen_now, advice):
        plays = seen_now.open_plays()
        assert (advice.cards in plays) if plays else not advice.cards
        assert len(advice.taught) >= 1
        chosen = [Play(0, cards) for cards in plays]
        return chance.choice([*chosen, *([Pass(0)] if seen_now.may_pass else [])])

    turns, end = play_lesson(state, anything)
    advice = coach(view(end, 0), turns)
    assert advice.message in (Message.WON, Message.LOST, Message.LOST_AHEAD)
    assert (Subject.OUT in advice.taught) == (advice.message is Message.WON)
    assert Subject.ORDER in advice.taught or not turns


def test_each_topic_is_new_once_in_the_order_of_the_list():
    turns, _end = play_lesson(start_lesson(), follow_advice)
    pieces = [coach(each, turns[:place]) for place, each in enumerate(turns)]
    assert [advice.subject for advice in pieces if advice.is_new] == list(Subject)


def test_a_learner_who_did_not_go_out_is_told_the_truth_about_the_points():
    """Whoever holds fewer cards than others wins points without having gone out."""
    told = set()
    for seed in range(40):
        chance = random.Random(seed)

        def anything(seen_now, _advice, chance=chance):
            plays = [Play(0, cards) for cards in seen_now.open_plays()]
            return chance.choice([*plays, *([Pass(0)] if seen_now.may_pass else [])])

        turns, end = play_lesson(start_lesson(), anything)
        assert end.result is not None
        advice = coach(view(end, 0), turns)
        if end.result.winner == 0:
            continue
        has_lost_points = end.result.net[0] < 0
        assert advice.message is (Message.LOST if has_lost_points else Message.LOST_AHEAD)
        assert Subject.OUT not in advice.taught
        told.add(advice.message)
    assert told == {Message.LOST, Message.LOST_AHEAD}

"""A player's controls: prompts, notes, warnings, buttons."""

import re
from dataclasses import replace

import pytest
from django.utils import timezone

from games.language.labels import card_label
from games.rules.cards import parse_cards
from games.rules.deal.start import new_pack, start
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import View, view
from games.screens.table import prompts
from games.screens.table.controls import controls_of
from games.tables.models import Table
from tests import rigging
from tests.games.pages import ShownTable
from tests.games.words import board, controls, named

pytestmark = pytest.mark.django_db


GUARDED = ("4D 9D KD", "5D", "6D 6C", "7D 7C")


OTHERWISE = {
    "enforced": [],
    "pays_all": ["Otherwise, if {1} goes out on the next turn, you pay everyone’s losses."],
    "pays_all_if_preventable": [
        "Otherwise, if {1} goes out on the next turn with a card that your king of diamonds would"
        " have beaten, you pay everyone’s losses."
    ],
    "deals_next": ["Otherwise, if {1} goes out on the next turn, you deal next."],
}


@pytest.mark.parametrize("guard", OTHERWISE)
def test_a_guard_sees_the_duty_before_breaking_it(club, guard):
    game = club(rules=RuleSet.make(options={"guard": guard}))
    game.rig(*GUARDED, leader=0)
    said = "{1} has one card left. Play your king of diamonds, or more than one card."
    assert list(controls(game).notes) == [named(game, each) for each in (said, *OTHERWISE[guard])]


def test_a_play_that_breaks_the_guards_duty_is_warned_about_or_refused(club):
    game = club(rules=RuleSet.make(options={"guard": "pays_all"}))
    game.rig(*GUARDED, leader=0)
    broken = controls(game, "4D")
    assert broken.can_play
    assert broken.warning == named(
        game, "{1} has one card left. This play breaks your duty as the guard."
    )
    assert controls(game, "KD").warning == ""
    strict = club(rules=RuleSet.make(options={"guard": "enforced"}))
    strict.rig(*GUARDED, leader=0)
    assert not controls(strict, "4D").can_play


def test_rules_without_a_guard_show_no_duty(club):
    game = club()
    game.rig(*GUARDED, leader=0)
    assert not controls(game).notes


def test_a_duty_that_cannot_be_met_is_not_shown(club):
    game = club(rules=RuleSet.make(options={"guard": "pays_all", "going_out": "not_single_two"}))
    game.rig("2S", "5D", "6D 6C", "7D 7C", leader=0)
    shown = controls(game)
    assert shown.prompt == "You can’t lead any of your cards. Pass the lead."
    assert not shown.notes
    assert not shown.can_hint


def test_a_player_may_beat_their_own_play_or_end_the_trick(club):
    game = club(rules="indonesia")
    game.rig("2S KD 9D", "4D 5C", "4C 5D", "4H 5H", leader=0)
    game.play("KD")
    game.bots_until_own_turn()
    shown = controls(game)
    assert shown.prompt == (
        "The others are out of this trick. Beat your own play (the king of diamonds), or end the"
        " trick."
    )
    assert (shown.can_pass, shown.pass_label) == (True, "End trick")
    game.pass_turn()
    assert board(game).log[0] == named(game, "{0} ended the trick.")
    assert controls(game).prompt == "You lead. Play any combination."


def test_a_leader_without_an_allowed_play_passes_the_lead(club):
    game = club(rules="hong_kong")
    game.rig("2S", "3D 4D", "5D 6D", "7D 8D", leader=0)
    shown = controls(game)
    assert shown.prompt == "You can’t lead any of your cards. Pass the lead."
    assert (shown.can_pass, shown.pass_label) == (True, "Pass the lead")
    assert controls(game, "2S").play_reason == "You can’t go out on a two."
    game.pass_turn()
    assert board(game).log[0] == named(game, "{0} passed the lead.")


@pytest.mark.parametrize(
    ("hand", "leftover", "label"),
    [
        ("3D 3C", "7D 8D 9D", "Pass and draw 2"),
        ("3D 3C", "7D", "Pass and draw 1"),
        ("3D 3C", "", "Pass"),
    ],
)
def test_the_pass_button_says_how_many_cards_are_drawn(club, hand, leftover, label):
    game = club(rules="two_players_stock")
    game.rig("4D 5C", f"{hand} 6H 6S", leftover=leftover, leader=1)
    game.bots()
    size = game.now().state.trick.top.size
    assert controls(game).pass_label == (label if size == 2 else label.replace("2", str(size)))
    assert board(game).stock == len(leftover.split())


def test_a_player_who_is_out_watches_the_others(club):
    game = club(rules="last_one_in")
    game.rig("3D", "4D 5C 6H", "4C 5D 6S", "4H 5H 7S")
    game.play("3D")
    assert controls(game).prompt == "You went out first. The others play on."
    assert board(game).seats[0].view.out == "Out first"


def test_the_button_and_the_log_say_if_one_pass_ends_the_trick(club):
    game = club(rules=RuleSet.make(options={"passing": "one_pass_ends"}))
    # Seat 3 leads, and the player is next.
    game.rig("4D 5C", "2S 6C", "5D 7C", "6D 7H 9S JC", leader=3)
    game.bots()
    assert controls(game).pass_label == "Pass and end trick"
    game.pass_turn()
    assert board(game).log[0] == named(game, "{0} passed and ended the trick.")


def test_passing_after_a_two_that_ended_the_trick_is_passing_the_lead(club):
    game = club(
        rules=RuleSet.make(
            options={
                "passing": "locked",
                "top_two_ends_trick": True,
                "going_out": "not_single_two",
            }
        )
    )
    game.rig("2S 2D", "4D 5C", "4C 5D", "4H 5H", leader=0)
    game.play("2S")
    assert controls(game).pass_label == "Pass the lead"
    game.pass_turn()
    assert board(game).log[0] == named(game, "{0} passed the lead.")


def test_a_player_with_a_weak_hand_can_show_it_and_ask_for_a_redeal(club):
    game = club(rules="wikipedia")
    weak = "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H JH"
    game.rig(
        weak,
        "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "8H 9H TH JC QC KC AC 2C 7H QH KH AH 2H",
    )
    shown = controls(game)
    assert shown.can_redeal
    assert list(shown.notes) == [
        "Your hand is worth only 1 point. Until the first play, you can show your hand"
        " and ask for a redeal."
    ]
    assert not controls(game, seat=1).can_redeal
    game.ask_for_redeal()
    notice = board(game).notices[0]
    assert notice.text == named(game, "{0} showed this hand and got a redeal.")
    assert {card.code for card in notice.cards} == set(weak.split())


def test_only_the_two_players_of_an_exchange_see_its_cards(club):
    game = club(rules="three_players_exchange", deals=2)
    game.rig("3D", "4D 5D", "6D 7D 8D")
    game.play("3D")
    game.ready()
    exchange = game.now().state.exchange
    third = 3 - exchange.loser
    assert controls(game).prompt == named(game, f"Give {{{exchange.loser}}} a card of your choice.")
    assert controls(game).main == "give"
    assert "You got the " in controls(game).notes[0]
    assert "You gave " in controls(game, seat=exchange.loser).notes[0]
    assert not controls(game, seat=third).notes
    assert board(game).notices[0].cards == []


def test_a_cut_in_is_offered_and_logged(club):
    game = club(rules="da_lao_er")
    game.rig("9D 9C 9H 9S 3C 4D", "3D 4C 5C 6C", "5D 7C 8C TC", "6D 7H 8H TH", leader=1)
    game.bots()
    shown = controls(game, "9D 9C 9H 9S 3C")
    assert shown.state == "waiting"
    assert shown.may_cut_in
    assert shown.can_hint
    assert shown.can_play
    assert shown.play_label == "Cut in: four nines"
    assert list(shown.notes) == ["You can cut in now, out of turn."]
    game.play("9D 9C 9H 9S 3C")
    assert board(game).log[0] == named(game, "{0} cut in with four nines.")


def test_a_player_on_turn_who_cannot_beat_the_play_can_only_pass(club):
    game = club()
    game.rig("3D 4C", "2S 5D", "5C 6D", "7D 8C", leader=1)
    waiting = controls(game)
    assert (waiting.state, waiting.only_pass) == ("waiting", False)
    game.rig("3D 4C", "2S 5D", "5C 6D", "7D 8C", leader=0)
    leading = controls(game)
    assert (leading.state, leading.only_pass) == ("your_turn", False)

    game.rig("3D 4C", "2S", "5C 6D", "7D 8C", leader=3)
    game.bots()
    assert controls(game, "3D").only_pass
    game.rig("3D TC", "2S", "5C 6D", "7D 8C", leader=3)
    game.bots()
    assert not controls(game, "3D").only_pass


def test_a_player_who_can_end_their_own_trick_is_not_auto_passed(club):
    game = club(rules="indonesia")
    game.rig("2S KD 3D", "4D 5C", "4C 5D", "4H 5H", leader=0)
    game.play("2S")
    game.bots_until_own_turn()
    shown = controls(game)
    assert (shown.pass_label, shown.only_pass) == ("End trick", False)


def test_a_guard_who_must_beat_the_play_is_not_auto_passed(club):
    game = club(rules=RuleSet.make(options={"guard": "enforced"}))
    game.rig("KD 3D", "5D", "6D 6C", "7D 8D", leader=3)
    game.bots()
    shown = controls(game)
    assert (shown.can_pass, shown.only_pass) == (False, False)


@pytest.mark.parametrize(("rules", "can_plan"), [("pagat", "true"), ("indonesia", "false")])
def test_a_play_can_be_queued_only_if_the_player_gets_another_turn(club, rules, can_plan):
    game = club(rules=rules)
    game.rig("3D 4C 2S", "9S TD 5D", "5C 6D 7C", "7D 8C 8D", leader=2)
    game.bots_until_own_turn()
    game.pass_turn()
    assert controls(game).state == "waiting"
    sent = ShownTable(game.user).news(game.table.pk, "2S", controls_only=True)
    assert re.search(r'id="plan"[^>]* data-available="(\w+)"', sent)[1] == can_plan


def queue_state(game, selection: str):
    shown = controls(game, selection)
    assert shown.state == "waiting"
    assert not shown.can_play
    return shown.can_plan, shown.plan_label, shown.play_reason


def set_up(game, *hands: str, **deal) -> None:
    rigging.rig(game.table.slug, hands, **deal)


LATER = "Queue this play"


def test_a_queued_play_must_beat_the_play_on_the_table(club):
    game = club()
    set_up(game, "3D 9D 9S KC 3H", "4D 4C", "TD TC 8D", "JD JC 8C", leader=1)
    # Before the lead, any combination can be queued.
    assert queue_state(game, "9D 9S") == (True, "Queue a pair of nines", "")
    set_up(
        game,
        "3D 9D 9S KC 3H",
        "4D 4C 5D",
        "TD TC 8D",
        "JD JC 8C",
        leader=1,
        actions=["1 play 4D 4C"],
    )
    assert queue_state(game, "9D 9S") == (True, "Queue a pair of nines", "")
    assert queue_state(game, "3D 3H") == (False, LATER, "Too low. Play something higher.")
    can_plan, label, reason = queue_state(game, "KC")
    assert (can_plan, label) == (False, LATER)
    assert reason
    assert "turn" not in reason
    assert queue_state(game, "9D KC") == (False, LATER, "Not a valid combination.")
    assert queue_state(game, "") == (False, LATER, "Choose cards to play.")


def test_a_player_can_queue_a_lead_after_their_own_play(club):
    game = club()
    set_up(game, "3D 3C 9D KC", "4D 4C", "TD TC", "JD JC", leader=0, actions=["0 play KC"])
    shown = controls(game, "3D 3C")
    assert (shown.can_plan, shown.leads_next) == (True, True)
    assert not controls(game, "3D 9D").can_plan


def test_a_player_out_of_the_trick_cannot_queue_a_play(club):
    game = club(rules=RuleSet.make(options={"passing": "locked"}))
    set_up(game, "3D 9D KC", "4D 8C", "TD TC", "JD JC", leader=3, actions=["3 play JC", "0 pass"])
    can_plan, label, reason = queue_state(game, "KC")
    assert (can_plan, label) == (False, LATER)
    assert reason == "You passed, so you’re out of this trick."


def test_a_forbidden_last_play_cannot_be_queued(club):
    game = club(rules="hong_kong")
    set_up(game, "2S", "3D 4D", "5D 6D", "7D 8D", leader=1, actions=["1 play 3D"])
    assert queue_state(game, "2S") == (False, LATER, "You can’t go out on a two.")


def test_a_leading_guard_is_not_told_to_play_any_combination(club):
    game = club(rules=RuleSet.make(options={"guard": "enforced"}))
    game.rig(*GUARDED, leader=0)
    assert controls(game).prompt == "You lead."


def test_a_player_who_must_beat_the_play_is_told_so_and_cannot_pass(club):
    game = club(rules=RuleSet.make(options={"must_beat": True}))
    set_up(game, "9D 4C", "3D 4D", "5D 6D", "7D 8D", leader=1, actions=["1 play 3D", "2 play 5D"])
    set_up(game, "9D 4C", "3D 4D", "5D 6D", "7D 8D", leader=3, actions=["3 play 7D"])
    shown = controls(game)
    assert shown.prompt == "You can beat the 7 of diamonds, so you must."
    assert not shown.can_pass


def test_a_player_with_no_possible_play_is_not_asked_to_choose_cards(club):
    game = club()
    # Seat 3 leads its lowest card, and the player is next.
    game.rig("3D 4C", "2S 6C", "5D 7C", "AS 2D", leader=3)
    game.bots()
    shown = controls(game)
    assert shown.prompt.startswith("You can’t beat ")
    assert (shown.can_play, shown.can_hint, shown.can_pass) == (False, False, True)
    assert shown.play_reason == shown.prompt
    assert controls(game, "3D").play_reason == "Too low. Play something higher."


def test_only_the_taker_of_a_hidden_leftover_sees_which_card_it_was(club):
    game = club(rules=RuleSet.make("three_players", {"leftover_exposed": False}))
    state = game.now().state
    card = card_label(state.leftover.bit_length() - 1)
    for seat in range(3):
        told = [f"You took the leftover card: {card}."] if seat == state.taker else []
        assert list(controls(game, seat=seat).notes) == told


def test_a_guard_who_holds_back_is_told_of_combinations_that_beat_anything(club):
    game = club(rules=RuleSet.make("da_lao_er", {"guard": "pays_all"}))
    set_up(game, "4D 9D KD", "5D", "6D 6C", "7D 7C", leader=3, actions=["3 play 7D"])
    said = "{1} has one card left. Play your king of diamonds, four of a kind or a straight flush."
    assert controls(game).notes[0] == named(game, said)


def test_cards_of_another_pack_cannot_be_selected(club):
    assert controls(club(), "3D 1X").play_reason == "Those cards aren’t in this pack."


# --- Prompts and notes of special deals

NAMES = ["Mei", "Bruno", "Ada", "Noor"]


def seen_by(seat: int, preset: str = "pagat", /, **options: object) -> View:
    """Return a new deal as the seat sees it."""
    return view(start(RuleSet.make(preset, options), new_pack(1), number=1, dealer=0), seat)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ((0,), "You went out first. The others play on."),
        ((1, 0), "You went out second. The others play on."),
        ((1, 2, 0), "You went out third. The others play on."),
        ((1, 2, 3, 0), "You went out in 4th place. The others play on."),
    ],
)
def test_a_player_without_cards_is_told_their_place(out, said):
    seen = replace(seen_by(0), hand=0, out=out, turn=1)
    assert prompts.prompt(seen, NAMES) == said


def test_a_hand_without_picture_cards_can_be_shown_where_that_counts():
    seen = replace(seen_by(0, redeal="no_faces"), may_redeal=True)
    assert prompts.notes(seen, NAMES) == [
        "You were dealt no jack, queen or king. Until the first play, you can show your hand and"
        " ask for a redeal."
    ]


@pytest.mark.parametrize(
    ("leftover", "said"),
    [
        ("4C", "You took the leftover card: 4 of clubs."),
        ("4C 5D", "You took the leftover cards: 4 of clubs and 5 of diamonds."),
    ],
)
def test_the_taker_of_hidden_leftover_cards_is_told_them_during_the_first_trick(leftover, said):
    cards = parse_cards(leftover)
    seen = replace(
        seen_by(1, "three_players", leftover_exposed=False),
        taker=1,
        leftover=cards,
        leftover_count=cards.bit_count(),
        trick_start=0,
    )
    assert prompts.notes(seen, NAMES) == [said]
    assert prompts.notes(replace(seen, trick_start=3), NAMES) == []
    assert prompts.notes(replace(seen, taker=2), NAMES) == []


# --- Without a play


@pytest.mark.parametrize(
    ("changed", "seat", "said"),
    [
        ({"phase": Table.Phase.WAITING}, None, "Take a seat, or watch."),
        ({"phase": Table.Phase.WAITING}, 0, "All seats are taken. Start when you’re ready."),
        ({"phase": Table.Phase.WAITING}, 1, "All seats are taken."),
        ({"phase": Table.Phase.BETWEEN}, 0, "Start the next deal?"),
        ({"phase": Table.Phase.FINISHED}, 0, "The game is over."),
        ({"phase": Table.Phase.FINISHED, "lesson": "tricks"}, 0, "The lesson is over."),
        ({"paused_at": timezone.now()}, 0, "Game paused. Anyone can resume it."),
        ({}, None, "You’re watching."),
        ({"spectator_delay": 1}, None, "You’re watching with a delay of 1 move."),
        ({"spectator_delay": 8}, None, "You’re watching with a delay of 8 moves."),
    ],
)
def test_the_prompt_says_what_the_table_waits_for(club, changed, seat, said):
    here = club().now()
    shown = controls_of(replace(here, table=replace(here.table, **changed)), seat)
    assert shown.prompt == said
    assert not shown.can_play

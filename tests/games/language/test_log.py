"""The game log, the status line and standing notices."""

from dataclasses import replace

import pytest

from games.language import log
from games.rules.cards import parse_card, parse_cards
from games.rules.deal.actions import Give, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import start, start_from_hands
from games.rules.deal.state import Previous
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.games.words import board, named, status

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("exposed", [True, False])
def test_a_leftover_is_shown_if_it_is_dealt_face_up(club, exposed):
    game = club(rules=RuleSet.make("three_players", {"leftover_exposed": exposed}))
    notice = board(game).notices[0]
    assert "took 1 leftover card." in notice.text
    assert len(notice.cards) == (1 if exposed else 0)


def test_a_notice_says_that_twos_are_demoted(club):
    game = club(rules=RuleSet.make(options={"bomb_demotes_twos": True}))
    game.rig("9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C 8C", "6D 7H 8H", leader=0)
    assert not any("twos" in notice.text for notice in board(game).notices)
    game.play("9D 9C 9H 9S 3C")
    assert "twos rank lowest" in board(game).notices[0].text


def test_a_flush_played_before_twos_are_demoted_keeps_its_name(club):
    game = club(rules=RuleSet.make(options={"bomb_demotes_twos": True}))
    flush = "4H 6H TH JH 2H"
    game.rig(f"{flush} 9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C 8C", "6D 7H 8H", leader=0)
    game.play(flush)
    said = board(game).log[0]
    assert said.endswith("a 2-high flush.")
    game.bots_until_own_turn()
    game.play("9D 9C 9H 9S 3C")
    assert said in board(game).log


NAMES = ("Ada", "Bruno", "Mei", "Tomas")
#: A pack in the order of the notation, whose 26th card is the 9 of clubs.
PACK = tuple(range(52))


def test_only_the_log_and_the_seats_mark_tell_who_deals(club):
    game = club()
    seen = view(start(RuleSet.make(), PACK, dealer=1), None)
    said = "Bruno deals. The cut card is the 9 of clubs, so Bruno gets the first card."
    assert log.beginning(seen, NAMES) == [said]
    assert log.notices(seen, NAMES) == []
    assert not any("deals" in sentence for sentence in log.status(seen, NAMES, [], []))
    shown = board(game)
    (dealer,) = (seat.view.name for seat in shown.seats if seat.view.is_dealer)
    told = shown.log[-1]
    assert told.startswith(f"{dealer} deals.")
    assert not any("deals" in sentence for sentence in status(game))
    game.step()
    assert board(game).log[-1] == told


def test_the_log_announces_a_new_round():
    previous = Previous(1, None, (1, 0, 0, 0))
    rules = RuleSet.make("indonesia", {"first_card": "next_to_dealer"})
    deals = [
        view(start(rules, PACK, number=number, dealer=2, previous=previous), None)
        for number in (10, 11)
    ]
    assert log.beginning(deals[0], NAMES) == ["Mei deals."]
    assert log.beginning(deals[1], NAMES) == [
        "A new cycle of deals begins. The player with the lowest card leads.",
        "Mei deals.",
    ]


def test_the_log_names_the_player_with_a_dragon():
    dragon = parse_cards("3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D")
    hands = [1 << parse_card("3C"), dragon, 1 << parse_card("3H"), 1 << parse_card("3S")]
    seen = view(start_from_hands(RuleSet.make("hong_kong"), hands), None)
    assert log.beginning(seen, NAMES)[-1] == "Bruno was dealt a dragon and laid it down."


def test_the_log_says_how_many_cards_a_pass_drew_but_not_which():
    rules = RuleSet.make("two_players_stock")
    hands = [parse_cards("3D 3C 8D 8C JD"), parse_cards("4D 5C 6C KD KC")]
    stock = [parse_card(name) for name in ("9H", "9S", "TH")]
    state = start_from_hands(rules, hands, leftover=stock)
    for action in (
        (Play(0, parse_cards("3D 3C"))),
        Pass(1),
        Play(0, parse_cards("8D 8C")),
        Pass(1),
    ):
        state = apply(state, action)
    said = log.lines(view(state, None), NAMES)
    assert said[2] == "Bruno passed and drew 2 cards."
    assert said[0] == ("Bruno passed and drew 2 cards. The stock ran out and was reshuffled.")


def test_two_pairs_are_named_by_both_ranks(club):
    game = club(rules=RuleSet.make("paper"))
    game.rig("TD TC 4H 4S 9D", "JD JC 3H 3S 9C", "5D 5C 5H 5S 6D", "7D 8C", leader=0)
    game.play("TD TC 4H 4S")
    assert "two pairs, tens and fours" in board(game).to_beat.label


@pytest.mark.parametrize("exposed", [True, False])
def test_a_notice_shows_the_leftover_during_the_exchange(exposed):
    rules = RuleSet.make("three_players_exchange", {"leftover_exposed": exposed})
    state = start(rules, PACK, number=2, previous=Previous(1, 2, (1, 0, 3)))
    seen = view(state, None)
    notice = log.notices(seen, NAMES)[1]
    assert notice.text == (
        "After the exchange, 1 leftover card goes to the player with the lowest card."
    )
    assert [card.code for card in notice.cards] == (["2S"] if exposed else [])
    given = state.hands[1].bit_length() - 1
    after = view(apply(state, Give(1, given)), None)
    assert "took 1 leftover card." in log.notices(after, NAMES)[1].text


def test_the_status_line_addresses_its_reader_as_you(club):
    game = club()
    game.rig("3D 3C 9S", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    assert status_line_of(game, 0) == "It’s your turn. You lead."
    assert status_line_of(game, None) == named(game, "It’s {0}’s turn. {0} leads.")
    game.play("3D")
    told = named(game, "played the 3 of diamonds. It’s {1}’s turn.")
    assert status_line_of(game, 0) == f"You {told}"
    assert status_line_of(game, 2) == named(game, "{0} ") + told


@pytest.mark.parametrize(
    ("names", "free", "said"),
    [
        (["Ada"], 3, ["Ada is here.", "3 seats are free."]),
        (["Ada", "Mei"], 1, ["Ada and Mei are here.", "1 seat is free."]),
        (["Ada"] * 5, 0, ["5 players are here.", "All seats are taken."]),
    ],
)
def test_the_status_line_says_who_waits_and_for_how_many(names, free, said):
    assert log.waiting_status(names, free) == said


@pytest.mark.parametrize(
    ("reader", "said"), [(0, "You have two cards left."), (1, "Ada has two cards left.")]
)
def test_the_status_line_says_who_has_two_cards_left(reader, said):
    rules = RuleSet.make(options={"last_card_call": "two"})
    hands = map(parse_cards, ("3D 9D KD", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H"))
    state = apply(start_from_hands(rules, list(hands), leader=0), Play(0, parse_cards("3D")))
    assert said in log.status(view(state, reader), NAMES, [], [], reader=reader)


@pytest.mark.parametrize(
    ("bombs", "said"),
    [
        (1, "A bomb was played. Losses are doubled."),
        (2, "Two bombs were played. Losses are multiplied by 4."),
        (3, "3 bombs were played. Losses are multiplied by 8."),
    ],
)
def test_a_notice_says_what_bombs_do_to_the_losses(bombs, said):
    seen = view(start(RuleSet.make(options={"bomb_doubles": True}), PACK), None)
    assert [each.text for each in log.notices(replace(seen, bombs=bombs), NAMES)] == [said]


def test_the_status_line_says_who_has_one_card_left(club):
    game = club(rules=RuleSet.make(options={"last_card_call": "one"}))
    game.rig("3D 9S", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    game.play("3D")
    assert "You have one card left." in status_line_of(game, 0)
    assert named(game, "{0} has one card left.") in status_line_of(game, 1)


def status_line_of(game, seat: int | None) -> str:
    """Return the status line for the seat."""
    return " ".join(status(game, seat))


def test_a_notice_says_that_a_bomb_doubles_the_losses(club):
    game = club(rules=RuleSet.make(options={"bomb_doubles": True}))
    game.rig("9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C 8C", "6D 7H 8H", leader=0)
    assert not any("bomb" in notice.text for notice in board(game).notices)
    game.play("9D 9C 9H 9S 3C")
    assert board(game).notices[0].text == "A bomb was played. Losses are doubled."


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("TD TC TH TS 3H", ["Two bombs were played. Losses are multiplied by 4."]),
        ("", ["A bomb was played. Losses are doubled."]),
    ],
)
def test_a_notice_counts_every_bomb_even_if_it_was_beaten(second, said):
    rules = RuleSet.make(options={"bomb_doubles": True})
    hands = ["9D 9C 9H 9S 3C 4D", "TD TC TH TS 3H 4C", "5D 7C 8C", "6D 7H 8H"]
    state = start_from_hands(rules, list(map(parse_cards, hands)), leader=0)
    state = apply(state, Play(0, parse_cards("9D 9C 9H 9S 3C")))
    if second:
        state = apply(state, Play(1, parse_cards(second)))
    assert [notice.text for notice in log.notices(view(state, None), NAMES)] == said

"""Players' moves: accepted, refused, and their effects."""

import pytest

from games.rules.cards import card_names, cards_text, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.refusals import Code
from games.rules.deal.state import Phase
from games.rules.view import view
from games.tables.denials import TableCode
from games.tables.models import Action
from tests.games.tables.support import OTHERS, WEAK
from tests.players import earlier

pytestmark = pytest.mark.django_db


def held(club, seat=0):
    return card_names(club.now().state.hands[seat])


def test_an_accepted_play_is_appended_and_raises_the_version(club):
    game = club()
    position = game.bots_until_own_turn()
    before, count = position.table.version, len(position.state.actions)
    plays = view(position.state, 0).open_plays()
    if plays:
        assert game.play(cards_text(plays[0])) is None
    else:
        assert game.pass_turn() is None
    after = game.now()
    assert after.table.version == before + 1
    assert len(after.state.actions) == count + 1
    assert Action.objects.filter(deal=after.deal.pk, number=count, by_bot=False).exists()


REFUSED = [
    ("", TableCode.CHOOSE_CARDS),
    ("1X", TableCode.NO_SUCH_CARDS),
    ("3D 3D", Code.NOT_HELD),
    ("3D 3D 3D", TableCode.NO_SUCH_CARDS),
    ("\x00" * 100, TableCode.NO_SUCH_CARDS),
]


@pytest.mark.parametrize(("cards", "why"), REFUSED)
def test_an_invalid_play_is_refused_and_changes_nothing(club, cards, why):
    game = club()
    version = game.bots_until_own_turn().table.version
    assert game.play(cards).code is why
    assert game.now().table.version == version


def test_cards_of_other_players_are_refused_without_revealing_their_owner(club):
    game = club()
    game.bots_until_own_turn()
    foreign = held(game, 1)[0]
    refusal = game.play(foreign)
    assert (refusal.code, refusal.params) == (Code.NOT_HELD, {"cards": [foreign]})


def test_a_play_from_a_stale_position_is_refused(club):
    game = club()
    position = game.bots_until_own_turn()
    answer = game.play(held(game)[0], moment=earlier(position.position))
    assert answer.code is TableCode.MOVED_ON


def test_a_play_sent_twice_counts_once(club):
    game = club()
    position = game.bots_until_own_turn()
    while not view(position.state, 0).open_plays():
        game.pass_turn()
        position = game.bots_until_own_turn()
    cards = cards_text(view(position.state, 0).open_plays()[0])
    version, moment = position.table.version, position.position
    assert game.play(cards, moment=moment) is None
    assert game.play(cards, moment=moment) is not None
    assert game.now().table.version == version + 1


def test_a_pass_out_of_turn_is_refused(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    refusal = game.pass_turn()
    assert (refusal.code, refusal.params) == (Code.NOT_YOUR_TURN, {"turn": game.table.turn})


def test_the_leader_of_a_trick_cannot_pass(club):
    game = club()
    while game.now().table.turn != 0:
        game = club()
    assert game.pass_turn().code is Code.MUST_LEAD


def test_the_first_play_must_include_the_lowest_card(club):
    game = club()
    while game.now().table.turn != 0:
        game = club()
    refusal = game.play(held(game)[-1])
    assert (refusal.code, refusal.params) == (Code.MUST_INCLUDE, {"card": "3D"})


FOUR = "9D 9C 9H 9S 3C"


def actions(game):
    return game.now().state.actions


def cut_in_table(club):
    """Seat 1 leads, and the user holds a four."""
    game = club(rules="da_lao_er")
    game.rig(f"{FOUR} 4D", "3D 4C 5C 6C", "5D 7C 8C TC", "6D 7H 8H TH", leader=1)
    game.bots()
    assert isinstance(actions(game)[-1], Play)
    assert game.now().table.turn == 2
    return game


def test_a_player_cuts_in_out_of_turn(club):
    game = cut_in_table(club)
    assert view(game.now().state, 0).may_cut_in
    assert game.play(FOUR) is None
    position = game.now()
    assert position.state.actions[-1] == Play(0, parse_cards(FOUR))
    assert position.state.trick.owner == 0
    assert position.table.turn == 1


def test_a_cut_in_still_counts_if_others_have_only_passed(club):
    game = club(rules="da_lao_er")
    # Nobody else can beat what seat 1 leads, whatever it is.
    game.rig(f"{FOUR} 4D", "KD KC AD AC", "5D 7C 8C TC", "6D 7H 8H TH", leader=1)
    played_at = game.bots().position
    assert game.bots().state.actions[-1] == Pass(2)
    assert game.play(FOUR, moment=played_at) is None


def test_a_cut_in_on_a_play_that_has_since_been_beaten_is_refused(club):
    game = cut_in_table(club)
    moment = game.now().position
    position = game.bots()
    assert isinstance(actions(game)[-1], Play)
    assert game.play(FOUR, moment=moment).code is TableCode.MOVED_ON
    assert game.now().table.version == position.table.version


def test_a_play_that_is_not_an_honour_cannot_cut_in(club):
    game = cut_in_table(club)
    assert game.play("4D").code is Code.NOT_YOUR_TURN


def test_a_hand_with_too_many_points_gets_no_redeal(club):
    game = club(rules="wikipedia")
    game.rig(OTHERS[1], WEAK, OTHERS[0], OTHERS[2])
    refusal = game.ask_for_redeal()
    assert (refusal.code, refusal.params) == (Code.REDEAL_POINTS, {"points": 15})


def test_a_player_cannot_ask_for_a_redeal_after_the_first_play(club):
    game = club(rules="wikipedia")
    game.rig(WEAK, *OTHERS)
    moment = game.now().position
    assert game.play("3D") is None
    assert game.ask_for_redeal().code is Code.REDEAL_TOO_LATE
    assert game.ask_for_redeal(moment=moment).code is TableCode.MOVED_ON


def test_a_player_cannot_ask_for_a_redeal_under_rules_without_one(club):
    assert club().ask_for_redeal().code is Code.NO_REDEAL


@pytest.fixture
def exchanging(club):
    """The second deal of a table where the user won the first."""
    game = club(rules="three_players_exchange", deals=3)
    game.rig("3D", "4D 5D", "6D 7D 8D")
    assert game.play("3D") is None
    assert game.ready() is None
    assert game.now().state.phase is Phase.EXCHANGE
    return game


def test_the_winner_gives_a_card_back(exchanging):
    position = exchanging.now()
    assert position.table.turn == 0
    exchange = position.state.exchange
    mine = position.state.hands[0]
    assert mine >> exchange.given & 1
    lowest = card_names(mine)[0]
    assert exchanging.give(lowest) is None
    after = exchanging.now().state
    assert after.phase is Phase.PLAY
    assert after.hands[exchange.loser] & parse_cards(lowest) or after.taker is not None


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("", TableCode.CHOOSE_ONE_CARD),
        ("XX", TableCode.NO_SUCH_CARDS),
    ],
)
def test_an_invalid_gift_is_refused(exchanging, cards, why):
    version = exchanging.now().table.version
    assert exchanging.give(cards).code is why
    assert exchanging.now().table.version == version


def test_two_cards_or_cards_of_other_players_cannot_be_given(exchanging):
    state = exchanging.now().state
    mine, others = card_names(state.hands[0]), card_names(state.hands[1])
    assert exchanging.give(" ".join(mine[:2])).code is TableCode.CHOOSE_ONE_CARD
    assert exchanging.give(others[0]).code is Code.NOT_HELD
    assert exchanging.play(mine[0]).code is Code.EXCHANGE_FIRST


def test_no_card_can_be_given_without_an_exchange(club):
    game = club()
    game.bots_until_own_turn()
    held = card_names(game.now().state.hands[0])[0]
    assert game.give(held).code is Code.NO_EXCHANGE

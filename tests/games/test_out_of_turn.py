"""What may be done besides playing and passing in turn: by people, by bots, and by both at once."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games import bots, selectors, services, wake
from games.models import Deal, Table
from games.rules import PRESETS, RuleSet
from games.rules.cards import card_names, parse_cards
from games.rules.deal import Ending, Pass, Phase, Play
from games.rules.view import view

pytestmark = pytest.mark.django_db

FOUR = "9D 9C 9H 9S 3C"
CUT_IN = RuleSet.make("da_lao_er")
MOVED_ON = "The table had moved on before that arrived. Look again."


def actions(game):
    return game.now().state.actions


# --- Cutting in


def cut_in_table(club):
    """Seat 1 leads, and the person holds a four."""
    game = club(rules=CUT_IN)
    game.rig(f"{FOUR} 4D", "3D 4C 5C 6C", "5D 7C 8C TC", "6D 7H 8H TH", leader=1)
    game.bots()
    assert isinstance(actions(game)[-1], Play)
    assert game.now().table.turn == 2
    return game


def test_a_person_cuts_in_out_of_turn(club):
    game = cut_in_table(club)
    assert view(game.now().state, 0).may_cut_in
    assert game.play(FOUR) == services.DONE
    position = game.now()
    assert position.state.actions[-1] == Play(0, parse_cards(FOUR))
    assert position.state.trick.owner == 0
    assert position.table.turn == 1


def test_a_cut_in_is_still_meant_when_others_only_passed(club):
    game = club(rules=CUT_IN)
    # Nobody else can beat what seat 1 leads, whatever it is.
    game.rig(f"{FOUR} 4D", "KD KC AD AC", "5D 7C 8C TC", "6D 7H 8H TH", leader=1)
    played_at = game.bots().table.moment
    assert game.bots().state.actions[-1] == Pass(2)
    assert game.play(FOUR, moment=played_at) == services.DONE


def test_a_cut_in_for_another_play_than_lies_there_is_refused(club):
    game = cut_in_table(club)
    moment = game.now().table.moment
    position = game.bots()
    assert isinstance(actions(game)[-1], Play)
    assert game.play(FOUR, moment=moment).refusal == MOVED_ON
    assert game.now().table.version == position.table.version


def test_what_is_no_honour_waits_for_its_turn(club):
    game = cut_in_table(club)
    assert game.play("4D").refusal.startswith("Not your turn")


def person_before_a_bomb(club, bomber):
    """Seat 3 plays before the person, who is on turn then; seat 2 holds what ``bomber`` says."""
    game = club(rules=CUT_IN)
    game.rig("4D 5D 6D 7D", "TD JD QD", bomber, "3D 8S TS QS KH", leader=3)
    game.bots()
    position = game.now()
    assert position.table.turn == 0
    assert position.state.trick.owner == 3
    assert position.table.due_at is not None
    return game


def test_a_bot_cuts_in_while_a_person_is_awaited(club, queued):
    # With its four it goes out, so it does not wait for its turn.
    game = person_before_a_bomb(club, "9D 9C 9H 9S 3H")
    assert queued[-1][0] == wake.MOVE_ON
    position = game.bots()
    assert position.state.cut_ins == (1,)
    assert position.table.phase == Table.Phase.BETWEEN
    assert Deal.objects.get().winner == 2


def test_bots_that_want_nothing_leave_the_person_in_peace(club):
    # On a low single a four is worth more later.
    game = person_before_a_bomb(club, "9D 9C 9H 9S 4C 5H 6S 7H JC 4S")
    version = game.now().table.version
    table = game.bots().table
    assert (table.version, table.due_at) == (version, None)


def test_a_bot_that_cannot_think_holds_up_nobody(club, monkeypatch):
    def fails(_view):
        raise RuntimeError("no idea")

    monkeypatch.setattr(bots, "think_of_cutting_in", fails)
    monkeypatch.setattr(bots, "wants_redeal", fails)
    game = cut_in_table(club)
    version = game.now().table.version
    assert game.bots().table.version == version + 1


def test_a_dragon_ends_its_deal_and_the_next_one_starts(club, monkeypatch):
    # One card of each rank for whoever is dealt every fourth card from the first.
    game = club(rules="hong_kong", deals=2)
    pack = [4 * rank + suit for rank in range(13) for suit in (3, 0, 1, 2)]
    monkeypatch.setattr("games.shuffle.order", lambda *_: tuple(pack))
    game.finish_deal()
    assert not game.ready().refusal
    position = game.now()
    assert position.state.result.ending is Ending.DRAGON
    assert position.table.phase == Table.Phase.FINISHED
    assert position.table.due_at is None


# --- Asking for a new deal


WEAK = "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H"
OTHERS = (
    "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
    "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
    "8H 9H TH JC QC KC AC 2C JH QH KH AH 2H",
)


def test_a_person_with_a_weak_hand_gets_a_new_deal(club):
    game = club(rules="wikipedia")
    game.rig(WEAK, *OTHERS)
    assert game.ask_for_redeal() == services.DONE
    position = game.now()
    assert [deal.attempt for deal in Deal.objects.all()] == [1, 2]
    assert position.deal.number == 1
    assert position.scene.finished == ()
    assert position.scene.shown == (0, parse_cards(WEAK))
    assert [seat.points for seat in position.seats] == [0] * 4
    assert position.table.phase == Table.Phase.PLAYING


def test_a_hand_with_too_many_points_plays_on(club):
    game = club(rules="wikipedia")
    game.rig(OTHERS[1], WEAK, OTHERS[0], OTHERS[2])
    refusal = game.ask_for_redeal().refusal
    assert refusal == "Your hand has 15 points, too many to ask for a new deal."


def test_after_the_first_play_it_is_too_late(club):
    game = club(rules="wikipedia")
    game.rig(WEAK, *OTHERS)
    moment = game.now().table.moment
    assert game.play("3D") == services.DONE
    too_late = "A new deal can be asked for only before the first play."
    assert game.ask_for_redeal().refusal == too_late
    assert game.ask_for_redeal(moment=moment).refusal == MOVED_ON


def test_where_no_hand_is_thrown_in_nobody_can_ask(club):
    assert club().ask_for_redeal().refusal == "At this table nobody can ask for a new deal."


def test_a_bot_with_a_hopeless_hand_asks_while_a_person_is_to_open(club):
    game = club(rules="wikipedia")
    game.rig(
        "3D 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 8D TD",
        "3C 4D 5C 6D 7C 7H 9C JD QD KD AD 2D JC",
        "8H 9H TH QC KC AC 2C JH QH KH AH 2H 3S",
    )
    assert game.now().table.turn == 0
    assert game.now().table.due_at is not None
    game.bots()
    assert game.now().scene.shown.seat == 1


def test_a_bot_leaves_time_to_ask_whatever_the_hands(club, settings):
    settings.REDEAL_SECONDS = 100.0
    for hands in ([WEAK, *OTHERS], [OTHERS[0], WEAK, OTHERS[1], OTHERS[2]]):
        game = club(rules="wikipedia")
        game.rig(*hands, leader=2)
        table = game.now().table
        assert table.due_at is not None
        assert (table.due_at - game.now().deal.started_at).total_seconds() > 90


# --- The exchange


@pytest.fixture
def exchanging(club):
    """The second deal of a table where the person won the first."""
    game = club(rules="three_players_exchange", deals=3)
    game.rig("3D", "4D 5D", "6D 7D 8D")
    assert game.play("3D") == services.DONE
    assert game.ready() == services.DONE
    assert game.now().state.phase is Phase.EXCHANGE
    return game


def test_the_winner_gives_a_card_back(exchanging):
    position = exchanging.now()
    assert position.table.turn == 0
    exchange = position.state.exchange
    mine = position.state.hands[0]
    assert mine >> exchange.given & 1
    lowest = card_names(mine)[0]
    assert exchanging.give(lowest) == services.DONE
    after = exchanging.now().state
    assert after.phase is Phase.PLAY
    assert after.hands[exchange.loser] & parse_cards(lowest) or after.taker is not None


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("", "Choose one card to give."),
        ("XX", "Those are no cards of this pack. Choose again."),
    ],
)
def test_what_is_no_gift_is_refused(exchanging, cards, why):
    version = exchanging.now().table.version
    assert exchanging.give(cards).refusal == why
    assert exchanging.now().table.version == version


def test_two_cards_and_foreign_cards_are_no_gift(exchanging):
    state = exchanging.now().state
    mine, others = card_names(state.hands[0]), card_names(state.hands[1])
    assert exchanging.give(" ".join(mine[:2])).refusal == "Choose one card to give."
    assert exchanging.give(others[0]).refusal.startswith("You do not hold the ")
    assert exchanging.play(mine[0]).refusal.startswith("First ")


def test_the_administration_tells_no_gift_of_a_running_deal(exchanging, admin_client):
    given = card_names(exchanging.now().state.hands[0])[0]
    assert exchanging.give(given) == services.DONE
    deal = exchanging.now().deal
    gift = deal.actions.get(number=0)
    assert given in gift.text
    address = reverse("admin:games_deal_change", args=[deal.pk])
    assert gift.text not in admin_client.get(address).content.decode()
    Deal.objects.filter(pk=deal.pk).update(finished_at=timezone.now())
    assert gift.text in admin_client.get(address).content.decode()


def test_without_an_exchange_nothing_is_given(club):
    game = club()
    game.bots_until_own_turn()
    held = card_names(game.now().state.hands[0])[0]
    assert game.give(held).refusal == "There is no card to be given."


# --- Whole sessions under every preset


@pytest.mark.parametrize("preset", PRESETS)
def test_a_session_runs_to_its_end(club, preset):
    game = club(rules=preset, deals=3)
    position = game.finish_session()
    assert len(position.seats) == RuleSet.make(preset).players
    assert position.table.phase == Table.Phase.FINISHED
    assert len(position.scene.finished) == 3
    assert sum(seat.net for seat in position.seats) == 0
    assert Deal.objects.filter(nets__isnull=True).count() == sum(
        selectors.deal_state(deal).result.ending is Ending.REDEAL for deal in Deal.objects.all()
    )

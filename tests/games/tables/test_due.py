"""Scheduling of timed steps."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.rules.deal.state import Phase
from games.rules.ruleset.rule_set import RuleSet
from games.tables import queue
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import moves, timers, votes
from games.tables.services.core import locked_table
from games.tables.services.due import reschedule
from tests.games.tables.support import OTHERS, WEAK
from tests.games.words import board, controls, scores
from tests.players import walk_away

pytestmark = pytest.mark.django_db


def test_a_bots_turn_is_queued_with_the_version_of_the_table(club, queued):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    table = game.now().table
    assert queued[-1][:3] == (queue.MOVE_ON, table.pk, table.version)
    assert table.due_at is not None


def test_nothing_is_due_during_a_players_turn_without_a_clock(club, queued):
    game = club()
    game.bots_until_own_turn()
    assert game.table.due_at is None


def test_the_next_deal_is_queued_between_deals_and_plays_are_refused(club, queued, settings):
    settings.NEXT_DEAL_SECONDS = 20
    game = club(deals=2)
    position = game.finish_deal()
    assert position.table.phase == Table.Phase.BETWEEN
    task, table, version, seconds = queued[-1]
    assert (task, table, version) == (queue.NEXT_DEAL, position.table.pk, position.table.version)
    assert 19 < seconds <= 20
    assert game.play("3D").code is TableCode.BETWEEN_DEALS


def test_a_players_turn_is_queued_for_its_deadline(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    table = position.table
    left = (table.deadline - timezone.now()).total_seconds()
    assert 40 < left <= 45
    assert table.due_at == table.deadline
    assert queued[-1][:3] == (queue.MOVE_ON, table.pk, table.version)


def test_a_slow_turn_uses_up_extra_time(party):
    game = party(people=1, clock="quick")
    game.begin()
    game.rig(*OTHERS, WEAK, leader=0)
    late = timezone.now() - timedelta(seconds=20)
    Table.objects.filter(pk=game.table.pk).update(turn_since=late)
    game.step()
    assert 24_000 < game.now().seats[0].bank_ms <= 25_000


def test_a_leading_bot_leaves_time_to_ask_for_a_redeal_whatever_the_hands(club, settings):
    settings.REDEAL_SECONDS = 100.0
    for hands in ([WEAK, *OTHERS], [OTHERS[0], WEAK, OTHERS[1], OTHERS[2]]):
        game = club(rules="wikipedia")
        game.rig(*hands, leader=2)
        table = game.now().table
        assert table.due_at is not None
        assert (table.due_at - game.deal_row().started_at).total_seconds() > 90
        assert controls(game).can_keep
        # The one person there keeps the hand, so that nobody else is waited for.
        assert game.ask(0, moves.keep_hand) is None
        assert game.now().table.due_at <= timezone.now()
        assert not controls(game).can_keep


@pytest.mark.parametrize("weak", [0, 1, 2])
def test_a_leading_player_leaves_time_to_ask_for_a_redeal_whatever_the_hands(
    party, settings, queued, weak
):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=3, rules="wikipedia", clock="quick")
    game.begin()
    hands = list(OTHERS)
    hands.insert(weak, WEAK)
    game.rig(*hands, leader=0)
    leader, other, third = (game.person_at(seat) for seat in (0, 1, 2))
    before = game.now()
    lead = hands[0].split()[0]
    assert leader.asks(moves.play, game.table, lead, before.position).code is (TableCode.LEAD_HELD)
    # The clock begins when the lead is open.
    opens_at = before.table.turn_since
    assert 90 < (opens_at - timezone.now()).total_seconds() <= 100
    assert 40 < (before.table.deadline - opens_at).total_seconds() <= 45
    assert [controls(game, seat=seat).can_keep for seat in range(3)] == [False, True, True]
    assert controls(game, lead, seat=0).play_reason.startswith(
        "Wait a moment: players can still ask for a redeal"
    )
    assert other.asks(moves.keep_hand, game.table) is None
    assert game.now().table.turn_since == opens_at
    assert board(game).pause is not None
    assert third.asks(moves.keep_hand, game.table) is None
    now = game.now()
    assert now.table.turn_since <= timezone.now()
    assert 40 < (now.table.deadline - timezone.now()).total_seconds() <= 45
    assert board(game).pause is None
    assert leader.asks(moves.play, game.table, lead, now.position) is None


def test_no_countdown_runs_during_a_pause(party, settings):
    settings.REDEAL_SECONDS, settings.NEXT_DEAL_SECONDS = 100.0, 50.0
    game = party(people=2, rules="wikipedia", deals_planned=2)
    game.begin()
    game.rig(*OTHERS, WEAK, leader=0)

    def pause():
        for number in (0, 1):
            assert game.ask(number, votes.vote, "pause", agree=True) is None
        assert game.now().table.paused_at is not None

    assert board(game).pause is not None
    pause()
    assert board(game).pause is None
    assert game.ask(0, votes.resume) is None
    assert board(game).pause is not None
    settings.REDEAL_SECONDS = 0.0
    game.rig("3D", "4D", "5D", "6D 6C", leader=0)
    game.finish_deal()
    assert scores(game).next_deal is not None
    pause()
    assert scores(game).next_deal is None
    assert game.ask(0, votes.resume) is None
    assert scores(game).next_deal is not None


def test_the_lead_is_not_held_back_while_cards_are_exchanged(club, settings):
    settings.REDEAL_SECONDS = 100.0
    rules = RuleSet.make("three_players_exchange", {"redeal": "three_points"})
    game = club(rules=rules, deals=2)
    game.rig("KD AD", "2S", "AS 2C 2H", leader=1)
    game.bots()
    assert game.ready() is None
    here = game.now()
    assert (here.state.phase, here.state.turn) == (Phase.EXCHANGE, 1)
    assert board(game).pause is None
    assert not controls(game).can_keep
    game.bots()
    assert game.now().state.phase is Phase.PLAY


def test_the_table_is_updated_when_the_lead_opens(party, settings, queued):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=2, rules="wikipedia")
    game.begin()
    # A bot with that hand would ask.
    game.rig(OTHERS[0], WEAK, *OTHERS[1:], leader=0)
    held = game.now().table
    timers.move_on(held.pk, held.version)
    waits = game.now().table
    assert waits.due_at == waits.turn_since
    # A task that comes a moment early comes again when the lead opens.
    queued.clear()
    timers.move_on(held.pk, waits.version)
    assert game.now().table.due_at == waits.due_at
    assert [call[:3] for call in queued] == [(queue.MOVE_ON, held.pk, waits.version)]
    assert 90 < queued[0][3] <= 100
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=held.pk).update(turn_since=past, due_at=past)
    timers.move_on(held.pk, waits.version)
    opened = game.now().table
    assert opened.version > waits.version
    assert opened.due_at is None
    assert not controls(game, seat=1).can_keep


def test_the_lead_is_not_held_back_if_only_bots_could_ask_for_a_redeal(club, settings):
    settings.REDEAL_SECONDS = 100.0
    game = club(rules="wikipedia")
    game.rig(*OTHERS, WEAK, leader=0)
    assert not board(game).pause
    assert game.play(OTHERS[0].split()[0]) is None


def test_a_stand_in_does_not_shorten_the_time_to_ask_for_a_redeal(party, settings, queued):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=3, rules="wikipedia")
    game.begin()
    # The bot in the last seat could ask at once, so that something is due before the lead opens.
    game.rig(*OTHERS, WEAK, leader=0)
    soon, opens_at = game.now().table.due_at, game.now().table.turn_since
    assert soon < opens_at
    walk_away(game.user)
    assert game.ask(1, votes.vote, "stand_in:0", agree=True) is None
    here = game.now()
    assert here.seats[0].stand_in
    assert here.table.due_at == opens_at
    assert queued[-1][3] > 90
    assert board(game).pause.until == opens_at
    # Nor does who comes back, nor is it held for longer.
    assert game.ask(0, votes.take_seat_back) is None
    assert game.now().table.turn_since == opens_at
    lead = OTHERS[0].split()[0]
    assert game.play(lead).code is TableCode.LEAD_HELD
    # Whoever is there keeps the hand: nobody is waited for any more.
    for number in (1, 2):
        assert game.ask(number, moves.keep_hand) is None
    assert game.play(lead) is None


def test_rescheduling_a_table_does_not_hold_the_lead_back_longer(party, settings):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=2, rules="wikipedia")
    game.begin()
    game.rig(*OTHERS, WEAK, leader=0)
    before = game.now().table.turn_since
    with locked_table(game.table.pk) as table:
        reschedule(table)
    assert game.now().table.turn_since == before


def test_keeping_the_hand_does_not_count_as_ready_for_the_next_deal(party, settings):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=2, rules="wikipedia", deals_planned=2)
    game.begin()
    # A bot with that hand would ask.
    game.rig(OTHERS[0], WEAK, *OTHERS[1:], leader=0)
    assert game.person_at(1).asks(moves.keep_hand, game.table) is None
    assert game.now().seats[1].ready
    settings.REDEAL_SECONDS = 0.0
    assert game.finish_deal().table.phase == Table.Phase.BETWEEN
    assert not any(seat.ready for seat in game.now().seats)
    assert game.person_at(0).asks(moves.ready, game.table) is None
    assert game.now().table.phase == Table.Phase.BETWEEN


def test_keeping_the_hand_gives_no_player_more_time(party, settings):
    settings.REDEAL_SECONDS = 100.0
    game = party(people=2, rules="wikipedia", clock="quick")
    game.begin()
    game.rig(*OTHERS, WEAK, leader=0)
    leader, other = game.person_at(0), game.person_at(1)
    held = game.now()
    assert leader.asks(moves.keep_hand, game.table) is None
    assert game.now().version == held.version
    # The lead has opened, and the clock of who leads has almost run out.
    since = timezone.now() - timedelta(seconds=40)
    deadline = timezone.now() + timedelta(seconds=5)
    Table.objects.filter(pk=game.table.pk).update(
        turn_since=since, deadline=deadline, due_at=deadline
    )
    for person in (other, leader):
        assert person.asks(moves.keep_hand, game.table) is None
        now = game.now().table
        assert (now.turn_since, now.deadline) == (since, deadline)

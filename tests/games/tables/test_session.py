"""Sessions from deal to deal: what is stored, and when they end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common import caches
from games.rules import record
from games.rules.cards import parse_cards
from games.rules.deal.state import Ending
from games.rules.ruleset.rule_set import RuleSet
from games.tables.denials import TableCode
from games.tables.models import Deal, Session, Table
from games.tables.services import votes
from games.tables.snapshot import deal_state
from tests.games.tables.support import OTHERS, WEAK
from tests.players import SOME_RULES, SPECIAL_RULES

pytestmark = pytest.mark.django_db


def test_a_finished_deal_is_stored_and_its_payments_add_up(club):
    game = club(deals=2)
    position = game.finish_deal()
    deal = game.deal_row()
    assert deal.finished_at is not None
    assert sum(deal.nets) == 0
    assert deal.winner == position.state.result.winner
    for seat in position.seats:
        assert seat.points == deal.points[seat.number]
        assert seat.net == deal.nets[seat.number]
        paid = sum(points for payer, _payee, points in deal.pairs if payer == seat.number)
        got = sum(points for _payer, payee, points in deal.pairs if payee == seat.number)
        assert got - paid == seat.net


def test_the_next_deal_starts_when_all_players_are_ready(club):
    game = club(deals=2)
    winner = game.finish_deal().state.result.winner
    assert game.ready() is None
    position = game.now()
    assert position.deal.number == 2
    assert position.table.phase == Table.Phase.PLAYING
    assert position.state.setup.dealer == winner
    assert not any(seat.ready for seat in position.seats)


def test_ready_is_refused_while_a_deal_runs(club):
    assert club().ready().code is TableCode.NO_NEXT_DEAL


def test_ready_is_refused_while_the_game_is_paused(club):
    game = club(deals=2)
    game.finish_deal()
    assert game.ask(0, votes.vote, "pause", agree=True) is None
    assert game.ready().code is TableCode.PAUSED
    assert game.ask(0, votes.resume) is None
    assert game.ready() is None
    assert game.now().deal.number == 2


def test_a_session_ends_after_its_deals(club):
    game = club(deals=3)
    position = game.finish_session()
    session = Session.objects.get(pk=position.session.pk)
    assert session.status == Session.Status.FINISHED
    assert session.finished_at is not None
    assert position.table.phase == Table.Phase.FINISHED
    assert position.table.due_at is None
    assert Deal.objects.filter(session=session).count() == 3
    assert sum(seat.net for seat in position.seats) == 0
    assert game.play("3D").code is TableCode.OVER


def test_every_deal_replays_to_its_stored_result(club):
    game = club(deals=3)
    game.play_session_move_by_move()
    for deal in Deal.objects.all():
        # From the start and the actions alone, without what the process keeps at hand.
        caches.clear_all()
        state = deal_state(deal)
        assert list(state.result.points) == deal.points
        assert list(state.result.net) == deal.nets
        assert record.replay(record.write(state)).result == state.result


def test_deals_and_sessions_end_even_if_the_system_clock_was_set_back(club, monkeypatch):
    game = club(deals=1)
    early = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: early)
    position = game.finish_session()
    deal = game.deal_row()
    assert position.table.phase == Table.Phase.FINISHED
    assert deal.finished_at == deal.started_at
    assert deal.session.finished_at == deal.session.started_at


def test_a_target_score_ends_the_session(party):
    game = party(people=1, deals_planned=50, target=1)
    game.begin()
    assert game.finish_session().table.phase == Table.Phase.FINISHED
    assert Deal.objects.filter(session__table=game.table).count() < 5


def test_a_dragon_ends_its_deal_and_the_next_one_starts(club, monkeypatch):
    # One card of each rank for whoever is dealt every fourth card from the first.
    game = club(rules="hong_kong", deals=2)
    pack = [4 * rank + suit for rank in range(13) for suit in (3, 0, 1, 2)]
    monkeypatch.setattr("games.tables.shuffle.order", lambda *_: tuple(pack))
    game.finish_deal()
    assert game.ready() is None
    position = game.now()
    assert position.state.result.ending is Ending.DRAGON
    assert position.table.phase == Table.Phase.FINISHED
    assert position.table.due_at is None


def test_a_player_with_a_weak_hand_gets_a_redeal(club):
    game = club(rules="wikipedia")
    game.rig(WEAK, *OTHERS)
    assert game.ask_for_redeal() is None
    position = game.now()
    assert [deal.attempt for deal in Deal.objects.all()] == [1, 2]
    assert position.deal.number == 1
    assert position.setting.finished == ()
    assert position.setting.shown == (0, parse_cards(WEAK))
    assert [seat.points for seat in position.seats] == [0] * 4
    assert position.table.phase == Table.Phase.PLAYING


@pytest.mark.parametrize("preset", [*SOME_RULES, *SPECIAL_RULES])
def test_a_session_under_each_preset_runs_to_its_end(club, preset):
    game = club(rules=preset, deals=2)
    position = game.play_session_move_by_move()
    assert len(position.seats) == RuleSet.make(preset).players
    assert position.table.phase == Table.Phase.FINISHED
    assert len(position.setting.finished) == 2
    assert sum(seat.net for seat in position.seats) == 0
    assert Deal.objects.filter(nets__isnull=True).count() == sum(
        deal_state(deal).result.ending is Ending.REDEAL for deal in Deal.objects.all()
    )

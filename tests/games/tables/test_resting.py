"""Tables that only bots play rest while no page shows them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.common.denials import DeniedError
from games.tables import selectors
from games.tables.models import Seat, Table
from games.tables.services import opening, resting, seating, timers, votes

pytestmark = pytest.mark.django_db


@pytest.fixture
def deserted(club):
    """A table whose only user has just quit."""
    game = club(deals=2)
    assert game.ask(0, seating.stand_up) is None
    return game


def is_at_rest(game):
    row = game.now().table
    return row.due_at is None and row.phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN)


def actions(game):
    return game.now().table.action_count


def test_a_deserted_table_rests_from_the_next_turn_on(deserted):
    before = deserted.now()
    assert before.table.due_at is not None
    deserted.bots()
    assert is_at_rest(deserted)
    assert deserted.now().version == before.version
    timers.sweep()
    timers.sweep(everything=True)
    assert actions(deserted) == before.table.action_count


def test_a_deserted_table_plays_on_while_it_is_watched(deserted):
    resting.watch(deserted.table.pk)
    for count in range(actions(deserted) + 1, actions(deserted) + 4):
        deserted.bots()
        assert actions(deserted) == count
    Table.objects.update(watched_at=timezone.now() - timedelta(minutes=3))
    deserted.bots()
    assert is_at_rest(deserted)
    resting.watch(deserted.table.pk)
    here = deserted.now()
    assert here.table.due_at is not None
    assert deserted.bots().table.action_count == here.table.action_count + 1


def test_a_deserted_table_rests_and_resumes_between_deals(deserted):
    resting.watch(deserted.table.pk)
    here = deserted.finish_deal()
    assert here.table.phase == Table.Phase.BETWEEN
    Table.objects.update(watched_at=None)
    timers.start_next_deal(deserted.table.pk, here.version)
    assert is_at_rest(deserted)
    resting.watch(deserted.table.pk)
    here = deserted.now()
    assert here.table.due_at < timezone.now() + timedelta(seconds=4)
    timers.start_next_deal(deserted.table.pk, here.version)
    assert deserted.now().deal.number == 2


@pytest.mark.every_database
def test_watching_again_soon_does_not_update_the_stored_time(deserted):
    resting.watch(deserted.table.pk)
    noted = Table.objects.get().watched_at
    resting.watch(deserted.table.pk)
    assert Table.objects.get().watched_at == noted


def test_a_table_with_a_user_does_not_rest(club):
    game = club(deals=2)
    game.bots_until_own_turn()
    resting.watch(game.table.pk)
    row = Table.objects.get()
    assert row.watched_at is None
    assert row.action_count > 0 or row.turn == 0


def test_a_returning_player_takes_the_seat_back_and_the_table_plays_on(club):
    game = club(deals=2)
    Seat.objects.filter(session__table=game.table, user=game.user).update(stand_in=True)
    Table.objects.update(revision=7)
    game.bots()
    assert is_at_rest(game)
    assert game.ask(0, votes.take_seat_back) is None
    here = game.bots_until_own_turn()
    assert here.table.turn in (0, None)


def test_a_player_who_returns_between_deals_is_dealt_the_next_one(club):
    game = club(deals=2)
    version = game.finish_deal().version
    Seat.objects.filter(session__table=game.table, user=game.user).update(stand_in=True)
    Table.objects.update(revision=7)
    timers.start_next_deal(game.table.pk, version)
    assert is_at_rest(game)
    assert game.ask(0, votes.take_seat_back) is None
    timers.start_next_deal(game.table.pk, game.now().version)
    assert game.now().deal.number == 2


@pytest.mark.parametrize("way", [{"is_arranged": True}, {"purpose": Table.Purpose.COUNTS}])
def test_a_table_of_an_event_does_not_rest(deserted, way):
    Table.objects.update(**way)
    before = actions(deserted)
    assert deserted.bots().table.action_count == before + 1


# --- How many one person may have


def open_table(user):
    return opening.open_table(user)


def test_a_user_can_have_only_a_limited_number_of_open_tables(settings):
    settings.PERSON_TABLES = 2
    user = User.objects.create_user("ada", password="x")
    first, _second = open_table(user), open_table(user)
    with pytest.raises(DeniedError) as denied:
        open_table(user)
    assert denied.value.denial.params == {"most": 2}
    assert Table.objects.count() == 2
    Table.objects.filter(pk=first.pk).update(phase=Table.Phase.FINISHED)
    open_table(user)


def test_resting_tables_do_not_count_towards_the_limit(deserted, settings):
    settings.PERSON_TABLES = 1
    user = deserted.user
    assert selectors.count_open_tables(user) == 1
    with pytest.raises(DeniedError):
        opening.open_solo_table(user)
    deserted.bots()
    assert selectors.count_open_tables(user) == 0
    opening.open_solo_table(user)


def test_a_table_waiting_for_its_user_counts_towards_the_limit(club):
    game = club()
    game.bots_until_own_turn()
    Table.objects.update(due_at=None)
    assert selectors.count_open_tables(game.user) == 1


@pytest.mark.every_database
def test_the_last_allowed_table_requested_twice_opens_once(settings):
    settings.PERSON_TABLES = 1
    user = User.objects.create_user("ada", password="x")
    table = opening.open_solo_table(user, opening_key="k" * 16)
    assert opening.open_solo_table(user, opening_key="k" * 16) == table

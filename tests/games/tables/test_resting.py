"""Tables that only bots play rest while no page shows them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.common.denials import DeniedError
from games.tables import selectors, services
from games.tables.models import Seat, Table

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def deserted(club):
    """A table whose only user has just quit."""
    game = club(deals=2)
    assert game.ask(0, services.stand_up) is None
    return game


def is_at_rest(game):
    row = game.now().table
    return row.due_at is None and row.phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN)


def actions(game):
    return game.now().table.action_count


def test_it_rests_from_the_next_turn_on(deserted):
    before = deserted.now()
    assert before.table.due_at is not None
    deserted.bots()
    assert is_at_rest(deserted)
    assert deserted.now().version == before.version
    services.sweep()
    services.sweep(everything=True)
    assert actions(deserted) == before.table.action_count


def test_it_goes_on_as_long_as_somebody_watches(deserted):
    services.watch(deserted.table.pk)
    for count in range(actions(deserted) + 1, actions(deserted) + 4):
        deserted.bots()
        assert actions(deserted) == count
    Table.objects.update(watched_at=timezone.now() - timedelta(minutes=3))
    deserted.bots()
    assert is_at_rest(deserted)
    services.watch(deserted.table.pk)
    here = deserted.now()
    assert here.table.due_at is not None
    assert deserted.bots().table.action_count == here.table.action_count + 1


def test_between_two_deals_it_rests_and_goes_on(deserted):
    services.watch(deserted.table.pk)
    here = deserted.finish_deal()
    assert here.table.phase == Table.Phase.BETWEEN
    Table.objects.update(watched_at=None)
    services.start_next_deal(deserted.table.pk, here.version)
    assert is_at_rest(deserted)
    services.watch(deserted.table.pk)
    here = deserted.now()
    assert here.table.due_at < timezone.now() + timedelta(seconds=4)
    services.start_next_deal(deserted.table.pk, here.version)
    assert deserted.now().deal.number == 2


def test_that_it_is_watched_is_written_down_now_and_then(deserted):
    services.watch(deserted.table.pk)
    noted = Table.objects.get().watched_at
    services.watch(deserted.table.pk)
    assert Table.objects.get().watched_at == noted


def test_where_a_person_plays_nothing_rests(club):
    game = club(deals=2)
    game.bots_until_own_turn()
    services.watch(game.table.pk)
    row = Table.objects.get()
    assert row.watched_at is None
    assert row.action_count > 0 or row.turn == 0


def test_who_comes_back_takes_the_seat_and_plays_on(club):
    game = club(deals=2)
    Seat.objects.filter(session__table=game.table, user=game.user).update(stand_in=True)
    Table.objects.update(revision=7)
    game.bots()
    assert is_at_rest(game)
    assert game.ask(0, services.take_seat_back) is None
    here = game.bots_until_own_turn()
    assert here.table.turn in (0, None)


def test_who_comes_back_between_two_deals_is_dealt_the_next(club):
    game = club(deals=2)
    version = game.finish_deal().version
    Seat.objects.filter(session__table=game.table, user=game.user).update(stand_in=True)
    Table.objects.update(revision=7)
    services.start_next_deal(game.table.pk, version)
    assert is_at_rest(game)
    assert game.ask(0, services.take_seat_back) is None
    services.start_next_deal(game.table.pk, game.now().version)
    assert game.now().deal.number == 2


@pytest.mark.parametrize("way", [{"is_arranged": True}, {"purpose": Table.Purpose.COUNTS}])
def test_what_an_event_waits_for_goes_on(deserted, way):
    Table.objects.update(**way)
    before = actions(deserted)
    assert deserted.bots().table.action_count == before + 1


# --- How many one person may have


def opened(user):
    return services.open_table(user)


def test_one_person_has_so_many_tables(settings):
    settings.PERSON_TABLES = 2
    user = User.objects.create_user("ada", password="x")
    first, _second = opened(user), opened(user)
    with pytest.raises(DeniedError) as denied:
        opened(user)
    assert denied.value.denial.params == {"most": 2}
    assert Table.objects.count() == 2
    Table.objects.filter(pk=first.pk).update(phase=Table.Phase.FINISHED)
    opened(user)


def test_those_that_rest_are_not_counted(deserted, settings):
    settings.PERSON_TABLES = 1
    user = deserted.user
    assert selectors.count_open_tables(user) == 1
    with pytest.raises(DeniedError):
        services.open_solo_table(user)
    deserted.bots()
    assert selectors.count_open_tables(user) == 0
    services.open_solo_table(user)


def test_a_table_that_waits_for_its_person_counts(club):
    game = club()
    game.bots_until_own_turn()
    Table.objects.update(due_at=None)
    assert selectors.count_open_tables(game.user) == 1


def test_pressed_twice_the_last_one_is_opened_once(settings):
    settings.PERSON_TABLES = 1
    user = User.objects.create_user("ada", password="x")
    table = services.open_solo_table(user, opening_key="k" * 16)
    assert services.open_solo_table(user, opening_key="k" * 16) == table

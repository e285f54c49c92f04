"""The start of a session: when, with whom, and in which seats."""

import pytest

from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import starting
from games.tables.services.starting import bot_names

pytestmark = pytest.mark.django_db


def test_the_host_starts_a_session_of_four_users(party):
    game = party(deals_planned=2)
    assert game.now().newest is None
    position = game.begin()
    assert [seat.user_id for seat in position.seats] == [each.user.pk for each in game.people]
    assert position.table.phase == Table.Phase.PLAYING
    assert game.finish_session().table.phase == Table.Phase.FINISHED
    assert sum(seat.net for seat in game.now().seats) == 0


def test_bots_take_the_free_seats(party):
    position = party(people=2).begin()
    assert [seat.is_bot for seat in position.seats] == [False, False, True, True]
    assert len({seat.name for seat in position.seats}) == 4


@pytest.mark.every_database
def test_no_bot_has_a_name_like_that_of_a_player():
    # The second one's letters are Cyrillic.
    people = ["mei", "\u0410\u0501\u0430", "BRUN0"]
    alike = {"Mei", "Ada", "Bruno"}
    for _ in range(20):
        names = bot_names(5, people)
        assert len(set(names)) == 5
        assert not alike & set(names)


def test_a_table_without_bots_does_not_start_with_empty_seats(party):
    game = party(people=2, bots=False).all_sit()
    assert game.ask(0, starting.start).code is TableCode.SEATS_FREE
    assert game.ask(0, starting.fill_with_bots, bots=True) is None
    assert game.ask(0, starting.start) is None


def test_seats_are_drawn_at_random_if_the_table_says_so(party):
    orders = set()
    for _ in range(12):
        position = party(seating=Table.Seating.DRAWN).begin()
        pks = [seat.user_id for seat in position.seats]
        orders.add(tuple(sorted(pks).index(pk) for pk in pks))
    assert len(orders) > 3

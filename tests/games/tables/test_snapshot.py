"""Snapshots: immutable, without secrets in their repr, and read at most once."""

from dataclasses import FrozenInstanceError

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from games.common import caches
from games.rules.cards import card_names
from games.rules.deal.apply import apply
from games.tables.models import Table
from games.tables.services import timers, votes
from games.tables.snapshot import (
    PositionId,
    _settings,
    _states,
    cache_snapshot,
    deal_state,
    position_of,
    rule_set,
    snapshot,
    snapshot_of,
)


@pytest.fixture
def here(party):
    """A table with something of every kind."""
    game = party(people=2, deals_planned=3)
    game.begin()
    timers.start_next_deal(game.table.pk, game.finish_deal().version)
    game.ask(0, votes.vote, "end", agree=True)
    return game.now()


@pytest.mark.django_db
def test_nothing_in_a_snapshot_can_be_changed(here):
    for value, name in (
        (here, "table"), (here.table, "version"), (here.setting, "seats"), (here.session, "ending"),
        (here.seats[0], "name"), (here.deal, "nets"), (here.state, "hands"),
    ):  # fmt: skip
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(value, name, getattr(value, name))
    with pytest.raises(TypeError):
        here.session.votes["end"] = ()
    with pytest.raises(TypeError):
        here.session.rules["players"] = 3
    for value in (
        here.seats, here.setting.finished, here.setting.finished[0].nets, here.deal.stand_ins,
        here.table.barred, here.session.votes["end"],
    ):  # fmt: skip
        assert isinstance(value, tuple)


@pytest.mark.django_db
def test_the_repr_of_a_snapshot_reveals_no_secret(club):
    here = club(deals=2).now()
    row = Table.objects.get(pk=here.table.pk)
    pack = here.deal.start
    printed = repr((here.table, here.setting))
    assert here.deal.secret
    assert here.session.next_secret
    for secret in (here.deal.secret, here.session.next_secret, pack):
        assert secret not in printed
    for hand in here.state.hands:
        assert " ".join(card_names(hand)) not in printed
        assert str(hand) not in printed
    # What may be told is told: a log says which table it was.
    assert row.slug in printed
    assert here.seats[0].name in printed


@pytest.mark.django_db
def test_a_snapshot_does_not_change_as_the_table_plays_on(club):
    game = club()
    before = game.now()
    version, actions, phase = before.version, before.state.actions, before.table.phase
    game.finish_deal()
    assert (before.version, before.state.actions, before.table.phase) == (version, actions, phase)
    assert game.now().version > version


@pytest.mark.every_database
@pytest.mark.django_db
def test_a_cached_snapshot_takes_no_query_and_equals_a_fresh_one(
    club, django_assert_max_num_queries
):
    game = club()
    here = game.finish_deal()
    with django_assert_max_num_queries(0):
        assert snapshot_of(game.table) == here
    caches.clear_all()
    assert snapshot_of(game.table) == here
    with django_assert_max_num_queries(1):
        assert snapshot(game.table.pk) == here


@pytest.mark.django_db
def test_an_earlier_state_of_a_deal_can_be_rebuilt(club):
    game = club()
    here = game.finish_deal()
    count = len(here.state.actions) // 2
    early = deal_state(here.deal, count)
    assert early.actions == here.state.actions[:count]
    for action in here.state.actions[count:]:
        early = apply(early, action)
    assert early == here.state == deal_state(here.deal)


@pytest.mark.django_db
def test_only_the_newest_state_of_each_table_stays_cached(party):
    games = [party(people=2, deals_planned=3), party(people=2, deals_planned=3)]
    for game in games:
        game.begin()
        first = game.finish_deal()
        timers.start_next_deal(game.table.pk, first.version)
        newest = game.finish_deal()
        assert newest.deal.pk != first.deal.pk
        # Somebody who comes late with what was so before takes nothing away.
        cache_snapshot(first)
        with CaptureQueriesContext(connection) as asked:
            assert snapshot_of(Table.objects.get(pk=game.table.pk)) == newest
        assert len(asked) <= 1
        assert deal_state(first.deal) == first.state
    assert len(_states._values) == len(_settings._values) == len(games)


@pytest.mark.django_db
def test_a_deleted_table_has_no_snapshot(club):
    game = club()
    row, number = game.table, game.table.pk
    row.delete()
    assert snapshot(number) is None
    # It went between the look at its row and at the rest.
    caches.clear_all()
    row.pk = number
    assert snapshot_of(row) is None


@pytest.mark.django_db
def test_a_waiting_table_has_players_but_no_deal(party):
    here = party(people=2).now()
    assert here.newest is None
    assert here.position == ""
    assert [seat.number for seat in here.seats] == [0]
    assert here.setting.free_seats == [1, 2, 3]
    assert here.setting.seat_of(here.seats[0].user_id) == here.seats[0]
    assert here.setting.seat_of(None) is None


@pytest.mark.django_db
def test_equal_options_give_the_same_rule_set(club):
    options = club().now().session.rules
    assert rule_set(options) is rule_set(dict(reversed(options.items())))


# --- Moments


@pytest.mark.django_db
def test_a_position_names_the_deal_and_its_number_of_actions(club):
    game = club(deals=2)
    assert game.now().position == "1.1.1.0"
    game.finish_deal()
    game.ready()
    assert game.bots().position.startswith("1.2.1.")
    here = game.now()
    assert PositionId.parse(here.position) == position_of(here.setting, len(here.state.actions))


@given(*[st.integers(1, 999)] * 3, st.integers(0, 99_999))
def test_a_position_survives_writing_and_reading(session, deal, attempt, actions):
    moment = PositionId(f"{session}.{deal}.{attempt}", actions)
    assert PositionId.parse(str(moment)) == moment


@pytest.mark.parametrize("text", ["", "soon", "1.1.1.", "1.1.1.-1", "1.1.1.100000", "1.1.1.x"])
def test_an_invalid_position_parses_to_one_that_never_occurs(text):
    assert PositionId.parse(text) == PositionId("", -1)

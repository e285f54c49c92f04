"""Locked tables: who may change them, and what counts as a change."""

import asyncio
from functools import partial

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.caller import VISITOR
from accounts.services import create_guest
from games.common import caches
from games.common.denials import DeniedError
from games.common.group_commit import Job, run_together
from games.live import announce
from games.rules.cards import card_names, cards_text, parse_cards
from games.rules.deal.actions import Play, action_text
from games.tables.denials import TableCode
from games.tables.models import Action, Seat, Table
from games.tables.services import moves, starting
from games.tables.services.core import locked_table
from games.tables.topics import table_topic
from tests.players import Person

pytestmark = pytest.mark.django_db


def held(club, seat=0):
    return card_names(club.now().state.hands[seat])


def test_a_spectator_cannot_make_moves(club):
    game = club()
    game.bots_until_own_turn()
    version, moment = game.table.version, game.now().position
    answer = Person().asks(moves.play, game.table, held(game)[0], moment)
    assert answer.code is TableCode.NO_SEAT
    assert moves.pass_turn(VISITOR, game.table.pk, moment).code is TableCode.WATCHING
    assert game.now().table.version == version


def test_a_signed_out_browser_cannot_make_moves(club):
    game = club()
    game.bots_until_own_turn()
    SessionStore(game.key).flush()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED


def test_a_browser_cannot_make_moves_after_a_password_change_or_account_closure(club):
    game = club()
    game.bots_until_own_turn()
    game.user.set_password("another horse 7")
    game.user.save()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED
    other = club()
    other.bots_until_own_turn()
    type(other.user).objects.filter(pk=other.user.pk).update(is_active=False)
    assert other.play(held(other)[0]).code is TableCode.SESSION_ENDED


def test_a_browser_whose_session_now_belongs_to_another_user_cannot_make_moves(club):
    game = club()
    game.bots_until_own_turn()
    store = SessionStore(game.key)
    store[SESSION_KEY] = str(create_guest().pk)
    store.save()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED


@pytest.mark.every_database
def test_a_move_at_a_deleted_table_is_refused_as_closed(club):
    game = club()
    pk, moment = game.table.pk, game.now().position
    game.table.delete()
    answer = moves.play(game.people[0].caller, pk, "3D", moment)
    assert answer.code is TableCode.CLOSED


# --- LockedTable


@pytest.fixture
def announced(monkeypatch) -> list[int]:
    """The versions announced since the test began."""
    versions: list[int] = []
    monkeypatch.setattr(
        "games.tables.topics.table_changed", lambda _pk, new, _value=None: versions.append(new)
    )
    return versions


def stored(game):
    return Table.objects.filter(pk=game.table.pk).values().get()


@pytest.mark.every_database
def test_an_unchanged_table_is_not_stored(club, announced, queued):
    game = club()
    before = stored(game)
    announced.clear()
    queued.clear()
    with CaptureQueriesContext(connection) as queries, locked_table(game.table.pk):
        pass
    assert not [each["sql"] for each in queries if each["sql"].startswith("UPDATE")]
    assert (stored(game), announced, queued) == (before, [], [])


def test_an_invisible_change_is_stored_but_not_announced(club, announced):
    game = club()
    before = stored(game)
    announced.clear()
    with locked_table(game.table.pk) as table:
        table.row.due_at = None
    assert stored(game) == {**before, "due_at": None}
    assert announced == []


def test_a_touch_raises_only_the_version(club, announced):
    game = club()
    before = stored(game)
    announced.clear()
    with locked_table(game.table.pk) as table:
        table.touch()
    assert stored(game) == {**before, "version": before["version"] + 1}
    assert announced == [before["version"] + 1]


def test_several_revisions_under_one_lock_count_once(club, announced):
    game = club()
    before = stored(game)
    announced.clear()
    with locked_table(game.table.pk) as table:
        for name in ("Ada", "Grace"):
            Seat.objects.filter(pk=table.setting.seats[0].pk).update(name=name)
            table.revise()
            assert table.setting.seats[0].name == name
    assert stored(game) == {
        **before, "version": before["version"] + 1, "revision": before["revision"] + 1,
    }  # fmt: skip
    assert announced == [before["version"] + 1]
    assert game.now().names[0] == "Grace"


@pytest.mark.every_database
def test_a_denial_rolls_everything_back(club, announced):
    game = club()
    before, here = stored(game), game.now()
    announced.clear()

    def change_and_deny():
        with locked_table(game.table.pk) as table:
            table.row.phase = Table.Phase.FINISHED
            Seat.objects.filter(pk=table.setting.seats[0].pk).update(name="Mallory")
            table.revise()
            raise DeniedError(TableCode.HOST_ONLY)

    with pytest.raises(DeniedError):
        change_and_deny()
    assert stored(game) == before
    assert announced == []
    assert game.now() == here


def test_a_closed_table_is_gone_and_cannot_be_changed(club, announced):
    game = club()
    version = game.table.version
    announced.clear()
    with locked_table(game.table.pk) as table:
        table.close()
    assert announced == [version + 1]
    assert not Table.objects.filter(pk=game.table.pk).exists()
    with pytest.raises(DeniedError), locked_table(game.table.pk):
        pytest.fail("there is nothing to change")


# --- What comes of a change besides


@pytest.mark.every_database
def test_a_move_delivers_and_caches_the_new_snapshot_after_the_commit(
    club, monkeypatch, django_capture_on_commit_callbacks
):
    handed = []
    monkeypatch.setattr(
        announce, "deliver_here", lambda topic, value: handed.append((topic, value))
    )
    game = club()
    game.rig("3D 9S 2S", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    here = game.now()
    with django_capture_on_commit_callbacks() as callbacks:
        assert game.play("3D") is None
    assert handed == []
    caches.clear_all()
    for callback in callbacks:
        callback()
    (topic, snapshot), *more = handed
    assert (topic, more) == (table_topic(game.table.pk), [])
    with CaptureQueriesContext(connection) as queries:
        assert game.now() == snapshot
    assert len(queries) <= 1  # the row
    assert snapshot.version == here.version + 1
    caches.clear_all()
    # Read anew from what was stored, it is the same.
    assert game.now() == snapshot


def test_changes_of_seats_or_deals_are_delivered_with_the_snapshot(
    party, monkeypatch, django_capture_on_commit_callbacks
):
    handed = []
    monkeypatch.setattr(announce, "deliver_here", lambda _topic, value: handed.append(value))
    game = party(people=4, deals_planned=2)
    game.all_sit()
    with django_capture_on_commit_callbacks(execute=True):
        game.ask(0, starting.start)
    while game.now().table.phase == Table.Phase.PLAYING:
        handed.clear()
        with django_capture_on_commit_callbacks(execute=True):
            game.step()
    (over,) = handed
    assert over.finished[0].nets == over.deal.nets == over.state.result.net
    caches.clear_all()
    assert game.now() == over


@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_change_stays_in_no_cache(club):
    game = club()
    game.rig("3D 9S 2S", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    before = game.now()
    with transaction.atomic():
        assert game.play("3D", before.position) is None
        with locked_table(game.table.pk) as table:
            Seat.objects.filter(pk=table.setting.seats[0].pk).update(name="Mallory")
            table.revise()
        with locked_table(game.table.pk) as table:
            assert table.setting.seats[0].name == "Mallory"
            assert len(table.state.actions) == 1
        transaction.set_rollback(True)
    assert game.now() == before
    # Another process gives the same numbers to something else.
    nine = Play(0, parse_cards("9S"))
    Action.objects.create(deal_id=before.deal.pk, number=0, text=action_text(nine))
    Seat.objects.filter(pk=before.seats[0].pk).update(name="Ada")
    Table.objects.filter(pk=game.table.pk).update(
        version=before.version + 2, revision=before.table.revision + 1, action_count=1
    )
    after = game.now()
    assert after.state.actions == (nine,)
    assert after.names[0] == "Ada"


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_moves_committed_together_at_one_table_follow_each_other(party):
    game = party(people=4)
    here = game.begin()
    game.rig("3D 9S 2S", "4D 5C 6C", "5D 7C 8C", "6D 7H 8H", leader=0)
    here = game.now()
    first, second = (game.person_at(number).caller for number in (0, 1))
    later = f"{here.position.rpartition('.')[0]}.1"
    calls = [
        partial(moves.play, first, game.table.pk, "3D", here.position),
        partial(moves.play, first, game.table.pk, "9S", here.position),
        partial(moves.play, second, game.table.pk, "4D", later),
    ]
    loop = asyncio.new_event_loop()
    futures = [loop.create_future() for _ in calls]
    made = [Job(*each) for each in zip(calls, futures, strict=True)]
    run_together(made)
    for call in made:
        call.answer()
    assert [each.result() and each.result().code for each in futures] == [
        None, TableCode.MOVED_ON, None,
    ]  # fmt: skip
    caches.clear_all()
    assert [cards_text(each.cards) for each in game.now().state.actions] == ["3D", "4D"]
    loop.close()

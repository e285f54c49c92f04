"""Who may change a table, and what a change is."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.caller import NOBODY
from accounts.services import create_guest
from games.common.denials import DeniedError
from games.rules.cards import card_names
from games.tables import services
from games.tables.denials import TableCode
from games.tables.models import Seat, Table
from games.tables.services.core import changing
from tests.players import Person

pytestmark = pytest.mark.django_db


def held(club, seat=0):
    return card_names(club.now().state.hands[seat])


def test_a_spectator_may_do_nothing(club):
    game = club()
    game.bots_until_own_turn()
    version, moment = game.table.version, game.now().moment
    answer = Person().asks(services.play, game.table, held(game)[0], moment)
    assert answer.code is TableCode.NO_SEAT
    assert services.pass_turn(NOBODY, game.table.pk, moment).code is TableCode.WATCHING
    assert game.now().table.version == version


def test_a_signed_out_browser_may_do_nothing(club):
    game = club()
    game.bots_until_own_turn()
    SessionStore(game.key).flush()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED


def test_a_password_changed_elsewhere_or_a_closed_account_ends_what_a_browser_may_do(club):
    game = club()
    game.bots_until_own_turn()
    game.user.set_password("another horse 7")
    game.user.save()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED
    other = club()
    other.bots_until_own_turn()
    type(other.user).objects.filter(pk=other.user.pk).update(is_active=False)
    assert other.play(held(other)[0]).code is TableCode.SESSION_ENDED


def test_a_session_that_became_anothers_may_do_nothing(club):
    game = club()
    game.bots_until_own_turn()
    store = SessionStore(game.key)
    store[SESSION_KEY] = str(create_guest().pk)
    store.save()
    assert game.play(held(game)[0]).code is TableCode.SESSION_ENDED


def test_a_table_that_is_gone_says_so(club):
    game = club()
    pk, moment = game.table.pk, game.now().moment
    game.table.delete()
    answer = services.play(game.people[0].caller, pk, "3D", moment)
    assert answer.code is TableCode.CLOSED


# --- Changing


@pytest.fixture
def told(monkeypatch) -> list[int]:
    """The versions that were announced since the test began."""
    versions: list[int] = []
    monkeypatch.setattr("games.tables.topics.table_changed", lambda _pk, new: versions.append(new))
    return versions


def stored(game):
    return Table.objects.filter(pk=game.table.pk).values().get()


def test_what_was_not_changed_is_not_stored(club, told, queued):
    game = club()
    before = stored(game)
    told.clear()
    queued.clear()
    with CaptureQueriesContext(connection) as queries, changing(game.table.pk):
        pass
    assert not [each["sql"] for each in queries if each["sql"].startswith("UPDATE")]
    assert (stored(game), told, queued) == (before, [], [])


def test_what_nobody_sees_is_stored_and_not_announced(club, told):
    game = club()
    before = stored(game)
    told.clear()
    with changing(game.table.pk) as table:
        table.row.due_at = None
    assert stored(game) == {**before, "due_at": None}
    assert told == []


def test_a_touch_raises_the_version_alone(club, told):
    game = club()
    before = stored(game)
    told.clear()
    with changing(game.table.pk) as table:
        table.touch()
    assert stored(game) == {**before, "version": before["version"] + 1}
    assert told == [before["version"] + 1]


def test_a_revision_counts_once_however_much_was_changed(club, told):
    game = club()
    before = stored(game)
    told.clear()
    with changing(game.table.pk) as table:
        for name in ("Ada", "Grace"):
            Seat.objects.filter(pk=table.setting.seats[0].pk).update(name=name)
            table.revise()
            assert table.setting.seats[0].name == name
    assert stored(game) == {
        **before, "version": before["version"] + 1, "revision": before["revision"] + 1,
    }  # fmt: skip
    assert told == [before["version"] + 1]
    assert game.now().names[0] == "Grace"


def test_a_denial_takes_everything_back(club, told):
    game = club()
    before, here = stored(game), game.now()
    told.clear()

    def change_and_deny():
        with changing(game.table.pk) as table:
            table.row.phase = Table.Phase.FINISHED
            Seat.objects.filter(pk=table.setting.seats[0].pk).update(name="Mallory")
            table.revise()
            raise DeniedError(TableCode.HOST_ONLY)

    with pytest.raises(DeniedError):
        change_and_deny()
    assert stored(game) == before
    assert told == []
    assert game.now() == here


def test_a_closed_table_is_gone_and_cannot_be_changed(club, told):
    game = club()
    version = game.table.version
    told.clear()
    with changing(game.table.pk) as table:
        table.close()
    assert told == [version + 1]
    assert not Table.objects.filter(pk=game.table.pk).exists()
    with pytest.raises(DeniedError), changing(game.table.pk):
        pytest.fail("there is nothing to change")

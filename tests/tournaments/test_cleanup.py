"""Data retention: deleted and retained data."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session as BrowserSession
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.chat.models import ChatLine
from games.tables.models import Seat, Session, Table
from games.tables.services import rematch, seating, votes
from tests.players import Game
from tests.rigging import signed_in
from tests.tournaments.rows import finished_session, members
from tournaments.cleanup import KINDS
from tournaments.tasks import clean_up

pytestmark = pytest.mark.django_db


def cleaned():
    """Clean up like an operator; return the numbers of deleted items by kind."""
    out = StringIO()
    call_command("cleanup", stdout=out)
    lines = (line.rsplit(": ", 1) for line in out.getvalue().splitlines())
    return {name: int(count) for name, count in lines if int(count)}


def ago(**much):
    return timezone.now() - timedelta(**much)


def age_tables(**much):
    """Backdate everything that happened at tables by this much."""
    Session.objects.update(started_at=ago(**much))
    Seat.objects.update(seen_at=ago(**much))
    Table.objects.update(created_at=ago(**much))


def test_expired_browser_sessions_are_deleted():
    for days in (-1, 1):
        key = signed_in(create_guest())
        BrowserSession.objects.filter(pk=key).update(expire_date=ago(days=days))
    assert cleaned() == {"expired browser sessions": 1}
    assert BrowserSession.objects.count() == 1


def test_guests_who_stayed_away_are_deleted():
    old, new = create_guest(), create_guest()
    member = User.objects.create_user("ada", password="x")
    User.objects.exclude(pk=new.pk).update(seen_at=ago(days=91))
    assert cleaned() == {"guests": 1}
    assert set(User.objects.all()) == {new, member}
    assert old.pk not in {new.pk, member.pk}


def test_a_guest_who_was_never_seen_is_deleted_by_the_date_they_joined():
    guest = create_guest()
    User.objects.filter(pk=guest.pk).update(seen_at=None, date_joined=ago(days=91))
    assert cleaned() == {"guests": 1}


@pytest.mark.every_database
def test_a_guest_who_has_played_is_anonymized_and_the_results_stay():
    guest, *_others = idle = [create_guest("Lotus") for _ in range(3)]
    [bob] = members("bob")
    session = finished_session([guest, bob], (5, -5))
    User.objects.filter(pk__in=[each.pk for each in idle]).update(seen_at=ago(days=91))
    assert cleaned() == {"guests": 3}
    guest.refresh_from_db()
    assert not guest.is_active
    assert "Lotus" not in guest.shown_name
    assert User.objects.count() == 2
    assert [seat.net for seat in session.seats.order_by("number")] == [5, -5]
    assert cleaned() == {}


@pytest.mark.every_database
def test_abandoned_waiting_tables_are_deleted():
    game, other = Game.party(people=2), Game.party(people=2)
    age_tables(days=8)
    Seat.objects.filter(session__table=other.table).update(seen_at=timezone.now())
    assert cleaned() == {"abandoned waiting tables": 1}
    assert not Table.objects.filter(pk=game.table.pk).exists()
    assert Table.objects.filter(pk=other.table.pk).exists()


@pytest.mark.every_database
def test_an_abandoned_rematch_is_deleted_and_the_played_session_stays(party):
    game = party(people=2, deals_planned=1)
    game.begin()
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    assert game.ask(0, rematch.open_again) is None
    assert game.now().table.phase == Table.Phase.WAITING
    age_tables(days=8)
    assert cleaned() == {"abandoned waiting tables": 1}
    assert Session.objects.get().status == Session.Status.FINISHED
    assert Table.objects.get().phase == Table.Phase.FINISHED


def test_a_session_with_bots_only_ends_after_the_current_deal(club):
    game = club(deals=5)
    assert game.ask(0, seating.stand_up) is None
    game.bots()
    age_tables(days=1)
    assert cleaned() == {}
    age_tables(days=3)
    assert cleaned() == {"sessions with bots only": 1}
    assert cleaned() == {}
    here = game.finish_deal()
    assert here.table.phase == Table.Phase.FINISHED
    assert here.deal.number == 1
    assert Session.objects.get().status == Session.Status.FINISHED


def test_a_stalled_session_ends_even_if_it_is_paused(club):
    game = club(deals=5)
    game.bots_until_own_turn()
    age_tables(days=31)
    assert cleaned() == {}
    assert game.ask(0, votes.vote, "pause", agree=True) is None
    User.objects.update(seen_at=ago(days=31))
    assert cleaned() == {"stalled sessions": 1}
    assert game.finish_deal().table.phase == Table.Phase.FINISHED


def test_a_stalled_session_between_two_deals_ends_at_once(club):
    game = club(deals=5)
    game.finish_deal()
    Table.objects.update(due_at=None)
    age_tables(days=31)
    User.objects.update(seen_at=ago(days=31))
    assert cleaned() == {"stalled sessions": 1}
    assert game.now().table.phase == Table.Phase.FINISHED


@pytest.mark.parametrize("way", [{"is_arranged": True}, {"purpose": Table.Purpose.COUNTS}])
def test_cleanup_leaves_tables_of_events_alone(club, way):
    game = club(deals=5)
    game.bots_until_own_turn()
    Table.objects.update(due_at=None, **way)
    age_tables(days=400)
    User.objects.update(seen_at=ago(days=31))
    assert cleaned() == {}


@pytest.mark.every_database
def test_old_chat_messages_are_deleted(club):
    game = club()
    for days in (366, 364):
        line = ChatLine.objects.create(
            session=game.session_row(), user=game.user, name="x", text=str(days)
        )
        ChatLine.objects.filter(pk=line.pk).update(written_at=ago(days=days))
    assert cleaned() == {"chat messages": 1}
    assert ChatLine.objects.get().text == "364"


def test_a_retention_period_of_0_deletes_nothing(settings):
    for kind in KINDS:
        if kind.setting:
            setattr(settings, kind.setting, 0)
    Game.party(people=2)
    age_tables(days=1000)
    User.objects.update(seen_at=ago(days=1000))
    assert cleaned() == {}
    assert Table.objects.exists()


@pytest.mark.every_database
def test_guests_are_deleted_in_batches(monkeypatch):
    for _ in range(5):
        create_guest()
    User.objects.update(seen_at=ago(days=91))
    monkeypatch.setattr("accounts.guests.GUEST_BATCH", 2)
    with CaptureQueriesContext(connection) as queries:
        assert cleaned() == {"guests": 5}
    batches = [each["sql"] for each in queries if each["sql"].endswith("LIMIT 2")]
    # Two, two, one, and none.
    assert len(batches) == 4


def test_a_failing_kind_does_not_stop_the_others(monkeypatch, caplog):
    create_guest()
    User.objects.update(seen_at=ago(days=91))
    Game.party(people=1)
    age_tables(days=8)

    def broken(_table):
        raise RuntimeError("no")

    monkeypatch.setattr("games.tables.services.cleanup.close_waiting", broken)
    clean_up()
    assert User.objects.count() == 1
    assert Table.objects.exists()
    assert "abandoned waiting tables could not be removed" in caplog.text

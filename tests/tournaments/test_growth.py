"""Constant cost despite growing history: numbers of statements, and their use of indexes."""

import re
from collections.abc import Iterable
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.tables import selectors
from games.tables.models import Deal, Seat, Session
from games.tables.services import timers
from tests.players import listed_table
from tests.tournaments.rows import finished_session, members
from tournaments.events import upkeep
from tournaments.ledger.settling import services
from tournaments.ledger.settling.models import Settlement
from tournaments.ratings import services as ratings
from tournaments.ratings.models import RatedSession, Rating, RatingChange

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]

SWEEPS = (timers.sweep, services.sweep, ratings.sweep, upkeep.sweep)


@pytest.fixture
def four(db):
    return members("ada", "ben", "cleo", "dan")


def played(people, count: int) -> list[Session]:
    """Sessions of these people, over some time ago."""
    made = [finished_session(people, (3, 1, -1, -3), (-3, -1, 1, 3)) for _ in range(count)]
    over_at = timezone.now() - timedelta(days=1)
    Session.objects.update(finished_at=over_at)
    Seat.objects.update(over_at=over_at)
    return made


def statements(queries: CaptureQueriesContext) -> list[str]:
    return [each["sql"] for each in queries if "SAVEPOINT" not in each["sql"]]


# --- How many statements


@pytest.mark.parametrize(
    ("url", "count"),
    [
        ("/", 11),
        ("/tables/", 7),
        ("/ratings/", 4),
        ("/ratings/?page=2", 4),
        ("/people/me/", 5),
        ("/players/ben/", 15),
        ("/players/ada/", 11),
    ],
)
def test_a_page_takes_no_more_queries_for_many_sessions_than_for_few(client, four, url, count):
    client.force_login(four[0])
    # That they are about is noted once.
    client.get("/tables/")
    counts = []
    for more in (2, 9):
        for session in played(four, more):
            ratings.rate_session(session.pk)
            services.settle_session(session.pk)
        for _ in range(more):
            listed_table()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(statements(queries)))
    assert counts[1] <= counts[0] <= count


def test_sweeps_take_no_more_queries_after_more_finished_work(four):
    counts = []
    for more in (2, 9):
        for session in played(four, more):
            ratings.rate_session(session.pk)
            services.settle_session(session.pk)
        for sweep in SWEEPS:
            sweep()
        assert not Session.objects.filter(awaits_settlement=True).exists()
        assert not Session.objects.filter(awaits_rating=True).exists()
        with CaptureQueriesContext(connection) as queries:
            for sweep in SWEEPS:
                sweep()
        counts.append(len(statements(queries)))
        assert all(sql.startswith("SELECT") for sql in statements(queries))
    assert counts[1] <= counts[0] <= 15


# --- What is left undone


def test_a_sweep_clears_marks_only_for_work_that_was_already_done(four):
    done, lost = played(four, 2)
    ratings.rate_session(done.pk)
    services.settle_session(done.pk)
    services.sweep()
    ratings.sweep()
    for session in (done, lost):
        assert Settlement.objects.filter(session=session).count() == 1
        assert RatedSession.objects.filter(session=session).count() == 1
        session.refresh_from_db()
    # What the sweep itself did it has not seen done.
    assert (done.awaits_settlement, done.awaits_rating) == (False, False)
    assert (lost.awaits_settlement, lost.awaits_rating) == (True, True)
    services.sweep()
    ratings.sweep()
    lost.refresh_from_db()
    assert (lost.awaits_settlement, lost.awaits_rating) == (False, False)


def test_a_session_that_ended_before_the_clock_was_set_back_is_settled_at_once(four):
    (session,) = played(four, 1)
    Session.objects.update(finished_at=timezone.now() + timedelta(hours=1))
    services.sweep()
    ratings.sweep()
    assert Settlement.objects.filter(session=session).count() == 1
    assert RatedSession.objects.filter(session=session).count() == 1


def test_a_session_that_cannot_be_settled_keeps_its_mark_and_blocks_no_other(four, caplog):
    broken, other = played(four, 2)
    first = Deal.objects.filter(session=broken, number=1)
    first.update(nets=[1, 1, 1, 1])
    for _ in range(2):
        services.sweep()
    assert Settlement.objects.filter(session=other).count() == 1
    assert caplog.text.count("settle_session failed") == 2
    broken.refresh_from_db()
    assert broken.awaits_settlement
    first.update(nets=[3, 1, -1, -3])
    services.sweep()
    assert Settlement.objects.filter(session=broken).count() == 1


def test_the_migrations_fill_marks_and_sums_of_old_sessions(four):
    settled, rated, neither = played(four, 3)
    services.settle_session(settled.pk)
    ratings.rate_session(rated.pk)
    going_on = finished_session(four, (9, 1, -4, -6))
    Session.objects.filter(pk=going_on.pk).update(status="running", finished_at=None)
    before = list(Seat.objects.order_by("pk").values_list("pk", *Seat.SUMS))
    Seat.objects.update(deals_played=0, deals_won=0, best_net=None, worst_net=None, over_at=None)
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        import_module("games.migrations.0014_fill_sums").fill(apps, editor)
        import_module("tournaments.migrations.0011_clear_marks").clear(apps, editor)
    assert list(Seat.objects.order_by("pk").values_list("pk", *Seat.SUMS)) == before
    for seat in Seat.objects.select_related("session"):
        assert seat.over_at == seat.session.finished_at
    marks = {
        each.pk: (each.awaits_settlement, each.awaits_rating) for each in Session.objects.all()
    }
    assert marks == {
        settled.pk: (False, True),
        rated.pk: (True, False),
        neither.pk: (True, True),
        going_on.pk: (True, True),
    }


# --- By which index


def plans(sql: Iterable[str], *, ordered: bool = False) -> str:
    """Return how the database goes about the statements; PostgreSQL as if its tables were large."""
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    told = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A handful of rows is read and sorted as fast as an index is looked up.
            for way in ("seqscan", *(("bitmapscan", "sort") if ordered else ())):
                cursor.execute(f"SET LOCAL enable_{way} = off")
        for each in sql:
            cursor.execute(f"{explain} {each}")
            told += [str(row[-1]) for row in cursor.fetchall()]
    return "\n".join(told)


def plan_of(do) -> str:
    with CaptureQueriesContext(connection) as queries:
        do()
    return plans(sql for sql in statements(queries) if sql.startswith("SELECT"))


@pytest.mark.parametrize(
    ("index", "do"),
    [
        ("session_going_on", selectors.listed_open),
        ("session_going_on", selectors.listed_games),
        ("session_going_on", selectors.with_absent_host),
        ("session_finished", selectors.pending_rematches),
        ("session_awaits_settlement", services.sweep),
        ("session_awaits_rating", ratings.sweep),
        ("session_awaits_settlement", upkeep.sweep),
        ("event_awaits_settlement", upkeep.sweep),
        ("event_running", upkeep.sweep),
        ("event_table_going_on", upkeep.sweep),
    ],
)
def test_sweeps_and_the_lobby_use_an_index(index, do):
    told = plan_of(do)
    assert index in told
    assert "SCAN games_session\n" not in told + "\n"


@pytest.mark.parametrize(
    ("index", "url"),
    [
        ("seat_of_person", "/"),
        ("seat_of_person|games_seat_user_id", "/people/me/"),
        ("games_seat_user_id", "/players/ben/"),
        ("rating_change_history", "/people/me/"),
        ("rating_list", "/ratings/"),
        ("rating_list", "/ratings/?page=2"),
    ],
)
def test_pages_use_an_index(client, four, index, url):
    for session in played(four, 2):
        ratings.rate_session(session.pk)
    client.force_login(four[0])
    told = plan_of(lambda: client.get(url))
    if connection.vendor == "sqlite":
        # Elsewhere it is up to statistics which of several indexes serves a table of a few rows.
        assert re.search(index, told)
    for model in (Session, Seat, Deal, Rating, RatingChange):
        assert f"SCAN {model._meta.db_table}\n" not in told + "\n"
        assert f"Seq Scan on {model._meta.db_table} " not in told


def test_the_list_of_ratings_is_read_from_an_index_without_sorting(client, four):
    for session in played(four, 1):
        ratings.rate_session(session.pk)
    with CaptureQueriesContext(connection) as queries:
        client.get("/ratings/")
    (listed,) = (sql for sql in statements(queries) if "LIMIT" in sql)
    told = plans([listed], ordered=True)
    assert "rating_list" in told
    assert "TEMP B-TREE" not in told
    assert "Sort" not in told.replace("Incremental Sort", "")


def test_a_players_newest_sessions_are_read_from_an_index_without_sorting(four):
    played(four, 2)
    with CaptureQueriesContext(connection) as queries:
        list(selectors.finished_sessions(four[0])[:30])
    told = plans(statements(queries)[:1], ordered=True)
    assert "seat_of_person" in told
    assert "TEMP B-TREE" not in told

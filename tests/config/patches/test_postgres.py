"""Database connections that were closed by the database."""

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.urls import resolve, reverse

from accounts.models import User
from config.web.reads import RepeatedReads
from games.common.database import in_database, retry_once

pytestmark = pytest.mark.every_database

LOST = OperationalError("the connection was lost")
needs_postgresql = pytest.mark.skipif(
    settings.SQLITE, reason="SQLite has no connections that could be lost"
)


@pytest.fixture
def _connection_closed(transactional_db):
    """Keep a lost connection from the next test."""
    yield
    connection.close()


def lose_connection():
    """Break this thread's connection as a database restart does."""
    connection.ensure_connection()
    parameters = connection.get_connection_params()
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        pid = connection.connection.info.backend_pid
        other.execute("SELECT pg_terminate_backend(%s)", [pid])


def losing_view(times):
    """Return a view that loses its connection a given number of times before it reads."""
    calls = []

    def read(*_given):
        calls.append(1)
        if len(calls) <= times:
            lose_connection()
        return User.objects.count()

    return read, calls


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_pages_open_after_the_database_closed_all_connections(client):
    for _ in lose_connections(4):
        assert client.get("/tables/").status_code == 200
        connection.close()


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_the_pool_hands_out_no_lost_connection():
    lost = lose_connections(8)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone()[0] not in lost
    # All were checked when the first was found lost, so no request waits for another one.
    assert not [each for each in connection.pool._pool if each.closed]


def lose_connections(count):
    """Make the database close a number of pooled connections; return their process IDs."""
    connection.ensure_connection()
    pool, parameters = connection.pool, connection.get_connection_params()
    connection.close()
    taken = [pool.getconn() for _ in range(count)]
    lost = [each.info.backend_pid for each in taken]
    for each in taken:
        pool.putconn(each)
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        for pid in lost:
            other.execute("SELECT pg_terminate_backend(%s)", [pid])
    return lost


@needs_postgresql
@pytest.mark.usefixtures("_connection_closed")
def test_a_read_is_retried_once_if_the_connection_is_lost():
    read, calls = losing_view(1)
    assert retry_once(read)() == 0
    assert len(calls) == 2
    read, calls = losing_view(2)
    with pytest.raises(OperationalError):
        retry_once(read)()
    assert len(calls) == 2


@needs_postgresql
@pytest.mark.usefixtures("_connection_closed")
async def test_a_read_of_a_socket_is_retried_if_the_connection_is_lost():
    read, calls = losing_view(1)
    assert await in_database(read)() == 0
    assert len(calls) == 2


@needs_postgresql
@pytest.mark.usefixtures("_connection_closed")
def test_a_page_is_rendered_again_if_the_connection_is_lost(client, monkeypatch):
    read, calls = losing_view(1)
    monkeypatch.setattr("games.screens.home.table_form", form_after(read))
    assert client.get("/").status_code == 200
    assert len(calls) == 2


def form_after(read):
    from games.screens import home

    make = home.table_form

    def form(*given, **named):
        read()
        return make(*given, **named)

    return form


@needs_postgresql
@pytest.mark.usefixtures("_connection_closed")
def test_writing_requests_are_not_retried():
    request = RequestFactory().post("/")
    request.resolver_match = resolve("/")
    lose_connection()
    assert RepeatedReads(lambda _request: None).process_exception(request, LOST) is None


@pytest.mark.django_db
def test_exceptions_of_other_middleware_are_left_to_it(client):
    """The account library asks for the password again by raising an exception."""
    client.force_login(User.objects.create_user("ann", password="correct horse 9 x"))
    answer = client.get(reverse("mfa_activate_totp"))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_reauthenticate"))


@pytest.mark.django_db
def test_a_read_is_not_retried_after_other_database_errors():
    calls = []

    def fails():
        calls.append(1)
        raise OperationalError("no such column")

    with pytest.raises(OperationalError):
        retry_once(fails)()
    assert len(calls) == 1

"""Connections to the database: what happens to those that it has closed."""

import psycopg
import pytest
from django.conf import settings
from django.db import connection


@pytest.mark.skipif(settings.SQLITE, reason="SQLite has no connections that could be lost")
@pytest.mark.django_db(transaction=True)
def test_pages_open_after_the_database_has_closed_all_connections(client):
    connection.ensure_connection()
    pool, parameters = connection.pool, connection.get_connection_params()
    connection.close()
    taken = [pool.getconn() for _ in range(4)]
    lost = [each.info.backend_pid for each in taken]
    for each in taken:
        pool.putconn(each)
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        for pid in lost:
            other.execute("SELECT pg_terminate_backend(%s)", [pid])
    for _ in lost:
        assert client.get("/tables/").status_code == 200
        connection.close()

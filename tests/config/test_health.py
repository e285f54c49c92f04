"""Health checks: liveness and readiness."""

import pytest
from django.db import OperationalError, connection

from config.web import health
from tests.config.test_caches import NOBODY_THERE

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_what_answers_is_alive_and_asks_nobody(client, django_assert_num_queries, settings):
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        answer = client.get("/health/live")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


def test_what_has_its_database_is_ready(client, django_assert_max_num_queries):
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (200, "ready")
    with django_assert_max_num_queries(1):
        client.get("/health/ready")


def test_what_has_no_database_is_not_ready(client, monkeypatch):
    def lost(*_args):
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", lost)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, "away")


def test_a_database_of_a_release_before_is_outdated(client, monkeypatch):
    monkeypatch.setattr(health, "_is_migrated", health._MigrationCheck())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, "outdated")


def test_without_what_processes_share_the_club_goes_on_and_says_so(client, settings):
    settings.EMBEDDED, settings.REDIS_URL = False, NOBODY_THERE
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"database": "ready", "shared": "away"})

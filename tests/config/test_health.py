"""Health checks: liveness and readiness."""

import pytest
from django.db import OperationalError, connection

from config.web import health
from tests.config.patches.test_caches import NOBODY_THERE

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_the_liveness_check_needs_no_database_query(client, django_assert_num_queries, settings):
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        answer = client.get("/health/live")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


def test_the_process_is_ready_if_its_database_responds(client, django_assert_max_num_queries):
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (200, "ready")
    with django_assert_max_num_queries(1):
        client.get("/health/ready")


def test_the_process_is_not_ready_without_its_database(client, monkeypatch):
    def lost(*_args):
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", lost)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, "away")


def test_the_process_is_not_ready_if_migrations_are_missing(client, monkeypatch):
    monkeypatch.setattr(health, "_is_migrated", health._MigrationCheck())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, "outdated")


def test_the_process_is_ready_without_redis_and_reports_its_absence(client, settings):
    settings.EMBEDDED, settings.REDIS_URL = False, NOBODY_THERE
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"database": "ready", "shared": "away"})

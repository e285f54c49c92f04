"""Workers keep their database connections, and replace lost ones."""

import psycopg
import pytest
from celery import signals
from celery.fixups.django import DjangoWorkerFixup
from django.conf import settings
from django.db import connection

from config.celery import TASKS_PER_CONNECTION, app

pytestmark = pytest.mark.every_database


def test_a_worker_keeps_its_connection_from_task_to_task():
    # The name that Celery reads.
    assert DjangoWorkerFixup(app).db_reuse_max == TASKS_PER_CONNECTION > 1000


@pytest.mark.skipif(settings.SQLITE, reason="SQLite has no connections that could be lost")
@pytest.mark.django_db(transaction=True)
def test_a_task_gets_a_new_connection_after_the_database_closed_the_old_one():
    connection.ensure_connection()
    lost = connection.connection.info.backend_pid
    parameters = connection.get_connection_params()
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [lost])
    signals.task_prerun.send(sender=app.Task)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (lost,)

"""Celery tasks across all packages."""

from datetime import timedelta
from importlib import import_module

from celery import shared_task
from django.db import connection
from django.utils import timezone

from accounts.notices import mails
from tournaments.cleanup import clean_up as clean_all_up


@shared_task
def clean_up() -> None:
    """Delete outdated data."""
    for _kind, _count in clean_all_up():
        pass


def _send_mails_of_previous_release(_event_id: int = 0) -> None:
    """Take over notices that the previous release stored after the upgrade, and send due mails."""
    migration = import_module("tournaments.migrations.0026_notices_of_accounts")
    migration.copy_notices(connection, timezone.now() - timedelta(days=1))
    mails.send_due()


# The previous release queues these; they can go with its tables.
for _name in ("tournaments.events.tasks.send_mails", "tournaments.ledger.tasks.send_mails"):
    shared_task(name=_name)(_send_mails_of_previous_release)

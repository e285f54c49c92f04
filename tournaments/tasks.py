"""Celery tasks across all packages."""

from celery import shared_task

from tournaments.cleanup import clean_up as clean_all_up


@shared_task
def clean_up() -> None:
    """Delete outdated data."""
    for _kind, _count in clean_all_up():
        pass

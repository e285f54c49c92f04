"""Celery tasks of notices."""

from celery import shared_task

from accounts.notices import mails
from accounts.notices.push import delivery


@shared_task
def send_mails() -> None:
    """Send due mails: queued with new notices, and every minute for later and failed ones."""
    mails.send_due()


@shared_task
def send_digests() -> None:
    """Send the daily mails that are due: every five minutes, so a lost task is made up for."""
    mails.send_digests()


@shared_task
def send_push_messages() -> None:
    """Send due push messages: queued with new notices, and every minute for delayed ones."""
    delivery.send_due()

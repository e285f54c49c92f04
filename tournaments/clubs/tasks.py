"""Celery tasks of clubs; each calls one function."""

from celery import shared_task

from tournaments.clubs import mails


@shared_task
def mail_invitation(invitation_id: int, site: str) -> None:
    """Send the email of an invitation, unless it can no longer be used."""
    mails.mail_invitation(invitation_id, site)

"""Background work of clubs; each task calls one service."""

from celery import shared_task

from tournaments.clubs import services


@shared_task
def mail_invitation(invitation_id: int, site: str) -> None:
    """Send the mail of an invitation."""
    services.mail_invitation(invitation_id, site)

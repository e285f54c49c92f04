"""Mails for due reminders and pending results, each sent at most once.

A worker claims a mail with an atomic update and then sends it. If the worker crashes, the mail is
lost rather than sent twice.
"""

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournaments.ledger.notices.models import LedgerNotice
from tournaments.ledger.notices.texts import notice_text
from tournaments.ledger.settling.names import events_of

_Mail = LedgerNotice.MailState
logger = logging.getLogger(__name__)

#: Older mails are no longer worth sending.
TOO_LATE = timedelta(days=2)
#: Maximum number of mails per run; the next run takes the rest.
MAX_MAILS = 500


def send_due() -> int:
    """Send due mails, at most `MAX_MAILS`; return how many were sent. Five statements each."""
    notice_ids = (
        LedgerNotice.objects.filter(mail=_Mail.DUE).order_by("pk").values_list("pk", flat=True)
    )
    sent = 0
    connection = get_connection()
    for notice_id in list(notice_ids[:MAX_MAILS]):
        sent += _claim_and_send(notice_id, connection)
    connection.close()
    return sent


def _claim_and_send(notice_id: int, connection: BaseEmailBackend) -> bool:
    """Send the notice's due mail once; return False if it was seen, has no address or failed."""
    row = LedgerNotice.objects.filter(pk=notice_id)
    # Another worker that selects it too finds it taken.
    if not row.filter(mail=_Mail.DUE).update(mail=_Mail.TAKEN):
        return False
    notice = row.select_related(
        "user", "settlement__session__table", "settlement__club", "transfer"
    ).get()
    address = _verified_address(notice)
    if not address or notice.seen_at is not None:
        row.update(mail=_Mail.NONE)
        return False
    try:
        # Connect here, so that an unreachable server fails each mail separately.
        connection.open()
        _send(notice, address, connection)
    except Exception:
        logger.warning("mail of notice %s was not sent", notice_id, exc_info=True)
        is_late = notice.created_at < timezone.now() - TOO_LATE
        row.update(mail=_Mail.FAILED if is_late else _Mail.DUE)
        return False
    row.update(mail=_Mail.SENT)
    return True


def _verified_address(notice: LedgerNotice) -> str:
    """Return the user's verified address, preferably the primary one; empty if there is none."""
    known = EmailAddress.objects.filter(user=notice.user, verified=True, user__is_active=True)
    found = known.order_by("-primary", "pk").values_list("email", flat=True).first()
    return found or ""


def _send(notice: LedgerNotice, address: str, connection: BaseEmailBackend) -> None:
    """Send the notice to the address, in the club's language."""
    club = notice.settlement.club
    with translation.override(settings.LANGUAGE_CODE if club is None else club.language):
        words = notice_text(notice, events_of([notice.settlement]))
        context = {
            "name": notice.user.shown_name,
            "words": words,
            "by": notice.params.get("by", ""),
            "is_reminder": notice.kind == LedgerNotice.Kind.REMINDER,
            "url": settings.SITE_URL + words.url,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }
        body = render_to_string("tournaments/ledger/mail.txt", context)
        # Line breaks in names must not start a header.
        subject = " ".join(words.title.split())
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, body, None, [address], headers=headers, connection=connection).send()

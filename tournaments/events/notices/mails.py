"""Emails about events: each due notice is sent once, to users who want emails.

A worker first claims the notices in one update, which no other worker can do for the same notices.
If the worker dies, these emails are lost rather than sent twice.
"""

import logging
import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta
from itertools import groupby

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.events.core.words import when
from tournaments.events.notices.models import EventNotice, EventReader
from tournaments.events.notices.words import notice_link, notice_words

_Mail = EventNotice.MailState
logger = logging.getLogger(__name__)

#: Number of emails claimed at a time, and so the most that can be lost together.
AT_ONCE = 20
#: Number of tries after which an email is given up.
MOST_TRIES = 5
#: Older notices are no longer worth an email.
TOO_LATE = timedelta(hours=12)
#: An email due for longer than this has lost its task.
OVERDUE = timedelta(minutes=10)


class MailsFailedError(Exception):
    """Error raised if some emails could not be sent and are still due."""


def send_due(event_id: int) -> int:
    """Send the event's due emails and return their number; raise `MailsFailedError` if some failed.

    Seven queries for every twenty emails.

    :raises MailsFailedError: some could not be sent and should be tried again
    """
    sent = failed = 0
    # Each is tried once here; failed ones are due again for a later task.
    last = _due(event_id).order_by("-pk").values_list("pk", flat=True).first() or 0
    seen = 0
    while taken := _claim(event_id, seen, last):
        seen = max(each.pk for each in taken)
        done, missed = _send_claimed(taken)
        sent, failed = sent + done, failed + missed
    if failed:
        raise MailsFailedError(f"{failed} emails of event {event_id} could not be sent")
    return sent


def _due(event_id: int) -> QuerySet[EventNotice]:
    """Return the query for the event's notices whose emails are due."""
    return EventNotice.objects.filter(event=event_id, mail=_Mail.DUE)


def _claim(event_id: int, after_id: int, last_id: int) -> list[EventNotice]:
    """Claim up to `AT_ONCE` due emails for this worker, with `after_id` < notice ID <= `last_id`.

    Returns the notices; none if no email in this range is due.
    """
    due = _due(event_id).filter(pk__gt=after_id, pk__lte=last_id).order_by("pk")
    numbers = list(due.values_list("pk", flat=True)[:AT_ONCE])
    if not numbers:
        return []
    turn = secrets.token_hex(16)
    # A worker that looks for the same rows waits here and then finds them taken.
    EventNotice.objects.filter(pk__in=numbers, mail=_Mail.DUE).update(
        mail=_Mail.TAKEN, mail_turn=turn
    )
    mine = EventNotice.objects.filter(mail_turn=turn).select_related("user", "event__club")
    return list(mine.order_by("pk")) or _claim(event_id, max(numbers), last_id)


def _send_claimed(claimed: list[EventNotice]) -> tuple[int, int]:
    """Send the claimed emails unless too old or unwanted; return numbers sent and due again."""
    addresses = _addresses([each.user_id for each in claimed])
    too_old = timezone.now() - TOO_LATE
    sent, failed = [], []
    connection = get_connection()
    for notice in claimed:
        address = addresses.get(notice.user_id)
        if address is None or notice.created_at < too_old:
            continue
        try:
            # Opened here, so that an unreachable server fails each email, one after the other.
            connection.open()
            _send_one(notice, address, connection)
        except Exception:
            logger.warning("the email of notice %s could not be sent", notice.pk, exc_info=True)
            notice.mail_tries += 1
            notice.mail_turn = ""
            gives_up = notice.mail_tries >= MOST_TRIES
            notice.mail = _Mail.FAILED if gives_up else _Mail.DUE
            failed.append(notice)
        else:
            sent.append(notice.pk)
    connection.close()
    EventNotice.objects.filter(pk__in=sent).update(mail=_Mail.SENT)
    EventNotice.objects.bulk_update(failed, ["mail", "mail_tries", "mail_turn"])
    others = {each.pk for each in claimed} - {*sent, *(each.pk for each in failed)}
    EventNotice.objects.filter(pk__in=others).update(mail=_Mail.NONE)
    return len(sent), sum(each.mail == _Mail.DUE for each in failed)


def _addresses(people: Collection[int]) -> dict[int, str]:
    """Return the verified addresses of active users who want emails, by user ID."""
    unwilling = EventReader.objects.filter(user__in=people, takes_mail=False)
    known = EmailAddress.objects.filter(user__in=people, verified=True, user__is_active=True)
    wanted = known.exclude(user__in=unwilling.values("user")).order_by("primary", "pk")
    # The primary address comes last and wins.
    return dict(wanted.values_list("user", "email"))


def _send_one(notice: EventNotice, address: str, connection: BaseEmailBackend) -> None:
    """Send the email of a notice, in the language and time zone of the event's club."""
    event = notice.event
    with translation.override(event.club.language):
        words = notice_words(event, notice.kind, notice.params)
        context = {
            "name": notice.user.shown_name,
            "words": words,
            "event": event.name,
            "club": event.club.name,
            "when": when(event),
            "url": settings.SITE_URL + notice_link(notice),
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "settings_url": settings.SITE_URL + reverse("event_dates"),
        }
        body = render_to_string("tournaments/events/mail.txt", context)
        subject = _("%(title)s (%(club)s)") % {"title": words.title, "club": event.club.name}
        # A line break in a name or a reason must not start a new header.
        subject = " ".join(subject.split())
    headers = {
        "List-Unsubscribe": f"<{context['settings_url']}>",
        "Auto-Submitted": "auto-generated",
    }
    EmailMessage(subject, body, None, [address], headers=headers, connection=connection).send()


def overdue() -> Iterable[int]:
    """Return the ids of events with emails due for ten minutes, left by a lost task. One query."""
    long_ago = timezone.now() - OVERDUE
    left = EventNotice.objects.filter(mail=_Mail.DUE, created_at__lt=long_ago).order_by("event")
    return [event_id for event_id, _rows in groupby(left.values_list("event", flat=True))]

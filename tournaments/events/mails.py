"""Mails about events: each notice that is due, once, to those who want them.

What a worker is to send it takes first, in one update that no other can do for the same notices.
If it never comes back, those mails are lost rather than sent twice.
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

from tournaments.events import presenter
from tournaments.events.models import EventNotice, EventReader

_Mail = EventNotice.MailState
logger = logging.getLogger(__name__)

#: So many mails are taken at a time: no more can be lost at once.
AT_ONCE = 20
#: After so many tries a mail is given up.
MOST_TRIES = 5
#: What is older says nothing any more.
TOO_LATE = timedelta(hours=12)
#: A mail that has been due for so long has lost its task.
OVERDUE = timedelta(minutes=10)


class MailsFailedError(Exception):
    """Some of the mails did not go; they are due still."""


def send_due(event_id: int) -> int:
    """Send the mails of the event that are due; return how many went.

    Seven queries for each twenty of them.

    :raises MailsFailedError: some did not go and are to be tried again
    """
    sent = failed = 0
    # Each is tried once here; what fails is due again, but later.
    last = _due(event_id).order_by("-pk").values_list("pk", flat=True).first() or 0
    seen = 0
    while taken := _take(event_id, seen, last):
        seen = max(each.pk for each in taken)
        done, missed = _send(taken)
        sent, failed = sent + done, failed + missed
    if failed:
        raise MailsFailedError(f"{failed} mails of event {event_id} did not go")
    return sent


def _due(event_id: int) -> QuerySet[EventNotice]:
    return EventNotice.objects.filter(event=event_id, mail=_Mail.DUE)


def _take(event_id: int, after: int, last: int) -> list[EventNotice]:
    """Take some of the mails that are due; nobody else has them then."""
    due = _due(event_id).filter(pk__gt=after, pk__lte=last).order_by("pk")
    numbers = list(due.values_list("pk", flat=True)[:AT_ONCE])
    if not numbers:
        return []
    turn = secrets.token_hex(16)
    # Who looks for them at the same time waits here, and finds them taken.
    EventNotice.objects.filter(pk__in=numbers, mail=_Mail.DUE).update(
        mail=_Mail.TAKEN, mail_turn=turn
    )
    mine = EventNotice.objects.filter(mail_turn=turn).select_related("user", "event__club")
    return list(mine.order_by("pk")) or _take(event_id, max(numbers), last)


def _send(taken: list[EventNotice]) -> tuple[int, int]:
    """Send what was taken; return how many went, and how many did not."""
    addresses = _addresses([each.user_id for each in taken])
    too_old = timezone.now() - TOO_LATE
    sent, failed = [], []
    connection = get_connection()
    for notice in taken:
        address = addresses.get(notice.user_id)
        if address is None or notice.created_at < too_old:
            continue
        try:
            # Here, so that a server that does not answer is one mail's failure after the other's.
            connection.open()
            _send_one(notice, address, connection)
        except Exception:
            logger.warning("the mail of notice %s did not go", notice.pk, exc_info=True)
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
    others = {each.pk for each in taken} - {*sent, *(each.pk for each in failed)}
    EventNotice.objects.filter(pk__in=others).update(mail=_Mail.NONE)
    return len(sent), sum(each.mail == _Mail.DUE for each in failed)


def _addresses(people: Collection[int]) -> dict[int, str]:
    """Return where those want their mails who want any: only to addresses that are theirs."""
    unwilling = EventReader.objects.filter(user__in=people, takes_mail=False)
    known = EmailAddress.objects.filter(user__in=people, verified=True, user__is_active=True)
    wanted = known.exclude(user__in=unwilling.values("user")).order_by("primary", "pk")
    # The primary one comes last, and stays.
    return dict(wanted.values_list("user", "email"))


def _send_one(notice: EventNotice, address: str, connection: BaseEmailBackend) -> None:
    """Send the mail of a notice, in the language of the event's club and in its time."""
    event = notice.event
    with translation.override(event.club.language):
        words = presenter.notice_words(event, notice.kind, notice.params)
        context = {
            "name": notice.user.shown_name,
            "words": words,
            "event": event.name,
            "club": event.club.name,
            "when": presenter.when(event),
            "url": settings.SITE_URL + presenter.notice_link(notice),
            "settings_url": settings.SITE_URL + reverse("event_dates"),
        }
        body = render_to_string("tournaments/events/mail.txt", context)
        subject = _("%(title)s (%(club)s)") % {"title": words.title, "club": event.club.name}
        # No line of a name or a reason becomes a header.
        subject = " ".join(subject.split())
    headers = {
        "List-Unsubscribe": f"<{context['settings_url']}>",
        "Auto-Submitted": "auto-generated",
    }
    EmailMessage(subject, body, None, [address], headers=headers, connection=connection).send()


def overdue() -> Iterable[int]:
    """Return the events of which mails are due that a lost task has left. One query."""
    long_ago = timezone.now() - OVERDUE
    left = EventNotice.objects.filter(mail=_Mail.DUE, created_at__lt=long_ago).order_by("event")
    return [event_id for event_id, _rows in groupby(left.values_list("event", flat=True))]

"""Mails of notices: each is sent once, to a verified address of an active user who wants it.

A worker first claims due mails in one update, which no other worker can do for the same mails. If
the worker dies, these mails are lost rather than sent twice.
"""

import logging
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.notices.models import Notice
from accounts.notices.senders import Sender, sender_of, subjects_of

_Mail = Notice.MailState
logger = logging.getLogger(__name__)

#: Number of mails claimed at a time, and so the most that can be lost together.
AT_ONCE = 20
#: Time before the second try, doubled with each further try up to the longest.
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=1)


def send_due() -> int:
    """Send the due mails, and return their number; those that fail are due again later.

    Five queries for every twenty mails, and at most four for each sender among them.
    """
    now, sent = timezone.now(), 0
    while taken := _claim(now):
        sent += _send_claimed(taken)
    return sent


def _claim(now: datetime) -> list[Notice]:
    """Claim up to `AT_ONCE` mails that are due by now for this worker; return their notices."""
    due = Notice.objects.filter(mail=_Mail.DUE, mail_at__lte=now).order_by("mail_at", "pk")
    numbers = list(due.values_list("pk", flat=True)[:AT_ONCE])
    if not numbers:
        return []
    turn = secrets.token_hex(16)
    # A worker that looks for the same rows waits here and then finds them taken.
    Notice.objects.filter(pk__in=numbers, mail=_Mail.DUE).update(mail=_Mail.TAKEN, mail_turn=turn)
    mine = Notice.objects.filter(mail=_Mail.TAKEN, mail_turn=turn).select_related("user")
    return list(mine.order_by("pk")) or _claim(now)


def _send_claimed(claimed: Sequence[Notice]) -> int:
    """Send the claimed mails unless seen, too old or unwanted; return the number sent."""
    addresses, subjects = _addresses(claimed), subjects_of(claimed)
    connection = get_connection()
    for notice in claimed:
        sender, address = sender_of(notice.kind), addresses.get(notice.pk)
        ends_at = notice.created_at + sender.mail_lifetime
        is_wanted = notice.seen_at is None and address is not None and notice.pk in subjects
        if not is_wanted or (ends_at < timezone.now() and not notice.mail_tries):
            notice.mail = _Mail.NONE
            continue
        try:
            # Opened here, so that an unreachable server fails each mail, one after the other.
            connection.open()
            _message(notice, sender, subjects[notice.pk], str(address), connection).send()
        except Exception:
            logger.warning("the mail of notice %s was not sent", notice.pk, exc_info=True)
            wait = min(FIRST_RETRY * 2 ** min(notice.mail_tries, 9), LONGEST_RETRY)
            notice.mail_tries, notice.mail_at = notice.mail_tries + 1, timezone.now() + wait
            notice.mail = _Mail.FAILED if notice.mail_at > ends_at else _Mail.DUE
        else:
            notice.mail = _Mail.SENT
    connection.close()
    # Not those replaced in the meantime: they left this turn, and their new mail is still due.
    own = Notice.objects.filter(mail_turn=claimed[0].mail_turn)
    own.bulk_update(claimed, ["mail", "mail_at", "mail_tries"])
    return sum(each.mail == _Mail.SENT for each in claimed)


def _addresses(notices: Collection[Notice]) -> dict[int, str]:
    """Return the addresses to which the notices are mailed, by the notice's primary key."""
    people = {each.user_id for each in notices}
    unwanted = {
        sender: sender.unwanted_by(people) for sender in {sender_of(each.kind) for each in notices}
    }
    known = EmailAddress.objects.filter(user__in=people, verified=True, user__is_active=True)
    # The primary address comes last and wins; otherwise the first.
    found = dict(known.order_by("primary", "-pk").values_list("user", "email"))
    return {
        each.pk: found[each.user_id]
        for each in notices
        if each.user_id in found and each.user_id not in unwanted[sender_of(each.kind)]
    }


def _message(
    notice: Notice, sender: Sender[Any], subject: Any, address: str, connection: BaseEmailBackend
) -> EmailMessage:
    """Return the mail of a notice about this subject."""
    headers = {"Auto-Submitted": "auto-generated"}
    with translation.override(_language(notice, sender, subject)):
        text = sender.text(notice, subject)
        context = {
            "name": notice.user.shown_name,
            "words": text,
            "url": settings.SITE_URL + text.url,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            **sender.mail_context(notice, subject),
        }
        if sender.settings_page:
            context["settings_url"] = settings.SITE_URL + reverse(sender.settings_page)
            headers["List-Unsubscribe"] = f"<{context['settings_url']}>"
        body = render_to_string(sender.mail_template, context)
        # A line break in a name or a reason must not start a new header.
        title = " ".join(sender.mail_title(subject, text).split())
    return EmailMessage(title, body, None, [address], headers=headers, connection=connection)


def _language(notice: Notice, sender: Sender[Any], subject: Any) -> str:
    """Return the code of the mail's language: the sender's, since users have none of their own."""
    return sender.mail_language(subject)

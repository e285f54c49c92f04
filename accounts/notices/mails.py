"""Mails of notices: each is sent once, to a verified address of an active user who wants it.

A worker first claims due mails in one update, which no other worker can do for the same mails. If
the worker dies, these mails are lost rather than sent twice.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import language_for
from accounts.notices import unsubscribing
from accounts.notices.groups import Choice
from accounts.notices.messages import MailItem, MailText, absolute, message
from accounts.notices.models import Notice
from accounts.notices.preferences import Reader, digest_time, readers_of
from accounts.notices.senders import group_of, sender_of, subjects_of

_Mail = Notice.MailState
_Make = Callable[[Sequence[Notice], Mapping[int, Any], str, BaseEmailBackend], EmailMessage]
logger = logging.getLogger(__name__)

#: Number of mails claimed at a time, and so the most that can be lost together.
AT_ONCE = 20
#: Time before the second try, doubled with each further try up to the longest.
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=1)
#: Age at which a notice is no longer worth a line in the daily mail.
DIGEST_LIFETIME = timedelta(days=3)
#: Maximum number of notices in the daily mail; the rest are counted.
MAX_LISTED = 30


def send_due() -> int:
    """Send the due mails, and return their number; those that fail are due again later.

    Six queries for every twenty mails, and the sender's for each sender among them.
    """
    now, sent = timezone.now(), 0
    due = Notice.objects.filter(mail=_Mail.DUE, mail_at__lte=now).order_by("mail_at", "pk")
    while numbers := list(due.values_list("pk", flat=True)[:AT_ONCE]):
        sent += _send_claimed(_claim(Notice.objects.filter(pk__in=numbers, mail=_Mail.DUE)))
    return sent


def send_digests() -> int:
    """Send the daily mails that are due, one for each user, and return their number.

    Six queries for every twenty mails, and the sender's for each sender among their notices.
    """
    now, sent = timezone.now(), 0
    waiting = Notice.objects.filter(mail=_Mail.DIGEST)
    due = waiting.filter(mail_at__lte=now).order_by("user").values_list("user", flat=True)
    while people := list(due.distinct()[:AT_ONCE]):
        sent += _send_claimed_digests(_claim(waiting.filter(user__in=people)))
    return sent


def _claim(waiting: QuerySet[Notice]) -> list[Notice]:
    """Claim these mails for this worker, as far as no other has; return their notices."""
    turn = secrets.token_hex(16)
    # A worker that looks for the same rows waits here and then finds them taken.
    waiting.update(mail=_Mail.TAKEN, mail_turn=turn)
    mine = Notice.objects.filter(mail=_Mail.TAKEN, mail_turn=turn).select_related("user")
    return list(mine.order_by("user", "pk"))


def _send_claimed(claimed: Sequence[Notice]) -> int:
    """Send the claimed mails unless seen, too old or unwanted; return the number sent."""
    if not claimed:
        return 0
    post = _Post(claimed)
    for notice in claimed:
        sender, choice = sender_of(notice.kind), post.choice(notice)
        ends_at = notice.created_at + sender.mail_lifetime
        is_late = ends_at < timezone.now() and not notice.mail_tries
        if not post.is_wanted(notice) or is_late or choice in (Choice.HERE, Choice.OFF):
            notice.mail = _Mail.NONE
        elif choice is Choice.DIGEST:
            notice.mail = _Mail.DIGEST
            notice.mail_at = digest_time(timezone.now(), post.readers[notice.user_id].zone)
        else:
            post.send([notice], _single_mail, _Mail.DUE, ends_at)
    post.close()
    return sum(each.mail == _Mail.SENT for each in claimed)


def _send_claimed_digests(claimed: Sequence[Notice]) -> int:
    """Send the claimed daily mails, with what is unseen and still wanted; return the number."""
    if not claimed:
        return 0
    post, sent = _Post(claimed), 0
    for _user, notices in groupby(claimed, key=lambda each: each.user_id):
        listed = []
        for notice in notices:
            is_late = notice.created_at + DIGEST_LIFETIME < timezone.now()
            is_kept = post.choice(notice) in (Choice.DIGEST, Choice.MAIL)
            if post.is_wanted(notice) and is_kept and (notice.mail_tries or not is_late):
                listed.append(notice)
            else:
                notice.mail = _Mail.NONE
        if listed:
            ends_at = max(each.created_at for each in listed) + DIGEST_LIFETIME
            sent += post.send(listed, _digest_mail, _Mail.DIGEST, ends_at)
    post.close()
    return sent


class _Post:
    """Claimed notices with their subjects, addresses and readers, and the connection for them."""

    def __init__(self, claimed: Sequence[Notice]) -> None:
        self.claimed = claimed
        self.subjects = subjects_of(claimed)
        people = {each.user_id for each in claimed}
        self.addresses = _addresses(people)
        self.readers: Mapping[int, Reader] = readers_of(people)
        self.connection = get_connection()

    def choice(self, notice: Notice) -> Choice:
        """Return how the user wants to be notified now, which may have changed."""
        return group_of(notice.kind).choice(self.readers[notice.user_id].choices)

    def is_wanted(self, notice: Notice) -> bool:
        """Return whether the notice is unseen and not outdated, and its user has an address."""
        if notice.seen_at is not None or notice.user_id not in self.addresses:
            return False
        subject = self.subjects.get(notice.pk)
        return subject is not None and not sender_of(notice.kind).is_outdated(notice, subject)

    def send(
        self,
        notices: Sequence[Notice],
        make: _Make,
        again: str,
        ends_at: datetime,
    ) -> bool:
        """Send one user's mail about these notices, and set their state; return whether it is sent.

        :param again: state in which they wait for the next try
        :param ends_at: when it is no longer worth a try
        """
        user = notices[0].user
        try:
            # Opened here, so that an unreachable server fails each mail, one after the other.
            self.connection.open()
            language = language_for(user, _language_of(notices[0], self.subjects))
            zone = self.readers[user.pk].zone
            with translation.override(language), timezone.override(zone):
                made = make(notices, self.subjects, self.addresses[user.pk], self.connection)
            made.send()
        except Exception:
            numbers = [each.pk for each in notices]
            logger.warning("the mail of notices %s was not sent", numbers, exc_info=True)
            for each in notices:
                wait = min(FIRST_RETRY * 2 ** min(each.mail_tries, 9), LONGEST_RETRY)
                each.mail_tries, each.mail_at = each.mail_tries + 1, timezone.now() + wait
                each.mail = _Mail.FAILED if each.mail_at > ends_at else again
            return False
        for each in notices:
            each.mail = _Mail.SENT
        return True

    def close(self) -> None:
        """Store the states of all mails and close the connection."""
        self.connection.close()
        # Not those replaced in the meantime: they left this turn, and their new mail is still due.
        own = Notice.objects.filter(mail_turn=self.claimed[0].mail_turn)
        own.bulk_update(self.claimed, ["mail", "mail_at", "mail_tries"])


def _addresses(people: Collection[int]) -> dict[int, str]:
    """Return the verified addresses of those of the users who are active, by user ID."""
    known = EmailAddress.objects.filter(user__in=people, verified=True, user__is_active=True)
    # The primary address comes last and wins; otherwise the first.
    return dict(known.order_by("primary", "-pk").values_list("user", "email"))


def _language_of(notice: Notice, subjects: Mapping[int, Any]) -> str:
    """Return the code of the language that the notice's sender uses for its subject."""
    return sender_of(notice.kind).mail_language(subjects[notice.pk])


def _single_mail(
    notices: Sequence[Notice],
    subjects: Mapping[int, Any],
    address: str,
    connection: BaseEmailBackend,
) -> EmailMessage:
    """Return the mail of a single notice, in the active language."""
    [notice] = notices
    sender, subject = sender_of(notice.kind), subjects[notice.pk]
    said, group = sender.text(notice, subject), group_of(notice.kind)
    text = MailText(
        title=said.title,
        button=said.button or _("View details"),
        url=absolute(said.url),
        paragraphs=[said.detail] if said.detail else [],
        lines=sender.mail_lines(notice, subject),
        reason=_("You’re getting this email because of your settings for: %(group)s.")
        % {"group": group.label},
    )
    title = sender.mail_title(subject, said)
    return message(title, text, notice.user, address, topic=group.code, connection=connection)


def _digest_mail(
    notices: Sequence[Notice],
    subjects: Mapping[int, Any],
    address: str,
    connection: BaseEmailBackend,
) -> EmailMessage:
    """Return the daily mail with these notices, newest first, in the active language."""
    items = []
    for notice in reversed(notices[-MAX_LISTED:]):
        said = sender_of(notice.kind).text(notice, subjects[notice.pk])
        items.append(MailItem(said.title, said.detail, absolute(said.url)))
    count, left_out = len(notices), len(notices) - len(items)
    title = ngettext("%(count)d update for you", "%(count)d updates for you", count)
    rest = ngettext("%(count)d more is on the site.", "%(count)d more are on the site.", left_out)
    text = MailText(
        title=title % {"count": count},
        button=_("Open your home page"),
        url=absolute(reverse("home")),
        paragraphs=[rest % {"count": left_out}] if left_out else [],
        items=items,
        reason=_("You’re getting this email once a day, if there is something new."),
    )
    return message(
        text.title,
        text,
        notices[0].user,
        address,
        topic=unsubscribing.DIGEST,
        connection=connection,
    )

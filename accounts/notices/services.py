"""Writes of notices: stored with the change they are about, mailed and pushed after its commit."""

from collections.abc import Mapping, Sequence
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.caller import Caller
from accounts.mails import sends_mail
from accounts.notices.groups import Choice
from accounts.notices.models import Notice
from accounts.notices.preferences import digest_time, readers_of
from accounts.notices.senders import group_of, sender_of

SEND_MAILS = "accounts.notices.tasks.send_mails"
SEND_PUSH = "accounts.notices.tasks.send_push_messages"
#: Columns that a notice with the same key replaces.
_REPLACED = [
    "params", "created_at", "seen_at", "mail", "mail_at", "mail_turn", "mail_tries", "push_at",
]  # fmt: skip


def notify(
    kind: str,
    subject: Model,
    params_by_user: Mapping[int, Mapping[str, Any]],
    key: object = None,
    *,
    by_mail: bool = True,
) -> None:
    """Store a notice for each of the users, with its parameters, to be mailed after the commit.

    With a key it replaces an earlier notice of the same kind, subject, user and key, and counts as
    unseen again. At most two queries, for any number of users.
    """
    store(
        [
            Notice(
                user_id=user_id,
                kind=kind,
                subject_id=subject.pk,
                key=None if key is None else str(key),
                params=dict(params),
            )
            for user_id, params in params_by_user.items()
        ],
        by_mail=by_mail,
    )


def store(notices: Sequence[Notice], *, by_mail: bool = True, keep_existing: bool = False) -> None:
    """Store these new notices, to be mailed after the commit. At most two queries.

    Users who turned a kind off get the notice as seen, so it is neither shown, mailed nor pushed.

    :param by_mail: whether it is mailed to users who want mails of the kind
    :param keep_existing: leave earlier notices with the same key as they are, instead of replacing
        them
    """
    if not notices:
        return
    now, may_mail = timezone.now(), by_mail and sends_mail()
    readers = readers_of({each.user_id for each in notices})
    is_due = is_pushed = False
    for each in notices:
        reader = readers[each.user_id]
        choice = group_of(each.kind).choice(reader.choices)
        if choice is Choice.OFF:
            each.seen_at = now
        elif may_mail and choice is Choice.MAIL:
            delay = sender_of(each.kind).mail_delay_of(each.kind)
            each.mail, each.mail_at = Notice.MailState.DUE, now + delay
            is_due = is_due or not delay
        elif may_mail and choice is Choice.DIGEST:
            each.mail, each.mail_at = Notice.MailState.DIGEST, digest_time(now, reader.zone)
        if reader.has_device and choice is not Choice.OFF:
            each.push_at = now
            is_pushed = True
    if keep_existing:
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
    else:
        Notice.objects.bulk_create(
            notices,
            update_conflicts=True,
            unique_fields=["kind", "subject_id", "user", "key"],
            update_fields=_REPLACED,
        )
    # robust: the notices are committed; the periodic tasks send what is left.
    if is_due:
        transaction.on_commit(lambda: current_app.send_task(SEND_MAILS), robust=True)
    if is_pushed:
        transaction.on_commit(lambda: current_app.send_task(SEND_PUSH), robust=True)


def mark_seen(caller: Caller, notice_id: int) -> bool:
    """Mark a notice of the caller as seen; return False if the caller has none with this key."""
    person = caller.person()
    mine = Notice.objects.filter(pk=notice_id, user=person)
    return person is not None and (mine.mark_seen() > 0 or mine.exists())

"""Writes of notices: stored with the change they are about, mailed after its commit."""

from collections.abc import Mapping, Sequence
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.caller import Caller
from accounts.mails import sends_mail
from accounts.notices.models import Notice
from accounts.notices.senders import sender_of

SEND_MAILS = "accounts.notices.tasks.send_mails"
#: Columns that a notice with the same key replaces.
_REPLACED = ["params", "created_at", "seen_at", "mail", "mail_at", "mail_turn", "mail_tries"]


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
    unseen again. At most one query.
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
    """Store these new notices, to be mailed after the commit. At most one query.

    :param keep_existing: leave earlier notices with the same key as they are, instead of replacing
        them
    """
    if not notices:
        return
    mailed = notices if by_mail and sends_mail() else []
    for each in mailed:
        each.mail = Notice.MailState.DUE
        each.mail_at = timezone.now() + sender_of(each.kind).mail_delay
    if keep_existing:
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
    else:
        Notice.objects.bulk_create(
            notices,
            update_conflicts=True,
            unique_fields=["kind", "subject_id", "user", "key"],
            update_fields=_REPLACED,
        )
    if not all(sender_of(each.kind).mail_delay for each in mailed):
        # robust: the notices are committed; the periodic task sends what is left.
        transaction.on_commit(lambda: current_app.send_task(SEND_MAILS), robust=True)


def mark_seen(caller: Caller, notice_id: int) -> bool:
    """Mark a notice of the caller as seen; return False if the caller has none with this key."""
    person = caller.person()
    mine = Notice.objects.filter(pk=notice_id, user=person)
    return person is not None and (mine.mark_seen() > 0 or mine.exists())

"""Reminders of open payments: set, remove, send."""

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.notices.services import notify
from games.common.denials import DeniedError, answering
from tournaments.ledger.access import Answer, require_user
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.notices.services import acting_user_ids
from tournaments.ledger.payments.locking import has_part, lock_transfer
from tournaments.ledger.payments.models import Reminder
from tournaments.ledger.settling.models import Transfer

#: Minimum time between reminders to a payer.
MIN_INTERVAL = timedelta(days=7)
#: How far ahead a reminder can be set.
MAX_AHEAD = timedelta(days=366)


@answering
def set_reminder(caller: Caller, transfer_id: int, day: date, *, is_for_payer: bool) -> Answer:
    """Set a reminder for the caller or, if the caller is the payee, for the payer.

    The day is within a year and, for the payer, a week after the last reminder.
    """
    with lock_transfer(caller, transfer_id) as locked:
        if is_for_payer:
            locked.require_payee()
        if not locked.row.open_amount:
            raise DeniedError(LedgerCode.NOTHING_OPEN)
        today = timezone.localdate()
        if day <= today - timedelta(days=1):
            raise DeniedError(LedgerCode.DAY_PAST)
        if is_for_payer and _was_reminded(locked.row, day):
            raise DeniedError(LedgerCode.REMINDED_LATELY)
        if day > today + MAX_AHEAD:
            raise DeniedError(LedgerCode.DAY_TOO_FAR)
        Reminder.objects.update_or_create(
            transfer=locked.row,
            user=locked.person,
            is_for_payer=is_for_payer,
            done_at=None,
            defaults={"day": day},
        )
    return None


def _was_reminded(transfer: Transfer, day: date) -> bool:
    """Return whether the payer got a reminder in the week before the day."""
    since = day - MIN_INTERVAL
    told = transfer.reminders.filter(is_for_payer=True, done_at__date__gt=since)
    return told.exists()


@answering
def drop_reminder(caller: Caller, reminder_id: int) -> Answer:
    """Delete the caller's reminder if it is not sent yet."""
    person = require_user(caller)
    Reminder.objects.filter(pk=reminder_id, user=person, done_at=None).delete()
    return None


def remind() -> int:
    """Send at most 500 reminders due by today; return the number of notices created.

    Each reminder is claimed under a row lock, so it is sent once.
    """
    sent = 0
    due = Reminder.objects.filter(done_at=None, day__lte=timezone.localdate())
    for number in due.values_list("pk", flat=True)[:500]:
        with transaction.atomic():
            reminder = (
                Reminder.objects.select_for_update(of=("self",))
                .select_related("user", "transfer__settlement")
                .select_related("transfer__payer__user", "transfer__payee")
                .filter(pk=number, done_at=None)
                .first()
            )
            if reminder is None:
                continue
            reminder.done_at = timezone.now()
            reminder.save(update_fields=["done_at"])
            sent += _send_reminder(reminder)
    return sent


def _send_reminder(reminder: Reminder) -> int:
    """Create the reminder's notices with mails; return how many: 0 if nothing is open."""
    transfer = reminder.transfer
    # Former organizers are no longer reminded.
    if not transfer.open_amount or not has_part(reminder.user, transfer):
        return 0
    people = [reminder.user_id]
    params: dict[str, Any] = {"amount": transfer.open_amount}
    if reminder.is_for_payer:
        people, params["by"] = acting_user_ids(transfer.payer), reminder.user.shown_name
    notify(LedgerKind.REMINDER, transfer, dict.fromkeys(people, params))
    return len(people)

"""Reminders of open payments: set, remove, send."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum, auto
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from accounts.caller import Caller
from accounts.notices.services import notify
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.models import Club
from tournaments.ledger.access import Answer, check_keeper, require_user
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.notices.services import acting_user_ids
from tournaments.ledger.payments.locking import has_part, lock_transfer
from tournaments.ledger.payments.models import Payment, Reminder
from tournaments.ledger.settling.models import Transfer

#: Minimum time between reminders to a payer.
MIN_INTERVAL = timedelta(days=7)
#: Age from which the payer of an open payment is reminded with all others.
REMIND_AFTER = timedelta(days=7)
SEND_REMINDERS = "tournaments.ledger.tasks.remind"
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
def remind_now(caller: Caller, transfer_id: int) -> Answer:
    """Send the payer a reminder of a debt of any age, at most one a day.

    For users who keep the club's ledger and don't act for the payer.
    """
    with lock_transfer(caller, transfer_id) as locked:
        locked.require_keeper()
        payer = locked.payer.user
        if payer is None or not payer.is_active:
            raise DeniedError(LedgerCode.NO_ACCOUNT)
        if locked.unclaimed() <= 0:
            raise DeniedError(LedgerCode.NOTHING_OPEN)
        now = timezone.now()
        sent = locked.row.reminders.filter(is_for_payer=True, done_at__isnull=False)
        if sent.filter(done_at__date=timezone.localdate(now)).exists():
            raise DeniedError(LedgerCode.REMINDED_TODAY)
        reminder, _is_new = Reminder.objects.update_or_create(
            transfer=locked.row,
            user=locked.person,
            is_for_payer=True,
            done_at=None,
            defaults={"day": timezone.localdate(now), "done_at": now},
        )
        _send_reminder(reminder)
    return None


class SkipReason(StrEnum):
    """Reasons for which an overdue payment gets no reminder when all are sent."""

    #: Reminded in the last week, or a reminder is about to be sent.
    REMINDED = auto()
    #: The whole amount is marked as paid, and waits for an answer.
    CLAIMED = auto()
    #: The payer has no active account; the club itself is also such a payer.
    NO_ACCOUNT = auto()
    #: The caller's own debt.
    OWN = auto()


@dataclass(frozen=True, slots=True)
class RemindedPayments:
    """The number of reminders set for all overdue payments, and of skipped payments by reason."""

    reminded: int
    skipped: Mapping[SkipReason, int]


def overdue_transfers(club_id: int) -> list[Transfer]:
    """Return the club's payments that are open for over a week, oldest first. One query."""
    rows = Transfer.objects.filter(
        settlement__club=club_id,
        open_amount__gt=0,
        settlement__created_at__lt=timezone.now() - REMIND_AFTER,
    )
    return list(rows.select_related("settlement", "payer__user", "payee__user").order_by("pk"))


def sort_out(
    transfers: Collection[Transfer], user_id: int
) -> tuple[list[Transfer], Counter[SkipReason]]:
    """Return the overdue payments to remind of now, and the number of others by reason.

    Two queries.

    :param user_id: the user who sets the reminders
    """
    ids = [each.pk for each in transfers]
    claims = Payment.objects.filter(transfer__in=ids, status__in=Payment.PENDING).order_by()
    claimed = dict(claims.values_list("transfer").annotate(sum=Sum("amount")))
    today = timezone.localdate()
    is_soon = Q(done_at=None, day__lte=today + MIN_INTERVAL)
    is_recent = Q(done_at__date__gt=today - MIN_INTERVAL)
    told = Reminder.objects.filter(is_soon | is_recent, transfer__in=ids, is_for_payer=True)
    reminded = set(told.values_list("transfer", flat=True))
    due, skipped = [], Counter[SkipReason]()
    for each in transfers:
        payer = each.payer.user
        if payer is None or not payer.is_active:
            skipped[SkipReason.NO_ACCOUNT] += 1
        elif payer.pk == user_id:
            skipped[SkipReason.OWN] += 1
        elif claimed.get(each.pk, 0) >= each.open_amount:
            skipped[SkipReason.CLAIMED] += 1
        elif each.pk in reminded:
            skipped[SkipReason.REMINDED] += 1
        else:
            due.append(each)
    return due, skipped


@answering
def remind_all(caller: Caller, club_id: int) -> RemindedPayments | Denial:
    """Set a reminder for today for the payers of all overdue payments of the club.

    For users who keep the club's ledger. A payer who got a reminder in the last week gets none.
    """
    person = require_user(caller)
    with transaction.atomic():
        # So that two treasurers at the same time don't remind twice.
        Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
        check_keeper(person, club_id)
        due, skipped = sort_out(overdue_transfers(club_id), person.pk)
        own = Reminder.objects.filter(
            transfer__in=due, user=person, is_for_payer=True, done_at=None
        )
        # Set for a later day; now it is sent today.
        own.delete()
        today = timezone.localdate()
        Reminder.objects.bulk_create(
            Reminder(transfer=each, user=person, is_for_payer=True, day=today) for each in due
        )
        # robust: the reminders are committed; the periodic task sends them.
        transaction.on_commit(lambda: current_app.send_task(SEND_REMINDERS), robust=True)
    return RemindedPayments(len(due), skipped)


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
    # Former keepers are no longer reminded.
    if not transfer.open_amount or not has_part(reminder.user, transfer):
        return 0
    people = [reminder.user_id]
    params: dict[str, Any] = {"amount": transfer.open_amount}
    if reminder.is_for_payer:
        people, params["by"] = acting_user_ids(transfer.payer), reminder.user.shown_name
    notify(LedgerKind.REMINDER, transfer, dict.fromkeys(people, params))
    return len(people)

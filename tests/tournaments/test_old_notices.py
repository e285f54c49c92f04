"""Notices in the tables of the previous release, which may run beside this one."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from config.celery import app
from tests.tournaments.events.evening import Evening
from tests.tournaments.ledger.people import Debtors, debtors

copy_notices = import_module("tournaments.migrations.0026_notices_of_accounts").copy_notices
#: Before any notice.
BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def owed() -> Debtors:
    found = debtors()
    Notice.objects.all().delete()
    return found


@pytest.fixture
def evening(owed) -> Evening:
    return Evening.of(owed.crew)


def old_model(name: str) -> Any:
    """Return a model of the previous release."""
    last = ("tournaments", "0025_corrections_above_the_maximum")
    return (
        MigrationLoader(connection, replace_migrations=False)
        .project_state(last)
        .apps.get_model("tournaments", name)
    )


def event_notice(evening: Evening, user: User, **values: Any) -> Any:
    return old_model("EventNotice").objects.create(
        event_id=evening.event.pk, user_id=user.pk, **values
    )


def ledger_notice(owed: Debtors, user: User, **values: Any) -> Any:
    return old_model("LedgerNotice").objects.create(
        settlement_id=owed.settlement.pk, user_id=user.pk, **values
    )


def values(notice: Notice) -> tuple[Any, ...]:
    return notice.kind, notice.subject_id, notice.user, notice.key, notice.params, notice.mail


def test_the_migration_copies_notices_of_events_and_of_the_ledger(owed, evening):
    seen = timezone.now() - timedelta(days=3)
    event, transfer, amount = evening.event.pk, owed.due.pk, {"amount": 5, "by": "ann"}
    event_notice(evening, owed.ann, kind="table", number=7, params={"round": 7}, mail="due")
    tried = event_notice(
        evening, owed.bob, kind="moved-up", seen_at=seen, mail="failed", mail_tries=5
    )
    claimed = ledger_notice(owed, owed.ann, kind="claimed", transfer_id=transfer, params=amount)
    ledger_notice(owed, owed.bob, kind="settled", params={"amount": -20}, mail="sent")
    for _twice in range(2):
        copy_notices(connection, BEGINNING)
    found = list(Notice.objects.order_by("pk"))
    assert [values(each) for each in found] == [
        ("event.table", event, owed.ann, "7", {"round": 7}, "due"),
        ("event.moved-up", event, owed.bob, "0", {}, "failed"),
        ("payment.claimed", transfer, owed.ann, None, amount, "none"),
        ("settlement.settled", owed.settlement.pk, owed.bob, None, {"amount": -20}, "sent"),
    ]
    assert found[0].mail_at <= timezone.now()
    assert (found[1].seen_at, found[1].mail_tries) == (seen, 5)
    assert [each.created_at for each in found[1:3]] == [tried.created_at, claimed.created_at]


@pytest.mark.parametrize(
    ("task", "args"),
    [("tournaments.events.tasks.send_mails", [1]), ("tournaments.ledger.tasks.send_mails", [])],
)
def test_mails_that_the_previous_release_queued_are_sent_once(owed, evening, task, args):
    EmailAddress.objects.create(user=owed.ann, email="ann@example.org", verified=True)
    event_notice(evening, owed.ann, kind="table", params={"round": 1}, mail="due")
    app.loader.import_default_modules()
    for _twice in range(2):
        app.tasks[task](*args)
    assert [each.subject for each in mail.outbox] == ["Round 1 of Spring"]
    assert old_model("EventNotice").objects.get().mail == "none", "the old worker sends none"
    # The previous release replaces a notice of the same kind and number.
    old_model("EventNotice").objects.update(
        params={"round": 2}, created_at=timezone.now(), mail="due"
    )
    app.tasks[task](*args)
    assert len(mail.outbox) == 2
    assert Notice.objects.get().params == {"round": 2}


def test_the_old_tables_keep_no_user_from_being_deleted(owed, evening):
    guest = owed.crew.guest
    event_notice(evening, guest, kind="table")
    guest.delete()
    connection.check_constraints()

"""Reminders of all overdue payments in one press."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.notices.models import Notice
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import caller, person
from tests.tournaments.ledger.debts import event, owes
from tournaments.clubs.models import Membership
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments import reminders
from tournaments.ledger.payments.models import Reminder
from tournaments.ledger.payments.reminders import SkipReason, remind_all, remind_now
from tournaments.ledger.payments.services import claim
from tournaments.ledger.settling.models import Settlement

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_overdue(monkeypatch):
    """Count every payment as overdue: settlements cannot be dated back."""
    monkeypatch.setattr(reminders, "REMIND_AFTER", timedelta(days=-1))


def reminded(user) -> int:
    return Notice.objects.filter(user=user, kind="payment.reminder").count()


def test_one_press_reminds_all_but_those_with_a_reason(crew, bo):
    mei, organizer = crew.member, crew.organizer
    cy = person("cy")
    Membership.objects.create(club=crew.club, user=cy)
    owes(bo, mei, 100, club=crew.club)
    owes(organizer, mei, 30, club=crew.club)
    waiting = owes(cy, mei, 70, club=crew.club)
    claim(caller(cy), waiting.pk, 70)
    event(crew.club, 1, {user_holder(mei.pk): 20, HOUSE: -20})
    answer = remind_all(caller(organizer), crew.club.pk)
    assert answer.reminded == 1
    assert answer.skipped == {
        SkipReason.OWN: 1, SkipReason.CLAIMED: 1, SkipReason.NO_ACCOUNT: 1
    }  # fmt: skip
    assert reminders.remind() == 1
    assert (reminded(bo), reminded(cy), reminded(organizer)) == (1, 0, 0)
    # Within a week, another officer reminds no one again, except the first one.
    again = remind_all(caller(crew.owner), crew.club.pk)
    assert again.reminded == 1
    assert again.skipped[SkipReason.REMINDED] == 1
    Reminder.objects.update(done_at=timezone.now() - timedelta(days=8))
    assert remind_all(caller(crew.owner), crew.club.pk).reminded == 2


def test_payments_of_the_last_week_are_not_overdue(crew, bo, monkeypatch):
    monkeypatch.setattr(reminders, "REMIND_AFTER", timedelta(days=7))
    owes(bo, crew.member, 100, club=crew.club)
    assert Settlement.objects.get().created_at > timezone.now() - timedelta(days=7)
    answer = remind_all(caller(crew.organizer), crew.club.pk)
    assert (answer.reminded, sum(answer.skipped.values())) == (0, 0)


def test_only_those_who_keep_the_ledger_remind_all(crew, bo):
    owes(bo, crew.member, 100, club=crew.club)
    for each in (bo, crew.member, crew.stranger):
        assert remind_all(caller(each), crew.club.pk).code == Code.NOT_ALLOWED


def test_the_number_of_statements_does_not_depend_on_the_number_of_payments(crew, bo):
    for _ in range(4):
        owes(bo, crew.member, 100, club=crew.club)
    with CaptureQueriesContext(connection) as found:
        assert remind_all(caller(crew.organizer), crew.club.pk).reminded == 4
    assert_at_most([len(found)], [11])


def test_one_debt_of_any_age_is_reminded_of_once_a_day(crew, bo, monkeypatch):
    monkeypatch.setattr(reminders, "REMIND_AFTER", timedelta(days=7))
    due = owes(bo, crew.member, 100, club=crew.club)
    assert remind_now(caller(crew.treasurer), due.pk) is None
    assert reminded(bo) == 1
    for each in (crew.treasurer, crew.organizer):
        assert remind_now(caller(each), due.pk).code == Code.REMINDED_TODAY
    Reminder.objects.update(done_at=timezone.now() - timedelta(days=1))
    assert remind_now(caller(crew.organizer), due.pk) is None
    assert reminded(bo) == 2


def test_only_those_who_keep_the_ledger_and_owe_nothing_remind_at_once(crew, bo):
    due = owes(bo, crew.member, 100, club=crew.club)
    for user, code in (
        (bo, Code.NOT_ALLOWED),
        (crew.member, Code.NOT_ALLOWED),
        (crew.stranger, Code.NO_TRANSFER),
    ):
        assert remind_now(caller(user), due.pk).code == code
    own = owes(crew.organizer, crew.member, 100, club=crew.club)
    assert remind_now(caller(crew.organizer), own.pk).code == Code.NOT_IMPARTIAL
    event(crew.club, 1, {user_holder(crew.member.pk): 20, HOUSE: -20})
    by_club = Settlement.objects.latest("pk").transfers.get()
    assert remind_now(caller(crew.organizer), by_club.pk).code == Code.NO_ACCOUNT
    claim(caller(bo), due.pk, 100)
    assert remind_now(caller(crew.organizer), due.pk).code == Code.NOTHING_OPEN
    assert not Reminder.objects.exists()

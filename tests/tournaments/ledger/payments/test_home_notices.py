"""Notices of payments on the home page: what to pay, and what to answer."""

import pytest

from accounts.notices.models import Notice
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.payments.home_notices import payment_notices
from tournaments.ledger.payments.services import ask_to_waive, claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed() -> Debtors:
    found = debtors()
    Notice.objects.all().delete()
    return found


@pytest.mark.parametrize(
    ("params", "detail"),
    [
        (None, "Game on "),
        ({}, "Reminder: Game on "),
        ({"by": "ann"}, "Reminder from ann: Game on "),
    ],
)
def test_a_debt_is_urgent_once_its_payer_was_reminded(owed, params, detail):
    if params is not None:
        Notice.objects.create(
            user=owed.bob, kind=LedgerKind.REMINDER, subject_id=owed.due.pk, params=params
        )
    [debt] = payment_notices(owed.bob)
    assert debt.title == "You owe ann HK$20.00"
    assert debt.detail.startswith(detail)
    assert debt.is_urgent == (params is not None)


def test_a_claim_is_confirmed_at_one_press(owed):
    assert claim(as_caller(owed.bob), owed.due.pk, 500) is None
    [asked] = payment_notices(owed.ann)
    assert (asked.title, asked.press_label) == ("bob says they paid you HK$5.00", "Confirm")
    assert asked.press_url


def test_a_request_to_waive_is_answered_on_its_page(owed):
    assert ask_to_waive(as_caller(owed.bob), owed.due.pk, 500) is None
    [asked] = payment_notices(owed.ann)
    assert (asked.title, asked.press_label) == ("bob asks you to waive HK$5.00", "Answer")
    assert not asked.press_url


def test_several_claims_to_a_payment_are_one_notice(owed):
    for amount in (500, 300):
        assert claim(as_caller(owed.bob), owed.due.pk, amount) is None
    [asked] = payment_notices(owed.ann)
    assert asked.title == "The payment from bob to ann needs your answer"

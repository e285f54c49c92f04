"""Translation: ledger pages in a made-up language have no English words."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.notices.models import Notice
from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.notices.kinds import ABOUT_TRANSFERS, LedgerKind
from tournaments.ledger.payments import locking, reminders
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import (
    ask_to_waive,
    claim,
    confirm,
    dispute,
    receive,
    waive,
    withdraw,
)
from tournaments.ledger.settling.models import Settlement

__all__ = ["strange"]

NAMES = [
    "Harbour Club", "olga", "oscar", "mei", "sam", "ann", "bob", "cy", "Standard rules", "Strange",
    "English", "on the ferry", "not a cent", "two seats were mixed up", "HK",
    "Pusoy", "Dos", "Capsa",
]  # fmt: skip
READERS = ("payer", "payee", "owner", "member")


@pytest.fixture
def full(db) -> Debtors:
    """Create every kind of payment history."""
    owed = debtors()
    due = owed.due.pk
    bob, ann = as_caller(owed.bob), as_caller(owed.ann)
    for amount in (100, 200, 300, 400):
        words = locking.PaymentDetails(remark="on the ferry", way="bank")
        assert claim(bob, due, amount, words) is None
    assert ask_to_waive(bob, due, 50) is None
    first, second, third, _fourth, _asked = Payment.objects.all()
    assert confirm(ann, first.pk) is None
    assert dispute(ann, second.pk, "not a cent") is None
    assert withdraw(bob, third.pk) is None
    assert waive(ann, due, 25) is None
    day = timezone.localdate() + timedelta(days=3)
    for for_payer in (True, False):
        assert reminders.set_reminder(ann, due, day, is_for_payer=for_payer) is None
    other = owed.settlement.transfers.get(payer__user=owed.cy)
    assert receive(ann, other.pk, other.amount) is None
    session = owed.settlement.session_id
    nets = {0: 40, 1: -30, 2: -10}
    done = correct_session(as_caller(owed.crew.owner), session, nets, "two seats were mixed up")
    assert isinstance(done, Settlement)
    return owed


def urls(owed: Debtors) -> list[str]:
    slug = owed.settlement.slug
    table = owed.settlement.session.table.slug
    return [
        "/",
        reverse("settlement", args=[slug]),
        reverse("session_settlement", args=[table, 1]),
        reverse("payment", args=[owed.due.pk]),
        reverse("payments"),
        reverse("settlement_correct", args=[slug]),
    ]


@pytest.mark.parametrize("who", READERS)
def test_each_page_is_in_the_readers_language(full, strange, who):
    client = Client(headers={"accept-language": STRANGE})
    client.force_login(full.of(who))
    for url in urls(full):
        answer = client.get(url)
        if answer.status_code == 200:
            assert_in_language(STRANGE, answer.content.decode(), NAMES)
    # Readers who are told about wrong amounts.
    page = reverse("payment", args=[full.due.pk])
    for amount in ("x", "0", "999", "1.001"):
        answer = client.post(page, {"do": "received", "amount": amount})
        assert_in_language(STRANGE, answer.content.decode(), [*NAMES, "x"])


def test_the_preview_of_a_correction_is_in_the_readers_language(full, strange):
    client = Client(headers={"accept-language": STRANGE})
    client.force_login(full.crew.owner)
    url = reverse("settlement_correct", args=[full.settlement.slug])
    for nets in ((30, -30, 0), (1, 2, 3), (40, -30, -10)):
        typed = {f"seat_{seat}": net for seat, net in enumerate(nets)}
        answer = client.post(url, {"do": "look", "reason": "two seats were mixed up", **typed})
        assert_in_language(STRANGE, answer.content.decode(), NAMES)


def test_every_notice_is_in_the_readers_language(full, strange):
    client = Client(headers={"accept-language": STRANGE})
    client.force_login(full.bob)
    params = {"by": "ann", "amount": 350, "reason": "not a cent", "is_paid": True}
    due = full.settlement.transfers.first()
    for kind in LedgerKind.values:
        Notice.objects.all().delete()
        subject = due if kind in ABOUT_TRANSFERS else full.settlement
        for more in ({}, {"is_paid": False}, {"by": ""}):
            Notice.objects.create(
                user=full.bob, kind=kind, subject_id=subject.pk, params={**params, **more}
            )
        assert_in_language(STRANGE, client.get("/").content.decode(), NAMES)

"""Policy of payments: pages offer exactly what services allow."""

import pytest

from games.common.denials import Denial
from tests.tournaments.ledger.people import READERS, as_caller
from tournaments.clubs.policy import Role
from tournaments.ledger.access import LedgerReader
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import (
    PaymentAction,
    Side,
    claim_actions,
    payment_actions,
    sides,
    unclaimed_amount,
)
from tournaments.ledger.payments.selectors import reader_of, transfer
from tournaments.ledger.payments.services import (
    ask_to_waive,
    claim,
    confirm,
    dispute,
    receive,
    resolve,
    waive,
    withdraw,
)

#: Denials of users who may not do this or any other action of the kind.
WRONG_PERSON = {
    LedgerCode.UNKNOWN, LedgerCode.NOT_ALLOWED, LedgerCode.NO_TRANSFER, LedgerCode.NO_PAYMENT,
    LedgerCode.NOT_PAYER, LedgerCode.NOT_PAYEE, LedgerCode.OWN_PAYMENT, LedgerCode.NOT_IMPARTIAL,
}  # fmt: skip


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize(
    ("action", "ask"),
    [
        (PaymentAction.PAID, claim),
        (PaymentAction.ASK, ask_to_waive),
        (PaymentAction.RECEIVED, receive),
        (PaymentAction.WAIVE, waive),
    ],
)
def test_pages_offer_exactly_the_actions_services_allow_for_an_open_payment(owed, who, action, ask):
    user = owed.of(who)
    due = transfer(owed.due.pk)
    _reader, have = reader_of(due, user)
    free = unclaimed_amount(due.open_amount, due.payments.all())
    is_offered = action in payment_actions(have, due.open_amount, free)
    answer = ask(as_caller(user), due.pk, 100)
    assert (answer is None) == is_offered
    assert is_offered or answer.code in WRONG_PERSON


def test_a_claim_reduces_the_unclaimed_amount(owed):
    assert claim(as_caller(owed.bob), owed.due.pk, 700) is None
    due = transfer(owed.due.pk)
    assert unclaimed_amount(due.open_amount, due.payments.all()) == due.open_amount - 700


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("is_disputed", [False, True])
@pytest.mark.parametrize(
    "action",
    [PaymentAction.CONFIRM, PaymentAction.DISPUTE, PaymentAction.WITHDRAW, PaymentAction.RESOLVE],
)
def test_pages_offer_exactly_the_answers_services_allow_for_a_claim(owed, who, action, is_disputed):
    assert claim(as_caller(owed.bob), owed.due.pk, 100) is None
    payment = Payment.objects.get()
    if is_disputed:
        assert dispute(as_caller(owed.ann), payment.pk, "no") is None
    user = owed.of(who)
    due = transfer(owed.due.pk)
    reader, have = reader_of(due, user)
    is_offered = action in claim_actions(reader, have, due.payments.get())
    caller = as_caller(user)
    answer = {
        PaymentAction.CONFIRM: lambda: confirm(caller, payment.pk),
        PaymentAction.DISPUTE: lambda: dispute(caller, payment.pk, "no"),
        PaymentAction.WITHDRAW: lambda: withdraw(caller, payment.pk),
        PaymentAction.RESOLVE: lambda: resolve(caller, payment.pk, is_paid=False, reason="so"),
    }[action]()
    is_wrong_person = isinstance(answer, Denial) and answer.code in WRONG_PERSON
    # A second dispute changes nothing and is not offered.
    if action == PaymentAction.DISPUTE and is_disputed:
        assert not is_offered
    else:
        assert (answer is None) == is_offered
    assert (
        is_offered or is_wrong_person or answer is None or (answer.code == LedgerCode.NOT_DISPUTED)
    )


def test_a_payer_never_acts_for_the_payee(owed):
    """An organizer who owes the club cannot confirm their own payment."""
    due = owed.due
    reader = LedgerReader(user_id=owed.bob.pk, role=Role.OWNER)
    payee = due.payee.__class__(kind="house", club=owed.crew.club, currency="HKD")
    assert sides(reader, due.payer, payee) == {Side.PAYER}


def test_a_completed_payment_offers_no_actions(owed):
    assert receive(as_caller(owed.ann), owed.due.pk, owed.due.amount) is None
    due = transfer(owed.due.pk)
    for who in READERS:
        _reader, have = reader_of(due, owed.of(who))
        assert payment_actions(have, due.open_amount, 0) == frozenset()

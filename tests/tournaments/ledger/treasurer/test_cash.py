"""Cash that a treasurer records for two other members."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.debts import balance, event, owes
from tournaments.clubs.models import Membership
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments.locking import PaymentDetails
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.selectors import awaiting_answer
from tournaments.ledger.payments.services import claim, confirm, dispute, record_cash, resolve
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def tess(crew: Crew) -> User:
    """Return the club's treasurer."""
    found = person("tess")
    Membership.objects.create(club=crew.club, user=found, role="treasurer")
    return found


@pytest.fixture
def due(crew: Crew, bo: User) -> Transfer:
    """Let Bo owe Mei 100 cents."""
    return owes(bo, crew.member, 100, club=crew.club)


def code(answer: Denial | None) -> Code | None:
    return None if answer is None else Code(answer.code)


def told(user: User) -> list[str]:
    return list(
        Notice.objects.filter(user=user, kind__startswith="payment.").values_list("kind", flat=True)
    )


def test_recorded_cash_counts_at_once_and_both_are_told(crew, bo, tess, due):
    assert record_cash(caller(tess), due.pk, 60, PaymentDetails(remark="at the bar")) is None
    due.refresh_from_db()
    assert due.open_amount == 40
    assert (balance(bo), balance(crew.member)) == (-40, 40)
    payment = Payment.objects.get()
    assert (payment.status, payment.is_recorded, payment.claimed_by) == ("confirmed", True, tess)
    assert told(bo) == told(crew.member) == ["payment.recorded"]
    assert code(record_cash(caller(tess), due.pk, 41)) == Code.TOO_MUCH
    assert audit_faults() == []


def test_a_disputed_record_reopens_the_debt_until_another_officer_decides(crew, bo, tess, due):
    record_cash(caller(tess), due.pk, 100)
    first = Payment.objects.get()
    assert code(dispute(caller(bo), first.pk, "no")) == Code.OWN_PAYMENT
    assert dispute(caller(crew.member), first.pk, "I got nothing") is None
    due.refresh_from_db()
    assert due.open_amount == 100
    assert (balance(bo), balance(crew.member)) == (-100, 100)
    undone, disputed = Payment.objects.order_by("pk")
    assert (undone.status, disputed.status) == ("undone", "disputed")
    assert "payment.disputed" in told(bo)
    assert "payment.disputed" in told(tess)
    # A second press changes nothing.
    assert dispute(caller(crew.member), first.pk, "again") is None
    assert Payment.objects.count() == 2
    assert code(resolve(caller(tess), disputed.pk, is_paid=True, reason="I saw it")) == (
        Code.NOT_IMPARTIAL
    )
    assert not awaiting_answer(tess)
    assert [each.pk for each in awaiting_answer(crew.organizer)] == [due.pk]
    assert resolve(caller(crew.organizer), disputed.pk, is_paid=True, reason="Seen") is None
    due.refresh_from_db()
    assert due.open_amount == 0
    assert balance(bo) == 0
    assert audit_faults() == []


def test_a_record_can_be_disputed_for_seven_days(crew, tess, due):
    record_cash(caller(tess), due.pk, 100)
    payment = Payment.objects.get()
    Payment.objects.update(claimed_at=timezone.now() - timedelta(days=7, seconds=1))
    assert code(dispute(caller(crew.member), payment.pk, "late")) == Code.DISPUTE_TOO_LATE
    Payment.objects.update(claimed_at=timezone.now() - timedelta(days=6, hours=23))
    assert dispute(caller(crew.member), payment.pk, "in time") is None


def test_a_payment_that_the_parties_confirmed_cannot_be_disputed(crew, bo, due):
    claim(caller(bo), due.pk, 100)
    payment = Payment.objects.get()
    confirm(caller(crew.member), payment.pk)
    assert code(dispute(caller(crew.member), payment.pk, "no")) == Code.ANSWERED


@pytest.mark.parametrize("who", ["owner", "organizer"])
def test_organizers_record_cash_too(crew, due, who):
    assert record_cash(caller(getattr(crew, who)), due.pk, 100) is None


def test_no_officer_records_their_own_payment_and_others_record_none(crew, bo, tess, due):
    own = owes(tess, bo, 50, club=crew.club)
    assert code(record_cash(caller(tess), own.pk, 50)) == Code.NOT_IMPARTIAL
    # A second officer can.
    assert record_cash(caller(crew.organizer), own.pk, 50) is None
    otto = person("otto")
    Membership.objects.create(club=crew.club, user=otto)
    assert code(record_cash(caller(otto), due.pk, 100)) == Code.NO_TRANSFER
    for party in (bo, crew.member):
        assert code(record_cash(caller(party), due.pk, 100)) == Code.NOT_ALLOWED


def test_cash_to_the_club_is_received_and_from_the_club_waits_for_the_payee(crew, bo, tess):
    event(crew.club, 1, {user_holder(bo.pk): -30, HOUSE: 30})
    to_club = Transfer.objects.get(payer__user=bo)
    assert record_cash(caller(tess), to_club.pk, 30) is None
    received = Payment.objects.get()
    assert (received.status, received.is_recorded) == ("confirmed", False)
    event(crew.club, 2, {user_holder(crew.member.pk): 20, HOUSE: -20})
    from_club = Transfer.objects.get(payee__user=crew.member)
    assert record_cash(caller(tess), from_club.pk, 20) is None
    assert Payment.objects.latest("pk").status == "claimed"
    assert audit_faults() == []


def test_a_form_sent_twice_records_once(tess, due):
    for _ in range(2):
        assert record_cash(caller(tess), due.pk, 30, PaymentDetails(form_key="k" * 16)) is None
    assert Payment.objects.count() == 1


def test_the_audit_finds_a_payment_that_was_not_taken_back(crew, tess, due):
    record_cash(caller(tess), due.pk, 100)
    Transfer.objects.get()
    with pytest.raises(DatabaseError), transaction.atomic():
        Payment.objects.update(status="undone")
    Payment.objects.update(amount=90)
    assert audit_faults() != []

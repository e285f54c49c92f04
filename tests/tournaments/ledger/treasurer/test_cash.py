"""Cash that a treasurer records for two other members."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.senders import sender_of
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.debts import balance, event, owes
from tests.tournaments.ledger.settling.test_pages import plain, read
from tournaments.clubs.models import Membership
from tournaments.ledger.access import LedgerReader
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.book.models import Account
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments.locking import PaymentDetails
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.payment_page import PaymentClaim, payment_page
from tournaments.ledger.payments.selectors import awaiting_answer, transfer
from tournaments.ledger.payments.services import (
    claim,
    confirm,
    dispute,
    record_cash,
    resolve,
    withdraw,
)
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.statements import selectors

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


def titles(user: User) -> list[str]:
    """Return the titles of the user's unseen notices about payments, oldest first."""
    found = Notice.objects.filter(user=user, kind__startswith="payment.", seen_at=None)
    sender = sender_of("payment.disputed")
    return [
        sender.text(each, sender.subjects([each.subject_id])[each.subject_id]).title
        for each in found.order_by("pk")
    ]


@pytest.fixture
def disputed(crew: Crew, tess: User, due: Transfer) -> Payment:
    """Let Tess record that Bo paid Mei 40 cents, and Mei dispute it."""
    assert record_cash(caller(tess), due.pk, 40) is None
    assert dispute(caller(crew.member), Payment.objects.get().pk, "I got nothing") is None
    return Payment.objects.get(status="disputed")


def test_the_recorder_is_told_of_the_dispute_and_of_its_outcome(crew, bo, tess, disputed):
    assert titles(tess) == ["mei disputed the payment of €0.40 that you recorded"]
    assert titles(bo)[-1] == "mei disputed your payment of €0.40"
    assert resolve(caller(crew.organizer), disputed.pk, is_paid=True, reason="Seen") is None
    for each in (tess, bo, crew.member):
        assert titles(each) == ["Dispute resolved: €0.40 was paid"]


def test_the_recorder_is_told_that_the_parties_agreed(crew, bo, tess, disputed):
    assert confirm(caller(crew.member), disputed.pk) is None
    assert titles(tess) == ["mei confirmed the payment of €0.40 that you recorded"]
    assert titles(bo) == ["mei confirmed your payment of €0.40"]


def test_the_recorder_is_told_that_the_payer_withdrew(bo, tess, disputed):
    assert withdraw(caller(bo), disputed.pk) is None
    assert titles(tess) == ["bo withdrew the payment of €0.40 that you recorded"]


def test_the_recorder_withdraws_a_disputed_record_and_both_parties_are_told(
    crew, bo, tess, due, disputed
):
    page = reverse("payment", args=[due.pk])
    assert "Withdraw payment" in plain(read(tess, page))
    assert "Withdraw payment" not in plain(read(crew.organizer, page))
    assert code(withdraw(caller(crew.organizer), disputed.pk)) == Code.NOT_PAYER
    assert withdraw(caller(tess), disputed.pk) is None
    # A second press changes nothing.
    assert withdraw(caller(tess), disputed.pk) is None
    due.refresh_from_db()
    assert (due.open_amount, balance(bo)) == (100, -100)
    for each in (bo, crew.member):
        assert titles(each)[-1] == "tess withdrew a payment or request for €0.40"
    assert "tess withdrew the payment." in plain(read(crew.member, page))
    assert audit_faults() == []


def test_the_clubs_activity_has_recorded_and_withdrawn_cash_for_those_who_keep_the_ledger(
    crew, tess, disputed
):
    assert withdraw(caller(tess), disputed.pk) is None
    activity = reverse("club_activity", args=[crew.club.slug])
    said = ("tess recorded a cash payment of €0.40.", "tess withdrew a recorded payment of €0.40.")
    for sentence in said:
        assert sentence in plain(read(crew.organizer, activity))
        assert sentence not in plain(read(crew.member, activity))


def test_two_officers_who_disagree_are_not_stuck(crew, bo, tess):
    """The organizer is the payee, so only the treasurer who recorded the cash can withdraw it."""
    due = owes(bo, crew.organizer, 100, club=crew.club)
    assert record_cash(caller(tess), due.pk, 100) is None
    assert dispute(caller(crew.organizer), Payment.objects.get().pk, "I got nothing") is None
    disputed = Payment.objects.get(status="disputed")
    assert code(resolve(caller(crew.organizer), disputed.pk, is_paid=False, reason="no")) == (
        Code.NOT_IMPARTIAL
    )
    assert withdraw(caller(tess), disputed.pk) is None
    assert record_cash(caller(tess), due.pk, 40) is None


def test_a_record_that_counts_cannot_be_withdrawn(tess, due):
    record_cash(caller(tess), due.pk, 100)
    assert code(withdraw(caller(tess), Payment.objects.get().pk)) == Code.ANSWERED


@pytest.mark.parametrize("decided_by", ["payee", "organizer"])
def test_a_disputed_record_is_final_once_it_is_confirmed(crew, due, disputed, decided_by):
    if decided_by == "payee":
        assert confirm(caller(crew.member), disputed.pk) is None
    else:
        assert resolve(caller(crew.organizer), disputed.pk, is_paid=True, reason="Seen") is None
    assert "Not received…" not in plain(read(crew.member, reverse("payment", args=[due.pk])))
    assert code(dispute(caller(crew.member), disputed.pk, "again")) == Code.ANSWERED


def test_the_lists_and_the_page_say_who_recorded_the_payment(crew, tess, disputed):
    accounts = reverse("club_accounts", args=[crew.club.slug])
    said = "tess recorded that bo paid €0.40, and mei disputed it."
    assert said in plain(read(crew.organizer, accounts))
    assert "You recorded that bo paid €0.40, and mei disputed it." in plain(read(tess, accounts))
    page = reverse("payment", args=[disputed.transfer_id])
    decides = "You recorded this payment, so another organizer or treasurer decides."
    assert decides in plain(read(tess, page))
    assert decides not in plain(read(crew.organizer, page))
    assert "Your decision" in plain(read(crew.organizer, page))


def test_a_disputed_record_is_one_payment_in_the_activity_and_in_the_sums(crew, bo, tess, disputed):
    first = Payment.objects.get(status="undone")
    Payment.objects.filter(pk=first.pk).update(claimed_at=timezone.now() - timedelta(days=2))
    page = reverse("payment", args=[disputed.transfer_id])
    assert plain(read(bo, page)).count("€0.40 recorded as paid") == 1
    account = Account.objects.get(user=bo)
    sums = selectors.span(account.pk, None, None).sums
    assert (sums.paid, sums.disputed) == (0, 0)
    assert resolve(caller(crew.organizer), disputed.pk, is_paid=True, reason="Seen") is None
    (claimed,) = claims_of(disputed.transfer_id, bo)
    assert [each.what for each in claimed.steps] == [
        "tess recorded the payment.",
        "mei disputed the payment.",
        "oscar decided that the payment was made.",
    ]
    assert timezone.now() - claimed.steps[0].at > timedelta(days=1)
    sums = selectors.span(account.pk, None, None).sums
    assert (sums.paid, sums.disputed) == (40, 0)
    sums = selectors.span(Account.objects.get(user=crew.member).pk, None, None).sums
    assert (sums.received, sums.disputed) == (-40, 0)


def claims_of(transfer_id: int, user: User) -> list[PaymentClaim]:
    """Return the activity on the payment's page, newest first."""
    found = transfer(transfer_id)
    assert found is not None
    return list(payment_page(found, LedgerReader(user.pk), frozenset(), 0).claims)


def test_two_disputed_records_keep_their_own_times(crew, tess, due):
    for amount in (30, 50):
        record_cash(caller(tess), due.pk, amount)
    small, large = Payment.objects.order_by("pk")
    # In the other order than they were recorded in.
    for each in (large, small):
        assert dispute(caller(crew.member), each.pk, "no") is None
    times = {claim.amount: claim.steps[0].at for claim in claims_of(due.pk, tess)}
    assert times == {"€0.30": small.claimed_at, "€0.50": large.claimed_at}


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

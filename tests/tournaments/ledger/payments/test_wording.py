"""Sentences on open payments: what is open, waived and asked of whom."""

import pytest
from django.urls import reverse

from accounts.notices.models import Notice
from accounts.notices.senders import sender_of
from tests.tournaments.clubs.people import caller
from tests.tournaments.ledger.debts import event, owes
from tests.tournaments.ledger.settling.test_pages import plain, read
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import claim, confirm, receive, waive
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db


def test_open_payments_that_cannot_be_combined_are_counted(crew, bo):
    owes(bo, crew.member, 950, club=crew.club)
    url = reverse("club_settle", args=[crew.club.slug]) + "?currency=EUR&list=all"
    said = plain(read(crew.organizer, url))
    assert "1 payment is open, and no shorter list is possible." in said
    assert "Nothing to settle" not in said


def test_a_waived_part_is_not_called_paid(crew, bo):
    due = owes(bo, crew.member, 950, club=crew.club)
    url = reverse("payment", args=[due.pk])
    waive(caller(crew.member), due.pk, 300)
    assert "€3.00 waived, €6.50 still due" in plain(read(bo, url))
    receive(caller(crew.member), due.pk, 100)
    assert "€1.00 paid, €3.00 waived, €5.50 still due" in plain(read(bo, url))


def test_an_organizer_is_not_told_that_the_clubs_money_was_paid_to_them(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -30, HOUSE: 30})
    claim(caller(bo), Transfer.objects.get().pk, 30)
    notice = Notice.objects.get(user=crew.organizer, kind="payment.claimed")
    sender = sender_of(notice.kind)
    text = sender.text(notice, sender.subjects([notice.subject_id])[notice.subject_id])
    assert text.title == "bo marked €0.30 as paid to Harbour Club"


def test_an_answer_dismisses_the_question_for_all_organizers(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -30, HOUSE: 30})
    due = Transfer.objects.get()
    unseen = Notice.objects.filter(kind="payment.claimed", seen_at=None)
    for _ in range(2):
        claim(caller(bo), due.pk, 10)
    assert unseen.filter(user=crew.organizer).count() == 2
    first, second = Payment.objects.order_by("pk")
    confirm(caller(crew.owner), first.pk)
    # Another payment of this amount still waits.
    assert unseen.filter(user=crew.organizer).count() == 2
    confirm(caller(crew.owner), second.pk)
    assert not unseen.exists()


def test_no_page_says_that_nothing_is_open_above_a_payment_to_answer(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -30, HOUSE: 30})
    claim(caller(bo), Transfer.objects.get().pk, 30)
    assert "You have no open payments." not in plain(read(crew.organizer, reverse("payments")))
    assert "You have no open payments." in plain(read(crew.member, reverse("payments")))

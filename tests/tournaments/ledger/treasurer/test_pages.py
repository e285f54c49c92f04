"""The treasurer's page, and what treasurers may do on other pages."""

import pytest
from django.urls import reverse

from tests.tournaments.clubs.people import caller
from tests.tournaments.ledger.debts import event, owes
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import confirm, dispute, record_cash
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db


def url(crew) -> str:
    return reverse("club_treasurer", args=[crew.club.slug])


def test_a_treasurer_records_cash_for_a_debt_of_two_others(crew, bo):
    due = owes(bo, crew.member, 950, club=crew.club)
    owes(crew.treasurer, bo, 100, club=crew.club)
    page = plain(read(crew.treasurer, url(crew)))
    assert "bo owes mei €9.50" in page
    assert "tess owes" not in page
    sent = {"do": "cash", "debt": due.pk, "amount": "9.50", "way": "cash", "remark": "at the bar"}
    answer = browser(crew.treasurer).post(url(crew), sent)
    assert answer.status_code == 302
    assert Transfer.objects.get(pk=due.pk).open_amount == 0
    payment_page = plain(read(crew.member, reverse("payment", args=[due.pk])))
    assert "tess recorded the payment." in payment_page
    assert "Not received…" in payment_page
    assert "“at the bar”" in payment_page or "at the bar" in payment_page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"amount": "9.50"}, "Choose the debt that was paid."),
        ({"debt": "due", "amount": "10"}, "€9.50 is left to pay. Enter that amount or less."),
        ({"debt": "due", "amount": ""}, "Enter the amount that was paid."),
        ({"debt": "due", "amount": "nine"}, "Enter an amount in digits, such as"),
        ({"debt": "9999", "amount": "9.50"}, "Select a valid choice."),
    ],
)
def test_invalid_input_is_kept_with_one_error(crew, bo, sent, said):
    due = owes(bo, crew.member, 950, club=crew.club)
    sent = {name: str(due.pk) if value == "due" else value for name, value in sent.items()}
    answer = browser(crew.treasurer).post(url(crew), {"do": "cash", "remark": "kept", **sent})
    assert answer.status_code == 422
    assert said in plain(answer.content.decode())
    assert 'value="kept"' in answer.content.decode()
    assert not Payment.objects.exists()


def test_the_choice_of_a_debt_offers_its_open_amount(crew, bo):
    due = owes(bo, crew.member, 950, club=crew.club)
    assert record_cash(caller(crew.treasurer), due.pk, 300) is None
    html = read(crew.treasurer, url(crew))
    assert f'<option value="{due.pk}" data-amount="6.50">' in html


def test_the_page_lists_what_the_treasurer_recorded_until_it_is_answered(crew, bo):
    event(crew.club, 1, {user_holder(crew.member.pk): 20, HOUSE: -20})
    from_club = Transfer.objects.get(payee__user=crew.member)
    due = owes(bo, crew.member, 950, club=crew.club)
    assert record_cash(caller(crew.treasurer), from_club.pk, 20) is None
    assert record_cash(caller(crew.treasurer), due.pk, 950) is None
    waits = "The club paid mei €0.20. Waiting for confirmation."
    assert waits in plain(read(crew.treasurer, url(crew)))
    # Cash between two members counted at once.
    assert "bo paid mei €9.50." not in plain(read(crew.treasurer, url(crew)))
    of_club, of_bo = Payment.objects.order_by("pk")
    assert dispute(caller(crew.member), of_bo.pk, "I got nothing") is None
    page = plain(read(crew.treasurer, url(crew)))
    assert "bo paid mei €9.50. Disputed." in page
    assert reverse("payment", args=[due.pk]) in read(crew.treasurer, url(crew))
    assert "Payments you recorded" not in plain(read(crew.owner, url(crew)))
    assert confirm(caller(crew.member), of_club.pk) is None
    assert waits not in plain(read(crew.treasurer, url(crew)))


def test_the_page_reminds_of_all_overdue_payments(crew, bo, monkeypatch):
    from datetime import timedelta

    from tournaments.ledger.payments import reminders

    monkeypatch.setattr(reminders, "REMIND_AFTER", timedelta(days=-1))
    owes(bo, crew.member, 950, club=crew.club)
    owes(crew.treasurer, bo, 100, club=crew.club)
    page = plain(read(crew.treasurer, url(crew)))
    assert "2 payments are overdue." in page
    assert "1 skipped: your own debt." in page
    answer = browser(crew.treasurer).post(url(crew), {"do": "remind"}, follow=True)
    text = plain(answer.content.decode())
    assert "1 reminder is on its way. 1 skipped: your own debt." in text
    assert "1 skipped: reminded within the last week." in text


def test_one_debt_is_reminded_of_on_the_page_or_the_payments_own(crew, bo):
    due = owes(bo, crew.member, 950, club=crew.club)
    sent = {"do": "remind-one", "debt": due.pk}
    answer = browser(crew.treasurer).post(url(crew), sent, follow=True)
    assert "Reminder sent." in plain(answer.content.decode())
    assert f"Reminder from {crew.treasurer.shown_name}: Game on" in plain(read(bo, "/"))
    again = browser(crew.treasurer).post(url(crew), sent)
    assert again.status_code == 422
    assert "The payer got a reminder today." in plain(again.content.decode())
    missing = browser(crew.treasurer).post(url(crew), {"do": "remind-one"})
    assert "Choose the debt." in plain(missing.content.decode())
    payment = reverse("payment", args=[due.pk])
    assert "Send reminder now" in read(crew.organizer, payment)
    refused = browser(crew.organizer).post(payment, {"do": "remind_now"})
    assert "The payer got a reminder today." in plain(refused.content.decode())
    assert "Send reminder now" not in read(crew.member, payment)


def test_treasurers_keep_the_ledger_but_correct_no_results(crew, bo):
    due = owes(bo, crew.member, 950, club=crew.club)
    accounts = read(crew.treasurer, reverse("club_accounts", args=[crew.club.slug]))
    assert url(crew) in accounts
    session = due.settlement.session
    refused = correct_session(caller(crew.treasurer), session.pk, {0: -5, 1: 5}, "Misread")
    assert refused.code == Code.NOT_ALLOWED


@pytest.mark.parametrize("who", ["member", "stranger", "guest"])
def test_others_cannot_open_the_page(crew, who):
    assert browser(getattr(crew, who)).get(url(crew)).status_code == 403

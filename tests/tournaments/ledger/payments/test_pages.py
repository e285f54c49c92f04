"""Payment pages: claiming, confirming and disputing, and a user's list of payments."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.notices.models import Notice
from games.common import money
from games.screens.notices import page_facts
from tests.agreements import settle_agreed
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import person as make_person
from tests.tournaments.ledger.debts import owes
from tests.tournaments.ledger.people import Debtors, as_caller
from tests.tournaments.ledger.settling.test_pages import an_event, browser, event_of, plain, read
from tests.tournaments.rows import members
from tournaments.clubs.models import Membership
from tournaments.ledger.book.holders import HOUSE, named_holder, user_holder
from tournaments.ledger.book.models import PostingLine
from tournaments.ledger.notices.kinds import ABOUT_TRANSFERS, LedgerKind
from tournaments.ledger.payments import home_notices
from tournaments.ledger.payments.models import Payment, Reminder
from tournaments.ledger.payments.services import claim, receive, withdraw
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.winnings import Party, Winnings

__all__ = ["an_event"]
pytestmark = pytest.mark.django_db
KEY = "k" * 16


def payment_url(owed: Debtors) -> str:
    return reverse("payment", args=[owed.due.pk])


def press(user, url: str, act: str, **more: object):
    return browser(user).post(url, {"do": act, "amount": "20.00", "form_key": KEY, **more})


def claimed(owed: Debtors, amount: int = 2000) -> Payment:
    assert claim(as_caller(owed.bob), owed.due.pk, amount) is None
    return Payment.objects.latest("pk")


# --- Access


def test_another_player_of_the_session_can_neither_see_nor_change_a_payment(owed):
    """Other readers are covered by the permissions table."""
    payment, other = claimed(owed, 500), owed.of("other player")
    assert browser(other).get(payment_url(owed)).status_code == 404
    for act in ("paid", "ask", "received", "waive"):
        assert press(other, payment_url(owed), act, amount="15").status_code == 404
    for act in ("confirm", "withdraw", "dispute", "resolve"):
        sent = {"reason": "so", "verdict": "paid", "payment": payment.pk}
        assert press(other, payment_url(owed), act, **sent).status_code == 404
    assert Payment.objects.get().status == "claimed"


# --- Claims


def test_a_partial_payment_is_confirmed_and_the_rest_marked_as_received(owed):
    page = read(owed.bob, payment_url(owed))
    assert 'value="20.00"' in page
    answer = press(
        owed.bob, payment_url(owed), "paid", amount="12.50", paid_on=str(timezone.localdate()),
        way="bank", remark="on the ferry",
    )  # fmt: skip
    assert answer.status_code == 302
    payment = Payment.objects.get()
    assert (payment.amount, payment.way, payment.remark) == (1250, "bank", "on the ferry")
    text = plain(read(owed.ann, payment_url(owed)))
    assert "HK$12.50 marked as paid" in text
    assert "on the ferry" in text
    assert not PostingLine.objects.filter(posting__kind="payment").exists()
    press(owed.ann, payment_url(owed), "confirm", payment=payment.pk)
    text = plain(read(owed.ann, payment_url(owed)))
    assert "HK$12.50 paid, HK$7.50 still due" in text
    # The open amount is the default.
    assert 'value="7.50"' in read(owed.ann, payment_url(owed))
    press(owed.ann, payment_url(owed), "received", amount="7.5", form_key="r" * 16)
    text = plain(read(owed.bob, payment_url(owed)))
    assert "Paid and confirmed" in text
    assert "ann marked the amount as received." in text
    assert "Mark as paid" not in text


def test_the_payee_marks_a_payment_as_received_on_the_settlement_page(owed):
    url = owed.settlement.get_absolute_url()
    page = read(owed.ann, url)
    assert "Mark HK$20.00 as received" in page
    answer = press(owed.ann, payment_url(owed), "received", here="settlement")
    assert answer.url == url
    assert "Paid and confirmed" in plain(read(owed.bob, url))


def main_buttons(html: str) -> list[str]:
    """Return the labels of all main buttons and links in a page."""
    return [
        " ".join(re.sub(r"<[^>]+>", " ", label).split())
        for label in re.findall(
            r'class="button[^"]* button-play"[^>]*>(.*?)</(?:a|button)>', html, re.S
        )
    ]


def test_a_claim_to_confirm_is_first_and_has_the_only_main_button(owed):
    claimed(owed, 800)
    page = read(owed.ann, payment_url(owed))
    assert main_buttons(page) == ["Confirm payment"]
    confirm, received = page.index("Confirm payment"), page.index('id="act-received"')
    assert confirm < page.index('id="payment-state"') < received
    # The form that counts at once must be opened first.
    assert '<details id="act-received-open">' in page
    assert "No activity yet" not in page


@pytest.mark.parametrize("where", ["payments", "settlement"])
def test_lists_offer_a_claim_to_confirm_but_not_to_mark_the_rest_as_received(owed, where):
    claimed(owed, 800)
    url = reverse("payments") if where == "payments" else owed.settlement.get_absolute_url()
    page = read(owed.ann, url)
    assert main_buttons(page) == ["Confirm HK$8.00"]
    assert page.count("Confirm HK$8.00") == 1
    assert "Mark HK$12.00 as received" not in page


def test_a_list_of_debts_has_one_main_button(owed):
    for _ in range(3):
        owes(owed.bob, owed.ann, 950)
    assert len(main_buttons(read(owed.bob, reverse("payments")))) == 1
    # Nothing waits for the payee: all buttons are quiet.
    assert main_buttons(read(owed.ann, reverse("payments"))) == []
    assert "Mark HK$20.00 as received" in read(owed.ann, reverse("payments"))


def test_a_form_submitted_twice_counts_once(owed):
    for _ in range(2):
        assert press(owed.bob, payment_url(owed), "paid", amount="5").status_code == 302
        assert (
            press(
                owed.ann, payment_url(owed), "received", amount="5", form_key="r" * 16
            ).status_code
            == 302
        )
    assert sorted(Payment.objects.values_list("amount", flat=True)) == [500, 500]


def test_an_ambiguous_amount_is_recorded_as_the_chosen_reading(owed):
    refused = press(owed.bob, payment_url(owed), "paid", amount="1.500", remark="by the harbour")
    html = refused.content.decode()
    assert refused.status_code == 422
    assert 'name="amount_meant" value="HKD:150"' in html
    assert 'value="by the harbour"' in html
    assert not Payment.objects.exists()
    sent = {"amount": "1.500", "amount_meant": "HKD:150"}
    assert press(owed.bob, payment_url(owed), "paid", **sent).status_code == 302
    assert Payment.objects.get().amount == 150


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"amount": "21"}, "HK$20.00 is left to pay. Enter that amount or less."),
        ({"amount": "twelve"}, "Enter an amount in digits, such as"),
        ({"amount": "0"}, "Enter an amount above zero."),
        ({"amount": "-3"}, "Enter an amount above zero."),
        ({"amount": "1.005"}, "Enter a multiple of HK$0.01."),
        ({"amount": "NaN"}, "Enter an amount in digits, such as"),
        ({"amount": "9" * 20}, "Enter HK$9,999,999,999,999.99 or less."),
        ({"amount": "0 50"}, "Enter an amount in digits, such as"),
        ({"amount": "€5"}, "doesn’t mean Hong Kong dollars"),
        ({"amount": "1.500"}, "Do you mean HK$1,500 or HK$1.50?"),
        ({"paid_on": "2999-01-01"}, "The payment date can’t be in the future."),
        ({"paid_on": "1999-01-01"}, "The payment date is too far in the past."),
    ],
)
def test_invalid_input_shows_one_error_and_is_kept_as_typed(owed, typed, said):
    fields = {"amount": "20", "remark": "by the harbour", "way": "code", **typed}
    answer = press(owed.bob, payment_url(owed), "paid", **fields)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert html.count(said) == 1
    for words in ('value="by the harbour"', *(f'value="{each}"' for each in typed.values())):
        assert words in html
    assert '<option value="code" selected>' in html
    assert not Payment.objects.exists()


@pytest.mark.every_database
def test_disputing_a_withdrawn_payment_shows_an_error_and_keeps_the_input(owed):
    payment = claimed(owed)
    assert withdraw(as_caller(owed.bob), payment.pk) is None
    answer = press(
        owed.ann, payment_url(owed), "dispute", payment=payment.pk, reason="Not a cent of it"
    )
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "This payment or request is no longer open." in html
    assert 'value="Not a cent of it"' in html


@pytest.mark.parametrize(
    "forged",
    [{"do": "steal"}, {"do": ""}, {"payment": "999"}, {"payment": "x"}, {"payment": "9" * 40}],
)
def test_a_forged_form_is_not_found(owed, forged):
    fields = {"do": "confirm", "payment": "1", **forged}
    assert browser(owed.ann).post(payment_url(owed), fields).status_code == 404


def test_an_organizer_resolves_a_dispute_with_a_reason(owed):
    payment = claimed(owed)
    press(owed.ann, payment_url(owed), "dispute", payment=payment.pk, reason="I had nothing")
    assert "disputed" in plain(read(owed.bob, payment_url(owed)))
    oscar = owed.crew.organizer
    assert "Resolve dispute" in read(oscar, payment_url(owed))
    assert "Resolve dispute" in read(oscar, reverse("payments"))
    refused = press(oscar, payment_url(owed), "resolve", payment=payment.pk, reason="")
    assert refused.status_code == 422
    assert "Choose whether the payment was made." in refused.content.decode()
    fields = {"payment": payment.pk, "verdict": "paid", "reason": "I have seen the slip"}
    assert press(oscar, payment_url(owed), "resolve", **fields).status_code == 302
    text = plain(read(owed.ann, payment_url(owed)))
    assert "Paid and confirmed" in text
    assert "I have seen the slip" in text


def test_a_payment_is_waived_when_the_payee_agrees(owed):
    press(owed.bob, payment_url(owed), "ask", amount="20", remark="a bad month")
    assert "Waiver of HK$20.00 requested" in plain(read(owed.ann, payment_url(owed)))
    press(owed.ann, payment_url(owed), "confirm", payment=Payment.objects.get().pk)
    assert "Waived" in plain(read(owed.bob, payment_url(owed)))


def test_a_waived_part_is_not_said_to_be_paid(owed):
    press(owed.ann, payment_url(owed), "waive", amount="3", form_key="w" * 16)
    assert "HK$3.00 waived, HK$17.00 still due" in plain(read(owed.bob, payment_url(owed)))
    press(owed.ann, payment_url(owed), "received", amount="5", form_key="r" * 16)
    shown = plain(read(owed.bob, payment_url(owed)))
    assert "HK$5.00 paid, HK$3.00 waived, HK$12.00 still due" in shown


# --- Amounts


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh-hant", "fil"])
@pytest.mark.parametrize("currency", ["HKD", "IDR", "EUR", "JPY"])
@pytest.mark.parametrize("minor", [1, 50, 99, 100, 1250, 123_456_700])
def test_a_prefilled_amount_is_parsed_back_to_itself(language, currency, minor):
    with translation.override(language):
        assert money.parse(money.typed(minor, currency), currency) == minor


# --- Reminders and notices


def test_only_permitted_users_set_and_drop_reminders(owed):
    day = timezone.localdate() + timedelta(days=3)
    press(owed.ann, payment_url(owed), "remind_payer", day=str(day))
    press(owed.ann, payment_url(owed), "remind_me", day=str(day))
    press(owed.bob, payment_url(owed), "remind_payer", day=str(day))  # without permission to set it
    assert Reminder.objects.count() == 2
    text = plain(read(owed.ann, payment_url(owed)))
    assert "bob will be reminded on" in text
    drop = reverse("reminder_drop", args=[owed.due.pk, Reminder.objects.get(is_for_payer=True).pk])
    browser(owed.bob).post(drop)
    assert Reminder.objects.count() == 2
    browser(owed.ann).post(drop)
    assert Reminder.objects.count() == 1
    past = press(owed.ann, payment_url(owed), "remind_me", day="2020-01-01")
    assert "Choose a day after today." in past.content.decode()


def test_the_front_page_shows_a_claim_until_it_is_answered(owed):
    claimed(owed)
    home = plain(read(owed.ann, "/"))
    assert home.count("bob says they paid you HK$20.00 Game on") == 1
    assert "You owe ann" not in plain(read(owed.bob, "/")), "it waits for ann now"
    pressed = press(
        owed.ann, payment_url(owed), "confirm", payment=Payment.objects.get().pk, here="home"
    )
    assert pressed.url == "/"
    assert "bob says they paid you" not in plain(read(owed.ann, "/"))
    assert "ann confirmed your payment of HK$20.00" in plain(read(owed.bob, "/"))


@pytest.mark.every_database
def test_only_its_recipient_can_dismiss_a_notice(owed):
    notice = Notice.objects.get(user=owed.ann)
    assert "You’re owed HK$25.00" in plain(read(owed.ann, "/"))
    url = reverse("notice_seen", args=[notice.pk])
    browser(owed.bob).post(url)
    assert "You’re owed HK$25.00" in plain(read(owed.ann, "/"))
    browser(owed.ann).post(url)
    assert "You’re owed HK$25.00" not in plain(read(owed.ann, "/"))
    assert "You’re owed HK$25.00" in plain(read(owed.ann, "/notices/")), "all notices stay there"


def test_a_debt_stays_on_the_home_page_with_a_button_to_pay_until_it_is_paid(owed):
    Notice.objects.all().delete()
    home = read(owed.cy, "/")
    assert "You owe ann HK$5.00 Game on" in plain(home)
    assert "Pay HK$5.00" in plain(home)
    assert "Dismiss" not in home
    assert page_facts(owed.cy).waiting == 1
    debt = Transfer.objects.get(payer__user=owed.cy)
    assert claim(as_caller(owed.cy), debt.pk, 500) is None
    assert "You owe" not in plain(read(owed.cy, "/"))
    assert page_facts(owed.cy).waiting == 0


def test_many_debts_are_counted_rather_than_listed(owed, monkeypatch):
    monkeypatch.setattr(home_notices, "MAX_SHOWN", 0)
    claimed(owed)
    assert "1 more payment to make" in plain(read(owed.cy, "/"))
    assert "1 more payment needs your answer" in plain(read(owed.ann, "/"))


def test_every_kind_of_notice_has_a_text(owed):
    for kind in LedgerKind.values:
        Notice.objects.all().delete()
        params = {"by": "Bob 100%", "amount": 350, "reason": "50% too much", "is_paid": True}
        subject = owed.due if kind in ABOUT_TRANSFERS else owed.settlement
        if kind == LedgerKind.LEFT_OWING:
            continue  # Only for organizers: tests.tournaments.ledger.notices.test_departures
        Notice.objects.create(user=owed.ann, kind=kind, subject_id=subject.pk, params=params)
        text = plain(read(owed.ann, "/"))
        # Pending results are shown separately, as long as they wait.
        assert ("Dismiss" in text) == (kind != LedgerKind.PENDING)
        assert "%(" not in text


# --- Lists


def test_the_payments_page_lists_payments_waiting_for_an_answer_first(owed):
    claimed(owed, 500)
    text = plain(read(owed.ann, reverse("payments")))
    assert text.index("Waiting for your answer") < text.index("You are owed HK$25.00")
    assert "Confirm HK$5.00" in text
    text = plain(read(owed.bob, reverse("payments")))
    assert "You owe HK$20.00" in text
    assert "You pay ann HK$20.00" in text
    assert "outstanding" not in text
    assert "Waiting for your answer" not in text
    press(owed.ann, payment_url(owed), "received", amount="15")
    press(owed.ann, payment_url(owed), "confirm", payment=Payment.objects.earliest("pk").pk)
    text = plain(read(owed.bob, reverse("payments")))
    assert "You have no open payments." in text
    assert "Completed You paid ann HK$20.00 Paid and confirmed" in text


def test_a_payer_can_mark_payments_to_the_house_and_named_players_as_paid(owed):
    settled = settle_agreed(
        Winnings(
            source="event", source_id=7, club_id=owed.crew.club.pk, currency="HKD",
            stake_minor=100,
            parties=(Party(user_holder(owed.bob.pk), "bob"),
                     Party(named_holder("Old Wong"), "Old Wong"), Party(HOUSE)),
            points=(-9, 4, 5), pairs={(0, 1): 4, (0, 2): 5},
        )
    )  # fmt: skip
    assert settled is not None
    for due in settled.transfers.all():
        assert claim(as_caller(owed.bob), due.pk, due.amount) is None


@pytest.mark.every_database
def test_organizers_are_asked_to_confirm_payments_to_the_house_and_named_players(owed, an_event):
    test_a_payer_can_mark_payments_to_the_house_and_named_players_as_paid(owed)
    text = plain(read(owed.crew.organizer, reverse("payments")))
    assert "bob pays Old Wong HK$4.00" in text
    assert "bob pays Harbour Club HK$5.00" in text
    assert "Confirm HK$4.00" in text
    assert "Confirm HK$5.00" in text
    # The payer cannot answer for the club, whatever their role.
    Membership.objects.filter(user=owed.bob).update(role="organizer")
    assert "Confirm" not in plain(read(owed.bob, reverse("payments")))


def test_payment_lists_need_no_more_queries_for_sixty_payments_than_for_two(owed, an_event):
    few, many = make_person("few"), make_person("many")
    for number, (winner, count) in enumerate(((few, 2), (many, 60))):
        others = members(*(f"{winner.username}{each}" for each in range(count)))
        settled = event_of([winner, *others], owed, number + 1)
        for due in settled.transfers.select_related("payer__user")[: count // 2]:
            assert claim(as_caller(due.payer.user), due.pk, 1) is None
    costs = []
    for user in (few, many):
        client = browser(user)
        client.get("/rules/")
        for url in (reverse("payments"), "/"):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(url).status_code == 200
            costs.append(len(asked))
    assert_at_most(costs[2:], costs[:2])
    assert costs[0] <= 12


def test_completed_payments_are_split_into_pages(owed, an_event):
    people = [owed.ann, *members(*(f"p{number}" for number in range(22)))]
    settled = event_of(people, owed)
    for due in settled.transfers.all():
        assert receive(as_caller(owed.ann), due.pk, due.amount) is None
    first = plain(read(owed.ann, reverse("payments")))
    second = plain(read(owed.ann, reverse("payments") + "?page=2"))
    assert "Page 1 of 2" in first
    assert "Page 2 of 2" in second
    assert first.count("Paid and confirmed") == 20
    assert second.count("Paid and confirmed") == 2


def test_a_payment_page_needs_no_more_queries_with_many_claims(owed):
    def cost() -> int:
        client = browser(owed.ann)
        client.get("/rules/")
        with CaptureQueriesContext(connection) as asked:
            assert client.get(payment_url(owed)).status_code == 200
        return len(asked)

    claimed(owed, 100)
    before = cost()
    for _ in range(10):
        claimed(owed, 10)
    assert cost() <= before <= 10

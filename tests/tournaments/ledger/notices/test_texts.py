"""Texts of ledger notices in each case, from unsaved rows."""

from typing import Any

import pytest

from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText
from tournaments.clubs.models import Club
from tournaments.ledger.book.models import Account
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.notices.texts import creditor_text, departure_text, notice_text
from tournaments.ledger.settling.models import Settlement, Transfer

Kind = LedgerKind
CLUB = Club(slug="harbour", name="Harbour Club")
ANN, BOB, CY = (User(pk=pk, username=name) for pk, name in ((1, "ann"), (2, "bob"), (3, "cy")))
#: A payment as the organizer recorded or marked it.
PAID = {"amount": 500, "by": "oscar", "payer": "bob", "payee": "ann", "reason": "no cash came"}


def account(user: User | None) -> Account:
    """Return the user's account, or the club's for None."""
    return Account(kind="house" if user is None else "person", user=user, club=CLUB)


def due(payer: User | None, payee: User | None, amount: int = 500) -> Transfer:
    return Transfer(pk=9, payer=account(payer), payee=account(payee), open_amount=amount)


def notice(
    kind: str, *transfers: Transfer, reader: User = ANN, source: str = "event", **params: Any
) -> NoticeText:
    """Return the notice to the reader about an event that has since been deleted."""
    settlement = Settlement(
        slug="night", source=source, event=1, club=CLUB, currency="HKD", terms={"title": "Pizza"}
    )
    row = Notice(kind=kind, user_id=reader.pk, subject_id=9, params=params)
    return notice_text(row, settlement, {}, transfers)


@pytest.mark.parametrize(
    ("kind", "params", "title", "detail"),
    [
        (
            Kind.DISPUTED,
            PAID | {"is_recorder": True},
            "oscar disputed the payment of HK$5.00 that you recorded",
            "An event. Reason: no cash came",
        ),
        (
            Kind.CONFIRMED,
            PAID | {"is_recorder": True},
            "oscar confirmed the payment of HK$5.00 that you recorded",
            "An event",
        ),
        (
            Kind.WITHDRAWN,
            PAID | {"is_recorder": True},
            "oscar withdrew the payment of HK$5.00 that you recorded",
            "An event",
        ),
        (
            Kind.RESOLVED,
            PAID | {"is_paid": True},
            "Dispute resolved: HK$5.00 was paid",
            "An event. oscar wrote: no cash came",
        ),
        (
            Kind.RESOLVED,
            PAID,
            "Dispute resolved: HK$5.00 was not paid",
            "An event. oscar wrote: no cash came",
        ),
        (
            Kind.RECORDED,
            PAID | {"is_payee": True},
            "oscar recorded that bob paid you HK$5.00",
            "An event · If you didn’t get the money, dispute the payment within 7 days.",
        ),
        (Kind.RECORDED, PAID, "oscar recorded that you paid ann HK$5.00", "An event"),
        (
            Kind.RECORDED,
            PAID | {"payee": ""},
            "oscar recorded that you paid Harbour Club HK$5.00",
            "An event",
        ),
        (Kind.REMINDER, PAID, "Reminder from oscar: HK$5.00 is still due", "An event"),
        (Kind.REMINDER, {"amount": 500}, "Reminder: HK$5.00 is still due", "An event"),
        (
            Kind.PENDING,
            {"amount": -500, "result": 4},
            "You lost HK$5.00. Do you accept the result?",
            "An event · Nothing is owed until you accept. The result lapses after 30 days.",
        ),
        (
            Kind.PENDING,
            {"amount": 500, "result": 4},
            "You won HK$5.00. Do you accept the result?",
            "An event · Nothing is owed until you accept. The result lapses after 30 days.",
        ),
        (
            Kind.ACCEPTED,
            {},
            "A result was accepted",
            "An event · The pending amounts are now settled.",
        ),
        (
            Kind.ACCEPTED,
            {"by": "cy"},
            "cy accepted a result",
            "An event · The pending amounts are now settled.",
        ),
        (
            Kind.DECLINED,
            {"by": "cy"},
            "cy’s result was declined",
            "An event · The pending amounts aren’t owed.",
        ),
        (Kind.SETTLED, {"amount": -500}, "You lost HK$5.00", "An event · See who pays whom."),
        (Kind.SETTLED, {"amount": 500}, "You won HK$5.00", "An event · See who pays whom."),
        (Kind.SETTLED, {}, "Settled: An event", "See who pays whom."),
        (
            Kind.PROPOSED,
            {
                "by": "oscar",
                "reason": "two seats were mixed up",
                "higher": [
                    {"name": "Faye", "currency": "HKD", "before": 0, "after": -700, "agreed": 500}
                ],
            },
            "oscar proposed a corrected result: An event",
            "Faye’s result, for which you’re responsible, would change from HK$0.00 to −HK$7.00."
            " You agreed to a maximum loss of HK$5.00. This correction takes effect only if you"
            " agree to HK$7.00. Reason: two seats were mixed up",
        ),
    ],
)
def test_a_notice_says_what_happened_to_a_result_or_payment(kind, params, title, detail):
    said = notice(kind, **params)
    assert (said.title, said.detail) == (title, detail)


@pytest.mark.parametrize(
    ("amount", "title"),
    [(0, "You’re settled up"), (-500, "You owe HK$5.00"), (500, "You’re owed HK$5.00")],
)
def test_a_club_list_says_what_is_owed_instead_of_won(amount, title):
    said = notice(Kind.SETTLED, source="club", amount=amount)
    assert said.title == title
    assert said.detail.startswith("Harbour Club balances · ")


@pytest.mark.parametrize(
    ("transfers", "title", "detail"),
    [
        ([due(ANN, BOB)], "You owe bob HK$5.00", "cy accepted a result · An event"),
        ([due(BOB, ANN)], "bob owes you HK$5.00", "cy accepted a result · An event"),
        ([due(ANN, None)], "You owe Harbour Club HK$5.00", "cy accepted a result · An event"),
        (
            [due(ANN, BOB), due(ANN, CY, 250)],
            "You owe HK$7.50",
            "cy accepted a result · An event · bob HK$5.00 and cy HK$2.50",
        ),
        (
            [due(BOB, ANN), due(CY, ANN, 250)],
            "You’re owed HK$7.50",
            "cy accepted a result · An event · bob HK$5.00 and cy HK$2.50",
        ),
    ],
)
def test_a_notice_of_a_settlement_says_who_owes_whom(transfers, title, detail):
    said = notice(Kind.ACCEPTED, *transfers, by="cy")
    assert (said.title, said.detail) == (title, detail)


@pytest.mark.parametrize(
    ("transfers", "title"),
    [
        ([due(BOB, ANN)], "oscar says they paid you HK$5.00"),
        ([due(None, ANN)], "oscar marked HK$5.00 as paid to you"),
        ([due(ANN, BOB)], "oscar marked HK$5.00 as paid to bob"),
        ([], "oscar marked HK$5.00 as paid to you"),
    ],
)
def test_a_payment_marked_as_paid_names_payer_and_payee(transfers, title):
    assert notice(Kind.CLAIMED, *transfers, **PAID).title == title


@pytest.mark.parametrize(
    ("kind", "transfers", "button"),
    [
        (Kind.CLAIMED, [due(BOB, ANN)], "Confirm or dispute"),
        (Kind.ASKED, [due(BOB, ANN)], "Answer"),
        (Kind.PENDING, [], "Answer"),
        (Kind.DISPUTED, [due(ANN, BOB)], "View dispute"),
        (Kind.DUE, [due(ANN, BOB)], "Pay"),
        (Kind.REMINDER, [due(ANN, BOB)], "Pay"),
        (Kind.REMINDER, [due(BOB, ANN)], "View payment"),
        (Kind.LAPSED, [], "View settlement"),
    ],
)
def test_the_button_of_a_notice_says_what_the_reader_can_do(kind, transfers, button):
    assert notice(kind, *transfers, **PAID).button == button


@pytest.mark.parametrize(
    ("kind", "params", "url"),
    [
        (Kind.CONFIRMED, PAID, "/payments/9/"),
        (Kind.PROPOSED, {"correction": 4}, "/settlements/night/corrections/4/"),
        (Kind.PROPOSED, {}, "/settlements/night/"),
        (Kind.PENDING, {"amount": 1, "result": 4}, "/agreements/results/4/"),
    ],
)
def test_a_notice_leads_to_the_page_that_it_is_about(kind, params, url):
    assert notice(kind, **params).url == url


@pytest.mark.parametrize(
    ("sums", "title"),
    [
        (
            {"owes": [[500, "HKD"]], "yours": [[500, "HKD"]]},
            "bob left Harbour Club and still owes you HK$5.00",
        ),
        (
            {"owes": [[500, "HKD"]], "yours": [[200, "HKD"]]},
            "bob left Harbour Club and still owes HK$5.00, HK$2.00 of it to you",
        ),
        (
            {"owes": [[500, "HKD"], [700, "EUR"]]},
            "bob left Harbour Club and still owes HK$5.00 and €7.00",
        ),
        ({"owed": [[500, "HKD"]]}, "bob left Harbour Club and is still owed HK$5.00"),
    ],
)
def test_keepers_read_what_a_former_member_owes_or_is_owed(sums, title):
    row = Notice(kind=Kind.LEFT_OWING, params={"name": "bob", **sums})
    assert departure_text(row, CLUB).title == title


def test_creditors_read_what_a_former_member_owes_them():
    row = Notice(kind=Kind.LEFT_OWING_YOU, params={"name": "bob", "owes": [[500, "HKD"]]})
    said = creditor_text(row, CLUB)
    assert said.title == "bob left Harbour Club and still owes you HK$5.00"
    assert said.url == "/payments/"

"""Payment services: permissions and effects."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.caller import VISITOR, Caller
from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.services import mark_seen
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.debts import balance, event, ledger_traces, owes
from tournaments.clubs.models import Membership
from tournaments.ledger.book.holders import HOUSE, named_holder, user_holder
from tournaments.ledger.book.models import Posting, PostingLine
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.denials import denial_text
from tournaments.ledger.payments import locking, reminders
from tournaments.ledger.payments.locking import PaymentDetails
from tournaments.ledger.payments.models import Payment, Reminder
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
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db

OUTSIDE = ("member", "stranger", "guest")


@pytest.fixture
def transfer(crew: Crew, bo: User) -> Transfer:
    """Let Bo owe Mei 100 cents, with no other member involved."""
    return owes(bo, crew.member, 100, club=crew.club)


@pytest.fixture
def callers(crew: Crew, bo: User) -> dict[str, Caller]:
    """Return every kind of caller, by their relation to the transfer."""
    other = person("otto")
    Membership.objects.create(club=crew.club, user=other)
    return {
        "payer": caller(bo),
        "payee": caller(crew.member),
        "owner": caller(crew.owner),
        "organizer": caller(crew.organizer),
        "member": caller(other),
        "stranger": caller(crew.stranger),
        "guest": caller(crew.guest),
        "visitor": VISITOR,
        "signed out": Caller(bo, lambda: None),
    }


def denial_code(answer: object) -> Code | None:
    """Return the code of a denial, checking its message; None on success."""
    if answer is None:
        return None
    assert isinstance(answer, Denial)
    assert "%" not in denial_text(answer)
    return Code(answer.code)


def refusals(mine: dict[str, Code | None], *, keeper: Code) -> dict[str, Code | None]:
    """Return the expected answers: special ones as given, the same denial for all others."""
    others: dict[str, Code | None] = dict.fromkeys(OUTSIDE, Code.NO_TRANSFER)
    keepers: dict[str, Code | None] = dict.fromkeys(("owner", "organizer"), keeper)
    unknown: dict[str, Code | None] = dict.fromkeys(("visitor", "signed out"), Code.UNKNOWN)
    return {**others, **keepers, **unknown, **mine}


def call_as_everyone(
    callers: dict[str, Caller], answers: dict[str, Code | None], call: Callable[[Caller], Any]
) -> None:
    """Call as each user, permitted ones last; denied calls must change nothing."""
    assert set(answers) == set(callers)
    for who, code in sorted(answers.items(), key=lambda each: each[1] is None):
        before = ledger_traces()
        assert denial_code(call(callers[who])) == code, who
        assert code is None or ledger_traces() == before, who


# --- Permissions


@pytest.mark.parametrize("service", [claim, ask_to_waive])
def test_only_the_payer_can_mark_as_paid_or_ask_to_waive(transfer, callers, service):
    answers = refusals({"payer": None, "payee": Code.NOT_PAYER}, keeper=Code.NOT_PAYER)
    call_as_everyone(callers, answers, lambda who: service(who, transfer.pk, 40))
    payment = Payment.objects.get()
    assert (payment.amount, payment.status, payment.posting) == (40, "claimed", None)
    transfer.refresh_from_db()
    assert transfer.open_amount == 100


@pytest.mark.parametrize("service", [receive, waive])
def test_only_the_payee_can_mark_as_received_or_waive(transfer, callers, service):
    answers = refusals({"payer": Code.OWN_PAYMENT, "payee": None}, keeper=Code.NOT_PAYEE)
    call_as_everyone(callers, answers, lambda who: service(who, transfer.pk, 40))
    payment = Payment.objects.get()
    assert (payment.amount, payment.status) == (40, "confirmed")
    transfer.refresh_from_db()
    assert transfer.open_amount == 60


def payment_with_status(
    callers: dict[str, Caller], transfer: Transfer, status: str, kind: str
) -> Payment:
    """Return a payment of 40 with this status."""
    begins = claim if kind == "paid" else ask_to_waive
    assert begins(callers["payer"], transfer.pk, 40) is None
    made = Payment.objects.get()
    number = made.pk
    steps: dict[str, list[Callable[[], Any]]] = {
        "claimed": [],
        "confirmed": [lambda: confirm(callers["payee"], number)],
        "disputed": [lambda: dispute(callers["payee"], number, "no")],
        "withdrawn": [lambda: withdraw(callers["payer"], number)],
        "rejected": [
            lambda: dispute(callers["payee"], number, "no"),
            lambda: resolve(callers["owner"], number, is_paid=False, reason="no"),
        ],
    }
    for step in steps[status]:
        assert step() is None
    made.refresh_from_db()
    assert made.status == status
    return made


#: Answers to permitted callers by the payment's status, and the new status.
ANSWERS: dict[str, dict[str, tuple[Code | None, str]]] = {
    "confirm": {
        "claimed": (None, "confirmed"),
        "disputed": (None, "confirmed"),
        "confirmed": (None, "confirmed"),
        "withdrawn": (Code.ANSWERED, "withdrawn"),
        "rejected": (Code.ANSWERED, "rejected"),
    },
    "dispute": {
        "claimed": (None, "disputed"),
        "disputed": (None, "disputed"),
        "confirmed": (Code.ANSWERED, "confirmed"),
        "withdrawn": (Code.ANSWERED, "withdrawn"),
        "rejected": (Code.ANSWERED, "rejected"),
    },
    "withdraw": {
        "claimed": (None, "withdrawn"),
        "disputed": (None, "withdrawn"),
        "confirmed": (Code.ANSWERED, "confirmed"),
        "withdrawn": (None, "withdrawn"),
        "rejected": (Code.ANSWERED, "rejected"),
    },
    "resolve": {
        "claimed": (Code.NOT_DISPUTED, "claimed"),
        "disputed": (None, "confirmed"),
        "confirmed": (Code.NOT_DISPUTED, "confirmed"),
        "withdrawn": (Code.NOT_DISPUTED, "withdrawn"),
        "rejected": (Code.NOT_DISPUTED, "rejected"),
    },
}
CALLS: dict[str, Callable[[Caller, int], Any]] = {
    "confirm": confirm,
    "dispute": lambda who, number: dispute(who, number, "it never came"),
    "withdraw": withdraw,
    "resolve": lambda who, number: resolve(who, number, is_paid=True, reason="seen"),
}


@pytest.mark.parametrize("status", ["claimed", "confirmed", "disputed", "withdrawn", "rejected"])
@pytest.mark.parametrize("service", list(ANSWERS))
def test_answers_depend_on_the_caller_and_the_status_of_the_payment(
    transfer, callers, service, status
):
    payment = payment_with_status(callers, transfer, status, "paid")
    code, becomes = ANSWERS[service][status]
    answers = {
        "confirm": refusals({"payer": Code.OWN_PAYMENT, "payee": code}, keeper=Code.NOT_PAYEE),
        "dispute": refusals({"payer": Code.OWN_PAYMENT, "payee": code}, keeper=Code.NOT_PAYEE),
        "withdraw": refusals({"payer": code, "payee": Code.NOT_PAYER}, keeper=Code.NOT_PAYER),
        "resolve": refusals(
            {
                "payer": Code.NOT_ALLOWED,
                "payee": Code.NOT_ALLOWED,
                "owner": code,
                "organizer": code,
            },
            keeper=Code.NOT_ALLOWED,
        ),
    }[service]
    if service == "resolve" and code is None:
        # Two may answer; the second finds it answered.
        assert denial_code(CALLS[service](callers["organizer"], payment.pk)) is None
        answers = {**answers, "owner": Code.NOT_DISPUTED, "organizer": Code.NOT_DISPUTED}
    call_as_everyone(callers, answers, lambda who: CALLS[service](who, payment.pk))
    payment.refresh_from_db()
    transfer.refresh_from_db()
    assert payment.status == becomes
    is_paid = becomes == "confirmed"
    assert transfer.open_amount == (60 if is_paid else 100)
    assert Posting.objects.filter(kind="payment").count() == is_paid


@pytest.mark.parametrize("service", list(CALLS))
def test_an_unknown_payment_is_denied(callers, transfer, service):
    assert denial_code(CALLS[service](callers["payer"], 999)) == Code.NO_PAYMENT
    assert denial_code(CALLS[service](callers["payer"], 2**70)) == Code.NO_PAYMENT


@pytest.mark.parametrize("number", [999, 2**70, -1])
def test_an_unknown_transfer_is_denied(callers, transfer, number):
    for service in (claim, ask_to_waive, receive, waive):
        assert denial_code(service(callers["payer"], number, 5)) == Code.NO_TRANSFER


@pytest.mark.parametrize("unseen", ["\u3164", "...", "a\u202e", "\u200b"])
def test_a_reason_without_readable_text_is_refused(callers, transfer, unseen):
    payment = payment_with_status(callers, transfer, "claimed", "paid")
    assert denial_code(dispute(callers["payee"], payment.pk, unseen)) == Code.WORDING_FLAWED
    assert not payment.records.filter(status="disputed").exists()


def test_a_remark_with_a_text_direction_override_is_refused(callers, transfer):
    words = locking.PaymentDetails(remark="krow\u202e")
    denied = claim(callers["payer"], transfer.pk, 5, words)
    assert denial_code(denied) == Code.WORDING_FLAWED
    assert not transfer.payments.exists()


def test_disputing_and_resolving_need_a_reason(callers, transfer):
    payment = payment_with_status(callers, transfer, "claimed", "paid")
    assert denial_code(dispute(callers["payee"], payment.pk, " \n ")) == Code.NO_REASON
    assert dispute(callers["payee"], payment.pk, "no  money\ncame" + "!" * 400) is None
    resolved = resolve(callers["owner"], payment.pk, is_paid=False, reason="")
    assert denial_code(resolved) == Code.NO_REASON
    words = payment.records.get(status="disputed").text
    assert words.startswith("no money came!")
    assert len(words) == 300


# --- Organizers


def test_an_organizer_who_pays_or_is_paid_cannot_resolve_the_dispute(crew, bo):
    for payer, payee in ((crew.organizer, bo), (bo, crew.organizer)):
        due = owes(payer, payee, 50, club=crew.club)
        assert claim(caller(payer), due.pk, 50) is None
        payment = Payment.objects.get(transfer=due)
        assert dispute(caller(payee), payment.pk, "no") is None
        party, other = caller(crew.organizer), caller(crew.owner)
        judged = resolve(party, payment.pk, is_paid=True, reason="I say so")
        assert denial_code(judged) == Code.NOT_IMPARTIAL
        assert resolve(other, payment.pk, is_paid=True, reason="seen") is None
        assert balance(crew.organizer) == balance(bo) == 0


def test_an_organizer_cannot_confirm_their_own_payment(crew, bo):
    due = owes(crew.organizer, bo, 50, club=crew.club)
    paying = caller(crew.organizer)
    assert claim(paying, due.pk, 50) is None
    payment = Payment.objects.get()
    for answer in (
        confirm(paying, payment.pk),
        receive(paying, due.pk, 50),
        waive(paying, due.pk, 50),
    ):
        assert denial_code(answer) == Code.OWN_PAYMENT


def test_an_organizer_cannot_waive_for_the_payee(callers, transfer):
    """Organizers decide what was paid; only the payee can waive."""
    payment = payment_with_status(callers, transfer, "disputed", "waived")
    resolved = resolve(callers["owner"], payment.pk, is_paid=True, reason="be kind")
    assert denial_code(resolved) == Code.NOT_PAYEE
    assert resolve(callers["owner"], payment.pk, is_paid=False, reason="no") is None
    transfer.refresh_from_db()
    assert transfer.open_amount == 100


def test_only_its_two_players_can_settle_a_dispute_outside_clubs(crew, bo):
    due = owes(bo, crew.member, 30)
    assert claim(caller(bo), due.pk, 30) is None
    payment = Payment.objects.get()
    assert dispute(caller(crew.member), payment.pk, "no") is None
    for who, code in (
        (bo, Code.NO_ORGANIZER),
        (crew.member, Code.NO_ORGANIZER),
        (crew.owner, Code.NO_TRANSFER),
    ):
        resolved = resolve(caller(who), payment.pk, is_paid=True, reason="so")
        assert denial_code(resolved) == code
    assert confirm(caller(crew.member), payment.pk) is None
    assert balance(bo) == balance(crew.member) == 0


def test_organizers_confirm_payments_to_the_house(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -20, HOUSE: 20})
    due = Transfer.objects.get()
    assert claim(caller(bo), due.pk, 20) is None
    payment = Payment.objects.get()
    assert denial_code(confirm(caller(crew.member), payment.pk)) == Code.NO_TRANSFER
    assert confirm(caller(crew.organizer), payment.pk) is None
    assert balance(bo) == 0


def test_an_organizer_cannot_confirm_their_own_payment_to_the_house(crew):
    event(crew.club, 1, {user_holder(crew.organizer.pk): -20, HOUSE: 20})
    due = Transfer.objects.get()
    owing = caller(crew.organizer)
    assert denial_code(waive(owing, due.pk, 20)) == Code.OWN_PAYMENT
    assert claim(owing, due.pk, 20) is None
    payment = Payment.objects.get()
    assert denial_code(confirm(owing, payment.pk)) == Code.OWN_PAYMENT
    assert confirm(caller(crew.owner), payment.pk) is None


def test_an_organizer_cannot_resolve_a_claim_they_made_for_a_named_player(crew, bo):
    event(crew.club, 1, {named_holder("Wing"): -20, user_holder(bo.pk): 20})
    due = Transfer.objects.get()
    assert claim(caller(crew.organizer), due.pk, 20) is None
    payment = Payment.objects.get()
    assert dispute(caller(bo), payment.pk, "no") is None
    judged = resolve(caller(crew.organizer), payment.pk, is_paid=True, reason="I gave it")
    assert denial_code(judged) == Code.NOT_IMPARTIAL
    assert resolve(caller(crew.owner), payment.pk, is_paid=True, reason="seen") is None
    assert balance(bo) == 0


def test_an_organizer_cannot_confirm_for_the_house_a_claim_they_made(crew):
    """If organizers speak for both sides, two of them are needed."""
    event(crew.club, 1, {named_holder("Wing"): -20, HOUSE: 20})
    due = Transfer.objects.get()
    assert claim(caller(crew.organizer), due.pk, 20) is None
    payment = Payment.objects.get()
    confirmed = confirm(caller(crew.organizer), payment.pk)
    assert denial_code(confirmed) == Code.OWN_PAYMENT
    assert confirm(caller(crew.owner), payment.pk) is None


def test_a_former_organizer_cannot_act_for_the_house(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -20, HOUSE: 20})
    due = Transfer.objects.get()
    Membership.objects.filter(user=crew.organizer).update(role="member")
    received = receive(caller(crew.organizer), due.pk, 20)
    assert denial_code(received) == Code.NO_TRANSFER


def test_former_members_can_still_pay_and_be_paid(crew, bo, transfer):
    Membership.objects.filter(user__in=[bo, crew.member]).delete()
    assert claim(caller(bo), transfer.pk, 100) is None
    assert confirm(caller(crew.member), Payment.objects.get().pk) is None
    assert balance(bo) == 0


# --- Amounts


@pytest.mark.parametrize("amount", [0, -1, -(2**63), True, False, 1.5, "5", None])
def test_an_invalid_amount_is_refused(callers, transfer, amount):
    for service, who in (
        (claim, "payer"),
        (ask_to_waive, "payer"),
        (receive, "payee"),
        (waive, "payee"),
    ):
        before = ledger_traces()
        assert denial_code(service(callers[who], transfer.pk, amount)) == Code.NOT_AN_AMOUNT
        assert ledger_traces() == before


@pytest.mark.parametrize("amount", [101, 2**63, 10**30])
def test_an_amount_above_the_open_amount_is_refused(callers, transfer, amount):
    for service, who in ((claim, "payer"), (receive, "payee")):
        answer = service(callers[who], transfer.pk, amount)
        assert denial_code(answer) == Code.TOO_MUCH
        assert answer.params == {"most": 100, "currency": "EUR"}


def test_an_amount_with_a_pending_claim_cannot_be_claimed_again(callers, transfer):
    payer, payee = callers["payer"], callers["payee"]
    assert claim(payer, transfer.pk, 70) is None
    for amount, code in ((31, Code.TOO_MUCH), (30, None), (1, Code.TOO_MUCH)):
        assert denial_code(ask_to_waive(payer, transfer.pk, amount)) == code
    answer = receive(payee, transfer.pk, 1)
    assert denial_code(answer) == Code.CLAIM_WAITS
    assert answer.params["amount"] == 100
    # A disputed amount is not free: it may turn out to be paid.
    first = Payment.objects.order_by("pk")[0]
    assert dispute(payee, first.pk, "no") is None
    assert denial_code(claim(payer, transfer.pk, 1)) == Code.TOO_MUCH
    assert withdraw(payer, first.pk) is None
    assert claim(payer, transfer.pk, 70) is None


def test_a_completed_payment_cannot_be_claimed_or_waived(callers, transfer):
    assert receive(callers["payee"], transfer.pk, 100) is None
    for service, who in ((claim, "payer"), (waive, "payee")):
        assert denial_code(service(callers[who], transfer.pk, 1)) == Code.NOTHING_OPEN


def test_partial_payments_add_up_and_each_is_posted_once(callers, transfer, bo):
    for amount in (1, 33, 66):
        assert claim(callers["payer"], transfer.pk, amount) is None
    for payment in Payment.objects.all():
        for _ in range(3):
            assert confirm(callers["payee"], payment.pk) is None
    transfer.refresh_from_db()
    assert transfer.open_amount == balance(bo) == 0
    lines = PostingLine.objects.filter(account__user=bo).order_by("number")
    assert [(each.amount, each.after) for each in lines] == [
        (-100, -100), (1, -99), (33, -66), (66, 0),
    ]  # fmt: skip


def test_waived_amounts_are_posted_as_waivers(callers, transfer, bo, crew):
    assert waive(callers["payee"], transfer.pk, 60) is None
    assert ask_to_waive(callers["payer"], transfer.pk, 40) is None
    asked = Payment.objects.get(status="claimed")
    assert confirm(callers["payee"], asked.pk) is None
    assert Posting.objects.filter(kind="waiver").count() == 2
    assert balance(bo) == balance(crew.member) == 0


# --- Days, notes, forms


@pytest.mark.parametrize(
    ("days", "code"),
    [(0, None), (1, None), (2, Code.DAY_TO_COME), (-366, None), (-368, Code.DAY_LONG_AGO)],
)
def test_a_payment_date_may_be_a_year_ago_but_not_two_days_ahead(callers, transfer, days, code):
    day = timezone.localdate() + timedelta(days=days)
    before = ledger_traces()
    answer = claim(callers["payer"], transfer.pk, 5, PaymentDetails(paid_on=day))
    assert denial_code(answer) == code
    if code is None:
        assert Payment.objects.get().paid_on == day
    else:
        assert ledger_traces() == before


@pytest.mark.parametrize("day", [date.min, date.max])
def test_extreme_payment_dates_are_refused(callers, transfer, day):
    answer = claim(callers["payer"], transfer.pk, 5, PaymentDetails(paid_on=day))
    assert denial_code(answer) in (Code.DAY_TO_COME, Code.DAY_LONG_AGO)


def test_the_payment_method_remark_and_date_are_normalized(callers, transfer):
    words = PaymentDetails(way="gold", remark="  at   the\nclub " + "x" * 300)
    assert claim(callers["payer"], transfer.pk, 5, words) is None
    payment = Payment.objects.get()
    assert payment.way == Payment.Way.OTHER
    assert payment.remark.startswith("at the club xxx")
    assert len(payment.remark) == Payment.REMARK_LENGTH
    assert payment.paid_on == timezone.localdate()


@pytest.mark.parametrize(
    ("service", "who"),
    [
        (claim, "payer"),
        (ask_to_waive, "payer"),
        (receive, "payee"),
        (waive, "payee"),
    ],
)
def test_a_form_submitted_several_times_counts_once(callers, transfer, service, who):
    words = PaymentDetails(form_key="k" * 500)  # whatever a browser sends
    for _ in range(3):
        assert service(callers[who], transfer.pk, 20, words) is None
    assert Payment.objects.count() == 1
    assert Notice.objects.exclude(kind="settlement.settled").count() == 1


def test_the_same_form_key_counts_separately_per_user_payment_and_button(
    crew, bo, callers, transfer
):
    """The same key from another user, payment or button."""
    words = PaymentDetails(form_key="key")
    second = owes(bo, crew.member, 10, club=crew.club)
    assert claim(callers["payer"], transfer.pk, 20, words) is None
    assert ask_to_waive(callers["payer"], transfer.pk, 20, words) is None
    assert receive(callers["payee"], transfer.pk, 20, words) is None
    assert claim(callers["payer"], second.pk, 10, words) is None
    assert Payment.objects.count() == 4


def test_a_stranger_with_a_known_form_key_is_still_denied(callers, transfer):
    words = PaymentDetails(form_key="key")
    assert claim(callers["payer"], transfer.pk, 20, words) is None
    answer = claim(callers["stranger"], transfer.pk, 20, words)
    assert denial_code(answer) == Code.NO_TRANSFER


# --- Notices


def notified(kind: str) -> set[str]:
    found = Notice.objects.filter(kind__endswith=f".{kind}")
    return set(found.values_list("user__username", flat=True))


def test_the_other_side_is_notified_of_each_step_of_a_payment(callers, transfer):
    assert notified("settled") == {"bo", "mei"}
    claim(callers["payer"], transfer.pk, 10)
    assert notified("claimed") == {"mei"}
    ask_to_waive(callers["payer"], transfer.pk, 10)
    assert notified("asked") == {"mei"}
    claimed, asked = Payment.objects.order_by("pk")
    dispute(callers["payee"], claimed.pk, "no")
    assert notified("disputed") == {"bo"}
    withdraw(callers["payer"], asked.pk)
    assert notified("withdrawn") == {"mei"}
    resolve(callers["organizer"], claimed.pk, is_paid=False, reason="no")
    assert notified("resolved") == {"bo", "mei"}
    receive(callers["payee"], transfer.pk, 10)
    assert notified("confirmed") == {"bo"}
    waive(callers["payee"], transfer.pk, 10)
    assert notified("waived") == {"bo"}
    notice = Notice.objects.get(kind="payment.disputed")
    assert notice.params == {"by": "mei", "amount": 10, "reason": "no"}
    assert notice.subject_id == transfer.pk


def test_organizers_are_notified_for_the_house_except_the_one_who_acted(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -20, HOUSE: 20})
    due = Transfer.objects.get()
    claim(caller(bo), due.pk, 20)
    assert notified("claimed") == {"olga", "oscar"}
    dispute(caller(crew.organizer), Payment.objects.get().pk, "no")
    assert notified("disputed") == {"bo"}
    resolve(caller(crew.owner), Payment.objects.get().pk, is_paid=True, reason="seen")
    assert notified("resolved") == {"bo", "oscar"}


def test_only_its_recipient_can_dismiss_a_notice(callers, transfer):
    mine = Notice.objects.get(user__username="bo")
    for who in ("payee", "stranger", "owner"):
        assert not mark_seen(callers[who], mine.pk)
        mine.refresh_from_db()
        assert mine.seen_at is None
    assert not mark_seen(VISITOR, mine.pk)
    assert mark_seen(callers["payer"], mine.pk)
    mine.refresh_from_db()
    assert mine.seen_at is not None


# --- Reminders


def tomorrow() -> date:
    return timezone.localdate() + timedelta(days=1)


def days_pass() -> None:
    """Move to the day of the reminders."""
    Reminder.objects.update(day=timezone.localdate())


def test_both_sides_and_organizers_can_set_a_reminder_for_themselves(callers, transfer):
    answers = refusals({"payer": None, "payee": None}, keeper=Code.NO_TRANSFER)
    answers |= {"owner": None, "organizer": None}
    call_as_everyone(
        callers,
        answers,
        lambda who: reminders.set_reminder(who, transfer.pk, tomorrow(), is_for_payer=False),
    )
    assert Reminder.objects.count() == 4


def test_only_the_payee_can_set_a_reminder_for_the_payer(callers, transfer):
    answers = refusals({"payer": Code.OWN_PAYMENT, "payee": None}, keeper=Code.NOT_PAYEE)
    call_as_everyone(
        callers,
        answers,
        lambda who: reminders.set_reminder(who, transfer.pk, tomorrow(), is_for_payer=True),
    )
    days_pass()
    assert reminders.remind() == 1
    notice = Notice.objects.get(kind="payment.reminder")
    assert (notice.user.username, notice.mail) == ("bo", "due")
    assert notice.params == {"amount": 100, "by": "mei"}


def test_a_reminder_is_sent_once_on_its_day(callers, transfer):
    assert (
        reminders.set_reminder(callers["payer"], transfer.pk, tomorrow(), is_for_payer=False)
        is None
    )
    assert reminders.remind() == 0
    days_pass()
    assert [reminders.remind() for _ in range(3)] == [1, 0, 0]
    assert Notice.objects.filter(kind="payment.reminder").count() == 1
    # It can be set again.
    assert (
        reminders.set_reminder(callers["payer"], transfer.pk, tomorrow(), is_for_payer=False)
        is None
    )


def test_setting_a_reminder_again_moves_it(callers, transfer):
    for days in (1, 9):
        day = timezone.localdate() + timedelta(days=days)
        assert reminders.set_reminder(callers["payee"], transfer.pk, day, is_for_payer=True) is None
    assert Reminder.objects.get().day == day


@pytest.mark.parametrize(
    ("days", "code"),
    [(0, None), (-1, Code.DAY_PAST), (366, None), (367, Code.DAY_TOO_FAR)],
)
def test_a_reminder_date_must_be_within_a_year(callers, transfer, days, code):
    day = timezone.localdate() + timedelta(days=days)
    answer = reminders.set_reminder(callers["payer"], transfer.pk, day, is_for_payer=False)
    assert denial_code(answer) == code


def test_no_reminder_is_sent_for_a_completed_payment(callers, transfer):
    reminders.set_reminder(callers["payer"], transfer.pk, tomorrow(), is_for_payer=False)
    receive(callers["payee"], transfer.pk, 100)
    days_pass()
    assert reminders.remind() == 0
    answer = reminders.set_reminder(callers["payer"], transfer.pk, tomorrow(), is_for_payer=False)
    assert denial_code(answer) == Code.NOTHING_OPEN


def test_a_former_organizer_is_not_reminded(crew, callers, transfer):
    reminders.set_reminder(callers["organizer"], transfer.pk, tomorrow(), is_for_payer=False)
    Membership.objects.filter(user=crew.organizer).update(role="member")
    days_pass()
    assert reminders.remind() == 0


@pytest.mark.every_database
def test_only_the_user_who_set_a_reminder_can_drop_it(callers, transfer):
    reminders.set_reminder(callers["payer"], transfer.pk, tomorrow(), is_for_payer=False)
    number = Reminder.objects.get().pk
    reminders.drop_reminder(callers["payee"], number)
    assert Reminder.objects.exists()
    reminders.drop_reminder(callers["payer"], number)
    assert not Reminder.objects.exists()


# --- Cost


def test_claiming_and_confirming_need_few_queries_despite_other_payments(
    callers, transfer, crew, bo, django_assert_max_num_queries
):
    for _ in range(5):
        owes(bo, crew.member, 7, club=crew.club)
    for amount in (3, 4, 5):
        with django_assert_max_num_queries(14):
            assert claim(callers["payer"], transfer.pk, amount) is None
    for payment in Payment.objects.all():
        with django_assert_max_num_queries(18):
            assert confirm(callers["payee"], payment.pk) is None


def test_a_payer_is_not_reminded_twice_in_a_week(callers, transfer):
    Reminder.objects.create(
        transfer=transfer,
        user=callers["payee"].user,
        is_for_payer=True,
        day=timezone.localdate(),
        done_at=timezone.now(),
    )

    def remind(days):
        day = timezone.localdate() + timedelta(days=days)
        return reminders.set_reminder(callers["payee"], transfer.pk, day, is_for_payer=True)

    answer = remind(3)
    assert answer is not None
    assert answer.code is Code.REMINDED_LATELY
    assert remind(8) is None

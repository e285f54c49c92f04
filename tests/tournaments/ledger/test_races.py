"""Concurrency: everything is posted exactly once."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from accounts.notices.models import Notice
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, crew
from tests.tournaments.clubs.test_races import at_once
from tests.tournaments.ledger.debts import balance, event, owes
from tests.tournaments.rows import finished_session
from tournaments.ledger.accounts import services
from tournaments.ledger.book.holders import user_holder
from tournaments.ledger.book.models import Account, ClubBook, Posting, PostingLine
from tournaments.ledger.book.services import accounts_of
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments import locking, reminders
from tournaments.ledger.payments.models import Payment, PaymentRecord, Reminder
from tournaments.ledger.payments.services import claim, confirm, dispute, receive, resolve, withdraw
from tournaments.ledger.settling.models import Settlement, TakenUp, Transfer
from tournaments.ledger.settling.services import settle_session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture(name="crew")
def _crew(transactional_db) -> Crew:
    return crew()


@pytest.fixture
def transfer(crew: Crew, bo: User) -> Transfer:
    """Let Bo owe Mei 100 cents."""
    return owes(bo, crew.member, 100, club=crew.club)


def claimed(crew: Crew, bo: User, transfer: Transfer, amount: int = 100) -> int:
    assert claim(caller(bo), transfer.pk, amount) is None
    number = Payment.objects.order_by("pk").values_list("pk", flat=True).last()
    assert number is not None
    return number


def codes(answers: list[object]) -> list[Code]:
    return sorted(Code(each.code) for each in answers if isinstance(each, Denial))


def assert_ledger_is_consistent() -> None:
    """Check the ledger: running numbers, running balances, zero sums, open amounts."""
    for account in Account.objects.all():
        lines = list(account.lines.order_by("number"))
        assert [each.number for each in lines] == list(range(1, len(lines) + 1))
        after = 0
        for each in lines:
            after += each.amount
            assert each.after == after
    for posting in Posting.objects.all():
        assert sum(each.amount for each in posting.lines.all()) == 0
    for each in Transfer.objects.all():
        paid = sum(p.amount for p in each.payments.filter(status="confirmed"))
        taken = sum(t.amount for t in TakenUp.objects.filter(transfer=each))
        assert each.amount == each.open_amount + paid + taken
        pending = each.payments.filter(status__in=Payment.PENDING)
        assert sum(p.amount for p in pending) <= each.open_amount


class Gate:
    """Makes a thread wait at a point in the code until another has gone on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()
        self._is_first = True
        called = getattr(module, name)

        def gated(*args: Any, **named: Any) -> Any:
            if self._is_first:
                self._is_first = False
                self.reached.set()
                # If writers take turns, the other one waits for this one: continue.
                self.opened.wait(None if has_rows_locked() else 0)
            return called(*args, **named)

        monkeypatch.setattr(module, name, gated)


def has_rows_locked() -> bool:
    """Return whether writers only wait for rows, not for each other."""
    return connection.vendor == "postgresql"


# --- Payments


def test_concurrent_confirmations_post_once(crew, bo, transfer):
    number = claimed(crew, bo, transfer)
    confirms = partial(confirm, caller(crew.member), number)
    assert at_once(*[confirms] * 4) == [None] * 4
    assert Posting.objects.filter(kind="payment").count() == 1
    assert PaymentRecord.objects.filter(status="confirmed").count() == 1
    assert Notice.objects.filter(kind="payment.confirmed").count() == 1
    assert balance(bo) == 0
    assert_ledger_is_consistent()


def test_a_concurrent_claim_and_receipt_count_once(crew, bo, transfer):
    said, received = at_once(
        partial(claim, caller(bo), transfer.pk, 100),
        partial(receive, caller(crew.member), transfer.pk, 100),
    )
    if received is None:
        assert codes([said]) == [Code.NOTHING_OPEN]
        assert balance(bo) == 0
    else:
        assert codes([received]) == [Code.CLAIM_WAITS]
        assert said is None
        assert balance(bo) == -100
    assert Payment.objects.count() == 1
    assert_ledger_is_consistent()


def test_concurrent_claims_never_exceed_the_open_amount(crew, bo, transfer):
    says = partial(claim, caller(bo), transfer.pk, 40)
    assert codes(at_once(*[says] * 4)) == [Code.TOO_MUCH] * 2
    assert Payment.objects.count() == 2
    assert_ledger_is_consistent()


def test_concurrent_submissions_of_a_form_count_once(crew, bo, transfer):
    words = locking.PaymentDetails(form_key="key")
    says = partial(claim, caller(bo), transfer.pk, 40, words)
    receives = partial(receive, caller(crew.member), transfer.pk, 10, words)
    assert at_once(says, says, receives, receives) == [None] * 4
    assert Payment.objects.count() == 2
    assert_ledger_is_consistent()


@pytest.mark.parametrize("other", ["dispute", "withdraw", "resolve"])
def test_concurrent_answers_to_a_payment_have_one_outcome(crew, bo, transfer, other):
    number = claimed(crew, bo, transfer)
    if other == "resolve":
        assert dispute(caller(crew.member), number, "no") is None
    answers: dict[str, Callable[[], Any]] = {
        "dispute": partial(dispute, caller(crew.member), number, "no"),
        "withdraw": partial(withdraw, caller(bo), number),
        "resolve": partial(resolve, caller(crew.owner), number, is_paid=False, reason="no"),
    }
    answered = at_once(partial(confirm, caller(crew.member), number), answers[other])
    status = Payment.objects.get().status
    refused = codes(answered)
    if status == "confirmed":
        # A payment disputed first can still be confirmed.
        assert refused in ([], [Code.ANSWERED], [Code.NOT_DISPUTED])
    else:
        assert refused == [Code.ANSWERED]
    assert Posting.objects.filter(kind="payment").count() == (status == "confirmed")
    assert balance(bo) == (0 if status == "confirmed" else -100)
    assert_ledger_is_consistent()


def test_concurrent_payments_between_the_same_players_are_all_posted(crew, bo):
    """Two accounts, many writers, both directions: each line continues from the previous one."""
    dues = [
        owes(*((bo, crew.member) if at % 2 else (crew.member, bo)), 10 + at, club=crew.club)
        for at in range(6)
    ]
    answers = at_once(
        *(
            partial(receive, caller(each.payee.user), each.pk, each.open_amount)
            for each in Transfer.objects.filter(pk__in=[d.pk for d in dues]).select_related(
                "payee__user"
            )
        )
    )
    assert answers == [None] * 6
    assert balance(bo) == balance(crew.member) == 0
    assert_ledger_is_consistent()


def test_two_concurrent_tasks_send_a_reminder_once(crew, bo, transfer):
    day = Settlement.objects.get().created_at.date()
    assert reminders.set_reminder(caller(bo), transfer.pk, day, is_for_payer=False) is None
    assert sum(at_once(reminders.remind, reminders.remind)) == 1  # type: ignore[arg-type]
    assert Notice.objects.filter(kind="payment.reminder").count() == 1


def test_a_reminder_can_be_set_again_while_it_is_being_sent(crew, bo, transfer, monkeypatch):
    """Neither waits for a lock that the other holds."""
    day = Settlement.objects.get().created_at.date()
    sets = partial(reminders.set_reminder, caller(bo), transfer.pk, day, is_for_payer=False)
    assert sets() is None
    gate = Gate(monkeypatch, reminders, "_send_reminder")

    def set_again() -> object:
        gate.reached.wait()
        # It holds the transfer and waits for the reminder.
        threading.Timer(0.2, gate.opened.set).start()
        return sets()

    told, answer = at_once(reminders.remind, set_again)
    assert (told, answer) == (1, None)
    assert Reminder.objects.filter(done_at=None).count() == 1


# --- Sessions


def test_concurrent_settlements_of_a_session_post_once(crew, bo):
    session = finished_session(
        [bo, crew.member, crew.owner], (-30, 10, 20), club=crew.club, stake_minor=5, currency="EUR"
    )
    at_once(*[partial(settle_session, session.pk)] * 4)
    assert Settlement.objects.count() == Posting.objects.count() == 1
    assert PostingLine.objects.count() == 3
    assert balance(bo) == -150
    assert_ledger_is_consistent()


def test_concurrent_sessions_of_the_same_players_are_all_settled(crew, bo):
    """Their first session: accounts are created in any order of seats."""
    people = [bo, crew.member, crew.owner, crew.organizer]
    sessions = []
    for at in range(4):
        seats = people[at:] + people[:at]
        sessions.append(
            finished_session(seats, (-3, 1, 1, 1), club=crew.club, stake_minor=1, currency="EUR").pk
        )
    at_once(*(partial(settle_session, each) for each in sessions))
    assert Settlement.objects.count() == 4
    assert Account.objects.count() == 4
    assert [balance(each) for each in people] == [0] * 4
    assert_ledger_is_consistent()


def test_concurrent_corrections_end_with_one_result(crew, bo):
    due = owes(bo, crew.member, 50, club=crew.club)
    number = due.settlement.session_id
    assert number is not None
    results = [{0: -20, 1: 20}, {0: -20, 1: 20}, {0: 30, 1: -30}]
    answers = at_once(
        *(partial(correct_session, caller(crew.owner), number, each, "a slip") for each in results)
    )
    made = [each for each in answers if isinstance(each, Settlement)]
    # The same result twice is one correction, unless another came between.
    assert len(made) == 3 or codes(answers) == [Code.SAME_RESULT]
    assert sorted(each.number for each in made) == list(range(2, 2 + len(made)))
    last = max(made, key=lambda each: each.number)
    assert last.posting is not None
    assert balance(bo) == last.posting.lines.get(account__user=bo).amount
    assert Posting.objects.filter(kind="reversal").count() == len(made)
    assert_ledger_is_consistent()


def test_a_correction_and_a_confirmation_can_run_concurrently(crew, bo, transfer):
    number = claimed(crew, bo, transfer)
    session = transfer.settlement.session_id
    assert session is not None
    corrected, confirmed = at_once(
        partial(correct_session, caller(crew.owner), session, {0: -60, 1: 60}, "a slip"),
        partial(confirm, caller(crew.member), number),
    )
    assert isinstance(corrected, Settlement)
    assert confirmed is None
    assert balance(bo) == 40
    assert_ledger_is_consistent()


# --- Clubs


def settles(crew: Crew, *, include_open: bool = True) -> Callable[[], Any]:
    return partial(
        services.settle_club, caller(crew.owner), crew.club.pk, "EUR", include_open=include_open
    )


def test_concurrent_settling_of_carried_balances_creates_one_list(crew, bo):
    ClubBook.objects.create(club=crew.club, settles="season")
    for amount in (10, 20):
        event(crew.club, amount, {user_holder(bo.pk): -amount, user_holder(crew.member.pk): amount})
    answers = at_once(*[settles(crew, include_open=False)] * 3)
    assert codes(answers) == [Code.NOTHING_TO_SETTLE] * 2
    assert [each.amount for each in Transfer.objects.all()] == [30]
    assert_ledger_is_consistent()


def test_concurrent_settling_of_open_payments_creates_one_list(crew, bo, transfer):
    owes(bo, crew.member, 7, club=crew.club)
    answers = at_once(*[settles(crew)] * 3)
    assert codes(answers) == [Code.NOTHING_TO_SETTLE] * 2
    assert [each.amount for each in Transfer.objects.filter(open_amount__gt=0)] == [107]
    assert_ledger_is_consistent()


def test_settling_a_club_and_a_confirmation_can_run_concurrently(crew, bo, transfer):
    number = claimed(crew, bo, transfer, 40)
    owes(bo, crew.owner, 7, club=crew.club)
    owes(bo, crew.owner, 8, club=crew.club)
    made, confirmed = at_once(settles(crew), partial(confirm, caller(crew.member), number))
    assert isinstance(made, Settlement)
    assert confirmed is None
    # The rest is rolled in if it was confirmed before the list was created.
    open_now = sum(Transfer.objects.values_list("open_amount", flat=True))
    assert open_now == 60 + 15
    assert balance(bo) == -75
    assert_ledger_is_consistent()


def test_a_list_does_not_roll_in_a_payment_claimed_while_it_waits(crew, bo, transfer, monkeypatch):
    """A claim is made, uncommitted, while the list waits for the transfer's row."""
    owes(bo, crew.owner, 7, club=crew.club)
    owes(bo, crew.owner, 8, club=crew.club)
    gate = Gate(monkeypatch, locking, "increment_versions")

    def settle_during_claim() -> object:
        gate.reached.wait()
        threading.Timer(0.2, gate.opened.set).start()
        return settles(crew)()

    said, made = at_once(partial(claim, caller(bo), transfer.pk, 40), settle_during_claim)
    assert said is None
    assert isinstance(made, Settlement)
    transfer.refresh_from_db()
    assert transfer.open_amount == 100
    assert confirm(caller(crew.member), Payment.objects.get().pk) is None
    assert_ledger_is_consistent()


def test_a_list_includes_accounts_opened_while_it_waits(crew, bo, monkeypatch):
    """A newcomer's first session is posted while the list waits for the accounts it knows."""
    ClubBook.objects.create(club=crew.club, settles="season")
    event(crew.club, 1, {user_holder(bo.pk): -10, user_holder(crew.member.pk): 10})
    session = finished_session(
        [crew.owner, bo], (-5, 5), club=crew.club, stake_minor=1, currency="EUR"
    )
    gate = Gate(monkeypatch, services, "lock_accounts")

    def play_while_settling() -> object:
        gate.reached.wait()
        try:
            return settle_session(session.pk)
        finally:
            gate.opened.set()

    made, _ = at_once(settles(crew, include_open=False), play_while_settling)
    assert isinstance(made, Settlement)
    found = {each.account.user_id: each.amount for each in made.balances.all()}
    if has_rows_locked():
        assert found == {bo.pk: -5, crew.member.pk: 10, crew.owner.pk: -5}
    assert sum(found.values()) == 0
    assert_ledger_is_consistent()


def test_concurrent_checks_of_a_limit_settle_once(crew, bo):
    ClubBook.objects.create(club=crew.club, settles="limit", limit_minor=50, limit_currency="EUR")
    event(crew.club, 1, {user_holder(bo.pk): -60, user_holder(crew.member.pk): 60})
    at_once(*[partial(services.settle_due, crew.club.pk, "EUR")] * 3)
    assert Settlement.objects.filter(source="club").count() == 1
    assert_ledger_is_consistent()


def test_accounts_opened_concurrently_in_any_order_are_created_once(crew, bo):
    """Creating the same accounts, named in opposite orders, does not deadlock."""
    people = [user_holder(each.pk) for each in (bo, crew.member, crew.owner, crew.organizer)]

    def opens(holders: list[Any]) -> int:
        with transaction.atomic():
            return len(accounts_of(holders, crew.club.pk, "EUR"))

    answers = at_once(*(partial(opens, people[::step]) for step in (1, -1) * 3))
    assert answers == [4] * 6
    assert Account.objects.count() == 4

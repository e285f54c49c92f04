"""A club's ledger: settings, carried balances and payment lists."""

from typing import Any

import pytest

from accounts.caller import VISITOR
from accounts.models import User
from accounts.notices.models import Notice
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.debts import balance, event, ledger_traces
from tests.tournaments.ledger.payments.test_services import denial_code
from tests.tournaments.rows import finished_session
from tournaments.clubs.services import club
from tournaments.ledger import tasks
from tournaments.ledger.accounts.services import change_book, settle_club, settle_due, settle_season
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.book.models import ClubBook, Posting
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.denials import denial_text
from tournaments.ledger.payments import reminders
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.selectors import has_open_balance
from tournaments.ledger.payments.services import claim, confirm, dispute, receive
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp, Transfer
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db


def settle_by(crew: Crew, settles: str, limit: int = 0, currency: str = "") -> None:
    """Set when the club settles."""
    answer = change_book(
        caller(crew.organizer),
        crew.club.pk,
        settles=settles,
        seen_by="involved",
        limit_minor=limit,
        limit_currency=currency,
    )
    assert answer is None


def plays(crew: Crew, loser: User, winner: User, amount: int, currency: str = "EUR") -> Settlement:
    """Let a player lose this amount to another at a club table."""
    session = finished_session(
        [loser, winner], (-amount, amount), club=crew.club, stake_minor=1, currency=currency
    )
    settle_session(session.pk)
    return Settlement.objects.get(session=session)


def settles_now(crew: Crew, *, include_open: bool = False, currency: str = "EUR") -> Any:
    return settle_club(caller(crew.organizer), crew.club.pk, currency, include_open=include_open)


def due(settlement: Settlement) -> set[tuple[str, str, int]]:
    """Return the payments by name; the house is included."""
    rows = settlement.transfers.select_related("payer__user", "payee__user")

    def name(account: Any) -> str:
        return account.user.username if account.user else account.name or "house"

    return {(name(each.payer), name(each.payee), each.open_amount) for each in rows}


# --- Settings


def changes(**named: Any) -> dict[str, Any]:
    return {"settles": "season", "seen_by": "members", **named}


def test_only_organizers_can_change_the_ledger_settings_and_settle(crew, bo):
    for who, code in (
        (VISITOR, Code.UNKNOWN),
        (caller(crew.guest), Code.NOT_ALLOWED),
        (caller(crew.stranger), Code.NOT_ALLOWED),
        (caller(bo), Code.NOT_ALLOWED),
        (caller(crew.organizer), None),
        (caller(crew.owner), None),
    ):
        assert denial_code(change_book(who, crew.club.pk, **changes())) == code
        assert ClubBook.objects.exists() == (code is None)
        settled = settle_club(who, crew.club.pk, "EUR")
        assert denial_code(settled) == (code or Code.NOTHING_TO_SETTLE)


def test_settings_are_saved_and_choosing_another_way_clears_the_limit(crew):
    settle_by(crew, "limit", 5000, "EUR")
    book = ClubBook.objects.get()
    assert (book.settles, book.limit_minor, book.limit_currency) == ("limit", 5000, "EUR")
    settle_by(crew, "season", 5000, "EUR")
    book.refresh_from_db()
    assert (book.settles, book.limit_minor, book.limit_currency) == ("season", 0, "")


@pytest.mark.parametrize("currency", ["", "XXX", "EURO", "eur", "EU", "€", "DEM", "EUR "])
def test_a_limit_needs_a_supported_currency(crew, currency):
    answer = change_book(
        caller(crew.owner),
        crew.club.pk,
        **changes(settles="limit", limit_minor=5, limit_currency=currency),
    )
    assert denial_code(answer) == Code.NO_LIMIT
    assert not ClubBook.objects.exists()


@pytest.mark.parametrize("limit", [0, -1, True, 2**63, 10**30, 1.5, "5", None])
def test_a_limit_must_be_a_valid_amount(crew, limit):
    answer = change_book(
        caller(crew.owner),
        crew.club.pk,
        **changes(settles="limit", limit_minor=limit, limit_currency="EUR"),
    )
    assert denial_code(answer) == Code.NO_LIMIT


@pytest.mark.parametrize("named", [{"settles": "never"}, {"seen_by": "all"}, {"settles": ""}])
def test_a_choice_that_is_not_offered_is_refused(crew, named):
    answer = change_book(caller(crew.owner), crew.club.pk, **changes(**named))
    assert denial_code(answer) == Code.NO_SUCH_CHOICE


def test_an_unknown_club_is_refused(crew):
    asks = caller(crew.owner)
    assert denial_code(change_book(asks, 999, **changes())) == Code.NO_SETTLEMENT
    assert denial_code(settle_club(asks, 999, "EUR")) == Code.NOT_ALLOWED


def test_a_closed_club_keeps_its_settings_and_can_still_settle(crew, bo):
    settle_by(crew, "season")
    plays(crew, bo, crew.member, 40)
    assert club.close(caller(crew.owner), crew.club.pk) is None
    changed = change_book(caller(crew.owner), crew.club.pk, **changes(settles="every"))
    assert denial_code(changed) == Code.CLOSED
    made = settles_now(crew)
    assert due(made) == {("bo", "mei", 40)}
    assert claim(caller(bo), made.transfers.get().pk, 40) is None
    assert confirm(caller(crew.member), Payment.objects.get().pk) is None
    assert balance(bo) == 0


@pytest.mark.parametrize("currency", ["", "XXX", "EURO", "x" * 99])
def test_there_is_nothing_to_settle_in_points_or_unknown_currencies(crew, bo, currency):
    settle_by(crew, "season")
    plays(crew, bo, crew.member, 40)
    plays(crew, bo, crew.member, 40, currency="")
    before = ledger_traces()
    for include_open in (False, True):
        answer = settles_now(crew, currency=currency, include_open=include_open)
        assert denial_code(answer) == Code.NOTHING_TO_SETTLE
    assert ledger_traces() == before


# --- Every time, by season, by limit


def test_a_club_without_settings_bills_every_session(crew, bo):
    made = plays(crew, bo, crew.member, 40)
    assert not made.is_carried
    assert due(made) == {("bo", "mei", 40)}
    assert denial_code(settles_now(crew)) == Code.NOTHING_TO_SETTLE


def test_balances_of_a_season_are_carried_over_and_settled_at_its_end(crew, bo):
    settle_by(crew, "season")
    for loser, winner, amount in (
        (bo, crew.member, 40),
        (crew.member, crew.owner, 30),
        (crew.owner, bo, 5),
    ):
        made = plays(crew, loser, winner, amount)
        assert made.is_carried
        assert not due(made)
    assert (balance(bo), balance(crew.member), balance(crew.owner)) == (-35, 10, 25)
    settle_season(crew.club.pk, crew.owner)
    last = Settlement.objects.get(source="club")
    assert due(last) == {("bo", "olga", 25), ("bo", "mei", 10)}
    assert last.posting is None
    settle_season(crew.club.pk, crew.owner)
    assert Settlement.objects.filter(source="club").count() == 1
    # Balances stay until they are paid.
    assert (balance(bo), balance(crew.member), balance(crew.owner)) == (-35, 10, 25)


def test_a_season_settles_each_currency_separately_and_no_points(crew, bo):
    settle_by(crew, "season")
    for currency in ("EUR", "JPY", ""):
        plays(crew, bo, crew.member, 40, currency=currency)
    settle_season(crew.club.pk, None)
    made = Settlement.objects.filter(source="club")
    assert sorted(each.currency for each in made) == ["EUR", "JPY"]


def test_the_end_of_a_season_settles_nothing_in_clubs_with_other_settings(crew, bo):
    settle_season(crew.club.pk, None)
    settle_by(crew, "limit", 100, "EUR")
    plays(crew, bo, crew.member, 40)
    settle_season(crew.club.pk, None)
    assert not Settlement.objects.filter(source="club").exists()


def test_a_club_settles_when_its_limit_is_exceeded_not_when_it_is_reached(crew, bo):
    settle_by(crew, "limit", 100, "EUR")
    plays(crew, bo, crew.member, 100)
    assert settle_due(crew.club.pk, "EUR") is None
    plays(crew, bo, crew.member, 1)
    tasks.settle_due(crew.club.pk, "EUR")
    tasks.settle_due(crew.club.pk, "EUR")
    assert due(Settlement.objects.get(source="club")) == {("bo", "mei", 101)}


def test_billed_amounts_do_not_count_towards_the_limit(crew, bo):
    plays(crew, bo, crew.member, 500)
    settle_by(crew, "limit", 100, "EUR")
    plays(crew, bo, crew.member, 60)
    assert settle_due(crew.club.pk, "EUR") is None
    plays(crew, bo, crew.member, 60)
    made = settle_due(crew.club.pk, "EUR")
    assert due(made) == {("bo", "mei", 120)}


def test_a_club_with_a_limit_bills_every_session_in_other_currencies(crew, bo):
    settle_by(crew, "limit", 100, "EUR")
    assert due(plays(crew, bo, crew.member, 5000, currency="JPY")) == {("bo", "mei", 5000)}
    assert settle_due(crew.club.pk, "JPY") is None


def test_a_carried_session_queues_a_check_of_the_limit(
    crew, bo, monkeypatch, django_capture_on_commit_callbacks
):
    asked: list[Any] = []
    monkeypatch.setattr(
        "tournaments.ledger.settling.services.current_app.send_task",
        lambda *task: asked.append(task),
    )
    with django_capture_on_commit_callbacks(execute=True):
        plays(crew, bo, crew.member, 5)
        settle_by(crew, "limit", 100, "EUR")
        plays(crew, bo, crew.member, 500)
    assert asked == [("tournaments.ledger.tasks.settle_due", (crew.club.pk, "EUR"))]


@pytest.mark.every_database
def test_the_sweep_settles_a_club_above_its_limit_once(crew, bo):
    settle_by(crew, "limit", 100, "EUR")
    plays(crew, bo, crew.member, 200)
    for _ in range(2):
        tasks.sweep()
    assert due(Settlement.objects.get(source="club")) == {("bo", "mei", 200)}


def test_balances_already_carried_can_exceed_a_lowered_limit(crew, bo):
    settle_by(crew, "limit", 1000, "EUR")
    plays(crew, bo, crew.member, 200)
    settle_by(crew, "limit", 100, "EUR")
    assert settle_due(crew.club.pk, "EUR") is not None


def test_carried_balances_stay_carried_when_the_club_changes_its_settings(crew, bo):
    settle_by(crew, "season")
    plays(crew, bo, crew.member, 200)
    settle_by(crew, "every")
    assert due(plays(crew, bo, crew.member, 30)) == {("bo", "mei", 30)}
    assert due(settles_now(crew)) == {("bo", "mei", 200)}


def test_balances_of_the_house_are_carried_over_too(crew, bo):
    settle_by(crew, "season")
    event(crew.club, 1, {user_holder(bo.pk): -70, HOUSE: 70})
    plays(crew, crew.member, bo, 30)
    assert due(settles_now(crew)) == {("bo", "house", 40), ("mei", "house", 30)}


# --- Rolling open payments into a list


def test_a_payment_list_rolls_in_open_payments_of_earlier_lists(crew, bo):
    first = plays(crew, bo, crew.member, 50)
    second = plays(crew, crew.member, crew.owner, 50)
    made = settles_now(crew, include_open=True)
    assert due(made) == {("bo", "olga", 50)}
    for each in (first, second):
        assert [row.open_amount for row in each.transfers.all()] == [0]
    assert sorted(TakenUp.objects.values_list("amount", flat=True)) == [50, 50]
    # Nothing was paid: only payer and payee changed.
    assert not Posting.objects.filter(kind__in=("payment", "waiver")).exists()
    assert (balance(bo), balance(crew.member), balance(crew.owner)) == (-50, 0, 50)
    assert {each.user.username for each in Notice.objects.about(Settlement, made.pk)} == {
        "bo", "mei", "olga",
    }  # fmt: skip
    for each in (first, second):
        before = each.version
        each.refresh_from_db()
        assert each.version > before


def test_a_payment_list_rolls_in_only_the_unpaid_rest(crew, bo):
    first = plays(crew, bo, crew.member, 50).transfers.get()
    assert receive(caller(crew.member), first.pk, 20) is None
    plays(crew, bo, crew.member, 5)
    made = settles_now(crew, include_open=True)
    assert due(made) == {("bo", "mei", 35)}
    assert sorted(TakenUp.objects.values_list("amount", flat=True)) == [5, 30]


def test_payments_of_events_in_which_everyone_pays_the_club_are_never_rolled_in(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -30, user_holder(crew.member.pk): 30})
    through = event(
        crew.club,
        2,
        {user_holder(bo.pk): -50, user_holder(crew.member.pk): 50, HOUSE: 0},
        through_club=True,
    )
    assert through is not None
    both = {("bo", "house", 50), ("house", "mei", 50)}
    assert due(through) == both
    assert denial_code(settles_now(crew, include_open=True)) == Code.NOTHING_TO_SETTLE
    plays(crew, crew.owner, bo, 30)
    found = settles_now(crew, include_open=True)
    assert due(found) == {("olga", "mei", 30)}
    assert due(through) == both
    # Lists that the club makes by itself leave them alone, too.
    settle_by(crew, "limit", 10, "EUR")
    plays(crew, bo, crew.member, 20)
    listed = settle_due(crew.club.pk, "EUR")
    assert listed is not None
    assert due(listed) == {("bo", "mei", 20)}
    assert due(through) == both
    assert audit_faults() == []


@pytest.mark.parametrize("is_disputed", [False, True])
def test_payments_marked_as_paid_or_disputed_are_not_rolled_in(crew, bo, is_disputed):
    said = plays(crew, bo, crew.member, 50).transfers.get()
    assert claim(caller(bo), said.pk, 10) is None
    payment = Payment.objects.get()
    if is_disputed:
        assert dispute(caller(crew.member), payment.pk, "no") is None
    for amount in (5, 6):
        plays(crew, bo, crew.member, amount)
    made = settles_now(crew, include_open=True)
    assert due(made) == {("bo", "mei", 11)}
    said.refresh_from_db()
    assert said.open_amount == 50
    assert confirm(caller(crew.member), payment.pk) is None
    said.refresh_from_db()
    assert said.open_amount == 40


def test_a_rolled_in_payment_can_no_longer_be_paid(crew, bo):
    old = plays(crew, bo, crew.member, 50).transfers.get()
    plays(crew, bo, crew.member, 5)
    made = settles_now(crew, include_open=True)
    for answer in (
        claim(caller(bo), old.pk, 1),
        receive(caller(crew.member), old.pk, 1),
        reminders.set_reminder(caller(bo), old.pk, made.created_at.date(), is_for_payer=False),
    ):
        assert denial_code(answer) == Code.NOTHING_OPEN


def test_debts_that_cancel_out_are_closed_without_a_payment(crew, bo):
    one = plays(crew, bo, crew.member, 50)
    other = plays(crew, crew.member, bo, 50)
    assert balance(bo) == 0
    # Balanced overall, but each still owes the other.
    assert has_open_balance(bo)
    made = settles_now(crew, include_open=True)
    assert isinstance(made, Settlement)
    assert not due(made)
    assert due(one) == {("bo", "mei", 0)}
    assert due(other) == {("mei", "bo", 0)}
    assert set(Balance.objects.filter(settlement=made).values_list("amount", flat=True)) == {0}
    assert not has_open_balance(bo)
    # They are notified that it is gone.
    notices = Notice.objects.about(Settlement, made.pk)
    assert {each.user.username for each in notices} == {"bo", "mei"}


def test_a_user_with_a_zero_balance_but_open_payments_has_an_open_balance(crew, bo):
    plays(crew, bo, crew.member, 50)
    plays(crew, crew.owner, bo, 50)
    assert balance(bo) == 0
    assert has_open_balance(bo)


def test_settling_twice_creates_one_payment_list(crew, bo):
    plays(crew, bo, crew.member, 50)
    plays(crew, bo, crew.owner, 20)
    assert isinstance(settles_now(crew, include_open=True), Settlement)
    before = ledger_traces()
    assert denial_code(settles_now(crew, include_open=True)) == Code.NOTHING_TO_SETTLE
    assert ledger_traces() == before


def test_carried_balances_and_open_payments_become_one_payment_list(crew, bo):
    plays(crew, bo, crew.member, 50)
    settle_by(crew, "season")
    plays(crew, crew.member, bo, 30)
    assert due(settles_now(crew, include_open=True)) == {("bo", "mei", 20)}


def test_carried_balances_can_cancel_out_open_payments(crew, bo):
    old = plays(crew, bo, crew.member, 50)
    settle_by(crew, "season")
    plays(crew, crew.member, bo, 50)
    made = settles_now(crew, include_open=True)
    assert isinstance(made, Settlement)
    assert not due(made)
    assert due(old) == {("bo", "mei", 0)}
    assert not has_open_balance(bo)


def test_creating_a_payment_list_needs_few_queries(crew, django_assert_max_num_queries):
    settle_by(crew, "season")
    members = [person(f"m{number}") for number in range(8)]
    for first, second in ((0, 1), (2, 3), (4, 5), (6, 7), (1, 2), (3, 6)):
        plays(crew, members[first], members[second], 10 + first)
    with django_assert_max_num_queries(24):
        assert isinstance(settles_now(crew), Settlement)


def test_every_denial_has_a_message():
    params: dict[str, object] = {
        "most": 5, "currency": "EUR", "amount": 5, "sum": 3, "club": "Harbour",
    }  # fmt: skip
    params |= {"days": 7, "points": 9, "limit": 8, "name": "Ken", "count": 20, "total": 4}
    sentences = [denial_text(Denial(code, params)) for code in Code]
    assert all(each and "%" not in each for each in sentences)


def test_transfers_add_up_to_exactly_the_balances(crew):
    settle_by(crew, "season")
    members = [person(f"m{number}") for number in range(5)]
    for first, second, amount in ((0, 1, 30), (2, 3, 50), (4, 0, 20), (3, 1, 45)):
        plays(crew, members[first], members[second], amount)
    made = settles_now(crew)
    left = {each.account_id: each.amount for each in made.balances.all()}
    for each in Transfer.objects.filter(settlement=made):
        left[each.payer_id] += each.amount
        left[each.payee_id] -= each.amount
    assert set(left.values()) == {0}

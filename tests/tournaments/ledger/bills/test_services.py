"""Bills: who answers what, and which shares become debts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from accounts.services import close_account
from games.agreements.models import Agreement
from games.screens.notices import page_facts
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.debts import balance
from tournaments.clubs.models import Membership
from tournaments.ledger.bills import services
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.bills.notices import BillKind
from tournaments.ledger.bills.selectors import to_answer
from tournaments.ledger.bills.services import BillTerms, split_bill
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.settling.models import Settlement, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def cy(crew: Crew) -> User:
    """Return a third member of the club."""
    found = person("cy")
    Membership.objects.create(club=crew.club, user=found)
    return found


def pizza(
    crew: Crew, paid_by: User | None, shares: dict[User, int], by: User | None = None
) -> Bill:
    """Let a member, by default the one who paid, split a bill in euros."""
    terms = BillTerms(
        title="Pizza",
        total=sum(shares.values()),
        currency="EUR",
        paid_by=None if paid_by is None else paid_by.pk,
        shares={user.pk: amount for user, amount in shares.items()},
    )
    made = split_bill(caller(by or paid_by), crew.club.pk, terms)
    assert isinstance(made, Bill), made
    return made


def answer(user: User, bill: Bill, *, is_accepted: bool = True) -> Code | None:
    denial = services.answer_share(caller(user), bill.pk, is_accepted=is_accepted)
    return None if denial is None else Code(denial.code)


def told(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_only_an_accepted_share_becomes_a_debt(crew, bo, cy):
    mei = crew.member
    bill = pizza(crew, mei, {mei: 1000, bo: 1000, cy: 1000})
    assert (balance(mei), balance(bo), balance(cy)) == (0, 0, 0)
    assert [each.pk for each in to_answer(bo)] == [bill.pk]
    assert answer(bo, bill) is None
    assert answer(cy, bill, is_accepted=False) is None
    assert (balance(mei), balance(bo), balance(cy)) == (1000, -1000, 0)
    due = Transfer.objects.get()
    assert (due.payer.user, due.payee.user, due.amount) == (bo, mei, 1000)
    bill.refresh_from_db()
    assert bill.outcome == Bill.Outcome.ANSWERED
    assert told(mei) == [BillKind.ACCEPTED, BillKind.DECLINED]
    assert to_answer(bo) == []
    assert answer(cy, bill) == Code.BILL_CLOSED
    agreement = Agreement.objects.get(user=bo)
    assert (agreement.subject, agreement.max_loss) == ("bill", 1000)
    assert audit_faults() == []


def test_no_share_is_owed_before_the_one_who_paid_confirms(crew, bo, cy):
    mei = crew.member
    bill = pizza(crew, mei, {mei: 500, bo: 700, cy: 300}, by=bo)
    # Bo accepted his own share by splitting the bill.
    assert answer(bo, bill) == Code.BILL_ANSWERED
    assert answer(cy, bill) is None
    assert not Settlement.objects.exists()
    assert told(mei) == [BillKind.PAID_ASKED, BillKind.ACCEPTED]
    assert answer(mei, bill) == Code.NO_BILL
    Notice.objects.mark_seen()
    assert page_facts(mei).waiting == 1, "one bill, however many shares it has"
    assert services.answer_payment(caller(mei), bill.pk, has_paid=True) is None
    assert (balance(mei), balance(bo), balance(cy)) == (1000, -700, -300)
    # Both are told what they owe only now.
    assert "payment.due" in told(bo)
    assert "payment.due" in told(cy)
    assert audit_faults() == []


def test_a_payment_that_was_not_made_ends_the_bill_without_debts(crew, bo, cy):
    bill = pizza(crew, crew.member, {bo: 700, cy: 300}, by=bo)
    assert answer(cy, bill) is None
    assert services.answer_payment(caller(crew.member), bill.pk, has_paid=False) is None
    assert not Settlement.objects.exists()
    assert not Agreement.objects.filter(withdrawn_at=None).exists()
    assert told(cy)[-1] == BillKind.NOT_PAID
    assert answer(cy, bill) == Code.BILL_CLOSED
    assert audit_faults() == []


def test_the_club_pays_only_by_those_who_keep_its_ledger(crew, bo):
    terms = BillTerms("Room", 1000, "EUR", None, {bo.pk: 1000})
    refused = split_bill(caller(crew.member), crew.club.pk, terms)
    assert refused.code == Code.CLUB_PAID_NOT_YOURS
    bill = pizza(crew, None, {crew.organizer: 400, bo: 600}, by=crew.organizer)
    assert balance(crew.organizer) == -400
    assert answer(bo, bill) is None
    assert Transfer.objects.get(payer__user=bo).payee.kind == "house"
    assert audit_faults() == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"total": 2999}, Code.SHARES_MISS_TOTAL),
        ({"total": 0}, Code.NOT_AN_AMOUNT),
        ({"title": " "}, Code.BILL_UNTITLED),
        ({"currency": "XXX"}, Code.NOT_AN_AMOUNT),
        ({"shares": {"mei": 3000}}, Code.NO_SHARES),
        ({"shares": {"bo": 3001, "mei": -1}}, Code.NOT_AN_AMOUNT),
        ({"shares": {"bo": 2000, "sam": 1000}}, Code.NOT_MEMBERS),
    ],
)
def test_invalid_bills_are_denied(crew, bo, changed, code):
    users = {"mei": crew.member, "bo": bo, "sam": crew.stranger}
    said = {
        "title": "Pizza", "total": 3000, "currency": "EUR", "paid_by": crew.member.pk,
        "shares": {"mei": 1500, "bo": 1500},
    } | changed  # fmt: skip
    said["shares"] = {users[name].pk: amount for name, amount in said["shares"].items()}
    refused = split_bill(caller(crew.member), crew.club.pk, BillTerms(**said))
    assert refused.code == code
    assert not Bill.objects.exists()


def test_the_unaccepted_rest_is_split_again_once(crew, bo, cy):
    mei = crew.member
    bill = pizza(crew, mei, {mei: 1000, bo: 1000, cy: 1000})
    answer(bo, bill)
    answer(cy, bill, is_accepted=False)
    assert services.rest_of(bill) == 1000

    def again(total: int, shares: dict[int, int]):
        terms = BillTerms("Pizza", total, "EUR", mei.pk, shares)
        return split_bill(caller(mei), crew.club.pk, terms, rest_of=bill.pk)

    assert again(1500, {mei.pk: 750, bo.pk: 750}).code == Code.REST_CHANGED
    later = again(1000, {mei.pk: 500, bo.pk: 500})
    assert isinstance(later, Bill)
    bill.refresh_from_db()
    assert bill.outcome == Bill.Outcome.SPLIT_AGAIN
    assert again(1000, {mei.pk: 500, bo.pk: 500}).code == Code.NO_BILL
    assert balance(bo) == -1000
    assert answer(bo, later) is None
    assert balance(bo) == -1500
    assert audit_faults() == []


def test_a_withdrawn_bill_keeps_accepted_shares_and_asks_for_no_more(crew, bo, cy):
    bill = pizza(crew, crew.member, {bo: 1000, cy: 1000})
    answer(bo, bill)
    assert services.withdraw_bill(caller(bo), bill.pk).code == Code.NO_BILL
    assert services.withdraw_bill(caller(crew.member), bill.pk) is None
    assert (balance(bo), balance(cy)) == (-1000, 0)
    assert answer(cy, bill) == Code.BILL_CLOSED
    assert told(cy) == [BillKind.ASKED, BillKind.WITHDRAWN]
    assert BillKind.WITHDRAWN not in told(bo)


def test_a_bill_lapses_after_14_days_even_if_the_task_is_late(crew, bo):
    bill = pizza(crew, crew.member, {bo: 1000})
    Bill.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    assert answer(bo, bill) == Code.BILL_CLOSED
    assert to_answer(bo) == []
    services.lapse_bills()
    services.lapse_bills()
    assert told(crew.member) == [BillKind.LAPSED]
    assert balance(bo) == 0


def test_closing_an_account_declines_shares_and_withdraws_own_bills(crew, bo, cy):
    asked, own = pizza(crew, crew.member, {bo: 1000, cy: 1000}), pizza(crew, bo, {cy: 500})
    services.leave_bills(bo)
    assert BillShare.objects.get(bill=asked, user=bo).is_accepted is False
    own.refresh_from_db()
    assert own.outcome == Bill.Outcome.WITHDRAWN
    assert told(crew.member) == [BillKind.DECLINED]
    # Cy's answer is the last that is missing.
    assert answer(cy, asked) is None
    asked.refresh_from_db()
    assert asked.outcome == Bill.Outcome.ANSWERED


def test_closing_an_account_takes_back_a_share_that_is_not_a_debt_yet(crew, bo, cy):
    """A share that was accepted before the one who paid confirmed it."""
    mei = crew.member
    bill = pizza(crew, mei, {bo: 700, cy: 300}, by=cy)
    assert answer(bo, bill) is None
    assert close_account(bo) == []
    assert not Agreement.objects.filter(user=bo, withdrawn_at=None).exists()
    assert services.answer_payment(caller(mei), bill.pk, has_paid=True) is None
    assert (balance(mei), balance(bo), balance(cy)) == (300, 0, -300)
    bill.refresh_from_db()
    assert bill.outcome == Bill.Outcome.ANSWERED
    assert audit_faults() == []


def test_closing_an_account_ends_a_bill_that_waited_for_nothing_else(crew, bo, cy):
    bill = pizza(crew, crew.member, {bo: 1000, cy: 1000})
    assert answer(cy, bill) is None
    services.leave_bills(bo)
    bill.refresh_from_db()
    assert bill.outcome == Bill.Outcome.ANSWERED
    assert balance(cy) == -1000


def test_a_former_member_can_only_decline_a_share(crew, bo):
    bill = pizza(crew, crew.member, {bo: 1000})
    Membership.objects.filter(user=bo).delete()
    assert answer(bo, bill) == Code.FORMER_MEMBER
    assert not Settlement.objects.exists()
    assert not Agreement.objects.filter(user=bo).exists()
    assert answer(bo, bill, is_accepted=False) is None


@pytest.mark.parametrize("who", ["stranger", "guest"])
def test_only_members_split_bills(crew, bo, who):
    terms = BillTerms("Pizza", 1000, "EUR", None, {bo.pk: 1000})
    refused = split_bill(caller(getattr(crew, who)), crew.club.pk, terms)
    assert refused.code == Code.NOT_ALLOWED


def test_the_number_of_a_members_open_bills_is_limited(crew, bo, monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    mei = crew.member
    pizza(crew, mei, {mei: 1000, bo: 1000})
    terms = BillTerms("Soup", 2000, "EUR", mei.pk, {mei.pk: 1000, bo.pk: 1000})
    denied = split_bill(caller(mei), crew.club.pk, terms)
    assert denied.code is Code.TOO_MANY_BILLS
    assert Bill.objects.count() == 1


def test_only_those_asked_answer_and_only_once(crew, bo, cy):
    mei = crew.member
    bill = pizza(crew, mei, {bo: 1000, cy: 1000}, by=bo)
    assert answer(crew.organizer, bill) is Code.NO_BILL

    def pay(user: User, *, has_paid: bool = True) -> Code | None:
        denial = services.answer_payment(caller(user), bill.pk, has_paid=has_paid)
        return None if denial is None else Code(denial.code)

    assert pay(cy) is Code.NO_BILL
    assert pay(mei) is None
    assert pay(mei, has_paid=False) is Code.BILL_ANSWERED
    denial = services.answer_share(caller(bo), 10**6, is_accepted=True)
    assert denial.code is Code.NO_BILL


def test_bills_of_a_closed_club_are_not_answered(crew, bo, cy):
    bill = pizza(crew, crew.member, {bo: 1000, cy: 1000})
    crew.club.closed_at = timezone.now()
    crew.club.save()
    assert answer(bo, bill) is Code.CLOSED

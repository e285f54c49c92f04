"""To-do list of a club's accounts: who sees what, and what can be done."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.ledger.accounts.test_pages import client_of, read, text
from tests.tournaments.ledger.debts import event
from tests.tournaments.ledger.evening import Evening, pay, settled, transfer_of
from tests.tournaments.ledger.pending.rows import pending_session
from tournaments.clubs.models import Membership
from tournaments.ledger.accounts.todo import Todo, TodoPart, _with_main_item
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import ask_to_waive, claim, dispute
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db


def todo(evening: Evening, who: User) -> dict[str, list[tuple[str, str]]]:
    """Return the sentences and actions of the list, by part."""
    parts = read(who, "club_accounts", evening.crew.club).context["todo"]
    return {each.key: [(item.sentence, item.action) for item in each.items] for each in parts}


def test_nothing_to_do_is_said_first(evening):
    shown = text(read(evening.crew.member, "club_accounts", evening.crew.club))
    assert todo(evening, evening.crew.member) == {}
    assert shown.index("To do Nothing to do") < shown.index("Your open payments")
    assert (
        shown.index("Your open payments")
        < shown.index("Balances")
        < shown.index("Your open payments by")
    )


def test_own_debts_are_to_do_and_lead_to_their_payment(evening):
    crew = evening.crew
    url = reverse("payment", args=[transfer_of(crew.owner, crew.member).pk])
    assert todo(evening, crew.owner) == {"own": [("You owe mei HK$4.00.", "Pay")]}
    answer = read(crew.owner, "club_accounts", crew.club)
    (part,) = answer.context["todo"]
    assert (part.items[0].url, part.items[0].is_for_reader) == (url, True)
    assert part.items[0].is_main
    own, other = answer.context["open"]
    assert (own.link_label, own.url) == ("Pay HK$4.00", url)
    assert other.link_label == "HK$4.00"
    pay(crew.owner, crew.member, 400, confirmed=False)
    assert "own" not in todo(evening, crew.owner)


def test_a_dispute_is_for_an_organizer_without_a_part_in_it(evening):
    crew = evening.crew
    payment = pay(crew.owner, crew.member, 100, confirmed=False)
    dispute(Caller(crew.member), payment.pk, "half of it")
    said = "olga marked HK$1.00 as paid, and mei disputed the payment."
    assert todo(evening, crew.organizer)["disputes"] == [(said, "Resolve dispute")]
    assert todo(evening, crew.owner)["disputes"] == [(said, "View payment")]
    assert "disputes" not in todo(evening, crew.member)


def test_a_payment_waits_for_the_payee_and_organizers_see_it(evening):
    crew = evening.crew
    pay(crew.owner, crew.member, 100, confirmed=False)
    assert todo(evening, crew.member) == {
        "answers": [("olga marked HK$1.00 as paid to you.", "Confirm or dispute")]
    }
    assert todo(evening, crew.organizer)["answers"] == [
        ("olga marked HK$1.00 as paid to mei.", "View payment")
    ]


def test_a_waiver_waits_for_the_payee(evening):
    crew = evening.crew
    payment = transfer_of(crew.organizer, crew.member)
    assert ask_to_waive(Caller(crew.organizer), payment.pk, 100) is None
    assert todo(evening, crew.member) == {
        "answers": [("oscar asks you to waive HK$1.00.", "Waive or decline")]
    }


def test_a_payment_is_overdue_after_a_month(evening, monkeypatch):
    crew = evening.crew
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=30))
    assert todo(evening, crew.member) == {}
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=32))
    assert todo(evening, crew.member)["overdue"] == [
        ("olga owes you HK$4.00.", "Set reminder"),
        ("oscar owes you HK$4.00.", "Set reminder"),
    ]
    assert todo(evening, crew.organizer)["overdue"] == [
        ("olga owes mei HK$4.00.", "View payment"),
    ]
    assert todo(evening, crew.organizer)["own"] == [("You owe mei HK$4.00.", "Pay")]
    # What waits for an answer is not overdue as well.
    pay(crew.owner, crew.member, 400, confirmed=False)
    assert len(todo(evening, crew.member)["overdue"]) == 1


def test_open_payments_of_the_club_are_for_those_who_keep_its_ledger(evening):
    crew = evening.crew
    event(crew.club, 1, {user_holder(crew.member.pk): 29, HOUSE: -29})
    event(crew.club, 2, {user_holder(crew.owner.pk): -30, HOUSE: 30})
    assert todo(evening, crew.organizer)["house"] == [
        ("The club owes mei €0.29.", "Record payment"),
        ("olga owes the club €0.30.", "Record payment"),
    ]
    assert todo(evening, crew.owner)["own"][1] == ("You owe the club €0.30.", "Pay")
    assert todo(evening, crew.owner)["house"] == [("The club owes mei €0.29.", "Record payment")]
    assert "house" not in todo(evening, crew.member)
    event(crew.club, 3, {user_holder(crew.owner.pk): 31, HOUSE: -31})
    assert todo(evening, crew.owner)["house"][1] == ("The club owes you €0.31.", "Record payment")
    claimed = Transfer.objects.get(payer__user=crew.owner, payee__kind="house")
    assert claim(Caller(crew.owner), claimed.pk, 30) is None
    # What waits for an answer is listed there.
    answers = [said for said, _action in todo(evening, crew.organizer)["answers"]]
    assert answers == ["olga marked €0.30 as paid to the club."]
    assert len(todo(evening, crew.organizer)["house"]) == 2
    assert len(todo(evening, crew.owner)["own"]) == 1
    assert dispute(Caller(crew.organizer), Payment.objects.latest("pk").pk, "not paid") is None
    disputes = [said for said, _action in todo(evening, crew.organizer)["disputes"]]
    assert disputes == ["olga marked €0.30 as paid, and the club disputed the payment."]


def test_every_action_leads_to_a_page_that_the_reader_may_open(evening, monkeypatch):
    crew = evening.crew
    payment = pay(crew.owner, crew.member, 100, confirmed=False)
    dispute(Caller(crew.member), payment.pk, "half of it")
    pay(crew.organizer, crew.member, 100, confirmed=False)
    settled([crew.owner, crew.organizer], (4, -4), club=crew.club, stake_minor=50, currency="HKD")
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=40))
    for who in (crew.owner, crew.organizer, crew.member):
        for part in read(who, "club_accounts", crew.club).context["todo"]:
            for item in part.items:
                assert client_of(who).get(item.url).status_code == 200


def test_a_pending_result_waits_for_its_player(evening):
    crew = evening.crew
    ken, ann = User.objects.create_user("ken"), User.objects.create_user("ann")
    for each in (ken, ann):
        Membership.objects.create(club=crew.club, user=each)
    found = pending_session([ken, crew.member, ann], club=crew.club)
    (own,) = todo(evening, ken)["results"]
    assert own[1] == "Answer"
    assert "Do you accept the result?" in own[0]
    ((sentence, action),) = todo(evening, crew.owner)["results"]
    assert "hasn’t accepted the result yet" in sentence
    assert action == "View result"
    assert "results" not in todo(evening, ann)
    assert (
        reverse("pending_result", args=[found.result.pk])
        in read(ken, "club_accounts", crew.club).content.decode()
    )


def test_a_long_part_is_cut_and_links_to_all(evening):
    crew = evening.crew
    for number in range(12):
        user = User.objects.create_user(f"p{number}")
        settled([crew.member, user], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
        pay(user, crew.member, 50, confirmed=False)
    answer = read(crew.owner, "club_accounts", crew.club)
    part = answer.context["todo"][0]
    assert (len(part.items), part.has_more) == (10, True)
    assert "View all open payments" in text(answer)
    assert Payment.objects.filter(status="claimed").count() == 12


def test_only_the_first_item_for_the_reader_has_the_main_button():
    def part(key: str) -> TodoPart:
        return TodoPart(key, key, [Todo(key, "", "/", "Pay", is_own) for is_own in (False, True)])

    parts = _with_main_item([part("own"), part("overdue")])
    assert [item.is_main for each in parts for item in each.items] == [False, True, False, False]

"""Open debts at the top of a statement; its corrections and dates."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.evening import account_of, pay, settled
from tests.tournaments.ledger.statements.test_pages import read, text
from tournaments.ledger.book.models import Account
from tournaments.ledger.statements.open_now import open_now

pytestmark = pytest.mark.django_db


def sentences(account: Account, *, is_own: bool = True) -> list[str]:
    found = open_now(account, is_own=is_own)
    assert found is not None
    return list(found.sentences)


def test_debts_are_said_although_the_balance_is_zero(evening):
    crew = evening.crew
    ken = User.objects.create_user("ken")
    settled([crew.owner, ken], (8, -8), club=crew.club, stake_minor=50, currency="HKD")
    account = account_of(crew.owner, crew.club)
    answer = read(crew.owner, "statements", account=account.pk)
    shown = text(answer)
    assert "You owe mei HK$4.00. ken owes you HK$4.00. Settle up" in shown
    assert "Closing balance The balance is zero. HK$0.00" in shown
    assert shown.index("You owe mei") < shown.index("Opening balance")


def test_a_statement_of_another_holder_is_in_the_third_person(evening):
    crew = evening.crew
    account = account_of(crew.owner, crew.club)
    shown = text(read(crew.organizer, "statements", account=account.pk))
    assert "olga owes mei HK$4.00. View open payments" in shown
    assert "olga owes mei HK$4.00." in text(read(crew.owner, "statement_print", account=account.pk))


def test_nothing_open_is_said_plainly(evening):
    crew = evening.crew
    pay(crew.owner, crew.member, 400)
    account = account_of(crew.owner, crew.club)
    assert sentences(account) == ["Nothing to pay or receive: you have no open payments."]
    assert sentences(account, is_own=False) == [
        "Nothing to pay or receive: olga has no open payments."
    ]


def test_carried_balances_are_said_to_come_later(carried):
    crew = carried.crew
    assert sentences(account_of(crew.member, crew.club))[1:] == [
        "You’ll get HK$10.00 more when the club settles its balances."
    ]
    assert sentences(account_of(crew.owner, crew.club))[1:] == [
        "You’ll owe HK$6.00 more when the club settles its balances."
    ]


def test_the_club_is_named_as_the_club(evening):
    crew = evening.crew
    house = Account.objects.create(kind=Account.Kind.HOUSE, club=crew.club, currency="HKD")
    assert sentences(house, is_own=False) == [
        "Nothing to pay or receive: the club has no open payments."
    ]


def test_points_are_not_paid(evening):
    crew = evening.crew
    settled([crew.member, crew.owner], (5, -5), club=crew.club)
    assert open_now(account_of(crew.member, crew.club, ""), is_own=True) is None


# --- Corrections


def lines(who: User, club: object, name: str = "statements") -> list[tuple[str, str, str]]:
    answer = read(who, name, account=account_of(who, club).pk, period="all")
    return [(line.title, line.amount, line.after) for line in answer.context["lines"]]


def test_a_correction_touches_only_the_statements_that_it_changes(evening):
    crew = evening.crew
    before = {who: lines(who, crew.club) for who in (crew.member, crew.owner, crew.organizer)}
    # mei's +20 stays; olga's -12 and oscar's -8 change.
    correct(Caller(crew.owner), evening.session.pk, {0: 20, 1: -13, 2: -7}, "typo")
    for name in ("statements", "statement_print"):
        assert sorted(lines(crew.member, crew.club, name)) == sorted(before[crew.member])
    for who in (crew.owner, crew.organizer):
        titles = [title for title, _amount, _after in lines(who, crew.club)]
        assert sum(title.startswith("Corrected:") for title in titles) == 1
        assert len(titles) == len(before[who]) + 2
    # The ledger and its export have every line.
    account = account_of(crew.member, crew.club)
    text_ = read(crew.member, "statement_csv", account=account.pk, period="all").content.decode()
    assert text_.count("reversal") == 1
    answer = read(crew.member, "statements", account=account.pk, period="all")
    assert f"{len(before[crew.member])}, newest first" in text(answer)
    assert answer.context["chart"] is not None


def test_two_corrections_leave_an_unchanged_statement_alone(evening):
    crew = evening.crew
    before = lines(crew.member, crew.club)
    correct(Caller(crew.owner), evening.session.pk, {0: 20, 1: -13, 2: -7}, "typo")
    correct(Caller(crew.owner), evening.session.pk, {0: 20, 1: -14, 2: -6}, "again")
    assert lines(crew.member, crew.club) == before
    correct(Caller(crew.owner), evening.session.pk, {0: 21, 1: -14, 2: -7}, "third")
    assert len(lines(crew.member, crew.club)) == len(before) + 2


# --- Dates


def test_all_pages_show_a_booking_on_the_readers_day(evening, client, monkeypatch):
    crew = evening.crew
    crew.club.time_zone = "Asia/Hong_Kong"
    crew.club.save()
    User.objects.filter(pk=crew.owner.pk).update(time_zone="America/Los_Angeles")
    # Five in the morning of the 26th in Hong Kong, and two in the afternoon of the 25th there.
    late = datetime(2026, 11, 25, 21, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: late)
    settled([crew.member, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    account = account_of(crew.owner, crew.club)
    client.force_login(crew.owner)
    pages = (
        f"/statements/?account={account.pk}&period=all",
        f"/clubs/{crew.club.slug}/accounts/open/?currency=HKD",
        f"/clubs/{crew.club.slug}/accounts/settlements/",
        f"/clubs/{crew.club.slug}/accounts/season/?currency=HKD",
    )
    for page in pages:
        shown = text(client.get(page))
        assert re.search("25 Nov|25/11|11/25|Nov. 25", shown), page
        assert not re.search("26 Nov|26/11|11/26|Nov. 26", shown), page

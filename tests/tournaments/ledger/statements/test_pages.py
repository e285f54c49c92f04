"""Statement pages: permissions and content."""

import csv
import re
from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from tests.agreements import settle_agreed
from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tests.statement_counts import assert_at_most
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.debts import event
from tests.tournaments.ledger.evening import account_of, pay, settled, transfer_of
from tests.tournaments.rows import finished_session
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season
from tournaments.ledger.book.holders import HOUSE, named_holder, user_holder
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.payments.services import waive
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import winnings_of
from tournaments.ledger.settling.winnings import Party, Winnings
from tournaments.ledger.statements.data import FIELDS

__all__ = ["strange"]
#: User-entered texts, and names that are the same in every language.
NAMES = ["Harbour Club", "mei", "olga", "oscar", "typo", "Strange", "English", "HK"]
pytestmark = pytest.mark.django_db
PAGES = ("statements", "statement_print", "statement_csv", "statement_between")


def read(user: User | None, name: str, **query: object):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse(name), query)


def text(answer) -> str:
    html = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- Permissions


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("seen_by", ClubBook.SeenBy)
@pytest.mark.parametrize(
    ("who", "whose", "expected"),
    [
        ("owner", "member", "always"),
        ("organizer", "member", "always"),
        ("member", "member", "always"),
        ("member", "owner", "members"),
        ("stranger", "member", "never"),
        ("guest", "member", "never"),
        ("visitor", "member", "never"),
    ],
)
def test_access_to_a_club_statement_depends_on_role_and_visibility(
    evening, name, seen_by, who, whose, expected
):
    crew = evening.crew
    ClubBook.objects.create(club=crew.club, seen_by=seen_by)
    reader = None if who == "visitor" else getattr(crew, who)
    account = account_of(getattr(crew, whose), crew.club)
    answer = read(reader, name, account=account.pk, period="all")
    may = expected == "always" or (expected == "members" and seen_by == "members")
    if reader is None:
        assert answer.status_code == 302
    else:
        assert answer.status_code == (200 if may else 404)


@pytest.mark.parametrize("name", PAGES)
def test_only_its_owner_can_read_a_statement_outside_clubs(evening, name):
    crew = evening.crew
    settled([crew.member, crew.stranger], (3, -3), stake_minor=10, currency="EUR")
    account = account_of(crew.member, None, "EUR")
    assert read(crew.member, name, account=account.pk).status_code == 200
    for other in (crew.owner, crew.stranger):
        assert read(other, name, account=account.pk).status_code == 404


@pytest.mark.every_database
def test_a_former_member_sees_only_their_own_statement(evening):
    crew = evening.crew
    mine, theirs = account_of(crew.member, crew.club), account_of(crew.owner, crew.club)
    ClubBook.objects.create(club=crew.club, seen_by="members")
    crew.club.memberships.filter(user=crew.member).delete()
    answer = read(crew.member, "statements", account=mine.pk)
    assert answer.status_code == 200
    assert reverse("club_accounts", args=[crew.club.slug]) not in answer.content.decode()
    assert read(crew.member, "statements", account=theirs.pk).status_code == 404


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 30, "²", "-1"])
def test_an_invalid_account_number_is_not_found(evening, number):
    for name in PAGES:
        assert read(evening.crew.owner, name, account=number).status_code == 404


def test_a_user_without_an_account_sees_an_empty_page(evening):
    assert "Nothing here yet." in text(read(evening.crew.stranger, "statements"))
    assert read(evening.crew.stranger, "statement_csv").status_code == 404


# --- Content


def test_a_statement_goes_from_the_opening_to_the_closing_balance(evening):
    shown = text(read(evening.crew.member, "statements"))
    assert "Opening balance HK$0.00 Won +HK$10.00 Received −HK$2.00 Closing balance" in shown
    assert "You are owed this amount. +HK$8.00" in shown
    assert "2 deals with olga and oscar" in shown
    assert "Paid by olga Cash" in shown


def test_a_balance_of_others_names_who_owes_it(evening):
    crew = evening.crew
    shown = text(read(crew.organizer, "statements", account=account_of(crew.owner, crew.club).pk))
    assert "olga owes this amount." in shown
    shown = text(read(crew.organizer, "statements", account=account_of(crew.member, crew.club).pk))
    assert "mei is owed this amount." in shown
    event(crew.club, 1, {user_holder(crew.member.pk): -30, HOUSE: 30})
    house = Account.objects.get(kind="house")
    shown = text(read(crew.organizer, "statements", account=house.pk))
    assert "The club is owed this amount." in shown


def test_lines_link_to_the_session_and_the_settlement(evening):
    html = read(evening.crew.member, "statements").content.decode()
    assert f'href="{evening.session.get_absolute_url()}"' in html
    assert f'href="/settlements/{evening.session.settlements.get().slug}/"' in html


def test_corrections_show_their_reason_and_reversals_their_session(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "typo")
    waive(Caller(crew.member), transfer_of(crew.owner, crew.member).pk, 100)
    shown = text(read(crew.member, "statements"))
    assert "Reversed: 2 deals with olga and oscar" in shown
    assert "Corrected: 2 deals with olga and oscar typo" in shown
    assert "Waived for olga" in shown
    assert "Waived by mei" in text(read(crew.owner, "statements"))


def test_event_lines_link_to_the_event(evening):
    crew = evening.crew
    event = Event.objects.create(
        club=crew.club, name="Spring Cup", created_by=crew.owner, starts_at=timezone.now(),
        rules=evening.session.rules, format="fixed_rounds", deals=4,
    )  # fmt: skip
    settle_agreed(
        Winnings(
            Settlement.Source.EVENT, event.pk, crew.club.pk, "HKD", 50,
            (Party(user_holder(crew.member.pk), "mei"), Party(HOUSE),
             Party(named_holder("Fong"), "Fong")),
            (5, -3, -2), {(1, 0): 3, (2, 0): 2},
        )
    )  # fmt: skip
    html = read(crew.member, "statements").content.decode()
    assert f'<a href="{reverse("event", args=[event.slug])}">Spring Cup</a>' in html
    fong = Account.objects.get(name="Fong")
    assert "Statement for Fong" in text(read(crew.owner, "statements", account=fong.pk))
    house = Account.objects.get(kind="house")
    assert "Statement for Club account" in text(read(crew.owner, "statements", account=house.pk))


def test_a_statement_in_points_says_that_points_are_not_paid(evening):
    crew = evening.crew
    settled([crew.member, crew.owner, None], (5, -3, -2), club=crew.club)
    points = account_of(crew.member, crew.club, "")
    shown = text(read(crew.member, "statements", account=points.pk))
    assert "This balance is in points, so there’s nothing to pay. +5 points" in shown
    assert "1 deal with olga and Club account" in shown


def test_a_statement_can_be_limited_to_a_period(evening):
    crew = evening.crew
    mine = account_of(crew.member, crew.club).pk
    today = timezone.localdate()
    yesterday, tomorrow = today - timedelta(days=1), today + timedelta(days=1)

    def closing(**query: object) -> str:
        shown = text(read(crew.member, "statements", account=mine, **query))
        return shown.partition("Closing balance")[2][:60]

    assert "+HK$8.00" in closing(period="days", first=yesterday, last=tomorrow)
    assert "+HK$8.00" in closing(period="days", first=tomorrow)
    assert "HK$0.00" in closing(period="days", last=yesterday)
    assert "HK$0.00" in closing(period="last-year")
    for period in ("month", "year", "all"):
        assert "+HK$8.00" in closing(period=period)


def test_a_statement_can_be_limited_to_a_season_of_the_club(evening):
    crew = evening.crew
    season = Season.objects.create(club=crew.club, name="Winter", created_by=crew.owner)
    event = Event.objects.create(
        club=crew.club, name="Old Cup", created_by=crew.owner, rules=evening.session.rules,
        starts_at=timezone.now() - timedelta(days=3), format="fixed_rounds", deals=4,
    )  # fmt: skip
    season.season_events.create(event=event)
    mine = account_of(crew.member, crew.club).pk
    shown = text(read(crew.member, "statements", account=mine, period=f"season-{season.slug}"))
    assert "Winter" in shown
    assert "Closing balance You are owed this amount. +HK$8.00" in shown


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"period": "days"}, "Enter a start date, an end date or both."),
        ({"period": "days", "first": "2026-02-02", "last": "2026-02-01"}, "can’t be before"),
        ({"period": "days", "first": "9999-12-31"}, "2200"),
        ({"period": "days", "first": "tomorrow"}, "Enter a valid date."),
        ({"period": "season-x"}, "is not one of the available choices"),
    ],
)
def test_an_invalid_period_shows_an_error_and_keeps_the_input(evening, query, error):
    answer = read(evening.crew.member, "statements", **query)
    assert answer.status_code == 422
    assert error in text(answer)
    if "first" in query:
        assert f'value="{query["first"]}"' in answer.content.decode()
    assert read(evening.crew.member, "statement_print", **query).status_code == 404


def test_long_statements_are_split_into_pages_on_screen_and_in_print(evening, monkeypatch):
    from tournaments.ledger.statements import pages

    crew = evening.crew
    for _ in range(5):
        settled([crew.member, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    monkeypatch.setattr(pages, "PAGE_LENGTH", 3)
    monkeypatch.setattr(pages, "PRINT_LENGTH", 4)
    mine = account_of(crew.member, crew.club).pk

    def balances(name: str, page: int) -> list[str]:
        answer = read(crew.member, name, account=mine, period="all", page=page)
        assert "+HK$13.00" in text(answer)  # closing balance of the whole period
        return [line.after for line in answer.context["lines"]]

    money = ["+13.00", "+12.00", "+11.00", "+10.00", "+9.00", "+8.00"]
    assert balances("statements", 1) == money[:3]
    assert balances("statements", 2) == money[3:]
    assert balances("statements", 3) == ["+10.00"]
    assert balances("statement_print", 1) == ["+10.00", *money[:2:-1]]
    assert balances("statement_print", 2) == money[2::-1]


def test_the_number_of_queries_does_not_grow_with_lines_and_opponents(evening):
    crew = evening.crew
    mine, other = (account_of(each, crew.club).pk for each in (crew.member, crew.owner))

    def counts() -> list[int]:
        found = []
        for name, query in (
            ("statements", {"period": "all"}),
            ("statement_print", {"period": "all"}),
            ("statement_csv", {"period": "all"}),
            ("statement_between", {}),
            ("statement_between", {"other": other}),
        ):
            client = Client()
            client.force_login(crew.member)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name), {"account": mine, **query}).status_code == 200
            found.append(len(queries))
        return found

    few = counts()
    for number in range(15):
        four = [crew.member, crew.owner, crew.organizer, User.objects.create_user(f"p{number}")]
        settled(four, (9, -2, -3, -4), club=crew.club, stake_minor=50, currency="HKD")
    pay(crew.owner, crew.member, 50)
    assert_at_most(counts(), few)
    assert max(few) <= 18


# --- CSV


def rows_of(answer) -> list[dict[str, str]]:
    body = answer.content.decode()
    assert body.startswith("\ufeff")
    return list(csv.DictReader(StringIO(body.removeprefix("\ufeff"))))


def test_the_csv_is_named_by_club_currency_and_date(evening):
    answer = read(evening.crew.member, "statement_csv", period="all")
    stem = f"{evening.crew.club.name} statement HKD {timezone.localdate().isoformat()}"
    assert f'filename="{stem.replace(" ", "_")}.csv"' in answer["Content-Disposition"]


def test_amounts_and_balances_in_the_csv_add_up(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "typo")
    rows = rows_of(read(crew.member, "statement_csv", period="all"))
    assert tuple(rows[0]) == FIELDS
    opening, *lines, closing = rows
    assert (opening["kind"], closing["kind"]) == ("opening", "closing")
    assert [row["kind"] for row in lines] == ["settlement", "payment", "reversal", "correction"]
    balance = int(opening["balance_minor"])
    for row in lines:
        balance += int(row["amount_minor"])
        assert balance == int(row["balance_minor"])
        assert Decimal(row["amount"]) * 100 == int(row["amount_minor"])
        assert Decimal(row["balance"]) * 100 == balance
    assert balance == int(closing["balance_minor"])
    assert lines[0]["with"] == "olga, oscar"
    assert lines[0]["session"] == "1"
    assert lines[0]["table"] == evening.session.table.slug
    assert (lines[1]["amount"], lines[1]["way"]) == ("-2.00", "cash")
    assert lines[3]["reason"] == "typo"


def test_text_typed_by_users_is_never_a_formula_in_the_csv(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "=HYPERLINK(1)")
    crew.owner.display_name = "@SUM(1)"
    crew.owner.save()
    settled([crew.member, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    rows = rows_of(read(crew.member, "statement_csv", period="all"))
    assert {row["reason"] for row in rows} == {"", "'=HYPERLINK(1)"}
    assert "'@SUM(1)" in {row["with"] for row in rows}


def test_currencies_without_cents_have_no_decimals_in_the_csv(evening):
    crew = evening.crew
    settled([crew.member, crew.stranger], (3, -3), stake_minor=100, currency="JPY")
    account = account_of(crew.member, None, "JPY")
    rows = rows_of(read(crew.member, "statement_csv", account=account.pk, period="all"))
    assert (rows[1]["amount"], rows[1]["amount_minor"]) == ("300", "300")


# --- Comparing two players


def test_two_players_see_what_they_won_from_and_paid_each_other(evening):
    crew = evening.crew
    mine, other = (account_of(each, crew.club).pk for each in (crew.member, crew.owner))
    settled([crew.member, crew.owner], (-3, 3), club=crew.club, stake_minor=50, currency="HKD")
    shown = text(read(crew.member, "statement_between", account=mine, other=other))
    session = 20 * 50 - 8 * 50
    won, lost = f"+HK${session / 100:.2f}", "−HK$1.50"
    assert f"mei won from olga {won} olga won from mei {lost}" in shown
    assert "olga paid mei (including waived debts) HK$2.00" in shown
    # The sum is of the lines above it alone; payments follow.
    assert "2 sessions and events together +HK$4.50 A head-to-head result" in shown
    assert "mei owes olga HK$1.50" in shown
    assert "olga owes mei HK$4.00" in shown


def test_the_comparison_lists_every_other_player(evening):
    crew = evening.crew
    answer = read(crew.member, "statement_between", account=account_of(crew.member, crew.club).pk)
    assert [(line.name, line.together) for line in answer.context["lines"]] == [
        ("olga", "1"),
        ("oscar", "1"),
    ]
    assert answer.context["lines"][0].open == "HK$4.00 to receive"


def test_accounts_of_another_club_or_currency_cannot_be_compared(evening):
    crew = evening.crew
    settled([crew.member, crew.owner], (3, -3), stake_minor=10, currency="EUR")
    mine = account_of(crew.member, crew.club).pk
    for other in (account_of(crew.owner, None, "EUR").pk, mine, "x", 10**9):
        assert read(crew.member, "statement_between", account=mine, other=other).status_code == 404


# --- Languages


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("statements", {"period": "all"}),
        ("statements", {"period": "days"}),
        ("statement_print", {"period": "all"}),
        ("statement_between", {}),
        ("statement_between", {"other": "owner"}),
    ],
)
def test_statements_are_in_the_readers_language(evening, strange, name, query):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "typo")
    if "other" in query:
        query = {"other": account_of(crew.owner, crew.club).pk}
    client = Client(headers={"accept-language": STRANGE})
    client.force_login(crew.member)
    account = account_of(crew.member, crew.club).pk
    html = client.get(reverse(name), {"account": account, **query}).content.decode()
    assert "⟦" in html
    assert_in_language(STRANGE, html, NAMES)


def test_the_empty_page_is_in_the_readers_language(evening, strange):
    client = Client(headers={"accept-language": STRANGE})
    client.force_login(evening.crew.stranger)
    html = client.get(reverse("statements")).content.decode()
    assert_in_language(STRANGE, html, ["sam", "Strange", "English"])


def test_an_old_session_without_recorded_terms_is_still_listed(evening):
    crew = evening.crew
    session = finished_session(
        [crew.member, crew.owner], (1, -1), club=crew.club, stake_minor=50, currency="HKD"
    )
    winnings = winnings_of(session)
    bare = Winnings(
        winnings.source, winnings.source_id, winnings.club_id, winnings.currency,
        winnings.stake_minor, winnings.parties, winnings.points, winnings.pairs,
    )  # fmt: skip
    settle_agreed(bare)
    assert "A game with olga" in text(read(crew.member, "statements"))

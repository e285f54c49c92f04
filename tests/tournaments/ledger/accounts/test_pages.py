"""Club accounts: visibility, open payments, and settling."""

import csv
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tests.statement_counts import assert_at_most
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.debts import event
from tests.tournaments.ledger.evening import account_of, pay, settled
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.access import may_see_account, may_see_amounts
from tournaments.ledger.accounts.selectors import club_state, listed_transfers
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import dispute
from tournaments.ledger.settling.models import Settlement, Transfer

__all__ = ["strange"]
pytestmark = pytest.mark.django_db
NAMES = ["Harbour Club", "mei", "olga", "oscar", "typo", "Strange", "English", "HK", "half"]
PAGES = (
    "club_accounts", "club_accounts_csv", "club_open", "club_open_csv", "club_settlements",
    "club_between",
)  # fmt: skip


def read(user: User | None, name: str, club: Club, **query: object):
    return client_of(user).get(reverse(name, args=[club.slug]), query)


def client_of(user: User | None, **options: object) -> Client:
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    return client


def text(answer) -> str:
    html = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def rows_of(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.content.decode().removeprefix("\ufeff"))))


# --- Visibility


def test_members_see_only_their_own_line_unless_the_club_shows_all_accounts(evening):
    crew = evening.crew

    def names(user: User) -> list[str]:
        return [name for name, _ in read(user, "club_accounts", crew.club).context["lines"]]

    assert names(crew.owner) == ["mei", "olga", "oscar"]
    assert names(crew.member) == ["mei"]
    assert [row["name"] for row in rows_of(read(crew.member, "club_accounts_csv", crew.club))] == [
        "mei"
    ]
    ClubBook.objects.create(club=crew.club, seen_by="members")
    assert names(crew.member) == ["mei", "olga", "oscar"]


@pytest.mark.every_database
def test_members_see_only_their_own_payments(evening):
    crew = evening.crew
    ada = User.objects.create_user("ada")
    Membership.objects.create(club=crew.club, user=ada)
    settled([ada, crew.owner], (4, -4), club=crew.club, stake_minor=50, currency="HKD")
    mine = read(crew.member, "club_open", crew.club, currency="HKD")
    assert {line.payee for line in mine.context["lines"]} == {"You"}
    assert len(read(crew.owner, "club_open", crew.club, currency="HKD").context["lines"]) == 3
    assert len(rows_of(read(crew.member, "club_open_csv", crew.club, currency="HKD"))) == 2
    assert len(read(crew.member, "club_settlements", crew.club).context["lines"]) == 1
    assert len(read(crew.owner, "club_settlements", crew.club).context["lines"]) == 2
    # Nor the club's ages and sums.
    assert "ada" not in text(read(crew.member, "club_accounts", crew.club))


def test_only_readers_who_may_see_amounts_can_open_the_settle_page(evening):
    crew = evening.crew
    mei = account_of(crew.member, crew.club)
    everybody = (crew.owner, crew.organizer, crew.member, crew.stranger, crew.guest, None)
    for seen_by, expected in (
        ("involved", [True, True, False, False, False, False]),
        ("members", [True, True, True, False, False, False]),
    ):
        ClubBook.objects.update_or_create(club=crew.club, defaults={"seen_by": seen_by})
        assert [may_see_amounts(who, crew.club.pk) for who in everybody] == expected
        settling = [read(who, "club_settle", crew.club).status_code == 200 for who in everybody]
        assert settling == expected
    assert may_see_account(crew.member, mei)
    assert not may_see_account(None, mei)


@pytest.mark.parametrize("name", ["club_settle", "club_book"])
def test_only_organizers_can_settle_and_change_the_ledger_settings(carried, name):
    crew = carried.crew
    ClubBook.objects.update(seen_by="members")
    url = reverse(name, args=[crew.club.slug])
    data = {"settles": "every", "seen_by": "involved"}
    assert client_of(crew.member).post(f"{url}?currency=HKD", data).status_code == 403
    assert not Settlement.objects.filter(source="club").exists()
    assert ClubBook.objects.get().seen_by == "members"


def test_only_organizers_see_disputes_and_the_audit(evening):
    crew = evening.crew
    payment = pay(crew.owner, crew.member, 100, confirmed=False)
    dispute(Caller(crew.member), payment.pk, "half of it")
    AuditRun.objects.create(ended_at=timezone.now())
    shown = text(read(crew.organizer, "club_accounts", crew.club))
    assert "olga marked HK$1.00 as paid, and mei disputed the payment. “half of it”" in shown
    assert "No errors found" in shown
    ClubBook.objects.create(club=crew.club, seen_by="members")
    shown = text(read(crew.member, "club_accounts", crew.club))
    assert "half of it" not in shown
    assert "checked" not in shown


def fault(posting: str, club_id: int | None) -> dict[str, object]:
    """Return a stored audit fault of an unknown posting."""
    found = Fault(FaultCode.POSTING_UNKNOWN, "Posting", posting, club_id, {"posting": posting})
    return found.to_data()


def test_an_organizer_sees_only_the_audit_faults_of_their_own_club(evening):
    crew = evening.crew
    AuditRun.objects.create(
        ended_at=timezone.now(),
        faults=[
            fault("session-1-1", crew.club.pk),
            fault("session-2-1", crew.club.pk + 1),
            fault("session-3-1", None),
        ],
    )
    AuditRun.objects.create()  # still running, without a result
    shown = text(read(crew.owner, "club_accounts", crew.club))
    assert "1 error found." in shown
    assert "session-1-1" in shown
    assert "session-2-1" not in shown
    assert "session-3-1" not in shown


# --- Content


def test_balances_add_up_to_zero_and_are_broken_down(evening):
    crew = evening.crew
    settled([crew.member, crew.owner, None], (6, -4, -2), club=crew.club)
    state = club_state(crew.club, "HKD")
    assert [(each.balance, each.to_get, each.to_pay, each.carried) for each in state.states] == [
        (800, 800, 0, 0),
        (-400, 0, 400, 0),
        (-400, 0, 400, 0),
    ]
    shown = text(read(crew.owner, "club_accounts", crew.club))
    assert "Total HK$0.00" in shown
    points = text(read(crew.owner, "club_accounts", crew.club, currency=""))
    assert "Club account −2 points" in points
    assert "Total 0 points" in points


@pytest.mark.every_database
def test_a_member_who_left_is_marked_in_the_lists(evening):
    crew = evening.crew
    assert "left the club" not in text(read(crew.owner, "club_accounts", crew.club))
    Membership.objects.filter(user=crew.member).delete()
    shown = read(crew.owner, "club_accounts", crew.club)
    assert text(shown).count("mei left the club") == 3
    assert text(read(crew.owner, "club_open", crew.club)).count("mei left the club") == 2


def test_the_treasurers_pages_follow_the_to_do_list(evening):
    crew = evening.crew
    shown = text(read(crew.owner, "club_accounts", crew.club))
    assert "Record cash and send reminders Payment details Bills Dues" in shown
    assert shown.index("To do") < shown.index("Record cash") < shown.index("Who owes what")
    assert "Organizers and treasurers can see all accounts." in shown
    assert "Record cash" not in text(read(crew.member, "club_accounts", crew.club))


def test_carried_balances_are_not_due_yet(carried):
    crew = carried.crew
    state = club_state(crew.club, "HKD")
    assert [each.carried for each in state.states] == [1000, -400, -600]
    assert state.is_carried
    assert "Settle now…" in text(read(crew.owner, "club_accounts", crew.club))
    assert "Settle now…" not in text(read(crew.member, "club_accounts", crew.club))


@pytest.mark.every_database
def test_open_payments_are_grouped_by_age(evening, monkeypatch):
    crew = evening.crew
    now = timezone.now()
    sums = []
    for days in (0, 8, 32, 93):
        monkeypatch.setattr(timezone, "now", lambda days=days: now + timedelta(days=days))
        state = club_state(crew.club, "HKD")
        sums.append([(each.count, each.amount) for each in state.ages])
        age = (0, 8, 32, 93).index(days)
        for asked in range(4):
            listed = listed_transfers(crew.club, "HKD", asked)
            assert listed.count() == (2 if asked == age else 0)
    assert sums == [[(2, 800) if at == age else (0, 0) for at in range(4)] for age in range(4)]


def test_the_list_of_settlements_shows_how_much_is_still_due(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "typo")
    settled([crew.member, crew.owner, None], (6, -4, -2), club=crew.club)
    lines = read(crew.owner, "club_settlements", crew.club).context["lines"]
    assert [(line.title, line.detail, line.state) for line in lines] == [
        ("1 deal with mei, olga and Club account", "", "played for points"),
        ("Correction: 2 deals with mei, olga and oscar", "typo", "HK$9.50 due"),
        ("2 deals with mei, olga and oscar", "", "HK$8.00 due"),
    ]


def test_the_csv_files_list_all_accounts_and_open_payments(evening):
    crew = evening.crew
    pay(crew.owner, crew.member, 100, confirmed=False)
    rows = rows_of(read(crew.owner, "club_accounts_csv", crew.club))
    assert sum(int(row["balance_minor"]) for row in rows) == 0
    assert (rows[0]["name"], rows[0]["balance"], rows[0]["kind"]) == ("mei", "8.00", "person")
    rows = rows_of(read(crew.owner, "club_open_csv", crew.club, currency="HKD"))
    assert sorted((row["payer"], row["open"], row["said"]) for row in rows) == [
        ("olga", "4.00", "claimed"),
        ("oscar", "4.00", ""),
    ]


def test_only_members_see_the_accounts_tab(evening):
    crew = evening.crew
    tab = f'href="/clubs/{crew.club.slug}/accounts/"'
    for who in (crew.owner, crew.member):
        html = client_of(who).get(crew.club.get_absolute_url()).content.decode()
        assert html.count(tab) == 1
    html = client_of(crew.stranger).get(crew.club.get_absolute_url()).content.decode()
    assert tab not in html


# --- Settling


def test_settling_creates_the_payment_list_that_was_shown(carried):
    crew = carried.crew
    shown = read(crew.owner, "club_settle", crew.club, currency="HKD")
    assert "2 payments settle 3 balances. That’s the fewest payments possible." in text(shown)
    assert "olga pays mei HK$6.00 oscar pays mei HK$4.00" in text(shown)
    url = reverse("club_settle", args=[crew.club.slug]) + "?currency=HKD"
    mark = shown.context["proposal"].mark
    answer = client_of(crew.owner).post(url, {"mark": mark})
    made = Settlement.objects.get(source="club")
    assert answer.url == made.get_absolute_url()
    assert [each.amount for each in made.transfers.all()] == [600, 400]
    assert "everything has been billed" in text(read(crew.owner, "club_settle", crew.club))


def test_a_payment_list_that_has_changed_is_shown_again(carried):
    crew = carried.crew
    mark = read(crew.owner, "club_settle", crew.club).context["proposal"].mark
    settled([crew.member, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    url = reverse("club_settle", args=[crew.club.slug]) + "?currency=HKD"
    answer = client_of(crew.owner).post(url, {"mark": mark})
    assert answer.status_code == 422
    assert "Check the new list" in text(answer)
    assert "olga pays mei HK$7.00" in text(answer)
    assert not Settlement.objects.filter(source="club").exists()


def test_open_payments_can_be_combined_into_one_payment_list(evening):
    crew = evening.crew
    ada = User.objects.create_user("ada")
    settled([crew.owner, ada], (8, -8), club=crew.club, stake_minor=50, currency="HKD")
    shown = read(crew.owner, "club_settle", crew.club, currency="HKD", list="all")
    assert "2 payments settle 3 balances." in text(shown)
    assert "The new list replaces 3 open payments." in text(shown)
    url = reverse("club_settle", args=[crew.club.slug]) + "?currency=HKD&list=all"
    client_of(crew.owner).post(url, {"mark": shown.context["proposal"].mark})
    found = Transfer.objects.filter(open_amount__gt=0).values_list(
        "payer__user__username", "payee__user__username", "open_amount"
    )
    assert sorted(found) == [("ada", "mei", 400), ("oscar", "mei", 400)]


def test_the_shortest_list_is_not_said_to_be_empty(evening):
    crew = evening.crew
    shown = text(read(crew.owner, "club_settle", crew.club, currency="HKD", list="all"))
    assert "2 payments are open, and no shorter list is possible." in shown
    assert "View open payments" in shown
    assert "Nothing to settle" not in shown


def test_the_preview_says_that_payments_through_the_club_stay(crew, bo):
    both = {user_holder(bo.pk): -50, user_holder(crew.member.pk): 50, HOUSE: 0}
    event(crew.club, 1, both, through_club=True)
    stays = "2 payments of events in which everyone pays the club stay as they are."
    shown = text(read(crew.owner, "club_settle", crew.club, currency="EUR", list="all"))
    assert stays in shown
    assert "pays mei" not in shown
    event(crew.club, 2, both)
    settled([bo, crew.owner], (9, -9), club=crew.club, stake_minor=1, currency="EUR")
    shown = text(read(crew.owner, "club_settle", crew.club, currency="EUR", list="all"))
    assert "The new list replaces 2 open payments." in shown
    assert stays in shown
    assert "stay as they are" not in text(read(crew.owner, "club_settle", crew.club))


def test_payments_marked_as_paid_are_not_in_the_new_payment_list(evening):
    crew = evening.crew
    two = [crew.member, crew.organizer]
    settled(two, (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    pay(crew.owner, crew.member, 400, confirmed=False)
    shown = text(read(crew.owner, "club_settle", crew.club, currency="HKD", list="all"))
    assert "oscar pays mei" in shown
    assert "olga pays" not in shown
    assert Payment.objects.latest("pk").is_pending


def test_pressing_settle_twice_settles_once(carried):
    crew = carried.crew
    shown = read(crew.owner, "club_settle", crew.club)
    url = reverse("club_settle", args=[crew.club.slug]) + "?currency=HKD"
    for status in (302, 422):
        answer = client_of(crew.owner).post(url, {"mark": shown.context["proposal"].mark})
        assert answer.status_code == status
    assert Settlement.objects.filter(source="club").count() == 1


def test_a_list_for_many_balances_says_that_it_may_not_be_the_shortest(carried):
    crew = carried.crew
    for number in range(18):
        pair = [User.objects.create_user(f"p{number}"), crew.member]
        settled(
            pair,
            (-(2**number) - 100, 2**number + 100),
            club=crew.club,
            stake_minor=1,
            currency="HKD",
        )
    assert "a slightly shorter payment list may be possible" in text(
        read(crew.owner, "club_settle", crew.club)
    )


# --- Settings


def test_the_settings_page_explains_each_choice_and_saves_it(evening):
    crew = evening.crew
    url = reverse("club_book", args=[crew.club.slug])
    client = client_of(crew.organizer)
    shown = text(client.get(url))
    assert "Balances add up until a player owes or is owed more than the limit" in shown
    assert "Every member can see all of the club’s accounts" in shown
    data = {"settles": "limit", "limit": "50.50", "currency": "HKD", "seen_by": "members"}
    assert client.post(url, data).status_code == 302
    book = ClubBook.objects.get()
    assert (book.settles, book.limit_minor, book.limit_currency, book.seen_by) == (
        "limit", 5050, "HKD", "members",
    )  # fmt: skip
    assert "owes or is owed more than HK$50.50." in text(
        client.get(reverse("club_accounts", args=[crew.club.slug]))
    )
    assert 'value="50.50"' in client.get(url).content.decode()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"limit": ""}, "Enter an amount above zero."),
        ({"limit": "-1"}, "Enter an amount above zero."),
        ({"limit": "0"}, "Enter an amount above zero."),
        ({"limit": "10000001"}, "Enter HK$10,000,000.00 or less."),
        ({"limit": "US$50"}, "doesn’t mean Hong Kong dollars"),
        ({"limit": "5.500"}, "Do you mean HK$5,500 or HK$5.50?"),
        ({"limit": "0.005"}, "Enter a multiple of HK$0.01."),
        ({"currency": ""}, "Choose the currency of the limit."),
        ({"settles": "never"}, "Select a valid choice."),
        ({"seen_by": ""}, "This field is required."),
    ],
)
def test_invalid_settings_show_an_error_and_keep_the_input(evening, changes, error):
    crew = evening.crew
    data = {"settles": "limit", "limit": "7.25", "currency": "HKD", "seen_by": "members"} | changes
    answer = client_of(crew.owner).post(reverse("club_book", args=[crew.club.slug]), data)
    assert answer.status_code == 422
    assert error in text(answer)
    if "limit" not in changes:
        assert 'value="7.25"' in answer.content.decode()
    assert not ClubBook.objects.exists()


def test_an_ambiguous_limit_is_saved_as_the_chosen_reading(evening):
    crew = evening.crew
    sent = {"settles": "limit", "limit": "5.500", "currency": "HKD", "seen_by": "members"}
    url = reverse("club_book", args=[crew.club.slug])
    client = client_of(crew.owner)
    assert 'value="HKD:550"' in client.post(url, sent).content.decode()
    assert client.post(url, sent | {"limit_meant": "HKD:550"}).status_code == 302
    assert ClubBook.objects.get().limit_minor == 550


def test_a_closed_club_cannot_change_its_ledger_settings(evening):
    crew = evening.crew
    Club.objects.update(closed_at=timezone.now())
    assert read(crew.owner, "club_book", crew.club).status_code == 404
    assert read(crew.owner, "club_accounts", crew.club).status_code == 200


# --- Comparing two players


@pytest.mark.every_database
def test_an_organizer_can_compare_any_two_players(evening):
    crew = evening.crew
    one, other = (account_of(each, crew.club).pk for each in (crew.member, crew.owner))
    query = {"currency": "HKD", "one": one, "other": other}
    shown = text(read(crew.organizer, "club_between", crew.club, **query))
    assert "mei won from olga +HK$6.00" in shown
    assert "olga owes mei HK$4.00" in shown
    same = read(crew.organizer, "club_between", crew.club, **(query | {"other": one}))
    assert "Choose two different players." in text(same)


def test_a_member_can_compare_only_themselves_with_others(evening):
    crew = evening.crew
    mei, olga, oscar = (
        account_of(each, crew.club).pk for each in (crew.member, crew.owner, crew.organizer)
    )

    def shown(one: int, other: int) -> str:
        query = {"currency": "HKD", "one": one, "other": other}
        return text(read(crew.member, "club_between", crew.club, **query))

    assert "mei won from olga" in shown(mei, olga)
    assert "won from" not in shown(olga, oscar)


# --- Cost and languages


def test_the_number_of_queries_does_not_grow_with_players_and_sessions(evening):
    crew = evening.crew
    pages = [*PAGES, "club_settle"]

    def counts() -> list[int]:
        found = []
        for name in pages:
            client = client_of(crew.owner)
            with CaptureQueriesContext(connection) as queries:
                client.get(reverse(name, args=[crew.club.slug]), {"currency": "HKD", "list": "all"})
            found.append(len(queries))
        return found

    pay(crew.owner, crew.member, 10, confirmed=False)
    settled([crew.organizer, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    few = counts()
    for number in range(10):
        four = [crew.member, crew.owner, crew.organizer, User.objects.create_user(f"p{number}")]
        settled(four, (9, -2, -3, -4), club=crew.club, stake_minor=50, currency="HKD")
    payment = Payment.objects.latest("pk")
    dispute(Caller(crew.member), payment.pk, "half")
    # Beyond 16 players there is no table of who won from whom, which costs a query.
    assert Account.objects.count() <= 16
    assert_at_most(counts(), few)
    assert max(few) <= 18


@pytest.mark.parametrize(
    "name",
    [*PAGES[:1], "club_open", "club_settlements", "club_settle", "club_book", "club_between"],
)
@pytest.mark.parametrize("who", ["owner", "member"])
def test_pages_are_in_the_readers_language(evening, strange, name, who):
    crew = evening.crew
    payment = pay(crew.owner, crew.member, 10, confirmed=False)
    dispute(Caller(crew.member), payment.pk, "half")
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "typo")
    settled([crew.member, crew.owner, None], (6, -4, -2), club=crew.club)
    AuditRun.objects.create(ended_at=timezone.now())
    client = client_of(getattr(crew, who), headers={"accept-language": STRANGE})
    one, other = (account_of(each, crew.club).pk for each in (crew.member, crew.owner))
    query = {"currency": "HKD", "list": "all", "one": one, "other": other}
    answer = client.get(reverse(name, args=[crew.club.slug]), query)
    if answer.status_code == 403:
        assert (who, name) in {("member", "club_settle"), ("member", "club_book")}
        return
    assert_in_language(STRANGE, answer.content.decode(), NAMES)

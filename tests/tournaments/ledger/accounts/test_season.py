"""Season chart of a club: figures and visibility."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from tests.agreements import settle_agreed
from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.ledger.accounts.test_pages import NAMES, client_of, read, text
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.evening import pay, settled
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season
from tournaments.ledger.accounts import season
from tournaments.ledger.accounts.services import settle_club
from tournaments.ledger.book.holders import HOUSE, named_holder, user_holder
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.winnings import Party, Winnings
from tournaments.ledger.statements.period import Period

__all__ = ["strange"]
pytestmark = pytest.mark.django_db
PAGE = "club_money_season"
#: 23:30 in Hong Kong, so that half an hour later is another day.
LATE = datetime(2026, 3, 1, 15, 30, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """Set the time, in days and hours after the first evening."""

    def set_time(days: float = 0, **more: float) -> None:
        now = LATE + timedelta(days=days, **more)
        monkeypatch.setattr(timezone, "now", lambda: now)

    set_time()
    return set_time


@pytest.fixture
def club(at) -> Crew:
    found = crew(stake_minor=50, currency="HKD")
    User.objects.update(time_zone="Asia/Hong_Kong")
    return found


def play(club: Crew, *nets: int, people: list[User | None] | None = None) -> object:
    """Play a deal for HK$0.50 a point with mei, olga and oscar, or the given users."""
    people = people or [club.member, club.owner, club.organizer][: len(nets)]
    return settled(people, nets, club=club.club, stake_minor=50, currency="HKD")


def event_of(club: Crew, rules: object, name: str) -> Event:
    return Event.objects.create(
        club=club.club, name=name, created_by=club.owner, rules=rules,
        starts_at=timezone.now(), format="fixed_rounds", deals=4,
    )  # fmt: skip


def play_event(club: Crew, rules: object) -> Event:
    """Play an event in which mei wins from the house and from Fong, who has no user account."""
    event = event_of(club, rules, "Spring Cup")
    settle_agreed(
        Winnings(
            Settlement.Source.EVENT, event.pk, club.club.pk, "HKD", 50,
            (Party(user_holder(club.member.pk), "mei"), Party(HOUSE),
             Party(named_holder("Fong"), "Fong")),
            (5, -3, -2), {(1, 0): 3, (2, 0): 2},
        )
    )  # fmt: skip
    return event


def table(answer) -> dict[str, list[str]]:
    """Return each player's figures by day, and the total."""
    chart = answer.context["chart"]
    rows = {} if chart is None else {row.name: row for row in chart.rows}
    return {
        name: [*(each.text for each in row.figures), row.total.text] for name, row in rows.items()
    }


def test_sessions_events_and_corrections_add_up_by_day(club, at):
    session = play(club, 10, -4, -6)
    play(club, 2, -2)
    at(minutes=30)  # after midnight
    play(club, -6, 6)
    at(days=5)
    play_event(club, session.rules)
    at(days=6)
    correct(Caller(club.owner), session.pk, {0: 6, 1: 0, 2: -6}, "typo")
    # Payments and club settlements are not wins.
    pay(club.organizer, club.member, 100)
    settle_club(Caller(club.owner), club.club.pk, "HKD", include_open=True, mark="")
    answer = read(club.owner, PAGE, club.club, currency="HKD")
    assert answer.context["chart"].events == ("1 Mar", "2 Mar", "6 Mar", "7 Mar")
    assert table(answer) == {
        "mei": ["+6.00", "+3.00", "+5.50", "+3.50", "+3.50"],
        "olga": ["−3.00", "0.00", "", "+2.00", "+2.00"],
        "Fong": ["", "", "−1.00", "", "−1.00"],
        "Club account": ["", "", "−1.50", "", "−1.50"],
        "oscar": ["−3.00", "", "", "", "−3.00"],
    }
    assert "After 4 days of play, mei leads with +HK$3.50" in text(answer)
    assert "Earlier results aren’t included" not in text(answer)


def test_each_currency_has_its_own_chart(club):
    play(club, 10, -4, -6)
    settled([club.member, club.owner, None], (5, -3, -2), club=club.club)
    assert table(read(club.owner, PAGE, club.club))["mei"] == ["+5.00", "+5.00"]
    points = table(read(club.owner, PAGE, club.club, currency=""))
    assert points == {"mei": ["+5", "+5"], "Club account": ["−2", "−2"], "olga": ["−3", "−3"]}


def test_the_page_shows_the_last_year_first_and_offers_seasons(club, at):
    session = play(club, 10, -10)
    winter = Season.objects.create(club=club.club, name="Winter", created_by=club.owner)
    winter.season_events.create(event=event_of(club, session.rules, "Old Cup"))
    Season.objects.update(closed_at=LATE + timedelta(days=20))
    at(days=20)
    play(club, -2, 2)
    at(days=400)
    play(club, 4, -4)
    answer = read(club.owner, PAGE, club.club)
    assert table(answer) == {"mei": ["+2.00"] * 2, "olga": ["−2.00"] * 2}
    assert [label for _key, label, _is in answer.context["choices"]] == ["Last 12 months", "Winter"]
    of_winter = read(club.owner, PAGE, club.club, period=f"season-{winter.slug}")
    assert table(of_winter)["mei"] == ["+5.00", "+4.00", "+4.00"]
    assert "Winter HKD 1 March 2026 to 21 March 2026" in text(of_winter)
    # Unknown periods show the last 12 months.
    assert table(read(club.owner, PAGE, club.club, period="season-x")) == table(answer)


def test_only_the_latest_days_of_play_are_shown(club, at, monkeypatch):
    monkeypatch.setattr(season, "MAX_DAYS", 2)
    play(club, 10, -10)
    for day in (1, 2):
        at(days=day)
        play(club, 2, -2)
        if day == 1:
            assert "Earlier results aren’t included" not in text(read(club.owner, PAGE, club.club))
    answer = read(club.owner, PAGE, club.club)
    assert table(answer)["mei"] == ["+1.00", "+2.00", "+2.00"]
    assert "Only the last 2 days of play are shown. Earlier results aren’t included." in text(
        answer
    )


def test_days_follow_the_readers_time_zone_when_clocks_change(club, at):
    play(club, 10, -10)  # the first of March, 15:30
    at(days=27, hours=8)  # 23:30, still winter
    play(club, 10, -10)
    at(days=28, hours=6, minutes=40)  # 22:10 UTC is 23:10 in summer
    play(club, 10, -10)
    at(days=28, hours=8)  # and 23:30 UTC is the next day
    play(club, 10, -10)
    with timezone.override("Europe/London"):
        found = season.played_days(club.club, "HKD", Period())
        won = season.won_by_day(club.club, "HKD", found.days)
    assert [(each.month, each.day) for each in found.days] == [(3, 1), (3, 28), (3, 29), (3, 30)]
    assert sorted(won.values(), key=str) == [
        dict.fromkeys(range(4), -500),
        dict.fromkeys(range(4), 500),
    ]


@pytest.mark.every_database
def test_members_see_only_their_own_line_unless_the_club_shows_all_accounts(club, at):
    play(club, 10, -4, -6)
    at(days=1)
    play(club, 3, -3, people=[club.owner, club.organizer])
    own = read(club.member, PAGE, club.club)
    assert table(own) == {"mei": ["+5.00", "+5.00"]}
    assert "2 Mar" not in text(own).replace("2 March", "")
    assert "olga" not in text(own).partition("Members can see only their own account")[2]
    for who in (club.owner, club.organizer):
        assert list(table(read(who, PAGE, club.club))) == ["mei", "olga", "oscar"]
    ClubBook.objects.create(club=club.club, seen_by="members")
    assert list(table(read(club.member, PAGE, club.club))) == ["mei", "olga", "oscar"]


def test_a_club_without_results_has_no_chart(club):
    answer = read(club.owner, PAGE, club.club)
    assert answer.status_code == 200
    assert "No settlements in this period." in text(answer)
    assert "You have no settlements in this period" in text(read(club.member, PAGE, club.club))


def test_the_accounts_page_links_to_the_season_chart(club):
    url = f"{reverse(PAGE, args=[club.club.slug])}?currency=HKD"
    play(club, 10, -10)
    assert f'href="{url}"' in read(club.member, "club_accounts", club.club).content.decode()


def test_the_number_of_queries_does_not_grow_with_players_and_days(club, at):
    play(club, 10, -4, -6)

    def count(who: User) -> int:
        client = client_of(who)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(PAGE, args=[club.club.slug]))
        return len(queries)

    few = [count(club.owner), count(club.member)]
    for day in range(1, 12):
        at(days=day)
        newcomer = User.objects.create_user(f"p{day}")
        play(club, 9, -4, -5, people=[club.member, club.owner, newcomer])
    assert_at_most([count(club.owner), count(club.member)], few)
    assert_at_most(few, [11, 10])


@pytest.mark.parametrize("who", ["owner", "member"])
def test_the_page_is_in_the_readers_language(club, strange, who):
    play(club, 10, -4, -6)
    settled([club.member, club.owner, None], (5, -3, -2), club=club.club)
    client = client_of(getattr(club, who), headers={"accept-language": STRANGE})
    answer = client.get(reverse(PAGE, args=[club.club.slug]), {"currency": "HKD"})
    assert_in_language(STRANGE, answer.content.decode(), [*NAMES, "Mar"])

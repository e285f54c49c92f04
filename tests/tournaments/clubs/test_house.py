"""Tests of clubs that pay for bots: right, limits, and notices to bookkeepers."""

from functools import partial
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.services import mark_seen
from games.common.denials import Denial, DeniedError
from games.rules import max_loss
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.rule_set import RuleSet
from games.tables import house
from games.tables.denials import TableCode
from games.tables.models import Session, Table
from games.tables.services import bot_strength, opening, rematch, seating, starting
from tests.players import Game, Person, open_by_form
from tests.tournaments.clubs.people import Crew, caller
from tests.tournaments.events.club_night import Night
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Club, ClubRecord
from tournaments.clubs.services import club as club_services
from tournaments.events.club_nights.services import open_night_table
from tournaments.events.rounds import proposal
from tournaments.events.setup.services import open_sign_up
from tournaments.ledger.accounts.selectors import house_debt
from tournaments.ledger.settling.services import settle_session

RULES = RuleSet.make("pagat")
#: Maximum loss of the club in one deal at a stake of 1, with at most two bots among four.
WORST = 2 * max_deal_loss(RULES)


def allow(club: Club, **bounds) -> None:
    usual = {"house_currency": "EUR", "house_stake_minor": 10, "house_limit_minor": 100 * WORST}
    owner = club.memberships.get(role="owner").user
    answer = club_services.change(caller(owner), club.pk, plays_house=True, **usual | bounds)
    assert answer is None, answer


def open_table(user, club: Club, **more):
    terms = {"stake_minor": 10, "currency": "EUR", "deals_planned": 1, "joining": "members"}
    return opening.open_table(
        user, club=club.pk, bot_money="house", rules=RULES, rules_name="pagat", **terms | more
    )


def code(refused: pytest.ExceptionInfo[DeniedError]) -> object:
    return refused.value.denial.code


def test_a_new_club_does_not_pay_for_bots(crew: Crew, queued):
    for user in (crew.owner, crew.organizer, crew.member):
        with pytest.raises(DeniedError) as refused:
            open_table(user, crew.club)
        assert code(refused) is TableCode.HOUSE_OFF
    assert not Table.objects.exists()


def test_the_form_explains_the_denial_and_keeps_its_values(crew: Crew, queued):
    client = Client()
    client.force_login(crew.organizer)
    sent = {
        "rules": "pagat", "deals": "3", "target": "", "clock": "none", "seating": "drawn",
        "bots": "on", "stake": "0.10", "currency": "EUR", "bot_money": "house",
        "joining": f"club-{crew.club.pk}",
    }  # fmt: skip
    answer = open_by_form(client, sent)
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    assert "This club doesn’t pay for bots’ losses." in html
    assert answer.context["form"]["bot_money"].value() == "house"


@pytest.mark.parametrize("field", ["bot_strength", "bot_seat_4"])
def test_where_the_club_pays_bots_are_casual_or_of_club_strength(crew: Crew, queued, field):
    allow(crew.club)
    client = Client()
    client.force_login(crew.organizer)
    sent = {
        "rules": "pagat", "deals": "3", "clock": "none", "seating": "drawn", "bots": "on",
        "stake": "0.10", "currency": "EUR", "bot_money": "house",
        "joining": f"club-{crew.club.pk}", "bot_strength": "club",
    }  # fmt: skip
    answer = open_by_form(client, {**sent, field: "strong"})
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    assert "Where the club pays for bots, choose casual or club strength." in html
    assert answer.context["form"]["stake"].value() == "0.10"
    assert not Table.objects.exists()
    assert open_by_form(client, sent).status_code == 302
    table = Table.objects.get()
    denial = bot_strength.set_bot_strength(caller(crew.organizer), table.pk, "strong")
    assert denial.code is TableCode.HOUSE_STRENGTH
    assert bot_strength.set_bot_strength(caller(crew.organizer), table.pk, "casual") is None


def test_a_forged_strength_at_a_table_of_the_house_is_denied(crew: Crew, queued):
    allow(crew.club)
    for chosen in ({"bot_strength": "strong"}, {"seat_strengths": {"2": "beginner"}}):
        with pytest.raises(DeniedError) as refused:
            open_table(crew.organizer, crew.club, **chosen)
        assert code(refused) is TableCode.HOUSE_STRENGTH
    assert not Table.objects.exists()


def test_the_strength_of_the_last_table_does_not_spoil_one_of_the_house(crew: Crew, queued):
    allow(crew.club)
    opening.open_solo_table(crew.organizer, bot_strength="strong")
    client = Client()
    client.force_login(crew.organizer)
    sent = {
        "rules": "pagat", "deals": "3", "clock": "none", "seating": "drawn", "bots": "on",
        "stake": "0.10", "currency": "EUR", "bot_money": "house",
        "joining": f"club-{crew.club.pk}",
    }  # fmt: skip
    assert open_by_form(client, sent).status_code == 302
    assert Table.objects.latest("pk").bot_strength == "casual"


def test_members_can_join_but_not_open_tables_where_the_club_pays_for_bots(crew: Crew, queued):
    allow(crew.club)
    with pytest.raises(DeniedError) as refused:
        open_table(crew.member, crew.club)
    assert code(refused) is TableCode.HOUSE_RIGHT
    table = open_table(crew.organizer, crew.club)
    assert Person(crew.member).asks(seating.sit, table, None) is None


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"stake_minor": 11}, TableCode.HOUSE_STAKE),
        ({"stake_minor": 999_900}, TableCode.HOUSE_STAKE),
        ({"currency": "JPY"}, TableCode.HOUSE_CURRENCY),
        ({"deals_planned": 11}, TableCode.HOUSE_LIMIT),
    ],
)
def test_tables_beyond_the_clubs_limits_are_refused(crew: Crew, queued, more, why):
    allow(crew.club)
    with pytest.raises(DeniedError) as refused:
        open_table(crew.owner, crew.club, **more)
    assert code(refused) is why
    assert open_table(crew.owner, crew.club, deals_planned=10)


def test_a_table_for_points_needs_no_setting(crew: Crew, queued):
    assert open_table(crew.member, crew.club, stake_minor=0, currency="")


def test_open_tables_count_towards_the_clubs_limit(crew: Crew, queued):
    allow(crew.club)
    first = open_table(crew.owner, crew.club, deals_planned=6)
    assert house.at_stake(crew.club.pk, "EUR") == 60 * WORST
    with pytest.raises(DeniedError) as refused:
        open_table(crew.organizer, crew.club, deals_planned=5)
    assert code(refused) is TableCode.HOUSE_LIMIT
    assert open_table(crew.organizer, crew.club, deals_planned=4)
    assert seating.close(Person(crew.owner).caller, first.pk) is None
    assert house.at_stake(crew.club.pk, "EUR") == 40 * WORST


def test_the_clubs_unpaid_losses_count_towards_its_limit(crew: Crew, queued):
    allow(crew.club)
    mark_seen(crew.owner)
    game = Game.of(
        [crew.owner, crew.member], joining="members", club=crew.club.pk, rules=RULES,
        stake_minor=10, currency="EUR", bot_money="house", deals_planned=1,
    )  # fmt: skip
    game.begin()
    session = game.finished()
    bots = sum(seat.net for seat in session.seats.filter(user=None))
    lost = max(0, -bots) * 10
    assert house.at_stake(crew.club.pk, "EUR") == lost
    settle_session(session.pk)
    assert house_debt(crew.club.pk, "EUR") >= lost


def begun(crew: Crew) -> Game:
    """Return a session of one deal that the owner and a member play against bots of the house."""
    allow(crew.club)
    mark_seen(crew.owner)
    mark_seen(crew.member)
    game = Game.of(
        [crew.owner, crew.member], joining="members", club=crew.club.pk, rules=RULES,
        stake_minor=10, currency="EUR", bot_money="house", deals_planned=1,
    )  # fmt: skip
    game.begin()
    return game


def test_turning_the_setting_off_stops_new_sessions_but_not_running_ones(crew: Crew, queued):
    game = begun(crew)
    waiting = open_table(crew.organizer, crew.club)
    assert club_services.change(caller(crew.owner), crew.club.pk, plays_house=False) is None
    answer = starting.start(Person(crew.organizer).caller, waiting.pk)
    assert isinstance(answer, Denial)
    assert answer.code is TableCode.HOUSE_OFF
    game.finish_session()
    answers = [game.ask(number, rematch.play_again) for number in range(2)]
    assert isinstance(answers[1], Denial)
    assert answers[1].code is TableCode.HOUSE_OFF
    assert Session.objects.filter(table=game.table).count() == 1


@pytest.fixture
def searches(monkeypatch):
    """Record for each search for a deal's maximum loss the number of open transactions."""
    found: list[int] = []
    search = max_loss.loss_upper_bound

    def recorded(*given):
        found.append(len(connection.savepoint_ids))
        return search(*given)

    monkeypatch.setattr(max_loss, "loss_upper_bound", recorded)
    yield found
    max_loss.max_deal_loss.cache_clear()


def forget_losses() -> None:
    """Clear the stored maximum losses, which rows of earlier releases lack, and the cache."""
    Session.objects.update(max_loss=None)
    Table.objects.update(max_loss=None)
    max_loss.max_deal_loss.cache_clear()


def test_maximum_losses_are_computed_before_the_transaction(crew: Crew, queued, searches):
    game = begun(crew)
    forget_losses()
    open_table(crew.organizer, crew.club)
    game.finish_session()
    for number in range(2):
        forget_losses()
        assert game.ask(number, rematch.play_again) is None
    assert Session.objects.filter(table=game.table).count() == 2
    assert searches
    assert set(searches) == {0}


def test_a_club_that_pays_for_bots_needs_limits(crew: Crew):
    for missing in ("house_currency", "house_stake_minor", "house_limit_minor"):
        bounds = {"house_currency": "EUR", "house_stake_minor": 1, "house_limit_minor": 1}
        bounds[missing] = "" if missing == "house_currency" else 0
        answer = club_services.change(caller(crew.owner), crew.club.pk, plays_house=True, **bounds)
        assert isinstance(answer, Denial)
        assert answer.code is ClubCode.HOUSE_UNBOUNDED
    assert not Club.objects.get().plays_house


def test_the_owner_can_set_limits_on_the_settings_page(crew: Crew):
    client = Client()
    client.force_login(crew.owner)
    url = reverse("club_settings", args=[crew.club.slug])
    form = client.get(url).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not False}
    incomplete = sent | {"plays_house": "on", "house_stake": "0.10"}
    answer = client.post(url, incomplete)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"house_currency"}
    whole = incomplete | {"house_currency": "EUR", "house_limit": "50"}
    assert client.post(url, whole).status_code == 302
    club = Club.objects.get()
    assert (club.plays_house, club.house_stake_minor, club.house_limit_minor) == (True, 10, 5000)
    assert client.get(url).context["form"]["house_limit"].value() == "50.00"


def test_bookkeepers_are_notified_of_a_table_where_the_club_pays_for_bots(crew: Crew, queued):
    allow(crew.club)
    open_table(crew.organizer, crew.club)
    record = ClubRecord.objects.get(deed=ClubRecord.Deed.HOUSE)
    assert record.actor == crew.organizer
    pages = {}
    for user in (crew.owner, crew.organizer, crew.member):
        client = Client()
        client.force_login(user)
        pages[user] = unescape(client.get(reverse("home")).content.decode())
        history = client.get(reverse("club_activity", args=[crew.club.slug])).content.decode()
        assert "opened a table where the club pays for bots" in history
    said = "oscar opened a table where the club could lose up to €"
    assert said in pages[crew.owner]
    assert said not in pages[crew.member]


def test_a_further_session_is_recorded_for_bookkeepers(crew: Crew, queued):
    game = begun(crew)
    game.finish_session()
    for number in range(2):
        assert game.ask(number, rematch.play_again) is None
    assert ClubRecord.objects.filter(deed=ClubRecord.Deed.HOUSE).count() == 2


def test_the_page_of_roles_lists_the_right(client):
    html = client.get(reverse("club_roles")).content.decode()
    assert "Open tables where the club pays for bots" in html


def test_a_member_can_open_a_club_night_table_with_bots_if_the_club_pays(crew: Crew, queued):
    night = Night.of(crew, stake_minor=10, currency="EUR", deals=1, uneven="bots")
    night.well(open_sign_up).well(proposal.start_event)
    opens = partial(open_night_table, Person(crew.member).caller, night.event.pk, terms=night.terms)
    answer = opens()
    assert isinstance(answer, Denial)
    assert answer.code is TableCode.HOUSE_OFF
    allow(crew.club)
    assert isinstance(opens(), Table)

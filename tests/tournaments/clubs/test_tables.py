"""Tests of club tables, which only members can see and join."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services import mark_seen
from games.common.database import in_database
from games.common.denials import Denial, DeniedError
from games.rules.ruleset.rule_set import RuleSet
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import opening, seating
from tests.players import Game, listed_table, open_by_form
from tests.rigging import signed_in
from tests.sockets import Browser
from tests.tournaments.clubs.people import Crew, caller, crew, person, play_house
from tournaments.clubs.models import ClubRules
from tournaments.clubs.services import club, members

FORM = {
    "rules": "pagat",
    "deals": "3",
    "target": "",
    "clock": "none",
    "seating": "drawn",
    "bots": "on",
    "spectators": "on",
}


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def table(crew: Crew, queued) -> Table:
    mark_seen(crew.owner)
    return opening.open_table(
        crew.owner, joining=Table.Joining.MEMBERS, club=crew.club.pk, rules_name="pagat"
    )


def test_only_members_see_the_table(crew: Crew, table: Table):
    for user in (crew.owner, crew.member):
        assert selectors.table_to_watch(table.slug, user) == table
        assert "members of Harbour Club" in browser(user).get(reverse("lobby")).content.decode()
        assert browser(user).get(table.get_absolute_url()).status_code == 200
        assert table.slug in browser(user).get(crew.club.get_absolute_url()).content.decode()
    for user in (crew.stranger, crew.guest, None):
        client = Client() if user is None else browser(user)
        assert selectors.table_to_watch(table.slug, user) is None
        assert table.slug not in client.get(reverse("lobby")).content.decode()
        assert client.get(table.get_absolute_url()).status_code == 404
        assert table.slug not in client.get(crew.club.get_absolute_url()).content.decode()


def test_only_members_can_sit_down(crew: Crew, table: Table):
    refused = seating.sit(caller(crew.stranger), table.pk, None)
    assert isinstance(refused, Denial)
    assert refused.code == TableCode.CLUB_MEMBERS_ONLY
    assert isinstance(seating.sit(caller(crew.guest), table.pk, None), Denial)
    assert seating.sit(caller(crew.member), table.pk, None) is None


def test_a_removed_member_keeps_a_seat_but_cannot_sit_down_again(crew: Crew, table: Table):
    seating.sit(caller(crew.member), table.pk, None)
    members.remove(caller(crew.owner), crew.club.pk, crew.member.pk)
    members.remove(caller(crew.owner), crew.club.pk, crew.organizer.pk)
    assert selectors.table_to_watch(table.slug, crew.member) == table
    assert selectors.table_to_watch(table.slug, crew.organizer) is None
    assert isinstance(seating.sit(caller(crew.organizer), table.pk, None), Denial)


def test_play_now_offers_the_table_to_members_only(crew: Crew, table: Table):
    wanted = selectors.TableCriteria()
    assert selectors.matching_tables(crew.member, wanted) == [table]
    assert selectors.matching_tables(crew.stranger, wanted) == []


def test_only_members_can_review_a_finished_session(crew: Crew, table: Table):
    assert selectors.table_to_review(table.slug, 1, crew.member) == table
    assert selectors.table_to_review(table.slug, 1, crew.stranger) is None
    assert selectors.table_to_review(table.slug, 1, None) is None


def test_the_form_offers_the_users_clubs_with_their_rules_and_stakes(crew: Crew):
    club.change(
        caller(crew.owner), crew.club.pk, default_rules="lukang", stake_minor=50, currency="GBP"
    )
    kept = ClubRules.objects.create(
        club=crew.club, name="Ours", options=RuleSet.make("hong_kong").to_options()
    )
    client = browser(crew.member)
    form = client.get(f"{reverse('table_new')}?club={crew.club.slug}").context["form"]
    assert form["joining"].value() == f"club-{crew.club.pk}"
    assert form["rules"].value() == "lukang"
    assert str(form["stake"].value()) == "0.50"
    data = FORM | {"joining": f"club-{crew.club.pk}", "rules": kept.choice}
    client.post(reverse("table_new"), data)
    table = Table.objects.get()
    assert (table.joining, table.club, table.rules_name) == ("members", crew.club.pk, "Ours")
    assert table.rules == kept.options


# --- Bots that play for the club


def test_a_club_table_can_have_the_club_pay_for_bots(crew: Crew):
    play_house(crew.club, "GBP")
    client = browser(crew.organizer)
    form = client.get(f"{reverse('table_new')}?club={crew.club.slug}").context["form"]
    assert form["bot_money"].value() == "points"
    stake = {"stake": "0.50", "currency": "GBP", "bot_money": "house"}
    open_by_form(client, FORM | stake | {"joining": f"club-{crew.club.pk}"})
    assert Table.objects.get().bot_money == Table.BotMoney.HOUSE


@pytest.mark.parametrize(
    "changed", [{"joining": "link"}, {"stake": "", "currency": ""}, {"bot_money": ""}]
)
def test_bots_play_for_points_without_a_club_a_stake_or_a_choice(crew: Crew, changed: dict):
    sent = FORM | {"stake": "0.50", "currency": "GBP", "bot_money": "house"}
    sent |= {"joining": f"club-{crew.club.pk}"} | changed
    assert open_by_form(browser(crew.member), sent).status_code == 302
    assert Table.objects.get().bot_money == Table.BotMoney.POINTS


def test_the_form_keeps_the_choice_for_bots_after_an_error(crew: Crew):
    sent = FORM | {"joining": f"club-{crew.club.pk}", "bot_money": "house", "deals": "x"}
    answer = browser(crew.member).post(reverse("table_new"), sent)
    assert answer.status_code == 422
    assert answer.context["form"]["bot_money"].value() == "house"


def test_a_user_without_a_club_is_not_asked_who_pays_for_bots(crew: Crew):
    form = browser(crew.stranger).get(reverse("table_new")).context["form"]
    assert "bot_money" not in form.fields
    sent = FORM | {"joining": "link", "stake": "1", "currency": "GBP", "bot_money": "house"}
    assert open_by_form(browser(crew.stranger), sent).status_code == 302
    assert Table.objects.get().bot_money == Table.BotMoney.POINTS


def test_other_members_see_that_the_club_pays_for_bots_but_no_amounts(crew: Crew, queued):
    play_house(crew.club)
    mark_seen(crew.owner)
    game = Game.of(
        [crew.owner, crew.member],
        joining=Table.Joining.MEMBERS,
        club=crew.club.pk,
        stake_minor=37,
        currency="EUR",
        bot_money=Table.BotMoney.HOUSE,
        deals_planned=1,
    )
    other = browser(crew.organizer)
    waiting = "€0.37 a point (bots play for the club; if you’re alone"
    for url in (reverse("lobby"), game.table.get_absolute_url(), crew.club.get_absolute_url()):
        assert waiting in unescape(other.get(url).content.decode())
    game.begin()
    session = game.finished()
    for url in (game.table.get_absolute_url(), session.get_absolute_url()):
        html = other.get(url).content.decode()
        assert "The club keeps what bots win and pays what they lose." in unescape(html)
        assert set(re.findall(r".€[\d.]+", html)) <= {" €0.37"}
        assert re.search("[+−]€", browser(crew.member).get(url).content.decode())


@pytest.mark.parametrize("joining", ["members", "club-{}", "club-0"])
def test_a_non_member_cannot_open_a_table_in_the_club(crew: Crew, joining: str):
    data = FORM | {"joining": joining.format(crew.club.pk)}
    answer = browser(crew.stranger).post(reverse("table_new"), data)
    assert answer.status_code == 422
    with pytest.raises(DeniedError):
        opening.open_table(crew.stranger, joining=Table.Joining.MEMBERS, club=crew.club.pk)
    assert not Table.objects.exists()


def test_the_form_does_not_offer_members_only_to_a_user_without_a_club(db):
    form = browser(person("ada")).get(reverse("table_new")).context["form"]
    assert [value for value, _label in form.fields["joining"].choices] == ["anyone", "link"]


def test_the_form_does_not_offer_a_closed_club(crew: Crew):
    club.close(caller(crew.owner), crew.club.pk)
    form = browser(crew.owner).get(reverse("table_new")).context["form"]
    assert [value for value, _label in form.fields["joining"].choices] == ["anyone", "link"]


def test_any_user_with_an_account_can_join_a_members_table_without_a_club(crew: Crew, queued):
    table = listed_table(joining=Table.Joining.MEMBERS)
    assert table.club is None
    assert selectors.table_to_watch(table.slug, None) == table
    assert isinstance(seating.sit(caller(crew.guest), table.pk, None), Denial)
    assert seating.sit(caller(crew.stranger), table.pk, None) is None


@pytest.mark.django_db(transaction=True)
async def test_the_live_lobby_shows_the_table_to_members_only(sockets):
    made = await in_database(crew)()
    member, stranger = [
        Browser(key=await in_database(signed_in)(user)) for user in (made.member, made.stranger)
    ]
    for browser in (member, stranger):
        assert 'id="lobby"' in await browser.open()

    def open_table() -> Table:
        mark_seen(made.owner)
        return opening.open_table(
            made.owner, joining=Table.Joining.MEMBERS, club=made.club.pk, clock="quick"
        )

    table = await in_database(open_table)()
    shown = await member.read()
    # Earlier messages may be about users who came online.
    while table.slug not in shown:
        shown = await member.read()
    assert "members of Harbour Club" in shown
    listed = await in_database(listed_table)()
    shown = await stranger.read()
    while listed.slug not in shown:
        assert table.slug not in shown
        shown = await stranger.read()
    assert table.slug not in shown
    for browser in (member, stranger):
        await browser.close()


@pytest.mark.django_db(transaction=True)
async def test_the_tables_socket_is_open_to_members_only(sockets):
    made = await in_database(crew)()
    table = await in_database(opening.open_table)(
        made.owner, joining=Table.Joining.MEMBERS, club=made.club.pk
    )
    key = await in_database(signed_in)(made.stranger)
    stranger = Browser(table.slug, key)
    assert await stranger.connect()
    shown, code = await stranger.closed()
    assert (code, "Harbour" in shown) == (4404, False)
    member = Browser(table.slug, await in_database(signed_in)(made.member))
    assert "olga is here" in await member.open()
    await member.close()

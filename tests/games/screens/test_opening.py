"""Opening or finding a table: answers of the forms, which keep their values."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import stake_limits
from accounts.caller import Caller
from accounts.models import User
from accounts.services import create_guest, mark_seen
from games.common import money
from games.rulebook import house_rules
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import max_session_loss
from games.tables.models import Seat, Session, Table
from games.tables.services import opening, seating
from tests.players import listed_table, open_by_form, terms_in_page

pytestmark = pytest.mark.django_db


def test_play_now_creates_a_guest_and_seats_them_with_bots(client):
    response = client.post(reverse("play_now"))
    table = Table.objects.get()
    assert response.url == table.get_absolute_url()
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert table.sessions.get().seats.get(bot="").user == guest
    assert (table.currency, table.stake_minor) == ("", 0)


def test_play_now_again_keeps_the_same_guest(client):
    client.post(reverse("play_now"))
    client.post(reverse("play_now"))
    assert User.objects.count() == 1
    assert Table.objects.count() == 2


def key_of(client):
    html = client.get(reverse("home")).content.decode()
    return re.search(r'name="opening_key" value="([^"]+)"', html)[1]


def test_the_same_form_sent_twice_opens_one_table(client):
    data = {"opening_key": key_of(client)}
    first, second = (client.post(reverse("play_now"), data) for _ in range(2))
    assert first.url == second.url
    assert Table.objects.count() == 1


def test_a_visitor_who_presses_twice_at_once_becomes_one_guest(client):
    data = {"opening_key": key_of(client)}
    first = client.post(reverse("play_now"), data)
    client.cookies.clear()  # the second press was sent before the first answer came
    second = client.post(reverse("play_now"), data)
    assert first.url == second.url
    assert User.objects.count() == 1


def test_an_old_page_whose_guest_became_a_member_creates_another_guest(client):
    data = {"opening_key": key_of(client)}
    client.post(reverse("learn"), data)
    User.objects.update(is_guest=False)
    for _ in range(2):
        client.cookies.clear()
        assert client.post(reverse("learn"), data).status_code == 302
        assert User.objects.filter(is_guest=True).count() == 1


def test_an_opening_key_gives_visitors_no_access_to_a_members_table(client, member):
    client.force_login(member)
    data = {"opening_key": key_of(client), "deals": "5"}
    client.post(reverse("play_now"), data)
    client.logout()
    client.post(reverse("play_now"), data)
    assert Table.objects.count() == 2
    assert client.session["_auth_user_id"] != str(member.pk)


def test_an_old_page_opens_a_new_table(client):
    data = {"opening_key": key_of(client)}
    client.post(reverse("play_now"), data)
    Table.objects.update(created_at=timezone.now() - timedelta(hours=1))
    client.post(reverse("play_now"), data)
    assert Table.objects.count() == 2


@pytest.mark.parametrize("key", ["", "\x00" * 10, "x" * 500, "<script>"])
def test_an_invalid_opening_key_is_ignored(client, key):
    for _ in range(2):
        client.post(reverse("play_now"), {"opening_key": key})
    assert Table.objects.count() == 2


def test_play_now_does_not_work_as_a_link(client):
    assert client.get(reverse("play_now")).url == reverse("home")
    assert not Table.objects.exists()


def shown_rules(html):
    """Return the rules selected in the form of the home page."""
    return re.search(r'name="rules" value="([^"]+)" checked', html)[1]


def test_a_visitor_chooses_rules(client):
    client.post(reverse("play_now"), {"rules": "two_players_stock"})
    table = Table.objects.get()
    assert table.rules_name == "two_players_stock"
    assert RuleSet.make(options=table.rules) == RuleSet.make("two_players_stock")
    assert table.sessions.get().seats.count() == 2
    assert (table.deals_planned, table.currency) == (5, "")


def test_play_now_without_chosen_rules_uses_the_basic_game(client):
    client.post(reverse("play_now"))
    assert Table.objects.get().rules_name == "pagat"
    assert shown_rules(client.get(reverse("home")).content.decode()) == "pagat"


def test_anyone_can_play_by_house_rules_they_have_a_link_to(client, member):
    rules = RuleSet.make("hong_kong", {"triples": False})
    kept = house_rules.save(member, "Friday", "hong_kong", rules)
    response = client.post(reverse("play_now"), {"rules": kept.choice})
    table = Table.objects.get()
    assert response.url == table.get_absolute_url()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == rules
    assert table.host.is_guest


@pytest.mark.parametrize(
    "value", ["unknown", "house:unknown", "house:", "house:\x00a", "PAGAT", "x" * 500]
)
def test_unknown_rules_are_reported_at_the_field_and_the_input_is_kept(client, member, value):
    client.force_login(member)
    data = {"rules": value, "deals": "7", "stake": "0.25", "currency": "GBP"}
    response = client.post(reverse("play_now"), data)
    html = response.content.decode()
    assert response.status_code == 422
    assert 'id="id_rules_error"' in html
    assert 'value="7"' in html
    assert 'value="0.25"' in html
    assert not Table.objects.exists()


def test_unknown_rules_create_no_guest(client):
    assert client.post(reverse("play_now"), {"rules": "unknown"}).status_code == 422
    assert not User.objects.exists()


def test_a_member_can_play_from_a_rules_page_without_choosing_deals(client, member):
    client.force_login(member)
    client.post(reverse("play_now"), {"rules": "lukang"})
    table = Table.objects.get()
    assert (table.rules_name, table.deals_planned, table.currency) == ("lukang", 5, "")


def test_other_rules_from_the_same_page_open_another_table(client):
    key = key_of(client)
    for rules in ("lukang", "taiwan"):
        client.post(reverse("play_now"), {"opening_key": key, "rules": rules})
    assert set(Table.objects.values_list("rules_name", flat=True)) == {"lukang", "taiwan"}


def test_play_now_requires_a_csrf_token(db):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post(reverse("play_now")).status_code == 403
    assert not User.objects.exists()


def test_too_many_guests_from_one_address_are_asked_to_wait(client, settings):
    settings.GUEST_RATE = "2/hour"
    statuses = []
    for _ in range(3):
        client.logout()
        answer = client.post(reverse("play_now"), REMOTE_ADDR="192.0.2.7")
        statuses.append(answer.status_code)
    assert statuses == [302, 302, 429]
    assert 0 < answer.context["minutes"] <= 60
    assert f"Try again in {answer.context['minutes']} minute" in answer.content.decode()


def test_a_guests_game_is_for_points_even_if_a_stake_is_sent(client):
    client.post(reverse("play_now"))
    client.post(reverse("play_now"), {"deals": 3, "stake": "5", "currency": "GBP"})
    assert set(Table.objects.values_list("currency", flat=True)) == {""}


def test_a_member_chooses_deals_and_stake(client, member):
    client.force_login(member)
    client.post(reverse("play_now"), {"deals": "7", "stake": "0.25", "currency": "GBP"})
    table = Table.objects.get()
    assert (table.deals_planned, table.stake_minor, table.currency) == (7, 25, "GBP")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"deals": "0"}, "greater than or equal to 1"),
        ({"deals": "many"}, "whole number"),
        ({"deals": "999"}, "less than or equal to 50"),
        ({"deals": "5", "stake": "1"}, "Choose a currency"),
        ({"deals": "5", "currency": "GBP"}, "Enter the stake per point"),
        ({"deals": "5", "stake": "0.001", "currency": "GBP"}, "Enter a multiple of £0.01"),
        (
            {"deals": "5", "stake": "1E-999999", "currency": "GBP"},
            "Enter an amount in digits, such as 1.50",
        ),
        ({"deals": "5", "stake": "0.5", "currency": "IDR0"}, "not one of the available"),
        ({"deals": "5", "stake": "-1", "currency": "GBP"}, "Enter 0 or more."),
        ({"deals": "5", "stake": "10000", "currency": "GBP"}, "Enter £9,999.00 or less."),
        ({"deals": "5", "stake": "1", "currency": "XXX"}, "not one of the available choices"),
        ({"deals": "5", "stake": "0 50", "currency": "GBP"}, "in digits, such as 1.50"),
        ({"deals": "5", "stake": "€5", "currency": "GBP"}, "doesn’t mean British pounds"),
        ({"deals": "5", "stake": "$5", "currency": ""}, "Choose a currency for the stake."),
        ({"deals": "5", "stake": "9.500", "currency": ""}, "Choose a currency for the stake."),
        ({"deals": "5", "stake": "9.500", "currency": "GBP"}, "Do you mean £9,500 or £9.50?"),
    ],
)
def test_an_invalid_form_shows_the_error_at_its_field_and_keeps_the_input(
    client, member, data, why
):
    client.force_login(member)
    response = client.post(reverse("play_now"), data)
    html = response.content.decode()
    assert response.status_code == 422
    assert why in html
    assert f'value="{data["deals"]}"' in html
    assert not Table.objects.exists()


@pytest.mark.parametrize(("meant", "stake"), [("HKD:950", 950), ("HKD:950000", 950_000)])
def test_a_member_chooses_between_two_readings_of_a_stake(client, member, meant, stake):
    client.force_login(member)
    sent = TERMS | {"stake": "9.500", "currency": "HKD"}
    html = client.post(reverse("table_new"), sent).content.decode()
    assert "Do you mean HK$9,500 or HK$9.50?" in html
    assert f'name="stake_meant" value="{meant}"' in html
    assert re.search(r'name="stake" value="9\.500"', html)
    assert not Table.objects.exists()
    assert client.post(reverse("table_worst"), sent).content == b""
    chosen = sent | {"stake_meant": meant}
    assert b"max. loss HK$" in client.post(reverse("table_worst"), chosen).content
    assert open_by_form(client, chosen).status_code == 302
    assert Table.objects.get().stake_minor == stake


@pytest.mark.parametrize("stake", ["$0.50", "HK$0.50", "0.50 HKD", "０．５", "0,5"])
def test_a_stake_can_be_typed_with_its_currency_sign(client, member, stake):
    client.force_login(member)
    sent = TERMS | {"stake": stake, "currency": "HKD"}
    assert open_by_form(client, sent).status_code == 302
    assert Table.objects.get().stake_minor == 50


TERMS = {
    "rules": "hong_kong",
    "deals": "3",
    "target": "",
    "clock": "quick",
    "joining": "anyone",
    "seating": "chosen",
    "bots": "on",
    "spectators": "on",
}


def play_now(client, **fields):
    return client.post(reverse("play_now"), {"opening_key": "k" * 16, **fields}).url


def test_a_table_for_members_is_listed_but_guests_cannot_join(client):
    host, friend = (User.objects.create_user(name, password="x") for name in ("ada", "grace"))
    client.force_login(host)
    # As before clubs existed: without a club the form doesn't offer members.
    table = opening.open_table(host, joining=Table.Joining.MEMBERS)
    stranger = type(client)()
    assert "account needed" in stranger.get(reverse("lobby")).content.decode()
    page = stranger.get(table.get_absolute_url()).content.decode()
    assert "You need an account to sit at this table." in page
    sit = reverse("table_sit", args=[table.slug])
    assert stranger.post(sit).url.startswith(reverse("account_signup"))
    assert not User.objects.filter(is_guest=True).exists()
    assert play_now(stranger) != table.get_absolute_url()
    stranger.post(sit)
    assert Seat.objects.filter(session__table=table).count() == 1
    client.force_login(friend)
    assert play_now(client) == table.get_absolute_url()


def test_a_visitor_opens_a_table_and_waits_there_as_a_guest(client):
    answer = client.post(reverse("table_new"), TERMS | {"opening_key": "k" * 16})
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert (table.phase, table.clock, table.deals_planned) == ("waiting", "quick", 3)
    assert table.host.is_guest
    assert Seat.objects.get().user == table.host
    page = client.get(answer.url).content.decode()
    assert "Start game" in page
    assert "<svg" in page


def test_a_member_opens_a_table_for_money(client):
    user = User.objects.create_user("grace", password="x")
    client.force_login(user)
    stake = {"stake": "0.5", "currency": "HKD"}
    open_by_form(client, TERMS | stake | {"target": "100"})
    table = Table.objects.get()
    assert (table.stake_minor, table.currency, table.target) == (50, "HKD", 100)


@pytest.mark.parametrize(
    ("field", "value"),
    [("deals", "0"), ("clock", "sundial"), ("joining", "x"), ("target", "-1"), ("rules", "none")],
)
def test_invalid_terms_are_reported_and_create_nothing(client, field, value):
    answer = client.post(reverse("table_new"), TERMS | {field: value})
    assert answer.status_code == 422
    assert not Table.objects.exists()
    assert field in answer.context["form"].errors
    assert not User.objects.exists()


@pytest.mark.parametrize("form", ["sit", "open", "play"])
def test_a_form_sent_twice_creates_one_guest_in_one_seat(client, form):
    table = listed_table()
    twin = type(client)()  # the second request has no cookie of the first one's answer yet
    url = {
        "sit": reverse("table_sit", args=[table.slug]),
        "open": reverse("table_new"),
        "play": reverse("play_now"),
    }[form]
    data = (TERMS if form == "open" else {}) | {"opening_key": "k" * 16, "name": "Bob"}
    answers = [each.post(url, data).url for each in (client, twin)]
    assert answers[0] == answers[1]
    assert User.objects.count() == 2
    assert Seat.objects.count() == 2


def test_play_now_takes_a_seat_at_a_matching_table(client):
    other_rules = listed_table(rules=RuleSet.make("hong_kong"))
    fitting = listed_table()
    answer = client.post(reverse("play_now"), {"opening_key": "k" * 16, "rules": "pagat"})
    assert answer.url == fitting.get_absolute_url()
    assert Seat.objects.filter(session__table=fitting).count() == 2
    assert Seat.objects.filter(session__table=other_rules).count() == 1


def test_play_now_accepts_any_rules_if_none_are_named(client):
    table = listed_table(rules=RuleSet.make("hong_kong"))
    assert play_now(client) == table.get_absolute_url()


@pytest.mark.parametrize(
    ("players", "rules"),
    [("2", "two_players"), ("3", "three_players"), ("5", "five_players"), ("8", "eight_players")],
)
def test_play_now_matches_the_number_of_players(client, players, rules):
    four = listed_table()
    assert play_now(client, players=players) != four.get_absolute_url()
    opened = Table.objects.exclude(pk=four.pk).get()
    assert opened.rules_name == rules
    few = listed_table(rules=RuleSet.make(rules))
    assert play_now(type(client)(), players=players, opening_key="l" * 16) == few.get_absolute_url()


@pytest.mark.parametrize("players", ["6", "7"])
def test_play_now_says_if_no_preset_or_table_has_that_many_players(client, players):
    answer = client.post(reverse("play_now"), {"opening_key": "k" * 16, "players": players})
    assert answer.status_code == 422
    assert f"There’s no open table for {players} players right now" in answer.content.decode()
    assert not Table.objects.exists()
    rules = RuleSet.make("five_players", {"players": int(players)})
    waiting = listed_table(rules=rules)
    assert play_now(client, players=players) == waiting.get_absolute_url()


def test_guests_cannot_open_tables_for_members(client):
    answer = client.post(reverse("table_new"), TERMS | {"joining": "members"})
    assert "joining" in answer.context["form"].errors


def test_play_now_does_not_lead_to_the_users_own_table(client):
    own = listed_table()
    client.force_login(own.host)
    assert play_now(client) != own.get_absolute_url()
    assert Seat.objects.filter(user=own.host).count() == 2


def test_the_last_seat_requested_twice_is_taken_once(client, sign_in):
    table = listed_table()
    for _ in range(2):
        other = create_guest()
        seating.sit(Caller(other), table.pk, None)
    twin = type(client)()
    answers = [play_now(each) for each in (client, twin)]
    assert answers == [table.get_absolute_url()] * 2
    assert Table.objects.count() == 1


def test_opening_tables_is_rate_limited(client, settings):
    settings.TABLE_RATE = "2/hour"
    user = User.objects.create_user("grace", password="x")
    client.force_login(user)
    statuses = [client.post(reverse("table_new"), TERMS).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert client.post(reverse("play_now")).status_code == 429
    assert Table.objects.count() == 2


def test_a_user_at_the_table_limit_is_refused_and_the_input_is_kept(client, settings):
    settings.PERSON_TABLES = 1
    user = User.objects.create_user("grace", password="x")
    client.force_login(user)
    assert client.post(reverse("table_new"), TERMS).status_code == 302
    why = "You’ve reached the limit of open tables (1). Finish a game or leave a table first."
    answer = client.post(reverse("table_new"), TERMS | {"deals": "7"})
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [why]
    assert answer.context["form"]["deals"].value() == "7"
    answer = client.post(reverse("play_now"))
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert Table.objects.count() == 1


def test_a_table_can_have_a_target_score_without_a_number_of_deals(client):
    client.post(reverse("table_new"), TERMS | {"deals": "", "target": "80"})
    table = Table.objects.get()
    assert (table.target, table.deals_planned) == (80, 50)
    answer = client.post(reverse("table_new"), TERMS | {"deals": ""})
    assert answer.context["form"].errors["deals"] == ["Enter a number of deals or a target score."]


def test_play_now_opens_a_table_with_bots_if_no_public_table_is_waiting(client):
    private = listed_table(joining=Table.Joining.LINK)
    answer = client.post(reverse("play_now"), {"opening_key": "k" * 16})
    assert answer.url != private.get_absolute_url()
    assert Table.objects.exclude(pk=private.pk).get().phase == Table.Phase.PLAYING


# --- For money

EURO = {"stake": "1", "currency": "EUR"}


def table_for_stake(name: str = "kim", **terms) -> Table:
    """Return a waiting table for one euro a point, listed in the lobby."""
    host = User.objects.create_user(name)
    mark_seen(host)
    terms = {"joining": Table.Joining.ANYONE, "stake_minor": 100, "currency": "EUR"} | terms
    return opening.open_table(host, **terms)


def play_for_stake(client, **fields):
    """Press "Play now" for one euro a point."""
    return client.post(reverse("play_now"), {"rules": "pagat", "deals": "5", **EURO, **fields})


def is_with_bots(answer) -> bool:
    """Return whether the answer redirects to a table against bots."""
    return answer.status_code == 302 and Table.objects.get(
        slug=answer.url.strip("/").split("/")[-1]
    ).phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN)


def test_play_now_shows_a_table_for_a_stake_before_taking_the_seat(client, member):
    table = table_for_stake(deals_planned=3)
    client.force_login(member)
    answer = play_for_stake(client)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert not Seat.objects.filter(user=member).exists()
    most = money.amount(max_session_loss(table), "EUR")
    assert f"You could lose up to {most} in this game." in html
    assert "3 deals" in html
    assert "€1.00 a point" in html
    assert "30 minutes" in html
    assert "kim" in html
    sent = {"terms": terms_in_page(html)}
    sit = reverse("table_sit", args=[table.slug])
    assert client.post(sit, sent).url == table.get_absolute_url()
    assert Seat.objects.filter(user=member, session__table=table).exists()
    # Another press takes the seat.
    assert play_for_stake(client).url == table.get_absolute_url()


def test_a_player_can_choose_bots_instead_of_a_table_for_a_stake(client, member):
    table_for_stake()
    client.force_login(member)
    html = play_for_stake(client).content.decode()
    assert '<input type="hidden" name="deals" value="5">' in html
    assert is_with_bots(play_for_stake(client, bots="yes"))


@pytest.mark.parametrize(
    "terms",
    [
        {"deals_planned": 6},
        {"deals_planned": 50, "target": 5000},
        {"currency": "USD"},
        {"stake_minor": 200},
        {"rules": RuleSet.make("hong_kong")},
    ],
)
def test_a_table_with_a_higher_max_loss_or_other_rules_is_not_offered(client, member, terms):
    table_for_stake(**terms)
    client.force_login(member)
    assert is_with_bots(play_for_stake(client))


def test_a_table_where_the_club_pays_for_bots_is_not_offered(client, member, monkeypatch):
    monkeypatch.setattr("games.tables.clubs.memberships", lambda _pk: {7})
    terms = {"joining": Table.Joining.MEMBERS, "club": 7}
    # The club's own limits are tested in tests/tournaments/clubs.
    house = table_for_stake(**terms)
    Session.objects.filter(table=house).update(bot_money=Table.BotMoney.HOUSE)
    client.force_login(member)
    assert is_with_bots(play_for_stake(client))
    table_for_stake("bea", **terms)
    assert "bea" in play_for_stake(client).content.decode()


def test_a_table_above_the_members_limit_is_not_offered(client, member):
    table = table_for_stake()
    client.force_login(member)
    stake_limits.set_limit(member, "EUR", max_session_loss(table) - 1)
    assert is_with_bots(play_for_stake(client))
    stake_limits.set_limit(member, "EUR", max_session_loss(table))
    assert play_for_stake(client).status_code == 200


def test_any_rules_for_a_stake_require_a_max_loss(client, member):
    table = table_for_stake(rules=RuleSet.make("hong_kong"), deals_planned=2)
    client.force_login(member)
    answer = play_for_stake(client, rules="any")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Enter your maximum loss for one game." in html
    assert re.search(r'name="rules" value="any" checked', html)
    assert not Seat.objects.filter(user=member).exists()
    worst = max_session_loss(table) // 100
    assert play_for_stake(client, rules="any", most="much").status_code == 422
    assert is_with_bots(play_for_stake(client, rules="any", most=str(worst - 1)))
    answer = play_for_stake(client, rules="any", most=str(worst + 1))
    assert "You could lose up to" in answer.content.decode()


def test_a_max_loss_applies_to_chosen_rules_too(client, member):
    table = table_for_stake()
    client.force_login(member)
    assert is_with_bots(play_for_stake(client, most=str(max_session_loss(table) // 100 - 1)))


def test_any_rules_for_a_stake_need_no_max_loss_if_no_table_is_waiting(client, member):
    client.force_login(member)
    assert is_with_bots(play_for_stake(client, rules="any"))

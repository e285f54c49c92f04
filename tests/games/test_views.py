"""Pages: who may open what, what a form answers, and that nothing is lost on the way."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games import house, presenter
from games.models import Session, Table
from games.rules import RuleSet
from tournaments.services import settle_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(db):
    return User.objects.create_user("ada", password="correct horse 9")


def test_home_greets_a_stranger(client):
    response = client.get(reverse("home"))
    assert response.status_code == 200
    assert "Play now" in response.content.decode()


def test_play_now_makes_a_guest_and_seats_them_with_bots(client):
    response = client.post(reverse("play_now"))
    table = Table.objects.get()
    assert response.url == table.get_absolute_url()
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert table.sessions.get().seats.get(is_bot=False).user == guest
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


def test_a_stranger_who_presses_twice_at_once_is_one_guest(client):
    data = {"opening_key": key_of(client)}
    first = client.post(reverse("play_now"), data)
    client.cookies.clear()  # the second press was sent before the first answer came
    second = client.post(reverse("play_now"), data)
    assert first.url == second.url
    assert User.objects.count() == 1


def test_nobody_gets_at_a_members_table_with_its_key(client, member):
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
def test_a_strange_key_is_no_key(client, key):
    for _ in range(2):
        client.post(reverse("play_now"), {"opening_key": key})
    assert Table.objects.count() == 2


def test_play_now_is_no_link(client):
    assert client.get(reverse("play_now")).url == reverse("home")
    assert not Table.objects.exists()


# --- By which rules


def shown_rules(html):
    """The rules that the form of the front room has chosen."""
    return re.search(r'<option value="([^"]+)" selected', html)[1]


def test_a_stranger_chooses_rules(client):
    client.post(reverse("play_now"), {"rules": "two_players_stock"})
    table = Table.objects.get()
    assert table.rules_name == "two_players_stock"
    assert RuleSet.make(options=table.rules) == RuleSet.make("two_players_stock")
    assert table.sessions.get().seats.count() == 2
    assert (table.deals_planned, table.currency) == (5, "")


def test_without_a_choice_it_is_the_basic_game(client):
    client.post(reverse("play_now"))
    assert Table.objects.get().rules_name == "pagat"
    assert shown_rules(client.get(reverse("home")).content.decode()) == "pagat"


def test_a_member_chooses_rules_with_deals_and_stake(client, member):
    client.force_login(member)
    data = {"rules": "indonesia", "deals": "7", "stake": "0.25", "currency": "GBP"}
    client.post(reverse("play_now"), data)
    table = Table.objects.get()
    assert (table.rules_name, table.deals_planned, table.stake_minor) == ("indonesia", 7, 25)


def test_anyone_plays_by_house_rules_whose_address_they_have(client, member):
    rules = RuleSet.make("hong_kong", {"triples": False})
    kept = house.save(member, "Friday", "hong_kong", rules)
    response = client.post(reverse("play_now"), {"rules": kept.choice})
    table = Table.objects.get()
    assert response.url == table.get_absolute_url()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == rules
    assert table.host.is_guest


def test_the_front_room_offers_the_own_house_rules_first(client, member):
    kept = house.save(member, "Friday", "hong_kong", RuleSet.make("hong_kong"))
    assert "Friday" not in client.get(reverse("home")).content.decode()
    client.force_login(member)
    html = client.get(reverse("home")).content.decode()
    assert html.index(kept.choice) < html.index('label="For four"') < html.index("For two")
    assert shown_rules(html) == "pagat"


def test_a_link_preselects_rules(client, member):
    kept = house.save(member, "Friday", "hong_kong", RuleSet.make("hong_kong"))
    for value in ("lukang", kept.choice):
        html = client.get(reverse("home"), {"rules": value}).content.decode()
        assert shown_rules(html) == value
    for value in ("unknown", "house:unknown", "house:", "\x00", "x" * 500):
        html = client.get(reverse("home"), {"rules": value}).content.decode()
        assert shown_rules(html) == "pagat"


@pytest.mark.parametrize("value", ["unknown", "house:unknown", "house:", "PAGAT", "x" * 500])
def test_unknown_rules_are_told_at_the_field_and_the_form_is_kept(client, member, value):
    client.force_login(member)
    data = {"rules": value, "deals": "7", "stake": "0.25", "currency": "GBP"}
    response = client.post(reverse("play_now"), data)
    html = response.content.decode()
    assert response.status_code == 422
    assert 'id="id_rules_error"' in html
    assert 'value="7"' in html
    assert 'value="0.25"' in html
    assert not Table.objects.exists()


def test_unknown_rules_make_no_guest(client):
    assert client.post(reverse("play_now"), {"rules": "unknown"}).status_code == 422
    assert not User.objects.exists()


def test_a_members_button_on_a_page_of_rules_needs_no_deals(client, member):
    client.force_login(member)
    client.post(reverse("play_now"), {"rules": "lukang"})
    table = Table.objects.get()
    assert (table.rules_name, table.deals_planned, table.currency) == ("lukang", 5, "")


def test_other_rules_from_the_same_page_open_another_table(client):
    key = key_of(client)
    for rules in ("lukang", "taiwan"):
        client.post(reverse("play_now"), {"opening_key": key, "rules": rules})
    assert set(Table.objects.values_list("rules_name", flat=True)) == {"lukang", "taiwan"}


def test_play_now_needs_the_forms_token(db):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post(reverse("play_now")).status_code == 403
    assert not User.objects.exists()


def test_too_many_guests_from_one_address_are_asked_to_wait(client, settings):
    settings.GUEST_RATE = "2/hour"
    statuses = []
    for _ in range(3):
        client.logout()
        statuses.append(client.post(reverse("play_now"), REMOTE_ADDR="192.0.2.7").status_code)
    assert statuses == [302, 302, 429]


def test_a_guests_game_is_for_points_whatever_is_sent(client):
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
        ({"deals": "5", "stake": "1"}, "Choose the currency"),
        ({"deals": "5", "currency": "GBP"}, "Say how much a point is worth"),
        ({"deals": "5", "stake": "0.001", "currency": "GBP"}, "smallest amount"),
        ({"deals": "5", "stake": "1E-999999", "currency": "GBP"}, "no more than 8 digits"),
        ({"deals": "5", "stake": "0.5", "currency": "IDR0"}, "not one of the available"),
        ({"deals": "5", "stake": "-1", "currency": "GBP"}, "greater than or equal to 0"),
        ({"deals": "5", "stake": "1e9", "currency": "GBP"}, "less than or equal to"),
        ({"deals": "5", "stake": "1", "currency": "XXX"}, "not one of the available choices"),
    ],
)
def test_a_bad_form_is_answered_at_its_field_and_keeps_what_was_typed(client, member, data, why):
    client.force_login(member)
    response = client.post(reverse("play_now"), data)
    html = response.content.decode()
    assert response.status_code == 422
    assert why in html
    assert f'value="{data["deals"]}"' in html
    assert not Table.objects.exists()


def test_an_unknown_table_is_not_found(client):
    response = client.get(reverse("table", args=["nosuchtable"]))
    assert response.status_code == 404
    assert "Traceback" not in response.content.decode()


def test_a_stranger_may_watch_and_sees_no_hand(client, club):
    html = client.get(club().table.get_absolute_url()).content.decode()
    assert "data-card=" not in html
    assert 'data-seat=""' in html


def test_a_table_closed_to_spectators_is_not_found_by_them(client, club):
    game = club()
    Table.objects.update(spectators=False)
    assert client.get(game.table.get_absolute_url()).status_code == 404
    client.force_login(game.user)
    assert client.get(game.table.get_absolute_url()).status_code == 200


def test_the_page_is_complete_without_a_socket(client, club):
    game = club()
    position = game.bots_until_own_turn()
    client.force_login(game.user)
    html = client.get(game.table.get_absolute_url()).content.decode()
    assert f'data-version="{position.table.version}"' in html
    assert 'data-seat="0"' in html
    assert html.count("data-card=") == position.state.hands[0].bit_count()
    for name in ("Your hand", "Score sheet", "Hint", "Pass"):
        assert name in html


def test_a_table_costs_few_queries(client, club, django_assert_max_num_queries):
    game = club()
    client.force_login(game.user)
    with django_assert_max_num_queries(10):
        client.get(game.table.get_absolute_url())


def test_home_lists_running_tables_and_finished_sessions(client, club):
    game = club(deals=1)
    client.force_login(game.user)
    assert game.table.get_absolute_url() in client.get(reverse("home")).content.decode()
    session = game.finish_session().session
    html = client.get(reverse("home")).content.decode()
    assert session.get_absolute_url() in html
    assert "1 deal with" in html


def test_home_queries_do_not_grow_with_the_history(client, club, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    game = club(deals=1)
    game.finish_session()
    client.force_login(game.user)
    client.get(reverse("home"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("home"))
    session = Session.objects.get()
    for number in range(2, 6):
        seats = list(session.seats.all())
        copy = Session.objects.get(pk=session.pk)
        copy.pk, copy.number = None, number
        copy.save()
        for seat in seats:
            seat.pk, seat.session = None, copy
            seat.save()
    with django_assert_num_queries(len(few)):
        client.get(reverse("home"))


def test_a_finished_session_shows_every_deal_and_its_settlement(client, club):
    game = club(deals=2, stake_minor=10, currency="HKD")
    running = reverse("session", args=[game.table.slug, 1])
    settlement = reverse("settlement", args=[game.table.slug, 1])
    assert client.get(running).status_code == 404
    assert client.get(settlement).status_code == 404
    session = game.finish_session().session
    html = client.get(session.get_absolute_url()).content.decode()
    assert html.count("won the deal") == 2
    assert "HK$" in html
    asking = {"hx-request": "true"}
    part = client.get(settlement, headers=asking).content.decode()
    assert f'hx-get="{settlement}?waited=700"' in part
    assert "<html" not in part
    for waited, wait in ((700, 1400), (11200, 15000), (15000, 15000), ("x", 700), (-5, 700)):
        later = client.get(f"{settlement}?waited={waited}", headers=asking).content.decode()
        assert f'delay:{wait}ms"' in later
    settle_session(session.pk)
    assert "hx-get" not in client.get(settlement, headers=asking).content.decode()
    # Without scripts a link leads there, to a page of its own.
    assert f'<a href="{settlement}">' in html
    whole = client.get(settlement).content.decode()
    assert "<html" in whole
    assert session.get_absolute_url() in whole


def test_security_headers(client):
    headers = client.get(reverse("home")).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"


def test_pages_name_no_other_host(client, club):
    game = club()
    client.force_login(game.user)
    for url in (reverse("home"), game.table.get_absolute_url()):
        html = client.get(url).content.decode().replace("http://testserver/", "/")
        assert "http://" not in html
        assert "https://" not in html
        assert " style=" not in html
        assert "onclick" not in html


def test_a_reload_between_deals_shows_the_seconds_that_are_left(client, club, settings):
    settings.NEXT_DEAL_SECONDS = 20
    game = club(deals=2)
    game.finish_deal()
    client.force_login(game.user)
    url = game.table.get_absolute_url()
    assert 'data-countdown="20"' in client.get(url).content.decode()
    frame = presenter.frame(game.table.pk)
    earlier = frame.board.next_deal_at - timedelta(seconds=12)
    frame.board = replace(frame.board, next_deal_at=earlier)
    assert 'data-countdown="8"' in client.get(url).content.decode()


def test_what_was_played_cannot_be_deleted_in_the_admin(admin_client, club):
    deal = club().now().deal
    url = reverse("admin:games_deal_delete", args=[deal.pk])
    assert admin_client.post(url, {"post": "yes"}).status_code == 403


def test_admin_lists_and_hides_the_hands_of_running_deals(admin_client, club):
    game = club(deals=2)
    position = game.now()
    for name in ("table", "session", "deal"):
        assert admin_client.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    url = reverse("admin:games_deal_change", args=[position.deal.pk])
    html = admin_client.get(url).content.decode()
    assert "Shown when the deal is over." in html
    assert position.deal.start.splitlines()[-1] not in html
    game.finish_deal()
    assert "big-two deal" in admin_client.get(url).content.decode()


def test_nobody_unknown_gets_into_the_admin(client, db):
    client.force_login(create_guest())
    assert client.get(reverse("admin:index")).status_code == 302

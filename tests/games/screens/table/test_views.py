"""A table's page: access, content without a socket, and taking a seat."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.services import create_guest
from games.tables import services
from games.tables.models import Seat, Table
from tests.players import listed_table

pytestmark = pytest.mark.django_db


def test_an_unknown_table_is_not_found(client):
    response = client.get(reverse("table", args=["nosuchtable"]))
    assert response.status_code == 404
    assert "Traceback" not in response.content.decode()


def test_a_stranger_may_watch_and_sees_no_hand(client, club):
    html = client.get(club().table.get_absolute_url()).content.decode()
    assert "data-card=" not in html
    assert 'data-seat=""' in html


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


def test_no_browser_keeps_the_page_with_the_hand(client, club):
    game = club()
    client.force_login(game.user)
    assert "no-store" in client.get(game.table.get_absolute_url())["Cache-Control"]


def test_a_table_costs_few_queries(client, club, django_assert_max_num_queries):
    game = club()
    client.force_login(game.user)
    with django_assert_max_num_queries(10):
        client.get(game.table.get_absolute_url())


def test_pages_name_no_other_host(client, club):
    game = club()
    client.force_login(game.user)
    for url in (reverse("home"), game.table.get_absolute_url()):
        html = client.get(url).content.decode().replace("http://testserver/", "/")
        assert "http://" not in html
        assert "https://" not in html
        assert " style=" not in html
        assert "onclick" not in html


def test_a_reload_between_deals_shows_the_seconds_that_are_left(
    client, club, settings, monkeypatch
):
    settings.NEXT_DEAL_SECONDS = 20
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    game = club(deals=2)
    game.finish_deal()
    client.force_login(game.user)
    url = game.table.get_absolute_url()
    for seconds, left in ((0, 20), (12, 8)):
        monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=seconds))  # noqa: B023
        assert f'data-countdown="{left}"' in client.get(url).content.decode()


def sit(table):
    return reverse("table_sit", args=[table.slug])


def test_who_is_invited_says_a_name_and_sits_down_as_a_guest(client):
    table = listed_table()
    answer = client.post(sit(table), {"seat": "2"})
    assert answer.url == f"{sit(table)}?seat=2"
    page = client.get(answer.url)
    assert "Your name at this table" in page.content.decode()
    assert page.context["form"].initial["name"]
    answer = client.post(sit(table), {"seat": "2", "name": "  Bob \u200b Tang "})
    assert answer.url == table.get_absolute_url()
    seat = Seat.objects.get(number=2)
    assert seat.user.is_guest
    assert seat.name == "Bob Tang"
    page = client.get(answer.url).content.decode()
    assert "Stand up" in page


@pytest.mark.parametrize("name", ["", " \u200b ", "x" * 25, "HOST"])
def test_a_name_that_will_not_do_is_refused_and_nobody_becomes_a_guest(client, name):
    table = listed_table()
    table.sessions.get().seats.update(name="Host")
    before = User.objects.count()
    answer = client.post(sit(table), {"name": name, "seat": "2"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"]
    assert answer.context["seat"] == 2
    assert User.objects.count() == before


def test_the_same_name_sent_twice_is_one_person_pressing_twice(client):
    table = listed_table()
    sent = {"name": "Bob", "opening_key": "drawn-for-this"}
    assert client.post(sit(table), sent).url == table.get_absolute_url()
    # The second press was sent before the first answer set the cookie.
    client.cookies.clear()
    assert client.post(sit(table), sent).url == table.get_absolute_url()
    assert User.objects.filter(display_name="Bob").count() == 1


def test_nobody_is_asked_for_a_name_once_it_has_begun(client):
    table = listed_table()
    assert services.start(Caller(table.host), table.pk) is None
    for answer in (client.get(sit(table)), client.post(sit(table), {"name": ""})):
        assert answer.url == table.get_absolute_url()


def test_htmx_is_sent_to_where_the_name_is_asked(client):
    table = listed_table()
    headers = {"hx-request": "true"}
    answer = client.post(sit(table), {"seat": "x"}, headers=headers)
    assert answer["HX-Redirect"] == sit(table)
    client.force_login(create_guest())
    answer = client.post(sit(table), {"seat": "x"}, headers=headers)
    assert answer["HX-Redirect"] == table.get_absolute_url()
    assert Seat.objects.filter(number=1).exists()
    # A known user is not asked.
    assert client.get(sit(table)).url == table.get_absolute_url()


def test_a_refusal_to_sit_is_shown_on_the_table(client, sign_in):
    table = listed_table()
    for _ in range(3):
        other = create_guest()
        assert services.sit(Caller(other), table.pk, None) is None
    answer = client.post(sit(table), {"name": "Bob"}, follow=True)
    assert "This table is full." in answer.content.decode()


def leave(table):
    return reverse("table_leave", args=[table.slug])


def test_the_host_closes_the_table_and_reads_so_in_the_lobby(client):
    table = listed_table()
    client.force_login(table.host)
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("lobby")
    assert "Table closed." in answer.content.decode()
    # A double press.
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert "This table was closed." in answer.content.decode()


def test_nobody_else_closes_it(client):
    table = listed_table()
    client.force_login(create_guest())
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert answer.redirect_chain[-1][0] == table.get_absolute_url()
    assert "You’re watching this table and don’t have a seat." in answer.content.decode()
    assert Table.objects.filter(pk=table.pk).exists()


def test_leaving_for_good_leads_home_with_a_sentence(client, club):
    game = club()
    client.force_login(game.user)
    answer = client.post(leave(game.table), {"what": "leave"}, headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == reverse("home")
    assert "You quit the game." in client.get(reverse("home")).content.decode()
    assert game.now().seats[0].left_at is not None


def test_buttons_that_take_a_seat_name_the_stake(client, django_user_model):
    host = django_user_model.objects.create_user("hostess")
    table = services.open_table(host, stake_minor=250, currency="HKD", seating="chosen")
    html = client.get(table.get_absolute_url()).content.decode()
    assert "Sit here" in html
    assert '<span class="sit-stake">HK$2.50 a point</span>' in html
    client.force_login(django_user_model.objects.create_user("other"))
    assert "Sit down for HK$2.50 a point" in client.get(table.get_absolute_url()).content.decode()


def test_where_seats_are_drawn_no_seat_is_chosen(client):
    html = client.get(listed_table().get_absolute_url()).content.decode()
    assert "Sit here" not in html
    assert "Sit down" in html


def test_guests_of_one_kind_are_told_apart_on_narrow_plates(client):
    html = client.get(listed_table().get_absolute_url()).content.decode()
    assert '<span class="guest-word">Guest </span>' in html

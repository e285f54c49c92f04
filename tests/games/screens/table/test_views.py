"""A table's page: who may open it, what it shows without a socket, and sitting down."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
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


def test_who_is_invited_sits_down_as_a_guest(client):
    table = listed_table()
    answer = client.post(reverse("table_sit", args=[table.slug]), {"seat": "2"})
    assert answer.url == table.get_absolute_url()
    seat = Seat.objects.get(number=2)
    assert seat.user.is_guest
    page = client.get(answer.url).content.decode()
    assert "Stand up" in page


def test_htmx_is_sent_to_the_table(client):
    table = listed_table()
    url = reverse("table_sit", args=[table.slug])
    answer = client.post(url, {"seat": "x"}, headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == table.get_absolute_url()
    assert Seat.objects.filter(number=1).exists()


def test_a_refusal_to_sit_is_shown_on_the_table(client, sign_in):
    table = listed_table()
    for _ in range(3):
        other = create_guest()
        assert services.sit(Caller(other), table.pk, None) is None
    answer = client.post(reverse("table_sit", args=[table.slug]), follow=True)
    assert "This table is full." in answer.content.decode()

"""The lobby: which tables it lists, and for whom."""

import pytest
from django.urls import reverse

from accounts.caller import Caller
from accounts.services import create_guest, seen
from games.tables import services
from games.tables.models import Table
from tests.players import listed_table, walk_away

pytestmark = pytest.mark.django_db


def test_the_lobby_lists_open_tables_and_not_the_private_ones(client):
    listed, private = listed_table(clock="quick"), listed_table(joining=Table.Joining.LINK)
    html = client.get(reverse("lobby")).content.decode()
    assert listed.get_absolute_url() in html
    assert private.get_absolute_url() not in html
    assert "15 s a turn" in html


def test_a_table_whose_host_walked_away_is_not_listed_until_another_is_host(client, sign_in):
    table = listed_table()
    friend = create_guest()
    services.sit(Caller(friend), table.pk, None)
    walk_away(table.host)
    # The host is about, but elsewhere in the club.
    seen(table.host)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()
    services.sweep()
    assert table.get_absolute_url() in client.get(reverse("lobby")).content.decode()
    table.refresh_from_db()
    assert table.host == friend
    assert services.start(Caller(friend), table.pk) is None


def test_a_further_session_keeps_its_seats_for_those_who_played(client, sign_in):
    table = listed_table(deals_planned=1)
    table.sessions.update(number=2)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_a_table_that_has_begun_or_is_full_is_not_listed(client, sign_in):
    table = listed_table()
    host = table.host
    assert services.start(Caller(host), table.pk) is None
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_the_lobby_costs_the_same_for_any_number_of_tables(client, django_assert_max_num_queries):
    for _ in range(7):
        listed_table()
    with django_assert_max_num_queries(3):
        client.get(reverse("lobby"))


@pytest.mark.parametrize(
    ("query", "shown"),
    [("players=3", False), ("players=4", True), ("players=9", True), ("stake=money", False),
     ("stake=x", True), ("stake=points", True)],
)  # fmt: skip
def test_the_address_filters_and_nonsense_does_not(client, query, shown):
    listed_table()
    html = client.get(f"{reverse('lobby')}?{query}").content.decode()
    assert ('data-stake="points" hidden' not in html) == shown

"""The lobby page: listed tables for each viewer."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.caller import Caller
from accounts.services import create_guest, mark_seen
from games.live.open_pages import open_pages
from games.screens.lobby.state import lobby_state
from games.tables import selectors
from games.tables.models import Session, Table
from games.tables.services import opening, seating, starting, timers
from tests.players import listed_table, walk_away

pytestmark = pytest.mark.django_db


def test_the_lobby_lists_open_tables_but_not_private_ones(client):
    listed, private = listed_table(clock="quick"), listed_table(joining=Table.Joining.LINK)
    html = client.get(reverse("lobby")).content.decode()
    assert listed.get_absolute_url() in html
    assert private.get_absolute_url() not in html
    assert "15 s per turn" in html


def test_a_table_whose_host_left_is_unlisted_until_another_player_is_host(client, sign_in):
    table = listed_table()
    friend = create_guest()
    seating.sit(Caller(friend), table.pk, None)
    walk_away(table.host)
    # The host is online, but on another page.
    mark_seen(table.host)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()
    timers.sweep()
    assert table.get_absolute_url() in client.get(reverse("lobby")).content.decode()
    table.refresh_from_db()
    assert table.host == friend
    assert starting.start(Caller(friend), table.pk) is None


def test_the_lobby_does_not_list_a_rematch_with_reserved_seats(client, sign_in):
    table = listed_table(deals_planned=1)
    table.sessions.update(number=2)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_a_table_that_has_started_is_not_listed(client, sign_in):
    table = listed_table(spectators=False)
    host = table.host
    assert starting.start(Caller(host), table.pk) is None
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_the_lobby_takes_as_many_queries_for_any_number_of_tables(
    client, django_assert_max_num_queries
):
    for _ in range(7):
        listed_table()
    with django_assert_max_num_queries(5):
        client.get(reverse("lobby"))
    Session.objects.filter(pk__in=Session.objects.values("pk")[:4]).update(status="running")
    with django_assert_max_num_queries(5):
        client.get(reverse("lobby"))
    # Unchanged tables are not read again.
    with django_assert_max_num_queries(3):
        client.get(reverse("lobby"))


@pytest.mark.parametrize(
    ("query", "shown"),
    [("players=3", False), ("players=4", True), ("players=9", True), ("stake=money", False),
     ("stake=x", True), ("stake=points", True), ("rules=pagat", True), ("rules=classic", False),
     ("clock=none", True), ("clock=blitz", False), ("clock=x", True)],
)  # fmt: skip
def test_the_address_filters_tables_and_invalid_values_are_ignored(client, query, shown):
    listed_table()
    html = client.get(f"{reverse('lobby')}?{query}").content.decode()
    assert ('data-stake="points" hidden' not in html) == shown


def test_the_filter_offers_tables_for_two_to_eight_players(client):
    html = client.get(reverse("lobby")).content.decode()
    choices = html[html.index('<select name="players"') :].split("</select>", 1)[0]
    assert re.findall(r'value="(\d+)"', choices) == list("2345678")


def test_the_lobby_lists_running_games_that_anyone_can_watch(client):
    shown, shut, private = (
        listed_table(clock="quick"),
        listed_table(spectators=False),
        listed_table(joining=Table.Joining.LINK),
    )
    for table in (shown, shut, private):
        assert starting.start(Caller(table.host), table.pk) is None
    open_pages().add_spectator(shown.pk, "1")
    try:
        html = client.get(reverse("lobby")).content.decode()
    finally:
        open_pages().remove_spectator(shown.pk, "1")
    assert "Games to watch" in html
    assert shown.get_absolute_url() in html
    assert "1 watching" in html
    assert "Deal 1 of 5" in html
    for table in (shut, private):
        assert table.get_absolute_url() not in html


def test_games_of_clubs_do_not_crowd_out_games_that_anyone_can_watch(client, monkeypatch):
    monkeypatch.setattr(selectors, "MAX_WATCHED", 2)
    tables = [listed_table() for _ in range(9)]
    for table in tables:
        assert starting.start(Caller(table.host), table.pk) is None
    for at, club in enumerate([None, None, None, 77, 77, 77, 78, 78, 78]):
        Table.objects.filter(pk=tables[at].pk).update(
            club=club, joining=Table.Joining.MEMBERS if club else Table.Joining.ANYONE
        )
    html = client.get(reverse("lobby")).content.decode()
    listed = [at for at, table in enumerate(tables) if table.get_absolute_url() in html]
    assert listed == [1, 2]
    # A club member sees the newest of all tables.
    lobby = lobby_state()
    assert len(lobby.watched) == 6
    own = lobby.watched_by(frozenset({77}))
    assert [table.slug for table in own] == [tables[5].slug, tables[4].slug]


def test_tables_of_clubs_do_not_crowd_out_tables_that_anyone_can_join(client, monkeypatch):
    monkeypatch.setattr(selectors, "MAX_LISTED", 2)
    tables = [listed_table() for _ in range(9)]
    for at, club in enumerate([None, None, None, 77, 77, 77, 78, 78, 78]):
        Table.objects.filter(pk=tables[at].pk).update(
            club=club, joining=Table.Joining.MEMBERS if club else Table.Joining.ANYONE
        )
    html = client.get(reverse("lobby")).content.decode()
    listed = [at for at, table in enumerate(tables) if table.get_absolute_url() in html]
    assert listed == [1, 2]
    own = lobby_state().open_to(frozenset({77}))
    assert [table.slug for table in own] == [tables[5].slug, tables[4].slug]


def test_the_sit_down_button_names_the_stake_and_the_clock_is_explained(client, django_user_model):
    host = django_user_model.objects.create_user("hostess")
    opening.open_table(
        host, joining=Table.Joining.ANYONE, stake_minor=250, currency="HKD", clock="relaxed"
    )
    html = client.get(reverse("lobby")).content.decode()
    assert "Sit down for HK$2.50 a point" in html
    assert "60 s per turn, plus 120 s extra per deal." in html


def test_forms_of_the_list_have_each_viewers_own_csrf_token(client):
    listed_table()
    listed_table()
    pages = [Client().get(reverse("lobby")).content.decode() for _ in range(2)]
    pattern = r'action="[^"]*/sit/"[^>]*>\s*<input[^>]* name="csrfmiddlewaretoken" value="(\w{64})"'
    tokens = [re.findall(pattern, page) for page in pages]
    assert [len(each) for each in tokens] == [2, 2]
    assert [len(set(each)) for each in tokens] == [1, 1]
    assert tokens[0] != tokens[1]


def test_a_filter_hides_a_table_only_from_the_viewer_who_set_it(client):
    table = listed_table()
    element = rf'<li id="open-{table.slug}"[^>]* hidden[ >]'
    for asked, is_hidden in (("", False), ("?players=2", True), ("", False)):
        html = client.get(reverse("lobby") + asked).content.decode()
        assert bool(re.search(element, html)) is is_hidden

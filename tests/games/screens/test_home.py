"""The home page for visitors, guests and members."""

import re

import pytest
from django.urls import reverse

from accounts.services import create_guest
from games.rulebook import house_rules
from games.rules.ruleset.rule_set import RuleSet
from games.screens import home
from games.tables.models import Session, Table
from games.tables.services import opening

pytestmark = pytest.mark.django_db


def test_the_home_page_offers_play_now_to_a_visitor(client):
    response = client.get(reverse("home"))
    assert response.status_code == 200
    assert "Play now" in response.content.decode()


def test_the_home_page_prefetches_court_cards_and_the_tables_styles(client):
    html = client.get(reverse("home")).content.decode()
    ahead = re.findall(r'<link rel="prefetch" href="[^"]*/(\w+)\.?\w*\.(css|svg)"', html)
    courts = {rank + suit for rank in "JQK" for suit in "DCHS"}
    assert {name for name, kind in ahead if kind == "svg"} == courts
    assert ("table", "css") in ahead


def shown_rules(html):
    """Return the rules selected in the form of the home page."""
    return re.search(r'name="rules" value="([^"]+)" checked', html)[1]


def test_a_member_chooses_rules_with_deals_and_stake(client, member):
    client.force_login(member)
    data = {"rules": "indonesia", "deals": "7", "stake": "0.25", "currency": "GBP"}
    client.post(reverse("play_now"), data)
    table = Table.objects.get()
    assert (table.rules_name, table.deals_planned, table.stake_minor) == ("indonesia", 7, 25)


def test_the_home_page_offers_a_members_own_house_rules_first(client, member):
    kept = house_rules.save(member, "Friday", "hong_kong", RuleSet.make("hong_kong"))
    assert "Friday" not in client.get(reverse("home")).content.decode()
    client.force_login(member)
    html = client.get(reverse("home")).content.decode()
    assert html.index(kept.choice) < html.index('value="pagat"') < html.index('value="lukang"')
    assert shown_rules(html) == "pagat"


def test_a_link_preselects_rules(client, member):
    kept = house_rules.save(member, "Friday", "hong_kong", RuleSet.make("hong_kong"))
    for value in ("lukang", kept.choice):
        html = client.get(reverse("home"), {"rules": value}).content.decode()
        assert shown_rules(html) == value
    for value in ("unknown", "house:unknown", "house:", "house:\x00", "\x00", "x" * 500):
        html = client.get(reverse("home"), {"rules": value}).content.decode()
        assert shown_rules(html) == "pagat"


def test_the_home_page_lists_running_tables_and_finished_sessions(client, club):
    game = club(deals=1)
    client.force_login(game.user)
    assert game.table.get_absolute_url() in client.get(reverse("home")).content.decode()
    session = game.finished()
    html = client.get(reverse("home")).content.decode()
    assert session.get_absolute_url() in html
    assert "1 deal with" in html


@pytest.mark.every_database
def test_home_queries_do_not_grow_with_the_history(client, club, django_assert_max_num_queries):
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
    with django_assert_max_num_queries(len(few)):
        client.get(reverse("home"))


def test_the_home_page_continues_the_newest_game_where_the_user_is_on_turn(client, club):
    first = club()
    client.force_login(first.user)
    assert "Continue your game" in client.get(reverse("home")).content.decode()
    second = opening.open_solo_table(first.user)
    Table.objects.filter(pk=first.table.pk).update(turn=0)
    Table.objects.filter(pk=second.pk).update(turn=1)
    page = client.get(reverse("home"))
    assert page.context["continue_url"] == first.table.get_absolute_url()
    Table.objects.filter(pk=first.table.pk).update(turn=2)
    assert client.get(reverse("home")).context["continue_url"] == second.get_absolute_url()
    # A game that was quit can't be continued.
    client.post(reverse("table_leave", args=[second.slug]), {"what": "leave"})
    page = client.get(reverse("home"))
    assert page.context["continue_url"] == first.table.get_absolute_url()
    assert "New game" in page.content.decode()


def test_games_with_others_cannot_be_continued_or_quit_from_the_home_page(client, party):
    game = party(people=2)
    client.force_login(game.user)
    game.begin()
    page = client.get(reverse("home"))
    assert page.context["continue_url"] == ""
    assert "Quit game" not in page.content.decode()
    assert "ago" in page.content.decode()


def test_a_newcomer_is_offered_the_lesson_and_sees_no_options(client):
    html = client.get(reverse("home")).content.decode()
    assert "The game in two minutes" in html
    assert '<details class="play-other">' in html


def test_a_link_with_rules_opens_the_game_options(client):
    html = client.get(reverse("home"), {"rules": "hong_kong"}).content.decode()
    assert '<details class="play-other" open>' in html


def test_a_member_reads_all_finished_games_page_by_page(client, club, monkeypatch):
    game = club(deals=1)
    session = game.finished()
    client.force_login(game.user)
    page = client.get(reverse("games"))
    assert session.get_absolute_url() in page.content.decode()
    monkeypatch.setattr(home, "MAX_FINISHED", 0)
    assert reverse("games") in client.get(reverse("home")).content.decode()


def test_a_player_without_a_finished_game_is_told_where_games_appear(client, member):
    client.force_login(member)
    page = client.get(reverse("games")).content.decode()
    assert "Your finished games will appear here." in page


def test_notices_are_for_members(client, member):
    assert client.get(reverse("notices")).status_code == 302
    client.force_login(create_guest())
    assert client.get(reverse("notices")).url == reverse("home")
    client.force_login(member)
    assert "Nothing is waiting for you." in client.get(reverse("notices")).content.decode()

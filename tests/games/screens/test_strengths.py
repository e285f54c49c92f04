"""Choosing the strength of bots in the forms, and where pages say it."""

from html import unescape

import pytest
from django.urls import reverse

from games.bots.ratings import BotRating, BotRatings
from games.bots.strengths import Strength
from games.replays.export import as_data
from games.screens.table.board import board_of
from games.screens.table.menu import menu_of
from games.tables.history import finished_deal
from games.tables.models import Seat, Table
from games.tables.services import bot_strength

pytestmark = pytest.mark.django_db

TERMS = {
    "rules": "pagat",
    "deals": "3",
    "clock": "none",
    "joining": "link",
    "seating": "chosen",
    "bots": "on",
    "advice": "on",
}


def sent(client, page: str, **fields: str):
    return client.post(reverse(page), {"opening_key": "k" * 16, **fields})


def test_play_now_has_casual_bots(client):
    assert sent(client, "play_now").status_code == 302
    assert set(Seat.objects.exclude(bot="").values_list("bot", flat=True)) == {"casual"}


def test_the_home_page_remembers_the_last_choice(client, member):
    client.force_login(member)
    html = client.get(reverse("home")).content.decode()
    assert '<option value="casual" selected>Casual</option>' in html
    sent(client, "play_now", bot_strength="beginner", deals="1")
    assert Table.objects.get().bot_strength == "beginner"
    html = client.get(reverse("home")).content.decode()
    assert '<option value="beginner" selected>Beginner</option>' in html
    # A button on another page sends no choice.
    client.post(reverse("play_now"), {"opening_key": "other-key"})
    assert Table.objects.latest("pk").bot_strength == "beginner"


@pytest.mark.parametrize("page", ["play_now", "table_new"])
def test_a_forged_strength_is_refused_and_nothing_is_lost(client, member, page):
    client.force_login(member)
    answer = sent(client, page, **TERMS | {"deals": "7", "bot_strength": "counting"})
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    assert "Choose a bot strength from the list." in html
    assert answer.context["form"]["deals"].value() == "7"
    assert not Table.objects.exists()


def test_a_table_is_opened_with_a_strength_for_all_and_others_for_some_seats(client, member):
    client.force_login(member)
    # Rules for four players have no fifth seat.
    chosen = {"bot_strength": "club", "bot_seat_3": "strong", "bot_seat_5": "beginner"}
    assert sent(client, "table_new", **TERMS | chosen).status_code == 302
    table = Table.objects.get()
    assert (table.bot_strength, table.seat_strengths) == ("club", {"2": "strong"})
    assert table.advice


def test_the_form_shows_each_character_and_its_faults(client, member):
    client.force_login(member)
    html = client.get(reverse("table_new")).content.decode()
    for words in ("Panda", "Plans its hand", "vendor/emoji/panda.svg", "Another strength"):
        assert words in html
    answer = sent(client, "table_new", **TERMS | {"bot_seat_3": "grandmaster"})
    assert answer.status_code == 422
    assert "Choose a bot strength from the list." in unescape(answer.content.decode())


def test_the_form_shows_the_ratings_and_what_they_mean(client, member, monkeypatch):
    client.force_login(member)
    measured = BotRatings("", 4000, {}, {Strength.CLUB: BotRating(1483.2, 8.1)})
    for found, times in ((measured, 1), (None, 0)):
        monkeypatch.setattr("games.language.bots.ratings", lambda found=found: found)
        html = client.get(reverse("table_new")).content.decode()
        assert html.count("Rating about 1480") == times
        assert html.count("4,000 deals among bots") == times
        assert html.count("Games with bots don’t change your rating.") == times


def test_hints_can_be_switched_off(client, member):
    client.force_login(member)
    assert sent(client, "table_new", **TERMS | {"advice": ""}).status_code == 302
    assert not Table.objects.get().advice


def test_free_seats_say_which_bot_takes_them(party):
    game = party(people=1, bot_strength="casual", seat_strengths={"3": "club"})
    board = board_of(game.now())
    assert [seat.bot for seat in board.seats] == ["", "Casual bot", "Casual bot", "Club bot"]
    Table.objects.update(bots=False)
    assert {seat.bot for seat in board_of(game.now()).seats} == {""}


def test_the_host_is_offered_the_strengths_of_all_bots_and_of_each(party):
    game = party(people=2, bot_strength="casual", seat_strengths={"3": "club"}).all_sit()
    shown = [(each.seat, each.chosen) for each in menu_of(game.now(), game.user).strengths]
    assert shown == [(None, "casual"), (2, ""), (3, "club")]
    assert menu_of(game.now(), game.people[1].user).strengths == []


def test_seats_results_and_the_export_tell_the_strength(club, client):
    game = club(deals=1, bot_strength="beginner")
    assert [seat.view.bot for seat in board_of(game.now()).seats] == ["", *["Beginner bot"] * 3]
    names = [seat.view.title for seat in board_of(game.now()).seats]
    assert names[1] == f"{game.now().seats[1].name} (Beginner bot)"
    game.finish_session()
    client.force_login(game.user)
    html = client.get(reverse("session", args=[game.table.slug, 1])).content.decode()
    assert html.count("Beginner bot") == 6
    replay = client.get(reverse("replay", args=[game.table.slug, 1, 1])).content.decode()
    assert "Beginner bot" in replay
    deal = finished_deal(game.table.slug, 1, 1, game.user)
    assert [seat.get("strength") for seat in as_data(deal)["seats"]] == [None, *["beginner"] * 3]


def test_a_table_whose_network_is_missing_says_so_in_one_line(party, monkeypatch):
    game = party(people=1, bot_strength="strong")
    assert board_of(game.now()).terms.bots_note == ""
    monkeypatch.setattr("games.screens.table.board.is_standing_in", lambda: True)
    assert "network" in board_of(game.now()).terms.bots_note
    assert game.ask(0, bot_strength.set_bot_strength, "club") is None
    assert board_of(game.now()).terms.bots_note == ""

"""A table's page: access, content without a socket, and taking a seat."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.services import create_guest
from games.screens.table.preview import preview_of
from games.tables.models import Seat, Table
from games.tables.services import opening, rematch, seating, starting
from tests.players import listed_table

pytestmark = pytest.mark.django_db


def test_an_unknown_table_is_not_found(client):
    response = client.get(reverse("table", args=["nosuchtable"]))
    assert response.status_code == 404
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize("name", ["table_sit", "table_rules"])
def test_no_part_of_a_private_table_is_shown(client, club, name):
    game = club()
    Table.objects.update(spectators=False)
    url = reverse(name, args=[game.table.slug])
    response = client.get(url)
    assert response.status_code == 404
    assert "This table doesn’t exist or is private." in response.content.decode()
    client.force_login(game.user)
    assert client.get(url).status_code in (200, 302)


def test_what_a_table_refuses_is_said_on_its_page(client, club):
    game = club()
    client.force_login(create_guest())
    url = reverse("table_leave", args=[game.table.slug])
    response = client.post(url, follow=True)
    assert response.redirect_chain == [(game.table.get_absolute_url(), 302)]
    assert "You’re watching this table and don’t have a seat." in response.content.decode()


@pytest.mark.parametrize(
    ("people", "is_started", "title", "chairs"),
    [
        (1, False, "Pull up a chair", (True, False)),
        (2, False, "All seats taken", (True, True)),
        (2, True, "Big Two table", ()),
    ],
)
def test_the_picture_of_a_link_says_if_there_are_seats(party, people, is_started, title, chairs):
    game = party(people=people, rules="two_players").all_sit()
    if is_started:
        assert game.ask(0, starting.start) is None
    game.table.refresh_from_db()
    shown = preview_of(game.table)
    assert (shown.title, shown.chairs) == (title, chairs)
    assert ("1 seat free" in shown.lines) == (people == 1)


def test_a_stranger_can_watch_but_sees_no_hand(client, club):
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


def test_browsers_do_not_store_the_page_with_the_hand(client, club):
    game = club()
    client.force_login(game.user)
    assert "no-store" in client.get(game.table.get_absolute_url())["Cache-Control"]


def test_a_table_page_takes_few_queries(client, club, django_assert_max_num_queries):
    game = club()
    client.force_login(game.user)
    with django_assert_max_num_queries(10):
        client.get(game.table.get_absolute_url())


def test_pages_refer_to_no_other_host(client, club):
    game = club()
    client.force_login(game.user)
    for url in (reverse("home"), game.table.get_absolute_url()):
        html = client.get(url).content.decode().replace("http://testserver/", "/")
        assert "http://" not in html
        assert "https://" not in html
        assert " style=" not in html
        assert "onclick" not in html


def test_a_reload_between_deals_shows_the_remaining_seconds(client, club, settings, monkeypatch):
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


def test_an_invited_visitor_enters_a_name_and_sits_down_as_a_guest(client):
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
def test_an_invalid_name_is_refused_and_creates_no_guest(client, name):
    table = listed_table()
    table.sessions.get().seats.update(name="Host")
    before = User.objects.count()
    answer = client.post(sit(table), {"name": name, "seat": "2"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"]
    assert answer.context["seat"] == 2
    assert User.objects.count() == before


def test_the_same_form_sent_twice_creates_one_guest(client):
    table = listed_table()
    sent = {"name": "Bob", "opening_key": "drawn-for-this"}
    assert client.post(sit(table), sent).url == table.get_absolute_url()
    # The second press was sent before the first answer set the cookie.
    client.cookies.clear()
    assert client.post(sit(table), sent).url == table.get_absolute_url()
    assert User.objects.filter(display_name="Bob").count() == 1


def test_no_name_is_asked_for_once_the_session_has_started(client):
    table = listed_table()
    assert starting.start(Caller(table.host), table.pk) is None
    for answer in (client.get(sit(table)), client.post(sit(table), {"name": ""})):
        assert answer.url == table.get_absolute_url()


def test_an_htmx_request_to_sit_down_is_redirected_to_the_name_form(client):
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


def test_a_refused_seat_is_explained_on_the_table_page(client, sign_in):
    table = listed_table()
    for _ in range(3):
        other = create_guest()
        assert seating.sit(Caller(other), table.pk, None) is None
    answer = client.post(sit(table), {"name": "Bob"}, follow=True)
    assert "This table is full." in answer.content.decode()


def leave(table):
    return reverse("table_leave", args=[table.slug])


def test_a_host_who_closes_the_table_sees_a_message_in_the_lobby(client):
    table = listed_table()
    client.force_login(table.host)
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("lobby")
    assert "Table closed." in answer.content.decode()
    # A double press.
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert "This table was closed." in answer.content.decode()


def test_a_host_who_closes_before_a_rematch_is_told_that_it_was_called_off(client, party):
    game = party(people=2, deals_planned=1).all_sit()
    game.begin()
    game.finished()
    assert game.ask(0, rematch.play_again) is None
    assert game.ask(0, rematch.open_again) is None
    table = Table.objects.get(pk=game.table.pk)
    client.force_login(game.people[0].user)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Call off rematch" in page
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert "Rematch called off." in answer.content.decode()
    assert Table.objects.get(pk=table.pk).phase == Table.Phase.FINISHED


def test_other_users_cannot_close_the_table(client):
    table = listed_table()
    client.force_login(create_guest())
    answer = client.post(leave(table), {"what": "close"}, follow=True)
    assert answer.redirect_chain[-1][0] == table.get_absolute_url()
    assert "You’re watching this table and don’t have a seat." in answer.content.decode()
    assert Table.objects.filter(pk=table.pk).exists()


def test_a_player_who_quits_is_sent_home_with_a_message(client, club):
    game = club()
    client.force_login(game.user)
    answer = client.post(leave(game.table), {"what": "leave"}, headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == reverse("home")
    assert "You quit the game." in client.get(reverse("home")).content.decode()
    assert game.now().seats[0].left_at is not None


def test_seat_buttons_name_the_stake(client, django_user_model):
    host = django_user_model.objects.create_user("hostess")
    table = opening.open_table(host, stake_minor=250, currency="HKD", seating="chosen")
    html = client.get(table.get_absolute_url()).content.decode()
    assert "Sit here" in html
    assert '<span class="sit-stake">HK$2.50 a point</span>' in html
    client.force_login(django_user_model.objects.create_user("other"))
    assert "Sit down for HK$2.50 a point" in client.get(table.get_absolute_url()).content.decode()


def test_a_seat_cannot_be_chosen_if_seats_are_drawn(client):
    html = client.get(listed_table().get_absolute_url()).content.decode()
    assert "Sit here" not in html
    assert "Sit down" in html


def test_narrow_plates_can_hide_the_word_guest_in_names(client):
    html = client.get(listed_table().get_absolute_url()).content.decode()
    assert '<span class="guest-word">Guest </span>' in html


def test_a_name_that_is_too_long_is_kept_with_a_message(client):
    table = listed_table()
    assert "maxlength" not in client.get(sit(table)).content.decode().split('name="name"')[1][:200]
    answer = client.post(sit(table), {"name": "x" * 32})
    html = answer.content.decode()
    assert "Names can have at most 24 characters, and this one has 32." in html
    assert "x" * 32 in html


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_table_for_money_leads_a_visitor_to_an_account_and_back(
    client, django_user_model, is_guest
):
    host = django_user_model.objects.create_user("hostess")
    table = opening.open_table(host, stake_minor=250, currency="HKD")
    if is_guest:
        client.force_login(create_guest())
    html = client.get(table.get_absolute_url()).content.decode()
    back = f"?next=%2Ftables%2F{table.slug}%2F"
    sign_up = reverse("keep_account" if is_guest else "account_signup")
    assert f'href="{reverse("account_login")}{back}"' in html
    assert f'href="{sign_up}{back}"' in html
    assert 'id="sit"' not in html
    data = {
        "username": "grace",
        "password1": "correct horse battery",
        "next": table.get_absolute_url(),
    }
    assert client.post(sign_up + back, data).url == table.get_absolute_url()
    html = client.get(table.get_absolute_url()).content.decode()
    assert 'id="sit"' in html
    assert 'id="sign-in"' not in html


def test_the_preview_of_a_waiting_table_invites_without_its_stake(client, django_user_model):
    host = django_user_model.objects.create_user("hostess", display_name="Anna <3")
    table = opening.open_table(host, stake_minor=250, currency="HKD")
    html = client.get(table.get_absolute_url()).content.decode()
    head = html.partition("</head>")[0]
    assert 'content="Anna &lt;3 invites you to play Big Two"' in head
    assert "Rules: Standard rules. Length: 5 deals. 3 seats free." in head
    assert "HK$" not in head


def test_a_guest_is_offered_an_account_after_the_last_deal(client, club):
    game = club(deals=1)
    User.objects.filter(pk=game.user.pk).update(is_guest=True)
    game.finished()
    client.force_login(User.objects.get(pk=game.user.pk))
    html = client.get(game.table.get_absolute_url()).content.decode()
    assert 'id="keep-account"' in html
    assert "Settlement" not in html, "a player alone with bots settles nothing"

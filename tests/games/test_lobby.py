"""The lobby, opening a table, and sitting down, as pages and as a live list."""

import asyncio
from datetime import timedelta

import pytest
from channels.testing import WebsocketCommunicator
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from accounts.services import create_guest, online, seen
from config.asgi import application
from config.database import in_database
from games import live, presence, services
from games.models import Seat, Table
from games.rules import RuleSet

pytestmark = pytest.mark.django_db

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


def open_table(**terms):
    host = create_guest()
    seen(host)
    return services.open_table(host, **{"joining": Table.Joining.ANYONE, **terms})


def test_the_lobby_lists_open_tables_and_not_the_private_ones(client):
    listed, private = open_table(clock="quick"), open_table(joining=Table.Joining.LINK)
    html = client.get(reverse("lobby")).content.decode()
    assert listed.get_absolute_url() in html
    assert private.get_absolute_url() not in html
    assert "15 s a turn" in html


def walk_away(*people):
    """These people's browsers were not heard of at any table for a while."""
    Seat.objects.filter(user__in=people).update(seen_at=timezone.now() - timedelta(minutes=10))


def test_a_table_whose_host_walked_away_is_not_listed_until_another_is_host(client, sign_in):
    table = open_table()
    friend = create_guest()
    services.sit(table.pk, friend, sign_in(friend), None)
    walk_away(table.host)
    # The host is about, but elsewhere in the club.
    seen(table.host)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()
    services.sweep()
    assert table.get_absolute_url() in client.get(reverse("lobby")).content.decode()
    table.refresh_from_db()
    assert table.host == friend
    assert services.start(table.pk, friend, sign_in(friend)) == services.DONE


def test_a_host_stays_host_while_there_or_where_nobody_else_is(sign_in):
    left, kept = open_table(), open_table()
    walk_away(left.host)
    friend = create_guest()
    services.sit(kept.pk, friend, sign_in(friend), None)
    walk_away(friend)
    for table in (left, kept):
        version = table.version
        services.sweep()
        table.refresh_from_db()
        assert table.host_id == Seat.objects.get(session__table=table, number=0).user_id
        assert table.version == version + (table == kept)


def test_who_stays_at_a_waiting_table_is_noted_there_alone(sign_in):
    table, other = open_table(), open_table()
    walk_away(table.host, other.host)
    services.stay(table.pk, table.host)
    services.stay(other.pk, table.host)
    noted = Seat.objects.filter(seen_at__gt=timezone.now() - timedelta(minutes=1))
    assert [seat.session.table_id for seat in noted] == [table.pk]


def test_a_further_session_keeps_its_seats_for_those_who_played(client, sign_in):
    table = open_table(deals_planned=1)
    table.sessions.update(number=2)
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_a_table_that_has_begun_or_is_full_is_not_listed(client, sign_in):
    table = open_table()
    host = table.host
    assert services.start(table.pk, host, sign_in(host)) == services.DONE
    assert table.get_absolute_url() not in client.get(reverse("lobby")).content.decode()


def test_the_lobby_costs_the_same_for_any_number_of_tables(client, django_assert_max_num_queries):
    for _ in range(7):
        open_table()
    with django_assert_max_num_queries(3):
        client.get(reverse("lobby"))


def test_a_stranger_opens_a_table_and_waits_there_as_a_guest(client):
    answer = client.post(reverse("table_new"), TERMS | {"opening_key": "k" * 16})
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert (table.phase, table.clock, table.deals_planned) == ("waiting", "quick", 3)
    assert table.host.is_guest
    assert Seat.objects.get().user == table.host
    page = client.get(answer.url).content.decode()
    assert "Begin" in page
    assert "<svg" in page


def test_a_member_opens_a_table_for_money(client):
    user = User.objects.create_user("grace", password="x")
    client.force_login(user)
    stake = {"stake": "0.5", "currency": "HKD"}
    client.post(reverse("table_new"), TERMS | stake | {"target": "100"})
    table = Table.objects.get()
    assert (table.stake_minor, table.currency, table.target) == (50, "HKD", 100)


@pytest.mark.parametrize(
    ("field", "value"),
    [("deals", "0"), ("clock", "sundial"), ("joining", "x"), ("target", "-1"), ("rules", "none")],
)
def test_bad_terms_are_told_and_nothing_is_lost(client, field, value):
    answer = client.post(reverse("table_new"), TERMS | {field: value})
    assert answer.status_code == 422
    assert not Table.objects.exists()
    assert field in answer.context["form"].errors
    assert not User.objects.exists()


def test_who_is_invited_sits_down_as_a_guest(client):
    table = open_table()
    answer = client.post(reverse("table_sit", args=[table.slug]), {"seat": "2"})
    assert answer.url == table.get_absolute_url()
    seat = Seat.objects.get(number=2)
    assert seat.user.is_guest
    page = client.get(answer.url).content.decode()
    assert "Stand up" in page


@pytest.mark.parametrize("form", ["sit", "open", "play"])
def test_a_form_pressed_twice_makes_one_guest_in_one_seat(client, form):
    table = open_table()
    twin = type(client)()  # the second request has no cookie of the first one's answer yet
    url = {
        "sit": reverse("table_sit", args=[table.slug]),
        "open": reverse("table_new"),
        "play": reverse("play_now"),
    }[form]
    data = (TERMS if form == "open" else {}) | {"opening_key": "k" * 16}
    answers = [each.post(url, data).url for each in (client, twin)]
    assert answers[0] == answers[1]
    assert User.objects.count() == 2
    assert Seat.objects.count() == 2


def test_htmx_is_sent_to_the_table(client):
    table = open_table()
    url = reverse("table_sit", args=[table.slug])
    answer = client.post(url, {"seat": "x"}, headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == table.get_absolute_url()
    assert Seat.objects.filter(number=1).exists()


def test_a_refusal_to_sit_is_shown_on_the_table(client, sign_in):
    table = open_table()
    for _ in range(3):
        other = create_guest()
        assert services.sit(table.pk, other, sign_in(other), None) == services.DONE
    answer = client.post(reverse("table_sit", args=[table.slug]), follow=True)
    assert "This table is full." in answer.content.decode()


def test_play_now_sits_down_at_a_fitting_table(client):
    other_rules = open_table(rules=RuleSet.make("hong_kong"))
    fitting = open_table()
    answer = client.post(reverse("play_now"), {"opening_key": "k" * 16, "rules": "pagat"})
    assert answer.url == fitting.get_absolute_url()
    assert Seat.objects.filter(session__table=fitting).count() == 2
    assert Seat.objects.filter(session__table=other_rules).count() == 1


def play_now(client, **fields):
    return client.post(reverse("play_now"), {"opening_key": "k" * 16, **fields}).url


def test_play_now_takes_any_rules_where_none_are_named(client):
    table = open_table(rules=RuleSet.make("hong_kong"))
    assert play_now(client) == table.get_absolute_url()


@pytest.mark.parametrize(("players", "rules"), [("2", "two_players"), ("3", "three_players")])
def test_play_now_goes_by_the_number_of_players(client, players, rules):
    four = open_table()
    assert play_now(client, players=players) != four.get_absolute_url()
    opened = Table.objects.exclude(pk=four.pk).get()
    assert opened.rules_name == rules
    few = open_table(rules=RuleSet.make(rules))
    assert play_now(type(client)(), players=players, opening_key="l" * 16) == few.get_absolute_url()


def test_a_table_for_members_is_listed_and_takes_no_guests(client):
    host, friend = (User.objects.create_user(name, password="x") for name in ("ada", "grace"))
    client.force_login(host)
    client.post(reverse("table_new"), TERMS | {"joining": "members", "rules": "pagat"})
    table = Table.objects.get()
    stranger = type(client)()
    assert "members only" in stranger.get(reverse("lobby")).content.decode()
    page = stranger.get(table.get_absolute_url()).content.decode()
    assert "This table is for members: make an account to take a seat." in page
    sit = reverse("table_sit", args=[table.slug])
    assert stranger.post(sit).url.startswith(reverse("account_signup"))
    assert not User.objects.filter(is_guest=True).exists()
    assert play_now(stranger) != table.get_absolute_url()
    stranger.post(sit)
    assert Seat.objects.filter(session__table=table).count() == 1
    client.force_login(friend)
    assert play_now(client) == table.get_absolute_url()


def test_guests_open_no_tables_for_members(client):
    answer = client.post(reverse("table_new"), TERMS | {"joining": "members"})
    assert "joining" in answer.context["form"].errors


def test_play_now_does_not_lead_to_the_own_table(client):
    own = open_table()
    client.force_login(own.host)
    assert play_now(client) != own.get_absolute_url()
    assert Seat.objects.filter(user=own.host).count() == 2


def test_the_last_seat_pressed_for_twice_is_taken_once(client, sign_in):
    table = open_table()
    for _ in range(2):
        other = create_guest()
        services.sit(table.pk, other, sign_in(other), None)
    twin = type(client)()
    answers = [play_now(each) for each in (client, twin)]
    assert answers == [table.get_absolute_url()] * 2
    assert Table.objects.count() == 1


def test_nobody_opens_tables_without_end(client, settings):
    settings.TABLE_RATE = "2/hour"
    user = User.objects.create_user("grace", password="x")
    client.force_login(user)
    statuses = [client.post(reverse("table_new"), TERMS).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert client.post(reverse("play_now")).status_code == 429
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("query", "shown"),
    [("players=3", False), ("players=4", True), ("players=9", True), ("stake=money", False),
     ("stake=x", True), ("stake=points", True)],
)  # fmt: skip
def test_the_address_filters_and_nonsense_does_not(client, query, shown):
    open_table()
    html = client.get(f"{reverse('lobby')}?{query}").content.decode()
    assert ('data-stake="points" hidden' not in html) == shown


def test_a_table_may_be_played_to_a_target_alone(client):
    client.post(reverse("table_new"), TERMS | {"deals": "", "target": "80"})
    table = Table.objects.get()
    assert (table.target, table.deals_planned) == (80, 50)
    answer = client.post(reverse("table_new"), TERMS | {"deals": ""})
    assert answer.context["form"].errors["deals"] == [
        "Say how many deals you play, or a target score."
    ]


def test_play_now_opens_a_table_with_bots_where_nobody_waits(client):
    private = open_table(joining=Table.Joining.LINK)
    answer = client.post(reverse("play_now"), {"opening_key": "k" * 16})
    assert answer.url != private.get_absolute_url()
    assert Table.objects.exclude(pk=private.pk).get().phase == Table.Phase.PLAYING


def test_people_who_were_seen_a_moment_ago_are_online():
    user = create_guest()
    assert online() == 0
    seen(user)
    assert online() == 1


@pytest.mark.django_db(transaction=True)
async def test_the_lobby_is_live(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    socket = WebsocketCommunicator(
        application, "/ws/lobby/", headers=[(b"origin", b"http://localhost")]
    )
    assert (await socket.connect())[0]
    assert 'id="lobby"' in await socket.receive_from(timeout=5)
    table = await in_database(open_table)()
    assert table.get_absolute_url() in await socket.receive_from(timeout=5)
    await socket.send_to(text_data="whatever")
    assert await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()
    assert live.hub().rooms == 0
    await live.hub().close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("room", ["lobby", "table"])
async def test_who_keeps_a_page_open_is_about(settings, sign_in, monkeypatch, room):
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr(presence, "EVERY", 0.01)
    table = await in_database(open_table)()
    key = await in_database(sign_in)(table.host)
    path = "/ws/lobby/" if room == "lobby" else f"/ws/tables/{table.slug}/"
    headers = [(b"origin", b"http://localhost"), (b"cookie", f"sessionid={key}".encode())]
    socket = WebsocketCommunicator(application, path, headers=headers)
    assert (await socket.connect())[0]
    await socket.receive_from(timeout=5)

    def forgotten() -> None:
        seat = Seat.objects.filter(user=table.host)
        seat.update(seen_at=None)

    def is_noted() -> bool:
        return Seat.objects.filter(user=table.host, seen_at__isnull=False).exists()

    loop, noted = asyncio.get_running_loop(), asyncio.Queue()

    def note(user: User) -> None:
        loop.call_soon_threadsafe(noted.put_nowait, user)

    monkeypatch.setattr(accounts, "seen", note)
    await in_database(forgotten)()
    async with asyncio.timeout(5):
        # By the third note, what goes with the second is done; the first may have been under way.
        assert [await noted.get() for _ in range(3)] == [table.host] * 3
    assert await in_database(is_noted)() == (room == "table")
    await socket.disconnect()
    await live.hub().close()

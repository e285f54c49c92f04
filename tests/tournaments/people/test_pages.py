"""Tests of player pages and the friends page: privacy, content and number of queries."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import Block, Follow, User
from accounts.notices.groups import Choice
from accounts.notices.models import Notice
from accounts.notices.preferences import save_choices
from accounts.services import create_guest, mark_seen
from games.common.players import page_among_friends, page_among_members, page_of
from games.screens.notices import earlier_notices, notices_for
from games.tables.models import Deal, Seat, Session, Table
from games.tables.selectors import finished_session as finished_session_of
from games.tables.services import opening, starting
from tests.players import Game
from tests.tournaments.rows import finished_session, members, without_tokens
from tournaments.clubs.services import club as club_services
from tournaments.people import head_to_head as met
from tournaments.people import invitations, pages, record
from tournaments.people.friends_page import friends_page
from tournaments.people.head_to_head import HeadToHead, head_to_head
from tournaments.ratings import services as ratings

pytestmark = pytest.mark.django_db

DEAL, OTHER = (39, -13, -13, -13), (-10, 30, -10, -10)


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(reader: User | None, username: str) -> str:
    answer = browser(reader).get(reverse("player", args=[username]))
    return answer.content.decode() if answer.status_code == 200 else ""


def befriend(one: User, other: User) -> None:
    Follow.objects.create(person=one, other=other)
    Follow.objects.create(person=other, other=one)


def make_public(*people: User) -> None:
    """Make the pages of these users public."""
    User.objects.filter(pk__in=[each.pk for each in people]).update(page_for="everybody")


def list_table(session: Session, **terms: object) -> Session:
    """Make the session's table public."""
    kept = {"joining": Table.Joining.ANYONE, **terms}
    Table.objects.filter(pk=session.table_id).update(**kept)
    return session


# --- Privacy


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["\x00", "ann\x00"])
def test_a_username_with_a_null_character_is_not_found(name):
    """PostgreSQL rejects the character, so there is no query."""
    ann = members("ann")[0]
    reader = browser(ann)
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(reverse("player", args=[name])).status_code == 404
        change = reverse("player_change", args=[name, "follow"])
        assert reader.post(change).status_code == 404
        assert reader.get(reverse("players"), {"name": name}).url == reverse("friends")
    assert not [query["sql"] for query in asked if "\x00" in query["sql"]]


@pytest.mark.parametrize(
    ("page_for", "stranger", "guest", "member", "friend"),
    [
        ("everybody", True, True, True, True),
        ("members", False, False, True, True),
        ("friends", False, False, False, True),
        ("nobody", False, False, False, False),
    ],
)
def test_a_players_privacy_setting_decides_who_sees_the_results(
    page_for, stranger, guest, member, friend
):
    ann, ben, cleo, dora = members("ann", "ben", "cleo", "dora")
    User.objects.filter(pk=ann.pk).update(page_for=page_for)
    befriend(ann, cleo)
    finished_session([ann, ben, cleo, dora], DEAL)
    for reader, sees in ((None, stranger), (create_guest(), guest), (ben, member), (cleo, friend)):
        assert ("Deals won" in page(reader, "ann")) is sees
    assert "Deals won" in page(ann, "ann")
    # A player who shows results only to friends can still be followed by members.
    assert bool(page(ben, "ann")) is (page_for != "nobody")
    assert bool(page(None, "ann")) is (page_for == "everybody")


def test_blocked_readers_guests_and_former_players_see_or_have_no_page():
    ann, rude = members("ann", "rude")
    Block.objects.create(person=ann, other=rude)
    assert page(rude, "ann") == ""
    assert page(ann, "rude") != ""
    guest = create_guest()
    assert page(ann, guest.username) == ""
    assert page(guest, guest.username) == ""
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert page(rude, "ann") == page(None, "ann") == ""
    assert page(None, "nobody-of-that-name") == ""


@pytest.mark.parametrize("name", ["ann.b", "a@b.c", "Ann+1", "李小龍", "a-_b"])
def test_every_username_makes_a_valid_address(name):
    user = User.objects.create_user(name, page_for="everybody")
    assert browser(None).get(page_among_friends(user)).status_code == 200
    assert page(None, name.upper()) != ""


@pytest.mark.every_database
def test_players_whose_usernames_differ_only_in_case_have_separate_pages():
    one, two = members("ann", "ANN")
    make_public(one, two)
    User.objects.filter(pk=two.pk).update(display_name="The Other")
    assert "The Other" not in page(None, "ann")
    assert "The Other" in page(None, "ANN")
    assert one.username == "ann"


def test_player_pages_are_not_indexed_by_search_engines():
    make_public(*members("ann"))
    assert '<meta name="robots" content="noindex">' in page(None, "ann")


# --- Content


@pytest.mark.every_database
def test_totals_count_finished_deals_only():
    ann, ben, cleo, dora = members("ann", "ben", "cleo", "dora")
    session = finished_session([ann, ben, cleo, dora], DEAL, OTHER)
    finished_session([None, ann, None, None], OTHER)
    # A deal that was thrown in has no result.
    Deal.objects.create(session=session, number=1, attempt=2, start="")
    totals = record.totals(ann)
    assert totals is not None
    assert (totals.sessions, totals.deals, totals.won) == (2, 3, 2)
    # Nets 39, −10 and 30; points are nets less the highest of the deal: 0, −40 and 0.
    assert totals.average_net == "+19.7"
    assert record.totals(User.objects.create_user("new")) is None


def test_only_the_newest_sessions_are_counted(monkeypatch):
    monkeypatch.setattr(record, "COUNTED", 2)
    (ann,) = members("ann")
    for _ in range(3):
        finished_session([ann, None, None, None], DEAL)
    totals = record.totals(ann)
    assert totals is not None
    assert (totals.sessions, totals.deals, totals.is_capped) == (2, 2, True)


@pytest.mark.every_database
def test_places_of_rated_sessions_are_counted():
    four = members("ann", "ben", "cleo", "dora")
    for deals in ((DEAL,), (OTHER,), (DEAL,)):
        ratings.rate_session(finished_session(four, *deals).pk)
    assert [(each.place, each.count) for each in record.place_counts(four[0])] == [
        ("1st", 2),
        ("2nd", 1),
    ]
    make_public(*four)
    html = page(None, "ann")
    assert "Standard" in html
    # The chart is shown, but not its table, which links to sessions.
    assert 'class="chart"' in html
    assert "Show as table" not in html


_PUBLIC = {"joining": "anyone", "spectators": True, "club": None}


@pytest.mark.parametrize(
    ("terms", "stranger"),
    [
        (_PUBLIC, True),
        (_PUBLIC | {"joining": "link"}, False),
        (_PUBLIC | {"joining": "members"}, False),
        (_PUBLIC | {"joining": "members", "club": 7}, False),
        (_PUBLIC | {"spectators": False}, False),
    ],
)
def test_only_sessions_that_the_reader_can_open_are_listed(terms, stranger):
    ann, ben, cleo = members("ann", "ben", "cleo")
    make_public(ann)
    session = finished_session([ann, ben, None, None], DEAL)
    Table.objects.filter(pk=session.table_id).update(**terms)
    url = session.get_absolute_url()
    assert (url in page(None, "ann")) is stranger
    assert (url in page(cleo, "ann")) is stranger
    # Players of the session can open it.
    assert url in page(ben, "ann")
    assert url in page(ann, "ann")
    # Listed sessions can be opened.
    slug = session.table.slug
    assert finished_session_of(slug, 1, ben) == session
    assert (finished_session_of(slug, 1, None) == session) >= stranger


def test_a_club_session_is_not_listed_for_other_members():
    ann, ben = members("ann", "ben")
    club = club_services.create(Caller(ann), name="Harbour")
    club.memberships.create(user=ben)
    session = finished_session([ann, None, None, None], DEAL, club=club)
    assert session.get_absolute_url() not in page(ben, "ann")


def test_no_amount_of_money_is_shown():
    ann, ben, cleo, dora = members("ann", "ben", "cleo", "dora")
    make_public(ann)
    list_table(finished_session([ann, ben, cleo, dora], DEAL, stake_minor=250, currency="EUR"))
    for reader in (None, ben, ann):
        html = without_tokens(page(reader, "ann"))
        assert "+39" in html
        assert not re.search(r"€|EUR", html)
        # Coordinates of a chart can be any number.
        assert not re.search(r"97\.50|2\.50", re.sub(r"<[^>]*>", " ", html))


def test_results_held_back_in_a_duplicate_event_are_not_counted():
    four = members("ann", "ben", "cleo", "dora")
    session = list_table(finished_session(four, DEAL), same_packs="x", spectators=False,
                     is_arranged=True, joining="link")  # fmt: skip
    other = finished_session(members("e", "f", "g", "h"), DEAL)
    sealed = {"same_packs": "x", "spectators": False, "is_arranged": True}
    Table.objects.filter(pk=other.table_id).update(**sealed)
    Session.objects.filter(pk=other.pk).update(status="running", finished_at=None)
    assert record.totals(four[0]) is None
    assert record.recent_sessions(four[0], four[0]) == []
    assert head_to_head(four[0], four[1]) is None
    Session.objects.filter(pk=other.pk).update(status="finished")
    assert record.totals(four[0]) is not None
    assert [each.url for each in record.recent_sessions(four[0], four[0])] == [
        session.get_absolute_url()
    ]
    assert head_to_head(four[0], four[1]) is not None


# --- Head to head


@pytest.mark.every_database
def test_the_head_to_head_is_computed_from_payments_between_the_players():
    ann, ben, cleo, dora = members("ann", "ben", "cleo", "dora")
    finished_session([ann, ben, cleo, dora], DEAL, OTHER)
    # In other seats, with other players between them.
    finished_session([cleo, ben, dora, ann], OTHER)
    finished_session([ann, cleo, None, None], DEAL)
    # Ben pays Ann 13, she pays him 10, and 10 again from the last seat.
    assert head_to_head(ann, ben) == HeadToHead(sessions=2, deals=3, won=1, lost=2, net=-7)
    assert head_to_head(ben, ann) == HeadToHead(sessions=2, deals=3, won=2, lost=1, net=7)
    assert head_to_head(ann, User.objects.create_user("new")) is None
    assert "−7" in page(ann, "ben")


def test_the_head_to_head_of_two_player_sessions_equals_their_nets():
    ann, ben = members("ann", "ben")
    sessions = [finished_session([ann, ben], (7, -7), (-3, 3)) for _ in range(3)]
    found = head_to_head(ann, ben)
    assert found is not None
    seats = Seat.objects.filter(session__in=sessions, user=ann)
    assert found.net == sum(seat.net for seat in seats) == 12


def test_only_the_newest_sessions_together_are_counted(monkeypatch, django_assert_max_num_queries):
    ann, ben = members("ann", "ben")
    for _ in range(4):
        finished_session([ann, ben], (5, -5))
    monkeypatch.setattr(met, "COUNTED", 3)
    with django_assert_max_num_queries(2):
        found = head_to_head(ann, ben)
    assert found is not None
    assert (found.sessions, found.net, found.is_capped) == (3, 15, True)


def test_only_the_two_players_see_their_head_to_head():
    ann, ben, cleo, _dora = four = members("ann", "ben", "cleo", "dora")
    finished_session(four, DEAL)
    assert "Games played together" in page(ann, "ben")
    assert "Games played together" not in page(None, "ben")
    assert "Games played together" not in page(ben, "ben")
    new = User.objects.create_user("new")
    assert "Games played together" not in page(new, "ben")
    assert cleo.username


# --- Number of queries


def test_the_number_of_queries_of_a_player_page_does_not_grow(django_assert_max_num_queries):
    ann, ben, cleo, dora = four = members("ann", "ben", "cleo", "dora")
    befriend(ann, ben)
    client, url = browser(ann), reverse("player", args=["ben"])

    def play() -> None:
        ratings.rate_session(list_table(finished_session(four, DEAL, OTHER)).pk)

    play()
    client.get(url)
    with django_assert_max_num_queries(20) as few:
        client.get(url)
    for _ in range(5):
        play()
    with django_assert_max_num_queries(len(few)):
        client.get(url)
    assert cleo.pk < dora.pk


def test_the_number_of_queries_of_the_friends_page_does_not_grow(
    queued, django_assert_max_num_queries
):
    (ann,) = members("ann")
    opening.open_table(ann)
    client, url = browser(ann), reverse("friends")

    def more(word: str) -> None:
        for name in members(f"{word}1", f"{word}2"):
            befriend(ann, name)
            mark_seen(name)
            opening.open_table(name, joining=Table.Joining.ANYONE)
            other = opening.open_table(name)
            invitations.invite(name, other.slug, ann)

    more("a")
    client.get(url)
    with django_assert_max_num_queries(17) as few:
        client.get(url)
    more("b")
    with django_assert_max_num_queries(len(few)):
        client.get(url)


# --- Friends


def test_the_friends_page_shows_who_is_online_and_at_which_table(queued):
    ann, ben, cleo, dora = members("ann", "ben", "cleo", "dora")
    for each in (ben, cleo, dora):
        befriend(ann, each)
    for each in (ben, cleo):
        mark_seen(each)
    listed_table = opening.open_table(ben, joining=Table.Joining.ANYONE)
    hidden = opening.open_table(cleo, joining=Table.Joining.LINK)
    html = browser(ann).get(reverse("friends")).content.decode()
    assert listed_table.get_absolute_url() in html
    # Tables joined by link are not listed.
    assert hidden.get_absolute_url() not in html
    assert "2 online" in html
    lines = {line.username: line for line in friends_page(ann).friends}
    assert [*lines] == ["ben", "cleo", "dora"]
    assert (lines["ben"].is_online, lines["dora"].is_online) == (True, False)
    User.objects.filter(pk=ben.pk).update(online_for="nobody")
    html = browser(ann).get(reverse("friends")).content.decode()
    assert listed_table.get_absolute_url() not in html
    assert "1 online" in html


@pytest.mark.parametrize("in_club", [True, False])
def test_a_friends_club_table_is_shown_to_members_only(queued, in_club):
    ann, ben = members("ann", "ben")
    befriend(ann, ben)
    mark_seen(ben)
    club = club_services.create(Caller(ben), name="Harbour")
    if in_club:
        club.memberships.create(user=ann)
    terms = {"joining": Table.Joining.MEMBERS, "club": club.pk}
    table = opening.open_table(ben, **terms)
    html = browser(ann).get(reverse("friends")).content.decode()
    assert (table.get_absolute_url() in html) is in_club


@pytest.mark.every_database
def test_a_table_closed_to_spectators_is_shown_while_it_waits(queued):
    ann, ben = members("ann", "ben")
    befriend(ann, ben)
    mark_seen(ben)
    terms = {"joining": Table.Joining.ANYONE, "spectators": False}
    table = opening.open_table(ben, **terms)
    assert friends_page(ann).friends[0].place is not None
    assert starting.start(Caller(ben), table.pk) is None
    assert friends_page(ann).friends[0].place is None


def test_only_friends_are_shown_online():
    ann, ben = members("ann", "ben")
    Follow.objects.create(person=ann, other=ben)
    mark_seen(ben)
    assert "online-dot" not in page(ann, "ben")
    assert "online-dot" not in browser(ann).get(reverse("friends")).content.decode()
    Follow.objects.create(person=ben, other=ann)
    assert "online-dot" in page(ann, "ben")
    assert "online-dot" in browser(ann).get(reverse("friends")).content.decode()


def test_an_htmx_request_gets_only_the_part_that_changes():
    (ann,) = members("ann")
    html = browser(ann).get(reverse("friends"), headers={"HX-Request": "true"}).content.decode()
    assert html.lstrip().startswith('<div id="people"')
    assert "<html" not in html


def test_guests_see_that_friends_need_an_account():
    assert (
        "Create an account to add friends"
        in browser(create_guest()).get(reverse("friends")).content.decode()
    )


# --- Views to follow and block


def change(reader: User | None, name: str, do: str, **sent: str):
    return browser(reader).post(reverse("player_change", args=[name, do]), sent)


def test_a_member_can_follow_and_block_a_player():
    ann, ben = members("ann", "ben")
    assert change(ann, "ben", "follow").url == reverse("player", args=["ben"])
    assert Follow.objects.get().other == ben
    assert "Follow back" in page(ben, "ann")
    assert change(ann, "ben", "unfollow", next="/friends/").url == "/friends/"
    assert not Follow.objects.exists()
    assert change(ann, "ben", "block", next="https://elsewhere.example/").url == (
        reverse("player", args=["ben"])
    )
    assert Block.objects.get().other == ben
    assert "Unblock" in page(ann, "ben")
    change(ann, "ben", "unblock")
    assert not Block.objects.exists()


def test_an_unknown_action_is_refused():
    ann, _ben = members("ann", "ben")
    assert change(ann, "ben", "adore").status_code == 404


@pytest.mark.parametrize("do", ["follow", "unfollow", "unblock"])
def test_actions_do_not_reveal_a_hidden_player(do):
    ann, ben = members("ann", "ben")
    User.objects.filter(pk=ben.pk).update(page_for="nobody")
    assert change(ann, "ben", do).status_code == 404
    Block.objects.create(person=ben, other=ann)
    assert change(ann, "ben", do).status_code == 404
    Block.objects.all().delete()
    # Followers of the reader are visible.
    Follow.objects.create(person=ben, other=ann)
    assert change(ann, "ben", do).status_code == 302


def test_a_blocked_member_can_block_back():
    ann, ben = members("ann", "ben")
    Block.objects.create(person=ben, other=ann)
    assert change(ann, "ben", "block").url == reverse("friends")
    assert Block.objects.filter(person=ann, other=ben).exists()
    assert page(ann, "ben") == ""


def test_a_friend_with_a_hidden_page_can_be_unfollowed_and_blocked():
    ann, ben = members("ann", "ben")
    befriend(ann, ben)
    User.objects.filter(pk=ben.pk).update(page_for="nobody")
    url = reverse("player", args=["ben"])
    assert f'href="{url}"' in browser(ann).get(reverse("friends")).content.decode()
    html = page(ann, "ben")
    assert "results are private" in html
    assert "Deals won" not in html
    for do in ("unfollow", "block"):
        assert reverse("player_change", args=["ben", do]) in html
    assert change(ann, "ben", "unfollow").url == url
    # The two are no longer connected.
    Follow.objects.all().delete()
    assert page(ann, "ben") == ""
    assert change(ann, "ben", "block").url == url


@pytest.mark.every_database
def test_the_rate_of_following_and_blocking_is_limited(monkeypatch):
    monkeypatch.setattr(pages, "CHANGE_RATE", "2/hour")
    ann, _ben = members("ann", "ben")
    assert [change(ann, "ben", "follow").status_code for _ in range(3)] == [302, 302, 429]


@pytest.mark.every_database
def test_a_member_can_find_a_player_by_username(monkeypatch):
    monkeypatch.setattr(pages, "FIND_RATE", "5/hour")
    ann, ben, rude = members("ann", "ben", "rude")
    client = browser(ann)
    url = reverse("players")
    assert client.get(url, {"name": " BEN "}).url == reverse("player", args=["ben"])
    assert client.get(url).url == reverse("friends")
    User.objects.filter(pk=ben.pk).update(page_for="nobody")
    Block.objects.create(person=rude, other=ann)
    for name in ("ben", "rude", "nobody"):
        assert client.get(url, {"name": name}).url == reverse("friends")
    assert "No player has the name" in client.get(reverse("friends")).content.decode()
    client.get(url, {"name": "x"})
    assert client.get(url, {"name": "ben"}).status_code == 429


# --- Links to player pages in lists


def test_names_in_lists_link_to_public_player_pages(queued):
    ann, ben, cleo, dora = four = members("ann", "ben", "cleo", "dora")
    make_public(ann)
    User.objects.filter(pk=ben.pk).update(page_for="nobody")
    game = Game.of(four, deals_planned=1)
    game.begin()
    session = list_table(game.finished())
    ratings.rate_session(session.pk)
    club = club_services.create(Caller(ann), name="Harbour")
    club.memberships.create(user=ben)
    urls = (reverse("ratings"), session.get_absolute_url(),
             reverse("club_members", args=[club.slug]))  # fmt: skip
    for url in urls:
        html = browser(ann).get(url).content.decode()
        assert f'href="{reverse("player", args=["ann"])}"' in html
        # A player with a private page is named without a link.
        assert "ben" in html
        assert reverse("player", args=["ben"]) not in html
    # A page for members only has no link on public pages.
    for url in urls[:2]:
        assert reverse("player", args=[cleo.username]) not in browser(ann).get(url).content.decode()
    assert dora.username


def test_only_players_with_public_pages_are_linked_in_public_lists():
    (ann,) = members("ann")
    assert User._meta.get_field("page_for").get_default() == "members"
    assert (page_of(ann), page_of(None)) == ("", "")
    assert page_among_members(ann) == reverse("player", args=["ann"])
    make_public(ann)
    ann.refresh_from_db()
    assert page_of(ann) == reverse("player", args=["ann"])
    mail = User.objects.create_user("ann@example.org", page_for="everybody")
    assert (page_of(mail), page_among_members(mail)) == ("", "")
    assert page_among_friends(mail) != ""


def test_the_lobby_links_to_public_player_pages(queued):
    (ann,) = members("ann")
    make_public(ann)
    ann.refresh_from_db()
    opening.open_table(ann, joining=Table.Joining.ANYONE)
    mark_seen(ann)
    html = browser(None).get(reverse("lobby")).content.decode()
    assert f'href="{reverse("player", args=["ann"])}"' in html


# --- Finding players, and notices of followers


@pytest.mark.every_database
def test_members_find_players_by_display_name_as_far_as_their_privacy_allows():
    ann, ben, rude, shy = members("ann", "ben", "rude", "shy")
    for each in (ben, rude, shy):
        each.display_name = f"Big {each.username.title()}"
        each.save()
    User.objects.filter(pk=shy.pk).update(page_for="nobody")
    Block.objects.create(person=rude, other=ann)
    url = reverse("players")
    html = browser(ann).get(url, {"name": "big"}).content.decode()
    assert "Big Ben" in html
    assert not any(hidden in html for hidden in ("Rude", "Shy"))
    for reader, found in ((ann, True), (create_guest(), False), (None, False)):
        answer = browser(reader).get(url, {"name": "BIG b"}, headers={"HX-Request": "true"})
        assert ("Big Ben" in answer.content.decode()) == found
        assert "<html" not in answer.content.decode()
    assert browser(None).get(url, {"name": "big"}).url == reverse("friends")


def test_suggestions_are_limited_and_need_two_characters(monkeypatch):
    ann, _ben = members("ann", "ben")
    ask = browser(ann)

    def suggested(name: str) -> bool:
        answer = ask.get(reverse("players"), {"name": name}, headers={"HX-Request": "true"})
        return "person-line" in answer.content.decode()

    assert (suggested("b"), suggested("be")) == (False, True)
    assert not suggested("\u200b\u200b"), "invisible characters are in every name"
    monkeypatch.setattr(pages, "SUGGEST_RATE", "1/hour")
    assert [suggested("be") for _ in range(2)] == [True, False]


@pytest.mark.every_database
def test_a_member_is_told_of_a_follower_once_and_of_a_new_friend():
    ann, ben = members("ann", "ben")
    follow = reverse("player_change", args=["ben", "follow"])
    unfollow = reverse("player_change", args=["ben", "unfollow"])
    for url in (follow, unfollow, follow):
        browser(ann).post(url)
    [told] = notices_for(ben)
    assert (told.title, told.url) == ("ann follows you", reverse("player", args=["ann"]))
    browser(ben).post(told.dismiss_url)
    browser(ann).post(unfollow)
    browser(ann).post(follow)
    assert notices_for(ben) == []
    back = browser(ben)
    back.post(reverse("player_change", args=["ann", "follow"]))
    assert "You and ann are friends now." in back.get(reverse("friends")).content.decode()
    assert [each.title for each in notices_for(ann)] == ["You and ben are friends now"]


def test_notices_of_followers_can_be_turned_off():
    ann, ben = members("ann", "ben")
    save_choices(ben, {"followers": Choice.OFF})
    browser(ann).post(reverse("player_change", args=["ben", "follow"]))
    assert notices_for(ben) == []
    assert earlier_notices(ben) == []


def test_earlier_notices_are_those_that_were_seen_the_newest_first():
    ann, ben, cy = members("ann", "ben", "cy")
    for each in (ann, cy):
        browser(each).post(reverse("player_change", args=["ben", "follow"]))
    assert earlier_notices(ben) == []
    for told in notices_for(ben):
        browser(ben).post(told.dismiss_url)
    titles = ["cy follows you", "ann follows you"]
    assert [each.text.title for each in earlier_notices(ben)] == titles
    # Renewed notices keep their rows.
    Notice.objects.filter(subject_id=ann.pk).update(
        created_at=timezone.now(), seen_at=timezone.now() + timedelta(minutes=1)
    )
    assert [each.text.title for each in earlier_notices(ben)] == titles[::-1]

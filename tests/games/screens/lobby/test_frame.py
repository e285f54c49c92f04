"""Updates of the lobby: added, removed and changed tables, rendered once for all viewers."""

import re

import pytest
from django.utils import translation
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st

from accounts.caller import Caller
from accounts.services import create_guest
from games.screens.lobby import frame as lobby
from games.screens.lobby.frame import LobbyDrawing, lobby_frame
from games.tables.models import Table
from games.tables.services import opening, seating, starting
from tests.players import listed_table
from tests.tournaments.clubs.people import crew
from tournaments.clubs.models import Membership

pytestmark = pytest.mark.every_database

# --- Updates, as htmx applies them

lists = st.lists(st.integers(0, 9), unique=True).flatmap(
    lambda names: st.tuples(st.just(names), st.lists(st.integers(0, 2), min_size=len(names)))
)


def element(name: int, says: int) -> str:
    return mark_safe(f'<li id="open-{name}">{says}</li>')


def drawing_of(tables: tuple[list[int], list[int]], online: int = 1) -> LobbyDrawing:
    names, says = tables
    elements = {f"open-{each}": element(each, say) for each, say in zip(names, says, strict=False)}
    return LobbyDrawing(mark_safe(f'<p id="lobby-online">{online}</p>'), elements, {})


def apply_update(had: list[tuple[str, str]], news: str) -> list[tuple[str, str]]:
    """Apply the elements as htmx does: by id, or at their target."""
    now = list(had)
    item = r'<li id="(open-\d)"(?: hx-swap-oob="(delete)")?>(.*?)</li>'
    for put, inside, name, gone, says in re.findall(
        rf'<ul hx-swap-oob="(.*?)">(.*?)</ul>|{item}', news
    ):
        names = [each for each, _says in now]
        if gone:
            del now[names.index(name)]
        elif name:
            now[names.index(name)] = name, says
        else:
            how, _colon, where = put.partition(":#")
            some = [(each, say) for each, _gone, say in re.findall(item, inside)]
            if how == "innerHTML":
                assert where == "lobby-tables"
                now = some
            else:
                assert how == ("afterbegin" if where == "lobby-tables" else "afterend")
                at = 0 if where == "lobby-tables" else names.index(where) + 1
                now[at:at] = some
    return now


@given(lists, lists)
def test_an_update_turns_the_previous_list_into_the_current_one(before, now):
    was, now_is = drawing_of(before), drawing_of(now)
    had = list(zip(was.tables, (html[16:-5] for html in was.tables.values()), strict=True))
    wanted = list(zip(now_is.tables, (html[16:-5] for html in now_is.tables.values()), strict=True))
    assert apply_update(had, now_is.since(was)) == wanted


def test_an_unchanged_list_gives_an_empty_update():
    tables = [1, 2, 3], [0, 0, 0]
    before, now = drawing_of(tables), drawing_of(tables)
    assert now.since(before) == now.since(now) == ""
    assert drawing_of(tables, online=2).since(before) == '<p id="lobby-online">2</p>'


def test_an_update_contains_only_what_changed():
    before = drawing_of(([5, 4, 3, 2, 1], [0] * 5))
    now = drawing_of(([7, 6, 5, 3, 2, 0, 1], [1, 1, 0, 1, 0, 0, 0]))
    assert now.since(before) == (
        '<li id="open-4" hx-swap-oob="delete"></li>'
        '<li id="open-3">1</li>'
        '<ul hx-swap-oob="afterbegin:#lobby-tables">'
        '<li id="open-7">1</li><li id="open-6">1</li></ul>'
        '<ul hx-swap-oob="afterend:#open-2"><li id="open-0">0</li></ul>'
    )


# --- Renderings shared by viewers


@pytest.fixture
def rendered(monkeypatch):
    """Record rendered partials, each with the table it shows."""
    made = []
    render = lobby.partial

    def noted(name, /, **shown):
        if "line" in shown:
            made.append((name.rpartition("/")[2], shown["line"].table.slug))
        return render(name, **shown)

    monkeypatch.setattr(lobby, "partial", noted)
    return made


@pytest.mark.django_db
def test_a_changed_table_is_rendered_once_and_sent_alone_to_all_viewers(rendered):
    tables = [listed_table() for _ in range(5)]
    before = lobby_frame().drawing_for(None)
    assert len(rendered) == 5
    rendered.clear()
    assert seating.sit(Caller(create_guest()), tables[2].pk, None) is None
    now = lobby_frame()
    said = {now.drawing_for(None).since(before) for _viewer in range(100)}
    assert rendered == [("open_table.html", tables[2].slug)]
    (news,) = said
    for table in tables:
        assert (table.slug in news) == (table == tables[2])
    assert "2 free seats" in news


@pytest.mark.django_db
def test_a_table_is_rendered_once_in_each_language(rendered):
    table = listed_table()
    for language in ("en", "de", "en", "de"):
        with translation.override(language):
            lobby_frame().drawing_for(None)
    assert rendered == [("open_table.html", table.slug)] * 2


@pytest.mark.django_db
def test_a_table_that_starts_moves_to_the_games_to_watch(rendered):
    table, other = listed_table(), listed_table()
    before = lobby_frame().drawing_for(None)
    rendered.clear()
    assert starting.start(Caller(table.host), table.pk) is None
    news = lobby_frame().drawing_for(None).since(before)
    assert rendered == [("watched_table.html", table.slug)]
    assert f'<li id="open-{table.slug}" hx-swap-oob="delete"></li>' in news
    assert f'<ul hx-swap-oob="afterbegin:#lobby-games"><li id="game-{table.slug}"' in news
    assert other.slug not in news


@pytest.mark.django_db
def test_unchanged_tables_are_not_read_again(django_assert_max_num_queries):
    tables = [listed_table() for _ in range(4)]
    assert starting.start(Caller(tables[0].host), tables[0].pk) is None
    lobby_frame()
    # The waiting tables, the games to watch, and the number of users online.
    with django_assert_max_num_queries(3):
        lobby_frame()
    assert seating.sit(Caller(create_guest()), tables[1].pk, None) is None
    # The table with its host, and its seats.
    with django_assert_max_num_queries(5):
        lobby_frame()


@pytest.mark.django_db
def test_only_members_get_updates_about_a_clubs_tables():
    people = crew()
    before = lobby_frame()
    listed_table()
    table = opening.open_table(people.member, joining=Table.Joining.MEMBERS, club=people.club.pk)
    readers = (people.member, people.organizer, people.stranger)
    for each in readers:
        lobby.enter(each.pk)
    try:
        now = lobby_frame()
        Membership.objects.filter(user=people.organizer).delete()
        later = lobby_frame()
    finally:
        for each in readers:
            lobby.leave(each.pk)
    news = {
        user_id: now.drawing_for(user_id).since(before.drawing_for(user_id))
        for user_id in (None, *(each.pk for each in readers), people.owner.pk)
    }
    # The owner has no lobby page open, so their clubs were not read.
    assert {user_id for user_id, said in news.items() if table.slug in said} == {
        people.member.pk,
        people.organizer.pk,
    }
    # Viewers who see the same share a drawing.
    assert now.drawing_for(people.stranger.pk) is now.drawing_for(None)
    assert now.drawing_for(people.organizer.pk) is now.drawing_for(people.member.pk)
    # After leaving the club, its tables disappear.
    number = people.organizer.pk
    gone = later.drawing_for(number).since(now.drawing_for(number))
    assert gone == f'<li id="open-{table.slug}" hx-swap-oob="delete"></li>'
    assert later.drawing_for(people.member.pk).since(now.drawing_for(people.member.pk)) == ""


@pytest.mark.django_db
def test_a_viewer_counts_until_their_last_page_closes():
    lobby.enter(7)
    lobby.enter(7)
    lobby.leave(7)
    assert lobby._viewer_ids() == [7]
    lobby.leave(7)
    assert lobby._viewer_ids() == []

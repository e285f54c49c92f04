"""Updates of the lobby: added, removed and changed tables, rendered once for all viewers."""

import pytest
from django.utils import translation

from accounts.caller import Caller
from accounts.services import create_guest
from games.live.parts import Parts, Renderings
from games.screens.lobby import live, state
from games.screens.lobby.live import lobby_parts
from games.screens.lobby.state import LobbyState, enter, leave, lobby_state
from games.tables.models import Table
from games.tables.services import opening, seating, starting
from tests.players import listed_table
from tests.tournaments.clubs.people import crew
from tournaments.clubs.models import Membership


@pytest.fixture
def renderings() -> Renderings:
    """Return the parts that all viewers of the lobby share."""
    return Renderings()


def parts_for(renderings: Renderings, shown: LobbyState, user_id: int | None = None) -> Parts:
    """Return the parts that a viewer gets."""
    language = translation.get_language()
    return renderings.parts(shown, language, shown.clubs_of(user_id), lobby_parts)


@pytest.fixture
def rendered(monkeypatch):
    """Record rendered partials, each with the table it shows."""
    made = []
    render = live.partial

    def noted(name, /, **shown):
        if "line" in shown:
            made.append((name.rpartition("/")[2], shown["line"].table.slug))
        return render(name, **shown)

    monkeypatch.setattr(live, "partial", noted)
    return made


@pytest.mark.django_db
def test_a_changed_table_is_rendered_once_and_sent_alone_to_all_viewers(rendered, renderings):
    tables = [listed_table() for _ in range(5)]
    before = parts_for(renderings, lobby_state())
    assert len(rendered) == 5
    rendered.clear()
    assert seating.sit(Caller(create_guest()), tables[2].pk, None) is None
    now = lobby_state()
    said = {parts_for(renderings, now).since(before) for _viewer in range(100)}
    assert rendered == [("open_table.html", tables[2].slug)]
    (news,) = said
    for table in tables:
        assert (table.slug in news) == (table == tables[2])
    assert "2 free seats" in news


@pytest.mark.django_db
def test_a_table_is_rendered_once_in_each_language(rendered, renderings):
    table = listed_table()
    for language in ("en", "de", "en", "de"):
        with translation.override(language):
            parts_for(renderings, lobby_state())
    assert rendered == [("open_table.html", table.slug)] * 2


@pytest.mark.django_db
def test_a_table_that_starts_moves_to_the_games_to_watch(rendered, renderings):
    table, other = listed_table(), listed_table()
    before = parts_for(renderings, lobby_state())
    rendered.clear()
    assert starting.start(Caller(table.host), table.pk) is None
    news = parts_for(renderings, lobby_state()).since(before)
    assert rendered == [("watched_table.html", table.slug)]
    assert f'<li id="open-{table.slug}" hx-swap-oob="delete"></li>' in news
    assert f'<ul hx-swap-oob="afterbegin:#lobby-games"><li id="game-{table.slug}"' in news
    assert other.slug not in news


@pytest.mark.django_db
def test_unchanged_tables_are_not_read_again(django_assert_max_num_queries):
    tables = [listed_table() for _ in range(4)]
    assert starting.start(Caller(tables[0].host), tables[0].pk) is None
    lobby_state()
    # The waiting tables, the games to watch, and the number of users online.
    with django_assert_max_num_queries(3):
        lobby_state()
    assert seating.sit(Caller(create_guest()), tables[1].pk, None) is None
    # The table with its host, and its seats.
    with django_assert_max_num_queries(5):
        lobby_state()


@pytest.mark.django_db
def test_only_members_get_updates_about_a_clubs_tables(renderings):
    people = crew()
    before = lobby_state()
    listed_table()
    table = opening.open_table(people.member, joining=Table.Joining.MEMBERS, club=people.club.pk)
    readers = (people.member, people.organizer, people.stranger)
    for each in readers:
        enter(each.pk)
    try:
        now = lobby_state()
        Membership.objects.filter(user=people.organizer).delete()
        later = lobby_state()
    finally:
        for each in readers:
            leave(each.pk)
    users = None, *(each.pk for each in readers), people.owner.pk
    had = {user_id: parts_for(renderings, before, user_id) for user_id in users}
    has = {user_id: parts_for(renderings, now, user_id) for user_id in users}
    # The owner has no lobby page open, so their clubs were not read.
    assert {user_id for user_id in users if table.slug in has[user_id].since(had[user_id])} == {
        people.member.pk,
        people.organizer.pk,
    }
    # Viewers who see the same share the parts.
    assert has[people.stranger.pk] is has[None]
    assert has[people.organizer.pk] is has[people.member.pk]
    # After leaving the club, its tables disappear.
    gone = parts_for(renderings, later, people.organizer.pk).since(has[people.organizer.pk])
    assert gone == f'<li id="open-{table.slug}" hx-swap-oob="delete"></li>'
    member = people.member.pk
    assert parts_for(renderings, later, member).since(has[member]) == ""


@pytest.mark.django_db
def test_a_viewer_counts_until_their_last_page_closes():
    enter(7)
    enter(7)
    leave(7)
    assert state._viewer_ids() == [7]
    leave(7)
    assert state._viewer_ids() == []

"""Substitutes in lists, standings and printouts, and at the table."""

import re

import pytest

from games.screens.table.state import table_state
from tests.players import Game, Person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.substitutes.test_substitutes import faye, player
from tournaments.events.rounds import publication
from tournaments.events.substitutes.services import replace_player


def shown_text(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


@pytest.fixture
def replaced(crew) -> tuple[Evening, Person]:
    """Return an evening, in a round for points, and Faye, who plays for player1."""
    evening = Evening.of(crew, format_settings={"rounds": 2}).started(people=4, bots=0)
    evening.well(publication.publish_round)
    substitute = faye(crew)
    evening.well(replace_player, 1, substitute.user, "had to go")
    return evening, substitute


def test_a_substitute_is_shown_wherever_the_player_would_be(replaced):
    evening, substitute = replaced
    visitor, together = browser(evening.crew.member), "player1 (faye playing)"
    text = page(visitor, at("event", evening))
    standings = text[text.index('id="standings-lines"') : text.index('id="round-title"')]
    people = text[text.index('id="people"') :]
    for part in (standings, text[text.index('id="round-title"') :], people):
        assert together in part
    for name in ("event_standings", "event_projector", "event_print_standings"):
        assert together in page(visitor, at(name, evening))
    for name in ("event_print_seating", "event_print_tables"):
        assert together in page(visitor, at(name, evening, 1))
    desk = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert together in desk
    assert "faye for player1" in shown_text(desk)
    said = "You’re playing for player1 at table 1."
    assert said in page(browser(substitute.user), at("event", evening))
    own = page(browser(player(evening).user), at("event", evening))
    assert "faye is playing for you at table 1." in own


def test_a_substitute_is_no_longer_shown_after_the_round(replaced):
    evening, substitute = replaced
    evening.people.append(substitute)
    evening.play_round()
    text = page(browser(evening.crew.member), at("event_standings", evening))
    assert "player1" in text
    assert "faye playing" not in text


def test_the_table_names_its_event_round_number_and_substitutes(replaced):
    evening, substitute = replaced
    table = evening.tables()[0].table
    for reader in (substitute.user, evening.crew.member):
        text = page(browser(reader), table.get_absolute_url())
        assert "<title>Spring, table 1 · Big Two Club</title>" in text
        link = re.search(r'<a class="table-origin" href="([^"]+)"', text)
        assert link
        assert link[1] == at("event", evening)
        assert "Round 1, table 1" in text
        assert "faye plays for player1" in text


def test_moves_read_nothing_of_the_event_and_a_new_substitute_is_noticed(replaced):
    evening, substitute = replaced
    table = evening.tables()[0].table
    known = table_state(table.pk)
    assert known.origin.substitutes == (("faye", "player1"),)
    evening.well(replace_player, 2, evening.crew.member, "ill")
    assert table_state(table.pk).origin.substitutes == (("faye", "player1"), ("mei", "player2"))
    kept = table_state(table.pk).origin
    people = [*evening.people, Person(evening.crew.member), substitute]
    Game(people, table).step()
    assert table_state(table.pk).version > known.version
    assert table_state(table.pk).origin is kept

"""Pages for printing: seatings by name, standings, certificates."""

import re

import pytest

from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.rows import add_round, played_event
from tests.tournaments.events.standings.test_pages import text_of
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry

NAMES = ["Zoe", "\u00c1gnes", "ben", "Cem"]
ROUND = [{1: 9, 2: 9, 3: -8, 4: -10}]


@pytest.fixture
def event(crew) -> Event:
    return played_event(crew, [ROUND], NAMES, status="finished")


def at(event, rest):
    return f"/events/{event.slug}/print/{rest}"


@pytest.mark.every_database
def test_the_printed_seating_lists_players_and_hides_proposed_rounds(crew, event):
    Entry.objects.create(event=event, number=5, name="Dan", bot="b", status="here")
    row = add_round(event, 2, [{4: None, 3: None, 2: None, 1: None}])
    said = text_of(page(browser(), at(event, "seating/2/")))
    assert re.search(
        r"ben Table 1 , seat 2 Cem Table 1 , seat 1 Dan \(bot\) sitting out Zoe Table 1 , seat 4",
        said,
    )
    row.status = "proposed"
    row.save()
    for user in (None, crew.member, crew.guest):
        page(browser(user), at(event, "seating/2/"), 404)
    html = page(browser(crew.organizer), at(event, "seating/2/"))
    assert "Proposed seating, not yet published" in html
    page(browser(), at(event, "seating/3/"), 404)


def test_the_seating_prints_by_table_with_substitutes_and_who_sits_out(crew, event):
    Entry.objects.create(event=event, number=5, name="Dan", bot="b", status="here")
    row = add_round(event, 2, [{4: None, 3: None, 2: None, 1: None}])
    row.tables.get().seats.filter(entry__number=3).update(substitute_name="Faye")
    url = at(event, "tables/2/")
    html = page(browser(), url)
    assert "Table 1 Cem ben (Faye playing) Ágnes Zoe Sitting out: Dan (bot)" in text_of(html)
    assert at(event, "seating/2/") in html
    assert url in page(browser(), at(event, "seating/2/"))
    row.status = "proposed"
    row.save()
    page(browser(crew.member), url, 404)
    assert "Proposed seating, not yet published" in page(browser(crew.organizer), url)


def test_the_desk_links_to_the_printed_seating_of_the_proposed_round(crew):
    event = played_event(crew, [ROUND], NAMES, length=2)
    add_round(event, 2, [{4: None, 3: None, 2: None, 1: None}])
    event.rounds.filter(number=2).update(status="proposed")
    html = page(browser(crew.organizer), f"/events/{event.slug}/desk/")
    assert at(event, "tables/2/") in html
    assert f"/events/{event.slug}/desk/names/" in html


def test_the_printed_standings_show_ties_and_that_they_are_final(event):
    said = text_of(page(browser(), at(event, "standings/")))
    assert "Final: every result is in." in said
    assert "1= Zoe +9 +9" in said
    assert "4 Cem −10" in said


def test_a_certificate_shows_place_name_club_and_event(crew, event):
    said = text_of(page(browser(), at(event, "certificates/1/")))
    for words in ("First place (tied)", "Zoe", "Harbour Club", "Spring", "4 players", "total: +9"):
        assert words in said
    assert "7 March 2026" in said
    assert "Third place" in text_of(page(browser(), at(event, "certificates/3/")))
    assert "Place 4" in text_of(page(browser(), at(event, "certificates/4/")))
    page(browser(), at(event, "certificates/5/"), 404)


def test_only_organizers_can_print_all_certificates(crew, event):
    html = page(browser(crew.organizer), at(event, "certificates/"))
    assert html.count('<article class="certificate') == 4
    html = page(browser(crew.organizer), at(event, "certificates/?first=3"))
    assert html.count('<article class="certificate') == 3
    for odd in ("?first=x", "?first=" + "9" * 5000, "?first=\u0663"):
        page(browser(crew.organizer), at(event, f"certificates/{odd}"))
    for user, status in ((crew.member, 403), (crew.stranger, 403), (crew.guest, 403), (None, 302)):
        page(browser(user), at(event, "certificates/"), status)
    assert at(event, "certificates/") in page(
        browser(crew.organizer), f"/events/{event.slug}/standings/"
    )
    assert at(event, "certificates/") not in page(
        browser(crew.member), f"/events/{event.slug}/standings/"
    )


def test_there_are_no_certificates_before_the_standings_are_final(crew):
    event = played_event(crew, [ROUND], NAMES, length=2)
    page(browser(crew.organizer), at(event, "certificates/"), 404)
    page(browser(crew.organizer), at(event, "certificates/1/"), 404)


def test_only_organizers_can_print_drafts(crew):
    event = played_event(crew, [], NAMES, length=2, status="draft")
    for rest in ("standings/", "seating/1/", "certificates/1/"):
        for user in (None, crew.stranger, crew.member):
            page(browser(user), at(event, rest), 404)
    page(browser(crew.organizer), at(event, "standings/"))


def test_the_printed_seating_sorts_names_ignoring_case_and_accents(crew, event):
    for number, name in enumerate(["Zoe", "Émile", "adam", "Åsa"], 1):
        event.entries.filter(number=number).update(name=name)
    event.version += 1
    event.save()
    said = text_of(page(browser(), at(event, "seating/1/")))
    places = [said.index(f"{name} Table") for name in ("adam", "Åsa", "Émile", "Zoe")]
    assert places == sorted(places)

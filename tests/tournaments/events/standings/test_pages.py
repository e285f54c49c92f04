"""Standings pages: ranking with reasons, chances of winning, and cost."""

import re
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.rows import add_round, large_event, played_event
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.corrections.services import correct_result
from tournaments.events.entries.models import Entry
from tournaments.events.standings.sheet import sheet_of

NAMES = ["Ann", "Ben", "Cem", "Dia"]


def at(event, rest="standings/"):
    return f"/events/{event.slug}/{rest}"


def text_of(html):
    """Return the text of a page, without markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.split("<main")[1]).split())


def read(event, user=None, rest="standings/"):
    return text_of(page(browser(user), at(event, rest)))


def test_every_visitor_sees_the_ranking_and_what_decided_it(crew):
    rounds = [[{1: 9, 2: 4, 3: -6, 4: -7}], [{1: -5, 2: 5, 3: 4, 4: -4}]]
    event = played_event(crew, rounds, NAMES)
    late = event.entries.get(number=2)
    EntryPenalty.objects.create(entry=late, points=5, round=1, reason="Came <late>")
    for user in (None, crew.stranger, crew.guest, crew.member):
        html = page(browser(user), at(event))
        said = text_of(html)
        assert "1= Ann" not in said
        # 4 and 4: Ann has no penalty.
        assert re.search(
            r"1 Ann Tie-break Ann is above Ben: both \+4; penalty points: Ann 0, Ben 5\. \+4 \+9",
            said,
        )
        assert "2 Ben +4 +9 − 5 +4 +5 −5" in said
        assert "Ben −5 round 1" in said
        assert "Came" not in said
        assert "event-own-line" not in html
    mine = page(browser(late.user), at(event))
    assert '<tr class="is-own">' in mine
    assert "Place 2 of 4 Ben +4" in text_of(mine)
    # Only the entrant and organizers can read the reason.
    assert "Ben −5 Came &lt;late&gt; round 1" in text_of(mine)
    assert "Ben −5 Came &lt;late&gt; round 1" in read(event, crew.organizer)


def test_a_shared_place_is_marked_as_tied(crew):
    event = played_event(crew, [[{1: 3, 2: 3, 3: -3, 4: -3}]], NAMES)
    said = read(event)
    assert "1= Ann" in said
    assert "1= Ben" in said
    assert "tied" in said


def test_a_draft_and_an_event_without_rounds_show_no_standings(crew):
    event = played_event(crew, [], NAMES, status="draft", length=2)
    page(browser(crew.organizer), at(event))
    Event.objects.update(status="open")
    assert "Standings will appear here after the first result." in read(event)
    page(browser(), "/events/nowhere/standings/", 404)


def test_standings_are_final_only_when_every_result_is_in(crew):
    event = played_event(crew, [[{1: 3, 2: None, 3: None, 4: None}]], NAMES)
    still = "Not final: round 1 is still being played, so it isn’t included yet."
    assert still in read(event)
    # Ending by hand is not enough.
    Event.objects.update(status="finished", version=1)
    assert "Not final" in read(event)
    other = played_event(crew, [[{1: 3, 2: 0, 3: 0, 4: -3}]], NAMES, status="finished")
    assert "Final: every result is in." in read(other)
    third = played_event(crew, [[{1: 3, 2: 0, 3: 0, 4: -3}]], NAMES, length=2)
    assert "Not final: more rounds to play." in read(third)


def test_running_standings_name_the_tables_whose_points_are_missing(crew):
    open_table = {5: None, 6: None, 7: None, 8: None}
    names = [*NAMES, "Eve", "Fay", "Gus", "Hal"]
    first = {1: 3, 2: 0, 3: 0, 4: -3}
    event = played_event(crew, [[first, open_table]], names)
    said = "Not final: table 2 is still playing, so its round 1 isn’t included yet."
    assert said in read(event)
    client = browser(crew.member)
    for name in ("event", "event_projector", "event_print_standings"):
        assert said in page(client, reverse(name, args=[event.slug]))
    both = {9: None, 10: None, 11: None, 12: None}
    more = [*names, "Ida", "Jon", "Kim", "Lou"]
    event = played_event(crew, [[first, open_table, both]], more)
    assert "Not final: tables 2 and 3 are still playing, so their round 1 isn’t" in read(event)


@pytest.mark.every_database
def test_the_page_of_an_entrant_shows_how_the_total_adds_up(crew):
    rounds = [[{1: 9, 2: 4, 3: -6, 4: -7}], [{1: -5, 2: 5, 3: 4, 4: -4}]]
    event = played_event(crew, rounds, [*NAMES, "Eve"])
    given = EntryPenalty.objects.create(
        entry=event.entries.get(number=1), points=2, round=2, reason="Spoke of cards"
    )
    said = read(event, crew.organizer, rest="standings/1/")
    assert "Spoke of cards" not in read(event, rest="standings/1/")
    assert "Total +4 − 2 = +2" in said
    assert "Deals won 1 of 4" in said
    assert "Best round +9 in round 1" in said
    assert "Round 1 Table 1 +9 Ben +4 Cem −6 Dia −7" in said
    assert "−2 Spoke of cards round 2" in said
    assert "Behind Ben: ahead by 7" in said
    assert "sat out" in read(event, rest="standings/5/")
    penalties.reverse_penalty(Evening(crew, event).desk, event.pk, given.pk, "It was me.")
    said = read(event, rest="standings/1/")
    assert "Total +4 " in said
    assert "round 2 (removed)" in said
    page(browser(), at(event, "standings/6/"), 404)


def test_opponents_are_a_grid_in_small_events_and_links_in_large_ones(crew):
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES)
    html = page(browser(), at(event))
    assert "event-cross-table" in html
    # Each cell has the lead in the round, not the round's total beside every opponent.
    assert '<span title="Round 1 with Ben: +9 to +4">+5 <small>' in html
    for number in range(5, 42):
        Entry.objects.create(event=event, number=number, name=f"B{number}", bot="b", status="here")
    Event.objects.update(version=7)
    html = page(browser(), at(event))
    assert "event-cross-table" not in html
    assert "Select a name in the standings to see that player’s opponents." in html


# --- Chances of winning


def test_players_who_cannot_catch_up_are_not_listed_as_contenders(crew):
    # Two deals are left, each with a win of at most 117 and a loss of at most 115.
    rounds = [[{1: 400, 2: 200, 3: -100, 4: -500}], [dict.fromkeys((1, 2, 3, 4))]]
    event = played_event(crew, rounds, NAMES)
    said = read(event)
    assert "2 of 4 players can still win." in said
    assert "Ben +200 200 behind; can gain up to 464" in said
    assert "Still to play: 2 deals each. In one deal, a player can win up to 117 points" in said
    assert "Based on the seating of the next round." in said


def test_a_player_can_have_won_before_the_end(crew):
    rounds = [[{1: 900, 2: 0, 3: 0, 4: -900}], [dict.fromkeys((1, 2, 3, 4))]]
    assert "Ann has won. No one can catch up." in read(played_event(crew, rounds, NAMES))


def test_nothing_is_said_while_everyone_can_win(crew):
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES, length=3)
    assert len(sheet_of(event).title_race.contenders) == 4
    assert "can still win" not in read(event)


def test_chances_say_that_they_depend_on_rounds_not_seated_yet(crew):
    event = played_event(crew, [[{1: 900, 2: 4, 3: -4, 4: -900}]], NAMES, length=3)
    said = read(event)
    assert "3 of 4 players can still win." in said
    assert "Still to play: 4 deals each." in said
    assert "Depends on the next seating" in said


def test_no_chances_are_shown_while_everyone_can_still_win(crew):
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES, length=3)
    assert len(sheet_of(event).title_race.contenders) == 4
    assert "can still win" not in read(event)


def test_no_chances_are_shown_after_the_end_or_before_the_first_result(crew):
    for event in (
        played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES),
        played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES, status="finished", length=2),
        played_event(crew, [[dict.fromkeys((1, 2, 3, 4))]], NAMES),
    ):
        assert sheet_of(event).title_race is None
        assert "can still win" not in read(event)


def test_no_chances_are_shown_before_the_final_is_seated(crew):
    terms = {"format": "groups", "format_settings": {"group_rounds": 1, "final_rounds": 2}}
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES)
    Event.objects.filter(pk=event.pk).update(**terms)
    event.refresh_from_db()
    event.rounds.update(stage="group")
    assert sheet_of(event).title_race is None
    row = add_round(event, 2, [{1: -90, 2: 100, 3: -10, 4: 0}])
    row.stage = "final"
    row.save()
    Event.objects.filter(pk=event.pk).update(version=5)
    event.refresh_from_db()
    found = sheet_of(event).title_race
    assert found is not None
    assert found.deals == 2
    # Only the points of the final count: all are within reach of 100.
    assert [each.entrant for each in found.contenders] == [2, 4, 3, 1]


def test_no_chances_are_shown_where_totals_are_not_sums_of_nets(crew):
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES, length=3)
    Event.objects.filter(pk=event.pk).update(format="duplicate", version=1)
    event.refresh_from_db()
    assert sheet_of(event).title_race is None


# --- Cost


def counted(client, url):
    with CaptureQueriesContext(connection) as caught:
        page(client, url)
    return len(caught)


@pytest.mark.parametrize(
    ("rest", "first"),
    [("standings/", 12), ("standings/1/", 13), ("print/standings/", 12), ("data/results.csv", 12)],
)
def test_the_number_of_queries_does_not_depend_on_the_number_of_players(
    crew, django_assert_max_num_queries, rest, first
):
    for players in (8, 40):
        event = large_event(crew, players, 2, Random(1))
        client = browser(event.entries.get(number=1).user)
        # The first viewer of a version needs up to eight queries for the sheet, the others none.
        with django_assert_max_num_queries(first):
            page(client, at(event, rest))
        assert counted(client, at(event, rest)) <= first - 8


def test_a_correction_shows_at_once(crew):
    event = played_event(crew, [[{1: 9, 2: 4, 3: -6, 4: -7}]], NAMES)
    assert "+9" in read(event)
    table = event.rounds.get().tables.get()
    nets = {0: 1, 1: 12, 2: -6, 3: -7}
    correct_result(Evening(crew, event).desk, event.pk, table.pk, nets, "Misread.")
    assert "1 Ben +12" in read(event)

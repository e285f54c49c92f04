"""Seating pages: changes by hand, balance, kept pairs and leftover players."""

import pytest

from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening
from tournaments.events.entries.leaving import withdraw
from tournaments.events.manual_seating.forms import seating_text
from tournaments.events.manual_seating.pages import manual_seating_part
from tournaments.events.manual_seating.services import keep_apart, seat_by_hand
from tournaments.events.rounds import publication
from tournaments.events.setup.services import open_sign_up
from tournaments.pairing.rounds import Seating


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def filled(evening, seating, made_from=None, **more):
    """Return the form data for a seating."""
    now = evening.round().seated
    names = {each.number: each for each in evening.event.entries.all()}
    part = manual_seating_part(seating, now, names)
    places = [*(place for table in part.tables for place in table.places), *part.out]
    return {
        **{place.field: place.value for place in places},
        "made_from": seating_text(made_from or now),
        **more,
    }


def turned(seating):
    """Return the seating with two players of different tables swapped."""
    one, two, *others = seating.tables
    return Seating(((two[0], *one[1:]), (one[0], *two[1:]), *others), seating.out)


# --- By hand


def test_an_organizer_changes_the_seating_without_javascript(evening):
    evening.started(people=4, bots=5)
    client, url = browser(evening.crew.organizer), at("event_seats", evening)
    text = page(client, url)
    assert text.count("<select") == 8 + 2
    assert 'for="seat-2-3">Table 2, seat 4<' in text
    wanted = turned(evening.round().seated)
    answer = client.post(url, filled(evening, wanted, reason="friends <3"))
    assert answer.url == at("event_desk", evening)
    assert evening.round().seated == wanted
    assert evening.event.records.get(deed="seated").text == "friends <3"


@pytest.mark.every_database
def test_an_invalid_seating_is_explained_and_the_input_stays(evening):
    evening.started(people=4, bots=5)
    client, url = browser(evening.crew.organizer), at("event_seats", evening)
    kept = evening.round().seated
    first, second = kept.tables[0][:2]
    data = filled(evening, kept, reason="because") | {"seat-1-0": str(second)}
    answer = client.post(url, data)
    assert answer.status_code == 422
    text = answer.content.decode()
    names = {each.number: each.name for each in evening.event.entries.all()}
    assert f"{names[second]} has 2 places." in text
    assert f"{names[first]} has no place." in text
    assert 'value="because"' in text
    assert text.count(f'<option value="{second}" selected>') == 2
    assert evening.round().seated == kept


def test_the_second_of_two_organizers_sees_what_has_changed(evening):
    evening.started(people=4, bots=5)
    client, url = browser(evening.crew.owner), at("event_seats", evening)
    seen = evening.round().seated
    mine = Seating(seen.tables[::-1], seen.out)
    evening.well(seat_by_hand, turned(seen))
    answer = client.post(url, filled(evening, mine, made_from=seen, reason="mine"))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Another organizer has changed the seating." in text
    moved = evening.event.entries.get(number=seen.tables[0][0]).name
    assert f"{moved}: table 1, seat 1, now table 2, seat 1" in text
    assert evening.round().seated == turned(seen)
    # The edited seating is still there, and is saved when sent again.
    assert f'<option value="{mine.tables[0][0]}" selected>' in text
    assert client.post(url, filled(evening, mine, made_from=turned(seen))).status_code == 302
    assert evening.round().seated == mine


def test_a_player_who_has_left_cannot_be_seated_again(evening):
    evening.started(people=9, bots=0)
    client, url = browser(evening.crew.owner), at("event_seats", evening)
    seen = evening.round().seated
    gone = seen.tables[0][1]
    assert withdraw(evening.people[gone - 1].caller, evening.event.pk) is None
    answer = client.post(url, filled(evening, turned(seen), made_from=seen))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert f"player{gone}: table 1, seat 2, now not in the round" in text
    assert f'<option value="{gone}"' not in text
    # After publication there is nothing to seat.
    evening.well(publication.publish_round)
    answer = client.post(url, filled(evening, seen, made_from=seen), follow=True)
    assert "There’s no proposed seating to edit." in answer.content.decode()


def test_the_balance_of_a_seating_is_shown_before_it_is_saved(evening):
    evening.started(people=8, bots=0).well(publication.publish_round).play_round()
    client, url = browser(evening.crew.organizer), at("event_seats_balance", evening)
    first, kept = evening.event.rounds.get(number=1).seated, evening.round().seated
    answer = client.post(url, filled(evening, first, made_from=kept))
    text = answer.content.decode()
    assert "12 repeat meetings. With 8 players and 2 rounds, no seating has fewer than 4." in text
    assert text.count("have already met 1 time (now at table") == 12
    assert "<html" not in text
    assert evening.round().seated == kept
    one, other = first.tables[0][:2]
    evening.well(keep_apart, one, other)
    text = client.post(url, filled(evening, first)).content.decode()
    assert "should be kept apart but are both at table 1." in text
    text = client.post(url, filled(evening, first) | {"seat-1-0": ""}).content.decode()
    assert "has no place" in text
    text = client.post(url, filled(evening, first, made_from=first)).content.decode()
    assert "Another organizer has changed the round." in text


def test_large_rounds_use_text_fields_instead_of_long_lists(evening):
    seating = Seating(tuple(tuple(range(at, at + 4)) for at in range(1, 85, 4)))
    names = {number: type("Called", (), {"name": f"N{number}"}) for number in range(1, 85)}
    assert not manual_seating_part(seating, seating, names).has_lists


@pytest.mark.every_database
def test_the_balance_page_covers_planned_rounds_and_says_when_they_are_unknown(crew):
    evening = Evening.of(crew, format_settings={"rounds": 2}).started(people=4, bots=8)
    client = browser(crew.organizer)
    text = page(client, at("event_balance", evening))
    assert "No pair meets twice. This is the best possible seating." in text
    assert "3 repeat meetings, the fewest possible." in text
    evening.well(publication.publish_round)
    assert "Up to round 1" in page(client, at("event_balance", evening))
    other = Evening.of(crew, name="Other", format_name="swiss", format_settings={"rounds": 2})
    other.started(people=0, bots=8)
    assert "later rounds aren’t known yet" in page(client, at("event_balance", other))
    draft = Evening.of(crew, name="Draft")
    answer = client.get(at("event_balance", draft), follow=True)
    assert "No round has been seated yet." in answer.content.decode()


# --- On the desk


def test_an_organizer_chooses_at_the_desk_what_leftover_players_do(crew):
    evening = Evening.of(crew, sit_out_points=6)
    evening.well(open_sign_up).joined(7).all_here()
    client = browser(crew.organizer)
    text = page(client, at("event_desk", evening))
    assert "7 players are here: 3 too many for tables of 4." in text
    assert "1 table of 4. Players take turns: 3 players sit out each round" in text
    assert "and get 6 points each from the club." in text
    assert "1 table of 4 and 1 table of 3." in text
    assert "with 17 cards each" in text
    assert "2 tables of 4. 1 bot plays in each round." in text
    desk(evening, "uneven", **{"uneven-uneven": "smaller"})
    assert evening.event.uneven == "smaller"
    desk(evening, "start")
    text = page(client, at("event_desk", evening))
    assert "1 table has fewer players." in text
    desk(evening, "uneven", 422, **{"uneven-uneven": "nonsense"})
    facts = page(client, at("event", evening))
    assert "6 points per round, paid by the club" in facts


def test_an_organizer_keeps_pairs_apart_at_the_desk(evening):
    evening.started(people=8, bots=0)
    one, other = evening.round().seated.tables[0][:2]
    data = {"apart-entry": one, "apart-other": one, "apart-reason": "sisters"}
    text = desk(evening, "apart", 422, **data)
    assert "Choose another player of the event." in text
    assert 'value="sisters"' in text
    desk(evening, "apart", **data | {"apart-other": other})
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    pair = evening.event.apart_pairs.get()
    assert f"{pair.one.name} – {pair.other.name}" in text
    desk(evening, "together", **{"together-pair": pair.pk})
    assert not evening.event.apart_pairs.exists()

"""The page of the desk: its actions, and denials."""

import pytest
from django.urls import reverse

from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening
from tournaments.events.core.models import Event
from tournaments.events.desk.pages import BUTTONS, CHECK_IN_ALL
from tournaments.events.desk.parts import DESK_FORMS
from tournaments.events.rounds import publication


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def test_only_organizers_can_use_the_actions_of_the_desk(evening):
    evening.started().well(publication.publish_round).play_round()
    kept = (evening.event.version, evening.event.records.count())
    crew = evening.crew
    client, data = browser(crew.member), {"cancel-reason": "x", "bots-count": "1"}
    for act in (*BUTTONS, CHECK_IN_ALL, *DESK_FORMS):
        url = at("event_desk_action", evening, act)
        assert client.post(url, data | {"announce-text": "x"}).status_code == 403, url
    evening.event.refresh_from_db()
    assert (evening.event.version, evening.event.records.count()) == kept
    # Before the start, too.
    other = Evening.of(crew, name="Other")
    for act in (*BUTTONS, CHECK_IN_ALL, *DESK_FORMS):
        assert browser(crew.member).post(at("event_desk_action", other, act)).status_code == 404
    other.event.refresh_from_db()
    assert other.event.status == Event.Status.DRAFT


def test_an_organizer_takes_an_event_from_draft_to_a_running_round(evening):
    desk(evening, "open")
    evening.joined(2)
    desk(evening, "bots", **{"bots-count": "6"})
    assert evening.event.entries.count() == 8
    evening.all_here()
    desk(evening, "start")
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Round 1: proposed seating" in text
    assert "No two players meet a second time." in text
    desk(evening, "anew")
    desk(evening, "publish")
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "0 of 2 tables finished" in text
    desk(evening, "pause")
    desk(evening, "go-on")
    evening.play_table(evening.tables()[0])
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "1 of 2 tables finished" in text


def test_an_organizer_adds_time_at_the_desk(crew):
    evening = Evening.of(crew, clock="quick").started(people=8, bots=0)
    evening.well(publication.publish_round)
    assert "Add time" in page(browser(crew.organizer), at("event_desk", evening))
    data = {"extend-table": "1", "extend-seconds": "45", "extend-reason": "Tea was spilt."}
    desk(evening, "extend", **data)
    text = page(browser(crew.member), at("event", evening))
    assert "added 45 seconds at table 1." in text
    data |= {"extend-table": "", "extend-reason": "All of it."}
    desk(evening, "extend", **data)
    assert "at all tables." in page(browser(crew.member), at("event", evening))


def test_a_refused_action_is_explained_and_the_input_stays(evening):
    evening.started()
    data = {"penalty-entry": "1", "penalty-points": "0", "penalty-reason": "came late"}
    text = desk(evening, "penalty", 422, **data)
    assert "greater than or equal to 1" in text
    assert 'value="came late"' in text
    text = desk(
        evening,
        "replace",
        422,
        **{"replace-entry": "1", "replace-by": "bot", "replace-reason": "ill"},
    )
    assert "This player isn’t playing at a table right now." in text
    assert 'value="ill"' in text
    data |= {"penalty-points": "5", "penalty-reason": "\u3164"}
    assert "Enter at least one visible character." in desk(evening, "penalty", 422, **data)
    data["penalty-reason"] = "?!"
    text = desk(evening, "penalty", 422, **data)
    assert "Use at least one letter or digit." in text
    assert 'value="?!"' in text
    said = browser(evening.crew.organizer).post(
        at("event_desk_action", evening, "start"), follow=True
    )
    assert "This isn’t possible at the event’s current stage." in said.content.decode()


def test_an_organizer_gives_and_reverses_penalties_at_the_desk(evening):
    evening.started()
    data = {"penalty-entry": "2", "penalty-points": "5", "penalty-reason": "came late"}
    desk(evening, "penalty", **data)
    given = evening.event.entries.get(number=2).penalties.get()
    assert given.points == 5
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "player2: 5-point penalty (came late)" in text
    data = {"take-back-penalty": given.pk, "take-back-reason": "the bus"}
    desk(evening, "take-back", **data)
    given.refresh_from_db()
    assert given.reversed_at is not None


def test_an_organizer_replaces_a_player_by_a_member_or_a_bot(evening):
    evening.started().well(publication.publish_round)
    data = {"replace-entry": "1", "replace-by": evening.crew.member.pk, "replace-reason": "ill"}
    desk(evening, "replace", **data)
    assert "Your table" in page(browser(evening.crew.member), at("event", evening))
    assert "event-table-link" not in page(browser(evening.people[0].user), at("event", evening))
    desk(evening, "replace", **{"replace-entry": "2", "replace-by": "bot", "replace-reason": "ill"})
    data = {"replace-entry": "3", "replace-by": evening.crew.stranger.pk, "replace-reason": "ill"}
    desk(evening, "replace", 422, **data)


def test_an_organizer_corrects_a_result(evening):
    evening.started().well(publication.publish_round).play_round()
    table = evening.event.rounds.get(number=1).tables.first()
    client, url = browser(evening.crew.organizer), at("event_correct", evening, table.pk)
    page(client, url)
    nets = {"net-0": "10", "net-1": "-10", "net-2": "0", "net-3": "3", "reason": "misread"}
    answer = client.post(url, nets)
    assert answer.status_code == 422
    assert "add up to 0. These add up to 3." in answer.content.decode()
    assert 'value="misread"' in answer.content.decode()
    assert client.post(url, nets | {"net-3": "0"}).status_code == 302
    assert dict(table.seats.values_list("place", "net")) == {0: 10, 1: -10, 2: 0, 3: 0}
    other = Evening.of(evening.crew, name="Other")
    page(client, at("event_correct", other, table.pk), 404)


def test_an_organizer_removes_a_player_and_makes_an_announcement(evening):
    evening.started()
    desk(evening, "take-out", **{"take-out-entry": "1", "take-out-reason": "gone <home>"})
    desk(evening, "announce", **{"announce-text": "Tea is ready."})
    text = page(browser(evening.crew.member), at("event", evening))
    assert "oscar removed player1." in text
    assert "gone &lt;home&gt;" not in text
    assert "gone &lt;home&gt;" in page(browser(evening.people[0].user), at("event", evening))
    assert "Tea is ready." in text


def test_a_cancelled_event_shows_the_reason_to_its_entrants(evening):
    desk(evening, "open")
    assert "This field is required." in desk(evening, "cancel", 422)
    evening.joined(1)
    desk(evening, "cancel", **{"cancel-reason": "Rain."})
    assert evening.event.status == Event.Status.CANCELLED
    page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Rain." not in page(browser(evening.crew.member), at("event", evening))
    text = page(browser(evening.people[0].user), at("event", evening))
    assert "Rain." in text
    assert at("event_enter", evening) not in text
    events = reverse("club_events", args=[evening.crew.club.slug])
    assert "Past events" in page(browser(evening.crew.member), events)

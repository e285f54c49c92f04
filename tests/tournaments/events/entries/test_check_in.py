"""Check-in by organizers, at the desk."""

import pytest

from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, deeds, refused
from tournaments.events.core.denials import EventCode
from tournaments.events.entries.checking_in import check_in_all, check_in_entrant
from tournaments.events.setup.services import open_check_in, open_sign_up


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def test_an_organizer_checks_players_in_and_can_undo_it(evening):
    evening.well(open_sign_up).joined(3)
    early = evening.do(check_in_entrant, 1, is_here=True)
    assert refused(early, EventCode.NOT_NOW)
    evening.well(open_check_in)
    for is_here, status in ((True, "here"), (True, "here"), (False, "entered")):
        evening.well(check_in_entrant, 1, is_here=is_here)
        assert evening.event.entries.get(number=1).status == status
    evening.well(check_in_all)
    assert set(evening.event.entries.values_list("status", flat=True)) == {"here"}
    assert deeds(evening).count("is-here") == 4
    assert deeds(evening).count("not-here") == 1
    player = check_in_entrant(evening.people[0].caller, evening.event.pk, 2, is_here=True)
    assert refused(player, EventCode.NOT_ALLOWED)


def test_an_organizer_checks_players_in_at_the_desk(evening):
    evening.well(open_sign_up).joined(3).well(open_check_in)
    client = browser(evening.crew.organizer)
    assert "Check in" in page(client, at("event_desk", evening))
    for here, status in (("1", "here"), ("0", "entered")):
        answer = client.post(at("event_check_in_player", evening, 2), {"here": here})
        assert answer.url == at("event_desk", evening)
        assert evening.event.entries.get(number=2).status == status
    desk(evening, "all-here")
    assert evening.event.entries.filter(status="here").count() == 3
    said = client.post(at("event_check_in_player", evening, 9), {"here": "1"}, follow=True)
    assert "No sign-up was found for this event." in said.content.decode()

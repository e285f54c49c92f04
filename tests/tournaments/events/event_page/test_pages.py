"""Event pages: access, actions and cost."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments.events.browsing import at, browser, desk, make, page
from tests.tournaments.events.evening import Evening
from tournaments.events.core import format_input
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.rounds import publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.setup.services import open_check_in, open_sign_up

Status = Event.Status


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


# --- Permissions


def test_the_club_page_shows_drafts_only_to_organizers(evening):
    crew = evening.crew
    new = reverse("event_start", args=[crew.club.slug])
    for user in (crew.member, crew.stranger, crew.guest):
        assert evening.event.name not in page(browser(user), crew.club.get_absolute_url())
    text = page(browser(crew.organizer), crew.club.get_absolute_url())
    assert new in text
    assert at("event", evening) in text


def test_strangers_can_read_the_event_page_but_are_not_offered_to_sign_up(evening):
    evening.well(open_sign_up)
    for user in (evening.crew.stranger, evening.crew.guest):
        text = page(browser(user), at("event", evening))
        assert at("event_enter", evening) not in text
        assert at("event_desk", evening) not in text
    assert "Sign in" in page(browser(), at("event", evening))


@pytest.mark.parametrize("visibility", Event.Visibility.values)
def test_organizers_read_who_can_open_the_shared_links(crew, visibility):
    evening = Evening.of(crew, visibility=visibility)
    url, organizer = at("event", evening), browser(crew.organizer)
    assert "Only the club’s organizers can open these links" in page(organizer, url)
    evening.well(open_sign_up)
    text = page(organizer, url)
    is_open = browser().get(url).status_code == 200
    assert ("Anyone with these links" in text) == is_open
    assert ("Only the club’s members and players in the event can" in text) == (not is_open)


# --- Taking part


def test_a_member_signs_up_checks_in_and_withdraws(evening):
    member = browser(evening.crew.member)
    evening.well(open_sign_up)
    assert at("event_enter", evening) in page(member, at("event", evening))
    member.post(at("event_enter", evening))
    text = page(member, at("event", evening))
    assert "You’re signed up." in text
    assert at("event_withdraw", evening) in text
    assert at("event_check_in", evening) not in text
    evening.well(open_check_in)
    assert at("event_check_in", evening) in page(member, at("event", evening))
    member.post(at("event_check_in", evening))
    assert evening.event.entries.get().status == "here"
    member.post(at("event_withdraw", evening))
    text = page(member, at("event", evening))
    assert "You withdrew from this event." in text
    again = member.post(at("event_withdraw", evening), follow=True)
    assert "This sign-up was withdrawn." in again.content.decode()


def test_a_waiting_player_sees_their_position(crew):
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up).joined(2)
    assert "Join the waiting list" in page(browser(crew.member), at("event", evening))
    text = page(browser(evening.people[1].user), at("event", evening))
    assert "You’re number 1 on the waiting list." in text
    assert "Waiting list" in text


def test_the_event_and_home_pages_link_to_the_players_own_table(evening):
    evening.started().well(publication.publish_round)
    user = evening.people[0].user
    seat = EventSeat.objects.select_related("event_table__table").get(entry__number=1)
    url = seat.event_table.table.get_absolute_url()
    text = page(browser(user), at("event", evening))
    assert f'<a class="event-table-link" href="{url}">' in text
    home = page(browser(user), "/")
    assert f'class="button button-small button-play" href="{url}"' in home
    assert "event-table-link" not in page(browser(evening.crew.member), at("event", evening))
    home = page(browser(evening.crew.member), "/")
    assert at("event", evening) in home
    assert "is-urgent" not in home
    assert at("event", evening) not in page(browser(evening.crew.stranger), "/")


@pytest.mark.long
def test_the_page_shows_results_and_decisions(evening):
    evening.started().well(publication.publish_round).play_round()
    evening.well(penalties.give_penalty, 2, 15, "came <late>")
    text = page(browser(evening.people[0].user), at("event", evening))
    for line in format_input.standings_of(evening.event):
        entry = evening.event.entries.get(number=line.entrant)
        assert entry.name in text
        assert f"{line.total:+d}".replace("-", "−").replace("+0", "0") in text
    assert "−15" in text
    assert "came &lt;late&gt;" not in text
    assert "came &lt;late&gt;" in page(browser(evening.people[1].user), at("event", evening))
    assert escape("oscar gave player2 a 15-point penalty.") in text
    # The second round is proposed, and only the desk shows it.
    assert "Round 2" not in text
    assert "Round 2: proposed seating" in page(
        browser(evening.crew.organizer), at("event_desk", evening)
    )


@pytest.mark.long
def test_the_page_takes_no_more_queries_for_sixteen_players_than_for_eight(crew):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for bots in (8, 16):
        evening = Evening.of(crew, name=f"For {bots}").started(people=0, bots=bots)
        evening.well(publication.publish_round).play_round().well(publication.publish_round)
        client = browser(crew.member)
        page(client, at("event", evening))
        with CaptureQueriesContext(connection) as caught:
            page(client, at("event", evening))
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 22


def test_unknown_actions_and_events_are_not_found(evening):
    desk(evening, "nonsense", 404)
    page(browser(evening.crew.organizer), reverse("event", args=["nowhere"]), 404)


def test_the_page_also_shows_the_start_in_the_readers_time_zone(crew):
    crew.club.time_zone = "Asia/Hong_Kong"
    crew.club.save()
    make(crew)
    url = reverse("event", args=[Event.objects.get().slug])
    reader = browser(crew.organizer)
    assert "In your time zone" not in page(reader, url)
    reader.cookies["zone"] = "Asia/Manila"  # the same hour
    assert "In your time zone" not in page(reader, url)
    reader.cookies["zone"] = "Asia/Tokyo"
    assert ", 20:30" in page(reader, url).split("In your time zone:")[1][:60]

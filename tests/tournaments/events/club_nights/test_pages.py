"""Club night pages: sitting down with one click, and the shared content."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.tables.models import Table
from games.tables.services.rematch import open_again, play_again
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, desk, form, page
from tests.tournaments.events.club_night import Night
from tournaments.events.club_nights.services import take_night_result
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.rounds import proposal


@pytest.fixture
def night(crew) -> Night:
    return Night.begun(crew)


def own_page(night, who, status=200) -> str:
    return page(browser(night.people[who].user), at("event", night), status)


# --- Creating one


def test_an_organizer_creates_a_club_night_and_chooses_how_it_is_ranked(crew):
    data = form(format="club_night", entry_limit="")
    data |= {
        "club_night-by": "average", "club_night-least_deals": "6", "club_night-best": "3",
    }  # fmt: skip
    client, url = browser(crew.organizer), reverse("event_new", args=[crew.club.slug])
    assert "Average points per deal" in page(client, url)
    wrong = client.post(url, data | {"entry_limit": "20"})
    assert wrong.status_code == 422
    assert "Leave this empty: any member can join a club night." in wrong.content.decode()
    client.post(url, data)
    made = Event.objects.get()
    assert made.format_settings == {"by": "average", "least_deals": 6, "best": 3}
    text = page(client, reverse("event", args=[made.slug]))
    assert "Club night, ranked by average points per deal (at least 6 deals)" in text
    assert "Players with fewer than 6 deals are unranked" in text


# --- Before, while it runs, after


def test_the_desk_goes_from_sign_up_straight_to_the_club_night(crew):
    night = Night.of(crew)
    desk(night, "open")
    text = page(browser(crew.organizer), at("event_desk", night))
    assert "Start club night" in text
    assert "check-in" not in text.split("event-stages")[1].split("</ol>")[0]
    assert "No need to sign up" in page(browser(crew.member), at("event", night))
    desk(night, "start")
    text = page(browser(crew.organizer), at("event_desk", night))
    assert "No tables are open right now." in text
    assert "enough checked-in players to propose" not in text
    assert 'id="id_bots-count"' not in text
    desk(night, "end-night", **{"end-night-reason": ""})
    assert night.event.status == Event.Status.FINISHED
    text = page(browser(crew.member), at("event", night))
    assert "oscar ended the event." in text
    assert "Sit down" not in text


def test_a_player_opens_a_table_with_one_click_and_others_sit_down(night):
    first, second = (browser(each.user) for each in night.people[:2])
    assert at("night_open", night) in page(first, at("event", night))
    answer = first.post(at("night_open", night))
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    page(first, table.get_absolute_url())
    text = own_page(night, 0)
    assert "You’re at table 1." in text
    assert at("night_open", night) not in text
    text = own_page(night, 1)
    assert "3 free seats" in text
    assert "guest1" in text
    assert at("night_sit", night, 1) in text
    answer = second.post(at("night_sit", night, 1))
    assert answer.url == table.get_absolute_url()
    assert table.sessions.get().seats.count() == 2
    assert "2 free seats" in own_page(night, 2)
    assert "Waiting for players" in page(Client(), at("event", night))


def test_the_page_says_why_a_seat_or_a_table_is_refused(night):
    for who in range(4):
        client = browser(night.people[who].user)
        client.post(at("night_sit", night, 1) if who else at("night_open", night))
    late = browser(night.crew.member)
    said = late.post(at("night_sit", night, 1), follow=True)
    assert "This table is full." in said.content.decode()
    late.post(at("night_open", night))
    said = browser(night.people[0].user).post(at("night_sit", night, 2), follow=True)
    assert "You have a seat at table 1. Keep playing there" in said.content.decode()
    said = late.post(at("night_sit", night, 9), follow=True)
    assert "This table is closed or isn’t part of this event." in said.content.decode()


@pytest.mark.parametrize("who", ["stranger", "guest"])
def test_strangers_and_guests_can_read_the_page_but_are_offered_no_seat(night, who):
    night.opened(0)
    text = page(browser(getattr(night.crew, who)), at("event", night))
    assert at("night_sit", night, 1) not in text
    assert at("night_open", night) not in text


def test_opening_tables_is_rate_limited(night, settings):
    settings.TABLE_RATE = "1/hour"
    client = browser(night.people[0].user)
    client.post(at("night_open", night))
    assert client.post(at("night_open", night)).status_code == 429


def test_the_page_shows_the_progress_of_tables_and_reserved_seats(night):
    table = night.seated(0, 1, 2, 3)
    text = page(browser(night.crew.member), at("event", night))
    assert "Deal 1 of 1" in text
    assert "free seat" not in text
    take_night_result(night.play(table, {0: 0}).pk)
    assert play_again(night.people[0].caller, table.pk) is None
    assert open_again(night.people[0].caller, table.pk) is None
    text = page(browser(night.crew.member), at("event", night))
    assert "Empty seats are reserved for the previous players." in text
    assert at("night_sit", night, 1) not in text


@pytest.mark.every_database
def test_the_page_shows_how_standings_and_sessions_add_up(night):
    session = night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    night.well(penalties.give_penalty, 1, 4, "phone <rang>")
    text = own_page(night, 0)
    assert "+10 − 4" in text
    assert "ahead by 4" in text
    assert session.get_absolute_url() in text
    assert "Session 1, deal by deal" in text
    assert "Ranked by the total of all finished sessions." in text
    assert "phone &lt;rang&gt;" in text
    # Organizers correct it like any other result.
    table = night.event.rounds.get().tables.get()
    correct = at("event_correct", night, table.pk)
    assert correct in page(browser(night.crew.organizer), at("event_desk", night))
    nets = {f"net-{place}": "0" for place in range(4)}
    browser(night.crew.organizer).post(correct, nets | {"reason": "misread"})
    assert "oscar corrected guest1’s result" in own_page(night, 0)


def test_sessions_that_do_not_count_are_marked_by_more_than_colour(crew):
    night = Night.begun(crew, format_settings={"by": "best", "best": 1})
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2})
    night.counted(0, 1, 2, 3, left={0: 2, 1: 0})
    assert own_page(night, 0).count("doesn’t count:") == 4


def test_a_player_with_too_few_deals_is_unranked(crew):
    night = Night.begun(crew, format_settings={"by": "average", "least_deals": 2})
    night.counted(0, 1, 2, 3, left={0: 0})
    assert "1 of 2 deals" in own_page(night, 0)
    night.counted(0, 1, 2, 3, left={0: 0, 1: 3, 2: 3, 3: 4})
    text = own_page(night, 0)
    assert "of 2 deals" not in text
    assert "+13 in 2 deals" in text
    assert "+6.50" in text


def test_the_page_says_how_many_sessions_were_unfinished(crew):
    night = Night.begun(crew)
    night.seated(0, 1, 2, 3)
    night.well(proposal.end_event, "")
    text = own_page(night, 0)
    assert "1 session was unfinished when the night ended and doesn’t count." in text


@pytest.mark.every_database
def test_the_table_page_says_which_event_it_counts_for(night):
    table = night.opened(0)
    client = browser(night.people[0].user)
    text = page(client, table.get_absolute_url())
    assert "Counts towards an event, which sets the terms" in text
    assert 'id="bots"' not in text
    back = reverse("night_of_table", args=[table.slug])
    assert f'<a href="{back}">' in text
    assert client.get(back).url == at("event", night)
    page(client, reverse("night_of_table", args=["nowhere"]), 404)
    night.well(proposal.end_event, "")
    text = page(client, table.get_absolute_url())
    assert "The event is over. Unfinished games and new games won’t count towards it." in text
    assert 'id="bots"' in text


def test_players_cannot_propose_to_end_a_table_that_counts(night):
    table = night.seated(0, 1, 2, 3)
    client = browser(night.people[0].user)
    text = page(client, table.get_absolute_url())
    assert 'value="pause"' in text
    assert 'value="end"' not in text
    night.well(proposal.end_event, "")
    text = page(client, table.get_absolute_url())
    assert 'value="end"' in text
    assert "The event is over." in text


def test_the_page_takes_no_more_queries_for_four_tables_than_for_one(crew):
    counts = []
    for tables in (1, 4):
        night = Night.begun(crew, 0, name=f"Night {tables}")
        for number in range(tables):
            users = [person(f"p{tables}{number}{each}") for each in range(4)]
            night.people += [_member(crew, each) for each in users]
            night.seated(*range(4 * number, 4 * number + 4))
        client = browser(crew.member)
        page(client, at("event", night))
        with CaptureQueriesContext(connection) as caught:
            page(client, at("event", night))
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 21


def _member(crew, user):
    from tests.players import Person
    from tournaments.clubs.models import Membership

    Membership.objects.create(club=crew.club, user=user)
    return Person(user)

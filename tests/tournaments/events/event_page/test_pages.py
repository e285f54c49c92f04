"""Event pages: access, actions and cost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import ClubRules
from tournaments.events.core import format_input
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.desk.pages import BUTTONS, CHECK_IN_ALL
from tournaments.events.desk.parts import DESK_FORMS
from tournaments.events.rounds import publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.setup.services import open_check_in, open_sign_up

Status = Event.Status


def browser(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(client, url, status=200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, answer
    return answer.content.decode()


def at(name, evening, *more) -> str:
    return reverse(name, args=[evening.event.slug, *more])


def desk(evening, act, status=302, **data):
    answer = browser(evening.crew.organizer).post(at("event_desk_action", evening, act), data)
    assert answer.status_code == status, answer.content.decode()
    evening.event.refresh_from_db()
    return answer.content.decode()


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def form(**more):
    day = timezone.now() + timedelta(days=3)
    return {
        "name": "Spring Cup",
        "date": day.strftime("%Y-%m-%d"),
        "time": "19:30",
        "description": "Bring a friend.",
        "rules": "pagat",
        "deals": "3",
        "clock": "relaxed",
        "format": "swiss",
        "swiss-rounds": "4",
        "swiss-window": "8",
        "entry_limit": "",
        "uneven": "out",
        "spectators": "on",
        **more,
    }


# --- Creating one


def make(crew, user=None, **more):
    client = browser(user or crew.organizer)
    return client.post(reverse("event_new", args=[crew.club.slug]), form(**more))


def test_an_ambiguous_stake_is_asked_about_and_the_chosen_reading_is_saved(crew):
    answer = make(crew, stake="9.500", currency="HKD")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Do you mean HK$9,500 or HK$9.50?" in html
    assert "Bring a friend." in html
    assert not Event.objects.exists()
    make(crew, stake="9.500", currency="HKD", stake_meant="HKD:950")
    assert Event.objects.get().stake_minor == 950


def test_the_start_of_an_event_is_entered_in_the_clubs_time_zone(crew):
    crew.club.time_zone = "Asia/Hong_Kong"
    crew.club.save()
    answer = make(crew)
    made = Event.objects.get()
    assert answer.url == reverse("event_desk", args=[made.slug])
    assert made.status == Status.DRAFT
    assert made.starts_at.strftime("%H:%M") == "11:30"
    assert made.format_settings == {"rounds": 4, "window": 8}
    assert made.deals == 3
    text = page(browser(crew.organizer), reverse("event", args=[made.slug]))
    assert "19:30 (Hong Kong)" in text
    assert "Swiss, 4 rounds" in text


@pytest.mark.every_database
def test_the_form_preselects_the_clubs_house_rules_for_an_event(crew):
    from games.rules.ruleset.rule_set import RuleSet

    options = RuleSet.make("hong_kong").to_options()
    kept = ClubRules.objects.create(club=crew.club, name="Ours", options=options)
    crew.club.default_rules = kept.choice
    crew.club.save()
    url = reverse("event_new", args=[crew.club.slug])
    assert f'<option value="{kept.choice}" selected>' in page(browser(crew.organizer), url)
    make(crew, rules=kept.choice)
    made = Event.objects.get()
    assert (made.rules, made.rules_name) == (options, "Ours")
    rules = reverse("club_rules_page", args=[crew.club.slug, kept.slug])
    assert rules in page(browser(crew.organizer), reverse("event", args=[made.slug]))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u200b"}, "Names can’t contain invisible"),
        ({"name": "\u3164"}, "Names can’t contain invisible"),
        ({"name": "Spr\u0456ng"}, "One word mixes letters from several scripts"),
        ({"name": "♠♥"}, "Use at least one letter or digit."),
        (
            {"description": "Bring a friend.\u202e"},
            "Remove the characters that change",
        ),
        ({"date": "2020-01-01"}, "Choose a start time in the future."),
        ({"time": "25:00"}, "Enter a valid time."),
        ({"rules": "club:gone"}, "These rules no longer exist"),
        ({"format": "nonsense"}, "Select a valid choice."),
        ({"swiss-rounds": "0"}, "greater than or equal to 1"),
        ({"entry_limit": "1"}, "greater than or equal to 2"),
        ({"deals": "x"}, "Enter a whole number."),
    ],
)
def test_the_form_explains_invalid_input_and_keeps_it(crew, wrong, said):
    answer = make(crew, **wrong)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert said in text
    assert "Bring a friend." in text
    assert not Event.objects.exists()


def test_invalid_settings_of_an_unselected_format_are_ignored(crew):
    assert make(crew, **{"groups-groups": "-7"}).status_code == 302


def test_a_start_time_skipped_by_the_clock_change_is_refused(crew):
    crew.club.time_zone = "Europe/London"
    crew.club.save()
    year = timezone.now().year + 1
    last = max(
        day
        for day in (timezone.datetime(year, 3, number) for number in range(25, 32))
        if day.weekday() == 6
    )
    answer = make(crew, date=last.strftime("%Y-%m-%d"), time="01:30")
    assert answer.status_code == 422
    assert "That time doesn’t exist" in answer.content.decode()


# --- Permissions


def test_the_club_page_shows_drafts_only_to_organizers(evening):
    crew = evening.crew
    new = reverse("event_new", args=[crew.club.slug])
    for user in (crew.member, crew.stranger, crew.guest):
        assert evening.event.name not in page(browser(user), crew.club.get_absolute_url())
    text = page(browser(crew.organizer), crew.club.get_absolute_url())
    assert new in text
    assert at("event", evening) in text


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
    assert other.event.status == Status.DRAFT


def test_strangers_can_read_the_event_page_but_are_not_offered_to_sign_up(evening):
    evening.well(open_sign_up)
    for user in (evening.crew.stranger, evening.crew.guest):
        text = page(browser(user), at("event", evening))
        assert at("event_enter", evening) not in text
        assert at("event_desk", evening) not in text
    assert "Sign in" in page(browser(), at("event", evening))


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
    assert f'<a class="home-notice is-urgent" href="{url}">' in home
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


# --- The desk


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
    assert evening.event.status == Status.CANCELLED
    page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Rain." not in page(browser(evening.crew.member), at("event", evening))
    text = page(browser(evening.people[0].user), at("event", evening))
    assert "Rain." in text
    assert at("event_enter", evening) not in text
    assert "Past events" in page(browser(evening.crew.member), evening.crew.club.get_absolute_url())


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

"""Pages that create and edit an event."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.clubs.people import caller, person, play_house
from tests.tournaments.events.browsing import at, browser, form, make, page
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import ClubRules
from tournaments.clubs.services import club
from tournaments.events.core.models import Event
from tournaments.events.rounds import proposal
from tournaments.events.setup.services import open_sign_up, terms_version


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


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
    assert made.status == Event.Status.DRAFT
    assert made.starts_at.strftime("%H:%M") == "11:30"
    assert made.format_settings == {
        "rounds": 4,
        "window": 8,
        "tie_breaks": ["penalty", "opponents", "deals_won", "best_round"],
    }
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


def test_a_refused_form_names_the_fields_with_errors_at_the_top(crew):
    text = make(crew, name="", deals="x", repeats_ahead="0").content.decode()
    top = text[text.index('role="alert"') : text.index("Name and date")]
    assert "autofocus" in top
    assert "3 fields need attention:" in top
    for name in ("name", "deals", "repeats_ahead"):
        assert f'href="#id_{name}"' in top
        assert f'id="id_{name}"' in text
    # The folded part with an error is open.
    assert '<details class="club-section event-details" open>' in text
    blank = page(browser(crew.organizer), reverse("event_new", args=[crew.club.slug]))
    assert "autofocus" not in blank
    assert '<details class="club-section event-details">' in blank


def test_an_invalid_choice_of_payments_opens_its_part(crew):
    text = make(crew, payments="unknown").content.decode()
    assert "1 field needs attention:" in text
    assert 'href="#id_payments"' in text
    assert '<details class="event-details event-money" open>' in text


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


@pytest.mark.every_database
def test_the_edit_form_is_prefilled_and_saves_changes(evening):
    play_house(evening.crew.club)
    client, url = browser(evening.crew.organizer), at("event_edit", evening)
    text = page(client, url)
    assert 'value="Spring"' in text
    assert '<option value="as-they-are" selected>' in text
    version = terms_version(evening.event)
    starts_at = evening.event.starts_at
    sent = {
        **form(name="Summer", rules="as-they-are", stake="0.50", currency="EUR"),
        "sit_out_points": "4",
        "uneven": "smaller",
        "made_from": version,
        "date": starts_at.strftime("%Y-%m-%d"),
        "time": starts_at.strftime("%H:%M"),
    }
    assert client.post(url, sent).status_code == 302
    changed = Event.objects.get(pk=evening.event.pk)
    assert (changed.name, changed.stake_minor, changed.sit_out_points) == ("Summer", 50, 4)
    assert (changed.rules_name, changed.uneven, changed.starts_at) == (
        "pagat",
        "smaller",
        starts_at,
    )
    text = page(client, at("event", evening))
    assert "name: Spring → Summer" in text
    assert "€0.50 a point" in text
    # An organizer who started editing earlier is told, and keeps their input.
    answer = client.post(url, sent | {"name": "Winter"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Another organizer has changed this event." in text
    assert 'value="Winter"' in text
    assert "Spring → Summer" in text
    again = sent | {"name": "Winter", "made_from": terms_version(changed)}
    assert client.post(url, again).status_code == 302


def test_the_edit_form_refuses_invalid_changes(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(3)
    client, url = browser(crew.organizer), at("event_edit", evening)
    sent = form(entry_limit="2", made_from=terms_version(evening.event))
    answer = client.post(url, sent)
    assert answer.status_code == 422
    assert (
        "There are already more players signed up than this limit allows."
        in answer.content.decode()
    )
    assert client.post(url, sent | {"stake": "1"}).status_code == 422
    assert client.post(url, sent | {"rules": "club:gone"}).status_code == 422


def test_only_texts_of_a_running_event_can_be_edited(evening):
    evening.started()
    client, url = browser(evening.crew.organizer), at("event_edit", evening)
    text = page(client, url)
    assert "its rules and format can’t be changed" in text
    assert 'name="deals"' not in text
    sent = {"name": "Late", "description": "Tea.", "entry_limit": ""}
    assert client.post(url, sent).status_code == 302
    evening.event.refresh_from_db()
    assert (evening.event.name, evening.event.description) == ("Late", "Tea.")
    evening.well(proposal.end_event, "rain")
    answer = client.get(url, follow=True)
    assert "This event is over." in answer.content.decode()


def test_an_organizer_creates_an_event_as_a_copy_of_another(crew):
    evening = Evening.of(crew, uneven="bots", stake_minor=5, currency="HKD", deals=7)
    client = browser(crew.organizer)
    url = reverse("event_new", args=[crew.club.slug]) + f"?like={evening.event.slug}"
    start = reverse("event_start", args=[crew.club.slug]) + f"?like={evening.event.slug}"
    assert start in page(client, at("event_desk", evening))
    assert 'value="settings">All settings</button>' in page(client, start)
    text = page(client, url)
    assert 'value="Spring"' in text
    assert 'name="date" value' not in text
    assert 'value="7"' in text
    sent = form(rules="as-they-are", stake="0.05", currency="HKD")
    assert client.post(url, sent).status_code == 302
    made = Event.objects.latest("pk")
    assert (made.rules, made.stake_minor) == (evening.event.rules, 5)
    # Only of this club.
    founder = person("else")
    other = club.create(caller(founder), name="Other Club")
    text = page(
        browser(founder), reverse("event_new", args=[other.slug]) + f"?like={evening.event.slug}"
    )
    assert 'value="Spring"' not in text


# --- Groups in sentences

GROUPS = {
    "format": "groups",
    "groups-groups": "3",
    "groups-group_rounds": "2",
    "groups-cut": "each",
    "groups-past_cut": "2",
    "groups-going_on": "2",
    "groups-final_rounds": "1",
}


def outlined(crew, query="", **more) -> str:
    url = reverse("event_groups_preview", args=[crew.club.slug]) + query
    answer = browser(crew.organizer).post(url, form(**(GROUPS | more)))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_settings_of_groups_are_told_in_sentences(crew):
    assert outlined(crew) == (
        "12 players: 3 groups of 4. The groups play 2 rounds. The best 2 players of each group go"
        " on. They play 1 knock-out round. The best 2 players of each table go on. The final table"
        " plays 1 round."
    )
    assert outlined(crew, "?players=9").startswith(
        "9 players: 2 groups of 4 to 5. 3 groups need 12 players; with 9 there are 2."
        " The groups play 2 rounds. In each of these rounds, 1 player sits out."
    )
    assert outlined(crew, entry_limit="24").startswith("24 players: 3 groups of 8.")
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"groups-groups": "1"}, "12 players: 1 group. The groups play 2 rounds. The best 2"),
        ({"groups-cut": "overall", "groups-past_cut": "4"}, "The best 4 players of all go on. The"),
        (
            {"groups-cut": "overall", "groups-past_cut": "2"},
            "The best 2 players of all go on. That doesn’t fill the final table, so the best 2 of"
            " the other players join them.",
        ),
        (
            {"uneven": "bots", "entry_limit": "9"},
            "In each of these rounds, 3 bots play.",
        ),
        (
            {"uneven": "smaller", "entry_limit": "11"},
            "In each of these rounds, 1 player sits out.",
        ),
        ({"groups-carry": "on"}, "Points from the groups count in the final."),
        ({"rules": "three_players"}, "12 players: 3 groups of 3 to 6."),
        # Other fields can still be wrong or missing.
        ({"name": "", "date": ""}, "12 players: 3 groups of 4."),
    ],
)
def test_the_sentences_on_groups_follow_the_form(crew, more, said):
    assert said in outlined(crew, **more)


def test_wrong_settings_of_groups_have_no_sentence(crew):
    assert outlined(crew, **{"groups-groups": "0"}) == ""
    assert outlined(crew, rules="club:gone") == ""


def test_the_sentences_on_groups_know_the_players_of_an_event_that_is_edited(evening):
    evening.well(open_sign_up).joined(8)
    html = page(browser(evening.crew.organizer), at("event_edit", evening))
    assert f"?like={evening.event.slug}&amp;players=8" in html
    query = f"?like={evening.event.slug}&players=8"
    assert outlined(evening.crew, query, rules="as-they-are").startswith("8 players: 2 groups of 4")

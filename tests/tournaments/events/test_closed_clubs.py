"""Events and seasons of a club that is closed or about to close."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.players import Game, Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import club as club_services
from tournaments.events import upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk.services import announce
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.signing_up import enter, enter_bot
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.seasons.models import Season
from tournaments.events.seasons.services import add_events, close_season, create_season
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    create_event,
    open_check_in,
    open_sign_up,
)


def close(crew):
    """Close the club with running events, as the previous release allowed."""
    Club.objects.filter(pk=crew.club.pk).update(closed_at=timezone.now())


def is_closed(crew) -> bool:
    crew.club.refresh_from_db()
    return crew.club.closed_at is not None


@pytest.mark.every_database
def test_a_club_with_running_events_cannot_be_closed(crew):
    Evening.of(crew, name="Spring").started()
    Night.begun(crew, name="Friday")
    Evening.of(crew, name="Autumn").well(open_sign_up)
    answer = club_services.close(Person(crew.owner).caller, crew.club.pk)
    assert refused(answer, ClubCode.STILL_RUNNING)
    assert set(answer.params["names"]) == {"Spring", "Friday"}
    assert not is_closed(crew)
    url = reverse("club_close", args=[crew.club.slug])
    client = browser(crew.owner)
    question = client.get(url).content.decode()
    assert "End these events before you close the club: " in question
    assert 'name="name"' not in question, "nothing is offered that would be refused"
    shown = client.post(url, {"name": crew.club.name}, follow=True).content.decode()
    assert "you close the club: " in shown
    assert "Spring" in shown
    assert "Friday" in shown
    assert "Autumn" not in shown.split("you close the club: ")[1].split(".")[0]
    assert not is_closed(crew)


def test_a_club_can_be_closed_after_its_events_have_ended(crew):
    evening = Evening.of(crew).started()
    evening.well(proposal.end_event, "rain")
    assert club_services.close(Person(crew.owner).caller, crew.club.pk) is None
    assert is_closed(crew)


def test_events_of_a_closed_club_cannot_be_opened_or_started(crew):
    draft, opened = Evening.of(crew), Evening.of(crew)
    opened.well(open_sign_up).joined(4)
    coming = Evening.of(crew)
    coming.well(open_sign_up).well(open_check_in)
    night = Evening.of(crew, format_name="club_night", format_settings={})
    night.well(open_sign_up)
    late = person("late")
    Membership.objects.create(club=crew.club, user=late)
    close(crew)
    for answer in (
        draft.do(open_sign_up),
        draft.do(change_event, name="Other"),
        opened.do(open_check_in),
        opened.do(enter_bot),
        enter(Person(late).caller, opened.event.pk),
        coming.do(proposal.start_event),
        night.do(proposal.start_event),
    ):
        assert refused(answer, EventCode.CLUB_CLOSED)
    # Entrants can still leave, and the event can be cancelled.
    assert withdraw(opened.people[0].caller, opened.event.pk) is None
    opened.well(cancel_event, "the club is closed")


def test_a_closed_club_takes_no_new_events_or_seasons(crew):
    club = crew.club
    season = create_season(Person(crew.organizer).caller, club, name="2026")
    evening = Evening.of(crew)
    close(crew)
    caller = Person(crew.organizer).caller
    # The club was read before it closed.
    made = create_event(
        caller,
        club,
        name="Late",
        starts_at=evening.event.starts_at,
        rules=evening.event.rule_set,
        rules_name="pagat",
        format_name="swiss",
    )
    assert refused(made, EventCode.CLUB_CLOSED)
    assert refused(create_season(caller, club, name="Late"), EventCode.CLUB_CLOSED)
    for answer in (
        add_events(caller, season.pk, evening.event.pk),
        close_season(caller, season.pk),
    ):
        assert refused(answer, EventCode.CLUB_CLOSED)
    assert Event.objects.count() == Season.objects.count() == 1


def test_events_of_a_closed_club_take_no_results_rounds_or_decisions(crew):
    evening = Evening.of(crew, stake_minor=10, currency="EUR").started(people=4, bots=4)
    evening.well(publication.publish_round)
    table = evening.tables()[0]
    Game(evening.people, table.table).finish_session()
    close(crew)
    evening.event.refresh_from_db()
    before = evening.event.version
    results.take_result(table.table.sessions.get().pk)
    proposal.propose_round(evening.event.pk)
    upkeep.sweep()
    table.refresh_from_db()
    assert table.finished_at is None
    for answer in (
        evening.do(publication.publish_round),
        evening.do(penalties.give_penalty, 1, 999, "why not"),
        evening.do(correct_result, table.pk, {0: 0, 1: 0, 2: 0, 3: 0}, "no"),
        evening.do(publication.undo_round, "no"),
        evening.do(announce, "hello"),
    ):
        assert refused(answer, EventCode.CLUB_CLOSED)
        assert "The club is closed" in sentence(answer)
    evening.event.refresh_from_db()
    assert evening.event.version == before
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "Give penalty" not in shown


def test_results_of_finished_events_cannot_change_in_a_closed_club(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}).started(people=2, bots=2)
    evening.well(publication.publish_round).play_round()
    assert evening.event.status == Event.Status.FINISHED
    assert club_services.close(Person(crew.owner).caller, crew.club.pk) is None
    table = evening.tables()[0]
    nets = {0: 10, 1: -10, 2: 0, 3: 0}
    answer = evening.do(correct_result, table.pk, nets, "no")
    assert refused(answer, EventCode.CLUB_CLOSED)
    answer = evening.do(penalties.give_penalty, 1, 999, "no")
    assert refused(answer, EventCode.CLUB_CLOSED)


@pytest.mark.every_database
def test_a_season_with_running_events_cannot_be_closed(crew):
    caller = Person(crew.organizer).caller
    season = create_season(caller, crew.club, name="2026")
    evening, other = Evening.of(crew, name="Spring").started(), Evening.of(crew, name="Other")
    for each in (evening, other):
        assert add_events(caller, season.pk, each.event.pk) is None
    answer = close_season(caller, season.pk)
    assert refused(answer, EventCode.SEASON_PLAYS)
    assert "still in progress: Spring." in sentence(answer)
    url = reverse("season_close", args=[season.slug])
    question = browser(crew.organizer).get(url).content.decode()
    assert "still in progress: Spring. End them before" in question
    assert '<button type="submit" class="button button-danger"' not in question
    shown = browser(crew.organizer).post(url, follow=True).content.decode()
    assert "still in progress: Spring." in shown
    season.refresh_from_db()
    assert season.closed_at is None
    evening.well(proposal.end_event, "rain")
    question = browser(crew.organizer).get(url).content.decode()
    assert "The standings become final" in question
    assert close_season(caller, season.pk) is None


def test_a_running_event_outside_the_season_does_not_keep_it_open(crew):
    caller = Person(crew.organizer).caller
    season = create_season(caller, crew.club, name="2026")
    Evening.of(crew).started()
    assert close_season(caller, season.pk) is None

"""Entries of users who leave the club, are removed, or whose club closes."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.notices.models import Notice
from tests.players import Person
from tests.tournaments.clubs.people import caller
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Membership
from tournaments.clubs.services import club, members
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.entries.leaving import rejoin, remove_entrant, withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.pages import leaving_question
from tournaments.events.entries.signing_up import enter, enter_bot
from tournaments.events.notices.kinds import EventKind
from tournaments.events.rounds import proposal, publication
from tournaments.events.seasons.services import create_season
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.substitutes.services import replace_player

Status, Kind = Entry.Status, EventKind


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def evening(crew) -> Evening:
    found = Evening.of(crew, entry_limit=2).well(open_sign_up)
    for user in (crew.member, crew.organizer, crew.owner):
        assert enter(Person(user).caller, found.event.pk) is None
    return found


def event_url(evening: Evening) -> str:
    return reverse("event", args=[evening.event.slug])


def status(evening: Evening, user) -> str:
    return evening.event.entries.get(user=user).status


@pytest.mark.parametrize("how", ["leave", "remove"])
def test_a_departing_members_entry_is_withdrawn_and_the_next_one_moves_up(evening, how):
    crew = evening.crew
    if how == "leave":
        assert members.leave(caller(crew.member), crew.club.pk) is None
    else:
        assert members.remove(caller(crew.owner), crew.club.pk, crew.member.pk) is None
    assert status(evening, crew.member) == Status.WITHDRAWN
    assert status(evening, crew.owner) == Status.ENTERED
    gone = Notice.objects.filter(kind=Kind.ENTRANT_GONE)
    told = {crew.owner, crew.organizer} - ({crew.owner} if how == "remove" else set())
    assert {each.user for each in gone} == told
    assert Notice.objects.filter(kind=Kind.WITHDRAWN, user=crew.member).exists() == (
        how == "remove"
    )
    html = browser(crew.organizer).get(event_url(evening)).content.decode()
    assert "was withdrawn after leaving the club" in html


def test_closing_a_club_cancels_events_that_have_not_started(evening):
    crew = evening.crew
    draft = Evening.of(crew, name="Draft")
    assert club.close(caller(crew.owner), crew.club.pk) is None
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.CANCELLED
    assert set(evening.event.entries.values_list("status", flat=True)) == {Status.WITHDRAWN}
    told = Notice.objects.filter(subject_id=evening.event.pk, kind=Kind.CANCELLED)
    assert {each.user for each in told} == {crew.owner, crew.organizer, crew.member}
    draft.event.refresh_from_db()
    assert draft.event.status == Event.Status.DRAFT


def test_no_event_is_cancelled_when_a_running_event_keeps_the_club_open(evening):
    crew = evening.crew
    running = Evening.of(crew, name="Runs").started(people=4, bots=0)
    before = running.event.version
    page = browser(crew.owner).get(reverse("club_close", args=[crew.club.slug]))
    assert "End these events before you close the club: Runs." in page.content.decode()
    answer = club.close(caller(crew.owner), crew.club.pk)
    assert answer is not None
    assert answer.code is ClubCode.STILL_RUNNING
    evening.event.refresh_from_db()
    running.event.refresh_from_db()
    assert evening.event.status == Event.Status.OPEN
    assert status(evening, crew.member) == Status.ENTERED
    assert (running.event.status, running.event.version) == (Event.Status.RUNNING, before)


def test_a_refused_departure_withdraws_no_entry(evening):
    crew = evening.crew
    assert members.leave(caller(crew.owner), crew.club.pk) is not None
    assert status(evening, crew.owner) == Status.WAITING


def test_a_former_member_stays_in_a_running_event_until_they_withdraw(crew):
    evening = Evening.of(crew).started(people=4, bots=0)
    gone = evening.people[0]
    assert members.leave(gone.caller, crew.club.pk) is None
    assert status(evening, gone.user) == Status.HERE
    page = browser(gone.user).get(event_url(evening)).content.decode()
    assert reverse("event_withdraw", args=[evening.event.slug]) in page
    assert "you’re still signed up" in page
    answer = browser(gone.user).post(reverse("event_withdraw", args=[evening.event.slug]))
    assert answer.status_code == 302
    assert status(evening, gone.user) == Status.WITHDRAWN


def test_strangers_cannot_withdraw(evening):
    url = reverse("event_withdraw", args=[evening.event.slug])
    assert browser(evening.crew.stranger).post(url).status_code == 403
    assert browser(evening.crew.stranger).get(url).status_code == 403


def test_a_former_member_is_offered_to_withdraw_but_not_to_check_in(evening):
    crew = evening.crew
    # Like rows from before departures withdrew entries.
    Membership.objects.filter(user=crew.member).delete()
    evening.well(open_check_in)
    page = browser(crew.member).get(event_url(evening)).content.decode()
    assert reverse("event_withdraw", args=[evening.event.slug]) in page
    assert reverse("event_check_in", args=[evening.event.slug]) not in page


def test_the_pages_announce_the_consequences_of_leaving_removing_and_closing(evening):
    crew = evening.crew
    Evening.of(crew, name="Other").well(open_sign_up)
    page = browser(crew.member).get(reverse("club_leave", args=[crew.club.slug]))
    assert "Sign-ups will be withdrawn for: Spring." in page.content.decode()
    member = reverse("club_member", args=[crew.club.slug, crew.member.pk])
    page = browser(crew.owner).get(member, {"ask": "remove"}).content.decode()
    assert "Sign-ups will be withdrawn for: Spring." in page
    page = browser(crew.owner).get(reverse("club_close", args=[crew.club.slug]))
    assert "Upcoming events will be cancelled: Spring and Other." in page.content.decode()


# --- Rejoining


def test_leaving_a_running_event_asks_first_and_can_be_undone_until_the_next_round(crew):
    evening = Evening.of(crew, deals=1).started(people=4, bots=0)
    evening.well(publication.publish_round)
    who = evening.people[0]
    client = browser(who.user)
    url = reverse("event_withdraw", args=[evening.event.slug])
    page = client.get(url).content.decode()
    assert "Leave Spring?" in page
    assert "a bot plays on for you" in page
    assert status(evening, who.user) == Status.HERE
    client.post(url)
    entry = evening.event.entries.get(user=who.user)
    assert (entry.status, entry.left) == (Status.WITHDRAWN, 1)
    table = evening.tables()[0].table
    seats = table.sessions.get().seats
    assert seats.get(user=who.user).left_at is not None
    back = reverse("event_rejoin", args=[evening.event.slug])
    assert back in client.get(event_url(evening)).content.decode()
    client.post(back)
    entry.refresh_from_db()
    assert (entry.status, entry.left) == (Status.HERE, None)
    assert seats.get(user=who.user).left_at is None
    assert not seats.get(user=who.user).stand_in
    assert evening.event.records.first().deed == EventRecord.Deed.RETURNED


def test_a_player_cannot_return_after_the_next_round_is_published(crew):
    evening = Evening.of(crew, deals=1).started(people=5, bots=0)
    evening.well(publication.publish_round)
    who = evening.people[0]
    assert withdraw(who.caller, evening.event.pk) is None
    evening.play_round().well(publication.publish_round)
    answer = rejoin(who.caller, evening.event.pk)
    assert refused(answer, EventCode.TOO_LATE_TO_RETURN)
    page = browser(who.user).get(event_url(evening)).content.decode()
    assert reverse("event_rejoin", args=[evening.event.slug]) not in page


def test_a_player_removed_by_an_organizer_cannot_return(crew):
    evening = Evening.of(crew, deals=1).started(people=4, bots=4)
    evening.well(publication.publish_round)
    who = evening.people[0]
    number = evening.event.entries.get(user=who.user).number
    evening.well(remove_entrant, number, "Went home.")
    answer = rejoin(who.caller, evening.event.pk)
    assert refused(answer, EventCode.TOO_LATE_TO_RETURN)


def test_a_player_who_left_the_club_cannot_return(crew):
    evening = Evening.of(crew, deals=1).started(people=4, bots=4)
    evening.well(publication.publish_round)
    who = evening.people[0]
    assert withdraw(who.caller, evening.event.pk) is None
    assert members.leave(who.caller, crew.club.pk) is None
    answer = rejoin(who.caller, evening.event.pk)
    assert refused(answer, EventCode.NOT_IN_CLUB)


def test_a_substitute_keeps_the_seat_when_the_player_returns(crew):
    evening = Evening.of(crew, deals=1).started(people=4, bots=4)
    evening.well(publication.publish_round)
    who = evening.people[0]
    number = evening.event.entries.get(user=who.user).number
    assert withdraw(who.caller, evening.event.pk) is None
    evening.well(replace_player, number, crew.owner, "Plays on.")
    assert rejoin(who.caller, evening.event.pk) is None
    seats = [table.table.sessions.get().seats for table in evening.tables()]
    assert any(each.filter(user=crew.owner).exists() for each in seats)
    assert not any(each.filter(user=who.user).exists() for each in seats)


def full_event(crew) -> Evening:
    """Return an event with four places, a running first round, and one waiting user."""
    evening = Evening.of(crew, deals=1, entry_limit=4).started(people=4, bots=0)
    evening.well(publication.publish_round)
    Membership.objects.create(club=crew.club, user=crew.stranger)
    assert enter(Person(crew.stranger).caller, evening.event.pk) is None
    assert status(evening, crew.stranger) == Status.WAITING
    return evening


def test_a_player_returning_to_a_full_event_goes_last_on_the_waiting_list(crew):
    evening = full_event(crew)
    who, other = evening.people[:2]
    assert withdraw(who.caller, evening.event.pk) is None
    assert status(evening, crew.stranger) == Status.HERE
    page = browser(who.user).get(event_url(evening)).content.decode()
    assert "it’s full now" in page
    assert rejoin(who.caller, evening.event.pk) is None
    assert status(evening, who.user) == Status.WAITING
    # They get the next free place and have missed nothing.
    assert withdraw(other.caller, evening.event.pk) is None
    entry = evening.event.entries.get(user=who.user)
    assert (entry.status, entry.joined, entry.left) == (Status.HERE, 1, None)
    assert rejoin(other.caller, evening.event.pk) is None
    assert status(evening, other.user) == Status.WAITING


def test_a_returning_player_is_marked_as_gone_when_the_next_round_is_published(crew):
    evening = full_event(crew)
    who, other = evening.people[:2]
    assert withdraw(who.caller, evening.event.pk) is None
    assert rejoin(who.caller, evening.event.pk) is None
    evening.play_round().well(publication.publish_round)
    entry = evening.event.entries.get(user=who.user)
    assert (entry.status, entry.left) == (Status.WITHDRAWN, 1)
    assert withdraw(other.caller, evening.event.pk) is None
    assert status(evening, who.user) == Status.WITHDRAWN


def test_a_player_returning_to_a_knock_out_passes_waiting_late_entrants(crew):
    evening = Evening.of(crew, deals=1, entry_limit=4, format_name="knock_out", format_settings={})
    evening.well(open_sign_up)
    for user in (crew.member, crew.organizer, crew.owner):
        assert enter(Person(user).caller, evening.event.pk) is None
    evening.well(enter_bot).well(open_check_in)
    Membership.objects.create(club=crew.club, user=crew.stranger)
    assert enter(Person(crew.stranger).caller, evening.event.pk) is None
    evening.well(check_in_all).well(proposal.start_event).well(publication.publish_round)
    assert status(evening, crew.stranger) == Status.WAITING
    assert withdraw(Person(crew.member).caller, evening.event.pk) is None
    assert rejoin(Person(crew.member).caller, evening.event.pk) is None
    assert status(evening, crew.member) == Status.HERE
    assert status(evening, crew.stranger) == Status.WAITING


def test_closing_a_season_asks_for_confirmation(crew):
    season = create_season(Person(crew.organizer).caller, crew.club, name="2026")
    client = browser(crew.organizer)
    url = reverse("season_close", args=[season.slug])
    assert url in client.get(season.get_absolute_url()).content.decode()
    assert "Close 2026?" in client.get(url).content.decode()
    season.refresh_from_db()
    assert season.closed_at is None
    client.post(url)
    season.refresh_from_db()
    assert season.closed_at is not None
    assert client.get(url).status_code == 302


# --- The question before leaving


@pytest.mark.parametrize(
    ("event", "entry", "said", "unsaid"),
    [
        (
            {"status": "open"},
            {},
            ["Your place goes to another player. You’ll owe nothing for this event."],
            ["lose your place", "skip it instead"],
        ),
        (
            {"status": "check-in", "entry_limit": 8},
            {"status": "waiting"},
            [
                "You’ll lose your place on the waiting list.",
                "If you sign up again when the event is full, you’ll go to the end of the waiting"
                " list.",
            ],
            ["Your place goes to another player"],
        ),
        (
            {},
            {},
            [
                "If you’re at a table, a bot plays on for you and the result still counts for you.",
                "You can rejoin until the next round is published.",
                "To miss only the next round, go back and skip it instead.",
            ],
            ["settled with the event", "entry fee", "end of the waiting list"],
        ),
        (
            {"cards": "paper"},
            {},
            ["If you’re at a table, the organizers choose who plays on for you."],
            ["a bot plays on"],
        ),
        (
            {"currency": "HKD", "stake_minor": 100},
            {},
            ["What you’ve won or lost so far is settled with the event."],
            ["entry fee"],
        ),
        (
            {"currency": "HKD", "fee_minor": 2000},
            {},
            ["Once your first round has started, you owe the entry fee anyway."],
            [],
        ),
        (
            {"format": "knock_out", "entry_limit": 8},
            {},
            [
                "each round decides who advances",
                "If the event is full when you rejoin, you’ll go to the end of the waiting list.",
            ],
            ["skip it instead"],
        ),
        ({"format": "club_night"}, {}, ["You can rejoin"], ["skip", "decides who advances"]),
    ],
)
def test_the_question_before_leaving_states_the_consequences(event, entry, said, unsaid):
    given = {"slug": "spring", "name": "Spring", "status": "running", "format": "fixed_rounds"}
    question = leaving_question(Event(**given | event), Entry(**entry))
    text = " ".join(map(str, question.sentences))
    assert all(each in text for each in said), text
    assert not any(each in text for each in unsaid), text

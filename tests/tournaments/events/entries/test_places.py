"""Waiting lists, free places, late entry, and the end of sign-up."""

import random
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from accounts.notices.models import Notice
from accounts.services import close_account
from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.clubs.services import members
from tournaments.events import upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries import checking_in, leaving, signing_up
from tournaments.events.manual_seating.services import choose_leftover
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up
from tournaments.pairing import formats
from tournaments.pairing.formats import seating_context

KNOCK_OUT = {"format_name": "knock_out", "format_settings": {"going_on": 2, "final_rounds": 1}}


def member(crew, name):
    user = person(name)
    Membership.objects.create(club=crew.club, user=user)
    return Person(user)


def status(evening, who):
    return evening.event.entries.get(user=who.user).status


def enter(evening, *people):
    for each in people:
        assert signing_up.enter(each.caller, evening.event.pk) is None
        if each not in evening.people:
            evening.people.append(each)


def leave(evening, *people):
    for each in people:
        assert leaving.withdraw(each.caller, evening.event.pk) is None


def told(evening, who):
    """Return the texts of a user's notifications about a free place."""
    found = Notice.objects.filter(user=who.user, kind=EventKind.MOVED_UP).first()
    return None if found is None else notice_words(evening.event, found.kind, found.params).detail


@pytest.mark.every_database
def test_a_player_who_withdraws_and_returns_goes_last_on_the_waiting_list(crew):
    ann, bea, cai = (member(crew, name) for name in ("ann", "bea", "cai"))
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up)
    enter(evening, ann, bea, cai)
    leave(evening, ann)
    assert status(evening, bea) == "entered"
    enter(evening, ann)
    leave(evening, bea)
    assert [status(evening, each) for each in (ann, bea, cai)] == [
        "waiting",
        "withdrawn",
        "entered",
    ]
    assert told(evening, cai)
    assert not told(evening, ann)


def test_a_waiting_player_who_withdraws_and_returns_goes_last_on_the_waiting_list(crew):
    ann, bea, cai = (member(crew, name) for name in ("ann", "bea", "cai"))
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up)
    enter(evening, ann, bea, cai)
    leave(evening, bea)
    enter(evening, bea)
    assert "number 2 on the waiting list" in page(browser(bea.user), at("event", evening))
    leave(evening, ann)
    assert status(evening, cai) == "entered"
    assert status(evening, bea) == "waiting"


@pytest.mark.parametrize("returns", ["ann", "bea"])
def test_a_player_added_again_by_an_organizer_goes_last_on_the_waiting_list(crew, returns):
    people = {name: member(crew, name) for name in ("ann", "bea", "cai", "dan")}
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up)
    enter(evening, *people.values())
    back = people[returns]
    number = evening.event.entries.get(user=back.user).number
    evening.well(leaving.remove_entrant, number, "by mistake")
    listed = evening.do(signing_up.enter_members, {back.user.pk: None})
    assert listed == signing_up.EnrolmentCounts(1, 1)
    for _ in range(2):
        first = evening.event.entries.get(status="entered")
        evening.well(leaving.remove_entrant, first.number, "ill")
    left = {name for name, each in people.items() if status(evening, each) == "waiting"}
    others = [name for name in people if name != returns]
    assert left <= {returns, others[-1]}
    assert returns in left or status(evening, back) == "entered"
    # All others had their turn first.
    had = Notice.objects.filter(kind="event.moved-up").order_by("pk").values_list("user", flat=True)
    assert back.user.pk not in list(had)[: len(had) - 1]


@pytest.mark.every_database
def test_members_from_a_list_join_the_waiting_list_in_its_order(crew):
    people = [member(crew, f"p{number}") for number in range(5)]
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up)
    enter(evening, people[3], people[0])
    listed = evening.do(
        signing_up.enter_members, {each.user.pk: None for each in (people[4], people[1], people[2])}
    )
    assert listed == signing_up.EnrolmentCounts(3, 3)
    order = []
    for _ in range(4):
        first = evening.event.entries.get(status="entered")
        leave(evening, next(each for each in people if each.user == first.user))
        order.append(evening.event.entries.get(status="entered").user)
    assert order == [people[number].user for number in (0, 4, 1, 2)]


def test_places_always_go_by_the_order_of_the_latest_sign_ups(crew):
    """Compare with a list that a human would keep on paper."""
    rng = random.Random(7)
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up)
    people = [member(crew, f"p{number}") for number in range(6)]
    line: list[Person] = []
    for _ in range(60):
        who = rng.choice(people)
        if who in line:
            leave(evening, who)
            line.remove(who)
        else:
            enter(evening, who)
            line.append(who)
        found = {each.user: each.status for each in evening.event.entries.select_related("user")}
        assert [found[each.user] for each in line] == (["entered"] * 2 + ["waiting"] * 6)[
            : len(line)
        ]


@pytest.mark.every_database
def test_a_free_place_of_a_running_event_goes_to_the_first_waiting_player(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(4)
    waits, newcomer = member(crew, "waits"), member(crew, "newcomer")
    enter(evening, waits)
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    leave(evening, evening.people[0])
    enter(evening, newcomer)
    assert status(evening, waits) == "here"
    assert status(evening, newcomer) == "waiting"
    assert "You’ll start playing in round 2." in told(evening, waits)
    evening.play_round()
    number = evening.event.entries.get(user=waits.user).number
    assert number in evening.round().seated.seated
    assert 1 not in evening.round().seated.seated


def test_a_place_freed_before_round_one_is_published_is_filled_in_that_round(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(4)
    waits = member(crew, "waits")
    enter(evening, waits)
    evening.all_here().well(proposal.start_event)
    leave(evening, evening.people[0])
    assert sorted(evening.round().seated.seated) == [2, 3, 4, 5]
    assert "You’ll start playing in round 1." in told(evening, waits)


def test_raising_the_limit_of_a_running_event_seats_waiting_players(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(4)
    waits = [member(crew, f"waits{number}") for number in range(4)]
    enter(evening, *waits)
    evening.all_here().well(proposal.start_event)
    evening.well(change_event, entry_limit=8)
    assert {status(evening, each) for each in waits} == {"here"}
    assert len(evening.round().seated.tables) == 2


def test_waiting_players_do_not_move_up_when_the_format_takes_no_more_players(crew):
    evening = Evening.of(crew, entry_limit=8, **KNOCK_OUT).well(open_sign_up).joined(8)
    waits = member(crew, "waits")
    enter(evening, waits)
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    leave(evening, evening.people[0])
    assert status(evening, waits) == "waiting"
    assert "this event no longer takes new players" in page(
        browser(waits.user), at("event", evening)
    )


@pytest.mark.every_database
def test_places_of_no_shows_go_to_waiting_players_who_checked_in(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(4)
    absent, here, last = (member(crew, name) for name in ("absent", "here", "last"))
    enter(evening, absent, here, last)
    evening.well(open_check_in)
    for each in evening.people[:3]:
        assert checking_in.check_in(each.caller, evening.event.pk) is None
    for each in (last, here):
        assert checking_in.check_in(each.caller, evening.event.pk) is None
        assert status(evening, each) == "waiting"
    evening.well(proposal.start_event)
    assert status(evening, evening.people[3]) == "withdrawn"
    assert [status(evening, each) for each in (absent, here, last)] == [
        "waiting",
        "here",
        "waiting",
    ]
    assert sorted(evening.round().seated.seated) == [1, 2, 3, 6]
    assert "You’ll start playing in round 1." in told(evening, here)
    assert not told(evening, absent)


def test_an_organizer_can_check_in_waiting_players(crew):
    evening = Evening.of(crew, entry_limit=4).well(open_sign_up).joined(4)
    waits = member(crew, "waits")
    enter(evening, waits)
    evening.well(open_check_in)
    client = browser(crew.organizer)
    assert reverse("event_check_in_player", args=[evening.event.slug, 5]) in page(
        client, at("event_desk", evening)
    )
    evening.well(checking_in.check_in_entrant, 5, is_here=True)
    for number in (1, 2, 3):
        evening.well(checking_in.check_in_entrant, number, is_here=True)
    evening.well(proposal.start_event)
    assert status(evening, waits) == "here"


def test_a_checked_in_waiting_player_takes_a_place_freed_during_check_in(crew):
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(2)
    waits = [member(crew, name) for name in ("one", "two")]
    enter(evening, *waits)
    evening.well(open_check_in)
    assert "Check in anyway" in page(browser(waits[0].user), at("event", evening))
    here = at("event_check_in", evening)
    assert here in page(browser(waits[0].user), reverse("home"))
    assert browser(waits[0].user).post(here).status_code == 302
    assert here not in page(browser(waits[0].user), reverse("home"))
    assert "and checked in" in page(browser(waits[0].user), at("event", evening))
    leave(evening, *evening.people[:2])
    assert [status(evening, each) for each in waits] == ["here", "entered"]


def test_a_waiting_player_takes_a_free_place_by_checking_in_after_the_start(crew):
    evening = Evening.of(crew, entry_limit=5).well(open_sign_up).joined(5)
    waits = member(crew, "waits")
    enter(evening, waits)
    evening.well(open_check_in)
    for each in evening.people[:4]:
        assert checking_in.check_in(each.caller, evening.event.pk) is None
    evening.well(proposal.start_event)
    assert status(evening, waits) == "waiting"
    assert "Check in" in page(browser(waits.user), at("event", evening))
    assert checking_in.check_in(waits.caller, evening.event.pk) is None
    assert status(evening, waits) == "here"


def running_with(crew, *names, limit=4) -> tuple[Evening, list[Person]]:
    """Return a running event without a free place, and these users waiting in this order."""
    evening = Evening.of(crew, entry_limit=limit).well(open_sign_up).joined(limit)
    waiting = [member(crew, name) for name in names]
    enter(evening, *waiting)
    evening.all_here().well(proposal.start_event)
    return evening, waiting


def test_a_player_added_again_during_the_event_goes_last_on_the_waiting_list(crew):
    evening, (ann, bea) = running_with(crew, "ann", "bea")
    number = evening.event.entries.get(user=ann.user).number
    evening.well(leaving.remove_entrant, number, "by mistake")
    assert evening.do(signing_up.enter_members, {ann.user.pk: None}) == signing_up.EnrolmentCounts(
        1, 1
    )
    leave(evening, evening.people[0])
    assert [status(evening, each) for each in (ann, bea)] == ["waiting", "here"]
    leave(evening, evening.people[1])
    assert status(evening, ann) == "here"


def test_a_player_who_rejoins_a_full_event_goes_last_on_the_waiting_list(crew):
    evening, (ann, bea) = running_with(crew, "ann", "bea")
    evening.well(publication.publish_round)
    first, second = evening.people[:2]
    leave(evening, first)
    assert status(evening, ann) == "here"
    assert leaving.rejoin(first.caller, evening.event.pk) is None
    leave(evening, second)
    assert [status(evening, each) for each in (first, bea)] == ["waiting", "here"]


def test_a_returning_player_stays_last_when_the_limit_is_raised(crew):
    ann, bea, cai = (member(crew, name) for name in ("ann", "bea", "cai"))
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(2)
    enter(evening, ann, bea, cai)
    evening.well(open_check_in)
    assert checking_in.check_in(ann.caller, evening.event.pk) is None
    leave(evening, ann)
    enter(evening, ann)
    evening.well(change_event, entry_limit=4)
    assert [status(evening, each) for each in (ann, bea, cai)] == ["waiting", "entered", "entered"]
    # The check-in was for the previous place.
    evening.well(change_event, entry_limit=5)
    assert status(evening, ann) == "entered"


def test_a_bot_waits_its_turn_on_the_waiting_list(crew):
    evening, (ann,) = running_with(crew, "ann")
    evening.well(change_event, entry_limit=6)
    assert status(evening, ann) == "here"
    bea = member(crew, "bea")
    enter(evening, bea)
    evening.well(signing_up.enter_bot)
    cai = member(crew, "cai")
    enter(evening, cai)
    leave(evening, evening.people[0])
    assert evening.event.entries.exclude(bot="").get().status == "here"
    assert status(evening, cai) == "waiting"


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_a_waiting_player_who_left_the_club_gets_no_free_place(crew, how):
    evening, (ann, bea) = running_with(crew, "ann", "bea")
    assert close_account(ann.user), "closing the account is refused while the event runs"
    asked = page(browser(ann.user), reverse("club_leave", args=[crew.club.slug]))
    assert "Sign-ups will be withdrawn for: Spring." in asked
    assert "continue: Spring" not in asked
    if how == "leaves":
        assert members.leave(ann.caller, crew.club.pk) is None
    else:
        assert members.remove(Person(crew.owner).caller, crew.club.pk, ann.user.pk) is None
    leave(evening, evening.people[0])
    assert status(evening, bea) == "here"
    assert status(evening, ann) == "withdrawn"


# --- End of sign-up


def late_answer(evening, name):
    return signing_up.enter(member(evening.crew, name).caller, evening.event.pk)


@pytest.mark.every_database
@pytest.mark.parametrize(
    ("closes", "last", "words"),
    [
        ("start", 0, "closed when the event started"),
        ("first_round", 2, "closed when the first round ended"),
        ("half", 3, "half of the rounds"),
        ("format", 3, "half of the rounds"),
    ],
)
def test_sign_up_closes_at_the_time_the_event_sets(crew, closes, last, words):
    terms = {"format_settings": {"rounds": 4}, "signup_closes": closes}
    evening = Evening.of(crew, **terms).started(people=4, bots=0)
    for number in range(1, 5):
        answer = late_answer(evening, f"late{number}")
        # Round `number` is proposed; after round 1 has ended, "first_round" is over.
        is_open = number <= last and not (closes == "first_round" and number == 2)
        assert (answer is None) is is_open, (closes, number)
        if not is_open:
            assert refused(answer, EventCode.ENTRIES_CLOSED)
            assert words in sentence(answer)
            shown = page(browser(member(crew, f"reads{number}").user), at("event", evening))
            assert words in shown
            assert reverse("event_enter", args=[evening.event.slug]) not in shown
            break
        evening.people.append(Person(evening.event.entries.latest("number").user))
        evening.well(publication.publish_round).play_round()


def test_sign_up_can_stay_open_during_the_first_round(crew):
    evening = Evening.of(crew, signup_closes="first_round").started(people=4, bots=0)
    evening.well(publication.publish_round)
    shown = page(browser(member(crew, "reads").user), at("event", evening))
    assert "until the first round ends" in shown
    assert late_answer(evening, "late") is None


@pytest.mark.every_database
@pytest.mark.parametrize("closes", Event.SignupCloses.values)
def test_players_cannot_join_the_second_round_of_a_knock_out(crew, closes):
    evening = Evening.of(crew, signup_closes=closes, **KNOCK_OUT).started(people=4, bots=4)
    if closes != "start":
        evening.well(signing_up.enter_bot)
    evening.well(publication.publish_round)
    answer = late_answer(evening, "late")
    assert refused(answer, EventCode.ENTRIES_CLOSED)
    expected = "when the event started" if closes == "start" else "round of the knock-out"
    assert expected in sentence(answer)
    assert refused(evening.do(signing_up.enter_bot), EventCode.ENTRIES_CLOSED)
    late = member(crew, "listed").user.pk
    assert refused(evening.do(signing_up.enter_members, {late: None}), EventCode.ENTRIES_CLOSED)


def test_each_format_declares_when_players_can_join_late():
    context = seating_context.SeatingContext()
    for name, kind in formats.FORMATS.items():
        made = formats.make(name)
        latest = made.latest_entry(12, context) if name not in ("rotation", "groups") else 2
        assert (latest is None) == (kind.late_entry == "any_time"), name
        assert (latest == 1) == (kind.late_entry == "never"), name


def test_the_form_offers_every_choice_of_when_sign_up_closes(crew):
    evening = Evening.of(crew)
    client = browser(crew.organizer)
    for address in (reverse("event_new", args=[crew.club.slug]), at("event_edit", evening)):
        shown = page(client, address)
        for _value, label in Event.SignupCloses.choices:
            assert str(label) in shown
    evening.started()
    assert "Sign-up closes" in page(client, at("event_edit", evening))
    evening.well(change_event, signup_closes="start")
    assert refused(late_answer(evening, "late"), EventCode.ENTRIES_CLOSED)


# --- No-ops


@pytest.mark.every_database
def test_sweeps_that_find_nothing_to_do_change_nothing(crew):
    evening = Evening.of(crew).started(people=4, bots=0)
    leave(evening, evening.people[0])
    assert not evening.event.rounds.exists()
    evening.event.refresh_from_db()
    before = evening.event.version, evening.event.changed_at
    for _ in range(3):
        upkeep.sweep()
        proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert (evening.event.version, evening.event.changed_at) == before


def test_repeated_actions_change_nothing(crew):
    evening = Evening.of(crew).well(open_sign_up).joined(4)
    evening.well(open_check_in).well(checking_in.check_in_all)
    before = evening.event.version
    evening.well(checking_in.check_in_all).well(checking_in.check_in_entrant, 1, is_here=True)
    assert checking_in.check_in(evening.people[0].caller, evening.event.pk) is None
    evening.well(change_event, name=evening.event.name)
    evening.well(choose_leftover, evening.event.uneven)
    assert evening.event.version == before
    evening.well(proposal.start_event).well(publication.publish_round).play_round()
    session = evening.event.rounds.get(number=1).tables.first().table.sessions.get()
    before = evening.event.version
    results.take_result(session.pk)
    proposal.propose_round(evening.event.pk)
    evening.well(proposal.dismiss_changes)
    assert evening.event.version == before


# --- Waiting lists of the previous release


@pytest.mark.every_database
def test_the_migration_numbers_waiting_players_by_their_latest_sign_up(crew):
    ann, bea, cai = (member(crew, name) for name in ("ann", "bea", "cai"))
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up)
    enter(evening, ann, bea, cai)
    leave(evening, ann)
    enter(evening, ann)
    evening.event.entries.update(waiting_number=None)
    migration = import_module("tournaments.migrations.0018_waiting_list_and_proposals")
    migration.number_waiting(apps, None)
    leave(evening, bea)
    assert [status(evening, each) for each in (ann, cai)] == ["waiting", "entered"]

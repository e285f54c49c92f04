"""Starting an event with one press: all of it, or nothing."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase as DatabaseTest

from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session, Table
from tests.players import Game, Person
from tests.tournaments.clubs.people import crew as make_crew
from tests.tournaments.events import agreed
from tests.tournaments.events.evening import Evening, deeds, refused
from tests.tournaments.events.starting.people import join, started, try_to_start
from tournaments.clubs.models import Membership
from tournaments.events import tasks, upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries import signing_up
from tournaments.events.entries.invitations import decline
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.rounds.models import EventTable, TakenBackTable
from tournaments.events.rounds.proposal import start_event
from tournaments.events.rounds.publication import publish_round
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.starting import services
from tournaments.events.starting.desk_part import start_part
from tournaments.events.starting.services import (
    may_undo_start,
    send_invitations,
    set_start_when_accepted,
    start_if_all_accepted,
    start_with_entrants,
    undo_start,
)
from tournaments.events.terms.selectors import terms_now

FORMATS = ("fixed_rounds", "rotation", "swiss", "groups", "knock_out", "duplicate")


def is_empty() -> bool:
    """Return whether no event, table or notification is stored."""
    kinds = (Event, Entry, EventRecord, Notice, Table, Session)
    return not any(each.objects.exists() for each in kinds)


@pytest.mark.every_database
def test_one_call_enters_twelve_members_and_deals_at_three_tables(crew):
    event = started(crew, join(crew, 12))
    assert event.status == Event.Status.RUNNING
    assert event.rounds.get().status == "running"
    tables = EventTable.objects.filter(round__event=event)
    assert tables.count() == 3
    assert Session.objects.filter(table__event_table__in=tables, status="running").count() == 3
    assert set(event.entries.values_list("status", flat=True)) == {Entry.Status.HERE}
    # No player is asked to check in.
    assert not Notice.objects.exclude(kind=EventKind.TABLE).exists()
    log = list(event.records.order_by("pk").values_list("deed", flat=True))
    assert log == ["created", *["entered"] * 12, "started", "published"]


@pytest.mark.every_database
def test_players_without_an_account_sit_at_tables_with_real_cards(crew):
    event = started(crew, join(crew, 5), ("Aunt May", "Uncle Bo", "Jo"), cards="paper")
    assert sorted(event.rounds.get().seated.seated) == list(range(1, 9))
    assert EventTable.objects.filter(round__event=event, table=None).count() == 2
    assert event.entries.filter(user=None, status=Entry.Status.HERE).count() == 3


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Jo", "jo"), EventCode.NAME_TAKEN),
        (("player1",), EventCode.NAME_TAKEN),
        ((" ",), EventCode.NAME_MISSING),
    ],
)
def test_a_name_that_is_refused_leaves_nothing_behind(crew, names, code):
    answer = try_to_start(crew, join(crew, 7), names, cards="paper")
    assert refused(answer, code)
    assert is_empty()


def test_only_organizers_of_the_club_can_start_an_event(crew):
    members = join(crew, 4)
    for user in (crew.member, crew.stranger, crew.guest):
        answer = try_to_start(crew, members, caller=Person(user).caller)
        assert isinstance(answer, Denial)
    assert is_empty()


def test_a_member_who_has_left_the_club_keeps_the_event_from_starting(crew):
    members = join(crew, 4)
    Membership.objects.filter(user=members[0]).delete()
    assert refused(try_to_start(crew, members), EventCode.LIST_CHANGED)
    assert is_empty()


def test_a_member_at_another_event_table_keeps_the_event_from_starting(crew):
    members = join(crew, 8)
    first = started(crew, members[:4])
    answer = try_to_start(crew, members[2:6])
    assert refused(answer, EventCode.PLAYS_ELSEWHERE)
    # All of them are named at once.
    names = [each.shown_name for each in members[2:4]]
    assert sorted(answer.params["names"]) == sorted(names)
    assert all(name in sentence(answer) for name in names)
    assert "are playing at another table." in sentence(answer)
    assert list(Event.objects.all()) == [first]
    # With real cards they need no seat in the app.
    assert started(crew, members[2:6], cards="paper").status == Event.Status.RUNNING


def test_an_event_with_a_stake_never_starts_without_agreements(crew):
    answer = try_to_start(crew, join(crew, 4), stake_minor=10, currency="HKD")
    assert refused(answer, EventCode.NOT_FOR_MONEY_NOW)
    assert is_empty()


@pytest.mark.every_database
def test_the_same_form_submitted_twice_makes_one_event(crew):
    members = join(crew, 4)
    first = started(crew, members, form_key="abcdefgh")
    assert started(crew, members, form_key="abcdefgh") == first
    assert Event.objects.count() == 1
    # Another organizer's form can have the same key.
    other = join(crew, 4, first=5)
    assert started(crew, other, form_key="abcdefgh", caller=Person(crew.owner).caller) != first


@pytest.mark.every_database
def test_a_form_submitted_twice_at_the_same_time_makes_one_event(crew, monkeypatch):
    members = join(crew, 4)
    first = started(crew, members, form_key="abcdefgh")
    # The second submission looked for an earlier event before the first was stored.
    look = services._created_by_form
    found = [None]
    monkeypatch.setattr(
        services, "_created_by_form", lambda *asked: found.pop() if found else look(*asked)
    )
    assert started(crew, members, form_key="abcdefgh") == first
    assert Event.objects.count() == 1


class AnyNumberOfPlayers(DatabaseTest):
    """Any number of players, in any format: either all sit or wait, or nothing is stored."""

    @settings(deadline=None)
    @given(
        players=st.integers(0, 26),
        form_name=st.sampled_from(FORMATS),
        uneven=st.sampled_from(["", "out", "smaller", "bots"]),
        cards=st.sampled_from(["app", "paper"]),
        rules=st.sampled_from(["pagat", "three_players", "two_players"]),
    )
    def test_players_are_seated_or_nothing_is_stored(
        self, players, form_name, uneven, cards, rules
    ):
        crew = make_crew()
        answer = try_to_start(
            crew,
            join(crew, players),
            form_name=form_name,
            uneven=uneven,
            cards=cards,
            rules=rules,
        )
        if isinstance(answer, Denial):
            assert is_empty()
            assert players < RuleSet.make(rules).players
            return
        seated = answer.rounds.get().seated
        assert sorted((*seated.seated, *seated.out)) == list(range(1, players + 1))
        assert seated.tables
        assert answer.rounds.get().status == "running"


# --- Undoing the start


@pytest.mark.every_database
def test_the_start_can_be_undone_before_the_first_card(crew):
    members = join(crew, 8)
    event = started(crew, members)
    tables = list(Table.objects.values_list("slug", flat=True))
    assert may_undo_start(event)
    assert undo_start(Person(crew.organizer).caller, event.pk) is None
    event.refresh_from_db()
    assert event.status == Event.Status.CHECK_IN
    assert not event.rounds.exists()
    assert not Session.objects.exists()
    assert event.entries.filter(status=Entry.Status.HERE).count() == 8
    # Open pages of the tables lead to the event, and their players are told.
    assert set(TakenBackTable.objects.values_list("slug", flat=True)) == set(tables)
    told = Notice.objects.filter(kind=EventKind.ANNOUNCED)
    assert set(told.values_list("user", flat=True)) == {each.pk for each in members}
    assert not may_undo_start(event)
    desk_now = start_part(event, list(event.entries.all()), terms_now(event))
    assert desk_now is None, "the next stage is the only button that starts it"
    # It can start again.
    assert start_with_entrants(Person(crew.organizer).caller, event.pk) is None
    event.refresh_from_db()
    assert event.rounds.get().status == "running"


def test_an_organizer_who_plays_is_not_told_of_their_own_undoing(crew):
    members = [*join(crew, 3), crew.organizer]
    event = started(crew, members)
    assert undo_start(Person(crew.organizer).caller, event.pk) is None
    told = Notice.objects.filter(kind=EventKind.ANNOUNCED).values_list("user", flat=True)
    assert set(told) == {each.pk for each in members[:3]}


@pytest.mark.every_database
def test_the_start_cannot_be_undone_after_the_first_card(crew):
    members = join(crew, 4)
    event = started(crew, members)
    table = Table.objects.get()
    Game([Person(each) for each in members], table).step()
    assert not may_undo_start(event)
    answer = undo_start(Person(crew.organizer).caller, event.pk)
    assert refused(answer, EventCode.START_PLAYED)
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
    assert Table.objects.get() == table


@pytest.mark.every_database
def test_undoing_the_start_signs_up_again_those_who_missed_it(crew):
    evening = Evening.of(crew).well(open_sign_up).joined(6)
    evening.well(open_check_in)
    here = [each.user.pk for each in evening.people[:4]]
    evening.event.entries.filter(user__in=here).update(status=Entry.Status.HERE)
    gone = evening.event.entries.get(user=evening.people[5].user)
    assert withdraw(evening.people[5].caller, evening.event.pk) is None
    evening.well(start_event).well(publish_round)
    missed = evening.event.entries.get(user=evening.people[4].user)
    assert missed.status == Entry.Status.WITHDRAWN
    evening.well(undo_start)
    missed.refresh_from_db()
    gone.refresh_from_db()
    assert (missed.status, gone.status) == (Entry.Status.ENTERED, Entry.Status.WITHDRAWN)
    assert deeds(evening)[-2:] == ["unstarted", "announced"]


@pytest.mark.every_database
def test_the_start_can_be_undone_before_the_first_round_is_published(crew):
    evening = Evening.of(crew).started(4, 0)
    assert may_undo_start(evening.event)
    evening.well(undo_start)
    assert evening.event.status == Event.Status.CHECK_IN
    assert not Notice.objects.filter(kind=EventKind.ANNOUNCED).exists()


def test_a_later_round_cannot_be_undone_with_the_start(crew):
    evening = Evening.of(crew).started(4, 0).well(publish_round).play_round()
    assert evening.round().number == 2
    assert refused(evening.do(undo_start), EventCode.START_PLAYED)


def test_only_organizers_can_undo_the_start(crew):
    event = started(crew, join(crew, 4))
    assert refused(undo_start(Person(crew.member).caller, event.pk), EventCode.NOT_ALLOWED)


# --- Invitations to an event with a stake


@pytest.fixture
def invited(crew) -> Evening:
    """An event with a stake to which eight members are invited."""
    members = join(crew, 8)
    made = send_invitations(
        Person(crew.organizer).caller,
        crew.club,
        [each.pk for each in members],
        form_key="abcdefgh",
        name="Money Cup",
        starts_at=timezone.now() + timedelta(minutes=1),
        rules=RuleSet.make("pagat"),
        rules_name="pagat",
        format_name="fixed_rounds",
        format_settings={"rounds": 2},
        deals=1,
        stake_minor=10,
        currency="HKD",
    )
    assert isinstance(made, Event), made
    return Evening(crew, made, [Person(each) for each in members])


@pytest.mark.every_database
def test_invited_members_owe_nothing_and_sit_nowhere_before_they_accept(invited):
    assert invited.event.status == Event.Status.OPEN
    assert set(invited.event.entries.values_list("status", flat=True)) == {Entry.Status.INVITED}
    assert Notice.objects.filter(kind=EventKind.INVITED).count() == 8
    assert not Agreement.objects.exists()
    assert refused(invited.do(start_with_entrants), EventCode.TOO_FEW)


@pytest.mark.every_database
def test_the_event_starts_with_those_who_accepted(invited):
    for each in invited.people[:4]:
        assert agreed.accept(invited.event, each) is None
    assert decline(invited.people[4].caller, invited.event.pk) is None
    invited.well(start_with_entrants)
    seated = set(invited.round().seated.seated)
    assert seated == set(
        invited.event.entries.filter(status=Entry.Status.HERE).values_list("number", flat=True)
    )
    assert len(seated) == 4
    assert invited.event.entries.filter(status=Entry.Status.INVITED).count() == 3
    # Undoing the start keeps the agreements and the open invitations.
    invited.well(undo_start)
    assert invited.event.entries.filter(status=Entry.Status.INVITED).count() == 3
    assert Agreement.objects.filter(withdrawn_at=None).count() == 4
    invited.well(start_with_entrants)
    assert set(invited.round().seated.seated) == seated


@pytest.mark.every_database
def test_the_event_starts_by_itself_once_all_have_accepted_if_that_was_chosen(invited, queued):
    for each in invited.people[:7]:
        assert agreed.accept(invited.event, each) is None
    assert start_if_all_accepted(invited.event.pk) is None
    invited.well(set_start_when_accepted, is_on=True)
    assert start_if_all_accepted(invited.event.pk) is None
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.OPEN
    assert agreed.accept(invited.event, invited.people[7]) is None
    assert start_if_all_accepted(invited.event.pk) is None
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.RUNNING
    assert invited.round().status == "running"


@pytest.mark.every_database
def test_the_sweep_starts_an_event_whose_task_was_lost(invited):
    for each in invited.people[:7]:
        assert agreed.accept(invited.event, each) is None
    invited.well(set_start_when_accepted, is_on=True)
    upkeep.sweep()
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.OPEN
    assert agreed.accept(invited.event, invited.people[7]) is None
    upkeep.sweep()
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.RUNNING
    assert invited.round().status == "running"
    # The next one finds it started.
    upkeep.sweep()
    assert invited.event.rounds.count() == 1


def test_the_sweep_leaves_other_events_to_their_organizers(invited):
    for each in invited.people:
        assert agreed.accept(invited.event, each) is None
    upkeep.sweep()
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.OPEN


def test_accepting_queues_the_start_if_that_was_chosen(
    invited, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda *call: sent.append(call))
    first, second, *_others = invited.people
    with django_capture_on_commit_callbacks(execute=True):
        assert agreed.accept(invited.event, first) is None
    assert (signing_up.START, (invited.event.pk,)) not in sent
    invited.well(set_start_when_accepted, is_on=True)
    with django_capture_on_commit_callbacks(execute=True):
        assert agreed.accept(invited.event, second) is None
    assert (signing_up.START, (invited.event.pk,)) in sent
    assert tasks.start_if_all_accepted.name == signing_up.START


def test_a_declined_invitation_leaves_the_start_to_the_organizer(invited):
    invited.well(set_start_when_accepted, is_on=True)
    for each in invited.people[:7]:
        assert agreed.accept(invited.event, each) is None
    assert decline(invited.people[7].caller, invited.event.pk) is None
    assert start_if_all_accepted(invited.event.pk) is None
    invited.event.refresh_from_db()
    assert invited.event.status == Event.Status.OPEN


def test_invitations_sent_twice_make_one_event(invited):
    again = send_invitations(
        invited.desk,
        invited.crew.club,
        [each.user.pk for each in invited.people],
        form_key="abcdefgh",
        name="Money Cup",
        starts_at=invited.event.starts_at,
        rules=RuleSet.make("pagat"),
        rules_name="pagat",
        format_name="fixed_rounds",
    )
    assert again == invited.event
    assert Event.objects.count() == 1


@pytest.mark.every_database
def test_an_event_for_points_starts_with_all_who_signed_up_without_check_in(crew):
    evening = Evening.of(crew).well(open_sign_up).joined(4)
    evening.well(start_with_entrants)
    assert evening.round().status == "running"
    assert len(evening.round().seated.seated) == 4

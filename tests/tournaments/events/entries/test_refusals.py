"""Actions that are refused because of the state of an entry or an event."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.clubs.people import caller
from tests.tournaments.events.evening import refused
from tests.tournaments.events.rows import played_event
from tournaments.clubs.models import Membership
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries import checking_in, invitations, leaving, signing_up, skipping
from tournaments.events.entries.models import Entry
from tournaments.events.starting import services as starting

Code = EventCode
HKD = {"stake_minor": 100, "currency": "HKD"}


@pytest.fixture
def ask(crew) -> Callable[..., Any]:
    """Return a function that calls a service as the user of Ann's entry, or as another user."""

    def call(service: Any, event: Event, *more: Any, by: Any = None, **named: Any) -> Any:
        user = by or event.entries.get(name="ann").user
        return service(caller(user), event.pk, *more, **named)

    return call


def event_with(crew, status: str, entry_status: str = "entered", **terms: Any) -> Event:
    """Return an event whose only entrant is Ann, with this status."""
    event = played_event(crew, [], ["ann"], status=status, length=3, **terms)
    event.entries.update(status=entry_status)
    return event


def test_only_invited_or_signed_up_members_can_accept_terms(crew, ask):
    event = event_with(crew, "open", "withdrawn", **HKD)
    assert refused(ask(invitations.accept, event), Code.NOT_INVITED)
    assert refused(ask(invitations.accept, event, by=crew.member), Code.NOT_INVITED)
    event.entries.update(status="invited")
    Membership.objects.filter(user=event.entries.get().user).delete()
    assert refused(ask(invitations.accept, event), Code.NOT_IN_CLUB)


def test_an_agreement_in_person_is_recorded_only_for_members_who_need_one(crew, ask):
    desk = {"by": crew.organizer}
    for_points = event_with(crew, "open")
    assert refused(ask(invitations.agree_in_person, for_points, 1, "Here", **desk), Code.NOT_NOW)
    event = event_with(crew, "open", "withdrawn", **HKD)
    Entry.objects.create(event=event, number=2, name="Kofi", bot="counting")
    assert refused(ask(invitations.agree_in_person, event, 2, "Here", **desk), Code.NOT_NOW)
    answer = ask(invitations.agree_in_person, event, 1, "Here", **desk)
    assert refused(answer, Code.WITHDRAWN_ALREADY)


def test_organizers_answer_only_for_players_without_an_account(crew, ask):
    event = event_with(crew, "open", cards="paper", **HKD)
    Entry.objects.create(event=event, number=2, name="Aunt May", status="withdrawn")
    desk = {"by": crew.organizer}
    assert refused(ask(invitations.answer_for, event, 1, **desk), Code.NOT_NOW)
    assert refused(ask(invitations.answer_for, event, 2, **desk), Code.WITHDRAWN_ALREADY)


def test_no_one_signs_up_twice_or_from_outside_the_club(crew, ask):
    event = event_with(crew, "open")
    assert refused(ask(signing_up.enter, event), Code.ENTERED_ALREADY)
    assert refused(ask(signing_up.enter, event, by=crew.stranger), Code.NOT_IN_CLUB)
    running = event_with(crew, "running", "withdrawn")
    running.entries.update(left=0)
    assert refused(ask(signing_up.enter, running), Code.WITHDRAWN_ALREADY)


def test_only_entrants_can_withdraw_and_only_once(crew, ask):
    event = event_with(crew, "open")
    assert refused(ask(leaving.withdraw, event, by=crew.member), Code.NOT_ENTERED)
    assert ask(leaving.withdraw, event) is None
    assert refused(ask(leaving.withdraw, event), Code.WITHDRAWN_ALREADY)
    again = ask(leaving.remove_entrant, event, 1, "Ill", by=crew.organizer)
    assert refused(again, Code.WITHDRAWN_ALREADY)


def test_only_members_who_have_left_can_rejoin(crew, ask):
    event = event_with(crew, "running", "here")
    assert refused(ask(leaving.rejoin, event), Code.ENTERED_ALREADY)
    assert refused(ask(leaving.rejoin, event, by=crew.member), Code.NOT_ENTERED)
    assert refused(ask(leaving.rejoin, event, by=crew.stranger), Code.NOT_IN_CLUB)
    # An organizer's removal is final.
    assert ask(leaving.remove_entrant, event, 1, "Shouted", by=crew.organizer) is None
    assert refused(ask(leaving.rejoin, event), Code.TOO_LATE_TO_RETURN)


def test_only_entrants_can_be_checked_in(crew, ask):
    event = event_with(crew, "check-in")
    assert refused(ask(checking_in.check_in, event, by=crew.member), Code.NOT_ENTERED)
    check_in = {"by": crew.organizer, "is_here": True}
    assert refused(ask(checking_in.check_in_entrant, event, 9, **check_in), Code.NOT_ENTERED)
    event.entries.update(status="invited")
    assert refused(ask(checking_in.check_in_entrant, event, 1, **check_in), Code.NOT_ACCEPTED)
    event.entries.update(status="withdrawn")
    assert refused(ask(checking_in.check_in_entrant, event, 1, **check_in), Code.NOT_ENTERED)


def test_only_seated_entrants_can_skip_rounds_of_an_event_with_rounds(crew, ask):
    event = event_with(crew, "running")
    skip = skipping.set_own_skip
    assert refused(ask(skip, event, 1, by=crew.member, skips=True), Code.NOT_ENTERED)
    assert refused(ask(skip, event, 1, skips=True), Code.NOT_PLAYING)
    Event.objects.update(format="club_night", format_settings={})
    assert refused(ask(skip, event, 1, skips=True), Code.NO_ROUND_TO_SKIP)


def test_a_club_night_is_neither_started_for_its_entrants_nor_undone(crew, ask):
    event = event_with(crew, "open")
    Event.objects.update(format="club_night", format_settings={})
    desk = {"by": crew.organizer}
    assert refused(ask(starting.start_with_entrants, event, **desk), Code.NOT_NOW)
    Event.objects.update(status="running")
    assert refused(ask(starting.undo_start, event, **desk), Code.NOT_NOW)

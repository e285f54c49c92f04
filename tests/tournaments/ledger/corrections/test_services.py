"""Corrections of sessions: what is refused, and what a correction posts."""

from typing import Any

import pytest
from django.db import IntegrityError

from accounts.caller import VISITOR
from accounts.notices.models import Notice
from tests.tournaments.clubs.people import Crew, caller
from tests.tournaments.ledger.accounts.test_services import due, plays
from tests.tournaments.ledger.debts import balance, event, ledger_traces, owes
from tests.tournaments.ledger.payments.test_services import denial_code
from tests.tournaments.rows import finished_session
from tournaments.ledger.book.holders import user_holder
from tournaments.ledger.book.models import Posting
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.payments.services import receive
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db


def correct(
    crew: Crew, settlement: Settlement, nets: dict[int, Any], reason: str = "a slip"
) -> Any:
    assert settlement.session_id is not None
    return correct_session(caller(crew.organizer), settlement.session_id, nets, reason)


@pytest.mark.parametrize(
    ("nets", "code"),
    [
        ({0: 1, 1: 1}, Code.NOT_ZERO),
        ({0: 1}, Code.NO_SUCH_SEAT),
        ({}, Code.NO_SUCH_SEAT),
        ({0: 1, 1: -1, 2: 0}, Code.NO_SUCH_SEAT),
        ({0: -50, 1: 50}, Code.SAME_RESULT),
        ({0: 2**63, 1: -(2**63)}, Code.NOT_A_RESULT),
        ({0: 1_000_001, 1: -1_000_001}, Code.NOT_A_RESULT),
        ({0: 1.0, 1: -1.0}, Code.NOT_A_RESULT),
        ({0: "1", 1: "-1"}, Code.NOT_A_RESULT),
        ({0: True, 1: -1}, Code.NOT_A_RESULT),
        ({0: None, 1: 0}, Code.NOT_A_RESULT),
    ],
)
def test_impossible_or_unchanged_results_are_refused(crew, bo, nets, code):
    made = plays(crew, bo, crew.member, 50)
    before = ledger_traces()
    assert denial_code(correct(crew, made, nets)) == code
    assert ledger_traces() == before


def test_only_organizers_correct_club_sessions_and_they_must_give_a_reason(crew, bo):
    made = plays(crew, bo, crew.member, 50)
    outside = owes(bo, crew.member, 10).settlement
    before = ledger_traces()
    assert denial_code(correct(crew, made, {0: -5, 1: 5}, " ")) == Code.NO_REASON
    for who, code in (
        (VISITOR, Code.UNKNOWN),
        (caller(bo), Code.NOT_ALLOWED),
        (caller(crew.stranger), Code.NOT_ALLOWED),
    ):
        answer = correct_session(who, made.session_id, {0: -5, 1: 5}, "mine")
        assert denial_code(answer) == code
    nowhere = correct_session(caller(crew.owner), 999, {}, "a slip")
    assert denial_code(nowhere) == Code.NO_SETTLEMENT
    assert denial_code(correct(crew, outside, {0: 0, 1: 0})) == Code.ONLY_IN_CLUBS
    assert ledger_traces() == before


def test_a_correction_settles_the_difference_and_reverses_the_old_posting(crew, bo):
    made = plays(crew, bo, crew.member, 50)
    first = made.transfers.get()
    assert receive(caller(crew.member), first.pk, 50) is None
    second = correct(crew, made, {0: -20, 1: 20})
    assert due(second) == {("mei", "bo", 30)}
    assert (balance(bo), balance(crew.member)) == (30, -30)
    reversal = Posting.objects.get(kind="reversal")
    assert reversal.reverses == made.posting
    assert reversal.made_by == crew.organizer
    # A repeated request.
    assert denial_code(correct(crew, made, {0: -20, 1: 20})) == Code.SAME_RESULT
    back = correct(crew, made, {0: -50, 1: 50})
    assert due(back) == {("bo", "mei", 30)}
    assert balance(bo) == 0
    assert back.number == 3


def test_a_result_can_be_corrected_to_zero_and_back(crew, bo):
    made = plays(crew, bo, crew.member, 50)
    assert correct(crew, made, {0: 0, 1: 0}).posting is None
    assert balance(bo) == 0
    assert correct(crew, made, {0: -7, 1: 7}).posting.reverses is None
    assert balance(bo) == -7


def test_players_are_notified_of_a_correction(crew, bo):
    made = plays(crew, bo, crew.member, 50)
    second = correct(crew, made, {0: 0, 1: 0}, "wrong  seat")
    notices = Notice.objects.filter(subject_id=second.pk, kind="settlement.corrected")
    assert {each.user.username for each in notices} == {"bo", "mei"}
    assert {each.params["reason"] for each in notices} == {"wrong seat"}


def test_a_player_removed_by_a_correction_keeps_their_name(crew, bo):
    event(crew.club, 1, {user_holder(bo.pk): -20, user_holder(crew.member.pk): 20})
    corrected = {user_holder(crew.owner.pk): -20, user_holder(crew.member.pk): 20}
    made = event(crew.club, 1, corrected, made_by=crew.organizer, reason="mixed up")
    assert made is not None
    found = {each.account.user.username: (each.name, each.amount) for each in made.balances.all()}
    assert found == {"bo": (f"p{bo.pk}", 20), "olga": (f"p{crew.owner.pk}", -20)}


@pytest.mark.every_database
def test_a_database_error_during_a_correction_is_raised(crew, bo, monkeypatch):
    """A database error must not be mistaken for an existing settlement."""
    made = plays(crew, bo, crew.member, 50)

    def broken(*args: Any, **named: Any) -> None:
        raise IntegrityError("a posting sums to zero")

    monkeypatch.setattr("tournaments.ledger.settling.services.post", broken)
    with pytest.raises(IntegrityError):
        correct(crew, made, {0: -1, 1: 1})


def test_an_event_session_cannot_be_corrected_on_its_own(crew, bo):
    session = finished_session([bo, crew.member], (-5, 5), club=crew.club)
    settle_session(session.pk)
    type(session).objects.filter(pk=session.pk).update(is_part=True)
    made = Settlement.objects.get(session=session)
    assert denial_code(correct(crew, made, {0: 0, 1: 0})) == Code.SETTLED_ABOVE
    assert isinstance(correct(crew, plays(crew, bo, crew.member, 5), {0: 0, 1: 0}), Settlement)

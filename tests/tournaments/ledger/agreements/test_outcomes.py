"""Outcomes of agreements in each case, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.agreements.models import Agreement
from games.tables.models import Session
from tournaments.clubs.models import Club
from tournaments.ledger.agreements.charges import (
    charge_amount,
    charge_link,
    charge_terms,
    charge_title,
)
from tournaments.ledger.agreements.outcomes import Outcome, agreement_outcome
from tournaments.ledger.agreements.selectors import RelatedObjects
from tournaments.ledger.bills.models import Bill
from tournaments.ledger.dues.models import Dues
from tournaments.ledger.links import AgreedEvent, SubjectState
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

NOW = datetime(2027, 3, 7, 11, 30, tzinfo=UTC)
CLUB = Club(slug="harbour", name="Harbour Club")
LINK = ("/settlements/night/", "View the settlement")


def outcome(
    amount: int | None = None,
    *,
    session: Session | None = None,
    settlement: Settlement | None = None,
    result: PendingResult | None = None,
    **fields: Any,
) -> Outcome:
    """Return the outcome of an agreement to session 7 with these related rows."""
    agreement = Agreement(pk=1, subject="session", subject_id=7, currency="HKD", **fields)
    key = ("session", 7)
    related = RelatedObjects(
        user=User(pk=1),
        sessions={} if session is None else {7: session},
        amounts={} if amount is None else {1: amount},
        settlements={} if settlement is None else {key: settlement},
        results={} if result is None else {key: result},
    )
    return agreement_outcome(agreement, related)


def settled(currency: str = "HKD") -> Settlement:
    return Settlement(slug="night", source="session", currency=currency)


@pytest.mark.parametrize(
    ("amount", "answers_for", "words", "tone"),
    [
        (500, "", "You won HK$5.00", "plus"),
        (-500, "", "You lost HK$5.00", "minus"),
        (0, "", "No wins or losses", ""),
        (500, "Faye", "Faye won HK$5.00", "plus"),
        (-500, "Faye", "Faye lost HK$5.00", "minus"),
        (0, "Faye", "No wins or losses", ""),
    ],
)
def test_a_settled_agreement_shows_who_won_or_lost_how_much(amount, answers_for, words, tone):
    found = outcome(amount, settlement=settled(), answers_for=answers_for)
    assert found == Outcome(words, tone, *LINK)
    assert outcome(amount, answers_for=answers_for) == Outcome(words, tone)


@pytest.mark.parametrize(
    ("session", "settlement", "expected"),
    [
        (None, None, Outcome("Not played")),
        (Session(status="waiting"), None, Outcome("Not started yet")),
        (Session(status="running"), None, Outcome("In progress")),
        (Session(status="finished"), None, Outcome("Not settled yet")),
        (Session(status="finished", is_part=True), None, Outcome("Settled with the event")),
        (Session(status="finished"), settled(), Outcome("No wins or losses", "", *LINK)),
        (Session(status="finished"), settled(""), Outcome("Played for points", "", *LINK)),
    ],
)
def test_an_agreement_without_an_amount_shows_its_progress(session, settlement, expected):
    assert outcome(session=session, settlement=settlement) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {},
            Outcome(
                "Waiting for your answer", "pending", "/agreements/results/4/", "View the result"
            ),
        ),
        ({"declined_at": NOW}, Outcome("You declined the result, so nothing is owed")),
        ({"lapsed_at": NOW}, Outcome("The result lapsed, so nothing is owed")),
        ({"accepted_at": NOW}, Outcome("Not settled yet")),
    ],
)
def test_a_result_that_no_agreement_covers_shows_its_answer(fields, expected):
    result = PendingResult(pk=4, **fields)
    assert outcome(session=Session(status="finished"), result=result) == expected


def test_the_readers_pending_result_does_not_show_for_a_player_they_answer_for():
    found = outcome(
        session=Session(status="running"), result=PendingResult(pk=4), answers_for="Faye"
    )
    assert found == Outcome("In progress")


def test_a_withdrawn_or_replaced_agreement_says_so():
    assert outcome(withdrawn_at=NOW) == Outcome("Withdrawn")
    replaced = Agreement(pk=1, subject="session", subject_id=7)
    replaced.is_replaced = True
    related = RelatedObjects(user=User(pk=1))
    assert agreement_outcome(replaced, related) == Outcome("Replaced by a later agreement")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (SubjectState.WAITING, "Not started yet"),
        (SubjectState.RUNNING, "In progress"),
        (SubjectState.FINISHED, "Not settled yet"),
        (SubjectState.NOT_PLAYED, "Not played"),
        (None, "Not played"),
    ],
)
def test_an_agreement_to_an_event_shows_its_progress(state, words):
    agreement = Agreement(pk=1, subject="event", subject_id=7)
    events = {} if state is None else {7: AgreedEvent("Spring", "", state)}
    related = RelatedObjects(user=User(pk=1), events=events)
    assert agreement_outcome(agreement, related) == Outcome(words)


# --- Dues and bills


DUES_TERMS = {"amount_minor": 5000, "period": "month", "due_day": 1, "periods": 12, "text": ""}
BILL_TERMS = {"title": "Pizza", "amount_minor": 3000, "total_minor": 9000}


def charge(subject: str, **fields: Any) -> Agreement:
    terms = DUES_TERMS if subject == "dues" else BILL_TERMS
    return Agreement(
        pk=1, subject=subject, subject_id=7, currency="HKD", **{"terms": terms, **fields}
    )


@pytest.mark.parametrize(
    ("amount", "fields", "expected"),
    [
        (-5000, {}, Outcome("Charged: HK$50.00", "minus")),
        (5000, {}, Outcome("To you: HK$50.00", "plus")),
        (None, {}, Outcome("Nothing charged yet")),
        (0, {"withdrawn_at": NOW}, Outcome("Ended on 7 March 2027")),
    ],
)
def test_an_agreement_to_a_charge_shows_what_was_charged(amount, fields, expected):
    related = RelatedObjects(user=User(pk=1), amounts={} if amount is None else {1: amount})
    assert agreement_outcome(charge("dues", **fields), related) == expected


def test_dues_and_bills_are_named_and_linked_while_they_exist():
    gone = RelatedObjects(user=User(pk=1))
    dues = Dues(club=CLUB, amount=5000, currency="HKD", period="month")
    bill = Bill(slug="pizza", club=CLUB, title="Pizza")
    known = RelatedObjects(user=User(pk=1), dues={7: dues}, bills={7: bill})
    assert charge_title(charge("dues"), known) == "Dues of Harbour Club"
    assert charge_title(charge("dues"), gone) == "Club dues"
    assert charge_title(charge("bill"), gone) == "Pizza"
    assert charge_link(charge("dues"), known)[1] == "Go to the dues"
    assert charge_link(charge("bill"), known) == (bill.get_absolute_url(), "Go to the bill")
    assert charge_link(charge("dues"), gone) == charge_link(charge("bill"), gone) == ("", "")


def test_the_agreed_amount_of_a_charge_is_a_share_or_by_period():
    assert charge_amount(charge("dues")) == "HK$50.00 a month"
    assert charge_amount(charge("bill")) == "Your share: HK$30.00"
    payer = charge("bill", terms=BILL_TERMS | {"amount_minor": 0})
    assert charge_amount(payer) == "You paid the bill"


def test_the_terms_of_dues_say_what_they_are_for_if_the_club_does():
    labels = [line.label for line in charge_terms(charge("dues"))]
    assert labels == ["Amount", "Due", "Number of payments"]
    *_rest, last = charge_terms(charge("dues", terms=DUES_TERMS | {"text": "Rent of the hall"}))
    assert (last.label, last.value) == ("What for", "Rent of the hall")

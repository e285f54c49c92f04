"""Sentences on results that wait for an answer, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.tables.models import Session
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.pending.lines import (
    club_lines,
    notice_words,
    pending_lines,
    result_lines,
    source_name,
)
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.pages import result_page

AT = datetime(2024, 3, 7, 11, 30, tzinfo=UTC)
#: Ken's and Maya's accounts.
KEN, MAYA = 1, 2
TO_MAYA = {"user": MAYA, "name": "maya", "amount": 500}
TO_KEN = {"user": KEN, "name": "ken", "amount": -500}
TO_HOUSE = {"user": None, "name": "", "amount": 500}


def pending(user: int = KEN, amount: int = -500, *parts: Any, **fields: Any) -> PendingResult:
    """Return a result of a user in Spring; of a player without an account for user 0."""
    names = {KEN: "ken", MAYA: "maya", 0: "Aunt May"}
    given = {
        "pk": 4,
        "source": "event",
        "event": 1,
        "currency": "HKD",
        "created_at": AT,
        "lapses_at": AT,
    }
    return PendingResult(
        user_id=user or None, name=names[user], amount=amount, parts=parts, **given | fields
    )


SPRING = {1: SettledEvent("Spring", "/events/spring/")}


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (pending(), "Spring"),
        (pending(event=2), "An event"),
        (pending(event=None, session=Session(finished_at=AT)), "Game on 7 March 2024"),
        (pending(event=None), "Game on 7 March 2024"),
    ],
)
def test_a_pending_result_is_named_by_its_event_or_day(row, name):
    assert source_name(row, SPRING) == name


@pytest.mark.parametrize(
    ("row", "title"),
    [
        (pending(), "You lost HK$5.00. Do you accept the result?"),
        (pending(amount=500), "You won HK$5.00. Do you accept the result?"),
        (pending(0), "Aunt May lost HK$5.00. Do you accept the result for Aunt May?"),
        (pending(0, 500), "Aunt May won HK$5.00. Do you accept the result for Aunt May?"),
    ],
)
def test_the_player_or_an_organizer_is_asked_to_accept(row, title):
    assert notice_words(row, SPRING, KEN) == (title, "Spring · Nothing is owed until you accept.")
    [line] = result_lines([row], SPRING, KEN)
    assert (line.words, line.url) == (title, "/agreements/results/4/")


@pytest.mark.parametrize(
    ("row", "words", "detail"),
    [
        (
            pending(KEN, -1000, TO_MAYA, TO_HOUSE, club_id=7),
            "Spring: ken lost HK$10.00 and hasn’t accepted the result yet.",
            "HK$5.00 to maya and HK$5.00 to Club account",
        ),
        (
            pending(MAYA, 500, TO_KEN),
            "Spring: maya won HK$5.00 and hasn’t accepted the result yet.",
            "HK$5.00 from ken",
        ),
    ],
)
def test_keepers_read_who_has_to_answer_and_what_is_at_stake(row, words, detail):
    [line] = club_lines([row], SPRING, links={})
    assert (line.words, line.detail) == (words, detail)


@pytest.mark.parametrize(
    ("rows", "words", "is_readers"),
    [
        (
            [pending(KEN, -500, TO_MAYA)],
            "Pending until you accept: ken would owe maya HK$5.00",
            True,
        ),
        (
            [pending(MAYA, 500, TO_KEN)],
            "Pending until maya accepts: ken would owe maya HK$5.00",
            False,
        ),
        (
            [pending(KEN, -500, TO_MAYA), pending(MAYA, 500, TO_KEN)],
            "Pending until ken and maya accept: ken would owe maya HK$5.00",
            True,
        ),
        (
            [pending(KEN, -500, TO_HOUSE, club_id=7)],
            "Pending until you accept: ken would owe the club HK$5.00",
            True,
        ),
        (
            [pending(KEN, -500, TO_HOUSE)],
            "Pending until you accept: ken would owe the bots HK$5.00",
            True,
        ),
    ],
)
def test_an_amount_waits_for_all_who_have_not_agreed(rows, words, is_readers):
    [line] = pending_lines(rows, KEN)
    assert (line.words, bool(line.url), line.is_open) == (words, is_readers, True)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"declined_at": AT}, "ken declined. ken doesn’t owe maya HK$5.00."),
        ({"lapsed_at": AT}, "ken didn’t answer. ken doesn’t owe maya HK$5.00."),
    ],
)
def test_an_amount_that_was_not_accepted_is_not_owed(fields, words):
    [line] = pending_lines([pending(KEN, -500, TO_MAYA, **fields)], KEN)
    assert (line.words, line.is_open) == (words, False)


# --- The page where a result is answered


@pytest.mark.parametrize(
    ("row", "title", "result", "accept"),
    [
        (
            pending(),
            "Your result: Spring",
            "You lost HK$5.00",
            "Accept and owe HK$5.00",
        ),
        (
            pending(amount=500),
            "Your result: Spring",
            "You won HK$5.00",
            "Accept and win HK$5.00",
        ),
        (
            pending(0),
            "Aunt May’s result: Spring",
            "Aunt May lost HK$5.00",
            "Accept and take responsibility for Aunt May",
        ),
        (
            pending(0, 500),
            "Aunt May’s result: Spring",
            "Aunt May won HK$5.00",
            "Accept and take responsibility for Aunt May",
        ),
    ],
)
def test_the_page_says_what_accepting_means(row, title, result, accept):
    row.stake_minor = 50
    page = result_page(row, None, SPRING, KEN)
    assert (page.title, page.result, page.accept) == (title, result, accept)
    assert [(line.label, line.value) for line in page.terms] == [("Stake", "HK$0.50 a point")]
    # Its time to answer is over.
    assert not page.is_open


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"accepted_at": AT}, "This result was accepted."),
        ({"declined_at": AT}, "This result was declined, so nothing is owed."),
        ({}, "This result lapsed, so nothing is owed."),
    ],
)
def test_the_page_of_an_answered_result_says_how_it_ended(fields, outcome):
    page = result_page(pending(stake_minor=50, points=-10, **fields), None, SPRING, KEN)
    assert page.outcome == outcome

"""The reader's part of an event page in each state, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import Party
from games.rules.ruleset.rule_set import RuleSet
from tests.related import set_related
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.own_part import OwnPart, own_part
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.terms.selectors import TermsNow

NOW = datetime(2027, 3, 7, 11, 30, tzinfo=UTC)
READER = User(pk=1, username="ann")
HKD = {"currency": "HKD", "stake_minor": 100}
FEE = {"currency": "HKD", "stake_minor": 0, "fee_minor": 2000}
FULL = {"entry_limit": 1}


def running(number: int) -> EventRound:
    """Return a round without substitutes that is being played."""
    row = EventRound(pk=number, number=number, status="running")
    set_related(row, tables=EventTable.objects.none())
    return row


#: The first round is being played, or the first two of three have been.
STARTED = [running(1)]
LATE = [EventRound(number=number, status="finished") for number in (2, 1)]


def event_of(status: str, **fields: Any) -> Event:
    given = {
        "club": Club(name="Harbour Club"),
        "slug": "spring",
        "name": "Spring",
        "starts_at": NOW,
        "rules": RuleSet.make("pagat").to_options(),
        "rules_name": "pagat",
        "format": "fixed_rounds",
        "format_settings": {"rounds": 3},
        "max_loss": 100,
        "deals": 1,
    }
    return Event(status=status, **given | fields)


def other(status: str = "entered") -> Entry:
    return Entry(pk=2, number=2, user_id=2, status=status, waiting_number=1)


def part(
    status: str,
    own: str = "",
    *others: Entry,
    rounds: Any = (),
    entry: dict[str, Any] | None = None,
    agreements: Any = None,
    is_member: bool = True,
    may_return: bool = False,
    **fields: Any,
) -> OwnPart:
    """Return the reader's part in an event with this status; `own` is the status of their entry."""
    event = event_of(status, **fields)
    entries = list(others)
    if own:
        entries.append(
            Entry(pk=1, number=1, user_id=1, status=own, waiting_number=2, **entry or {})
        )
    return own_part(
        event,
        entries,
        READER,
        None,
        rounds,
        is_member=is_member,
        may_return=may_return,
        terms_now=TermsNow(event, entries, len(rounds), agreements or {}),
    )


def labels(found: OwnPart) -> list[str]:
    return [each.label for each in found.buttons]


# --- Not signed up


@pytest.mark.parametrize(
    ("status", "fields", "words", "buttons"),
    [
        ("open", {}, "", ["Sign up"]),
        ("open", HKD, "", ["Sign up: HK$1.00 a point, max. loss HK$300.00"]),
        ("open", FEE, "", ["Sign up: entry fee HK$20.00, max. loss HK$20.00"]),
        (
            "running",
            {"rounds": STARTED},
            "The event has started. You can still join until halfway through the rounds.",
            ["Join from the next round"],
        ),
        (
            "running",
            {"rounds": STARTED, "signup_closes": "first_round"},
            "The event has started. You can still join until the first round ends.",
            ["Join from the next round"],
        ),
        (
            "running",
            {"rounds": LATE},
            "Sign-up closed when half of the rounds had been played.",
            [],
        ),
        (
            "running",
            {"rounds": STARTED, "signup_closes": "start"},
            "Sign-up closed when the event started.",
            [],
        ),
        ("finished", {}, "", []),
    ],
)
def test_a_member_who_has_not_signed_up_can_do_so_until_it_closes(status, fields, words, buttons):
    found = part(status, **fields)
    assert (found.words, labels(found)) == (words, buttons)


@pytest.mark.parametrize("status", ["open", "running"])
def test_a_member_joins_the_waiting_list_of_a_full_event(status):
    found = part(status, "", other(), rounds=STARTED if status == "running" else (), **FULL)
    assert found.words.startswith("The event is full.")
    assert labels(found) == ["Join the waiting list"]


@pytest.mark.parametrize(
    ("status", "entry", "words"),
    [
        ("open", {}, "You withdrew from this event."),
        ("running", {"left": 1}, "You left the event."),
        ("finished", {"left": 1}, "You left the event."),
    ],
)
def test_a_player_who_withdrew_or_left_reads_so(status, entry, words):
    assert part(status, "withdrawn", entry=entry, rounds=STARTED).words == words


def test_a_player_who_left_can_rejoin_or_wait_for_a_place():
    left = {"entry": {"left": 1}, "may_return": True, "rounds": STARTED}
    found = part("running", "withdrawn", **left)
    assert found.words == "You left the event. You can rejoin until the next round."
    assert labels(found) == ["Rejoin event"]
    for rounds in (STARTED, LATE):
        found = part("running", "withdrawn", other("here"), **left | FULL | {"rounds": rounds})
        assert found.words.startswith("You left the event, and it’s full now.")
        assert labels(found) == ["Join the waiting list"]


# --- Signed up


@pytest.mark.parametrize(
    ("status", "own", "words", "buttons"),
    [
        ("open", "entered", "You’re signed up.", ["Withdraw"]),
        (
            "check-in",
            "entered",
            "You’re signed up. Check in to get a seat.",
            ["Check in", "Withdraw"],
        ),
        (
            "check-in",
            "here",
            "You’re checked in. Seating for the first round is coming soon.",
            ["Withdraw"],
        ),
        (
            "running",
            "here",
            "You’re in. Your seat will appear here when the round starts.",
            ["Skip round 1", "Leave event"],
        ),
        ("finished", "here", "", []),
        ("cancelled", "entered", "", []),
    ],
)
def test_an_entrant_reads_what_comes_next(status, own, words, buttons):
    found = part(status, own)
    assert (found.words, labels(found)) == (words, buttons)


@pytest.mark.parametrize(
    ("status", "others", "fields", "words", "buttons"),
    [
        ("open", 1, {}, "You’re number 2 on the waiting list.", ["Withdraw"]),
        (
            "check-in",
            1,
            {},
            "You’re number 2 on the waiting list. Check in anyway: if players don’t show up, their"
            " places go to players on the waiting list who have checked in.",
            ["Check in", "Withdraw"],
        ),
        (
            "check-in",
            0,
            {"entry": {"waits_here": True}},
            "You’re number 1 on the waiting list and checked in. You’ll play if a place is free"
            " when the event starts.",
            ["Withdraw"],
        ),
        (
            "running",
            0,
            {"rounds": STARTED},
            "You’re number 1 on the waiting list.",
            ["Check in", "Withdraw"],
        ),
        (
            "running",
            0,
            {"rounds": LATE},
            "You’re on the waiting list, but this event no longer takes new players.",
            ["Withdraw"],
        ),
        ("finished", 0, {}, "You were on the waiting list, but no place opened up.", []),
    ],
)
def test_a_waiting_player_reads_their_number_and_if_they_can_come(
    status, others, fields, words, buttons
):
    found = part(status, "waiting", *[other("waiting")] * others, **FULL, **fields)
    assert (found.words, labels(found)) == (words, buttons)


def test_a_skipped_round_can_still_be_played_until_it_is_published():
    coming = part("running", "here", entry={"skipped": [2]}, rounds=STARTED)
    assert coming.words == "You’re skipping round 2. You can still play it until it’s published."
    assert labels(coming) == ["Play round 2", "Leave event"]
    current = part("running", "here", entry={"skipped": [1]}, rounds=STARTED)
    assert current.words == "You’re skipping round 1. You’ll get a seat again in round 2."
    assert labels(current) == ["Skip round 2", "Leave event"]
    last = [running(3), *LATE]
    found = part("running", "here", entry={"skipped": [3]}, rounds=last)
    assert (found.words, labels(found)) == ("You’re skipping round 3.", ["Leave event"])


@pytest.mark.parametrize(
    ("terms", "label"),
    [
        (HKD, "Check in and play for HK$1.00 a point (max. loss HK$300.00)"),
        (FEE, "Check in: entry fee HK$20.00, max. loss HK$20.00"),
    ],
)
def test_checking_in_names_what_is_at_stake(terms, label):
    assert labels(part("check-in", "entered", **terms))[0] == label


@pytest.mark.parametrize(
    ("entry", "agreements", "words"),
    [
        ({}, {}, "Agree to the terms to get a seat."),
        (
            {},
            {
                Party(1): Agreement(
                    given="sign-up",
                    terms={"currency": "HKD", "stake_minor": 50, "max_loss": 100},
                )
            },
            "The terms have changed. You keep your place, but you won’t get a seat until you agree"
            " to the new terms.",
        ),
        (
            {"in_person": NOW},
            {},
            "An organizer recorded that you agreed in person. You won’t owe anything for losses"
            " until you accept the terms yourself.",
        ),
    ],
)
def test_an_entrant_without_a_valid_agreement_is_asked_to_agree(entry, agreements, words):
    found = part("open", "entered", entry=entry, agreements=agreements, **HKD)
    assert found.words == words
    assert labels(found) == ["Agree: HK$1.00 a point, max. loss HK$300.00", "Withdraw"]
    assert "Stake: HK$1.00 a point." in found.terms


def test_no_one_is_asked_to_agree_once_the_event_has_ended():
    found = part("finished", "here", **HKD)
    assert (found.words, labels(found), found.terms) == ("", [], "")


def test_a_former_member_stays_signed_up_and_can_only_withdraw():
    found = part("check-in", "entered", is_member=False)
    assert found.words == "You’re no longer in the club, but you’re still signed up."
    assert labels(found) == ["Withdraw"]
    assert part("open", is_member=False) == OwnPart()


def test_a_guest_who_withdrew_needs_the_link_to_sign_up_again():
    found = part("open", "withdrawn", is_member=False, entry={"by_link": True})
    assert found == OwnPart(words="You’re no longer signed up for this event.")


@pytest.mark.parametrize(
    ("status", "own", "buttons"),
    [
        ("open", "", []),
        ("open", "entered", ["Withdraw"]),
        ("finished", "entered", []),
        ("open", "invited", []),
    ],
)
def test_in_a_closed_club_entrants_can_only_withdraw(status, own, buttons):
    found = part(status, own, club=Club(closed_at=NOW))
    assert (found.words, labels(found)) == ("", buttons)


# --- Invited


@pytest.mark.parametrize(
    ("status", "others", "fields", "words", "buttons"),
    [
        ("open", [], {}, "You’re invited.", ["Accept", "Decline"]),
        (
            "open",
            [],
            HKD,
            "You’re invited. You’d play for HK$1.00 a point. Maximum loss: HK$300.00.",
            ["Accept: HK$1.00 a point, max. loss HK$300.00", "Decline"],
        ),
        (
            "open",
            [],
            FEE,
            "You’re invited. The entry fee is HK$20.00.",
            ["Accept: entry fee HK$20.00, max. loss HK$20.00", "Decline"],
        ),
        (
            "open",
            [other()],
            FULL,
            "You’re invited, but the event is full. If you accept, you’ll join the waiting list.",
            ["Accept", "Decline"],
        ),
        ("running", [], {"rounds": STARTED}, "You’re invited.", ["Accept", "Decline"]),
        (
            "running",
            [],
            {"rounds": LATE},
            "Sign-up closed when half of the rounds had been played.",
            ["Decline"],
        ),
        ("finished", [], {}, "", []),
        ("open", [], {"is_member": False}, "", []),
    ],
)
def test_an_invited_member_can_accept_until_sign_up_closes(status, others, fields, words, buttons):
    found = part(status, "invited", *others, **fields)
    assert (found.words, labels(found)) == (words, buttons)

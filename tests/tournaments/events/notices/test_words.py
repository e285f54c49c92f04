"""Texts of event notices in each case, from unsaved events."""

from datetime import UTC, datetime

import pytest

from accounts.notices.models import Notice
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.words import notice_link, notice_words

Kind = EventKind
STAKE = {"currency": "HKD", "stake_minor": 100, "fee_minor": 0, "max_loss": 50000}
FEE = {"currency": "HKD", "stake_minor": 0, "fee_minor": 2000, "max_loss": 2000}
POINTS = {"currency": "", "stake_minor": 0, "max_loss": 0}
AT_TABLE = {"round": 2, "table": 3}
CORRECTION = AT_TABLE | {"by": "oscar", "reason": "two seats were mixed up"}
SUBSTITUTE = AT_TABLE | {"by": "bo", "name": "ann", "answered_by": "mei"}


@pytest.fixture
def event() -> Event:
    return Event(
        slug="spring",
        name="Spring",
        club=Club(name="Harbour Club", time_zone="Asia/Hong_Kong"),
        starts_at=datetime(2027, 3, 7, 11, 30, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("kind", "params", "title", "detail"),
    [
        (
            Kind.CHECK_IN,
            {"is_waiting": True},
            "Check-in is open for Spring",
            "You’re on the waiting list. Check in anyway:",
        ),
        (
            Kind.MOVED_UP,
            {"round": 3},
            "You’re in from the waiting list: Spring",
            "A place opened up. You’ll start playing in round 3.",
        ),
        (
            Kind.NEW_TIME,
            {"zone": "Manila"},
            "Spring has a new time zone",
            "The club now uses the time zone Manila. The event keeps its time of day",
        ),
        (
            Kind.CANCELLED,
            {"because": "closed"},
            "Spring is cancelled",
            "The club has closed, so you were withdrawn from the event.",
        ),
        (Kind.CANCELLED, {}, "Spring is cancelled", "The event won’t take place."),
        (Kind.TABLE, {"round": 2}, "Round 2 of Spring", "The round has started"),
        (
            Kind.CALLED,
            AT_TABLE,
            "Please come to table 3",
            "Spring, round 2: the organizers are calling you.",
        ),
        (
            Kind.RESULTS,
            {"place": 2, "of": 8, "shared": True},
            "You tied for 2nd of 8 in Spring",
            "The final standings are out.",
        ),
        (
            Kind.RESULTS,
            {"place": 8, "of": 8, "amount": -1500, "currency": "HKD"},
            "You finished 8th of 8 in Spring",
            "You lost HK$15.00.",
        ),
        (
            Kind.ENTRANT_GONE,
            {"name": "bob"},
            "bob is out of Spring",
            "bob is no longer in the club and was withdrawn from the event.",
        ),
        (
            Kind.WITHDRAWN,
            {},
            "You’re out of Spring",
            "You’re no longer in the club, so you were withdrawn from the event.",
        ),
        (
            Kind.VISIBILITY,
            {},
            "Choose who sees Spring",
            "Everyone can still see this event.",
        ),
    ],
)
def test_each_occasion_of_an_event_has_its_text(event, kind, params, title, detail):
    said = notice_words(event, kind, params)
    assert said.title == title
    assert said.detail.startswith(detail)


@pytest.mark.parametrize(
    ("params", "title", "detail"),
    [
        (
            {"points": 1, "reason": "Late"},
            "Penalty −1: Late",
            "The penalty in Spring costs you 1 point.",
        ),
        (
            {"points": 5, "reason": "Late", "currency": "HKD"},
            "Penalty −5: Late",
            "The penalty in Spring costs you 5 points. The penalty doesn’t cost you any money.",
        ),
        (
            {"points": 5, "reason": "Late", "currency": "HKD", "minor": 500},
            "Penalty −5: Late",
            "The penalty in Spring costs you 5 points and HK$5.00.",
        ),
        (
            {"points": 5, "reason": "On time after all", "is_reversed": True},
            "Your penalty in Spring was removed",
            "You get 5 points back. Reason: On time after all",
        ),
    ],
)
def test_a_penalty_notice_names_points_and_money(event, params, title, detail):
    said = notice_words(event, Kind.PENALTY, params)
    assert (said.title, said.detail) == (title, detail)


@pytest.mark.parametrize(
    ("params", "title", "detail"),
    [
        (
            {"state": "declined", "answered_by": "mei"},
            "A correction in Spring was declined",
            "mei declined the correction, so the result of table 3 stays the same.",
        ),
        (
            {"state": "lapsed"},
            "A correction in Spring wasn’t confirmed",
            "The result of table 3 in round 2 stays the same.",
        ),
        (
            {"state": "done"},
            "A result in Spring was corrected",
            "Round 2, table 3. Reason: two seats were mixed up",
        ),
        (
            {},
            "oscar proposes a correction in Spring",
            "Round 2, table 3. Confirm or decline the correction. Reason: two seats were mixed up",
        ),
        (
            {"by_itself": True},
            "oscar proposes a correction in Spring",
            "Round 2, table 3. Confirm or decline the correction. If no player declines it, it"
            " takes effect automatically after 24 hours. Reason: two seats were mixed up",
        ),
        (
            {
                "higher": [
                    {"name": "", "currency": "HKD", "before": 0, "after": -700, "agreed": 500}
                ]
            },
            "oscar proposes a correction in Spring",
            "Round 2, table 3. Your result would change from HK$0.00 to −HK$7.00. You agreed to a"
            " maximum loss of HK$5.00. This correction takes effect only if you agree to HK$7.00."
            " Reason: two seats were mixed up",
        ),
    ],
)
def test_a_correction_notice_asks_or_says_how_it_ended(event, params, title, detail):
    said = notice_words(event, Kind.CORRECTION, CORRECTION | params)
    assert (said.title, said.detail) == (title, detail)


@pytest.mark.parametrize(
    ("state", "title", "detail"),
    [
        (
            "asked-player",
            "Let bo play for you in Spring?",
            "The result would still count for you. Accept or decline the substitute.",
        ),
        (
            "asked-substitute",
            "Play for ann in Spring?",
            "See whose money is at stake and what the maximum loss is.",
        ),
        ("declined", "bo won’t play for ann in Spring", "mei declined the request."),
        (
            "substitute",
            "bo now plays instead of ann in Spring",
            "bo gets the result at table 3 in round 2.",
        ),
        ("entrant", "bo now plays for ann in Spring", "Round 2, table 3."),
        ("you", "You now play for ann in Spring", "Round 2, table 3."),
    ],
)
def test_a_substitute_notice_says_who_plays_for_whom(event, state, title, detail):
    said = notice_words(event, Kind.SUBSTITUTE, SUBSTITUTE | {"state": state})
    assert (said.title, said.detail) == (title, detail)


@pytest.mark.parametrize(
    ("params", "detail"),
    [
        (
            {"before": STAKE, "now": None},
            "The event is now played for points only, so no one will owe any money.",
        ),
        (
            {"before": POINTS, "now": STAKE},
            "Before: points only. Now: HK$1.00 a point, max. loss HK$500.00. You keep your place,"
            " but you won’t get a seat until you agree to the new terms.",
        ),
        (
            {"before": None, "now": FEE, "names": ["Aunt May", "Uncle Bo"]},
            "Before: points only. Now: entry fee HK$20.00, max. loss HK$20.00. At the desk, confirm"
            " that you still take responsibility for Aunt May and Uncle Bo. They won’t get a seat"
            " until you do.",
        ),
    ],
)
def test_a_notice_of_new_terms_compares_them_with_the_old_ones(event, params, detail):
    said = notice_words(event, Kind.TERMS, params)
    assert (said.title, said.detail) == ("The terms for Spring have changed", detail)


@pytest.mark.parametrize(
    ("kind", "params", "detail"),
    [
        (
            Kind.INVITED,
            POINTS,
            "Accept or decline on the event’s page. The event starts on",
        ),
        (
            Kind.INVITED,
            STAKE,
            "You’d play for HK$1.00 a point, max. loss HK$500.00. You don’t have a place",
        ),
        (
            Kind.INVITED,
            FEE,
            "The entry fee is HK$20.00. You don’t have a place until you accept.",
        ),
        (
            Kind.IN_PERSON,
            STAKE | {"reason": "At the bar"},
            "An organizer recorded that you agreed in person to play for HK$1.00 a point, max. loss"
            " HK$500.00, and wrote: “At the bar”. You won’t owe anything for losses until",
        ),
        (
            Kind.IN_PERSON,
            FEE | {"reason": "At the bar"},
            "An organizer recorded that you agreed in person to the terms (entry fee HK$20.00, max."
            " loss HK$20.00), and wrote: “At the bar”. You won’t owe anything until",
        ),
    ],
)
def test_invitations_and_recorded_agreements_name_stake_or_fee(event, kind, params, detail):
    assert notice_words(event, kind, params).detail.startswith(detail)


@pytest.mark.parametrize(
    ("kind", "params", "url"),
    [
        (Kind.CORRECTION, {}, "/events/spring/corrections/7/"),
        (Kind.PAPER_DEAL, {}, "/events/spring/sheets/7/"),
        (Kind.SUBSTITUTE, {"state": "asked-player"}, "/events/spring/substitutes/7/"),
        (Kind.SUBSTITUTE, {"state": "declined"}, "/events/spring/"),
    ],
)
def test_a_notice_leads_to_its_question_or_else_to_the_event(event, kind, params, url):
    assert notice_link(event, Notice(kind=kind, key="7", params=params)) == url

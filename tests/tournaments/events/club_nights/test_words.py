"""Sentences of club nights, and the lines of their standings, from unsaved rows."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.ruleset.rule_set import RuleSet
from tournaments.clubs.models import Club
from tournaments.events.club_nights.club_night import (
    NightLine,
    NightPart,
    NightTableLine,
    coming_part,
    night_lines,
    night_part,
    own_night_part,
)
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.own_part import OwnPart
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.rounds import Entrant, Penalty, Round, RoundResult, Seating


def event_of(status: str = "open", **settings: Any) -> Event:
    return Event(
        club=Club(),
        slug="friday",
        status=status,
        rules=RuleSet.make("pagat").to_options(),
        rules_name="pagat",
        format="club_night",
        format_settings=settings,
        deals=1,
    )


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        ({}, "Ranked by the total of all finished sessions."),
        (
            {"by": "average", "least_deals": 1},
            "Ranked by average points per deal. Players who haven’t finished a deal are unranked.",
        ),
        (
            {"by": "average", "least_deals": 8},
            "Ranked by average points per deal. Players with fewer than 8 deals are unranked and"
            " listed last.",
        ),
        ({"by": "best", "best": 1}, "Ranked by each player’s best session."),
        ({"by": "best", "best": 3}, "Ranked by the total of each player’s best 3 sessions."),
    ],
)
def test_a_club_night_says_how_it_is_ranked(ranking, said):
    part = night_part(event_of(**ranking), None, is_member=True)
    assert part.about[0] == said
    assert "No need to sign up: just take a seat." in part.about
    cancelled = night_part(event_of("cancelled", **ranking), None, is_member=True)
    assert cancelled.about == [said]


def lines(*sessions: dict[int, int], penalty: int = 0, **settings: Any) -> list[NightLine]:
    """Return the standings of Ann, Bob and Cy after sessions of four deals; Ann has a penalty."""
    history = [
        Round(
            Seating((tuple(nets),)),
            {who: RoundResult(net, deals_won=int(net > 0), deals=4) for who, net in nets.items()},
        )
        for nets in sessions
    ]
    penalties = (Penalty(penalty, 1),) if penalty else ()
    names = {number: Entry(name=name) for number, name in enumerate(("ann", "bob", "cy"), 1)}
    entrants = [
        Entrant(number, penalties=penalties if number == 1 else ())
        for number in sorted({who for nets in sessions for who in nets})
    ]
    found = ClubNight(**settings).standings(history, entrants)
    return night_lines(event_of(**settings), found, names, None)


def test_the_line_of_a_player_shows_total_and_sessions():
    ann, bob = lines({1: 6, 2: -6}, {1: -2, 2: 2})
    assert (ann.place, ann.name, ann.total, ann.sum) == ("1", "ann", "+4", "")
    assert ann.sessions == [("+6", True), ("−2", True)]
    assert (bob.place, bob.total, bob.is_minus) == ("2", "−4", True)


def test_penalties_are_part_of_the_calculation():
    ann, _bob = lines({1: 6, 2: -6}, penalty=5)
    assert (ann.total, ann.sum, ann.penalty) == ("+1", "+6 − 5", "−5")
    ann, _bob = lines({1: 8, 2: -8}, penalty=4, by="average", least_deals=1)
    assert (ann.total, ann.sum) == ("+1", "(+8 − 4) in 4 deals")


def test_a_player_with_too_few_deals_reads_how_many_are_missing():
    found = lines({1: 6, 2: -6}, {1: 2, 3: -2}, by="average", least_deals=8)
    assert [(each.name, each.place, each.sum) for each in found] == [
        ("ann", "1", "+8 in 8 deals"),
        ("cy", "–", "4 of 8 deals"),
        ("bob", "–", "4 of 8 deals"),
    ]


def test_sessions_that_do_not_count_are_marked():
    ann, _bob = lines({1: 6, 2: -6}, {1: -2, 2: 2}, by="best", best=1)
    assert ann.sessions == [("+6", True), ("−2", False)]


def test_a_tie_is_broken_by_the_best_session():
    ann, bob = lines({1: 6, 2: -3}, {1: -3, 2: 6}, {1: 1, 2: 1})
    assert (ann.place, bob.place, ann.decided) == ("1=", "1=", "tied")
    ann, bob = lines({1: 6, 2: 4}, {1: -3, 2: -1})
    assert (ann.place, bob.place) == ("1", "2")
    assert ann.decided == "tied on points; best session: 6 to 4"


TABLE = NightTableLine(
    number=2,
    course="Waiting for players",
    names=(),
    free=3,
    is_kept=False,
    is_own=False,
    url="/tables/t2/",
    sit_url="/sit/",
)


@pytest.mark.parametrize(
    ("tables", "words", "buttons"),
    [
        ([], "Open a table and others can join you.", ["Open a table"]),
        ([TABLE], "Take a seat at a table below, or open a new one.", ["Open a table"]),
        ([replace(TABLE, is_own=True)], "You’re at table 2.", []),
    ],
)
def test_a_member_sits_down_or_opens_a_table(tables, words, buttons):
    part = NightPart(about=(), tables=tables, is_running=True, unfinished=0)
    found = own_night_part(event_of("running"), part)
    assert (found.words, [each.label for each in found.buttons]) == (words, buttons)


@pytest.mark.parametrize(
    ("status", "words", "said"),
    [
        ("open", "", "Sign up to let others know you plan to come."),
        ("open", "You’re signed up.", "You’re signed up."),
        ("check-in", "", ""),
    ],
)
def test_members_are_invited_to_sign_up_while_it_helps(status, words, said):
    assert coming_part(event_of(status), OwnPart(words=words)).words == said

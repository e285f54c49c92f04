"""Sentences on whether standings are final and who can still win."""

from typing import Any

import pytest

from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.standings.contenders import TitleRace
from tournaments.events.standings.sheet import EventSheet
from tournaments.events.standings.title_race import finality, title_race_of
from tournaments.pairing.rounds import Round, RoundResult, Seating
from tournaments.pairing.standings.chances import Bounds, Chance

#: Limits of a deal.
BOUNDS = Bounds(39, 13)
RESULT = RoundResult(net=0, deals_won=0, deals=1)


def sheet(*, done: int = 8, race: TitleRace | None = None, **fields: Any) -> EventSheet:
    """Return a sheet of eight players at two tables; the first `done` of them have results."""
    played = Round(
        seating=Seating(tables=((1, 2, 3, 4), (5, 6, 7, 8)), out=()),
        results=dict.fromkeys(range(1, done + 1), RESULT),
    )
    given: dict[str, Any] = {
        "slug": "spring",
        "entries": {number: Entry(number=number, name=f"p{number}") for number in range(1, 13)},
        "history": (played,),
        "lines": tuple(range(1, 13)),
        "penalties": {},
        "title_race": race,
        "is_final": False,
        "substitutes": {},
    }
    return EventSheet(**given | fields)


@pytest.mark.parametrize(
    ("status", "fields", "said"),
    [
        ("finished", {"is_final": True}, "Final: every result is in."),
        ("cancelled", {"is_over": True}, "The event was cancelled."),
        (
            "running",
            {"done": 0},
            "Not final: round 1 is still being played, so it isn’t included yet.",
        ),
        (
            "running",
            {"done": 4},
            "Not final: table 2 is still playing, so its round 1 isn’t included yet.",
        ),
        (
            "finished",
            {"done": 7, "is_over": True},
            "Not final: waiting for 1 result of this round.",
        ),
        (
            "finished",
            {"done": 4, "is_over": True},
            "Not final: waiting for 4 results of this round.",
        ),
        ("running", {}, "Not final: more rounds to play."),
    ],
)
def test_standings_say_if_they_are_final_and_what_is_missing(status, fields, said):
    assert finality(Event(status=status), sheet(**fields)) == said


def chance(entrant: int, gap: int, swing: int | None = 20, *, alone: bool = True) -> Chance:
    return Chance(
        entrant=entrant,
        total=10 - gap,
        gap=gap,
        reach=None,
        swing=swing,
        can_win=True,
        can_win_alone=alone,
    )


def race(*contenders: Chance, bounds: Bounds = BOUNDS, is_seated: bool = True) -> TitleRace:
    return TitleRace(deals=2, bounds=bounds, contenders=contenders, is_seated=is_seated)


@pytest.mark.parametrize(
    ("found", "needs"),
    [
        (chance(1, -3), "leads by 3"),
        (chance(1, -3, alone=False), "leads by 3; can win only on a tie-break"),
        (chance(1, 0), "tied for the lead"),
        (chance(1, 0, alone=False), "tied for the lead; can win only on a tie-break"),
        (chance(1, 5), "5 behind; can gain up to 20"),
        (
            chance(1, 5, alone=False),
            "5 behind; can gain up to 20 and win only on a tie-break",
        ),
        (chance(1, 5, None), "5 behind"),
        (chance(1, 5, None, alone=False), "5 behind; can win only on a tie-break"),
    ],
)
def test_each_contender_reads_what_it_takes_to_win(found, needs):
    part = title_race_of(sheet(race=race(found, chance(2, 1))))
    assert part is not None
    assert part.words == "2 of 12 players can still win."
    assert part.contenders[0] == ("p1", f"+{found.total}", needs)


def test_a_player_whom_no_one_can_catch_has_won():
    part = title_race_of(sheet(race=race(chance(1, -90))))
    assert part is not None
    assert part.words == "p1 has won. No one can catch up."
    assert not part.contenders


def test_many_contenders_are_only_counted():
    part = title_race_of(sheet(race=race(*(chance(number, 1) for number in range(1, 10)))))
    assert part is not None
    assert part.words == "9 of 12 players can still win."
    assert not part.contenders


@pytest.mark.parametrize("found", [None, race(*(chance(number, 1) for number in range(1, 13)))])
def test_there_is_no_race_while_it_is_open_or_everyone_can_win(found):
    assert title_race_of(sheet(race=found)) is None


@pytest.mark.parametrize(
    ("bounds", "left"),
    [
        (
            BOUNDS,
            "Still to play: 2 deals each. In one deal, a player can win up to 39 points or lose up"
            " to 13.",
        ),
        (
            Bounds(None, None),
            "Still to play: 2 deals each. These rules set no limit on what a deal can cost.",
        ),
    ],
)
def test_the_race_says_what_can_happen_in_the_deals_left(bounds, left):
    part = title_race_of(sheet(race=race(chance(1, -1), chance(2, 1), bounds=bounds)))
    assert part is not None
    assert part.left == left


@pytest.mark.parametrize(
    ("is_seated", "note"),
    [(True, "Based on the seating of the next round."), (False, "Depends on the next seating:")],
)
def test_the_race_names_its_assumption(is_seated, note):
    part = title_race_of(sheet(race=race(chance(1, -1), chance(2, 1), is_seated=is_seated)))
    assert part is not None
    assert part.note.startswith(note)

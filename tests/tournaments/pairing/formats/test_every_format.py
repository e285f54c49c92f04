"""Properties of every format: valid rounds, an end, settings that survive JSON."""

import doctest
import importlib
import json
import pkgutil
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import proofs
from tests.tournaments.pairing.formats.plays import HALL, outs_of, people, run, with_results
from tournaments.pairing import formats
from tournaments.pairing.formats import FORMATS, make
from tournaments.pairing.formats.base import sit_outs
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import FormatError
from tournaments.pairing.rounds import Round, RoundResult, Seating

random_events = settings(
    deadline=None,
    max_examples=proofs.size("formats: random events"),
    suppress_health_check=[HealthCheck.too_slow],
)

#: Settings with which an event of 64 players has six rounds.
SIX_ROUNDS = {
    "fixed_rounds": {"rounds": 6},
    "rotation": {"rounds": 6},
    "swiss": {"rounds": 6},
    "duplicate": {"rounds": 6},
    "groups": {"groups": 8, "group_rounds": 3, "past_cut": 2, "final_rounds": 1},
    "knock_out": {"final_rounds": 2},
}
PAIRED = sorted(SIX_ROUNDS)


def test_every_format_is_registered_under_its_name():
    assert list(FORMATS) == [kind.name for kind in FORMATS.values()]
    assert set(FORMATS) == {*PAIRED, "club_night", "league"}


@pytest.mark.parametrize("name", PAIRED)
def test_sixty_four_players_play_six_rounds(name):
    kind = make(name, SIX_ROUNDS[name])
    assert kind.length(64, HALL) == 6
    played = run(kind, 64, seed=5)
    assert len(played.history) == 6
    lines = kind.standings(played.history, played.entrants)
    assert len(lines) == 64
    assert lines[0].place == 1
    if name in ("groups", "knock_out"):
        final = set(played.history[-1].seating.seated)
        assert len(final) == 4
        assert {line.entrant for line in lines[:4]} == final
    else:
        assert sum(line.total for line in lines) == 0


@pytest.mark.parametrize("name", PAIRED)
@pytest.mark.parametrize("uneven", ["out", "smaller", "bots"])
def test_an_event_is_played_to_its_end_while_players_leave_and_join(name, uneven):
    context = replace(HALL, uneven=uneven)
    kind = make(name, SIX_ROUNDS[name])
    for seed in range(3):
        played = run(kind, 64, seed, context, leaving=0.05, joining=0.8)
        assert any(each.left for each in played.entrants)
        may_join = kind.late_entry != "never"
        assert any(each.joined > 1 for each in played.entrants) is may_join
        lines = kind.standings(played.history, played.entrants)
        assert {line.entrant for line in lines} == {each.number for each in played.entrants}
        if name not in ("groups", "knock_out"):
            assert len(played.history) == 6


@pytest.mark.proof
@random_events
@given(
    name=st.sampled_from(PAIRED),
    count=st.integers(4, 60),
    size=st.sampled_from([3, 4]),
    uneven=st.sampled_from(["out", "smaller", "bots"]),
    seed=st.integers(0, 99),
    leaving=st.sampled_from([0, 0.03, 0.3]),
)
def test_every_round_is_valid(name, count, size, uneven, seed, leaving):
    context = SeatingContext(size, uneven)
    kind = make(name, {} if name != "rotation" else {"rounds": 4})
    played = run(kind, count, seed, context, leaving=leaving, joining=0.5 if leaving else 0)
    assert played.history
    if not leaving:
        assert len(played.history) == kind.length(count, context)


@pytest.mark.proof
@random_events
@given(
    name=st.sampled_from([each for each in PAIRED if FORMATS[each].rounds_can_be_skipped]),
    count=st.integers(8, 60),
    size=st.sampled_from([3, 4]),
    uneven=st.sampled_from(["out", "smaller", "bots"]),
    seed=st.integers(0, 99),
    skipping=st.sampled_from([0.02, 0.2]),
    leaving=st.sampled_from([0, 0.03]),
)
def test_skipped_rounds_are_neither_seated_nor_sat_out_and_are_played_again_after(
    name, count, size, uneven, seed, skipping, leaving
):
    context = SeatingContext(size, uneven)
    kind = make(name, {"rounds": 4} if name == "rotation" else {})
    # `run` checks each round: exactly those who don't skip it are seated or sit out.
    played = run(kind, count, seed, context, leaving=leaving, skipping=skipping)
    assert len(played.history) == kind.length(count, context)
    skips = {each.number: set(each.skipped) for each in played.entrants}
    for line in kind.standings(played.history, played.entrants):
        for number, score in enumerate(line.rounds, 1):
            if number in skips[line.entrant]:
                assert (score.state, score.points, score.table) == ("skipped", None, None)
            else:
                assert score.state != "skipped"
    outs, counted = outs_of(played.history), sit_outs(played.history, played.entrants)
    for each in played.entrants:
        assert counted.get(each.number, 0) == outs[each.number], "a skip is no sit-out"


@pytest.mark.parametrize("name", ["swiss", "fixed_rounds", "duplicate"])
def test_a_player_who_skipped_a_round_sits_out_no_sooner_and_no_later_for_it(name):
    kind = make(name, {"rounds": 8})
    entrants = [replace(each, skipped=(3,)) if each.number == 1 else each for each in people(10)]
    history = []
    for number in range(1, 9):
        proposed = kind.pair(history, entrants, 7, HALL)
        there = {*proposed.seating.seated, *proposed.seating.out}
        assert (1 in there) is (number != 3)
        history.append(with_results(proposed, random.Random(number)))
    outs = outs_of(history)
    assert max(outs.values()) - min(outs[number] for number in range(1, 11)) <= 1


def test_a_rotation_is_no_shorter_if_a_player_skips_its_first_round():
    entrants = [replace(each, skipped=(1,)) if each.number == 5 else each for each in people(9)]
    kind, history = make("rotation"), []
    while (proposed := kind.pair(history, entrants, 2, HALL)) is not None:
        history.append(with_results(proposed, random.Random(1)))
    assert len(history) == kind.length(9, HALL)


@pytest.mark.proof
@pytest.mark.parametrize("name", PAIRED)
@pytest.mark.parametrize("size", [3, 4])
def test_every_number_of_players_gives_the_planned_number_of_rounds(name, size):
    context = SeatingContext(size)
    for count in range(4, 61, proofs.size("fields: players from one to the next")):
        kind = make(name, {"rounds": 3} if name in ("rotation", "swiss") else {})
        played = run(kind, count, count, context)
        assert len(played.history) == kind.length(count, context)


@pytest.mark.proof
@random_events
@given(
    name=st.sampled_from(PAIRED), count=st.integers(0, 4), uneven=st.sampled_from(["out", "bots"])
)
def test_fewer_than_two_players_get_no_round(name, count, uneven):
    played = run(make(name), count, 1, replace(HALL, uneven=uneven))
    if count < 2:
        assert played.history == []


@pytest.mark.proof
@random_events
@given(
    name=st.sampled_from(["swiss", "fixed_rounds", "duplicate"]),
    count=st.integers(4, 60),
    size=st.sampled_from([3, 4]),
)
def test_sit_outs_of_two_players_differ_by_at_most_one(name, count, size):
    played = run(make(name), count, 3, SeatingContext(size))
    outs = outs_of(played.history)
    counts = {outs[number] for number in range(1, count + 1)}
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("name", PAIRED)
def test_standings_do_not_depend_on_the_order_of_entrants_or_results(name):
    kind = make(name)
    played = run(kind, 13, 8)
    turned = [
        replace(each, results=dict(reversed(each.results.items()))) for each in played.history
    ]
    assert kind.standings(turned, played.entrants[::-1]) == kind.standings(
        played.history, played.entrants
    )


@pytest.mark.parametrize("name", FORMATS)
def test_settings_survive_a_round_trip_through_json(name):
    kind = make(name, SIX_ROUNDS.get(name))
    assert make(name, json.loads(json.dumps(kind.settings()))) == kind


@pytest.mark.parametrize(
    ("name", "given_settings", "code", "params"),
    [
        ("chess", {}, "unknown_format", {"format": "chess"}),
        (None, {}, "unknown_format", {"format": None}),
        ("swiss", {"round": 3}, "unknown_setting", {"format": "swiss", "setting": "round"}),
        ("swiss", [3], "not_a_mapping", {"format": "swiss"}),
        ("swiss", {"rounds": "3"}, "not_whole", {"setting": "rounds", "value": "3"}),
        ("swiss", {"rounds": True}, "not_whole", {"setting": "rounds", "value": True}),
        ("swiss", {"rounds": None}, "not_whole", {"setting": "rounds", "value": None}),
        ("swiss", {"rounds": 0}, "too_small", {"setting": "rounds", "least": 1}),
        ("swiss", {"rounds": 61}, "too_large", {"setting": "rounds", "most": 60}),
        ("groups", {"cut": "all"}, "no_choice", {"setting": "cut", "values": ("each", "overall")}),
        ("groups", {"carry": 1}, "not_yes_or_no", {"setting": "carry", "value": 1}),
    ],
)
def test_invalid_settings_are_refused(name, given_settings, code, params):
    with pytest.raises(FormatError) as refused:
        make(name, given_settings)
    assert refused.value.code == code
    assert params.items() <= refused.value.params.items()


@pytest.mark.parametrize("name", ["swiss", "knock_out"])
def test_pairing_by_results_refuses_a_round_with_missing_results(name):
    history = [Round(Seating(((1, 2, 3, 4), (5, 6, 7, 8))), {1: RoundResult(0)}, "knock_out")]
    with pytest.raises(FormatError) as refused:
        make(name).pair(history, people(8), 1, HALL)
    assert refused.value.code == "results_missing"
    assert refused.value.params == {"round": 1, "missing": 7}


@pytest.mark.parametrize(
    "module",
    ["tournaments.pairing.standings"]
    + [f"{formats.__name__}.{each.name}" for each in pkgutil.iter_modules(formats.__path__)]
    + [formats.__name__],
)
def test_doctests_of_the_formats_pass(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0

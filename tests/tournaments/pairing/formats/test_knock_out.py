"""Knock-out format: the first two of each table advance, for any number of players."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.formats.plays import HALL, changed, finished, meet, people, run
from tournaments.pairing.formats.knock_out import KnockOut
from tournaments.pairing.rounds import Entrant, Penalty, RoundResult

FIRST = finished({1: 9, 2: 4, 3: -5, 4: -8}, {5: 7, 6: 6, 7: -1, 8: -12}, stage="knock_out")


def test_the_first_two_of_each_table_meet_in_the_final():
    final = KnockOut().pair([FIRST], people(8), 1, HALL)
    assert (final.stage, meet(final)) == ("final", {frozenset({1, 2, 5, 6})})


def test_worked_standings():
    history = [FIRST, finished({1: -9, 2: 14, 5: -2, 6: -3}, stage="final")]
    lines = KnockOut().standings(history, people(8))
    # The final alone decides among four; for the others the points of their last round do. 7 is
    # fifth, since −1 is the best of those.
    assert [line.entrant for line in lines] == [2, 5, 6, 1, 7, 3, 4, 8]
    assert [line.total for line in lines] == [14, -2, -3, -9, -1, -5, -8, -12]
    assert [line.place_before for line in lines[:4]] == [4, 2, 3, 1]
    assert [line.stage for line in lines] == ["final"] * 4 + ["knock_out"] * 4
    assert lines[3].decision == ("stage", 2, 1)
    assert KnockOut().pair(history, people(8), 1, HALL) is None


def test_advancing_players_rank_first_before_the_next_round_exists():
    lines = KnockOut().standings([FIRST], people(8))
    assert [line.entrant for line in lines[:4]] == [1, 5, 6, 2]


def test_a_penalty_can_cost_a_player_the_place_in_the_next_round():
    entrants = changed(people(8), 2, penalties=(Penalty(10, 1),))
    assert meet(KnockOut().pair([FIRST], entrants, 1, HALL)) == {frozenset({1, 3, 5, 6})}


def test_deals_won_break_a_tie_at_a_table():
    results = {**FIRST.results, 2: RoundResult(-1, 1), 3: RoundResult(-1, 3), 4: RoundResult(-7, 0)}
    final = KnockOut().pair([replace(FIRST, results=results)], people(8), 1, HALL)
    assert meet(final) == {frozenset({1, 3, 5, 6})}


def test_a_draw_breaks_ties_that_nothing_else_breaks():
    results = dict.fromkeys(range(1, 9), RoundResult(0))
    drawn = set()
    for seed in range(30):
        final = KnockOut().pair([replace(FIRST, results=results)], people(8), seed, HALL)
        assert len(set(final.seating.seated) & {1, 2, 3, 4}) == 2
        drawn |= set(final.seating.seated)
    assert drawn == set(range(1, 9))


@pytest.mark.parametrize("seed", range(10))
def test_the_standings_name_those_whom_the_draw_lets_advance(seed):
    history = [replace(FIRST, results=dict.fromkeys(range(1, 9), RoundResult(0)))]
    final = KnockOut().pair(history, people(8), seed, HALL)
    lines = KnockOut().standings(history, people(8), seed)
    assert {line.entrant for line in lines[:4]} == set(final.seating.seated)


def test_the_next_player_of_a_table_advances_when_a_qualifier_leaves():
    entrants = changed(people(8), 5, left=1)
    assert meet(KnockOut().pair([FIRST], entrants, 1, HALL)) == {frozenset({1, 2, 6, 7})}


def test_uneven_fields_get_byes_and_lucky_losers_with_an_explanation():
    # Seven: one table and three byes; five: one and a bye; three: the best loser is back.
    stages = []

    def note(played, proposed):
        notes = KnockOut().notes(played.history, proposed, played.entrants, HALL)
        stages.append({each.code: each.params["count"] for each in notes if each.code != "repeats"})

    played = run(KnockOut(), 7, 1, each_round=note)
    assert [each.stage for each in played.history] == ["knock_out", "knock_out", "final"]
    assert stages == [{"byes": 3}, {"byes": 1}, {"lucky_losers": 1}]
    assert KnockOut().length(7, HALL) == 3
    # No player has two byes before all have had one.
    outs = [each for played_round in played.history for each in played_round.seating.out]
    assert len(set(outs)) == 4


def test_uneven_fields_get_smaller_tables_where_the_event_allows_them():
    context = replace(HALL, uneven="smaller")
    first = KnockOut().pair([], people(7), 1, context)
    assert sorted(map(len, first.seating.tables)) == [3, 4]
    [note] = KnockOut().notes([], first, people(7), context)
    assert (note.code, note.params) == ("smaller_tables", {"count": 1})


def test_seeded_players_do_not_meet_in_the_first_round():
    entrants = [
        Entrant(number, seed_rank=number if number <= 4 else None) for number in range(1, 17)
    ]
    for seed in range(5):
        first = KnockOut().pair([], entrants, seed, HALL)
        assert all(len(table & {1, 2, 3, 4}) == 1 for table in meet(first))


def test_a_final_can_have_several_rounds():
    history = [
        FIRST,
        finished({1: -9, 2: 14, 5: -2, 6: -3}, stage="final"),
        finished({1: 30, 2: -20, 5: -6, 6: -4}, stage="final"),
    ]
    kind = KnockOut(final_rounds=2)
    again = kind.pair(history[:2], people(8), 1, HALL)
    assert (again.stage, meet(again)) == ("final", {frozenset({1, 2, 5, 6})})
    assert kind.pair(history, people(8), 1, HALL) is None
    lines = kind.standings(history, people(8))
    assert [(line.entrant, line.total) for line in lines[:4]] == [
        (1, 21),
        (2, -6),
        (6, -7),
        (5, -8),
    ]


@pytest.mark.parametrize("uneven", ["out", "smaller", "bots"])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("first", [1, 2, 3])
def test_a_knock_out_of_any_size_ends_with_one_table(size, first, uneven):
    context = replace(HALL, table_size=size, uneven=uneven)
    for count in (*range(size, 3 * size + 2), 31):
        kind = KnockOut(going_on=first)
        played = run(kind, count, count, context)
        assert [each.stage == "final" for each in played.history] == [False] * (
            len(played.history) - 1
        ) + [True]
        assert len(played.history) == kind.length(count, context)
        lines = kind.standings(played.history, played.entrants)
        assert {line.entrant for line in lines[:size]} >= set(played.history[-1].seating.seated)


def test_the_length_is_1_for_more_players_than_can_be_seated():
    assert KnockOut().length(400, HALL) == 1


def test_players_cannot_join_after_the_first_round():
    first = finished(
        {1: 9, 2: 4, 3: -5, 4: -8}, {5: 7, 6: 6, 7: -1, 8: -12},
        {9: 9, 10: 4, 11: -5, 12: -8}, {13: 7, 14: 6, 15: -1, 16: -12}, stage="knock_out",
    )  # fmt: skip
    assert KnockOut().latest_entry(16, HALL) == 1
    second = KnockOut().pair([first], [*people(16), Entrant(17, joined=2)], 1, HALL)
    assert 17 not in (*second.seating.seated, *second.seating.out)

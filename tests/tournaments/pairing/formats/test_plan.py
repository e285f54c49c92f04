"""Planned rounds: one plan while nothing changes, a new one for the remaining rounds otherwise."""

import random
from dataclasses import replace

import pytest

from tests.tournaments.pairing.formats.plays import (
    HALL,
    changed,
    meet,
    people,
    plain_seat_rounds,
    with_results,
)
from tournaments.pairing.formats.fixed_rounds import FixedRounds
from tournaments.pairing.formats.plan import planned_seatings
from tournaments.pairing.formats.rotation import Rotation, full_rotation_length
from tournaments.pairing.rounds import Entrant, Seating


def play(kind, context, entrants, history, rounds):
    rng = random.Random(1)
    for _ in range(rounds):
        history.append(with_results(kind.pair(history, entrants, 7, context), rng))


def test_all_rounds_come_from_one_plan(planned):
    history = []
    play(FixedRounds(rounds=5), HALL, people(16), history, 5)
    # The plan was computed once and cached.
    assert planned == [(16, 5, 0)]
    plan = plain_seat_rounds(range(1, 17), 5, HALL.way(16), seed=7)
    assert [each.seating for each in history] == plan
    assert FixedRounds(rounds=5).pair(history, people(16), 7, HALL) is None


def test_the_remaining_rounds_are_planned_again_when_a_player_leaves(planned):
    history = []
    kind = FixedRounds(rounds=5)
    play(kind, HALL, people(16), history, 2)
    entrants = changed(people(16), 3, left=2)
    planned.clear()
    play(kind, HALL, entrants, history, 3)
    assert planned == [(15, 3, 2)]
    assert all(3 not in each.seating.seated for each in history[2:])


def test_a_late_entrant_is_seated_in_the_remaining_rounds():
    history = []
    kind = FixedRounds(rounds=4)
    assert kind.latest_entry(12, HALL) == 3
    play(kind, HALL, people(12), history, 2)
    entrants = [*people(12), *(Entrant(number, joined=3) for number in range(13, 17))]
    play(kind, HALL, entrants, history, 2)
    assert [len(each.seating.seated) for each in history] == [12, 12, 16, 16]


def test_a_new_plan_is_made_when_tables_change_by_hand_but_not_when_only_seats_do(planned):
    history = []
    kind = FixedRounds(rounds=5)
    play(kind, HALL, people(8), history, 2)
    (first, second), out = history[1].seating.tables, history[1].seating.out
    changed = Seating(((second[0], *first[1:]), (first[0], *second[1:])), out)
    history[1] = replace(history[1], seating=changed)
    planned.clear()
    planned_seatings.cache_clear()
    play(kind, HALL, people(8), history, 1)
    assert planned == [(8, 5, 0), (8, 3, 2)]
    # Rotating the seats of a table doesn't change its group.
    history = history[:1]
    tables = tuple(table[1:] + table[:1] for table in history[0].seating.tables)
    history[0] = replace(history[0], seating=Seating(tables[::-1]))
    planned.clear()
    planned_seatings.cache_clear()
    proposed = kind.pair(history, people(8), 7, HALL)
    assert planned == [(8, 5, 0)]
    assert meet(proposed)


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(4, 4, 3), (5, 4, 5), (8, 4, 7), (13, 4, 13), (9, 3, 8)]
)
def test_a_full_rotation_has_the_expected_length(count, size, rounds):
    assert full_rotation_length(count, replace(HALL, table_size=size)) == rounds
    assert Rotation().length(count, replace(HALL, table_size=size)) == rounds


def test_a_full_rotation_keeps_its_length_when_a_player_leaves():
    history = []
    play(Rotation(), HALL, people(8), history, 1)
    entrants = changed(people(8), 8, left=1)
    play(Rotation(), HALL, entrants, history, 6)
    assert Rotation().pair(history, entrants, 7, HALL) is None

"""Groups, cut and final table."""

from tests.tournaments.pairing.formats.plays import HALL, changed, finished, meet, people, run
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.rounds import Entrant


def test_players_meet_only_their_own_group_before_the_cut():
    kind = Groups(groups=2, group_rounds=3, past_cut=2)
    played = run(kind, 16, 4)
    assert [each.stage for each in played.history] == ["group"] * 3 + ["final"]
    groups = [set(group) for group in kind.members(people(16), 1, 4, HALL)]
    assert sorted(map(len, groups)) == [8, 8]
    for each in played.history[:3]:
        assert all(any(table <= group for group in groups) for table in meet(each))


def test_the_best_of_each_group_or_the_best_overall_make_the_cut():
    groups = Groups(groups=2).members(people(8), 1, 1, HALL)
    strong, weak = groups
    table = dict(zip(strong, (20, 10, 8, -38), strict=True))
    other = dict(zip(weak, (6, 2, -1, -7), strict=True))
    history = [finished(table, other, stage="group")]
    each = Groups(groups=2, group_rounds=1, past_cut=2)
    assert meet(each.pair(history, people(8), 1, HALL)) == {frozenset({*strong[:2], *weak[:2]})}
    overall = Groups(groups=2, group_rounds=1, cut="overall", past_cut=4)
    final = overall.pair(history, people(8), 1, HALL)
    assert meet(final) == {frozenset({*strong[:3], weak[0]})}
    assert overall.notes(history, final, people(8), HALL)[0].code == "repeats"


def test_the_final_decides_the_ranking_and_shows_the_place_before_it():
    history = [
        finished({1: 20, 2: 10, 3: 8, 4: -38}, {5: 6, 6: 2, 7: -1, 8: -7}, stage="group"),
        finished({1: -4, 2: -5, 5: 7, 6: 2}, stage="final"),
    ]
    lines = Groups(groups=2, group_rounds=1, past_cut=2).standings(history, people(8))
    assert [(line.entrant, line.total, line.place_before) for line in lines] == [
        (5, 7, 4), (6, 2, 5), (1, -4, 1), (2, -5, 2),
        (3, 8, 3), (7, -1, 6), (8, -7, 7), (4, -38, 8),
    ]  # fmt: skip
    carried = Groups(groups=2, group_rounds=1, past_cut=2, carry=True)
    lines = carried.standings(history, people(8))
    assert [(line.entrant, line.total) for line in lines[:4]] == [(1, 16), (5, 13), (2, 5), (6, 4)]


def test_more_than_one_table_past_the_cut_continues_as_a_knock_out():
    kind = Groups(groups=4, group_rounds=2, past_cut=2)
    played = run(kind, 16, 2)
    assert [each.stage for each in played.history] == ["group", "group", "knock_out", "final"]
    assert kind.length(16, HALL) == 4


def test_a_qualifier_who_left_is_replaced_by_the_next_of_their_group():
    groups = Groups(groups=2).members(people(8), 1, 1, HALL)
    tables = [dict(zip(group, (9, 5, -6, -8), strict=True)) for group in groups]
    entrants = changed(people(8), groups[0][0], left=1)
    kind = Groups(groups=2, group_rounds=1, past_cut=2)
    final = kind.pair([finished(*tables, stage="group")], entrants, 1, HALL)
    assert meet(final) == {frozenset({*groups[0][1:3], *groups[1][:2]})}


def test_a_group_too_small_for_a_table_is_merged_with_another():
    kind = Groups(groups=2, group_rounds=4)
    one, other = kind.members(people(8), 1, 1, HALL)
    history = [finished(*(dict.fromkeys(group, 0) for group in (one, other)), stage="group")]
    entrants = changed(people(8), one[0], left=1)
    met = set()
    for _ in range(3):
        proposed = kind.pair(history, entrants, 1, HALL)
        assert len(proposed.seating.out) == 3
        [table] = meet(proposed)
        met |= table
        history.append(finished(dict.fromkeys(table, 0), out=proposed.seating.out, stage="group"))
    # No player sits out all the time.
    assert met == {*one[1:], *other}


def test_an_incomplete_final_is_filled_with_lucky_losers():
    kind = Groups(groups=3, group_rounds=1)
    played = run(kind, 12, 3)
    assert len(played.history[-1].seating.seated) == 4
    notes = kind.notes(played.history[:1], played.history[1], played.entrants, HALL)
    assert {"lucky_losers"} <= {note.code for note in notes}


def test_seeded_players_are_spread_over_the_groups():
    entrants = [Entrant(number, seed_rank=number) for number in range(1, 17)]
    groups = Groups(groups=4).members(entrants, 1, 1, HALL)
    assert [set(group) for group in groups] == [
        {1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13},
    ]  # fmt: skip


def test_late_entries_go_to_the_smallest_group():
    kind = Groups(groups=2, group_rounds=4)
    entrants = [*people(16), Entrant(17, joined=2), Entrant(18, joined=3), Entrant(19, joined=4)]
    first = kind.members(people(16), 1, 1, HALL)
    leaver = first[1][0]
    entrants = changed(entrants, leaver, left=1)
    groups = kind.members(entrants, 4, 1, HALL)
    assert 17 in groups[1]
    assert 18 in groups[0]
    # Half of the rounds were over.
    assert all(19 not in group for group in groups)
    assert [group[:8] for group in groups] == first

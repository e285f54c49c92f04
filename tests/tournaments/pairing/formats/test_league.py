"""League format: each entrant's best events count, and the table shows which."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.formats.plays import HALL, finished, people
from tournaments.pairing.formats.duplicate import Duplicate
from tournaments.pairing.formats.league import League
from tournaments.pairing.rounds import Adjustment, Entrant
from tournaments.pairing.standings.lines import standings


def event(nets, entrants=None):
    """Return the final standings of an event with one round."""
    return standings([finished(nets)], entrants or [Entrant(number) for number in nets])


SEASON = [
    event({1: 10, 2: 4, 3: -6, 4: -8}),
    event({1: -20, 2: 14, 3: -1, 4: 7}),
    event({1: 16, 3: 2, 4: -18}),
]


def test_the_best_two_of_three_events_count():
    lines = League(best=2).season(SEASON, people(4))
    assert [(line.entrant, line.total) for line in lines] == [(1, 26), (2, 18), (3, 1), (4, -1)]
    assert {line.entrant: [each.counts for each in line.rounds] for line in lines} == {
        1: [True, False, True],
        2: [True, True, False],
        3: [False, True, True],
        4: [True, True, False],
    }
    assert lines[1].rounds[2].state == "absent"


def test_all_events_count_by_default():
    lines = League().season(SEASON, people(4))
    assert [(line.entrant, line.total) for line in lines] == [(2, 18), (1, 6), (3, -5), (4, -19)]


def test_a_league_can_count_points_for_places():
    lines = League(points="places").season(SEASON, people(4))
    # 1: 3 + 0 + 2, 2: 2 + 3, 3: 1 + 1 + 1, 4: 0 + 2 + 0; 1 and 2 won no deal, and the best event
    # of both gave 3, so they share the place.
    assert [(line.entrant, line.total, line.place) for line in lines] == [
        (1, 5, 1), (2, 5, 1), (3, 3, 3), (4, 2, 4),
    ]  # fmt: skip


def test_players_sharing_a_place_get_the_same_points():
    lines = League(points="places").season([event({1: 5, 2: 5, 3: -10})], people(3))
    assert [(line.entrant, line.total) for line in lines] == [(1, 1), (2, 1), (3, 0)]


def test_an_entrant_who_played_no_round_has_no_result():
    entrants = [*people(2), Entrant(3, adjustments=(Adjustment(5),))]
    lines = League(points="places").season([event({1: 5, 2: -5}, entrants)], people(3))
    assert [(line.entrant, line.total) for line in lines] == [(1, 1), (2, 0), (3, 0)]
    assert lines[2].rounds[0].state == "absent"


def test_fractions_of_duplicate_events_stay_exact():
    played = finished({1: 9, 2: -9}, {3: 0, 4: 0}, {5: 1, 6: -1}, {7: 2, 8: -2})
    lines = Duplicate().standings([played], people(8))
    season = League().season([lines, lines, lines], people(8))
    assert {each.entrant: each.total for each in season} == {
        each.entrant: 3 * each.total for each in lines
    }
    assert sum(each.total for each in season) == 0


@settings(deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=7), st.integers(1, 7))
def test_no_other_choice_of_events_gives_more_points(nets, best):
    events = [event({1: net, 2: -net}) for net in nets]
    lines = League(best=best).season(events, people(2))
    [own] = [line for line in lines if line.entrant == 1]
    count = min(best, len(nets))
    assert own.total == max(map(sum, combinations(nets, count)))
    assert sum(each.counts for each in own.rounds) == count


def test_a_league_has_no_pairings():
    assert League().pair([], people(5), 1, HALL) is None
    assert League().latest_entry(5, HALL) is None

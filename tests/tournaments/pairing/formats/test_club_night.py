"""Club night format: sessions count by sum, by average or by the best."""

from fractions import Fraction

import pytest

from tests.tournaments.pairing.formats.plays import HALL, people
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.rounds import Entrant, Penalty, Round, RoundResult, Seating


def session(deals, **nets):
    nets = {int(name[1:]): net for name, net in nets.items()}
    return Round(
        Seating((tuple(nets),)),
        {number: RoundResult(net, 0, deals) for number, net in nets.items()},
    )


EVENING = [
    session(8, p1=10, p2=4, p3=-6, p4=-8),
    session(4, p1=-20, p2=14, p3=-1, p5=7),
    session(8, p1=16, p3=2, p4=-3, p5=-15),
]


@pytest.mark.parametrize(
    ("kind", "order", "totals"),
    [
        (ClubNight(), [2, 1, 3, 5, 4], [18, 6, -5, -8, -11]),
        # 1: 6 in 20 deals; 2: 18 in 12; 3: −5 in 20; 4: −11 in 16; 5: −8 in 12.
        (
            ClubNight(by="average", least_deals=13),
            [1, 3, 4, 2, 5],
            [Fraction(3, 10), Fraction(-1, 4), Fraction(-11, 16), Fraction(3, 2), Fraction(-2, 3)],
        ),
        (ClubNight(by="best", best=2), [1, 2, 3, 5, 4], [26, 18, 1, -8, -11]),
    ],
)
def test_a_worked_evening_is_ranked_by_sum_by_average_and_by_best_sessions(kind, order, totals):
    lines = kind.standings(EVENING, people(5))
    assert [line.entrant for line in lines] == order
    assert [line.total for line in lines] == totals
    assert [line.place for line in lines] == [1, 2, 3, 4, 5]


def test_the_standings_show_who_has_played_too_few_deals():
    lines = ClubNight(by="average", least_deals=13).standings(EVENING, people(5))
    assert [line.decision and line.decision.by for line in lines] == [
        "total", "total", "least_deals", "total", None,
    ]  # fmt: skip


def test_the_standings_show_which_sessions_count():
    lines = ClubNight(by="best", best=1).standings(EVENING, people(5))
    counts = {line.entrant: [each.counts for each in line.rounds] for line in lines}
    assert counts[1] == [False, False, True]
    assert counts[2] == [False, True, False]
    assert counts[5] == [False, True, False]


def test_a_penalty_lowers_the_average():
    entrants = [Entrant(1, penalties=(Penalty(16),)), *people(5)[1:]]
    lines = ClubNight(by="average").standings(EVENING, entrants)
    assert {line.entrant: line.total for line in lines}[1] == Fraction(-1, 2)


def test_players_without_a_session_share_a_place():
    for by in ("sum", "average", "best"):
        lines = ClubNight(by=by).standings(EVENING[:1], people(6))
        at = [line.entrant for line in lines]
        assert set(at[2:4] if by != "average" else at[4:]) == {5, 6}
        assert all(line.shared for line in lines if line.entrant in (5, 6))


def test_a_club_night_has_no_pairings_and_no_fixed_length():
    assert ClubNight().pair(EVENING, people(5), 1, HALL) is None
    assert ClubNight().length(5, HALL) is None
    assert ClubNight().latest_entry(5, HALL) is None

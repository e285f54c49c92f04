"""Ratings of bots: the fit finds known strengths, and agrees with the method that rates people."""

import math
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import bot_ratings, bots
from benchmarks.bot_ratings import (
    SEATS,
    SESSION_DEALS,
    Task,
    fit,
    play_group,
    play_groups,
    predicted,
    rated,
    tasks,
    wins_of,
)
from games.bots import bot
from games.bots.ratings import BotRating, read_ratings
from games.bots.strengths import OFFERED
from tournaments.ratings.skill import POINTS_PER_LOG_ODDS, START_MU, Placing, Skill, rate

from .test_bots import options

log_odds = st.lists(st.floats(-2, 2), min_size=2, max_size=5)


@pytest.fixture
def quick(monkeypatch):
    """Let masters play as strong bots do, in a fraction of the time."""
    monkeypatch.setattr(
        bot_ratings, "measured_bot", lambda each: bot("strong" if each == "master" else each)
    )


def made_up(random: Random, ratings: list[float], groups: int, sessions: int = 1):
    """Return groups of sessions whose players perform by their ratings and chance.

    With noise of a Gumbel distribution one player finishes ahead of another with the odds of a
    Bradley-Terry model.
    """

    def session():
        performed = [
            rating / POINTS_PER_LOG_ODDS - math.log(-math.log(random.random()))
            for rating in ratings
        ]
        return [1 + sum(other > own for other in performed) for own in performed]

    return [[session()] * sessions for _ in range(groups)]


@given(log_odds)
def test_the_fit_finds_the_strengths_that_made_the_wins(given_odds):
    games = 1_000_000
    chances = [[1 / (1 + math.exp(other - own)) for other in given_odds] for own in given_odds]
    found = fit([[games * chance for chance in row] for row in chances])
    mean = fmean(given_odds)
    assert found == pytest.approx([each - mean for each in given_odds], abs=0.001)


@given(st.permutations(range(4)))
def test_the_order_of_players_does_not_matter(order):
    wins = wins_of([[1, 2, 3, 4], [2, 1, 3, 3], [4, 1, 2, 3]], 4)
    found = fit(wins)
    moved = fit([[wins[one][other] for other in order] for one in order])
    assert moved == pytest.approx([found[player] for player in order])


def test_a_tie_is_half_a_win_for_each():
    assert wins_of([[1, 2, 2]], 3) == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]


def test_a_player_who_always_wins_has_a_finite_rating():
    found = rated([[[1, 2]]] * 50)
    assert 1500 < found[0].rating < 3000
    assert found[0].rating + found[1].rating == pytest.approx(3000)


def test_ratings_of_made_up_sessions_are_right_within_their_errors():
    true = [1300, 1450, 1550, 1700]
    measured = [rated(made_up(Random(seed), true, 120)) for seed in range(40)]
    for player, rating in enumerate(true):
        values = [each[player].rating for each in measured]
        errors = [each[player].error for each in measured]
        # The mean of 40 is within three of its standard errors, and the errors are those of values.
        assert abs(fmean(values) - rating) < 3 * fmean(errors) / math.sqrt(40) + 3
        assert stdev(values) == pytest.approx(fmean(errors), rel=0.3)


def test_sessions_with_the_same_cards_do_not_count_as_independent():
    single, repeated = (rated(made_up(Random(1), [1400, 1600], 100, times)) for times in (1, 4))
    assert repeated[0].error == pytest.approx(single[0].error, rel=0.05)


def test_a_standard_error_needs_two_groups():
    with pytest.raises(ValueError, match="two groups"):
        rated([[[1, 2]]])


def test_people_with_these_ratings_would_keep_them_on_average():
    sessions = [
        each for group in made_up(Random(2), [1350, 1480, 1530, 1640], 400) for each in group
    ]
    found = rated([[each] for each in sessions])
    before = [Skill(START_MU + (each.rating - 1500) / 30, 0.5) for each in found]
    worse = [Skill(START_MU, 0.5) for _ in found]

    def largest_change(skills):
        changes = [0.0] * len(skills)
        for places in sessions:
            placings = [
                Placing(player, place, skills[player]) for player, place in enumerate(places)
            ]
            for each in rate(placings):
                changes[each.player] += each.after.mu - each.before.mu
        return max(map(abs, changes))

    assert largest_change(before) < largest_change(worse) / 30


def test_four_hundred_points_are_about_ten_to_one():
    assert predicted(BotRating(1700, 1), BotRating(1300, 1)) == pytest.approx(10 / 11, abs=0.01)


def test_a_session_is_played_once_in_each_order_of_seats(quick):
    task = Task("pagat", 0, 1)
    found = play_group(task)
    assert len(found) == SEATS
    for places in found:
        played = [place for place in places if place is not None]
        assert (len(places), len(played)) == (len(OFFERED), SEATS)
        assert min(played) == 1
        assert max(played) <= SEATS
    assert found == play_group(task)
    assert found != play_group(task._replace(seed=2))


def test_equal_bots_get_equal_ratings(monkeypatch):
    # Each has every seat with the same cards, so the sum of nets, places and wins is equal.
    monkeypatch.setattr(bot_ratings, "measured_bot", lambda _: bot("club"))
    groups = [play_group(Task("pagat", number, 1)) for number in range(2)]
    assert [each.rating for each in rated(groups)] == pytest.approx([1500] * len(OFFERED))


def test_each_strength_is_left_out_equally_often(monkeypatch):
    monkeypatch.setattr(bot_ratings, "measured_bot", lambda _: bot("lowest"))
    groups = [play_group(Task("pagat", number, 1)) for number in range(len(OFFERED))]
    for strength in range(len(OFFERED)):
        assert sum(places[strength] is None for group in groups for places in group) == SEATS


def test_players_are_compared_in_the_sessions_they_played():
    assert wins_of([[1, None, 2], [None, 1, 2]], 3) == [[0, 0, 1], [0, 0, 1], [0, 0, 0]]


def test_several_processes_give_the_same_result(quick):
    todo = tasks(["pagat"], 2 * SESSION_DEALS, seed=1)
    assert list(play_groups(todo, 2)) == list(play_groups(todo, 1))


def test_a_run_writes_the_file_and_reports(quick, tmp_path, capsys):
    path = tmp_path / "measured.json"
    # The first two groups have all five strengths.
    given_options = ("--ratings", str(path), "--packs", "10", "--presets", "pagat")
    assert bots.run(options(*given_options)) == []
    found = read_ratings(path)
    assert found.deals == 10 * SEATS
    assert set(found.of) == set(OFFERED)
    assert "strong ahead of club" in capsys.readouterr().out


def test_presets_for_other_numbers_of_players_are_refused():
    with pytest.raises(ValueError, match="two_players is not for 4 players"):
        bot_ratings.measure(["two_players"], packs=10, seed=1, processes=1)


def test_without_weights_there_are_no_ratings(tmp_path, monkeypatch):
    monkeypatch.setattr(bots, "is_standing_in", lambda: True)
    path = tmp_path / "measured.json"
    assert bots.run(options("--ratings", str(path))) == ["there are no weights of the network"]
    assert not path.exists()


def test_other_weights_than_the_apps_are_refused(tmp_path):
    path = tmp_path / "measured.json"
    wrong = bots.run(options("--ratings", str(path), "--weights", str(tmp_path / "other.bin")))
    assert wrong == ["ratings are measured with the app's weights only"]
    assert not path.exists()

"""The file with the ratings of bots: written, read, and not used if it is faulty or outdated."""

import json
import logging

import pytest

from games.bots.net.weights import version
from games.bots.ratings import (
    FILE,
    BotRating,
    BotRatings,
    RatingsError,
    ratings,
    read_ratings,
    write_ratings,
)
from games.bots.strengths import OFFERED, Strength

MEASURED = BotRatings(
    version(),
    4000,
    {"presets": ["pagat"], "packs": 300, "session": 5, "seed": 1},
    {Strength.BEGINNER: BotRating(1410.5, 8.0), Strength.CLUB: BotRating(1589.5, 8.5)},
)


@pytest.fixture
def written(tmp_path):
    """Return the path of a file of ratings."""
    path = tmp_path / "some-ratings.json"
    write_ratings(path, MEASURED)
    return path


def test_ratings_are_read_as_they_were_written(written):
    assert read_ratings(written) == MEASURED
    assert ratings(written) == MEASURED


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("ratings", "club", "rating"), "high"),
        (("ratings", "club", "rating"), float("nan")),
        (("ratings", "club", "error"), True),
        (("ratings", "club", "error"), -1),
        (("ratings", "club"), 1500),
        (("ratings", "grandmaster"), {"rating": 2500, "error": 1}),
        (("ratings",), []),
        (("measured",), 5),
        (("deals",), 0),
        (("deals",), None),
    ],
)
def test_files_with_other_content_are_refused(written, place, value):
    content = json.loads(written.read_text())
    inner = content
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    written.write_text(json.dumps(content))
    with pytest.raises(RatingsError):
        read_ratings(written)


@pytest.mark.parametrize("content", [None, b"", b"[]", b"{}", b"\xff"])
def test_without_a_readable_file_there_are_no_ratings_and_the_log_says_so_once(
    tmp_path, caplog, content
):
    path = tmp_path / "bad-ratings.json"
    if content is not None:
        path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert [ratings(path), ratings(path)] == [None, None]
    assert ["bad-ratings.json" in record.getMessage() for record in caplog.records] == [True]


def test_ratings_of_other_weights_are_not_used_and_the_log_says_so_once(tmp_path, caplog):
    path = tmp_path / "old-ratings.json"
    write_ratings(path, MEASURED._replace(weights="0123456789abcdef"))
    with caplog.at_level(logging.WARNING):
        assert [ratings(path), ratings(path)] == [None, None]
    assert ["0123456789abcdef" in record.getMessage() for record in caplog.records] == [True]


@pytest.mark.parametrize(
    ("rating", "error", "shown"),
    [
        (1483.2, 0, 1485),
        (1483.2, 5, 1485),
        (1483.2, 5.1, 1480),
        (1483.2, 12, 1480),
        (1491, 12, 1500),
        (1483.2, 30, 1500),
        (1549, 80, 1500),
        (1551, 400, 1600),
    ],
)
def test_a_rating_is_rounded_as_far_as_it_is_uncertain(rating, error, shown):
    assert BotRating(rating, error).about == shown


def test_the_ratings_in_the_repository_were_measured_with_its_weights():
    measured = read_ratings(FILE)
    assert measured.weights == version(), (
        "games/bots/ratings.json was measured with other weights than games/bots/net/weights.bin."
        " Measure again: python -m benchmarks bots --ratings"
    )
    assert set(OFFERED) <= set(measured.of)


def test_a_higher_strength_has_a_higher_rating():
    of = read_ratings(FILE).of
    values = [of[strength].rating for strength in OFFERED]
    assert values == sorted(values)

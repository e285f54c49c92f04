"""What is said about the strengths of bots."""

import pytest
from django.utils import translation

from games.bots.ratings import BotRating, BotRatings
from games.bots.strengths import Strength
from games.language.bots import (
    bot_description,
    bot_label,
    character,
    ratings_note,
    strength_label,
)

MEASURED = BotRatings("", 4000, {}, {Strength.CLUB: BotRating(1483.2, 8.1)})


@pytest.fixture
def measured(monkeypatch):
    """Return a function that sets the ratings of bots, or takes them away."""
    return lambda found: monkeypatch.setattr("games.language.bots.ratings", lambda: found)


def test_each_strength_is_a_character_with_a_name_a_picture_and_a_style():
    shown = [character(each) for each in Strength]
    for part in ("name", "picture", "label", "style"):
        assert len({getattr(each, part) for each in shown}) == len(Strength)


def test_a_bot_is_labelled_by_its_strength():
    assert strength_label("club") == "Club"
    assert bot_label("club") == "Club bot"
    assert bot_description("club").startswith("Fox: Counts cards")


@pytest.mark.parametrize("code", ["counting", "lowest", "retired"])
def test_a_bot_without_a_strength_is_just_a_bot(code):
    assert (bot_label(code), bot_description(code), strength_label(code)) == ("Bot", "", "")


def test_a_user_has_no_label():
    assert (bot_label(""), bot_description("")) == ("", "")


def test_a_measured_bot_is_described_with_its_rating(measured):
    measured(MEASURED)
    assert bot_description("club") == (
        "Fox: Counts cards and keeps its best combinations together."
        " Rating about 1480, measured in 4,000 deals among bots."
    )
    assert character(Strength.CLUB).rating == "Rating about 1480"
    assert "4,000 deals among bots" in ratings_note()
    assert "don’t change your rating" in ratings_note()


def test_numbers_of_ratings_have_the_readers_format(measured):
    measured(MEASURED)
    with translation.override("de"):
        assert "4.000" in bot_description("club")
        assert "1480" in bot_description("club")


def test_without_ratings_nothing_is_said_of_them(measured):
    measured(None)
    assert bot_description("club") == "Fox: Counts cards and keeps its best combinations together."
    assert character(Strength.CLUB).rating == ratings_note() == ""


def test_a_strength_that_was_not_measured_has_no_rating(measured):
    measured(MEASURED)
    assert character(Strength.MASTER).rating == ""
    assert "Rating" not in bot_description("master")

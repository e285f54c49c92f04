"""What is said about the strengths of bots."""

import pytest

from games.bots.strengths import Strength
from games.language.bots import bot_description, bot_label, character, strength_label


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

"""Sentences for refusals and denials."""

import pytest

from games.common.denials import Denial
from games.language import refusals
from games.rules.deal.refusals import Code, Refusal
from games.tables.denials import TableCode
from games.tables.max_loss import Cost

NAMES = ["Mei", "Bruno", "Ada", "Noor"]
#: Parameters for the sentences of all codes.
WORDS = {
    "turn": 1, "next": 2, "kind": "pair", "over": "straight", "card": "QH", "cards": ["3D", "4C"],
    "needed": 2, "points": 5, "ranks": "A2345",
}  # fmt: skip


@pytest.mark.parametrize("code", Code)
def test_every_refusal_of_the_rules_has_a_sentence(code):
    said = refusals.sentence(Refusal(code, WORDS), NAMES)
    assert said[0].isupper()
    assert said.endswith(".")
    assert "%(" not in said


def test_a_refusal_names_players_and_cards():
    words = {"card": "QH", "next": 2}
    assert refusals.sentence(Refusal(Code.GUARD_PLAY, words), NAMES) == (
        "Ada has one card left. If you play a single card, it must be your queen of hearts."
    )


@pytest.mark.parametrize("code", TableCode)
def test_every_denial_of_a_table_has_a_sentence(code):
    params = {"worst": Cost(31_200, "HKD"), "limit": Cost(100, "HKD"), "most": 20}
    params |= {"name": "Mei", "names": ("Mei", "Ken"), "could": Cost(900, "HKD"), "seconds": 20}
    said = refusals.sentence(Denial(code, params))
    assert said[0].isupper()
    assert said.endswith(".")

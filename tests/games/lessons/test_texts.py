"""Texts for every advice and subject."""

from games.lessons import texts
from games.lessons.coach import Advice, Message, Subject
from games.rules.cards import parse_cards
from games.rules.deal.refusals import Code, Refusal
from tests.games.bots.support import table_view


def test_every_message_and_subject_has_a_text():
    for say in Message:
        subject = next((each for each in Subject if say.name.startswith(each.name)), Subject.OUT)
        said = texts.advice_text(Advice(say, subject))
        assert said.title
        assert said.text.endswith(".")
    for subject in Subject:
        assert texts.title(subject)
        assert texts.summary(subject).endswith(".")


def test_the_text_names_the_suggested_cards():
    here = table_view("9D 9S KD", "3C 4C", "3H 4H", "3S 4S")
    assert texts.marked(Advice(Message.PAIR, Subject.PAIR, cards=parse_cards("9D 9S")), here) == (
        "Try this: a pair of nines."
    )
    assert texts.marked(Advice(Message.PASS, Subject.PASS), here) == ""


def test_the_explanation_of_a_refusal_depends_on_the_number_of_cards():
    refused = Refusal(Code.NO_COMBINATION)
    said = {
        texts.why(refused, parse_cards(cards))
        for cards in ("3D 4D", "3D 4D 5C", "3D 4D 5C 6C", "3D 4D 5C 6C 8C", "3D 4D 5C 6C 8C 9C")
    }
    assert len(said) == 5
    assert "the same number of cards" in texts.why(Refusal(Code.WRONG_SIZE), 1)
    assert texts.why(Refusal(Code.NOT_YOUR_TURN), 1) == ""

"""What the rules in words are put together from."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.language import labels
from games.rules import Card, Cards, cards_of
from games.rules.scoring import Outcome


class Claim(StrEnum):
    """What an example says of its plays; each can be asked of the rules again."""

    #: Nothing but what the caption says: a hand, or a card.
    SHOWN = "shown"
    #: Each is a combination.
    COMBINATIONS = "combinations"
    #: None is a combination.
    NO_COMBINATION = "no_combination"
    #: Each beats the next, and none is beaten by the next.
    BEATS = "beats"
    #: The first does not beat the second, nor the second the first.
    CANNOT_BEAT = "cannot_beat"
    #: The first is beaten by each of the others, and by nothing else in the hand.
    ANSWERS = "answers"
    #: They are all plays from the hand that keep the guard's duty on lead.
    KEEPS_DUTY = "keeps_duty"
    #: None may be somebody's last play.
    NOT_LAST = "not_last"


_BETWEEN = {
    Claim.BEATS: gettext_noop("beats"),
    Claim.CANNOT_BEAT: gettext_noop("does not beat"),
}


class Face(NamedTuple):
    """A card as the template of a card's face wants it."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class ExamplePlay:
    """Cards of an example."""

    #: The cards, in the order in which they are best shown.
    cards: tuple[Card, ...]
    #: What they are called at the table, or nothing where that says nothing.
    label: str = ""

    @property
    def as_set(self) -> Cards:
        """The same cards as the rules take them."""
        return cards_of(self.cards)

    @property
    def spoken(self) -> str:
        """The cards by their names, one after the other."""
        return ", ".join(labels.card_label(card) for card in self.cards)

    @property
    def faces(self) -> list[Face]:
        """The cards' faces."""
        return [Face(labels.card_code(card), labels.card_label(card)) for card in self.cards]


@dataclass(frozen=True, slots=True)
class Example:
    """Cards that show what a paragraph says."""

    #: What is to be seen, one sentence.
    caption: str
    #: The cards.
    plays: list[ExamplePlay]
    #: What is said of them.
    claim: Claim = Claim.SHOWN
    #: The hand that they come from, where that matters.
    held: ExamplePlay | None = None
    #: Whether a four has demoted the twos.
    twos_low: bool = False

    @property
    def between(self) -> str:
        """The word that belongs between two plays, or nothing."""
        word = _BETWEEN.get(self.claim)
        return _(word) if word else ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one player of a worked example was left with and scores."""

    seat: int
    name: str
    left: ExamplePlay
    #: The arithmetic, sentence by sentence.
    how: list[str]
    points: int
    #: What the player wins or pays, or None where payments are not looked at.
    net: int | None


@dataclass(frozen=True, slots=True)
class WorkedScore:
    """A deal that has been scored, as a worked example."""

    caption: str
    #: What was scored.
    outcome: Outcome
    #: The players that the example looks at.
    lines: list[ScoreLine]
    #: Who pays whom, one sentence each.
    payments: list[str]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences on one matter, and what shows it."""

    text: str
    heading: str = ""
    examples: list[Example] = field(default_factory=list)
    worked_scores: list[WorkedScore] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of the rules; ``name`` is for links to it."""

    name: str
    title: str
    paragraphs: list[Paragraph]

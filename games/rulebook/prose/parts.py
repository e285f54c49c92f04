"""Building blocks of the prose: chapters, paragraphs, examples and worked scores."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import pgettext

from games.common import numbers
from games.common.languages import paragraph
from games.language import labels
from games.rules.cards import Card, Cards, cards_of
from games.rules.scoring import Outcome


class Claim(StrEnum):
    """The statement that an example makes about its plays; tests verify it against the rules."""

    #: No statement apart from the caption; a hand or a card.
    SHOWN = "shown"
    #: Each is a combination.
    COMBINATIONS = "combinations"
    #: None is a combination.
    NO_COMBINATION = "no_combination"
    #: Each beats the next, and none is beaten by the next.
    BEATS = "beats"
    #: Neither of the two beats the other.
    CANNOT_BEAT = "cannot_beat"
    #: The others are exactly the plays from the hand that beat the first.
    ANSWERS = "answers"
    #: They are exactly the leads from the hand that keep the guard's duty.
    KEEPS_DUTY = "keeps_duty"
    #: None is allowed as a last play.
    NOT_LAST = "not_last"


class Face(NamedTuple):
    """A card for the template of a card face."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class ExamplePlay:
    """Cards in an example, in display order, with the name of their combination."""

    #: The cards in display order.
    cards: tuple[Card, ...]
    #: The combination's name, or empty where it adds nothing.
    label: str = ""

    @property
    def as_set(self) -> Cards:
        """The cards as the set that the rules use."""
        return cards_of(self.cards)

    @property
    def spoken(self) -> str:
        """The cards' names as a list, for screen readers."""
        return numbers.listed([labels.card_label(card) for card in self.cards])

    @property
    def faces(self) -> list[Face]:
        """The cards for the template of a card face."""
        return [Face(labels.card_code(card), labels.card_label(card)) for card in self.cards]


def _between(sentence: str) -> str:
    """Return the words between the two parameters of a sentence."""
    return sentence.partition("%(one)s")[2].partition("%(other)s")[0].strip()


@dataclass(frozen=True, slots=True)
class Example:
    """Cards that illustrate a paragraph."""

    #: One sentence, or empty.
    caption: str
    #: The cards.
    plays: list[ExamplePlay]
    #: The statement about the plays.
    claim: Claim = Claim.SHOWN
    #: The hand that the plays come from, where it matters.
    held: ExamplePlay | None = None
    #: Whether twos rank lowest, after four of a kind.
    twos_low: bool = False

    @property
    def between(self) -> str:
        """The text between two plays, or empty."""
        if self.claim is Claim.BEATS:
            # Translators: %(one)s and %(other)s are pictures of cards, and only the words between
            # them are shown. There may be a third picture. Begin with %(one)s, end with %(other)s.
            return _between(pgettext("pictures of cards", "%(one)s beats %(other)s"))
        if self.claim is Claim.CANNOT_BEAT:
            return _between(pgettext("pictures of cards", "%(one)s doesn’t beat %(other)s"))
        if self.claim is Claim.ANSWERS:
            return _between(pgettext("pictures of cards", "%(one)s is beaten by %(other)s"))
        return ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The cards that one player of a worked example had left, and the score."""

    seat: int
    name: str
    left: ExamplePlay
    #: The calculation, sentence by sentence.
    how: list[str]
    points: int
    #: The points won (positive) or lost; None in examples without payments.
    net: int | None
    #: Whether `points` are the card points of the cards left, as a negative number.
    counts_cards: bool = False

    @property
    def how_text(self) -> str:
        """The calculation as one text."""
        return paragraph(*self.how)

    @property
    def size(self) -> int:
        """The points without their sign."""
        return abs(self.points)

    @property
    def net_size(self) -> int:
        """The points won or lost, without their sign; 0 in examples without payments."""
        return abs(self.net or 0)


@dataclass(frozen=True, slots=True)
class WorkedScore:
    """A worked example of scoring: its caption, the players' scores and payment sentences."""

    caption: str
    #: The finished deal that was scored.
    outcome: Outcome
    #: The players that the example shows.
    lines: list[ScoreLine]
    #: The payments, one sentence each.
    payments: list[str]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences on one topic, with examples."""

    text: str
    heading: str = ""
    examples: list[Example] = field(default_factory=list)
    worked_scores: list[WorkedScore] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of the rules; ``name`` is its anchor."""

    name: str
    title: str
    paragraphs: list[Paragraph]

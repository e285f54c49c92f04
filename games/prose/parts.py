"""What the rules in words are put together from."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import texts
from games.rules import Card, Cards, cards_of
from games.rules.scoring import Outcome


class Claim(StrEnum):
    """What an example says of its plays; each can be asked of the rules again."""

    SHOWN = "shown"
    """Nothing but what the caption says: a hand, or a card."""
    COMBINATIONS = "combinations"
    """Each is a combination."""
    NO_COMBINATION = "no_combination"
    """None is a combination."""
    BEATS = "beats"
    """Each beats the next, and none is beaten by the next."""
    CANNOT_BEAT = "cannot_beat"
    """The first does not beat the second, nor the second the first."""
    ANSWERS = "answers"
    """The first is beaten by each of the others, and by nothing else in the hand."""
    KEEPS_DUTY = "keeps_duty"
    """They are all plays from the hand that keep the guard's duty on lead."""
    NOT_LAST = "not_last"
    """None may be somebody's last play."""


_BETWEEN = {
    Claim.BEATS: gettext_noop("beats"),
    Claim.CANNOT_BEAT: gettext_noop("and neither beats"),
}


class Face(NamedTuple):
    """A card as the template of a card's face wants it."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class ExamplePlay:
    """Cards of an example.

    :ivar cards: the cards, in the order in which they are best shown
    :ivar label: what they are called at the table, or nothing where that says nothing
    """

    cards: tuple[Card, ...]
    label: str = ""

    @property
    def as_set(self) -> Cards:
        """The same cards as the rules take them."""
        return cards_of(self.cards)

    @property
    def faces(self) -> list[Face]:
        """The cards' faces."""
        return [Face(texts.card_code(card), texts.card_label(card)) for card in self.cards]


@dataclass(frozen=True, slots=True)
class Example:
    """Cards that show what a paragraph says.

    :ivar caption: what is to be seen, one sentence
    :ivar plays: the cards
    :ivar claim: what is said of them
    :ivar held: the hand that they come from, where that matters
    :ivar twos_low: whether a four has demoted the twos
    """

    caption: str
    plays: list[ExamplePlay]
    claim: Claim = Claim.SHOWN
    held: ExamplePlay | None = None
    twos_low: bool = False

    @property
    def between(self) -> str:
        """The word that belongs between two plays, or nothing."""
        word = _BETWEEN.get(self.claim)
        return _(word) if word else ""


@dataclass(frozen=True, slots=True)
class Line:
    """What one player of a worked example was left with and scores.

    :ivar how: the arithmetic, sentence by sentence
    :ivar net: what the player wins or pays, or None where payments are not looked at
    """

    seat: int
    name: str
    left: ExamplePlay
    how: list[str]
    points: int
    net: int | None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A deal that has been scored, as a worked example.

    :ivar outcome: what was scored
    :ivar lines: the players that the example looks at
    :ivar payments: who pays whom, one sentence each
    """

    caption: str
    outcome: Outcome
    lines: list[Line]
    payments: list[str]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences on one matter, and what shows it."""

    text: str
    heading: str = ""
    examples: list[Example] = field(default_factory=list)
    reckonings: list[Reckoning] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of the rules; ``name`` is for links to it."""

    name: str
    title: str
    paragraphs: list[Paragraph]

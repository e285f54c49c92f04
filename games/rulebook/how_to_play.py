"""Steps of the standard game, with pictures of cards, for newcomers."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rulebook.prose.parts import ExamplePlay
from games.rules.cards import parse_card


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a title, one or two sentences, and the plays that picture it."""

    title: str
    text: str
    plays: list[ExamplePlay]


#: Title, text and plays of each step.
_STEPS = (
    (
        gettext_noop("Deal"),
        gettext_noop("Four players get 13 cards each. Everyone plays for themselves."),
        ("3C 5D 6H 8S TD QC KH",),
    ),
    (
        gettext_noop("Ranks"),
        gettext_noop("Threes are the lowest cards. Twos are the highest, above aces."),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",),
    ),
    (
        gettext_noop("Suits"),
        gettext_noop(
            "If ranks are equal, the suit decides: diamonds are lowest, then clubs, hearts and"
            " spades."
        ),
        ("9D 9C 9H 9S",),
    ),
    (
        gettext_noop("Start"),
        gettext_noop("The player with the 3 of diamonds starts. The first play must include it."),
        ("3D 3H",),
    ),
    (
        gettext_noop("Beat it or pass"),
        gettext_noop(
            "Play the same number of cards, only higher: a pair beats a lower pair. Or pass."
        ),
        ("8D 8S", "TC TH"),
    ),
    (
        gettext_noop("Five cards"),
        gettext_noop(
            "From low to high: straight, flush, full house, four of a kind with any fifth card,"
            " straight flush."
        ),
        ("5D 6H 7C 8S 9D",),
    ),
    (
        gettext_noop("Win the trick"),
        gettext_noop("When all the others pass, you lead, and can play any combination."),
        ("2S",),
    ),
    (
        gettext_noop("Go out first"),
        gettext_noop(
            "The first player without cards wins the deal. The others pay for the cards they still"
            " hold."
        ),
        ("4C 6D JS",),
    ),
)


def steps() -> list[Step]:
    """Return the steps in the reader's language."""
    return [
        Step(
            _(title),
            _(text),
            [ExamplePlay(tuple(parse_card(name) for name in play.split())) for play in plays],
        )
        for title, text, plays in _STEPS
    ]

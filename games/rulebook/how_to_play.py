"""Steps of the standard game, with pictures of cards, for newcomers."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy, pgettext_lazy

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
        pgettext_lazy("a step of a deal", "Deal"),
        gettext_lazy("Four players get 13 cards each. Everyone plays for themselves."),
        ("3C 5D 6H 8S TD QC KH",),
    ),
    (
        gettext_lazy("Ranks"),
        gettext_lazy("Threes are the lowest cards. Twos are the highest, above aces."),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",),
    ),
    (
        gettext_lazy("Suits"),
        gettext_lazy(
            "If ranks are equal, the suit decides: diamonds are lowest, then clubs, hearts and"
            " spades."
        ),
        ("9D 9C 9H 9S",),
    ),
    (
        pgettext_lazy("a step of a deal", "Start"),
        gettext_lazy("The player with the 3 of diamonds starts. The first play must include it."),
        ("3D 3H",),
    ),
    (
        gettext_lazy("Beat it or pass"),
        gettext_lazy(
            "Play the same number of cards, only higher: a pair beats a lower pair. Or pass."
        ),
        ("8D 8S", "TC TH"),
    ),
    (
        gettext_lazy("Five cards"),
        gettext_lazy(
            "From low to high: straight, flush, full house, four of a kind with any fifth card,"
            " straight flush."
        ),
        ("5D 6H 7C 8S 9D",),
    ),
    (
        gettext_lazy("Win the trick"),
        gettext_lazy("When all the others pass, you lead, and can play any combination."),
        ("2S",),
    ),
    (
        gettext_lazy("Go out first"),
        gettext_lazy(
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
            str(title),
            str(text),
            [ExamplePlay(tuple(parse_card(name) for name in play.split())) for play in plays],
        )
        for title, text, plays in _STEPS
    ]

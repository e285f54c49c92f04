"""The sentences of the puzzles."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext, pgettext_lazy

from games.common.numbers import signed
from games.language import labels
from games.puzzles.puzzle import Level, Puzzle
from games.rulebook.prose.option_text import option_sentence
from games.rules.cards import Cards
from games.rules.combinations.table import classify
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet

#: The seats by the places where they are shown.
_SEATS: Final = {
    "own": gettext_noop("South"),
    "right": gettext_noop("East"),
    "top": gettext_noop("North"),
    "left": gettext_noop("West"),
}
_LEVELS: Final = {
    Level.EASY: pgettext_lazy("puzzles", "Easy"),
    Level.MEDIUM: pgettext_lazy("puzzles", "Medium"),
    Level.HARD: pgettext_lazy("puzzles", "Hard"),
}
#: The options that can matter in an ending, and those of them that matter with five cards.
_OPTIONS: Final = (
    *("suit_order", "triples", "two_pairs", "flushes", "straights", "four_of_a_kind", "honours"),
    *("passing", "top_two_ends_trick", "guard", "must_beat", "going_out", "play_on"),
    *("bomb_demotes_twos", "bomb_doubles", "scoring", "payment", "multipliers"),
)
_OF_FIVE: Final = {"flushes", "straights", "honours", "bomb_doubles"}
#: Fewer cards left never multiply anything.
_MULTIPLIED_FROM: Final = 8


def seat_name(place: str) -> str:
    """Return the name of the seat at a place on the felt."""
    return _(_SEATS[place])


def level_name(level: Level) -> str:
    """Return the name of a level."""
    return str(_LEVELS[level])


def puzzle_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle of the app: "Puzzle 12"."""
    return _("Puzzle %(number)s") % {"number": puzzle.number}


def deal_puzzle_name(deal: int) -> str:
    """Return the name of a puzzle from the reader's deal."""
    return _("Puzzle from deal %(number)d") % {"number": deal}


def rule_sentences(puzzle: Puzzle) -> list[str]:
    """Return a sentence for each rule that differs from the standard rules and can matter here."""
    chosen, usual = puzzle.rules.to_options(), RuleSet().to_options()
    longest = max(map(int.bit_count, puzzle.hands))
    return [
        option_sentence(name, chosen[name])
        for name in _OPTIONS
        if chosen[name] != usual[name]
        and OPTIONS[name].applies(puzzle.rules)
        and (longest >= 5 or name not in _OF_FIVE)
        and (longest >= _MULTIPLIED_FROM or name != "multipliers")
    ]


def action_label(puzzle: Puzzle, cards: Cards) -> str:
    """Return the name of an action of the solver: "pair of nines" or "Pass"."""
    play = classify(puzzle.rules, cards) if cards else None
    return pgettext("button", "Pass") if play is None else labels.combination_label(play)


def prompt(puzzle: Puzzle) -> str:
    """Return the sentence that tells the solver what they can do."""
    top = puzzle.state.trick.top
    if top is None:
        return _("You lead. Play any combination.")
    return _("Beat %(play)s, or pass.") % {"play": labels.combination_label(top)}


def verdict(puzzle: Puzzle, cards: Cards) -> str:
    """Return the heading of the solution."""
    return _("Best play found") if cards == puzzle.best else _("Not the best play")


def played_sentence(puzzle: Puzzle, cards: Cards) -> str:
    """Return what the reader played in the deal that the puzzle is from."""
    if not cards:
        return _("In the deal you passed.")
    return _("In the deal you played %(play)s.") % {"play": action_label(puzzle, cards)}


def reasons(puzzle: Puzzle, cards: Cards) -> list[str]:
    """Return the sentences on an answer: what it costs, and how the best and the next compare."""
    points = sorted((line.points for line in puzzle.lines.values()), reverse=True)
    words = {"points": signed(points[0]), "others": signed(points[1])}
    if not puzzle.best:
        sentence = _(
            "Best: pass. Your result is then %(points)s; any play brings %(others)s at most."
        )
    else:
        words["play"] = action_label(puzzle, puzzle.best)
        sentence = _(
            "Best: %(play)s. Your result is then %(points)s; anything else brings %(others)s at"
            " most."
        )
    compared = sentence % words
    lost = points[0] - puzzle.lines[cards].points
    if not lost:
        return [compared]
    cost = ngettext(
        "Your play costs you %(count)d point.", "Your play costs you %(count)d points.", lost
    )
    return [cost % {"count": lost}, compared]

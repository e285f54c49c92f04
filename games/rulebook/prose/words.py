"""Each value of each option in one short sentence, as what sets a game apart from the basic one."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.numbers import listed, signed, unsigned
from games.rulebook.prose.sequences import unbroken
from games.rules.ruleset import OPTIONS, RuleSet
from games.rules.ruleset.options import (
    CHOICE,
    MULTIPLIER_LIST,
    PLACEMENT_LIST,
    Multipliers,
    OptionValue,
    PlacementPoints,
    parse_multipliers,
    parse_placement_points,
)


def option_sentence(name: str, value: OptionValue) -> str:
    """Return what a value of an option comes to, in one short sentence.

    :raises KeyError: when there is no such option or value
    """
    option = OPTIONS[name]
    if option.kind == CHOICE:
        return unbroken(_(option.values[value].sentence))
    if option.kind == MULTIPLIER_LIST:
        factors = factors_text(parse_multipliers(str(value)))
        (some,) = option.some
        return _(some) % {"factors": factors} if factors else _(option.none)
    if option.kind == PLACEMENT_LIST:
        (some,) = option.some
        return _(some) % {"points": points_text(parse_placement_points(str(value)))}
    count = int(value)
    if count == 1 and option.one:
        return _(option.one)
    singular, plural = option.some
    return ngettext(singular, plural, count) % {"count": count} if count else _(option.none)


def chosen_sentence(rules: RuleSet, name: str) -> str:
    """Return what the value that a rule set has for an option comes to."""
    return option_sentence(name, rules.to_options()[name])


def payment_sentence(rules: RuleSet) -> str:
    """Return who pays whom."""
    # Only where the losses are the points do all payments differ.
    told = rules.scoring == "cards_left" or rules.payment == "points"
    return chosen_sentence(rules if told else RuleSet(), "payment")


def points_text(points: PlacementPoints) -> str:
    """Return the points of the places in words: "2, 1, −1 and −2"."""
    return listed([unsigned(each) if each >= 0 else signed(each) for each in points])


def factors_text(multipliers: Multipliers) -> str:
    """Return the factors in words: "double from 10 cards, triple from 13 cards"."""
    return ", ".join(
        _("%(factor)s from %(count)d cards") % {"factor": factor_word(factor), "count": start}
        if start > 1
        else _("%(factor)s from the first card") % {"factor": factor_word(factor)}
        for start, factor in multipliers
        if start > 1 or factor > 1
    )


def factor_word(factor: int) -> str:
    """Return a factor in words: "double", "triple", "5 times"."""
    words = {1: _("single"), 2: _("double"), 3: _("triple"), 4: _("fourfold")}
    return words.get(factor) or _("%(factor)d times") % {"factor": factor}

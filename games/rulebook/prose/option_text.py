"""One short sentence for each value of each option."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.numbers import listed, signed, unsigned
from games.rulebook.prose.sequences import unbroken
from games.rules.ruleset.options import (
    CHOICE,
    MULTIPLIER_LIST,
    OPTIONS,
    PLACEMENT_LIST,
    Multipliers,
    OptionValue,
    PlacementPoints,
    parse_multipliers,
    parse_placement_points,
)
from games.rules.ruleset.rule_set import RuleSet


def option_sentence(name: str, value: OptionValue) -> str:
    """Return the meaning of an option's value in one short sentence.

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
    """Return the meaning of the rule set's value for an option in one short sentence."""
    return option_sentence(name, rules.to_options()[name])


def payment_sentence(rules: RuleSet) -> str:
    """Return the sentence on how points are paid; the basic game's if the option has no effect."""
    # The ways of payment differ only where the losses are the points.
    differs = rules.scoring == "cards_left" or rules.payment == "points"
    return chosen_sentence(rules if differs else RuleSet(), "payment")


def points_text(points: PlacementPoints) -> str:
    """Return the points of the places as a list: "2, 1, −1 and −2"."""
    return listed([unsigned(each) if each >= 0 else signed(each) for each in points])


def factors_text(multipliers: Multipliers) -> str:
    """Return the multipliers as a list: "double for 10 or more cards, 4 times as much for …".

    Empty if nothing is multiplied.
    """
    return listed(
        [_factor_text(factor, start) for start, factor in multipliers if start > 1 or factor > 1]
    )


def _factor_text(factor: int, start: int) -> str:
    """Return a factor from a number of cards on: "double from 10 cards"."""
    params = {"factor": factor, "count": start}
    if start == 1:
        if factor == 2:
            return _("double from the first card")
        if factor == 3:
            return _("triple from the first card")
        return _("%(factor)d times as much from the first card") % params
    if factor == 1:
        return _("only once for %(count)d or more cards") % params
    if factor == 2:
        return _("double for %(count)d or more cards") % params
    if factor == 3:
        return _("triple for %(count)d or more cards") % params
    return _("%(factor)d times as much for %(count)d or more cards") % params

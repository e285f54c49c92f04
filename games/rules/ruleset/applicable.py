"""Removal of options that have no effect next to the others."""

from collections.abc import Mapping

from games.rules.ruleset.options import OPTIONS, OptionValue
from games.rules.ruleset.rule_set import RuleSet


def applicable(options: Mapping[str, OptionValue]) -> RuleSet:
    """Return the rule set of some options; options that do not apply get their default.

    Options that apply keep their value, even in a conflict (`find_conflicts`).

    :raises RuleSetError: for an unknown option or value

    >>> applicable({"players": 2, "hand_size": 26, "leftover": "stock"}).leftover
    'unused'
    """
    chosen = dict(options)
    rules = RuleSet.draft(options=chosen)
    # Removing one option can leave another without effect. Each pass of the loop removes or sets
    # one option, so it ends.
    while (name := _inapplicable(rules, chosen)) is not None:
        if name in chosen:
            del chosen[name]
        else:
            chosen[name] = next(iter(OPTIONS[name].choices(rules)))
        rules = RuleSet.draft(options=chosen)
    return rules


def _inapplicable(rules: RuleSet, chosen_options: Mapping[str, OptionValue]) -> str | None:
    """Return the name of the first option chosen without effect or with an unfit value, or None."""
    values = rules.to_options()
    for name, option in OPTIONS.items():
        if not option.applies(rules):
            if name in chosen_options:
                return name
        elif not option.fits(rules, values[name]):
            return name
    return None

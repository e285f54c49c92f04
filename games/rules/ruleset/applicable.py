"""What remains of chosen options when those leave that cannot apply beside the others."""

from collections.abc import Mapping

from games.rules.ruleset.options import OPTIONS, OptionValue
from games.rules.ruleset.rule_set import RuleSet


def applicable(options: Mapping[str, OptionValue]) -> RuleSet:
    """Return the rule set of some options, whatever does not apply at its usual value.

    Options that apply stay as they are, even where they make an impossible mix (`find_conflicts`).

    :raises RuleSetError: for an unknown option or value

    >>> applicable({"players": 2, "hand_size": 26, "leftover": "stock"}).leftover
    'unused'
    """
    chosen = dict(options)
    rules = RuleSet.draft(options=chosen)
    # What one option leaves can leave another without effect in turn. Every round takes an option
    # away or settles one, so the rounds end.
    while (name := _inapplicable(rules, chosen)) is not None:
        if name in chosen:
            del chosen[name]
        else:
            chosen[name] = next(iter(OPTIONS[name].choices(rules)))
        rules = RuleSet.draft(options=chosen)
    return rules


def _inapplicable(rules: RuleSet, chosen: Mapping[str, OptionValue]) -> str | None:
    values = rules.to_options()
    for name, option in OPTIONS.items():
        if not option.applies(rules):
            if name in chosen:
                return name
        elif not option.fits(rules, values[name]):
            return name
    return None

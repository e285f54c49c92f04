"""Differences of a rule set from the basic game, or from another rule set."""

from games.rulebook.prose.option_text import option_sentence
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet


def differences(rules: RuleSet, base: RuleSet | None = None) -> list[str]:
    """Return one short sentence for each option that differs from the base.

    Options without effect in the rule set are left out. The default base is the basic game.
    """
    chosen, usual = rules.to_options(), (base or RuleSet()).to_options()
    return [
        option_sentence(name, chosen[name])
        for name, option in OPTIONS.items()
        if chosen[name] != usual[name] and option.applies(rules)
    ]

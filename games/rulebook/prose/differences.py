"""What sets a rule set apart from the basic game, or from another."""

from games.rulebook.prose.words import option_sentence
from games.rules import OPTIONS, RuleSet


def differences(rules: RuleSet, base: RuleSet | None = None) -> list[str]:
    """Return one short sentence for each option that differs from the basic game, or a base.

    Nothing is said of options that make no difference as the others are.
    """
    chosen, usual = rules.to_options(), (base or RuleSet()).to_options()
    return [
        option_sentence(name, chosen[name])
        for name, option in OPTIONS.items()
        if chosen[name] != usual[name] and option.applies(rules)
    ]

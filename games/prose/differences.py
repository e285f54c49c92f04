"""What sets a rule set apart from the basic game."""

from games.prose.words import option_sentence
from games.rules import OPTIONS, RuleSet


def differences(rules: RuleSet) -> list[str]:
    """Return one short sentence for each option that differs from the basic game."""
    chosen = rules.to_options()
    return [
        option_sentence(name, chosen[name])
        for name, option in OPTIONS.items()
        if chosen[name] != option.default
    ]

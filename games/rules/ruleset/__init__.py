"""A rule set: every variation of the game as one value of one option.

`OPTIONS` is the registry that forms, help pages, admin and tests read; `PRESETS` names the rule
sets that the sources describe; `RuleSet.make` puts options over a preset and refuses impossible
mixes with a `RuleSetError`. S0 … S4 are the five source texts of the rules.
"""

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.mixes import MIXES, Mix, clashes
from games.rules.ruleset.options import OPTIONS, Option, OptionValue
from games.rules.ruleset.presets import PRESETS, Preset
from games.rules.ruleset.rule_set import RuleSet
from games.rules.ruleset.settling import settled

__all__ = [
    "MIXES",
    "OPTIONS",
    "PRESETS",
    "Mix",
    "Option",
    "OptionValue",
    "Preset",
    "RuleSet",
    "RuleSetError",
    "clashes",
    "settled",
]

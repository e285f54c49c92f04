"""Rule sets: each variation of the game is a value of an option.

`OPTIONS` is the registry that forms, help pages, admin and tests read. `PRESETS` are the rule sets
that the sources describe. `RuleSet.make` changes options of a preset and rejects conflicts with a
`RuleSetError`. S0 … S4 are the source texts that docs/GLOSSARY.md names.
"""

from games.rules.ruleset.applicable import applicable
from games.rules.ruleset.combination_options import (
    CombinationRules,
    FiveCardOrder,
    FlushOrder,
    Straights,
    SuitOrder,
)
from games.rules.ruleset.conflicts import CONFLICTS, Conflict, find_conflicts
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.fewer_players import preset_name, rules_for_fewer
from games.rules.ruleset.options import OPTIONS, Meaning, Option, OptionValue
from games.rules.ruleset.presets import BASIC_GAME, BASIC_GAMES, PRESETS, Preset
from games.rules.ruleset.rule_set import RuleSet
from games.rules.ruleset.scoring_options import CardValues

__all__ = [
    "BASIC_GAME",
    "BASIC_GAMES",
    "CONFLICTS",
    "OPTIONS",
    "PRESETS",
    "CardValues",
    "CombinationRules",
    "Conflict",
    "FiveCardOrder",
    "FlushOrder",
    "Meaning",
    "Option",
    "OptionValue",
    "Preset",
    "RuleSet",
    "RuleSetError",
    "Straights",
    "SuitOrder",
    "applicable",
    "find_conflicts",
    "preset_name",
    "rules_for_fewer",
]

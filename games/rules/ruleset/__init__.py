"""Rule sets: each variation of the game is a value of an option.

`OPTIONS` is the registry that forms, help pages, admin and tests read. `PRESETS` are the rule sets
that the sources describe. `RuleSet.make` changes options of a preset and rejects conflicts with a
`RuleSetError`. S0 … S4 are the source texts that docs/GLOSSARY.md names.
"""

# Declares the options, so that no importer of the registry finds it empty.
import games.rules.ruleset.rule_set  # noqa: F401

"""The rule set: a value for every option, and properties derived from them.

The options are fields of four classes, one for each section of the rules. A property that follows
from several options is defined next to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from games.rules.ruleset.combination_options import CombinationOptions, CombinationRules
from games.rules.ruleset.conflicts import find_conflicts, hand_sizes
from games.rules.ruleset.deal_options import DealOptions
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import (
    OPTIONS,
    OptionValue,
    collect,
    multipliers_text,
    parse_multipliers,
    parse_placement_points,
    placement_points_text,
    usual_placement_points,
)
from games.rules.ruleset.play_options import PlayOptions
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.scoring_options import ScoringOptions


# Fields of the last base class come first.
@dataclass(frozen=True)
class RuleSet(ScoringOptions, PlayOptions, CombinationOptions, DealOptions):
    """One way to play: a value for every option.

    Create one with `RuleSet.make`, which knows presets and rejects conflicts.

    >>> RuleSet.make("guide").triples
    False
    """

    @classmethod
    def make(
        cls, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> "RuleSet":
        """Return the rule set of a preset, with some options changed and all defaults resolved.

        Raise `RuleSetError` for an unknown name or value and for the first conflict.

        :param preset: the name of a preset, or None for the basic game of S4
        :param options: values by option as in JSON, lists as text
        :raises RuleSetError: for an unknown preset, option or value, naming it alone; otherwise for
            the first of `CONFLICTS` that applies

        >>> RuleSet.make(options={"players": 3}).leftover
        'lowest_holder'
        """
        rules = cls.draft(preset, options)
        for conflict in find_conflicts(rules):
            raise RuleSetError(conflict.options, conflict.reason)
        return rules

    @classmethod
    def draft(
        cls, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> "RuleSet":
        """Return the rule set of a preset and changed options, for editing: conflicts are accepted.

        :raises RuleSetError: for an unknown preset, option or value, naming it alone
        """
        given: dict[str, Any] = {}
        if preset is not None:
            if not isinstance(preset, str) or preset not in PRESETS:
                raise RuleSetError(("preset",), f"There is no preset {preset!r}.")
            given.update(PRESETS[preset].options)
        for name, value in (options or {}).items():
            if name not in OPTIONS:
                raise RuleSetError((str(name),), f"There is no option {name!r}.")
            if not OPTIONS[name].allows(value):
                raise RuleSetError((name,), f"{name} cannot be {value!r}.")
            given[name] = value
        given.setdefault("hand_size", _usual_hand_size(given))
        given.setdefault("leftover", _usual_leftover(given))
        if "multipliers" in given:
            given["multipliers"] = parse_multipliers(given["multipliers"])
        if "placement_points" in given:
            given["placement_points"] = parse_placement_points(given["placement_points"])
        else:
            given["placement_points"] = usual_placement_points(given.get("players", 4))
        return replace(cls(), **given)

    def to_options(self) -> dict[str, OptionValue]:
        """Return every option with its value as in JSON; `make(options=…)` reads it back."""
        return dict(self._options)

    @cached_property
    def combinations(self) -> CombinationRules:
        """The options that decide what a combination is and what beats what."""
        return CombinationRules(
            packs=self.packs,
            suit_order=self.suit_order,
            triples=self.triples,
            two_pairs=self.two_pairs,
            flushes=self.flushes,
            with_fifth=self.four_of_a_kind != "bare",
            with_bare_four=self.four_of_a_kind != "with_fifth",
            seven=self.straight_flush_cards == 7,
            straights=self.straights,
            flush_order=self.flush_order,
            # With seven-card straight flushes, the order of five-card kinds has no effect.
            five_card_order="standard" if self.straight_flush_cards == 7 else self.five_card_order,
            cross_kind=self.cross_kind,
            honours_beat_any=self.honours_beat_any,
        )

    def __hash__(self) -> int:
        """Return the cached hash of all values."""
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # Leaves out the cached hash, which is invalid in another process.
        """Pickle the options alone, without the values cached in this process."""
        return (_from_options, (self.to_options(),))

    @cached_property
    def _options(self) -> dict[str, OptionValue]:
        """All options with their values as in JSON."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values["multipliers"] = multipliers_text(self.multipliers)
        values["placement_points"] = placement_points_text(self.placement_points)
        return values

    @cached_property
    def _hash(self) -> int:
        """The hash of all values, cached."""
        # Every play looks up the combination table by its rule set, which has many fields.
        return hash(tuple(self._options.values()))


def _from_options(options: dict[str, OptionValue]) -> RuleSet:
    """Return the rule set of pickled options."""
    return RuleSet.make(options=options)


def _usual_hand_size(options: Mapping[str, Any]) -> int:
    """Return the usual number of cards per hand for players and packs; 13 if they don't fit."""
    sizes = hand_sizes(options.get("players", 4), options.get("packs", 1))
    return sizes[0] if sizes else 13


def _usual_leftover(options: Mapping[str, Any]) -> str:
    """Return the usual value of `leftover` for the players and hand size of some options."""
    return (
        "lowest_holder"
        if (options.get("players", 4), options["hand_size"]) == (3, 17)
        else "unused"
    )


collect("deal", DealOptions)
collect("combinations", CombinationOptions)
collect("play", PlayOptions)
collect("scoring", ScoringOptions)

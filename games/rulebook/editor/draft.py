"""A draft of house rules: the rules that a form describes, and its errors."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from django.utils.translation import gettext as _

from games.common.numbers import whole_number
from games.rulebook.editor import factors
from games.rulebook.editor.factors import FactorRow
from games.rules.ruleset.applicable import applicable
from games.rules.ruleset.conflicts import Conflict, find_conflicts
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import (
    MULTIPLIER_LIST,
    OPTIONS,
    PLACEMENT_LIST,
    WHOLE_NUMBER,
    Option,
    OptionValue,
)
from games.rules.ruleset.presets import BASIC_GAME, PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: By option, the highest number that can be entered.
HIGHEST_NUMBERS = {"round_length": 99, "loss_cap": 9999}
#: Longest invalid input that is shown again, in characters.
_MAX_TYPED = 60
#: Names of the form fields that aren't options.
BASE, LAST_VALID = "base", "valid"


class Unreadable(ValueError):
    """Input that is no value of its option; the message says what would be."""


@dataclass(frozen=True, slots=True)
class Draft:
    """House rules being edited: the chosen options, the resulting rules, and errors."""

    #: The preset that it started from.
    base: str
    #: Every option in the form, including those that don't apply at present.
    chosen: Mapping[str, OptionValue]
    #: The resulting rules, without options that don't apply; may have conflicts.
    rules: RuleSet
    #: These rules, or the last valid ones if something is wrong.
    valid: RuleSet
    #: The multipliers as entered.
    rows: list[FactorRow]
    #: The conflicts between options.
    conflicts: list[Conflict] = field(default_factory=list)
    #: By option, the invalid input.
    typed: Mapping[str, str] = field(default_factory=dict)
    #: By option, why its input is invalid.
    unreadable: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, base: str, rules: RuleSet) -> "Draft":
        """Return a new draft of valid rules.

        Options that don't apply are left out, so that they get their usual value if another choice
        makes them apply.
        """
        rules = applicable(rules.to_options())
        values = rules.to_options()
        chosen = {name: values[name] for name, each in OPTIONS.items() if each.applies(rules)}
        return cls(base, chosen, rules, rules, factors.rows_of(str(values["multipliers"])))

    @classmethod
    def read(cls, data: Mapping[str, str], *, complete: bool) -> "Draft":
        """Return the draft that a form describes, with an error for each invalid input.

        Invalid input leaves the option at its last valid value.

        :param complete: False while the user is still filling in the form
        """
        base = data.get(BASE, "")
        base = base if base in PRESETS else BASIC_GAME
        last = _last_valid_rules(data.get(LAST_VALID, ""), base)
        known = last.to_options()
        chosen: dict[str, OptionValue] = {}
        typed: dict[str, str] = {}
        unreadable: dict[str, str] = {}
        for name, option in OPTIONS.items():
            if option.kind == MULTIPLIER_LIST or name not in data:
                continue
            try:
                chosen[name] = _value_of_text(option, data[name])
            except Unreadable as error:
                chosen[name] = known[name]
                typed[name], unreadable[name] = data[name][: _max_typed_length(option)], str(error)
        rows = factors.rows_of(str(known["multipliers"]))
        if factors.were_sent(data):
            rows = factors.read_rows(data, complete=complete)
            wrong = any(row.error for row in rows)
            chosen["multipliers"] = known["multipliers"] if wrong else factors.option_text(rows)
        rules = applicable(chosen)
        # Errors in options that don't apply need no fix.
        unreadable = {name: why for name, why in unreadable.items() if OPTIONS[name].applies(rules)}
        draft = cls(base, chosen, rules, rules, rows, find_conflicts(rules), typed, unreadable)
        return draft if draft.is_valid else replace(draft, valid=last)

    @property
    def has_wrong_rows(self) -> bool:
        """Return whether the option `multipliers` applies and one of its rows has an error."""
        return OPTIONS["multipliers"].applies(self.rules) and any(row.error for row in self.rows)

    @property
    def is_valid(self) -> bool:
        """Return whether the rules can be played and saved."""
        return not (self.conflicts or self.unreadable or self.has_wrong_rows)

    def errors(self, name: str) -> list[str]:
        """Return the errors of an option; a conflict is an error of both its options."""
        found = [self.unreadable[name]] if name in self.unreadable else []
        return found + [
            _(conflict.reason) for conflict in self.conflicts if name in conflict.options
        ]

    @property
    def changed(self) -> set[str]:
        """The names of the options that apply and differ from the base."""
        values, usual = self.rules.to_options(), base_rules(self.base).to_options()
        return {
            name
            for name, option in OPTIONS.items()
            if option.applies(self.rules) and values[name] != usual[name]
        }

    @property
    def valid_text(self) -> str:
        """The last valid rules for a hidden field; `read` validates them again."""
        return json.dumps(self.valid.to_options())


@cache
def base_rules(preset: str) -> RuleSet:
    """Return a preset's rules, cached, with the default for options that don't apply."""
    return applicable(RuleSet.make(preset).to_options())


def _max_typed_length(option: Option) -> int:
    """Return the maximum number of characters that a field keeps of its input."""
    return _MAX_TYPED if option.kind == PLACEMENT_LIST else 8


def value_text(value: OptionValue) -> str:
    """Return a value as form data: "yes" or "no" for a bool, otherwise its text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _value_of_text(option: Option, text: str) -> OptionValue:
    """Return the option's value for form data; raise `Unreadable` if it is none."""
    if option.kind == WHOLE_NUMBER:
        text = text.strip() or "0"
        high = HIGHEST_NUMBERS[option.name] if option.max_value is None else option.max_value
        number = whole_number(text, 7)
        if number is not None and number <= high:
            return number
        raise Unreadable(_("Enter a whole number from 0 to %(high)d.") % {"high": high})
    if option.kind == PLACEMENT_LIST:
        text = "".join(text.split()).replace("−", "-")[:_MAX_TYPED]
        if option.allows(text):
            return text
        raise Unreadable(
            _(
                "Enter whole numbers separated by commas, none higher than the one before,"
                " such as 5,3,1,0."
            )
        )
    for value in option.values:
        # Conflicts with other options are checked later.
        if value_text(value) == text:
            return value
    raise Unreadable(_("Choose one of the options."))


def _last_valid_rules(text: str, base: str) -> RuleSet:
    """Return the valid rules in a hidden field, or the base's if its text is not valid."""
    # It comes from the browser and can be anything.
    try:
        options = json.loads(text[:10_000])
        if isinstance(options, dict):
            return RuleSet.make(options=options)
    except (ValueError, RuleSetError, RecursionError):
        pass
    return base_rules(base)

"""What an option is: its values, its default, what it means and where it comes from.

The options themselves stand at the fields of `games.rules.ruleset.rule_set.RuleSet`; `OPTIONS`
collects them from there.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.rules.ruleset.rule_set import RuleSet

OptionValue = str | int | bool
"""The value of an option as JSON has it; `multipliers` as the text ``1:1,10:2,13:3``."""

_MULTIPLIERS = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5}:[1-9][0-9]{0,5})*")

WHOLE_NUMBER = "whole number"
MULTIPLIER_LIST = "multipliers"
CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which games of Big Two differ.

    :ivar name: the name in rule sets, records and forms
    :ivar section: ``deal``, ``combinations``, ``play`` or ``scoring``
    :ivar default: the value of the basic game of S4 for four players
    :ivar values: what each value means, the default first; empty where any value of the kind does
    :ivar kind: ``choice``, ``whole number`` (from 0) or ``multipliers``
    :ivar question: what the option decides, as a short question to whoever chooses
    :ivar meaning: the same as one sentence
    :ivar hint: what the question leaves open, or empty
    :ivar source: the source texts that know it
    :ivar when: whether the option has any effect and any choice beside the others of a rule set
    :ivar fits: whether a value does, where the option applies
    """

    name: str
    section: str
    default: OptionValue
    values: Mapping[OptionValue, str]
    kind: str
    question: str
    meaning: str
    hint: str
    source: str
    when: "Callable[[RuleSet], bool]"
    fits: "Callable[[RuleSet, OptionValue], bool]"

    def applies(self, rules: "RuleSet") -> bool:
        """Tell whether the option can make a difference, as the other options are.

        Where it does not apply, a rule set plays the same with any of its values. An option that
        takes part in one of `MIXES` with the value chosen applies, so that it can be changed.
        """
        return self.when(rules)

    def choices(self, rules: "RuleSet") -> dict[OptionValue, str]:
        """Return the values that fit the other options, and what each means."""
        return {value: text for value, text in self.values.items() if self.fits(rules, value)}

    def allows(self, value: object) -> bool:
        """Tell whether a value is one of this option, of the right type."""
        if self.kind == WHOLE_NUMBER:
            return type(value) is int and value >= 0
        if self.kind == MULTIPLIER_LIST:
            return isinstance(value, str) and _allows_multipliers(value)
        return any(type(value) is type(known) and value == known for known in self.values)


OPTIONS: dict[str, Option] = {}
"""Every option by name, in the order of the rules."""


def option(
    section: str,
    question: str,
    meaning: str,
    source: str,
    values: Mapping[Any, str],
    *,
    kind: str = CHOICE,
    hint: str = "",
    when: "Callable[[RuleSet], bool]" = lambda rules: True,
    fits: "Callable[[RuleSet, Any], bool]" = lambda rules, value: True,
    read: Callable[[Any], Any] = lambda value: value,
) -> Any:
    """Declare an option at its field of the rule set; the first of `values` is its default.

    `read` turns the value as JSON has it into the one that the rule set holds.
    """
    described = Option(
        name="",
        section=section,
        default=(default := next(iter(values))),
        values=dict(values),
        kind=kind,
        question=question,
        meaning=meaning,
        hint=hint,
        source=source,
        when=when,
        fits=fits,
    )
    return field(default=read(default), metadata={"option": described})


def parse_multipliers(text: str) -> tuple[tuple[int, int], ...]:
    """Return the factors of ``1:1,10:2`` as pairs (from how many cards, factor).

    :raises ValueError: when the text is no such list, does not begin with 1 or does not ascend

    >>> parse_multipliers("1:1,10:2")
    ((1, 1), (10, 2))
    """
    if not _MULTIPLIERS.fullmatch(text):
        raise ValueError(f"no list of multipliers: {text!r}")
    pairs = tuple(
        (int(start), int(factor))
        for start, _, factor in (pair.partition(":") for pair in text.split(","))
    )
    starts = [start for start, _ in pairs]
    if starts[0] != 1 or any(low >= high for low, high in itertools.pairwise(starts)):
        raise ValueError(f"multipliers must begin with 1 and ascend: {text!r}")
    return pairs


def multipliers_text(pairs: tuple[tuple[int, int], ...]) -> str:
    """Return factors as text; the inverse of `parse_multipliers`."""
    return ",".join(f"{start}:{factor}" for start, factor in pairs)


def _allows_multipliers(text: str) -> bool:
    try:
        parse_multipliers(text)
    except ValueError:
        return False
    return True

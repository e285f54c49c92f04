"""Options of a rule set: question, possible values with their meanings, and source.

Options are declared as fields of `games.rules.ruleset.rule_set.RuleSet`; `OPTIONS` collects them.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

#: The value of an option as in JSON; lists are texts such as ``1:1,10:2,13:3`` and ``5,3,1,0``.
OptionValue = str | int | bool
#: The sections of the rules that group options.
Section = Literal["deal", "combinations", "play", "scoring"]
#: The factors of `multipliers`: pairs of the lowest number of cards and the factor.
Multipliers = tuple[tuple[int, int], ...]
#: The points of `placement_points`, from the first place to the last.
PlacementPoints = tuple[int, ...]
#: A rule set, as conditions of options get it. The class `RuleSet` imports this module, so it can't
#: be named here.
Rules: TypeAlias = Any

_Value = TypeVar("_Value", bound=OptionValue)
#: The value as a rule set holds it.
_Held = TypeVar("_Held")
_MULTIPLIERS = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5}:[1-9][0-9]{0,5})*")

_PLACEMENT_POINTS = re.compile(r"(?:0|-?[1-9][0-9]{0,5})(?:,(?:0|-?[1-9][0-9]{0,5}))*")

WHOLE_NUMBER = "whole number"
MULTIPLIER_LIST = "multipliers"
PLACEMENT_LIST = "placement points"
CHOICE = "choice"


class Meaning(NamedTuple):
    """A value of an option in words, for forms and for the rules."""

    #: The answer to the option's question, for forms.
    choice: str
    #: The same as a sentence that stands alone, for the rules.
    sentence: str


@dataclass(frozen=True, slots=True)
class Option:
    """Definition of an option: its question, possible values, default and when it applies."""

    #: The name in rule sets, records and forms.
    name: str
    section: Section
    #: ``choice``, ``whole number`` (from 0), ``multipliers`` or ``placement points``.
    kind: str
    #: A choice is a question; another option has a label.
    question: str
    #: The value of the basic game of S4 for four players.
    default: OptionValue
    #: The source texts that mention it.
    source: str
    #: Returns whether the option has an effect and a choice, given the other options.
    when: Callable[[Rules], bool]
    #: Returns whether a value can be chosen, if the option applies.
    fits: Callable[[Rules, Any], bool] = lambda rules, value: True
    #: The values of a choice with their meanings, the default first.
    values: Mapping[OptionValue, Meaning] = field(default_factory=dict)
    #: An explanation below the question, or empty.
    hint: str = ""
    #: The highest whole number, or None if there is no limit.
    max_value: int | None = None
    #: The sentence for 0 or for no factor, unless the option is a choice.
    none: str = ""
    #: The sentence for the number 1 if it is not the singular of `some`, or empty.
    one: str = ""
    #: The sentence for other values, unless the option is a choice; for numbers singular and
    #: plural.
    some: tuple[str, ...] = ()

    def applies(self, rules: Rules) -> bool:
        """Return whether the option can make a difference, given the other options.

        If it does not apply, the game is the same with any of its values. An option whose value is
        part of a conflict (`CONFLICTS`) always applies, so that it can be changed.
        """
        return self.when(rules)

    def choices(self, rules: Rules) -> dict[OptionValue, str]:
        """Return the answers in words, by value, that fit the other options; empty if no choice."""
        return {
            value: meaning.choice
            for value, meaning in self.values.items()
            if self.fits(rules, value)
        }

    def allows(self, value: object) -> bool:
        """Return whether a value has the right type and range, whatever the other options."""
        if self.kind == WHOLE_NUMBER:
            return (
                type(value) is int
                and value >= 0
                and (self.max_value is None or value <= self.max_value)
            )
        if self.kind == MULTIPLIER_LIST:
            return isinstance(value, str) and _parses(parse_multipliers, value)
        if self.kind == PLACEMENT_LIST:
            return isinstance(value, str) and _parses(parse_placement_points, value)
        return any(type(value) is type(known) and value == known for known in self.values)


#: All options by name, in the order of the rules.
OPTIONS: dict[str, Option] = {}


def option(
    question: str,
    source: str,
    values: Mapping[_Value, Meaning],
    *,
    hint: str = "",
    when: Callable[[Rules], bool] = lambda rules: True,
    fits: Callable[[Rules, _Value], bool] = lambda rules, value: True,
) -> _Value:
    """Declare a choice as a field of a rule set. The first of `values` is the default.

    :param values: the values of the field's type, a `Literal` or `bool`, in the same order
    """
    default = next(iter(values))
    return _declared(
        default,
        kind=CHOICE,
        question=question,
        default=default,
        values=dict(values),
        hint=hint,
        source=source,
        when=when,
        fits=fits,
    )


def number_option(
    question: str,
    source: str,
    *,
    none: str,
    some: tuple[str, str],
    one: str = "",
    max_value: int | None = None,
    hint: str = "",
    when: Callable[[Rules], bool] = lambda rules: True,
) -> int:
    """Declare an option that is a whole number from 0, its default, to `max_value`.

    :param none: the sentence for 0
    :param some: the sentence for other numbers, singular and plural
    :param one: the sentence for 1 if it is not the singular of `some`
    """
    return _declared(
        0,
        kind=WHOLE_NUMBER,
        question=question,
        default=0,
        max_value=max_value,
        hint=hint,
        source=source,
        when=when,
        none=none,
        one=one,
        some=some,
    )


def multipliers_option(
    question: str,
    source: str,
    default: str,
    *,
    none: str,
    some: str,
    when: Callable[[Rules], bool] = lambda rules: True,
) -> Multipliers:
    """Declare an option that is a list of factors; its default is a text, as in JSON.

    :param none: the sentence for no factor
    :param some: the sentence for other values
    """
    return _declared(
        parse_multipliers(default),
        kind=MULTIPLIER_LIST,
        question=question,
        default=default,
        source=source,
        when=when,
        none=none,
        some=(some,),
    )


def placement_option(
    question: str,
    source: str,
    default: str,
    *,
    some: str,
    hint: str = "",
    when: Callable[[Rules], bool] = lambda rules: True,
) -> PlacementPoints:
    """Declare an option that is a list of points by place; its default is for four players.

    :param some: the sentence for every value
    """
    return _declared(
        parse_placement_points(default),
        kind=PLACEMENT_LIST,
        question=question,
        default=default,
        hint=hint,
        source=source,
        when=when,
        fits=lambda rules, text: text.count(",") + 1 == rules.players,
        some=(some,),
    )


def _declared(field_default: _Held, **description: Any) -> _Held:
    """Return a dataclass field with a default, and the description of its option as metadata."""
    declared: _Held = field(default=field_default, metadata={"option": description})
    return declared


def collect(section: Section, owner: type) -> None:
    """Add the options declared as fields of a class to `OPTIONS`.

    :raises TypeError: if the values with a meaning are not those of the field's type
    """
    types = get_type_hints(owner)
    for each in fields(owner):
        found = Option(name=each.name, section=section, **each.metadata["option"])
        if found.kind == CHOICE:
            # Either value of a bool can come first, as the default.
            orders = ((False, True), (True, False))
            declared = orders if types[each.name] is bool else (get_args(types[each.name]),)
            if (values := tuple(found.values)) not in declared:
                raise TypeError(f"{each.name} has other values than {values}, in this order")
        OPTIONS[each.name] = found


def parse_multipliers(text: str) -> Multipliers:
    """Return factors such as ``1:1,10:2`` as pairs (lowest number of cards, factor).

    :raises ValueError: if the text is not such a list, does not begin with 1 or does not ascend

    >>> parse_multipliers("1:1,10:2")
    ((1, 1), (10, 2))
    """
    if not _MULTIPLIERS.fullmatch(text):
        raise ValueError(f"not a list of multipliers: {text!r}")
    pairs = tuple(
        (int(start), int(factor))
        for start, _, factor in (pair.partition(":") for pair in text.split(","))
    )
    starts = [start for start, _ in pairs]
    if starts[0] != 1 or any(low >= high for low, high in itertools.pairwise(starts)):
        raise ValueError(f"multipliers must begin with 1 and ascend: {text!r}")
    return pairs


def multipliers_text(pairs: Multipliers) -> str:
    """Return factors as text; the inverse of `parse_multipliers`."""
    return ",".join(f"{start}:{factor}" for start, factor in pairs)


def parse_placement_points(text: str) -> PlacementPoints:
    """Return points such as ``5,3,1,0`` by place.

    :raises ValueError: if the text is not such a list, or a place has more points than the one
        above it

    >>> parse_placement_points("2,1,-1,-2")
    (2, 1, -1, -2)
    """
    if not _PLACEMENT_POINTS.fullmatch(text):
        raise ValueError(f"not a list of points: {text!r}")
    points = tuple(map(int, text.split(",")))
    if any(above < below for above, below in itertools.pairwise(points)):
        raise ValueError(f"a place has more points than the one above it: {text!r}")
    return points


def placement_points_text(points: PlacementPoints) -> str:
    """Return points by place as text; the inverse of `parse_placement_points`."""
    return ",".join(map(str, points))


def usual_placement_points(players: int) -> PlacementPoints:
    """Return the default points by place (S4 for four players).

    >>> usual_placement_points(5)
    (4, 3, 2, 1, 0)
    """
    usual = {4: (5, 3, 1, 0), 3: (3, 1, 0)}
    return usual.get(players, tuple(range(players - 1, -1, -1)))


def _parses(parse: Callable[[str], object], text: str) -> bool:
    """Return whether a parser accepts a text without raising `ValueError`."""
    try:
        parse(text)
    except ValueError:
        return False
    return True

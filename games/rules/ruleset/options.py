"""What an option is: its question, its values with what they mean, and where it comes from.

The options themselves stand at the fields of `games.rules.ruleset.rule_set.RuleSet`; `OPTIONS`
collects them from there.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

#: The value of an option as JSON has it; lists as the texts ``1:1,10:2,13:3`` and ``5,3,1,0``.
OptionValue = str | int | bool
#: The parts of the rules to which options belong.
Section = Literal["deal", "combinations", "play", "scoring"]
#: The factors of `multipliers`: from how many cards which factor.
Multipliers = tuple[tuple[int, int], ...]
#: The points of the places of `placement_points`, the first first.
PlacementPoints = tuple[int, ...]
#: A rule set, for the conditions of options: not named by its class, which is made of the options
#: and so stands above them.
Rules: TypeAlias = Any

_Value = TypeVar("_Value", bound=OptionValue)
#: The value that a rule set holds.
_Held = TypeVar("_Held")
_MULTIPLIERS = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5}:[1-9][0-9]{0,5})*")

_PLACEMENT_POINTS = re.compile(r"(?:0|-?[1-9][0-9]{0,5})(?:,(?:0|-?[1-9][0-9]{0,5}))*")

WHOLE_NUMBER = "whole number"
MULTIPLIER_LIST = "multipliers"
PLACEMENT_LIST = "placement points"
CHOICE = "choice"


class Meaning(NamedTuple):
    """What a value of an option means, in the two forms in which it is told."""

    #: The answer to the option's question, to be chosen in a form.
    choice: str
    #: The same as a sentence that needs no question, for the rules in words.
    sentence: str


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which games of Big Two differ."""

    #: The name in rule sets, records and forms.
    name: str
    section: Section
    #: ``choice``, ``whole number`` (from 0), ``multipliers`` or ``placement points``.
    kind: str
    #: What the option decides, as a short question to whoever chooses.
    question: str
    #: The value of the basic game of S4 for four players.
    default: OptionValue
    #: The source texts that know it.
    source: str
    #: Whether the option has any effect and any choice beside the others of a rule set.
    when: Callable[[Rules], bool]
    #: Whether a value of a choice does, where the option applies.
    fits: Callable[[Rules, Any], bool] = lambda rules, value: True
    #: What each value of a choice means, the default first.
    values: Mapping[OptionValue, Meaning] = field(default_factory=dict)
    #: What the question leaves open, or empty.
    hint: str = ""
    #: Of a whole number, the highest, or None where there is none.
    most: int | None = None
    #: Of an option that is no choice, the sentence for 0, or for no factor at all.
    none: str = ""
    #: Of such an option, the sentence for any other value: of a number in singular and plural.
    some: tuple[str, ...] = ()

    def applies(self, rules: Rules) -> bool:
        """Tell whether the option can make a difference, as the other options are.

        Where it does not apply, a rule set plays the same with any of its values. An option that
        takes part in one of `CONFLICTS` with the value chosen applies, so that it can be changed.
        """
        return self.when(rules)

    def choices(self, rules: Rules) -> dict[OptionValue, str]:
        """Return the values that fit the other options, and the answer that each is."""
        return {
            value: meaning.choice
            for value, meaning in self.values.items()
            if self.fits(rules, value)
        }

    def allows(self, value: object) -> bool:
        """Tell whether a value is one of this option, of the right type."""
        if self.kind == WHOLE_NUMBER:
            return type(value) is int and value >= 0 and (self.most is None or value <= self.most)
        if self.kind == MULTIPLIER_LIST:
            return isinstance(value, str) and _is_read(parse_multipliers, value)
        if self.kind == PLACEMENT_LIST:
            return isinstance(value, str) and _is_read(parse_placement_points, value)
        return any(type(value) is type(known) and value == known for known in self.values)


#: Every option by name, in the order of the rules.
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
    """Declare a choice at its field; the first of `values` is its default.

    The values are those of the field's type, a `Literal` or `bool`, in the same order.
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
    most: int | None = None,
    hint: str = "",
    when: Callable[[Rules], bool] = lambda rules: True,
) -> int:
    """Declare an option that is any whole number from 0, its default, up to the highest."""
    return _declared(
        0,
        kind=WHOLE_NUMBER,
        question=question,
        default=0,
        most=most,
        hint=hint,
        source=source,
        when=when,
        none=none,
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
    """Declare an option that is a list of factors, its default written as JSON has it."""
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
    """Declare an option that is a list of points by place, its default for four players."""
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


def _declared(value: _Held, **described: Any) -> _Held:
    """Return a dataclass field whose default is a value, with the description of its option."""
    declared: _Held = field(default=value, metadata={"option": described})
    return declared


def collect(section: Section, owner: type) -> None:
    """Enter the options that are declared at the fields of a class into `OPTIONS`.

    :raises TypeError: where the values with a meaning are not those of the field's type
    """
    types = get_type_hints(owner)
    for each in fields(owner):
        found = Option(name=each.name, section=section, **each.metadata["option"])
        if found.kind == CHOICE:
            # Of a yes or no either can come first, which is the default.
            ways = ((False, True), (True, False))
            declared = ways if types[each.name] is bool else (get_args(types[each.name]),)
            if (meant := tuple(found.values)) not in declared:
                raise TypeError(f"{each.name} has not the values {meant}, in this order")
        OPTIONS[each.name] = found


def parse_multipliers(text: str) -> Multipliers:
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


def multipliers_text(pairs: Multipliers) -> str:
    """Return factors as text; the inverse of `parse_multipliers`."""
    return ",".join(f"{start}:{factor}" for start, factor in pairs)


def parse_placement_points(text: str) -> PlacementPoints:
    """Return the points of ``5,3,1,0`` by place.

    :raises ValueError: when the text is no such list, or a place has more than the one above it

    >>> parse_placement_points("2,1,-1,-2")
    (2, 1, -1, -2)
    """
    if not _PLACEMENT_POINTS.fullmatch(text):
        raise ValueError(f"no list of points: {text!r}")
    points = tuple(map(int, text.split(",")))
    if any(above < below for above, below in itertools.pairwise(points)):
        raise ValueError(f"no place has more points than the one above it: {text!r}")
    return points


def placement_points_text(points: PlacementPoints) -> str:
    """Return points of places as text; the inverse of `parse_placement_points`."""
    return ",".join(map(str, points))


def usual_placement_points(players: int) -> PlacementPoints:
    """Return the points of the places where nobody chose (S4 for four players).

    >>> usual_placement_points(5)
    (4, 3, 2, 1, 0)
    """
    usual = {4: (5, 3, 1, 0), 3: (3, 1, 0)}
    return usual.get(players, tuple(range(players - 1, -1, -1)))


def _is_read(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True

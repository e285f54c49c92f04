"""The editor's form as it is shown: sections of fields, only of options that apply."""

from dataclasses import dataclass, field

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import labels
from games.rulebook.editor import factors
from games.rulebook.editor.draft import Draft, base_rules, value_text
from games.rulebook.editor.factors import FactorRow
from games.rulebook.prose import dragon_share, option_sentence
from games.rules import OPTIONS, Option
from games.rules.ruleset.options import (
    CHOICE,
    MULTIPLIER_LIST,
    PLACEMENT_LIST,
    WHOLE_NUMBER,
    OptionValue,
)

_SECTIONS = {
    "deal": gettext_noop("Deal"),
    "combinations": gettext_noop("Combinations"),
    "play": gettext_noop("Play"),
    "scoring": gettext_noop("Scoring"),
}
#: So many letters of all values together fit beside each other, to be chosen with one press.
_SHORT_VALUES = 28
#: A value with more letters does not fit beside its question.
_LONG_VALUE = 34


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be chosen, in plain words."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """An option as the form shows it."""

    name: str
    #: ``buttons``, ``list``, ``number``, ``points`` or ``factors``.
    control: str
    label: str
    hint: str
    value: str
    errors: list[str]
    #: What the base has instead, where it differs.
    usual: str
    #: What goes together, and may be more than was meant.
    warning: str = ""
    choices: list[Choice] = field(default_factory=list)
    rows: list[FactorRow] = field(default_factory=list)

    @property
    def is_wrong(self) -> bool:
        """Whether anything is to be mended, at the option or at one of its rows."""
        return bool(self.errors) or any(row.error for row in self.rows)

    @property
    def is_wide(self) -> bool:
        """Whether the control needs the whole width, below its question."""
        return any(len(choice.text) > _LONG_VALUE for choice in self.choices)

    @property
    def described_by(self) -> str:
        """The ids of what a screen reader says besides the label."""
        parts = {
            "error": self.errors,
            "warning": self.warning,
            "hint": self.hint,
            "usual": self.usual,
        }
        return " ".join(f"option-{self.name}-{part}" for part, there in parts.items() if there)


@dataclass(frozen=True, slots=True)
class SectionFields:
    """The fields of one section of the options."""

    name: str
    title: str
    fields: list[Field]
    #: How many of them differ from the base.
    changed: int
    #: How many of them have errors.
    wrong: int


def sections(draft: Draft) -> list[SectionFields]:
    """Return what the form shows of a draft."""
    found = []
    for name, title in _SECTIONS.items():
        fields = [
            _field(draft, option)
            for option in OPTIONS.values()
            if option.section == name and option.applies(draft.rules)
        ]
        changed = sum(bool(each.usual) for each in fields)
        wrong = sum(each.is_wrong for each in fields)
        found.append(SectionFields(name, _(title), fields, changed, wrong))
    return found


def kept_aside(draft: Draft) -> list[tuple[str, str]]:
    """Return the values that do not apply now, by the form's names: they come back with the rest.

    Who tries four players and returns to three finds the choices for three as they were.
    """
    aside: list[tuple[str, str]] = []
    for name, value in draft.chosen.items():
        option = OPTIONS[name]
        if option.applies(draft.rules):
            continue
        if option.kind == MULTIPLIER_LIST:
            for row in draft.rows:
                aside.append((factors.start_name(row.number), row.start))
                aside.append((factors.factor_name(row.number), row.factor))
        else:
            aside.append((name, value_text(value)))
    return aside


def _field(draft: Draft, option: Option) -> Field:
    name = option.name
    value = draft.rules.to_options()[name]
    offered = option.choices(draft.rules) if option.kind == CHOICE else {}
    choices = [
        Choice(value_text(each), capfirst(_(text)), each == value) for each, text in offered.items()
    ]
    rows = factors.with_room(draft.rows) if option.kind == MULTIPLIER_LIST else []
    return Field(
        name=name,
        control=_control(option, choices),
        label=_(option.question),
        hint=_(option.hint) if option.hint else "",
        value=draft.typed.get(name, value_text(value)),
        errors=draft.errors(name),
        usual=_usual(draft, name) if name in draft.changed else "",
        warning=_dragon_warning(draft) if name == "dragon_wins" else "",
        choices=choices,
        rows=rows,
    )


def _dragon_warning(draft: Draft) -> str:
    """Return how many deals dragons end before anybody plays, where that is one in a hundred or
    more.
    """
    rules = draft.rules
    # Sizes that there are not with so many players and packs are wrong already.
    if not (rules.dragon_wins and draft.is_valid):
        return ""
    share = round(100 * dragon_share(rules.players, rules.hand_size, rules.packs))
    if not share:
        return ""
    told = ngettext(
        "With hands of %(cards)d cards, %(share)d deal in a hundred ends at once by a dragon.",
        "With hands of %(cards)d cards, %(share)d deals in a hundred end at once by a dragon.",
        share,
    )
    return told % {"cards": rules.hand_size, "share": share}


def _control(option: Option, choices: list[Choice]) -> str:
    if option.kind == WHOLE_NUMBER:
        return "number"
    if option.kind == MULTIPLIER_LIST:
        return "factors"
    if option.kind == PLACEMENT_LIST:
        return "points"
    short = sum(len(choice.text) for choice in choices) <= _SHORT_VALUES
    return "buttons" if short and len(choices) <= 3 else "list"


def _usual(draft: Draft, name: str) -> str:
    value: OptionValue = base_rules(draft.base).to_options()[name]
    option = OPTIONS[name]
    told = _(option.values[value].choice) if option.kind == CHOICE else option_sentence(name, value)
    return _("%(preset)s: %(value)s") % {"preset": labels.rules_label(draft.base), "value": told}

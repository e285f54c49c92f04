"""The editor's form: sections with fields for the options that apply."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.language import labels
from games.rulebook.editor import factors
from games.rulebook.editor.draft import Draft, base_rules, value_text
from games.rulebook.editor.factors import FactorRow
from games.rulebook.prose.dragons import dragon_share
from games.rulebook.prose.option_text import option_sentence
from games.rules.ruleset.options import (
    CHOICE,
    MULTIPLIER_LIST,
    OPTIONS,
    PLACEMENT_LIST,
    WHOLE_NUMBER,
    Option,
    OptionValue,
)

_SECTIONS = {
    "deal": pgettext_lazy("part of the rules", "Deal"),
    "combinations": gettext_lazy("Combinations"),
    "play": pgettext_lazy("part of the rules", "Play"),
    "scoring": gettext_lazy("Scoring"),
}
#: Maximum length of all choices together to be shown as buttons, in characters.
_MAX_BUTTONS_LENGTH = 28
#: Maximum length of a choice to fit beside its question, in characters.
_MAX_CHOICE_LENGTH = 34


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be chosen, with its label."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """An option as shown in the form: its control, label, value, choices and errors."""

    name: str
    #: ``buttons``, ``list``, ``number``, ``points`` or ``factors``.
    control: str
    label: str
    hint: str
    value: str
    errors: list[str]
    #: The base's value in words, if it differs.
    usual: str
    #: A valid choice with a possibly unexpected effect, in one sentence.
    warning: str = ""
    choices: list[Choice] = field(default_factory=list)
    rows: list[FactorRow] = field(default_factory=list)

    @property
    def is_wrong(self) -> bool:
        """Return whether the option or one of its rows has an error."""
        return bool(self.errors) or any(row.error for row in self.rows)

    @property
    def is_wide(self) -> bool:
        """Return whether the control needs the full width below its question."""
        return any(len(choice.text) > _MAX_CHOICE_LENGTH for choice in self.choices)

    @property
    def described_by(self) -> str:
        """The ids of the elements that describe the control to screen readers."""
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
    #: Number of fields that differ from the base.
    changed: int
    #: Number of fields with errors.
    wrong: int


def sections(draft: Draft) -> list[SectionFields]:
    """Return the form's sections for a draft."""
    found = []
    for name, title in _SECTIONS.items():
        fields = [
            _field(draft, option)
            for option in OPTIONS.values()
            if option.section == name and option.applies(draft.rules)
        ]
        changed = sum(bool(each.usual) for each in fields)
        wrong = sum(each.is_wrong for each in fields)
        found.append(SectionFields(name, str(title), fields, changed, wrong))
    return found


def inactive_values(draft: Draft) -> list[tuple[str, str]]:
    """Return the form names and values of options that don't apply, for hidden fields.

    A user who tries four players and returns to three gets the earlier choices for three back.
    """
    inactive: list[tuple[str, str]] = []
    for name, value in draft.chosen.items():
        option = OPTIONS[name]
        if option.applies(draft.rules):
            continue
        if option.kind == MULTIPLIER_LIST:
            for row in draft.rows:
                inactive.append((factors.start_field_name(row.number), row.start))
                inactive.append((factors.factor_field_name(row.number), row.factor))
        else:
            inactive.append((name, value_text(value)))
    return inactive


def _field(draft: Draft, option: Option) -> Field:
    """Return the form field of an option, with the draft's value and errors."""
    name = option.name
    value = draft.rules.to_options()[name]
    offered = option.choices(draft.rules) if option.kind == CHOICE else {}
    choices = [Choice(value_text(each), _(text), each == value) for each, text in offered.items()]
    if isinstance(option.default, bool):
        # Always yes before no, whichever is the default.
        choices.sort(key=lambda each: each.value, reverse=True)
    rows = factors.with_room(draft.rows) if option.kind == MULTIPLIER_LIST else []
    return Field(
        name=name,
        control=_control(option, choices),
        label=_(option.question),
        hint=_(option.hint) if option.hint else "",
        value=draft.typed.get(name, value_text(value)),
        errors=draft.errors(name),
        usual=_base_value_sentence(draft, name) if name in draft.changed else "",
        warning=_dragon_warning(draft) if name == "dragon_wins" else "",
        choices=choices,
        rows=rows,
    )


def _dragon_warning(draft: Draft) -> str:
    """Return a warning if dragons end at least one deal in a hundred before the first play."""
    rules = draft.rules
    # Impossible hand sizes already are an error.
    if not (rules.dragon_wins and draft.is_valid):
        return ""
    share = round(100 * dragon_share(rules.players, rules.hand_size, rules.packs))
    if not share:
        return ""
    warning = ngettext(
        "With hands of %(cards)d cards, about %(share)d deal in 100 ends at once with a dragon.",
        "With hands of %(cards)d cards, about %(share)d deals in 100 end at once with a dragon.",
        share,
    )
    return warning % {"cards": rules.hand_size, "share": share}


def _control(option: Option, choices: list[Choice]) -> str:
    """Return the kind of control for an option: number, factors, points, buttons or list."""
    if option.kind == WHOLE_NUMBER:
        return "number"
    if option.kind == MULTIPLIER_LIST:
        return "factors"
    if option.kind == PLACEMENT_LIST:
        return "points"
    short = sum(len(choice.text) for choice in choices) <= _MAX_BUTTONS_LENGTH
    return "buttons" if short and len(choices) <= 3 else "list"


def _base_value_sentence(draft: Draft, name: str) -> str:
    """Return the sentence on an option's value in the base rules."""
    value: OptionValue = base_rules(draft.base).to_options()[name]
    option = OPTIONS[name]
    text = _(option.values[value].choice) if option.kind == CHOICE else option_sentence(name, value)
    return _("In “%(preset)s”: %(value)s") % {
        "preset": labels.rules_label(draft.base),
        "value": text,
    }

"""Drafts as a browser submits them."""

from games.rulebook.editor.draft import Draft
from games.rulebook.editor.fields import inactive_values, sections
from games.rules.ruleset.rule_set import RuleSet


def fields_of(draft):
    return {field.name: field for section in sections(draft) for field in section.fields}


def form_data(draft, **changes):
    """Return the form data of a displayed draft, with changes."""
    data = {"base": draft.base, "valid": draft.valid_text, **dict(inactive_values(draft))}
    for name, field in fields_of(draft).items():
        if field.control == "factors":
            for row in field.rows:
                data[f"multipliers-from-{row.number}"] = row.start
                data[f"multipliers-by-{row.number}"] = row.factor
        elif field.choices:
            data[name] = next(choice.value for choice in field.choices if choice.chosen)
        else:
            data[name] = field.value
    return {**data, **changes}


def preset_draft(preset="pagat"):
    return Draft.of(preset, RuleSet.make(preset))


def submit(draft, **changes):
    return Draft.read(form_data(draft, **changes), complete=False)

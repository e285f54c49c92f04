"""The house rules editor: form input to rules, and rules to form fields.

`Draft` is the editor's state between two requests. It's made from a preset or saved rules
(`Draft.of`) or from the submitted form (`Draft.read`); `fields.sections` turns it into fields.
"""

from games.rulebook.editor.draft import Draft, base_rules
from games.rulebook.editor.fields import Field, SectionFields, inactive_values, sections

__all__ = ["Draft", "Field", "SectionFields", "base_rules", "inactive_values", "sections"]

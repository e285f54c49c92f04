"""The editor of house rules: what a form comes to, and what it shows next.

`Draft` is the state of the editor between two answers. It is made from a preset or kept rules
(`Draft.of`) or from what the browser sends (`Draft.read`), and `fields.sections` shows it.
"""

from games.rulebook.editor.draft import Draft, base_rules
from games.rulebook.editor.fields import Field, SectionFields, kept_aside, sections

__all__ = ["Draft", "Field", "SectionFields", "base_rules", "kept_aside", "sections"]

"""The editor of house rules: what a form comes to, and what it shows next.

`Draft` is the state of the editor between two answers. It is made from a preset or kept rules
(`Draft.of`) or from what the browser sends (`Draft.read`), and `fields.sections` shows it.
"""

from games.rule_editor.draft import Draft, base_rules
from games.rule_editor.fields import Field, Section, kept_aside, sections

__all__ = ["Draft", "Field", "Section", "base_rules", "kept_aside", "sections"]

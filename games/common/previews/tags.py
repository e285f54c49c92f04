"""What a page says of itself in its head, once written and used twice.

In templates: ``{% load previews %}``, ``{% captured as heading %}…{% endcaptured %}``.
"""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()


class Captured(Node):
    """Renders what is inside of it into a variable, on one line."""

    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist = nodelist
        self.name = name

    def render(self, context: Context) -> SafeString:
        """Return nothing: the page shows it where the variable stands."""
        text = " ".join(self.nodelist.render(context).split())
        context[self.name] = mark_safe(text)  # noqa: S308  (rendered, so escaped already)
        return SafeString()


@register.tag
def captured(parser: Parser, token: Token) -> Captured:
    """Keep what is inside under a name: ``{% captured as name %}``."""
    words = token.split_contents()
    if len(words) != 3 or words[1] != "as":
        raise template.TemplateSyntaxError("captured is written as {% captured as name %}")
    nodelist = parser.parse(("endcaptured",))
    parser.delete_first_token()
    return Captured(nodelist, words[2])


@register.filter
def without_club(heading: str) -> SafeString:
    """Return the title of a page without the name of the club, which stands beside it."""
    name = _("Big Two Club")
    return mark_safe(heading.removesuffix(f" · {name}"))  # noqa: S308  (as it came)

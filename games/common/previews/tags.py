"""Template tags for the head of a page: capture a text once, use it twice.

In templates: ``{% load previews %}``, ``{% captured as heading %}…{% endcaptured %}``.
"""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()


class Captured(Node):
    """Template node that renders its content into a context variable, on one line."""

    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist = nodelist
        self.name = name

    def render(self, context: Context) -> SafeString:
        """Set the variable and return an empty string."""
        text = " ".join(self.nodelist.render(context).split())
        context[self.name] = mark_safe(text)  # noqa: S308  (rendered, so escaped already)
        return SafeString()


@register.tag
def captured(parser: Parser, token: Token) -> Captured:
    """Capture the content, on one line, in a context variable: ``{% captured as name %}``."""
    words = token.split_contents()
    if len(words) != 3 or words[1] != "as":
        raise template.TemplateSyntaxError("captured is written as {% captured as name %}")
    nodelist = parser.parse(("endcaptured",))
    parser.delete_first_token()
    return Captured(nodelist, words[2])


@register.filter
def without_club(heading: str) -> SafeString:
    """Return the page title without the name of the site, which is shown next to it."""
    name = _("Big Two Club")
    return mark_safe(heading.removesuffix(f" · {name}"))  # noqa: S308  (as it came)

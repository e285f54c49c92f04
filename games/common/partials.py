"""Partials of live pages, rendered by Jinja2 because they are rendered very often.

They are Django's second template engine, in ``templates/jinja2``. Templates are compiled for each
language, with sentences without parameters already translated: a move renders a dozen partials for
each viewer, and looking up a sentence costs as much as the rest of its line.

A partial gets its values as keywords and nothing else: no request, no user. Pages include one with
``{% load live %}`` and ``{% live "games/language/sheet.html" sheet=sheet %}``.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.templatetags.tz import utc
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from accounts import pictures
from games.common import dates, numbers
from games.common.languages import reader_language, sentence_gap, spoken_subject

#: Root of the partials, whose names follow those of the other templates.
FOLDER = settings.BASE_DIR / "templates" / "jinja2"

register = template.Library()

_LOOKUPS: dict[str, Callable[..., str]] = {"_": gettext, "pgettext": pgettext}


class _LookupFolder(NodeTransformer):
    """Replaces each translation call that has constant arguments by its translation."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """Return the translation as a constant, or the call if it can't be looked up yet."""
        self.generic_visit(node)
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        lookup = _LOOKUPS.get(name)
        texts = [each.value for each in node.args if isinstance(each, nodes.Const)]
        if lookup is None or len(texts) != len(node.args):
            return node
        return nodes.Const(lookup(*texts), lineno=node.lineno)


class _PartialEnvironment(Environment):
    """Templates of one language, which must be active while they are compiled."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Return the parsed template, with its translations looked up."""
        parsed: nodes.Template = _LookupFolder().visit(super()._parse(source, name, filename))
        return parsed


def _fill_markup(text: str, **values: object) -> Markup:
    """Return the translated sentence as HTML, with its placeholders filled by escaped values."""
    return Markup(text) % values  # noqa: S704  # the sentence is from our catalogue


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the active language; also Django's entry point."""
    options.setdefault("loader", FileSystemLoader(FOLDER))
    options.update(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    made = _PartialEnvironment(**options)
    made.globals.update(
        _=gettext,
        ngettext=ngettext,
        npgettext=npgettext,
        pgettext=pgettext,
        sentence_gap=sentence_gap(),
        spoken_subject=spoken_subject,
        url=lambda name, *args: reverse(name, args=args),
        static=static,
        avatar=pictures.avatar,
    )
    made.filters.update(
        {
            "signed": numbers.signed,
            "unsigned": numbers.unsigned,
            "sign": numbers.sign,
            "plate_name": pictures.plate_name,
            "initial": pictures.initial,
            "hue": pictures.hue_of,
            "with": _fill_markup,
            "listed": numbers.listed,
            "utc": utc,
            "date": dates.date_filter,
            "yesno": lambda value: "true" if value else "false",
        }
    )
    return made


@cache
def _environment(language: str | None) -> Environment:
    """Return the environment for the language, which must be active; cached."""
    return environment(auto_reload=settings.DEBUG)


@cache
def _template(name: str, language: str | None) -> Template:
    """Return the partial compiled for the language, which must be active; cached."""
    found = _environment(language).get_template(name)
    # Jinja2 gives a chain of two mappings, whose lookups in Python would take as long as the
    # partial itself.
    found.globals = dict(found.globals)
    return found


@register.simple_tag(name="live")
def partial(name: str, /, **values: object) -> SafeString:
    """Return the HTML of a partial in the active language; also the template tag ``live``.

    :param name: the partial's path in ``templates/jinja2``
    :param values: the values it uses
    :raises jinja2.UndefinedError: it uses a value that was not given
    """
    language = reader_language()
    find = _template.__wrapped__ if settings.DEBUG else _template
    return SafeString(find(name, language).render(values))

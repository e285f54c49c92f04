"""The form of messages: what translators need, whatever the language."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.messages import (
    ROOT,
    Message,
    messages,
    module_messages,
    modules,
    template_messages,
)

#: Words with several meanings here. A message that is one of them alone needs a context.
AMBIGUOUS = re.compile(
    r"(pass(ed)?|plays?|deals?|hand|tables?|open(ed)?|lead|draw|two|clubs?|order|points?|closed?"
    r"|rounds?|tied?|right|left|out|set|changes?|show|place|won|lost|back|second|from|to|off|free"
    r"|next|first|last|final|post|check|correct|shares?|clear|score|pair|paid|answer|groups|playing"
    r"|accepted|declined|invited|withdrawn|signed up|checked in|check in|settled|entry|entries"
    r"|details|due|no one)[:…]?",
    re.IGNORECASE,
)
#: Parameters that are names or lists, not numbers.
NAMES_AND_LISTS = {"name", "names", "numbers", "tables"}
#: Names of models and fields, which only administrators see; each says what kind of thing it is.
NAMES = ("models.py", "admin.py", "apps.py")
#: Messages that are one such word with a single meaning, and why.
UNAMBIGUOUS = {
    "tied": "what decides between two places, among sentences that begin so",
}


def placeholders(text: str) -> set[str]:
    """Return the names of a message's parameters."""
    return set(re.findall(r"%\((\w+)\)", text))


def plurals() -> list[Message]:
    return [each for each in messages() if len(each.forms) > 1]


def test_every_plural_form_has_the_same_parameters():
    different = {
        each.where: each.forms
        for each in plurals()
        if len({frozenset(placeholders(form)) for form in each.forms}) > 1
    }
    assert different == {}


def test_every_plural_form_has_a_number():
    without = {
        each.where: each.forms
        for each in plurals()
        if not placeholders(each.forms[0]) - NAMES_AND_LISTS
    }
    assert without == {}
    assert len(plurals()) > 200


def test_words_with_several_meanings_have_a_context():
    bare = {
        each.where: each.forms[0]
        for each in messages()
        if not each.context
        and AMBIGUOUS.fullmatch(each.forms[0])
        and each.forms[0] not in UNAMBIGUOUS
        and not each.where.rpartition("/")[2].startswith(NAMES)
    }
    assert bare == {}


def test_one_message_has_the_same_plural_everywhere():
    found = defaultdict(set)
    for each in plurals():
        found[each.context, each.forms[0]].add(each.forms[1])
    assert {key: forms for key, forms in found.items() if len(forms) > 1} == {}


def test_messages_are_found_in_modules_and_templates():
    source = "pgettext_lazy('a', 'b'); ngettext('%(n)d c', '%(n)d cs', n); _(name); x.gettext('d')"
    assert [(each.context, each.forms) for each in module_messages("m", ast.parse(source))] == [
        ("a", ("b",)), ("", ("%(n)d c", "%(n)d cs")), ("", ("d",)),
    ]  # fmt: skip
    page = (
        '{% load i18n %}{% translate "Pass" context "verb" %}{% translate "It\'s" %}'
        "{% blocktranslate count n=n %}{{ n }} c{% plural %}{{ n }} cs{% endblocktranslate %}"
    )
    assert [(each.context, each.forms) for each in template_messages("t", page)] == [
        ("verb", ("Pass",)), ("", ("It's",)), ("", ("%(n)s c", "%(n)s cs")),
    ]  # fmt: skip
    files = {each.where.partition(":")[0] for each in messages()}
    assert {Path(each).suffix for each in files} == {".py", ".html", ".txt"}
    assert any(each.startswith("templates/jinja2/") for each in files)


# --- Looked up when it is shown, not when modules are imported

#: Functions that look a message up at once.
EAGER = {"gettext", "ngettext", "pgettext", "npgettext"}
LOOKUP_MODULES = {"django.utils.translation", "games.common.languages"}


def eager_names(tree: ast.Module) -> set[str]:
    """Return the names under which a module has the functions that look up at once."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in LOOKUP_MODULES
        for alias in node.names
        if alias.name in EAGER
    }


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported: not the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for early in (*child.decorator_list, child.args):
                yield from (early, *run_at_import(early))
        elif not isinstance(child, ast.Lambda):
            yield child
            yield from run_at_import(child)


def looked_up_early(tree: ast.Module) -> list[int]:
    """Return the lines in which a module looks up a message when it is imported."""
    names = eager_names(tree)
    return [
        node.lineno
        for node in run_at_import(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def test_no_module_looks_up_a_message_when_it_is_imported():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, tree in modules()
        for line in looked_up_early(tree)
    ]
    assert found == []


def test_lookups_at_import_are_found():
    start = "from django.utils.translation import gettext as _\n"
    for source in ("X = _('a')", "class A:\n  x = {'a': _('b')}", "def f(a=_('b')): ..."):
        assert looked_up_early(ast.parse(start + source))
    for source in ("def f():\n  return _('a')", "x = lambda: _('a')"):
        assert not looked_up_early(ast.parse(start + source))

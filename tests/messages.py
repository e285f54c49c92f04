"""The project's messages, as they stand in the sources: texts that go through gettext."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from games.common.partials import FOLDER as PARTIALS

ROOT = Path(__file__).parent.parent
PACKAGES = ("config", "accounts", "games", "tournaments", "benchmarks", "docs")
FUNCTIONS = {
    f"{kind}gettext{how}" for kind in ("", "n", "p", "np") for how in ("", "_lazy", "_noop")
} | {"_", "labelled"}

_STRING = r"""u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*\""""
_TEMPLATE_CALL = re.compile(
    rf"\b(n?p?gettext)\(((?:{_STRING})(?:\s*,\s*(?:{_STRING}))*)", re.DOTALL
)


class Message(NamedTuple):
    """One use of a message."""

    #: File and line.
    where: str
    context: str
    #: The text, or its singular and plural.
    forms: tuple[str, ...]


@cache
def modules() -> tuple[tuple[Path, ast.Module], ...]:
    """Return the project's modules, parsed, without tests and migrations."""
    return tuple(
        (path, ast.parse(path.read_text()))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    )


@cache
def messages() -> tuple[Message, ...]:
    """Return every message with constant texts."""
    return tuple(_found())


def message(where: str, function: str, texts: list[str | None]) -> Message | None:
    """Return the message of a call, or None if it is looked up by a variable."""
    kind = function.removesuffix("_lazy").removesuffix("_noop")
    has_context = kind.startswith(("p", "np"))
    context = texts[0] if has_context and texts else ""
    forms = texts[has_context:][: 2 if kind in {"ngettext", "npgettext"} else 1]
    if context is None or not forms or not all(isinstance(each, str) for each in forms):
        return None
    return Message(where, context, tuple(each for each in forms if each is not None))


def _found() -> Iterator[Message]:
    """Yield the messages of modules, then of templates."""
    for path, tree in modules():
        yield from module_messages(str(path.relative_to(ROOT)), tree)
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            name, source = str(path.relative_to(ROOT)), path.read_text()
            is_partial = path.is_relative_to(PARTIALS)
            yield from (_partial_messages if is_partial else template_messages)(name, source)


def module_messages(name: str, tree: ast.AST) -> Iterator[Message]:
    """Yield the messages of a module, or of a part of one."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = (
            node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        )
        if function in FUNCTIONS:
            texts = [each.value if isinstance(each, ast.Constant) else None for each in node.args]
            if found := message(f"{name}:{node.lineno}", function, texts):
                yield found


def _partial_messages(name: str, source: str) -> Iterator[Message]:
    """Yield the messages of a Jinja2 template."""
    parsed = Environment().parse(source)  # nothing is rendered
    for line, function, texts in extract_from_ast(parsed, FUNCTIONS, babel_style=False):
        if found := message(f"{name}:{line}", function, list(texts or ())):
            yield found


def template_messages(name: str, source: str) -> Iterator[Message]:
    """Yield the messages of one of Django's templates."""
    calls = templatize(source)
    for match in _TEMPLATE_CALL.finditer(calls):
        texts = list(ast.literal_eval(f"({match[2]},)"))
        line = calls.count("\n", 0, match.start()) + 1
        if found := message(f"{name}:{line}", match[1], texts):
            yield found

"""Docstrings of attributes and the glossary."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("config", "accounts", "games", "tournaments")


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                yield path


def test_attributes_are_documented_above_them():
    below = []
    for path in modules():
        text = path.read_text()
        assert ":ivar" not in text, path
        tree = ast.parse(text)
        for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))):
            below += [
                f"{path.relative_to(ROOT)}:{later.lineno}"
                for earlier, later in pairwise(scope.body)
                if isinstance(earlier, ast.Assign | ast.AnnAssign)
                and isinstance(later, ast.Expr)
                and isinstance(later.value, ast.Constant)
            ]
    assert below == []


def test_the_glossary_is_in_order_and_names_modules_that_there_are():
    text = (ROOT / "docs" / "GLOSSARY.md").read_text()
    words = re.findall(r"^\* \*\*(.+?)\*\*: .+ \(`(.+?)`\)\.$", text, re.MULTILINE)
    assert len(words) == text.count("\n* ") > 40
    assert [word for word, _home in words] == sorted(word for word, _home in words)
    for word, home in words:
        stem = word.split()[0].split("-")[0].rstrip("e")
        assert stem in (ROOT / home).read_text().lower(), (word, home)

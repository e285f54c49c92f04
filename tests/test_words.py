"""The words of the code: one name for one thing, and nouns for modules."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("config", "accounts", "games", "tournaments")

#: Words that end like a gerund and are nouns of what a module holds.
NOUNS = {
    "drawing",  # a table in one language, part by part
    "scoring",  # what a deal gives each seat, in the rules' own word
    "rating",  # a measure of skill
    "opening",  # a table that is opened: its service, and the page for it
    "seating",  # who sits where
    "starting",  # the start of a session or a deal
    "routing",  # Channels' word for its URLs
}

#: Names of which a second public thing may exist.
SHARED = {
    "Command",  # what Django calls every management command
    "Action",  # the model is the stored text of what the rules call an action
}


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                yield path


def public_names(path: Path) -> Iterator[str]:
    """List the classes and type aliases that a module defines at its top."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        else:
            continue
        if name[0].isupper() and not name.isupper():
            yield name


def test_no_two_classes_share_a_name():
    homes = defaultdict(list)
    for path in modules():
        for name in public_names(path):
            homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 100
    assert {name: at for name, at in homes.items() if len(at) > 1 and name not in SHARED} == {}


def test_no_module_is_a_gerund():
    gerunds = [
        str(path.relative_to(ROOT))
        for path in modules()
        if {word for word in path.stem.split("_") if word.endswith("ing")} - NOUNS
    ]
    assert gerunds == []


def test_no_exception_outlives_its_reason():
    assert {word for path in modules() for word in path.stem.split("_")} >= NOUNS
    assert {name for path in modules() for name in public_names(path)} >= SHARED


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

"""Every address that the code builds by name exists, with as many arguments."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.urls import get_resolver

HOME = Path(__file__).parents[2]
ROOMS = ("accounts", "games", "tournaments", "config")


def named() -> Iterator[tuple[str, int | None]]:
    """Yield each name given to `reverse` or `redirect`, and its number of arguments if known."""
    for path in (path for room in ROOMS for path in (HOME / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in {"reverse", "reverse_lazy", "redirect"} or not node.args:
                continue
            match node.args[0], node.keywords:
                case ast.Constant(str(name)), []:
                    yield name, len(node.args) - 1
                case ast.Constant(str(name)), [ast.keyword("args", ast.List(values))] if not any(
                    isinstance(each, ast.Starred) for each in values
                ):
                    yield name, len(values)
                case ast.Constant(str(name)), _:
                    yield name, None


def exists(name: str, count: int | None) -> bool:
    found = get_resolver().reverse_dict.getlist(name)
    counts = {len(params) for [(_, params)], *_ in found}
    return bool(counts) if count is None else count in counts


def test_every_name_of_an_address_exists():
    names = set(named())
    assert len(names) > 100
    assert [each for each in sorted(names, key=str) if not exists(*each)] == []

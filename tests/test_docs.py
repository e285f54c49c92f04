"""Existence of the files that documents name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: The project's own documents; `static/vendor` has those of others.
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "docs" / "decisions", ROOT / "docs" / "languages")
    for path in folder.glob("*.md")
)

IN_BACKTICKS = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|md|js|css|html|mjs|json))`")
LINKED = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")

#: Created where the app runs, not in the repository.
ELSEWHERE = {"STATIC_ROOT/staticfiles.json"}


def named(document: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that a document names, each with its expected path."""
    text = document.read_text()
    for path in IN_BACKTICKS.findall(text):
        yield path, ROOT / path
    for target in LINKED.findall(text):
        if "://" not in target and not target.startswith("mailto:"):
            yield target, document.parent / target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_exists(document: Path):
    missing = {name for name, path in named(document) if not path.exists()}
    assert missing - ELSEWHERE == set()


def test_documents_name_files():
    assert sum(1 for document in DOCUMENTS for _name in named(document)) > 100

"""What the documents name exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: Our own documents; those below `static/vendor` are other projects'.
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "docs" / "decisions")
    for path in folder.glob("*.md")
)

IN_BACKTICKS = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|md|js|css|html|mjs|json))`")
LINKED = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")

#: Laid out where the club runs, not in the repository.
ELSEWHERE = {"STATIC_ROOT/staticfiles.json"}


def named(document: Path) -> Iterator[tuple[str, Path]]:
    """List the repository's files that a document names, with where each ought to be."""
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

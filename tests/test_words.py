"""The words of docstrings, messages and documents, and the order of the glossary.

Each pattern below has made readers stop. To add one, add a line to the table it belongs to: the
pattern, and what to write instead.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.messages import ROOT, messages, module_messages, modules

DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "docs" / "decisions", ROOT / "docs" / "languages")
    for path in folder.glob("*.md")
)
#: Nodes that can have a docstring.
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
#: A title that is a clause has to be read to its end before it says what the module is about.
CLAUSE = re.compile(
    r"(What|Who|Whom|Whose|How|Whether|Which|When|Where|Until|On what|To what|By what)\b"
)

#: In docstrings and documents. A subject that can be anyone leaves open who acts.
PROSE = {
    r"somebody": "user, member, player, viewer …",
    r"nobody": "no user, no player …",
    r"whoever|whomever": "the user who …, the player who …",
    r"anybody|everybody": "any user, every player …",
    r"tell whether": "return whether",
    r"anew": "again",
    r"so many": "N, a number of",
    r"reckon\w*": "compute, calculate",
    r"be it": "whether … or",
    r"but for": "except",
    r"any more": "no longer",
    r"at hand": "cached, available",
    r"mend(?:s|ed|ing)?": "fix",
}

#: In messages: calques alone. "Nobody has signed up yet" is good English.
MESSAGES = {
    r"whoever|whomever": "players who …, anyone who …",
    r"anew": "again",
    r"so many": "the number itself",
    r"reckon\w*": "calculate",
    r"be it": "whether … or",
    r"at hand": "here",
    r"let (?:it|them|him|her) go": "waive",
    r"said to be paid": "marked as paid",
    r"it counts": "say what happens",
    r"just now|besides": "now, also: or nothing",
    r"any more": "no longer",
    r"comes to nothing": "did not pass",
}


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield each docstring with where it is."""
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED):
                text = ast.get_docstring(node)
                if text:
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", text


def texts() -> Iterator[tuple[str, str]]:
    """Yield each form of each message with where it is."""
    for each in messages():
        for form in each.forms:
            yield each.where, form


def found(patterns: dict[str, str], texts: Iterator[tuple[str, str]]) -> list[str]:
    """List where a text has one of the words, with what to write instead."""
    words = {
        re.compile(rf"\b(?:{each})\b", re.IGNORECASE): better for each, better in patterns.items()
    }
    return [
        f"{where}: “{match[0]}” (rather: {better})"
        for where, text in texts
        for word, better in words.items()
        if (match := word.search(" ".join(text.split())))
    ]


def test_no_docstring_begins_with_a_clause():
    clauses = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED) and CLAUSE.match(ast.get_docstring(node) or "")
    ]
    assert clauses == []


def test_docstrings_use_plain_words():
    assert found(PROSE, docstrings()) == []


def test_messages_use_plain_words():
    assert found(MESSAGES, texts()) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_use_plain_words(document):
    without_code = re.sub(r"```.*?```|`[^`]*`", "", document.read_text(), flags=re.DOTALL)
    assert found(PROSE, iter([(document.name, without_code)])) == []


#: A heading, a button or a label with one message in it.
LABELLED = re.compile(
    r"<(h[1-6]|button|label|legend|summary|th|dt)\b[^>]*>\s*"
    r"""\{%\s*translate\s+"([^"]*)"(?: context "[^"]*")?\s*%\}\s*</\1>"""
)


def test_labels_buttons_and_headings_end_without_a_full_stop():
    stopped = [
        (str(path.relative_to(ROOT)), text)
        for path in (ROOT / "templates").rglob("*.html")
        for _element, text in LABELLED.findall(path.read_text())
        if text.endswith(".")
    ]
    for path, tree in modules():
        stopped += [
            (str(path.relative_to(ROOT)), text)
            for node in ast.walk(tree)
            if isinstance(node, ast.keyword) and node.arg in {"label", "verbose_name"}
            for label in module_messages("", node.value)
            for text in label.forms
            if text.endswith(".")
        ]
    assert stopped == []


def test_the_patterns_find_words_to_avoid():
    written = [("here", "Nobody is told anew."), ("there", "Every user is told again.")]
    assert found(PROSE, iter(written)) == [
        "here: “Nobody” (rather: no user, no player …)",
        "here: “anew” (rather: again)",
    ]
    assert CLAUSE.match("What goes by itself after a time.")
    assert not CLAUSE.match("Data retention: what is deleted.")
    assert len(list(docstrings())) > 3_000
    assert len({text for _where, text in texts()}) > 3_000


def test_attributes_are_documented_above_them():
    below = []
    for path, tree in modules():
        assert ":ivar" not in path.read_text(), path
        for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))):
            below += [
                f"{path.relative_to(ROOT)}:{later.lineno}"
                for earlier, later in pairwise(scope.body)
                if isinstance(earlier, ast.Assign | ast.AnnAssign)
                and isinstance(later, ast.Expr)
                and isinstance(later.value, ast.Constant)
            ]
    assert below == []


def test_the_glossary_is_short_and_sorted_and_names_existing_modules():
    text = (ROOT / "docs" / "GLOSSARY.md").read_text()
    words = re.findall(r"^\* \*\*(.+?)\*\*: .+ \(`(.+?)`\)\.$", text, re.MULTILINE)
    assert len(words) == text.count("\n* ") <= 50
    assert [word for word, _home in words] == sorted(word for word, _home in words)
    for word, home in words:
        stem = word.split()[0].split("-")[0].rstrip("e")
        assert stem in (ROOT / home).read_text().lower(), (word, home)

"""Permission tables in text files, and their parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Line:
    """One request, and the expected outcome for each role."""

    answers: tuple[str, ...]
    asked: str
    number: int

    def wanted(self, roles: Sequence[str]) -> dict[str, str]:
        return dict(zip(roles, self.answers, strict=True))


def lines(name: str, roles: Sequence[str]) -> Iterator[Line]:
    """Parse a table: one sign per role, followed by the request."""
    for number, text in enumerate((HERE / name).read_text().splitlines(), 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        words = text.split(maxsplit=len(roles))
        assert len(words) == len(roles) + 1, f"{name}:{number}: {text}"
        yield Line(tuple(words[:-1]), words[-1], number)


def table_line(answers: Mapping[str, str], asked: str) -> str:
    """Return the line in the file's format."""
    return f"  {' '.join(answers.values())}  {asked}"

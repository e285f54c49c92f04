"""Who may do what: tables in text files, and how they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Line:
    """One thing that can be asked for, and what each role is answered."""

    answers: tuple[str, ...]
    asked: str
    number: int

    def wanted(self, roles: Sequence[str]) -> dict[str, str]:
        return dict(zip(roles, self.answers, strict=True))


def lines(name: str, roles: Sequence[str]) -> Iterator[Line]:
    """Read a table: so many signs as there are roles, and what is asked for behind them."""
    for number, text in enumerate((HERE / name).read_text().splitlines(), 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        words = text.split(maxsplit=len(roles))
        assert len(words) == len(roles) + 1, f"{name}:{number}: {text}"
        yield Line(tuple(words[:-1]), words[-1], number)


def written(answers: Mapping[str, str], asked: str) -> str:
    """Return the line as the file has it."""
    return f"  {' '.join(answers.values())}  {asked}"

"""Recorded deals for tests that need finished deals but not the play that led there.

Each rule set has a file of JSON lines, one deal per line: sessions of two deals, the second of
which continues from the first. ``python -m tests.deals.record`` writes the files.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
#: Rule sets with recorded deals.
RULES = (
    "pagat",
    "wikipedia",
    "hong_kong",
    "indonesia",
    "two_players",
    "three_players",
    "five_players",
    "eight_players",
    "lukang",
)


class RecordedDeal(NamedTuple):
    """A finished deal; from ``start`` on, the fields are those of a stored deal."""

    #: Number of the session in its file, counted from 0.
    session: int
    number: int
    #: The deal before its first action, as ``games.rules.record.write`` writes it.
    start: str
    #: Texts of the actions, as ``games.rules.deal.action_text`` writes them.
    actions: Sequence[str]
    winner: int | None
    points: Sequence[int]
    nets: Sequence[int]
    #: Payer, payee and amount of each payment between two seats.
    pairs: Sequence[Sequence[int]]


def file_of(rules: str) -> Path:
    """Return the file with the deals of a rule set."""
    return FOLDER / f"{rules}.jsonl"


@cache
def recorded(rules: str) -> tuple[tuple[RecordedDeal, ...], ...]:
    """Return the recorded sessions of a rule set, each as a tuple of its deals.

    :raises FileNotFoundError: the rule set is not in `RULES`
    """
    lines = file_of(rules).read_text(encoding="utf-8").splitlines()
    deals = [RecordedDeal(**json.loads(line)) for line in lines]
    return tuple(tuple(group) for _, group in groupby(deals, lambda deal: deal.session))

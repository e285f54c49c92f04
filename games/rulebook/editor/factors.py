"""The option `multipliers` as rows of a form: from so many cards left, times so much."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.ruleset.options import multipliers_text, parse_multipliers

MOST_ROWS = 5
MOST_CARDS = 52
HIGHEST_FACTOR = 999


@dataclass(frozen=True, slots=True)
class FactorRow:
    """A row as it was typed: from how many cards, and the factor."""

    number: int
    start: str
    factor: str
    error: str = ""

    @property
    def fixed(self) -> bool:
        """Whether the row begins with one card, as the first one does and no other can."""
        return self.number == 1

    @property
    def empty(self) -> bool:
        return not self.factor and (self.fixed or not self.start)


def start_name(number: int) -> str:
    return f"multipliers-from-{number}"


def factor_name(number: int) -> str:
    return f"multipliers-by-{number}"


def rows_of(text: str) -> list[FactorRow]:
    """Return the rows that show factors such as ``1:1,10:2``; those beyond the last are lost."""
    pairs = parse_multipliers(text)[:MOST_ROWS]
    return [
        FactorRow(number, str(start), str(factor))
        for number, (start, factor) in enumerate(pairs, start=1)
    ]


def were_sent(data: Mapping[str, str]) -> bool:
    return factor_name(1) in data


def read_rows(data: Mapping[str, str], *, complete: bool) -> list[FactorRow]:
    """Return the rows that were typed, with what is wrong about each.

    Rows left empty are dropped. While somebody is still typing (not `complete`), a row of which
    one half is empty is no error yet.
    """
    rows: list[FactorRow] = []
    lowest = 2
    for place in range(1, MOST_ROWS + 1):
        start = data.get(start_name(place), "").strip()[:8]
        factor = data.get(factor_name(place), "").strip()[:8]
        row = FactorRow(len(rows) + 1, "1" if place == 1 else start, factor)
        if row.empty and place > 1:
            continue
        error = _error(row, lowest, complete)
        if not error and not row.fixed and row.start:
            lowest = int(row.start) + 1
        rows.append(FactorRow(row.number, row.start, row.factor, error))
    return rows


def text_of(rows: list[FactorRow]) -> str:
    """Return the value of rows without errors; a row with one half empty does not count yet."""
    return multipliers_text(
        tuple((int(row.start), int(row.factor)) for row in rows if row.start and row.factor)
    )


def with_room(rows: list[FactorRow]) -> list[FactorRow]:
    """Return the rows to show: those there are, and an empty one while there is room."""
    if len(rows) < MOST_ROWS:
        return [*rows, FactorRow(len(rows) + 1, "", "")]
    return rows


def _error(row: FactorRow, lowest: int, complete: bool) -> str:
    if row.start and not row.fixed and not _is_between(row.start, lowest, MOST_CARDS):
        if lowest > MOST_CARDS:
            return _("The row above goes up to all cards. Leave this one empty.")
        return _("From how many cards? A whole number from %(low)d to %(high)d.") % {
            "low": lowest,
            "high": MOST_CARDS,
        }
    if row.factor and not _is_between(row.factor, 1, HIGHEST_FACTOR):
        return _("Times how much? A whole number from 1 to %(high)d.") % {"high": HIGHEST_FACTOR}
    if row.fixed and not row.factor:
        return _("From one card left a factor is needed: 1 where nothing is multiplied.")
    if complete and not (row.start and row.factor):
        return _("Fill in both, or leave both empty.")
    return ""


def _is_between(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdigit() and low <= int(text) <= high

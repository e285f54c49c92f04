"""The option `multipliers` as form rows: a number of cards left and the factor from there on."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common.numbers import whole_number
from games.rules.ruleset.options import multipliers_text, parse_multipliers

MAX_ROWS = 5
MAX_CARDS = 52
MAX_FACTOR = 999


@dataclass(frozen=True, slots=True)
class FactorRow:
    """A row as entered, numbered from 1: the lowest number of cards left, and the factor."""

    number: int
    start: str
    factor: str
    error: str = ""

    @property
    def fixed(self) -> bool:
        """Return whether the row starts at one card, which only the first row does."""
        return self.number == 1

    @property
    def empty(self) -> bool:
        """Return whether nothing was entered in the row."""
        return not self.factor and (self.fixed or not self.start)


def start_field_name(number: int) -> str:
    """Return the form name of the field for the number of cards left in a row, counted from 1."""
    return f"multipliers-from-{number}"


def factor_field_name(number: int) -> str:
    """Return the form name of the field for the factor in a row, counted from 1."""
    return f"multipliers-by-{number}"


def rows_of(text: str) -> list[FactorRow]:
    """Return the form rows for an option value such as ``1:1,10:2``, at most `MAX_ROWS`."""
    pairs = parse_multipliers(text)[:MAX_ROWS]
    return [
        FactorRow(number, str(start), str(factor))
        for number, (start, factor) in enumerate(pairs, start=1)
    ]


def were_sent(data: Mapping[str, str]) -> bool:
    """Return whether form data contain the rows of the option."""
    return factor_field_name(1) in data


def read_rows(data: Mapping[str, str], *, complete: bool) -> list[FactorRow]:
    """Return the submitted rows with their errors, without empty rows.

    :param complete: False while the user is still typing: a half-filled row is no error yet
    """
    rows: list[FactorRow] = []
    lowest = 2
    for place in range(1, MAX_ROWS + 1):
        start = data.get(start_field_name(place), "").strip()[:8]
        factor = data.get(factor_field_name(place), "").strip()[:8]
        row = FactorRow(len(rows) + 1, "1" if place == 1 else start, factor)
        if row.empty and place > 1:
            continue
        error = _row_error(row, lowest, complete)
        if not error and not row.fixed and row.start:
            lowest = int(row.start) + 1
        rows.append(FactorRow(row.number, row.start, row.factor, error))
    return rows


def option_text(rows: list[FactorRow]) -> str:
    """Return the option value for rows without errors; half-filled rows are ignored."""
    return multipliers_text(
        tuple((int(row.start), int(row.factor)) for row in rows if row.start and row.factor)
    )


def with_room(rows: list[FactorRow]) -> list[FactorRow]:
    """Return the rows to display: the rows, and an empty one if there is room."""
    if len(rows) < MAX_ROWS:
        return [*rows, FactorRow(len(rows) + 1, "", "")]
    return rows


def _row_error(row: FactorRow, min_start: int, is_complete: bool) -> str:
    """Return the error of a row, or empty; only if `is_complete`, one field may not be empty."""
    if row.start and not row.fixed and not _is_between(row.start, min_start, MAX_CARDS):
        if min_start > MAX_CARDS:
            return _("The row above already covers all cards. Leave this row empty.")
        return _("For the minimum cards left, enter a whole number from %(low)d to %(high)d.") % {
            "low": min_start,
            "high": MAX_CARDS,
        }
    if row.factor and not _is_between(row.factor, 1, MAX_FACTOR):
        return _("For the multiplier, enter a whole number from 1 to %(high)d.") % {
            "high": MAX_FACTOR
        }
    if row.fixed and not row.factor:
        return _("Enter a multiplier for one card left. A multiplier of 1 changes nothing.")
    if is_complete and not (row.start and row.factor):
        return _("Fill in both fields, or leave both empty.")
    return ""


def _is_between(text: str, minimum: int, maximum: int) -> bool:
    """Return whether a text is a whole number in a range, bounds included."""
    number = whole_number(text)
    return number is not None and minimum <= number <= maximum

"""Lists as CSV that spreadsheets take: UTF-8 with a byte order mark, and no cell is a formula."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Final

#: A cell that begins with one of these would be a formula in a spreadsheet.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def cell(value: Any) -> Any:
    """Return a value as a cell has it; nobody's text begins like a formula, numbers stay."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def as_text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the rows, whose values are cells already, beneath a line of their names.

    The byte order mark is what tells spreadsheets that it is UTF-8.
    """
    out = StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()

"""CSV files for spreadsheets: UTF-8 with a byte order mark, and no cell is a formula."""

import csv
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename

#: Forbidden beginnings of text cells. Spreadsheets treat an equals sign, plus, minus or at sign as
#: the start of a formula, some also their full-width forms, and some after blanks, line feeds or
#: invisible characters. A spreadsheet that expects another separator than the comma also starts a
#: cell after a semicolon, tab or line feed within the text, and treats a quote there as a
#: delimiter.
_FORMULA: Final = re.compile(
    r"(?:\A|(?<=[;\t\r\n]))'*+(?:"
    r"(?:[^\S\t\r\n]|['\"]|"
    r"[\x00-\x08\x0e-\x1b\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc"
    r"\U000e0000-\U000e0fff])*"
    r"[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]"
    r"|(?<![;\t\r\n])[\t\r\n])"
)


def cell(value: Any) -> Any:
    """Return a value as a cell: text never starts like a formula, numbers stay, None is empty.

    Booleans become "true" and "false".
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return defused(value) if isinstance(value, str) else value


def defused(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet would compute.

    `restored` is the inverse.

    >>> defused("=1+1"), defused("\\uff1dcmd"), defused("a-b")
    ("'=1+1", "'\\uff1dcmd", 'a-b')
    """
    return _FORMULA.sub(r"'\g<0>", text)


def restored(text: str) -> str:
    """Return the original text of a text made by `defused`.

    >>> restored("'=1+1"), restored("'tis")
    ('=1+1', "'tis")
    """
    return _FORMULA.sub(lambda found: found[0].removeprefix("'"), text)


def exact_cell(number: Fraction | int | str | None) -> Any:
    """Return an exact number as a cell: an integer as a number, a fraction as text, None as empty.

    Spreadsheets would compute −37/3 and read 1/3 as a day in January.
    """
    if number is None:
        return ""
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else f"'{exact}"


def as_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the rows of cells as CSV, below a header row.

    The byte order mark tells spreadsheets that the file is UTF-8.
    """
    out = StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def as_download(text: str, *names: str) -> HttpResponse:
    """Return the CSV text as a download that is named by these names and today's date.

    Empty names are left out.
    """
    named = [*filter(None, names), timezone.localdate().isoformat()]
    stem = get_valid_filename(" ".join(named))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    header = content_disposition_header(as_attachment=True, filename=f"{stem}.csv")
    response["Content-Disposition"] = header or "attachment"
    return response

"""Parser for an organizer's list of players in CSV: a name or e-mail per line, optionally a seed.

Pure. Lists may come from any spreadsheet: with commas, semicolons or tabs, with or without a
header, in UTF-8 with or without a byte order mark. Errors are reported per line, and each line
keeps its original text. Cells are normalised to NFKC, like names at sign-in.
"""

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final

#: Maximum size of a list in lines and bytes.
MOST_LINES: Final = 400
MOST_BYTES: Final = 64 * 1024
#: Possible column separators. If two occur in equally many lines, the first one wins: a comma may
#: be part of a number or a name. The last ones are typed on Chinese and Japanese keyboards.
_DELIMITERS: Final = (
    "\t", ";", "\N{FULLWIDTH SEMICOLON}", ",", "\N{FULLWIDTH COMMA}", "\N{IDEOGRAPHIC COMMA}",
)  # fmt: skip
#: A first line that names the separator, as written and read by some spreadsheets.
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([,;:|^~/\uff0c\uff1b\u3001\t])"?[ ,;]*', re.IGNORECASE)
#: Maximum lines of a quoted cell; an unclosed quote over more lines is taken literally.
_MOST_CELL_LINES: Final = 20
#: A quoted cell, in which two quotes stand for one.
_QUOTED: Final = re.compile(r'"[^"]*(?:""[^"]*)*"(?!")')
#: A seed from 1 to 9999, also as spreadsheets write whole numbers among decimals: "1.0", "1,00".
_SEED: Final = re.compile(r"0{0,9}([1-9][0-9]{0,3})(?:[.,]0{1,2})?")
#: Accepted headers, in addition to the columns of our own lists.
_NAME_HEADS: Final = frozenset(
    {
        "username", "user name", "user", "name", "member", "email", "e-mail", "mail",
        "email address", "e-mail address",
    }
)  # fmt: skip
_SEED_HEADS: Final = frozenset({"seed", "seed_rank", "rank"})
#: Replacement for bytes that are not valid UTF-8.
_UNREADABLE: Final = "\ufffd"


class NameFault(StrEnum):
    """Errors of a line of a list."""

    #: The line has unreadable characters.
    UNREADABLE = "unreadable"
    #: The line has a seed but no name.
    NO_NAME = "no_name"
    #: ``text`` is not a number from 1 up.
    SEED_WRONG = "seed_wrong"
    #: Line ``line`` names the same person.
    TWICE = "twice"
    #: No member of the club has this name or e-mail.
    NOT_A_MEMBER = "not_a_member"
    #: Several members have that name or e-mail: those listed in ``about``.
    SEVERAL = "several"
    #: Already signed up.
    ENTERED = "entered"
    #: Invited, but has not answered.
    INVITED = "invited"
    #: Declined the invitation, but can still sign up.
    DECLINED = "declined"
    #: Left while the event was running and cannot come back.
    LEFT = "left"


class ListFault(StrEnum):
    """Errors of a list as a whole."""

    #: The list is empty.
    EMPTY = "empty"
    #: It has more than `MOST_LINES` lines.
    TOO_LONG = "too_long"
    #: It has more than `MOST_BYTES` bytes.
    TOO_LARGE = "too_large"


class NameListError(ValueError):
    """Error raised for a list that cannot be read, with the fault."""

    def __init__(self, fault: ListFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line of a list, with the member it names or its error."""

    #: Line number from 1, counting headers and empty lines; the first one if a quoted cell spans
    #: several lines.
    line: int
    #: The original text of the line or lines.
    text: str
    #: The username, display name or e-mail.
    name: str
    seed: int | None = None
    #: Account number of the member, if one was found.
    person: int | None = None
    #: Display name of the member.
    shown: str = ""
    fault: NameFault | None = None
    #: Parameter of the error's sentence.
    about: str = ""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A member of the club by whom names are found, and why the event can't take them."""

    person: int
    username: str
    email: str
    shown: str
    #: The reason why they can't be added; None if they can.
    fault: NameFault | None = None


def decoded_text(content: bytes) -> str:
    """Return a file's text, U+FFFD for invalid bytes; raise `NameListError` if too large."""
    if len(content) > MOST_BYTES:
        raise NameListError(ListFault.TOO_LARGE)
    # Some spreadsheets call this "Unicode text".
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig", errors="replace")


@dataclass(frozen=True, slots=True)
class NameList:
    """An organizer's list after parsing: its heading, and a line for each name."""

    #: Lines that say how to read the others: the separator, and the column names.
    heading: tuple[str, ...]
    lines: list[NamedLine]

    def text_with(self, lines: Iterable[NamedLine]) -> str:
        """Return a list of only these lines, with the heading, so that it is read the same way."""
        texts = [each.text for each in lines]
        return "\n".join([*self.heading, *texts]) if texts else ""


def name_list(text: str) -> NameList:
    """Return the parsed list, with errors found in the text alone.

    :raises NameListError: it has no names or too many
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NameListError(ListFault.TOO_LARGE)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    heading: list[str] = []
    start = next((at for at, line in enumerate(lines) if line.strip()), None)
    said = None if start is None else _SEPARATOR_LINE.fullmatch(lines[start].strip(" \r\n"))
    if start is not None and said is not None:
        heading.append(_without_line_ending(lines[start]))
        lines[start] = "\n"
    delimiter = said[1] if said is not None else _delimiter(lines)
    records = [
        (number, record, _cells_with_seed(record, delimiter, is_named=said is not None))
        for number, record in _rows(lines, delimiter)
        if record.replace(delimiter, "").strip(" ,;\t")
    ]
    if not records:
        raise NameListError(ListFault.EMPTY)
    columns = _columns(records[0][2])
    if columns is None:
        columns = (0, 1)
    else:
        heading.append(records[0][1])
        records = records[1:]
    if not records:
        raise NameListError(ListFault.EMPTY)
    if len(records) > MOST_LINES:
        raise NameListError(ListFault.TOO_LONG)
    named = [_line_of_row(number, record, cells, columns) for number, record, cells in records]
    return NameList(tuple(heading), named)


def _delimiter(lines: Sequence[str]) -> str:
    """Return the column separator of the whole list.

    A separator that yields the columns of a header wins; otherwise the one in most lines.
    """
    first = next((line for line in lines if line.strip()), "")

    def weight(delimiter: str) -> tuple[bool, int]:
        """Return whether the separator yields a header, and the number of rows it divides."""
        cells = _cells(first, delimiter)
        has_head = len(cells) > 1 and _columns(cells) is not None
        if not any(delimiter in line for line in lines):
            return has_head, 0
        records = _rows(lines, delimiter)
        return has_head, sum(len(_cells(record, delimiter)) > 1 for _number, record in records)

    return max(_DELIMITERS, key=weight)


def _rows(lines: Sequence[str], delimiter: str) -> list[tuple[int, str]]:
    """Return (first line number, text) of each row; quoted cells may contain line feeds.

    A quote that is not closed, or not closed at the end of its cell, ends with its line.
    """
    found = []
    at = 0
    while at < len(lines):
        length = 1
        if '"' in lines[at]:
            for count in range(1, min(_MOST_CELL_LINES, len(lines) - at) + 1):
                state = _quotes_state("".join(lines[at : at + count]), delimiter)
                if state is not _Quotes.OPEN:
                    length = count if state is _Quotes.CLOSED else 1
                    break
        found.append((at + 1, _without_line_ending("".join(lines[at : at + length]))))
        at += length
    return found


def _without_line_ending(line: str) -> str:
    """Return the line without its line ending."""
    return "".join(line.splitlines(keepends=True)[:-1]) + "".join(line.splitlines()[-1:])


class _Quotes(Enum):
    """State of the quoted cells of a row."""

    CLOSED = auto()
    #: The last one continues in the next line, if there is one.
    OPEN = auto()
    #: One ends inside its cell, so its quote is literal.
    WRONG = auto()


def _quotes_state(record: str, delimiter: str) -> _Quotes:
    """Return whether the quoted cells of a row are closed, open at its end, or wrong."""
    at = 0
    while True:
        at = _skip_spaces(record, at)
        if record.startswith('"', at):
            closed = _QUOTED.match(record, at)
            if closed is None:
                return _Quotes.OPEN
            at = _skip_spaces(record, closed.end())
            if at < len(record) and record[at] not in f"{delimiter}\r\n":
                return _Quotes.WRONG
        at = record.find(delimiter, at) + 1
        if not at:
            return _Quotes.CLOSED


def _skip_spaces(text: str, at: int) -> int:
    """Return the position of the next character that is not a space."""
    while text.startswith(" ", at):
        at += 1
    return at


def _cells(record: str, delimiter: str) -> list[str]:
    """Return the cells of a row; literal quotes are part of their cell."""
    text = record.replace("\0", _UNREADABLE)
    if _quotes_state(text, delimiter) is _Quotes.CLOSED:
        rows = csv.reader(
            text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True
        )
        cells = next(rows, [])
    else:
        cells = [cell.strip(' "') for cell in text.split(delimiter)]
    return [_plain(" ".join(cell.split())) for cell in cells]


def _cells_with_seed(record: str, delimiter: str, *, is_named: bool) -> list[str]:
    """Return the cells of a row, also if only this row has another separator before its seed.

    :param is_named: whether the list names its separator; then no other counts
    """
    cells = _cells(record, delimiter)
    if is_named or len(cells) > 1:
        return cells
    others = (_cells(record, each) for each in _DELIMITERS if each in record)
    return next((each for each in others if len(each) == 2 and _SEED.fullmatch(each[1])), cells)


def _plain(cell: str) -> str:
    """Return the cell in NFKC, without the prefix that keeps spreadsheets from running formulas.

    Invisible characters come with text from chats and pages; no username or address has them.
    """
    shown = "".join(each for each in cell if unicodedata.category(each) != "Cf").strip()
    text = unicodedata.normalize("NFKC", shown)
    return text[1:] if text.startswith("'") and text[1:2] in ("=", "+", "-", "@") else text


def _columns(cells: list[str]) -> tuple[int, int | None] | None:
    """Return the positions of name and seed (may be None) in a header row; None if it isn't one."""
    heads = [cell.casefold() for cell in cells]
    name = next((at for at, head in enumerate(heads) if head in _NAME_HEADS), None)
    if name is None:
        return None
    return name, next((at for at, head in enumerate(heads) if head in _SEED_HEADS), None)


def _line_of_row(
    number: int, text: str, cells: list[str], columns: tuple[int, int | None]
) -> NamedLine:
    """Return a row as a line with its name and seed; `columns` are their positions."""
    name_at, seed_at = columns
    name = cells[name_at] if name_at < len(cells) else ""
    said = cells[seed_at] if seed_at is not None and seed_at < len(cells) else ""
    if _UNREADABLE in text or "\0" in text:
        return NamedLine(number, text, name, fault=NameFault.UNREADABLE)
    if not name:
        return NamedLine(number, text, name, fault=NameFault.NO_NAME)
    if not said:
        return NamedLine(number, text, name)
    seed = _SEED.fullmatch(said)
    if seed is None:
        return NamedLine(number, text, name, fault=NameFault.SEED_WRONG, about=said[:20])
    return NamedLine(number, text, name, int(seed[1]))


def resolve_lines(lines: Iterable[NamedLine], people: Iterable[KnownPerson]) -> list[NamedLine]:
    """Return the lines, each with the member it names or the fault found; earlier faults stay."""
    # A username may be another member's display name or address; the line is then ambiguous.
    called: dict[str, dict[int, KnownPerson]] = {}
    for each in people:
        for name in filter(None, (each.username, each.shown, each.email)):
            called.setdefault(_spelling_key(name), {})[each.person] = each
    seen: dict[int, int] = {}
    return [
        line if line.fault is not None else _resolved_line(line, called, seen) for line in lines
    ]


def _spelling_key(name: str) -> str:
    """Return a key that is equal for all spellings of a name or an e-mail."""
    name = " ".join(name.split())
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _resolved_line(
    line: NamedLine,
    called: Mapping[str, Mapping[int, KnownPerson]],
    first_lines: dict[int, int],
) -> NamedLine:
    """Return the line with the member it names or its error; note the member in `first_lines`."""
    found = list(called.get(_spelling_key(line.name), {}).values())
    if len(found) != 1:
        fault = NameFault.SEVERAL if found else NameFault.NOT_A_MEMBER
        about = ", ".join(sorted(f"{each.shown} ({each.username})" for each in found))
        return NamedLine(line.line, line.text, line.name, fault=fault, about=about)
    person = found[0]
    fault_of, about = person.fault, ""
    if person.person in first_lines:
        fault_of, about = NameFault.TWICE, str(first_lines[person.person])
    first_lines.setdefault(person.person, line.line)
    return NamedLine(
        line.line,
        line.text,
        line.name,
        line.seed,
        None if fault_of is not None else person.person,
        person.shown,
        fault_of,
        about,
    )

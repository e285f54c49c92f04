"""A list of people in CSV, as an organizer brings it: a name or an e-mail a line, and a seed.

Pure. A list may come from any spreadsheet: with commas, semicolons or tabs, with a head or
without, in UTF-8 with or without a byte order mark. What is wrong with a line is said of the line,
and the line stays as it was written. Cells are read in the normal form NFKC, as names are at
sign-in.
"""

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final

#: How many lines a list may have, and how many bytes.
MOST_LINES: Final = 400
MOST_BYTES: Final = 64 * 1024
#: What can part columns. Where two occur in as many lines it is the first of them: a comma may be
#: part of a number or a name. The last ones are typed with Chinese and Japanese keyboards.
_DELIMITERS: Final = (
    "\t", ";", "\N{FULLWIDTH SEMICOLON}", ",", "\N{FULLWIDTH COMMA}", "\N{IDEOGRAPHIC COMMA}",
)  # fmt: skip
#: A first line that names the separator, as some spreadsheets write and read it.
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([,;:|^~/\uff0c\uff1b\u3001\t])"?[ ,;]*', re.IGNORECASE)
#: A quoted cell has at most so many lines; a quote that stays open longer was never meant as one.
_MOST_CELL_LINES: Final = 20
#: A quoted cell, in which two quotes stand for one.
_QUOTED: Final = re.compile(r'"[^"]*(?:""[^"]*)*"(?!")')
#: A seed from 1 to 9999, also as spreadsheets write whole numbers among decimals: "1.0", "1,00".
_SEED: Final = re.compile(r"0{0,9}([1-9][0-9]{0,3})(?:[.,]0{1,2})?")
#: What heads may be called, besides the columns of our own lists.
_NAME_HEADS: Final = frozenset(
    {
        "username", "user name", "user", "name", "member", "email", "e-mail", "mail",
        "email address", "e-mail address",
    }
)  # fmt: skip
_SEED_HEADS: Final = frozenset({"seed", "seed_rank", "rank"})
#: What stands for octets that are no UTF-8.
_UNREADABLE: Final = "\ufffd"


class NameFault(StrEnum):
    """What is wrong with a line."""

    #: It has characters that could not be read.
    UNREADABLE = "unreadable"
    #: There is a seed and nobody that has it.
    NOBODY = "nobody"
    #: ``text`` is no number from 1 on.
    SEED_WRONG = "seed_wrong"
    #: The same person stands in line ``line``, too.
    TWICE = "twice"
    #: Nobody in the club is called so or has that e-mail.
    NOT_A_MEMBER = "not_a_member"
    #: Several members have that e-mail.
    SEVERAL = "several"
    #: They have entered.
    ENTERED = "entered"
    #: They are invited, and have not answered.
    INVITED = "invited"
    #: They declined the invitation; they can still enter by themselves.
    DECLINED = "declined"
    #: They left while the event was running, and cannot come back.
    LEFT = "left"


class ListFault(StrEnum):
    """What is wrong with a list as a whole."""

    #: There is nothing in it.
    EMPTY = "empty"
    #: It has more than `MOST_LINES` lines.
    TOO_LONG = "too_long"
    #: It has more than `MOST_BYTES` bytes.
    TOO_LARGE = "too_large"


class NameListError(ValueError):
    """A list cannot be read at all."""

    def __init__(self, fault: ListFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line of a list, with who is named there or what is wrong."""

    #: Counted from 1 in what was written, heads and empty lines included; the first of several
    #: where a quoted cell has line feeds.
    line: int
    #: The line as it was written, or the lines.
    text: str
    #: The username or e-mail.
    name: str
    seed: int | None = None
    #: The member, by the number of the account, where one was found.
    person: int | None = None
    #: What the member is called.
    shown: str = ""
    fault: NameFault | None = None
    #: What the sentence of the fault needs.
    about: str = ""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A member of the club, and whether they can enter."""

    person: int
    username: str
    email: str
    shown: str
    #: Why they cannot enter; None where they can.
    fault: NameFault | None = None


def text_of(content: bytes) -> str:
    """Return the text of a file; what is no UTF-8 is marked, so that its lines can be mended.

    :raises NameListError: the file is too large
    """
    if len(content) > MOST_BYTES:
        raise NameListError(ListFault.TOO_LARGE)
    # "Unicode text" of some spreadsheets.
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig", errors="replace")


@dataclass(frozen=True, slots=True)
class NameList:
    """A list as it was read."""

    #: The lines that say how the others are to be read: the separator, the names of the columns.
    heading: tuple[str, ...]
    lines: list[NamedLine]

    def text_of(self, lines: Iterable[NamedLine]) -> str:
        """Return the text of some of its lines, which is read as they were."""
        texts = [each.text for each in lines]
        return "\n".join([*self.heading, *texts]) if texts else ""


def named_lines(text: str) -> list[NamedLine]:
    """Return the lines that name somebody, with what is wrong as far as the text alone tells.

    :raises NameListError: there are none, or too many

    >>> [(each.name, each.seed) for each in named_lines("username;seed\\nann;2\\nben")]
    [('ann', 2), ('ben', None)]
    """
    return name_list(text).lines


def name_list(text: str) -> NameList:
    """Return the list with what is wrong as far as the text alone tells.

    :raises NameListError: it names no person, or too many
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NameListError(ListFault.TOO_LARGE)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    heading: list[str] = []
    start = next((at for at, line in enumerate(lines) if line.strip()), None)
    said = None if start is None else _SEPARATOR_LINE.fullmatch(lines[start].strip(" \r\n"))
    if start is not None and said is not None:
        heading.append(_without_end(lines[start]))
        lines[start] = "\n"
    delimiter = said[1] if said is not None else _delimiter(lines)
    records = [
        (number, record, _cells(record, delimiter))
        for number, record in _records(lines, delimiter)
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
    named = [_named_line(number, record, cells, columns) for number, record, cells in records]
    return NameList(tuple(heading), named)


def _delimiter(lines: Sequence[str]) -> str:
    """Return what parts columns in the whole list.

    A separator that makes columns of a head counts before all others, and then the one that occurs
    in most lines.
    """
    first = next((line for line in lines if line.strip()), "")

    def weight(delimiter: str) -> tuple[bool, int]:
        cells = _cells(first, delimiter)
        has_head = len(cells) > 1 and _columns(cells) is not None
        if not any(delimiter in line for line in lines):
            return has_head, 0
        records = _records(lines, delimiter)
        return has_head, sum(len(_cells(record, delimiter)) > 1 for _number, record in records)

    return max(_DELIMITERS, key=weight)


def _records(lines: Sequence[str], delimiter: str) -> list[tuple[int, str]]:
    """Return the rows with the numbers of their first lines; quoted cells may have line feeds.

    Where a quote is not closed, or not at the end of its cell, it ends with its line.
    """
    found = []
    at = 0
    while at < len(lines):
        length = 1
        if '"' in lines[at]:
            for count in range(1, min(_MOST_CELL_LINES, len(lines) - at) + 1):
                state = _quotes("".join(lines[at : at + count]), delimiter)
                if state is not _Quotes.OPEN:
                    length = count if state is _Quotes.CLOSED else 1
                    break
        found.append((at + 1, _without_end("".join(lines[at : at + length]))))
        at += length
    return found


def _without_end(line: str) -> str:
    """Return the line without the characters that end it."""
    return "".join(line.splitlines(keepends=True)[:-1]) + "".join(line.splitlines()[-1:])


class _Quotes(Enum):
    """What becomes of the quoted cells of a row."""

    CLOSED = auto()
    #: The last one goes on in the next line, if anywhere.
    OPEN = auto()
    #: One ends within its cell: it was not meant as a quote.
    WRONG = auto()


def _quotes(record: str, delimiter: str) -> _Quotes:
    at = 0
    while True:
        at = _after_blanks(record, at)
        if record.startswith('"', at):
            closed = _QUOTED.match(record, at)
            if closed is None:
                return _Quotes.OPEN
            at = _after_blanks(record, closed.end())
            if at < len(record) and record[at] not in f"{delimiter}\r\n":
                return _Quotes.WRONG
        at = record.find(delimiter, at) + 1
        if not at:
            return _Quotes.CLOSED


def _after_blanks(text: str, at: int) -> int:
    while text.startswith(" ", at):
        at += 1
    return at


def _cells(record: str, delimiter: str) -> list[str]:
    """Return the cells of a row; where a quote was not meant as one it is part of its cell."""
    text = record.replace("\0", _UNREADABLE)
    if _quotes(text, delimiter) is _Quotes.CLOSED:
        rows = csv.reader(
            text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True
        )
        cells = next(rows, [])
    else:
        cells = [cell.strip(' "') for cell in text.split(delimiter)]
    return [_plain(" ".join(cell.split())) for cell in cells]


def _plain(cell: str) -> str:
    """Return a cell in the normal form NFKC, without what keeps our lists from being formulas.

    Invisible characters, which come with text from chats and pages, are in no username or address.
    """
    shown = "".join(each for each in cell if unicodedata.category(each) != "Cf").strip()
    text = unicodedata.normalize("NFKC", shown)
    return text[1:] if text.startswith("'") and text[1:2] in ("=", "+", "-", "@") else text


def _columns(cells: list[str]) -> tuple[int, int | None] | None:
    """Return where name and seed stand, by a head; None where there is none."""
    heads = [cell.casefold() for cell in cells]
    name = next((at for at, head in enumerate(heads) if head in _NAME_HEADS), None)
    if name is None:
        return None
    return name, next((at for at, head in enumerate(heads) if head in _SEED_HEADS), None)


def _named_line(
    number: int, text: str, cells: list[str], columns: tuple[int, int | None]
) -> NamedLine:
    at, seed_at = columns
    name = cells[at] if at < len(cells) else ""
    said = cells[seed_at] if seed_at is not None and seed_at < len(cells) else ""
    if _UNREADABLE in text or "\0" in text:
        return NamedLine(number, text, name, fault=NameFault.UNREADABLE)
    if not name:
        return NamedLine(number, text, name, fault=NameFault.NOBODY)
    if not said:
        return NamedLine(number, text, name)
    seed = _SEED.fullmatch(said)
    if seed is None:
        return NamedLine(number, text, name, fault=NameFault.SEED_WRONG, about=said[:20])
    return NamedLine(number, text, name, int(seed[1]))


def resolved(lines: Iterable[NamedLine], people: Iterable[KnownPerson]) -> list[NamedLine]:
    """Return the lines with who they name among the members, or with what is wrong."""
    by_name: dict[str, KnownPerson] = {}
    by_email: dict[str, list[KnownPerson]] = {}
    for each in people:
        by_name[_key(each.username)] = each
        if each.email:
            by_email.setdefault(_key(each.email), []).append(each)
    seen: dict[int, int] = {}
    return [
        line if line.fault is not None else _resolved(line, by_name, by_email, seen)
        for line in lines
    ]


def _key(name: str) -> str:
    """Return what is the same for all ways to write a username or an e-mail."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _resolved(
    line: NamedLine,
    by_name: Mapping[str, KnownPerson],
    by_email: Mapping[str, list[KnownPerson]],
    seen: dict[int, int],
) -> NamedLine:
    key = _key(line.name)
    found = by_email.get(key, [])
    if (called := by_name.get(key)) is not None and called not in found:
        # An old username may be the address of another member: it is not guessed who is meant.
        found = [*found, called]
    if len(found) != 1:
        fault = NameFault.SEVERAL if found else NameFault.NOT_A_MEMBER
        return NamedLine(line.line, line.text, line.name, fault=fault)
    person = found[0]
    fault_of, about = person.fault, ""
    if person.person in seen:
        fault_of, about = NameFault.TWICE, str(seen[person.person])
    seen.setdefault(person.person, line.line)
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

"""A list of people in CSV, as an organizer brings it: a name or an e-mail a line, and a seed.

Pure. A list may come from any spreadsheet: with commas, semicolons or tabs, with a head or
without, in UTF-8 with or without a byte order mark. What is wrong with a line is said of the line,
and the line stays as it was written.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

#: How many lines a list may have, and how many bytes.
MOST_LINES: Final = 400
MOST_BYTES: Final = 64 * 1024
#: The lowest seed that is taken for one.
LAST_SEED: Final = 9999
_DELIMITERS: Final = (",", ";", "\t")
#: What heads may be called, besides the columns of our own lists.
_NAME_HEADS: Final = frozenset({"username", "user", "name", "member", "email", "e-mail", "mail"})
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

    #: Counted from 1 in what was written, heads and empty lines included.
    line: int
    #: The line as it was written.
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
    return content.decode("utf-8-sig", errors="replace")


def named_lines(text: str) -> list[NamedLine]:
    """Return the lines that name somebody, with what is wrong as far as the text alone tells.

    :raises NameListError: there are none, or too many

    >>> [(each.name, each.seed) for each in named_lines("username;seed\\nann;2\\nben")]
    [('ann', 2), ('ben', None)]
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NameListError(ListFault.TOO_LARGE)
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip(" ,;\t")
    ]
    if not lines:
        raise NameListError(ListFault.EMPTY)
    delimiter = max(_DELIMITERS, key=lines[0][1].count)
    columns = _columns(_cells(lines[0][1], delimiter))
    if columns is None:
        columns = (0, 1)
    else:
        lines = lines[1:]
    if not lines:
        raise NameListError(ListFault.EMPTY)
    if len(lines) > MOST_LINES:
        raise NameListError(ListFault.TOO_LONG)
    return [_named_line(number, line, _cells(line, delimiter), columns) for number, line in lines]


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line; quotes that do not close end with it."""
    cells = next(csv.reader([line.replace("\0", _UNREADABLE)], delimiter=delimiter), [])
    return [_plain(cell.strip()) for cell in cells]


def _plain(cell: str) -> str:
    """Return a cell without what keeps our lists from being formulas."""
    return cell[1:] if cell.startswith("'") and cell[1:2] in ("=", "+", "-", "@") else cell


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
    if not (said.isascii() and said.isdigit() and 1 <= int(said[:9]) <= LAST_SEED):
        return NamedLine(number, text, name, fault=NameFault.SEED_WRONG, about=said[:20])
    return NamedLine(number, text, name, int(said))


def resolved(lines: Iterable[NamedLine], people: Iterable[KnownPerson]) -> list[NamedLine]:
    """Return the lines with who they name among the members, or with what is wrong."""
    by_name: dict[str, KnownPerson] = {}
    by_email: dict[str, list[KnownPerson]] = {}
    for each in people:
        by_name[each.username.casefold()] = each
        if each.email:
            by_email.setdefault(each.email.casefold(), []).append(each)
    seen: dict[int, int] = {}
    return [
        line if line.fault is not None else _resolved(line, by_name, by_email, seen)
        for line in lines
    ]


def _resolved(
    line: NamedLine,
    by_name: Mapping[str, KnownPerson],
    by_email: Mapping[str, list[KnownPerson]],
    seen: dict[int, int],
) -> NamedLine:
    key = line.name.casefold()
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

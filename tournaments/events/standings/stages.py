"""Stages of an event: tables of groups, the bracket, and the stage that each player reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.common.numbers import listed
from tournaments.events.core.words import signed
from tournaments.events.rounds.tables import consolation_title
from tournaments.events.standings.sheet import KEPT_SHEETS, EventSheet
from tournaments.pairing.formats.bracket import BracketRound, BracketSeat, BracketTable
from tournaments.pairing.formats.group_tables import GroupLine
from tournaments.pairing.formats.stages import CONSOLATION, FINAL, GROUP
from tournaments.pairing.standings.lines import Standing

_STATES: Final = {
    "through": pgettext_lazy("to the next round", "through"),
    "open": gettext_lazy("can still go through"),
    "out": pgettext_lazy("not in the next round", "out"),
}
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_name(index: int) -> str:
    """Return the name of the group with this index, from 0: "Group A", and "Group 27" after Z."""
    name = _LETTERS[index] if index < len(_LETTERS) else str(index + 1)
    return _("Group %(name)s") % {"name": name}


def group_names(sheet: EventSheet) -> dict[int, str]:
    """Return the name of each player's group by entry number; empty in other formats."""
    groups = () if sheet.groups is None else sheet.groups.groups
    return {
        line.standing.entrant: group_name(index)
        for index, group in enumerate(groups)
        for line in group
    }


# --- Groups


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A player's line in the table of a group."""

    place: str
    number: int
    name: str
    has_bot_tag: bool
    url: str
    total: str
    is_minus: bool
    deals_won: str
    #: "through", "open" or "out", and the same in words.
    state: str
    state_label: str


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The table of one group."""

    name: str
    rows: Sequence[GroupRow]


@dataclass(frozen=True, slots=True)
class BracketPlayer:
    """An occupant of a table in the bracket."""

    number: int
    name: str
    has_bot_tag: bool
    points: str
    is_minus: bool
    advances: bool


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A table in the bracket, with its title."""

    title: str
    players: Sequence[BracketPlayer]


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of the bracket, and lines to the tables of the next one."""

    title: str
    boxes: Sequence[BracketBox]
    #: Names of players who advance without playing, in one text.
    byes: str
    #: Lines to the next column: start and end in percent of its height.
    links: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class StagesPart:
    """Groups and bracket of an event; both empty in formats without stages."""

    groups: Sequence[GroupPart] = ()
    is_cut: bool = False
    columns: Sequence[BracketColumn] = ()
    #: Whether the final is still to come.
    awaits_final: bool = False


@lru_cache(KEPT_SHEETS)
def _stages_in(sheet: EventSheet, _language: str | None) -> StagesPart:
    """Return the stages in the active language, which is this one."""
    groups = () if sheet.groups is None else sheet.groups.groups
    # A final alone is no tree.
    is_tree = len(sheet.bracket) > 1 or any(not each.is_final for each in sheet.bracket)
    return StagesPart(
        groups=[
            GroupPart(group_name(index), [_group_row(sheet, line, group) for line in group])
            for index, group in enumerate(groups)
        ],
        is_cut=sheet.groups is not None and sheet.groups.is_decided,
        columns=[
            _column(sheet, index, round_titles(sheet)[each.number])
            for index, each in enumerate(sheet.bracket if is_tree else ())
        ],
        awaits_final=bool(sheet.bracket) and not sheet.bracket[-1].is_final and not sheet.is_over,
    )


def stages_part(sheet: EventSheet) -> StagesPart:
    """Return groups and bracket in the reader's language. Cached; no query."""
    return _stages_in(sheet, get_language())


def _group_row(sheet: EventSheet, line: GroupLine, group: Sequence[GroupLine]) -> GroupRow:
    """Return a line of this group's table in words."""
    standing = line.standing
    is_shared = sum(each.place == line.place for each in group) > 1
    return GroupRow(
        place=f"{line.place}=" if is_shared else str(line.place),
        number=standing.entrant,
        name=sheet.entries[standing.entrant].name,
        has_bot_tag=sheet.entries[standing.entrant].has_bot_tag,
        url=reverse("event_standing", args=[sheet.slug, standing.entrant]),
        total=signed(standing.total),
        is_minus=standing.total < 0,
        deals_won=f"{standing.deals_won} / {standing.deals}",
        state=line.state,
        state_label=str(_STATES[line.state]),
    )


# --- Bracket


def round_titles(sheet: EventSheet) -> dict[int, str]:
    """Return the title of each bracket round by its number: "Final", "Semi-finals", "Round 2"."""
    titles = {}
    for index, each in enumerate(sheet.bracket):
        is_last = index + 1 == len(sheet.bracket)
        before_final = (
            0 < len(sheet.advancing) <= sheet.table_size
            if is_last
            else sheet.bracket[index + 1].is_final
        )
        if each.is_final:
            titles[each.number] = pgettext("last stage of an event", "Final")
        elif before_final and len(each.tables) > 1:
            titles[each.number] = _("Semi-finals")
        else:
            titles[each.number] = _("Round %(number)s") % {"number": each.number}
    return titles


def _column(sheet: EventSheet, index: int, title: str) -> BracketColumn:
    """Return a round of the bracket as a column."""
    each = sheet.bracket[index]
    following = sheet.bracket[index + 1] if index + 1 < len(sheet.bracket) else None
    return BracketColumn(
        title=title,
        boxes=[
            BracketBox(_box_title(each, table), [_player(sheet, seat) for seat in table.seats])
            for table in each.tables
        ],
        byes=listed([sheet.entries[number].name_with_tag for number in each.byes])
        if each.byes
        else "",
        links=[] if following is None else _links(each, following),
    )


def _box_title(each: BracketRound, table: BracketTable) -> str:
    """Return the title of a table: its number, or at the end the places played for."""
    if not each.is_final:
        return _("Table %(number)s") % {"number": table.number}
    if table.number == 1:
        return _("Final table")
    return consolation_title(len(each.tables[0].seats), len(table.seats))


def _player(sheet: EventSheet, seat: BracketSeat) -> BracketPlayer:
    """Return an occupant of the bracket in words."""
    number = seat.occupant or 0
    return BracketPlayer(
        number=number,
        name=sheet.entries[number].name if number else _("A bot"),
        has_bot_tag=number != 0 and sheet.entries[number].has_bot_tag,
        points="" if seat.points is None else signed(seat.points),
        is_minus=seat.points is not None and seat.points < 0,
        advances=seat.advances,
    )


def _links(each: BracketRound, following: BracketRound) -> list[tuple[float, float]]:
    """Return the lines between the middles of the tables, in percent of the height."""
    here, there = len(each.tables), len(following.tables)
    return [
        (round(100 * (at + 0.5) / here, 2), round(100 * (to + 0.5) / there, 2))
        for at, table in enumerate(each.tables)
        for to in table.leads_to
    ]


# --- Stage reached


def stage_label(sheet: EventSheet, standing: Standing) -> str:
    """Return the stage that the player reached, or is in; "–" for none."""
    if standing.stage == GROUP:
        return pgettext("of players", "Groups")
    if standing.stage == FINAL:
        return pgettext("last stage of an event", "Final")
    if standing.stage == CONSOLATION:
        tables = sheet.bracket[-1].tables
        return consolation_title(len(tables[0].seats), len(tables[1].seats))
    if not standing.stage:
        return "–"
    if standing.entrant in sheet.advancing:
        return _("Through to the next round")
    titles = round_titles(sheet)
    return titles.get(standing.level, "")

"""A seating that is changed by hand: every place with who is in it, and who could be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.sorting import sorted_by
from tournaments.events.models import Entry
from tournaments.events.rounds import Occupant, Seating

#: With more people than this a place is typed, since a list for each would be a heavy page.
MOST_IN_A_LIST = 80


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A seat, or a place among those who sit out."""

    #: The name of its field.
    field: str
    label: str
    value: str
    #: Who is in it; a bot's word where nobody is.
    name: str
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class HandTable:
    """A table with its places in the order of play."""

    number: int
    places: Sequence[HandPlace]


@dataclass(frozen=True, slots=True)
class HandPart:
    """The whole seating as it is arranged."""

    tables: Sequence[HandTable]
    out: Sequence[HandPlace]
    #: Everybody who is to be seated: number and name.
    people: Sequence[tuple[str, str]]
    has_lists: bool


def hand_part(seating: Seating, meant: Seating, names: Mapping[int, Entry]) -> HandPart:
    """Return the places of a seating, with one free place more to sit out.

    :param seating: as it is arranged
    :param meant: the seating that says who belongs to the round
    """
    people = sorted_by({*meant.seated, *meant.out}, lambda number: names[number].name)
    return HandPart(
        tables=[
            HandTable(
                number,
                [
                    HandPlace(
                        field=f"seat-{number}-{seat}",
                        label=_("Table %(table)s, seat %(seat)s")
                        % {"table": number, "seat": seat + 1},
                        value=_value(each),
                        name=_("A bot") if each is None else _name(names, each),
                    )
                    for seat, each in enumerate(table)
                ],
            )
            for number, table in enumerate(seating.tables, 1)
        ],
        out=[
            HandPlace(
                field=f"out-{place}",
                label=_("Sits out, place %(place)s") % {"place": place + 1},
                value=_value(each),
                name="" if each is None else _name(names, each),
                is_out=True,
            )
            for place, each in enumerate([*seating.out, None])
        ],
        people=[(str(each), _name(names, each)) for each in people],
        has_lists=len(people) <= MOST_IN_A_LIST,
    )


def _value(number: Occupant) -> str:
    return "" if number is None else str(number)


def _name(names: Mapping[int, Entry], number: int) -> str:
    return f"{number} · {names[number].name}"


def seat_changes(before: Seating, now: Seating, names: Mapping[int, Entry]) -> list[str]:
    """Return who sits elsewhere than before, in a sentence each."""
    was, is_now = _places(before), _places(now)
    return [
        _("%(name)s: %(before)s, now %(now)s")
        % {
            "name": names[each].name,
            "before": was.get(each, _("not in the round")),
            "now": is_now.get(each, _("not in the round")),
        }
        for each in sorted({*was, *is_now})
        if each in names and was.get(each) != is_now.get(each)
    ]


def _places(seating: Seating) -> dict[int, str]:
    found = {each: _("sits out") for each in seating.out}
    for number, table in enumerate(seating.tables, 1):
        for seat, each in enumerate(table, 1):
            if each is not None:
                found[each] = _("table %(table)s, seat %(seat)s") % {"table": number, "seat": seat}
    return found


def fitted(arranged: Seating, now: Seating) -> Seating:
    """Return what was arranged for those who are in the round now.

    A place of somebody who is gone falls to a bot, or to nobody among those who sit out; who is new
    sits out. Where there are other tables now than were arranged, the new ones stand.
    """
    meant = {*now.seated, *now.out}
    if [len(table) for table in arranged.tables] != [len(table) for table in now.tables]:
        return now
    tables = tuple(
        tuple(each if each in meant else None for each in table) for table in arranged.tables
    )
    placed = {each for table in tables for each in table if each is not None}
    out = {*(each for each in arranged.out if each in meant), *(meant - placed)} - placed
    return Seating(tables, tuple(sorted(out)))

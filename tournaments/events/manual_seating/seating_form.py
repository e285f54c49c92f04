"""Manual seating: each place with its player and the players who could take it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.sorting import sorted_by
from tournaments.events.entries.models import Entry
from tournaments.pairing.rounds import Occupant, Seating

#: With more players than this, places are text fields: a list for each makes a heavy page.
MOST_IN_A_LIST = 80


@dataclass(frozen=True, slots=True)
class ManualPlace:
    """A seat at a table, or a place to sit out."""

    #: The name of its form field.
    field: str
    label: str
    value: str
    #: The player's name; the word for a bot if the seat is empty.
    name: str
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class ManualTable:
    """A table with its places in the order of play."""

    number: int
    places: Sequence[ManualPlace]


@dataclass(frozen=True, slots=True)
class ManualSeating:
    """Form for seating a round manually: the places of tables, and the players to choose from."""

    tables: Sequence[ManualTable]
    out: Sequence[ManualPlace]
    #: All players of the round: number and name.
    people: Sequence[tuple[str, str]]
    has_lists: bool


def manual_seating_part(
    seating: Seating, original: Seating, names: Mapping[int, Entry]
) -> ManualSeating:
    """Return the places of a seating, with one extra free place to sit out.

    :param seating: the seating as arranged
    :param original: the seating whose players belong to the round
    """
    people = sorted_by({*original.seated, *original.out}, lambda number: names[number].name)
    return ManualSeating(
        tables=[
            ManualTable(
                number,
                [
                    ManualPlace(
                        field=f"seat-{number}-{seat}",
                        label=_("Table %(table)s, seat %(seat)s")
                        % {"table": number, "seat": seat + 1},
                        value=_field_value(each),
                        name=_("A bot") if each is None else _player_label(names, each),
                    )
                    for seat, each in enumerate(table)
                ],
            )
            for number, table in enumerate(seating.tables, 1)
        ],
        out=[
            ManualPlace(
                field=f"out-{place}",
                label=_("Sitting out, place %(place)s") % {"place": place + 1},
                value=_field_value(each),
                name="" if each is None else _player_label(names, each),
                is_out=True,
            )
            for place, each in enumerate([*seating.out, None])
        ],
        people=[(str(each), _player_label(names, each)) for each in people],
        has_lists=len(people) <= MOST_IN_A_LIST,
    )


def _field_value(number: Occupant) -> str:
    """Return the value of a place's form field; empty for a free place."""
    return "" if number is None else str(number)


def _player_label(names: Mapping[int, Entry], number: int) -> str:
    """Return the number of the entry with the player's name."""
    return f"{number} · {names[number].name}"


def seat_changes(before: Seating, after: Seating, names: Mapping[int, Entry]) -> list[str]:
    """Return a line of text for each player whose place differs between the two seatings."""
    places_before, places_after = _place_labels(before), _place_labels(after)
    return [
        _("%(name)s: %(before)s, now %(now)s")
        % {
            "name": names[each].name,
            "before": places_before.get(each, _("not in the round")),
            "now": places_after.get(each, _("not in the round")),
        }
        for each in sorted({*places_before, *places_after})
        if each in names and places_before.get(each) != places_after.get(each)
    ]


def _place_labels(seating: Seating) -> dict[int, str]:
    """Return by number of the entry where the player sits, or that they sit out."""
    found = {each: _("sitting out") for each in seating.out}
    for number, table in enumerate(seating.tables, 1):
        for seat, each in enumerate(table, 1):
            if each is not None:
                found[each] = _("table %(table)s, seat %(seat)s") % {"table": number, "seat": seat}
    return found


def fit_seating(arranged: Seating, current: Seating) -> Seating:
    """Return a manual seating with bots for players who have gone; new players sit out.

    If the number or size of tables has changed, the current seating is returned instead.
    """
    players = {*current.seated, *current.out}
    if [len(table) for table in arranged.tables] != [len(table) for table in current.tables]:
        return current
    tables = tuple(
        tuple(each if each in players else None for each in table) for table in arranged.tables
    )
    placed = {each for table in tables for each in table if each is not None}
    out = {*(each for each in arranged.out if each in players), *(players - placed)} - placed
    return Seating(tables, tuple(sorted(out)))

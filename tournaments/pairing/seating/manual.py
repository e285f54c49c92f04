"""Seatings made by hand: adaptation to changed entrants, and differences between seatings."""

from collections import Counter

from tournaments.pairing.rounds import Occupant, Seating


def adapted_seating(manual_seating: Seating, current: Seating) -> Seating:
    """Return a seating made by hand, adapted to the entrants and table sizes of `current`.

    Tables have the sizes of `current`. Entrants of both seatings keep their tables as far as these
    exist; new ones take the free seats, first those whom `current` seats.
    """
    meant = {*current.seated, *current.out}
    tables = _resized_tables(manual_seating, [len(table) for table in current.tables], meant)
    placed = {each for table in tables for each in table if each is not None}
    wanted = [each for each in current.seated if each not in placed]
    # Entrants who sit out in both seatings stay out.
    wanted.sort(key=lambda each: each in manual_seating.out)
    wanted += [each for each in current.out if each not in placed]
    missing = max(0, len(current.seated) - len(placed))
    coming = iter(wanted[:missing])
    for table, seat in _free_seats(manual_seating, tables):
        tables[table][seat] = next(coming, None)
    seated = {each for table in tables for each in table if each is not None}
    if not all(any(table) for table in tables):
        return current
    return Seating(tuple(map(tuple, tables)), tuple(sorted(meant - seated)))


def _resized_tables(
    manual_seating: Seating, sizes: list[int], entrants: set[int]
) -> list[list[Occupant]]:
    """Return tables of these sizes with these entrants, seated as before if possible, and None."""
    left = [
        [each if each in entrants else None for each in table] for table in manual_seating.tables
    ]
    while len(left) > len(sizes):
        # Drops the table that has lost most of its players.
        left.remove(min(left, key=_people_count))
    spare = Counter(map(len, left)) - Counter(sizes)
    missing = list((Counter(sizes) - Counter(map(len, left))).elements())
    for table in sorted(left, key=_people_count):
        if spare[len(table)]:
            spare[len(table)] -= 1
            _resize(table, missing.pop(0))
    return left + [[None] * size for size in missing]


def _people_count(table: list[Occupant]) -> int:
    """Return the number of people at a table, without bots."""
    return len(table) - table.count(None)


def _resize(table: list[Occupant], size: int) -> None:
    """Change the table to this number of seats: bots go first, and bots fill new seats."""
    if size < len(table):
        table[:] = [each for each in table if each is not None][:size]
    table += [None] * (size - len(table))


def _free_seats(manual_seating: Seating, tables: list[list[Occupant]]) -> list[tuple[int, int]]:
    """Return (table, seat), from 0, of all free seats; bots' seats before the change come last."""
    bots = {
        (number, seat)
        for number, table in enumerate(manual_seating.tables)
        for seat, each in enumerate(table)
        if each is None
    }
    free = [
        (number, seat)
        for number, table in enumerate(tables)
        for seat, each in enumerate(table)
        if each is None
    ]
    return sorted(free, key=lambda place: place in bots)


def change_between(before: Seating, after: Seating) -> dict[str, object]:
    """Return who came, is gone, now plays or sits out, and whether tables changed, as JSON data.

    Entrants are sorted entry numbers. Tables changed if any who stayed sits with different ones.
    """
    was, now = {*before.seated, *before.out}, {*after.seated, *after.out}
    stayed = was & now
    return {
        "came": sorted(now - was),
        "gone": sorted(was - now),
        "plays": sorted(stayed & set(before.out) & set(after.seated)),
        "sits_out": sorted(stayed & set(before.seated) & set(after.out)),
        "is_moved": any(
            _entrants_at_table_of(before, each) & stayed
            != _entrants_at_table_of(after, each) & stayed
            for each in stayed
        ),
    }


def _entrants_at_table_of(seating: Seating, entrant: int) -> set[int]:
    """Return the entrants at the entrant's table, including them; empty if they have no seat."""
    for table in seating.tables:
        if entrant in table:
            return {each for each in table if each is not None}
    return set()

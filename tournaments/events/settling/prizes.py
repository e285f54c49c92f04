"""Entry fees and prizes of an event: who owes the fee, and who wins which prize."""

from collections.abc import Iterable
from itertools import groupby

from tournaments.events.core.format_input import standings_of
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound


def participants(entries: Iterable[Entry], rounds: Iterable[EventRound]) -> list[Entry]:
    """Return the entrants who have been seated or have sat out in a published round; no bots.

    They owe the entry fee and can win prizes. No query.
    """
    published = [each for each in rounds if each.status != EventRound.Status.PROPOSED]
    known = {number for each in published for number in (*each.seated.seated, *each.seated.out)}
    return [each for each in entries if each.number in known and not each.bot]


def prizes_by_entrant(event: Event, rounds: Iterable[EventRound]) -> dict[int, int]:
    """Return the prizes in minor units by entry number, from the current standings.

    Bots win no prize: the players behind them move up. No query without prizes, at most six with.
    """
    table = event.prize_table
    if table is None:
        return {}
    numbers = {each.number for each in participants(event.entries.all(), rounds)}
    ranked = [line for line in standings_of(event) if line.entrant in numbers]
    ranking = [
        [line.entrant for line in tied] for _place, tied in groupby(ranked, lambda line: line.place)
    ]
    return table.split(event.pot_of(len(numbers)), ranking)

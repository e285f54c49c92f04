"""What every format is, and what several of them share."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from tournaments.events.formats.hall import Hall
from tournaments.events.formats.settings import FormatError, Settings
from tournaments.events.rounds import Round, Seating
from tournaments.events.standings import Entrant, Standing, standings

#: How long a format lets others join once it has begun: at any time, until half of its rounds or of
#: its group rounds are played, or never.
LateEntry = Literal["any_time", "half", "half_of_groups", "never"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something about a round that people are told, as a code with its numbers."""

    #: sit_out, byes, smaller_tables, bots, lucky_losers, repeats, forbidden or alone.
    code: str
    params: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Bots and sit-outs of a round whose players do not fill its tables."""

    #: How many bots take free seats.
    bots: int
    #: How many entrants sit out.
    out: int


class Format(Protocol):
    """A way to run an event. It keeps nothing: what was played and the seed decide everything.

    The seed is the event's own, the same for every round. In `history` stand all rounds so far,
    in `entrants` all who ever took part. Given the same, a format answers the same.
    """

    name: ClassVar[str]
    late_entry: ClassVar[LateEntry]

    def settings(self) -> dict[str, int | str | bool | None]:
        """Return the settings as JSON has them."""

    def length(self, players: int, hall: Hall) -> int | None:
        """Return how many rounds so many players will have; None where nothing is paired."""

    def most_rounds(self, players: int, hall: Hall) -> int:
        """Return the most rounds that up to so many players can have, whoever leaves meanwhile."""

    def most_left_over(self, players: int, hall: Hall) -> LeftOver:
        """Return the largest numbers that a round can have with up to `players` players."""

    def latest_entry(self, players: int, hall: Hall) -> int | None:
        """Return the last round that somebody may join for; None where any time is right."""

    def pair(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int, hall: Hall
    ) -> Round | None:
        """Return the next round, or None when there is none, or too few are left for one.

        Whatever the seater refuses goes through, such as forbidden pairs that cannot be kept
        apart.

        :raises FormatError: results_missing, where the pairs depend on a result that is not in
        """

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant]
    ) -> tuple[Standing, ...]:
        """Return the standings after these rounds."""

    def notes(
        self, history: Sequence[Round], proposed: Round, entrants: Sequence[Entrant], hall: Hall
    ) -> tuple[Note, ...]:
        """Return what there is to explain about the round that is to follow `history`."""


class BaseFormat(Settings):
    """What most formats do alike."""

    #: Whether all tables of a round get the same packs.
    same_packs: ClassVar[bool] = False
    #: How long others may join; `latest_entry` says the same in rounds.
    late_entry: ClassVar[LateEntry] = "half"

    def length(self, players: int, hall: Hall) -> int | None:
        """Return how many rounds so many players will have."""
        raise NotImplementedError

    def most_rounds(self, players: int, hall: Hall) -> int:
        """Return the longest length of up to so many players; 0 where nothing is paired."""
        return max(self.length(each, hall) or 0 for each in range(2, max(2, players) + 1))

    def most_left_over(self, players: int, hall: Hall) -> LeftOver:
        """Return the largest number of each, for every count of players that can be seated."""
        ways = [way for each in range(2, players + 1) if (way := hall.way(each)).sizes]
        return LeftOver(
            bots=max((way.bots for way in ways), default=0),
            out=max((way.out for way in ways), default=0),
        )

    def pair(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int, hall: Hall
    ) -> Round | None:
        """Return the next round."""
        raise NotImplementedError

    def latest_entry(self, players: int, hall: Hall) -> int | None:
        """Return the last round that one may join for, so as to miss no more than half of them."""
        length = self.length(players, hall)
        return None if length is None else length // 2 + 1

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant]
    ) -> tuple[Standing, ...]:
        """Return the standings after these rounds, of which all count."""
        return standings(history, entrants)

    def notes(
        self, history: Sequence[Round], proposed: Round, entrants: Sequence[Entrant], hall: Hall
    ) -> tuple[Note, ...]:
        """Return who sits out, and what else is uneven, repeated meetings included."""
        return general_notes(history, proposed, hall)


def players_of(entrants: Iterable[Entrant], round_number: int) -> list[int]:
    """Return who takes part in that round, by number."""
    return sorted(entrant.number for entrant in entrants if entrant.plays(round_number))


def mixed(seed: int, *purpose: object) -> int:
    """Return a seed of its own for each purpose; equal for equal purposes."""
    return random.Random("/".join(map(str, (seed, *purpose)))).getrandbits(48)


def drawn(players: Iterable[int], seed: int, *purpose: object) -> list[int]:
    """Return the players in an order that the seed draws, however they are given."""
    order = sorted(players)
    random.Random(mixed(seed, *purpose)).shuffle(order)
    return order


def seeded(
    players: Iterable[int], entrants: Iterable[Entrant], seed: int, *purpose: object
) -> list[int]:
    """Return the players by rank, the best first; who has none follows in an order drawn."""
    ranks = {each.number: each.seed_rank for each in entrants if each.seed_rank is not None}
    order = drawn(players, seed, *purpose)
    return sorted(order, key=lambda number: (number not in ranks, ranks.get(number, 0)))


def seatings(history: Iterable[Round]) -> list[Seating]:
    """Return who sat where in the rounds."""
    return [played.seating for played in history]


def is_over(played: Round) -> bool:
    """Tell whether all results of a round are in."""
    return all(entrant in played.results for entrant in played.seating.seated)


def check_results(history: Sequence[Round]) -> None:
    """See that the rounds are over.

    :raises FormatError: results_missing, for the first that is not
    """
    for number, played in enumerate(history, start=1):
        if not is_over(played):
            missing = sum(1 for each in played.seating.seated if each not in played.results)
            raise FormatError("results_missing", round=number, missing=missing)


def general_notes(history: Sequence[Round], proposed: Round, hall: Hall) -> tuple[Note, ...]:
    """Return what any format has to explain: who sits out, small tables, bots, repeats."""
    seating = proposed.seating
    notes = []
    if seating.out:
        notes.append(Note("sit_out", {"count": len(seating.out)}))
    smaller = sum(1 for table in seating.tables if len(table) < hall.table_size)
    if smaller:
        notes.append(Note("smaller_tables", {"count": smaller}))
    bots = sum(table.count(None) for table in seating.tables)
    if bots:
        notes.append(Note("bots", {"count": bots}))
    met = {pair for played in history for pair in pairs_of(played.seating)}
    now = set(pairs_of(seating))
    if now & met:
        notes.append(Note("repeats", {"count": len(now & met)}))
    if now & hall.forbidden:
        notes.append(Note("forbidden", {"count": len(now & hall.forbidden)}))
    return tuple(notes)


def pairs_of(seating: Seating) -> list[frozenset[int]]:
    """Return all pairs who share a table."""
    found = []
    for table in seating.tables:
        people = [entrant for entrant in table if entrant is not None]
        found += [
            frozenset((one, other))
            for index, one in enumerate(people)
            for other in people[index + 1 :]
        ]
    return found


def sit_outs(history: Sequence[Round], entrants: Sequence[Entrant]) -> dict[int, int]:
    """Return how often everybody sat out.

    Who joined late begins with the least that the others had then, so that their first round is
    not their turn already.
    """
    counts: dict[int, int] = {}
    for number, played in enumerate(history, start=1):
        _begin(counts, entrants, number)
        for entrant in played.seating.out:
            counts[entrant] = counts.get(entrant, 0) + 1
    _begin(counts, entrants, len(history) + 1)
    return counts


def _begin(counts: dict[int, int], entrants: Sequence[Entrant], number: int) -> None:
    present = [each.number for each in entrants if each.plays(number)]
    least = min((counts[each] for each in present if each in counts), default=0)
    for each in present:
        counts.setdefault(each, least)

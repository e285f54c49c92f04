"""Base class of formats, and code that several of them share."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import FormatError, Settings, ordering
from tournaments.pairing.rounds import Entrant, Round, Seating
from tournaments.pairing.seating.ways import Way
from tournaments.pairing.standings.lines import Standing, standings
from tournaments.pairing.standings.tie_breaks import TIE_BREAKS, USUAL

#: Period of late entry after the start of an event: any time, until half of its rounds or of its
#: group rounds are played, or never.
LateEntry = Literal["any_time", "half", "half_of_groups", "never"]


#: Unit of totals: points of deals, differences from an average, or averages.
TotalUnit = Literal["points", "differences", "averages"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark about a round for its players, as a code with numbers."""

    #: One of sit_out, byes, smaller_tables, bots, lucky_losers, repeats, forbidden, alone.
    code: str
    params: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Numbers of bots and of sit-outs in a round whose players do not fill its tables."""

    #: Number of bots that fill seats.
    bots: int
    #: Number of entrants who sit out.
    out: int


@dataclass(frozen=True)
class Format(Settings):
    """Base of all formats; stateless: history and seed determine everything.

    The seed belongs to the event and is the same for every round. `history` has all rounds so far,
    `entrants` all current and former participants. Equal arguments give equal results. `length` and
    `pair` are each format's own; the rest has defaults.
    """

    #: Whether all tables of a round play the same packs.
    same_packs: ClassVar[bool] = False
    #: Period of late entry; `latest_entry` gives the same in rounds.
    late_entry: ClassVar[LateEntry] = "half"
    #: Whether a player can skip a round and be seated again in the next one.
    rounds_can_be_skipped: ClassVar[bool] = True
    #: Tie-breaks that new events get unless their organizer chooses others.
    usual_tie_breaks: ClassVar[tuple[str, ...]] = USUAL

    #: Tie-breaks between entrants with equal totals, first to last.
    tie_breaks: tuple[str, ...] = ordering(USUAL, *TIE_BREAKS)

    @property
    def total_unit(self) -> TotalUnit | None:
        """Unit of the totals, which can be added to totals in the same unit; None if they can't."""
        return "points"

    def length(self, players: int, context: SeatingContext) -> int | None:
        """Return the number of rounds for this many players; None if no rounds are paired."""
        raise NotImplementedError

    def max_rounds(self, players: int, context: SeatingContext) -> int:
        """Return the most rounds with this many players or fewer; 0 if no rounds are paired."""
        return max(self.length(each, context) or 0 for each in range(2, max(2, players) + 1))

    def max_left_over(self, players: int, context: SeatingContext) -> LeftOver:
        """Return the most bots and the most sit-outs of a round with up to `players` players."""
        ways = [way for each in range(2, players + 1) if (way := context.way(each)).sizes]
        return LeftOver(
            bots=max((way.bots for way in ways), default=0),
            out=max((way.out for way in ways), default=0),
        )

    def way(self, players: int, context: SeatingContext, round_number: int = 1) -> Way:
        """Return the way in which a round with this many players is seated."""
        return context.way(players)

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round | None:
        """Return the next round, or None if there is none or too few players are left for one.

        Errors of `seating`, such as forbidden pairs that cannot be kept apart, are not caught.

        :raises FormatError: results_missing, if the pairing depends on a missing result
        """
        raise NotImplementedError

    def latest_entry(self, players: int, context: SeatingContext) -> int | None:
        """Return the number of the last round that a new entrant may join; None for any time.

        By default it is the last one that leaves at least half of the rounds to play.
        """
        length = self.length(players, context)
        return None if length is None else length // 2 + 1

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the standings after these rounds, all of which count.

        :param seed: the event's, which decides by lot who advances where nothing else does
        """
        return standings(history, entrants, tie_breaks=self.tie_breaks)

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return remarks about the round that is to follow `history`.

        By default those that all formats have in common (`general_notes`).
        """
        return general_notes(history, proposed, context)


def players_of(entrants: Iterable[Entrant], round_number: int) -> list[int]:
    """Return the sorted numbers of the entrants who take part in that round."""
    return sorted(entrant.number for entrant in entrants if entrant.plays(round_number))


def derived_seed(seed: int, *purpose: object) -> int:
    """Return a seed derived from a seed and a purpose; equal purposes give equal seeds."""
    return random.Random("/".join(map(str, (seed, *purpose)))).getrandbits(48)


def random_order(players: Iterable[int], seed: int, *purpose: object) -> list[int]:
    """Return the players in a random order that depends only on the seed and the purpose."""
    order = sorted(players)
    random.Random(derived_seed(seed, *purpose)).shuffle(order)
    return order


def seeding_order(
    players: Iterable[int], entrants: Iterable[Entrant], seed: int, *purpose: object
) -> list[int]:
    """Return the players by seed rank, best first, then the unseeded ones in random order."""
    ranks = {each.number: each.seed_rank for each in entrants if each.seed_rank is not None}
    order = random_order(players, seed, *purpose)
    return sorted(order, key=lambda number: (number not in ranks, ranks.get(number, 0)))


def seatings(history: Iterable[Round]) -> list[Seating]:
    """Return the seating of each round."""
    return [played.seating for played in history]


def is_over(played: Round) -> bool:
    """Return whether every seated entrant of the round has a result."""
    return all(entrant in played.results for entrant in played.seating.seated)


def check_results(history: Sequence[Round]) -> None:
    """Raise `FormatError` (results_missing) for the first round that lacks a result."""
    for number, played in enumerate(history, start=1):
        if not is_over(played):
            missing = sum(1 for each in played.seating.seated if each not in played.results)
            raise FormatError("results_missing", round=number, missing=missing)


def general_notes(
    history: Sequence[Round], proposed: Round, context: SeatingContext
) -> tuple[Note, ...]:
    """Return the common remarks: sit-outs, small tables, bots, repeats and forbidden pairs."""
    seating = proposed.seating
    notes = []
    if seating.out:
        notes.append(Note("sit_out", {"count": len(seating.out)}))
    smaller = sum(1 for table in seating.tables if len(table) < context.table_size)
    if smaller:
        notes.append(Note("smaller_tables", {"count": smaller}))
    bots = sum(table.count(None) for table in seating.tables)
    if bots:
        notes.append(Note("bots", {"count": bots}))
    met = {pair for played in history for pair in pairs_of(played.seating)}
    now = set(pairs_of(seating))
    if now & met:
        notes.append(Note("repeats", {"count": len(now & met)}))
    if now & context.forbidden:
        notes.append(Note("forbidden", {"count": len(now & context.forbidden)}))
    return tuple(notes)


def pairs_of(seating: Seating) -> list[frozenset[int]]:
    """Return all pairs of entrants who share a table."""
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
    """Return the number of sit-outs of each entrant, by entry number.

    A late entrant starts with the lowest number that the others had at that time, so their first
    round is not already their turn.
    """
    counts: dict[int, int] = {}
    for number, played in enumerate(history, start=1):
        _add_newcomers(counts, entrants, number)
        for entrant in played.seating.out:
            counts[entrant] = counts.get(entrant, 0) + 1
    _add_newcomers(counts, entrants, len(history) + 1)
    return counts


def _add_newcomers(counts: dict[int, int], entrants: Sequence[Entrant], round_number: int) -> None:
    """Give entrants who join in this round the lowest sit-out count of those present."""
    present = [each.number for each in entrants if each.is_in(round_number)]
    least = min((counts[each] for each in present if each in counts), default=0)
    for each in present:
        counts.setdefault(each, least)

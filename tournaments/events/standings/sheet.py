"""All data of an event for its lists, read once per version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.common.caches import LruCache
from tournaments.events.core.format_input import (
    entrants_of,
    format_of,
    history_of,
    plain_seating_context,
)
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.selectors import playing_substitutes
from tournaments.events.rounds.tables import name_with_substitute
from tournaments.events.standings.contenders import TitleRace, title_race_of
from tournaments.pairing.bounds import bounds_of_deals, deal_bounds
from tournaments.pairing.formats.base import Format
from tournaments.pairing.formats.bracket import BracketRound, bracket
from tournaments.pairing.formats.group_tables import GroupTables, group_tables
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.knock_out import KnockOut
from tournaments.pairing.formats.stages import KNOCK_OUT
from tournaments.pairing.rounds import Entrant, Round
from tournaments.pairing.standings import cross_table
from tournaments.pairing.standings.chances import Bounds
from tournaments.pairing.standings.cross_table import Meeting
from tournaments.pairing.standings.lines import Standing

#: Number of events cached per process.
KEPT_SHEETS = 16


@dataclass(frozen=True, eq=False)
class EventSheet:
    """An event at one version: entries, rounds, standings. Immutable."""

    #: The event's slug.
    slug: str
    #: All entries, including withdrawn ones, by number.
    entries: Mapping[int, Entry]
    #: The published rounds.
    history: tuple[Round, ...]
    #: Standings, best first.
    lines: tuple[Standing, ...]
    #: Penalties by entrant, including reversed ones.
    penalties: Mapping[int, tuple[EntryPenalty, ...]]
    #: Entrants who can still win; None if that is open.
    title_race: TitleRace | None
    #: Whether the event is over and every result is in.
    is_final: bool
    #: Names of the substitutes who play now, by the number of the entry.
    substitutes: Mapping[int, str]
    #: Whether the event is over or cancelled.
    is_over: bool = False
    #: Tables of the groups; None in other formats and before the first round.
    groups: GroupTables | None = None
    #: Rounds of the knock-out so far; empty in other formats.
    bracket: tuple[BracketRound, ...] = ()
    #: Players who advance after the last round of a knock-out, until the next one is published.
    advancing: frozenset[int] = frozenset()
    #: Number of seats of a full table.
    table_size: int = 4

    @property
    def has_stages(self) -> bool:
        """Return whether the format has stages that players reach."""
        return self.groups is not None or bool(self.bracket)

    @property
    def missing(self) -> int:
        """Number of missing results in published rounds."""
        return sum(
            each not in played.results for played in self.history for each in played.seating.seated
        )

    @property
    def playing_tables(self) -> Sequence[int]:
        """Numbers of the last round's tables without all results, if the event is running."""
        if self.is_over or not self.history:
            return ()
        last = self.history[-1]
        return [
            number
            for number, table in enumerate(last.seating.tables, 1)
            if any(each is not None and each not in last.results for each in table)
        ]

    def name_of(self, number: int) -> str:
        """Return the entrant's name, with the substitute who plays now."""
        return name_with_substitute(self.entries[number].name, self.substitutes.get(number, ""))

    def newly_substituted(self, before: "EventSheet") -> set[int]:
        """Return the numbers of the entrants whose substitute is not the one of another sheet."""
        return {number for number, _by in self.substitutes.items() ^ before.substitutes.items()}

    def line(self, number: int) -> Standing | None:
        """Return the standings line of the entrant with this number, or None."""
        return next((line for line in self.lines if line.entrant == number), None)

    def number_of(self, user_id: int | None) -> int:
        """Return the user's entry number; 0 for users without an entry."""
        if user_id is None:
            return 0
        return next((each.number for each in self.entries.values() if each.user_id == user_id), 0)

    @cached_property
    def met(self) -> Mapping[int, Mapping[int, tuple[Meeting, ...]]]:
        """All meetings with their points, by entrant and opponent.

        Points come from the rounds that the format counts.
        """
        scores = [
            {
                line.entrant: points
                for line in self.lines
                if (points := line.rounds[at].points) is not None
            }
            for at in range(len(self.history))
        ]
        return cross_table.cross_table(self.history, scores)


_kept: LruCache[tuple[int, int], EventSheet] = LruCache(KEPT_SHEETS)


def sheet_of(event: Event) -> EventSheet:
    """Return the event's cached sheet for its version; not for services (their rows are ahead).

    Every change to an event raises its version while holding the row's lock, so the data read here
    has that version or a newer one, and a newer one is soon requested by its own number.

    Eight queries, or none. For 200 entrants and 10 rounds it takes about 15 ms
    (``benchmarks/events.py``).
    """
    key = (event.pk, event.version)
    return _kept.get(key) or _kept.put(key, _read_sheet(event))


def _read_sheet(event: Event) -> EventSheet:
    """Read the event's entries, rounds and standings into a new sheet; nothing is cached here."""
    entries = {each.number: each for each in event.entries.order_by("number")}
    history, entrants = tuple(history_of(event)), entrants_of(event)
    made = format_of(event)
    lines = made.standings(history, entrants, event.seed)
    given: dict[int, list[EntryPenalty]] = {}
    held = EntryPenalty.objects.filter(entry__event=event).select_related("entry").order_by("pk")
    for each in held:
        given.setdefault(each.entry.number, []).append(each)
    advancing = _advancing_players(history, lines)
    complete = all(each in played.results for played in history for each in played.seating.seated)
    return EventSheet(
        slug=event.slug,
        entries=entries,
        history=history,
        lines=lines,
        penalties={number: tuple(each) for number, each in given.items()},
        title_race=title_race_of(event, made, history, entrants, lines),
        is_final=event.status == Event.Status.FINISHED and complete,
        is_over=event.status in Event.OVER_STATUSES,
        groups=_group_tables(event, made, history, entrants),
        bracket=bracket(history, advancing) if _has_bracket(made) else (),
        advancing=advancing,
        table_size=event.rule_set.players,
        substitutes=playing_substitutes(event),
    )


def _has_bracket(made: Format) -> bool:
    """Return whether the format has a knock-out, at least after its groups."""
    return isinstance(made, Groups | KnockOut)


def _advancing_players(history: Sequence[Round], lines: Sequence[Standing]) -> frozenset[int]:
    """Return the players who have advanced from the last round of a knock-out."""
    if not history or history[-1].stage != KNOCK_OUT:
        return frozenset()
    return frozenset(line.entrant for line in lines if line.level > len(history))


def _group_tables(
    event: Event, made: Format, history: Sequence[Round], entrants: Sequence[Entrant]
) -> GroupTables | None:
    """Return the tables of the event's groups; None in other formats. No query."""
    if not isinstance(made, Groups) or not history:
        return None
    bounds = bounds_of_deals(deal_bounds(event.rule_set), event.deals)
    if bounds.win is not None:
        # Points for sitting out are another way to gain.
        bounds = Bounds(max(bounds.win, event.sit_out_points), bounds.loss)
    context = plain_seating_context(event)
    return group_tables(made, history, entrants, seed=event.seed, context=context, bounds=bounds)

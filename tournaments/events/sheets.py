"""All that the lists of an event are made of, read once for each version of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.common.caches import LruCache
from tournaments.events import standings
from tournaments.events.models import Entry, EntryPenalty, Event
from tournaments.events.prospects import Prospects, prospects_of
from tournaments.events.rounds import Round
from tournaments.events.services.planned import entrants_of, format_of, history_of
from tournaments.events.standings import Meeting, Standing

#: How many events a process keeps at hand.
_MOST_KEPT = 16


@dataclass(frozen=True, slots=True)
class EventSheet:
    """An event at one version: who is in it, what was played, who is ahead. Never changed."""

    #: The event's name in addresses.
    slug: str
    #: All who ever entered, by number.
    entries: Mapping[int, Entry]
    #: The rounds that were published.
    history: tuple[Round, ...]
    #: The best first.
    lines: tuple[Standing, ...]
    #: What was given and what of it was taken back, by entrant.
    penalties: Mapping[int, tuple[EntryPenalty, ...]]
    #: Who can still win, while that can be told.
    prospects: Prospects | None
    #: Whether the event is over and every result is in.
    is_final: bool
    #: What was made of it, by what it is and the reader's language; it holds for the sheet's life.
    made: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def missing(self) -> int:
        """How many results of published rounds are not in."""
        return sum(
            each not in played.results for played in self.history for each in played.seating.seated
        )

    def line(self, number: int) -> Standing | None:
        """Return the line of an entrant."""
        return next((line for line in self.lines if line.entrant == number), None)

    def number_of(self, user_id: int | None) -> int:
        """Return the number that the person entered with; 0 for who has not."""
        if user_id is None:
            return 0
        return next((each.number for each in self.entries.values() if each.user_id == user_id), 0)

    def met(self) -> Mapping[int, Mapping[int, tuple[Meeting, ...]]]:
        """Return who met whom, and with what points: those that the format counts."""
        if "met" not in self.made:
            scores = [
                {
                    line.entrant: points
                    for line in self.lines
                    if (points := line.rounds[at].points) is not None
                }
                for at in range(len(self.history))
            ]
            self.made["met"] = standings.cross_table(self.history, scores)
        return self.made["met"]  # type: ignore[no-any-return]


_kept: LruCache[tuple[int, int], EventSheet] = LruCache(_MOST_KEPT)


def sheet_of(event: Event) -> EventSheet:
    """Return the event's sheet as of the version that was read. Seven queries, or none.

    Whatever changes an event raises its version under the row's lock, so what is read here is
    that version or a newer one; and of a newer one nobody asks by the old number for long. Not for
    services: while they change an event, its rows are ahead of its version.

    For 200 entrants and 10 rounds it takes about 15 ms (``benchmarks/standings.py``).
    """
    key = (event.pk, event.version)
    return _kept.get(key) or _kept.put(key, _read(event))


def _read(event: Event) -> EventSheet:
    entries = {each.number: each for each in event.entries.order_by("number")}
    history, entrants = tuple(history_of(event)), entrants_of(event)
    made = format_of(event)
    lines = made.standings(history, entrants)
    given: dict[int, list[EntryPenalty]] = {}
    held = EntryPenalty.objects.filter(entry__event=event).select_related("entry").order_by("pk")
    for each in held:
        given.setdefault(each.entry.number, []).append(each)
    complete = all(each in played.results for played in history for each in played.seating.seated)
    return EventSheet(
        slug=event.slug,
        entries=entries,
        history=history,
        lines=lines,
        penalties={number: tuple(each) for number, each in given.items()},
        prospects=prospects_of(event, made, history, entrants, lines),
        is_final=event.status == Event.Status.FINISHED and complete,
    )

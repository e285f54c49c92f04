"""Frames: an event at one version, and what was made of it for those who follow it.

A frame is read once for each version in a process. What all see of it is made once for each
language, in a database thread; what is a reader's own is little, and asks the database nothing.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import User
from games.common.caches import Kept
from games.common.database import in_database
from games.tables.models import Seat
from tournaments.clubs.policy import Role
from tournaments.events import access, presenter, selectors
from tournaments.events.models import (
    Entry,
    Event,
    EventRecord,
    EventRound,
    EventTable,
    RoundPacks,
)
from tournaments.events.presenter.packs import WordsPart, words_part
from tournaments.events.services.changes import terms_version
from tournaments.events.services.packs import newest_packs
from tournaments.events.services.planned import plays_same_packs
from tournaments.events.services.terms import TermsNow, terms_now
from tournaments.events.settled import SettlementFacts, settlement_facts
from tournaments.events.sheets import EventSheet, sheet_of
from tournaments.events.standings import Standing, changed_lines

T = TypeVar("T")

#: Frames kept at hand in this process, one an event.
KEPT_FRAMES = 100
#: Cards of tables that are played, kept at hand in this process.
KEPT_CARDS = 500
#: How many records a page shows.
RECORDS_LENGTH = 60
#: Who counts as taking part.
IN: Final = (Entry.Status.ENTERED, Entry.Status.HERE)
#: How often a frame is read anew when the event goes on meanwhile.
MOST_READS = 5

PART = "tournaments/events/part.html"
ROW = "tournaments/events/standing.html"
CARD = "tournaments/events/desk_table.html"
#: The parts of each page that changes by itself, with what they are made of.
PAGES: Final[dict[str, tuple[str, ...]]] = {
    "event": ("state", "current", "people", "earlier", "record"),
    "projector": ("projector_now", "projector_seats", "projector_places"),
}


@dataclass
class EventFrame:
    """An event at one version; the rows in it are not to be changed."""

    version: int
    event: Event
    entries: list[Entry]
    #: The published rounds, the newest first.
    rounds: list[EventRound]
    #: Who entered, what was played, and who is ahead.
    sheet: EventSheet
    #: The round that is proposed and what its packs come from, where all tables get the same.
    coming: tuple[EventRound, RoundPacks | None] | None
    records: list[EventRecord]
    #: Who sits now at which table, by person.
    seated: Mapping[int, EventTable]
    #: What came of it, once it is over.
    settled: SettlementFacts | None
    #: The entries whose users left and can still come back, by their numbers.
    may_return: frozenset[int]
    #: What it is played for, and who has agreed to that.
    terms: TermsNow
    _made: dict[tuple[str | None, str], "asyncio.Task[Any]"] = field(default_factory=dict)

    @cached_property
    def names(self) -> dict[int, Entry]:
        """The entries by number."""
        return {each.number: each for each in self.entries}

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The lines of the standings; none before the first round."""
        return self.sheet.lines if self.rounds else ()

    @cached_property
    def _entries_by_user(self) -> dict[int, Entry]:
        return {each.user_id: each for each in self.entries if each.user_id is not None}

    @property
    def layout(self) -> object:
        """What stays the same as long as lines of the standings can be changed one by one."""
        is_final = self.event.status == Event.Status.FINISHED
        numbers = frozenset(line.entrant for line in self.standings)
        return is_final, len(self.rounds), numbers

    def own_number(self, user: User | None) -> int:
        """Return the number of the person's entry, 0 for none."""
        found = None if user is None else self._entries_by_user.get(user.pk)
        return 0 if found is None else found.number

    def words(self, user: User | None) -> WordsPart | None:
        """Return what the person may add to the packs of the coming round. No query."""
        if self.coming is None:
            return None
        return words_part(self.event, *self.coming, self.entries, self.own_number(user))

    def own_part(self, user: User | None, role: Role | None) -> presenter.OwnPart:
        """Return what the reader is in the event, can do now, and what came of it for them.

        Former members can still follow their seat and withdraw.
        """
        table = None if user is None else self.seated.get(user.pk)
        part = presenter.own_part(
            self.event,
            self.entries,
            user,
            table,
            self.rounds,
            is_member=role is not None,
            may_return=self.own_number(user) in self.may_return,
            now=self.terms,
        )
        is_in_it = bool(self.own_number(user))
        settled = presenter.settled_part(self.settled, user, role, is_in_it=is_in_it)
        return replace(part, settled=settled)

    def _concerning(self, number: int) -> frozenset[int]:
        """Return the records whose reasons concern the entrant, by their numbers."""
        tables = self._tables_by_entrant.get(number, ()) if self._reasons else ()
        return frozenset(
            each.pk for each in self._reasons if access.may_read_reason(each, number, tables)
        )

    @cached_property
    def _reasons(self) -> list[EventRecord]:
        """The records in which an organizer wrote something."""
        return [each for each in self.records if each.text]

    @cached_property
    def _tables_by_entrant(self) -> Mapping[int, Collection[tuple[int, int]]]:
        return access.tables_by_entrant(self.rounds)

    def context(self, user: User | None, *, runs: bool = False) -> dict[str, Any]:
        """Return what the event's page shows that changes by itself, in the reader's language.

        One query, where the house pays for sit-outs.

        :param user: who is marked in it; None for what all are shown
        :param runs: whether the reader runs the event, and reads all reasons
        """
        own = self.own_number(user)
        published = [presenter.round_part(self.event, row, self.names, own) for row in self.rounds]
        return {
            "entrants": presenter.entry_lines(self.entries, user, *IN),
            "waiting": presenter.entry_lines(self.entries, user, Entry.Status.WAITING),
            "gone": presenter.entry_lines(self.entries, user, Entry.Status.WITHDRAWN),
            "current": published[0] if published else None,
            "earlier": published[1:],
            "standings": presenter.standing_lines(self.sheet, own) if self.rounds else [],
            "house": presenter.house_line(self.event) if published else "",
            "round_numbers": [each.number for each in reversed(published)],
            "is_final": self.event.status == Event.Status.FINISHED,
            "records": self._record_lines(own, runs=runs),
        }

    def _record_lines(self, number: int, *, runs: bool) -> list[presenter.ActivityLine]:
        concerning = self._concerning(number)
        return [
            presenter.activity_line(
                each, self.event.club, with_reason=runs or each.pk in concerning
            )
            for each in self.records
        ]

    def projector_context(self) -> dict[str, Any]:
        """Return what the event's projector shows, in the reader's language."""
        shown = presenter.projector_part(
            self.event, self.names, self.rounds, self.sheet, self.records
        )
        return {"shown": shown}

    async def parts(self, page: str, number: int = 0, *, runs: bool = False) -> dict[str, str]:
        """Return what readers are shown of the page, by part, in the reader's language.

        It is the same for all, but for the reasons in the record.

        :param number: of the reader's entry; 0 for none
        :param runs: whether the reader runs the event
        """
        parts = await self._once(page, lambda: self._parts(page))
        if "record" not in parts or not (runs or self._concerning(number) != self._concerning(0)):
            return parts
        key = "record" if runs else f"record {sorted(self._concerning(number))}"
        record = await self._once(key, lambda: self._record_part(number, runs=runs))
        return parts | {"record": record}

    def _record_part(self, number: int, *, runs: bool) -> str:
        lines = self._record_lines(number, runs=runs)
        zone = presenter.zone_name(self.event.club)
        return part_html("record", {"records": lines, "zone": zone, "oob": True})

    @cached_property
    def facts_version(self) -> tuple[str, int]:
        """Digest of all that is said of the event, and the most that it can cost. No query."""
        most = self.terms.terms()["max_loss"] if self.terms.is_for_money else 0
        return terms_version(self.event), most

    async def facts(self, *, money_too: bool) -> str:
        """Return what the event is, in the reader's language.

        :param money_too: whether the reader sees what it is played for
        """

        def make() -> str:
            club = self.event.club
            head = {"url": club.get_absolute_url(), "name": club.name, "place": club.place}
            facts = presenter.facts(self.event, money_too=money_too)
            return part_html("facts", {"facts": facts, "head": head, "oob": True})

        return await self._once(f"facts {money_too}", make)

    async def places(self) -> str:
        """Return the standings as a whole, in the reader's language."""
        return await self._once("places", lambda: part_html("places", self._shared("event")))

    def _parts(self, page: str) -> dict[str, str]:
        context = self._shared(page)
        return {name: _kept_part(name, context) for name in PAGES[page]}

    def _shared(self, page: str) -> dict[str, Any]:
        """Return what parts of the page are made of for all."""
        context = self.projector_context() if page == "projector" else self.context(None)
        context |= {
            "event": self.event,
            "when": presenter.when(self.event),
            "zone": presenter.zone_name(self.event.club),
            "oob": True,
        }
        return context

    async def changed_rows(self, before: "EventFrame") -> str:
        """Return the lines of the standings that are others than before; same layout."""
        return await self._once(f"rows {before.version}", lambda: self._rows(before))

    def _rows(self, before: "EventFrame") -> str:
        changed = {line.entrant for line in changed_lines(before.standings, self.standings)}
        lines = presenter.lines_of(self.sheet)
        return "\n".join(
            render_to_string(ROW, {"line": line, "oob": True})
            for line in lines
            if line.number in changed
        )

    async def _once(self, name: str, make: Callable[[], T]) -> T:
        """Have something made in a database thread, once for all readers of a language."""
        key = (get_language(), name)
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(in_database(make)())
        made: T = await asyncio.shield(task)
        return made


def part_html(name: str, context: Mapping[str, Any]) -> str:
    """Return a part of a page, to be put in the place of an older one."""
    more = {"part_id": name, "body": f"tournaments/events/{name}.html"}
    return render_to_string(PART, {**context, **more})


def _kept_part(name: str, context: Mapping[str, Any]) -> str:
    """Return the part; the long list of people is not made anew for each result."""
    if name != "people":
        return part_html(name, context)
    lines = (tuple(context[each]) for each in ("entrants", "waiting", "gone"))
    key = (get_language(), *lines)
    known = _people.get(key)
    return known or _people.keep(key, part_html(name, context))


def card_html(line: presenter.LiveTable) -> str:
    """Return a table of the round that is played, as the desk shows it, in the reader's language.

    Made once as long as nothing changes there.
    """
    key = (get_language(), line)
    made = _cards.get(key)
    return made or _cards.keep(key, render_to_string(CARD, {"table": line, "oob": True}))


_frames: Kept[int, EventFrame] = Kept(KEPT_FRAMES)
_people: Kept[tuple[Any, ...], str] = Kept(KEPT_FRAMES)
_cards: Kept[tuple[str | None, presenter.LiveTable], str] = Kept(KEPT_CARDS)


def event_frame(event_id: int) -> EventFrame | None:
    """Return the event as it is now, or None where it is gone. Read once for each version.

    One query where this process knows the version, about a dozen where not, however many take part.
    """
    row = _row(event_id)
    return None if row is None else frame_of(row)


def frame_of(row: Event) -> EventFrame:
    """Return the event of that row, with its club, at its version or a later one."""
    for _ in range(MOST_READS):
        known = _frames.get(row.pk)
        if known is not None and known.version == row.version:
            return known
        made = _read(row)
        now = _row(row.pk)
        if now is None or now.version == row.version:
            break
        # It has gone on before all was read.
        row = now
    else:
        return made
    return _frames.keep(row.pk, made)


def frame_versions(keys: Collection[int]) -> dict[int, int]:
    """Return the versions of those of the events that exist. One query."""
    return dict(Event.objects.filter(pk__in=keys).values_list("pk", "version"))


def _row(event_id: int) -> Event | None:
    return Event.objects.filter(pk=event_id).select_related("club").first()


def _read(row: Event) -> EventFrame:
    sheet = sheet_of(row)
    rounds = [each for each in selectors.rounds(row) if each.status != EventRound.Status.PROPOSED]
    entries = list(sheet.entries.values())
    return EventFrame(
        version=row.version,
        event=row,
        entries=entries,
        rounds=rounds,
        sheet=sheet,
        coming=_coming(row),
        records=list(selectors.records(row)[:RECORDS_LENGTH]),
        seated=_seated(row, rounds),
        settled=settlement_facts(row),
        may_return=selectors.may_come_back(row),
        terms=terms_now(row, entries, len(rounds)),
    )


def _coming(row: Event) -> tuple[EventRound, RoundPacks | None] | None:
    """Return the proposed round with its packs, where all tables get the same. Two queries."""
    if not plays_same_packs(row) or row.status != Event.Status.RUNNING:
        return None
    proposed = row.rounds.filter(status=EventRound.Status.PROPOSED).first()
    return None if proposed is None else (proposed, newest_packs(row, proposed.number))


def _seated(event: Event, rounds: list[EventRound]) -> dict[int, EventTable]:
    """Return who sits at which table of the round that is played; substitutes, too. One query."""
    tables = [each for row in rounds[:1] for each in row.tables.all() if each.finished_at is None]
    if event.is_on_paper:
        by_seat = ((seat, each) for each in tables for seat in each.seats.all())
        return {user: each for seat, each in by_seat if (user := seat.player_id) is not None}
    open_tables = {each.table_id: each for each in tables if each.table_id is not None}
    seats = Seat.objects.filter(
        session__table__in=open_tables, left_at=None, user__isnull=False
    ).values_list("user", "session__table")
    return {user: open_tables[table] for user, table in seats if user is not None}

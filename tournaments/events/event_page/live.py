"""Event pages at one version: shared data and rendered parts for live updates.

An event is read once per version and process. Parts common to all viewers are rendered once per
language in a database thread. Personal parts are small and need no query.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import User
from games.common.caches import LruCache
from games.common.database import in_database
from games.tables.models import Seat
from tournaments.clubs.policy import Role
from tournaments.events.core import access, activity, selectors
from tournaments.events.core import words as words_presenter
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.desk import table_cards as live
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs_page import WordsPart, words_part
from tournaments.events.duplicate.services import newest_packs
from tournaments.events.entries.models import Entry
from tournaments.events.event_page import overview, projector
from tournaments.events.rounds import tables as tables_presenter
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.settling import settled as settled_presenter
from tournaments.events.settling.settled import SettlementFacts, settlement_facts
from tournaments.events.setup.services import terms_version
from tournaments.events.standings import lines as standings_presenter
from tournaments.events.standings.sheet import EventSheet, sheet_of
from tournaments.events.terms.selectors import TermsNow, terms_now
from tournaments.pairing.standings.lines import Standing, changed_lines

T = TypeVar("T")

#: Number of events cached in this process, one version each.
KEPT_FRAMES = 100
#: Number of rendered table cards cached in this process.
KEPT_CARDS = 500
#: Number of activities shown on a page.
RECORDS_LENGTH = 60
#: Maximum number of reads if the event keeps changing in the meantime.
MOST_READS = 5

PART = "tournaments/events/part.html"
ROW = "tournaments/events/standing.html"
CARD = "tournaments/events/desk_table.html"
#: Live parts of each page, with their templates.
PAGES: Final[dict[str, tuple[str, ...]]] = {
    "event": ("state", "current", "people", "earlier", "record"),
    "projector": ("projector_now", "projector_seats", "projector_places"),
}


@dataclass
class EventFrame:
    """Data of an event page at one version, with its rendered parts; rows must not be changed."""

    version: int
    event: Event
    entries: list[Entry]
    #: Published rounds, newest first.
    rounds: list[EventRound]
    #: Entries, history and standings.
    sheet: EventSheet
    #: The proposed round and its packs, in an event whose tables all play the same ones.
    coming: tuple[EventRound, RoundPacks | None] | None
    records: list[EventRecord]
    #: Current table by user ID.
    seated: Mapping[int, EventTable]
    #: Facts about the settlement, once the event is over.
    settled: SettlementFacts | None
    #: Numbers of entries whose users have left and can still rejoin.
    may_return: frozenset[int]
    #: The terms and the agreements to them.
    terms: TermsNow
    _made: dict[tuple[str | None, str], "asyncio.Task[Any]"] = field(default_factory=dict)

    @cached_property
    def names(self) -> dict[int, Entry]:
        """Entries by entry number."""
        return {each.number: each for each in self.entries}

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Lines of the standings; empty before the first round."""
        return self.sheet.lines if self.rounds else ()

    @cached_property
    def _entries_by_user(self) -> dict[int, Entry]:
        """Entries of users by user ID."""
        return {each.user_id: each for each in self.entries if each.user_id is not None}

    @property
    def layout(self) -> object:
        """A key that changes when lines of the standings can no longer be replaced individually."""
        is_final = self.event.status == Event.Status.FINISHED
        numbers = frozenset(line.entrant for line in self.standings)
        return is_final, len(self.rounds), numbers

    def own_number(self, user: User | None) -> int:
        """Return the user's entry number, 0 for none."""
        found = None if user is None else self._entries_by_user.get(user.pk)
        return 0 if found is None else found.number

    def words(self, user: User | None) -> WordsPart | None:
        """Return the state of the user's word form for the coming round; None without one.

        No query.
        """
        if self.coming is None:
            return None
        return words_part(self.event, *self.coming, self.entries, self.own_number(user))

    def own_part(self, user: User | None, role: Role | None) -> overview.OwnPart:
        """Return the viewer's own part of the page: status, possible actions and result.

        Former members can still follow their seat and withdraw.
        """
        table = None if user is None else self.seated.get(user.pk)
        part = overview.own_part(
            self.event,
            self.entries,
            user,
            table,
            self.rounds,
            is_member=role is not None,
            may_return=self.own_number(user) in self.may_return,
            terms_now=self.terms,
        )
        is_in_it = bool(self.own_number(user))
        settled = settled_presenter.settled_part(self.settled, user, role, is_in_it=is_in_it)
        return replace(part, settled=settled)

    def _concerning(self, entry_number: int) -> frozenset[int]:
        """Return the primary keys of the activities whose reasons the entrant may read."""
        tables = self._tables_by_entrant.get(entry_number, ()) if self._reasons else ()
        return frozenset(
            each.pk for each in self._reasons if access.may_read_reason(each, entry_number, tables)
        )

    @cached_property
    def _reasons(self) -> list[EventRecord]:
        """Activities with a text by an organizer."""
        return [each for each in self.records if each.text]

    @cached_property
    def _tables_by_entrant(self) -> Mapping[int, Collection[tuple[int, int]]]:
        """(round, table) numbers at which each entrant has a seat, by entry number."""
        return access.tables_by_entrant(self.rounds)

    def context(self, user: User | None, *, is_organizer: bool = False) -> dict[str, Any]:
        """Return the context of the event page's live parts, in the viewer's language.

        One query if the club pays for sitting out.

        :param user: the user to highlight; None for the version that all viewers share
        :param is_organizer: whether the viewer is an organizer and may read all reasons
        """
        own = self.own_number(user)
        published = [
            tables_presenter.round_part(self.event, row, self.names, own) for row in self.rounds
        ]
        return {
            "entrants": overview.entry_lines(self.entries, user, *Entry.PLACED_STATUSES),
            "waiting": overview.entry_lines(self.entries, user, Entry.Status.WAITING),
            "gone": overview.entry_lines(self.entries, user, Entry.Status.WITHDRAWN),
            "current": published[0] if published else None,
            "earlier": published[1:],
            "standings": standings_presenter.standing_lines(self.sheet, own) if self.rounds else [],
            "house": standings_presenter.house_line(self.event) if published else "",
            "round_numbers": [each.number for each in reversed(published)],
            "is_final": self.event.status == Event.Status.FINISHED,
            "records": self._activity_lines(own, is_organizer=is_organizer),
        }

    def _activity_lines(
        self, entry_number: int, *, is_organizer: bool
    ) -> list[activity.ActivityLine]:
        """Return the lines of the activity log, with the reasons that the viewer may read."""
        concerning = self._concerning(entry_number)
        return [
            activity.activity_line(
                each, self.event.club, with_reason=is_organizer or each.pk in concerning
            )
            for each in self.records
        ]

    def projector_context(self) -> dict[str, Any]:
        """Return the context of the event's projector view, in the viewer's language."""
        shown = projector.projector_part(
            self.event, self.names, self.rounds, self.sheet, self.records
        )
        return {"shown": shown}

    async def parts(
        self, page: str, entry_number: int = 0, *, is_organizer: bool = False
    ) -> dict[str, str]:
        """Return the HTML of the page's live parts by name, in the viewer's language.

        It is the same for all viewers, apart from the reasons in the activity log.

        :param entry_number: the viewer's entry number; 0 for none
        :param is_organizer: whether the viewer is an organizer
        """
        parts = await self._render_once(page, lambda: self._render_parts(page))
        if "record" not in parts or not (
            is_organizer or self._concerning(entry_number) != self._concerning(0)
        ):
            return parts
        key = "record" if is_organizer else f"record {sorted(self._concerning(entry_number))}"
        record = await self._render_once(
            key, lambda: self._activity_html(entry_number, is_organizer=is_organizer)
        )
        return parts | {"record": record}

    def _activity_html(self, entry_number: int, *, is_organizer: bool) -> str:
        """Return the HTML of the whole activity log, with only the reasons the viewer may read."""
        lines = self._activity_lines(entry_number, is_organizer=is_organizer)
        zone = words_presenter.zone_name(self.event.club)
        return part_html("record", {"records": lines, "zone": zone, "oob": True})

    @cached_property
    def facts_version(self) -> tuple[str, int]:
        """Settings digest and maximum loss (0 for points): a pair that changes with the facts."""
        most = self.terms.terms()["max_loss"] if self.terms.is_for_money else 0
        return terms_version(self.event), most

    async def facts(self, *, money_too: bool) -> str:
        """Return the HTML of the event's facts in the viewer's language.

        :param money_too: whether the viewer may see the stakes
        """

        def make() -> str:
            """Render the event's facts in the active language."""
            facts = overview.facts(self.event, with_stake=money_too)
            return part_html("facts", {"facts": facts, "club": self.event.club, "oob": True})

        return await self._render_once(f"facts {money_too}", make)

    async def standings_html(self) -> str:
        """Return the HTML of the whole standings, in the viewer's language."""
        return await self._render_once("places", lambda: part_html("places", self._shared("event")))

    def _render_parts(self, page: str) -> dict[str, str]:
        """Render the shared live parts of the page, by name, in the active language."""
        context = self._shared(page)
        return {name: _cached_part_html(name, context) for name in PAGES[page]}

    def _shared(self, page: str) -> dict[str, Any]:
        """Return the context of the page's shared parts."""
        context = self.projector_context() if page == "projector" else self.context(None)
        context |= {
            "event": self.event,
            "when": words_presenter.when(self.event),
            "zone": words_presenter.zone_name(self.event.club),
            "oob": True,
        }
        return context

    async def changed_rows(self, before: "EventFrame") -> str:
        """Return the HTML of the standings lines changed since `before`, of the same layout."""
        return await self._render_once(
            f"rows {before.version}", lambda: self._render_changed_rows(before)
        )

    def _render_changed_rows(self, before: "EventFrame") -> str:
        """Render the standings lines that differ from those of an earlier frame."""
        changed = {line.entrant for line in changed_lines(before.standings, self.standings)}
        lines = standings_presenter.lines_of(self.sheet)
        return "\n".join(
            render_to_string(ROW, {"line": line, "oob": True})
            for line in lines
            if line.number in changed
        )

    async def _render_once(self, name: str, render: Callable[[], T]) -> T:
        """Render a part in a database thread, once per language."""
        key = (get_language(), name)
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(in_database(render)())
        made: T = await asyncio.shield(task)
        return made


def part_html(name: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a part of a page that replaces an older one."""
    more = {"part_id": name, "body": f"tournaments/events/{name}.html"}
    return render_to_string(PART, {**context, **more})


def _cached_part_html(name: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a part; the long list of players is cached while it stays the same."""
    if name != "people":
        return part_html(name, context)
    lines = (tuple(context[each]) for each in ("entrants", "waiting", "gone"))
    key = (get_language(), *lines)
    known = _people.get(key)
    return known or _people.put(key, part_html(name, context))


def card_html(line: live.LiveTable) -> str:
    """Return the HTML of a table in play as a card on the desk, in the viewer's language.

    Rendered once per state of the table.
    """
    key = (get_language(), line)
    made = _cards.get(key)
    return made or _cards.put(key, render_to_string(CARD, {"table": line, "oob": True}))


_frames: LruCache[int, EventFrame] = LruCache(KEPT_FRAMES)
_people: LruCache[tuple[Any, ...], str] = LruCache(KEPT_FRAMES)
_cards: LruCache[tuple[str | None, live.LiveTable], str] = LruCache(KEPT_CARDS)


def event_frame(event_id: int) -> EventFrame | None:
    """Return the event's frame at its current version; None if the event is gone.

    One query if this process has cached the version; otherwise about a dozen for any number of
    entrants.
    """
    row = _event_with_club(event_id)
    return None if row is None else frame_of(row)


def frame_of(row: Event) -> EventFrame:
    """Return the frame of the event in this row, with its club, at this version or a later one."""
    for _ in range(MOST_READS):
        known = _frames.get(row.pk)
        if known is not None and known.version == row.version:
            return known
        made = _read_frame(row)
        now = _event_with_club(row.pk)
        if now is None or now.version == row.version:
            break
        # The event changed during the read.
        row = now
    else:
        return made
    return _frames.put(row.pk, made)


def frame_versions(keys: Collection[int]) -> dict[int, int]:
    """Return the versions of the events by primary key, for those that exist. One query."""
    return dict(Event.objects.filter(pk__in=keys).values_list("pk", "version"))


def _event_with_club(event_id: int) -> Event | None:
    """Return the event with its club, or None if it does not exist. One query."""
    return Event.objects.filter(pk=event_id).select_related("club").first()


def _read_frame(row: Event) -> EventFrame:
    """Read all data of the event's page, at the version of the row, into a new frame."""
    sheet = sheet_of(row)
    rounds = [each for each in selectors.rounds(row) if each.status != EventRound.Status.PROPOSED]
    entries = list(sheet.entries.values())
    return EventFrame(
        version=row.version,
        event=row,
        entries=entries,
        rounds=rounds,
        sheet=sheet,
        coming=_coming_round(row),
        records=list(selectors.records(row)[:RECORDS_LENGTH]),
        seated=_current_tables(row, rounds),
        settled=settlement_facts(row),
        may_return=selectors.rejoinable_entries(row),
        terms=terms_now(row, entries, len(rounds)),
    )


def _coming_round(row: Event) -> tuple[EventRound, RoundPacks | None] | None:
    """Return the proposed round and its packs, if all tables play the same; otherwise None.

    The packs are None before their secret is drawn. Two queries.
    """
    if not plays_same_packs(row) or row.status != Event.Status.RUNNING:
        return None
    proposed = row.rounds.filter(status=EventRound.Status.PROPOSED).first()
    return None if proposed is None else (proposed, newest_packs(row, proposed.number))


def _current_tables(event: Event, rounds: list[EventRound]) -> dict[int, EventTable]:
    """Return the current table of each user who plays, also as substitute, by user ID.

    One query.
    """
    tables = [each for row in rounds[:1] for each in row.tables.all() if each.finished_at is None]
    if event.is_on_paper:
        by_seat = ((seat, each) for each in tables for seat in each.seats.all())
        return {user: each for seat, each in by_seat if (user := seat.player_id) is not None}
    open_tables = {each.table_id: each for each in tables if each.table_id is not None}
    seats = Seat.objects.filter(
        session__table__in=open_tables, left_at=None, user__isnull=False
    ).values_list("user", "session__table")
    return {user: open_tables[table] for user, table in seats if user is not None}

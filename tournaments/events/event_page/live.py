"""An event at one version, and the parts that its pages show of it.

An event is read once per version and process. Personal parts are small and need no query.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string

from accounts.models import User
from games.common.caches import LruCache
from games.live.parts import Part, Parts, elements
from games.tables.models import Seat
from tournaments.clubs.policy import Role
from tournaments.events.core import access, activity, selectors
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.words import when, zone_name
from tournaments.events.desk.table_cards import LiveTable
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs_page import WordsPart, words_part
from tournaments.events.duplicate.services import newest_packs
from tournaments.events.entries.models import Entry
from tournaments.events.event_page import projector
from tournaments.events.event_page.entry_lines import entry_lines
from tournaments.events.event_page.facts import facts
from tournaments.events.event_page.own_part import OwnPart, own_part
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.round_clock.part import RoundClockPart, clock_part, read_clock
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.rounds.tables import round_part, substitutes_now
from tournaments.events.settling.settled import SettlementFacts, settled_part, settlement_facts
from tournaments.events.setup.services import terms_version
from tournaments.events.standings.captions import caption
from tournaments.events.standings.lines import has_skips, house_line, lines_of, standing_lines
from tournaments.events.standings.podium import podium
from tournaments.events.standings.sheet import EventSheet, sheet_of
from tournaments.events.standings.stages import group_names, stages_part
from tournaments.events.standings.title_race import finality
from tournaments.events.terms.prize_words import players_in_pot
from tournaments.events.terms.selectors import TermsNow, terms_now
from tournaments.pairing.standings.lines import Standing, changed_lines

#: Number of events cached in this process, one version each.
KEPT_STATES = 100
#: Number of activities shown on a page.
RECORDS_LENGTH = 60
#: Maximum number of reads if the event keeps changing in the meantime.
MOST_READS = 5

PART = "tournaments/events/part.html"
ROW = "tournaments/events/standing.html"
CARD = "tournaments/events/desk_table.html"
#: Parts of the pages that are the same for all viewers, each with a template of its name.
EVENT_PARTS: Final = (
    "state", "round_clock", "finality", "current", "stages", "people", "earlier",
)  # fmt: skip
PROJECTOR_PARTS: Final = ("projector_now", "round_clock", "projector_seats", "projector_places")
#: Audience of the activity log: the activities whose reasons it may read; None for all of them.
Reasons = frozenset[int] | None


@dataclass(frozen=True, eq=False)
class EventState:
    """An event at one version; rows must not be changed."""

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
    #: The round clock, if it was ever started or set.
    clock_row: RoundClock | None

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
        # Stages get their names when players have advanced.
        return is_final, len(self.rounds), numbers, self.sheet.advancing

    @property
    def clock(self) -> RoundClockPart | None:
        """The clock of the round in progress, if it was started."""
        return clock_part(self.event, self.clock_row, self.rounds[0] if self.rounds else None)

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

    def own_part(self, user: User | None, role: Role | None) -> OwnPart:
        """Return the viewer's own part of the page: status, possible actions and result.

        Former members can still follow their seat and withdraw.
        """
        table = None if user is None else self.seated.get(user.pk)
        part = own_part(
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
        settled = settled_part(self.settled, user, role, is_in_it=is_in_it)
        return replace(part, settled=settled)

    def reasons_for(self, user: User | None, *, is_organizer: bool) -> Reasons:
        """Return the activities whose reasons the viewer may read."""
        return None if is_organizer else self._concerning(self.own_number(user))

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
        groups = group_names(self.sheet)
        published = [round_part(self.event, row, self.names, own, groups) for row in self.rounds]
        substitutes = substitutes_now(self.rounds[0] if self.rounds else None)
        return {
            "entrants": entry_lines(
                self.entries,
                user,
                *Entry.PLACED_STATUSES,
                coming=len(self.rounds) + 1,
                substitutes=substitutes,
            ),
            "waiting": entry_lines(self.entries, user, Entry.Status.WAITING),
            "gone": entry_lines(self.entries, user, Entry.Status.WITHDRAWN),
            "clock": self.clock,
            "current": published[0] if published else None,
            "earlier": published[1:],
            "standings": standing_lines(self.sheet, own) if self.rounds else [],
            "caption": caption(self.event),
            "podium": podium(self.sheet),
            "stages": stages_part(self.sheet),
            "house": house_line(self.event) if published else "",
            "round_numbers": [each.number for each in reversed(published)],
            "has_skips": has_skips(self.sheet),
            "is_final": self.event.status == Event.Status.FINISHED,
            "finality": finality(self.event, self.sheet),
            "records": self.activity_lines(self.reasons_for(user, is_organizer=is_organizer)),
        }

    def activity_lines(self, reasons: Reasons) -> list[activity.ActivityLine]:
        """Return the lines of the activity log, with these reasons."""
        return [
            activity.activity_line(
                each, self.event.club, with_reason=reasons is None or each.pk in reasons
            )
            for each in self.records
        ]

    def projector_context(self) -> dict[str, Any]:
        """Return the context of the event's projector view, in the viewer's language."""
        shown = projector.projector_part(
            self.event, self.names, self.rounds, self.sheet, self.records
        )
        return {"shown": shown, "clock": self.clock}

    @cached_property
    def facts_version(self) -> tuple[str, int, int]:
        """Values that change with the facts: settings digest, maximum loss and players in the pot.

        The last two are 0 if the event has none.
        """
        most = self.terms.terms()["max_loss"] if self.terms.is_for_money else 0
        players = players_in_pot(self.entries) if self.event.prizes else 0
        return terms_version(self.event), most, players


# --- Parts


def event_parts(state: EventState, _: None, before: Parts | None) -> Parts:
    """Return the parts of the event's page that are the same for all viewers."""
    context = shared_context(state)
    sheet = state.sheet
    # These are long and change seldom.
    seldom: dict[str, object] = {
        "people": tuple(tuple(context[each]) for each in ("entrants", "waiting", "gone")),
        "stages": (sheet.groups, sheet.bracket, sheet.is_over),
        "finality": context["finality"],
    }
    # The finality is shown above the standings.
    names = (each for each in EVENT_PARTS if each != "finality" or state.rounds)
    return Parts(
        elements(
            (
                Part(name, seldom.get(name, state), partial(part_html, name, context))
                for name in names
            ),
            before,
        )
    )


def projector_parts(state: EventState, _: None, before: Parts | None) -> Parts:
    """Return the parts of the event's projector view."""
    context = state.projector_context() | common_context(state)
    return Parts(
        elements(Part(name, state, partial(part_html, name, context)) for name in PROJECTOR_PARTS)
    )


def activity_parts(state: EventState, reasons: Reasons, before: Parts | None) -> Parts:
    """Return the activity log with these reasons."""
    context = common_context(state) | {"records": state.activity_lines(reasons)}
    return Parts(elements([Part("record", state, partial(part_html, "record", context))]))


def facts_parts(state: EventState, with_stake: bool, before: Parts | None) -> Parts:
    """Return the event's facts, for viewers who may see its stake or may not."""

    def render() -> str:
        """Render the facts in the active language."""
        found = facts(state.event, with_stake=with_stake)
        return part_html("facts", common_context(state) | {"facts": found})

    return Parts(elements([Part("facts", state.facts_version, render)], before))


class StandingsParts(Parts):
    """The standings, whose lines are replaced one by one while their layout stays the same."""

    __slots__ = ("state",)

    def __init__(self, state: EventState) -> None:
        """Keep the standings."""
        super().__init__({}, shape=state.layout)
        self.state = state

    def _render(self) -> str:
        """Return the HTML of the whole standings."""
        return part_html("places", shared_context(self.state))

    def _changes(self, shown: Parts) -> str:
        """Return the HTML of the lines that differ from the earlier standings of this layout."""
        assert isinstance(shown, StandingsParts)
        before, now = shown.state.standings, self.state.standings
        changed = {line.entrant for line in changed_lines(before, now)}
        changed |= self.state.sheet.newly_substituted(shown.state.sheet)
        lines = lines_of(self.state.sheet)
        return "\n".join(
            render_to_string(ROW, {"line": line, "oob": True})
            for line in lines
            if line.number in changed
        )


def standings_parts(state: EventState, _: None, before: Parts | None) -> Parts:
    """Return the parts of the standings."""
    return StandingsParts(state)


def shared_context(state: EventState) -> dict[str, Any]:
    """Return the context of the parts that are the same for all viewers.

    One query if the club pays for sitting out.
    """
    return state.context(None) | common_context(state)


def common_context(state: EventState) -> dict[str, Any]:
    """Return what each part's template may need of the event."""
    event = state.event
    return {
        "event": event,
        "club": event.club,
        "when": when(event),
        "zone": zone_name(event.club),
        "oob": True,
    }


def part_html(name: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a part of a page that replaces an older one."""
    more = {"part_id": name, "body": f"tournaments/events/{name}.html"}
    return render_to_string(PART, {**context, **more})


def card_html(line: LiveTable, request: HttpRequest | None = None) -> str:
    """Return the HTML of a table in play as a card on the desk, in the viewer's language.

    :param request: for the CSRF tokens of its forms; without one, a script adds the page's token
    """
    return render_to_string(CARD, {"table": line, "oob": True}, request)


# --- Reading

_states: LruCache[int, EventState] = LruCache(KEPT_STATES)


def event_state(event_id: int) -> EventState | None:
    """Return the event's state at its current version; None if the event is gone.

    One query if this process has cached the version; otherwise about a dozen for any number of
    entrants.
    """
    row = _event_with_club(event_id)
    return None if row is None else state_of(row)


def state_of(row: Event) -> EventState:
    """Return the state of the event in this row, with its club, at this version or a later one."""
    for _ in range(MOST_READS):
        known = _states.get(row.pk)
        if known is not None and known.version == row.version:
            return known
        made = _read_state(row)
        now = _event_with_club(row.pk)
        if now is None or now.version == row.version:
            break
        # The event changed during the read.
        row = now
    else:
        return made
    return _states.put(row.pk, made)


def event_versions(keys: Collection[int]) -> dict[int, int]:
    """Return the versions of the events by primary key, for those that exist. One query."""
    return dict(Event.objects.filter(pk__in=keys).values_list("pk", "version"))


def _event_with_club(event_id: int) -> Event | None:
    """Return the event with its club, or None if it does not exist. One query."""
    return Event.objects.filter(pk=event_id).select_related("club").first()


def _read_state(row: Event) -> EventState:
    """Read all data of the event's page, at the version of the row, into a new state."""
    sheet = sheet_of(row)
    rounds = [each for each in selectors.rounds(row) if each.status != EventRound.Status.PROPOSED]
    entries = list(sheet.entries.values())
    return EventState(
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
        clock_row=read_clock(row),
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

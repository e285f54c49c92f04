"""Snapshots: a table at one version, as immutable values that threads can share.

Database rows stay inside the services and this module; everything that shows a table or decides a
move gets a `Snapshot`. Its parts change at two speeds. What an action changes is in the table's row
and in the state of the deal. Everything else (players, deals, results, votes) is the table's
`Setting`; the row counts its changes in ``revision``, so a setting stays valid for its revision.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from django.db import connection, transaction
from django.db.models import Model

from games.common.caches import LruCache
from games.common.group_commit import is_shared
from games.common.numbers import whole_number
from games.rules import record
from games.rules.cards import Cards
from games.rules.deal import apply, refusals
from games.rules.deal.actions import Action as DealAction
from games.rules.deal.actions import parse_action
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Action, Deal, Seat, Session, Table

#: Maximum number of tables cached per process (10 to 20 KB each); larger than the number it serves.
#: Only the newest setting and state are cached; older states are replayed from the actions.
CACHED_TABLES = 2000
#: Seconds after the last change at a table until its entries expire.
CACHE_SECONDS = 600
#: Maximum number of cached rule sets, by the options that tables and sessions store.
CACHED_RULE_SETS = 500


def _immutable(value: Any) -> Any:
    """Return the value of a field with dictionaries and lists made immutable."""
    if isinstance(value, dict):
        return MappingProxyType({key: _immutable(each) for key, each in value.items()})
    return tuple(map(_immutable, value)) if isinstance(value, list) else value


@dataclass(frozen=True)
class Facts:
    """The values of a database row when it was read, as an immutable object."""

    pk: int

    @classmethod
    def of(cls, row: Model) -> Self:
        """Return the facts of the row: the values of its fields with the same names."""
        names = cls.__match_args__  # the fields, in the order in which they are given
        return cls(*[_immutable(getattr(row, name)) for name in names])


@dataclass(frozen=True)
class TableFacts(Facts):
    """A table's row; `Table` documents the fields."""

    slug: str
    host_id: int | None
    clock: str
    joining: str
    club: int | None
    seating: str
    bots: bool
    bot_strength: str
    seat_strengths: Mapping[str, str]
    advice: bool
    pace: str
    lesson: str
    spectators: bool
    spectator_delay: int
    is_arranged: bool
    purpose: str
    same_packs: str
    barred: tuple[int, ...]
    currency: str
    version: int
    phase: str
    revision: int
    action_count: int
    turn: int | None
    turn_since: datetime | None
    deadline: datetime | None
    paused_at: datetime | None
    due_at: datetime | None


@dataclass(frozen=True)
class SessionFacts(Facts):
    """A session's row; `Session` documents the fields."""

    table_slug: str
    number: int
    rules: Mapping[str, Any]
    rules_name: str
    deals_planned: int
    target: int | None
    stake_minor: int
    currency: str
    max_loss: int | None
    bot_money: str
    votes: Mapping[str, tuple[int, ...]]
    vote_ends: Mapping[str, str]
    vote_outcome: Mapping[str, Any]
    again: Mapping[str, Any]
    seats_open: bool
    ending: bool
    ending_without: tuple[int, ...]
    freed: tuple[int, ...]
    next_secret: str = field(repr=False)
    status: str

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rules of the session."""
        return rule_set(self.rules)


@dataclass(frozen=True)
class SeatFacts(Facts):
    """A seat's row; `Seat` documents the fields."""

    number: int
    user_id: int | None
    name: str
    picture: str
    bot: str
    ready: bool
    stand_in: bool
    absent_since: datetime | None
    reminded_at: datetime | None
    idle: bool
    left_at: datetime | None
    timeouts: int
    bank_ms: int
    points: int
    net: int
    deals_played: int
    deals_won: int
    best_net: int | None
    worst_net: int | None

    @property
    def is_bot(self) -> bool:
        """Return whether a bot owns the seat."""
        return bool(self.bot)


@dataclass(frozen=True)
class DealFacts(Facts):
    """A deal's row; `Deal` documents the fields."""

    session_id: int
    number: int
    attempt: int
    start: str = field(repr=False)
    started_at: datetime
    winner: int | None
    points: tuple[int, ...] | None
    nets: tuple[int, ...] | None
    stand_ins: tuple[int, ...]
    pack_source: str
    secret: str = field(repr=False)
    shuffle_name: str


@dataclass(frozen=True)
class PreparedFacts(Facts):
    """The fields of a prepared pack that a table may show; `PreparedPack` documents them."""

    secret: str = field(repr=False)
    shuffle_name: str


#: A row or its facts, for callers that only read fields of both.
AnySession: TypeAlias = Session | SessionFacts
AnySeat: TypeAlias = Seat | SeatFacts
AnyDeal: TypeAlias = Deal | DealFacts


class ShownHand(NamedTuple):
    """A hand that was shown to get a redeal."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Setting:
    """The session, seats and deals of a table: what stays the same from one action to the next."""

    session: SessionFacts
    seats: tuple[SeatFacts, ...]
    #: The newest deal; None before the first.
    newest: DealFacts | None
    #: The deals that have a result.
    finished: tuple[DealFacts, ...]
    #: The hand that a player showed to get the newest deal as a redeal.
    shown: ShownHand | None = None
    #: User ids and names for whom the seats of a waiting session are reserved; None if any user may
    #: sit down.
    reserved_for: Mapping[int, str] | None = None
    #: Those of them who have not declined.
    expected: frozenset[int] = frozenset()
    #: The pack of the coming deal, if it is not shuffled for it.
    coming: PreparedFacts | None = None

    @property
    def deal(self) -> DealFacts:
        """The newest deal of a session that has started."""
        assert self.newest is not None, "the session has not begun"
        return self.newest

    @property
    def names(self) -> list[str]:
        """The names of the seats' holders, in the order of the seats, once all are taken."""
        return [seat.name for seat in self.seats]

    @property
    def free_seats(self) -> list[int]:
        """The numbers of the empty seats."""
        taken = {seat.number for seat in self.seats}
        return [number for number in range(self.session.rule_set.players) if number not in taken]

    def seat_of(self, user_id: int | None) -> SeatFacts | None:
        """Return the user's seat; None if the user has none."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one version: its row, its setting and the state of the newest deal."""

    table: TableFacts
    setting: Setting
    #: The state of the newest deal; None before the first.
    newest: DealState | None = field(repr=False)

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.table.version

    @property
    def state(self) -> DealState:
        """The state of the newest deal of a session that has started."""
        assert self.newest is not None, "the session has not begun"
        return self.newest

    @property
    def session(self) -> SessionFacts:
        """The newest session at the table."""
        return self.setting.session

    @property
    def seats(self) -> tuple[SeatFacts, ...]:
        """The seats of the newest session that are taken, by number."""
        return self.setting.seats

    @property
    def names(self) -> list[str]:
        """The names of the seats' holders, in the order of the seats, once all are taken."""
        return self.setting.names

    @property
    def deal(self) -> DealFacts:
        """The newest deal of a session that has started."""
        return self.setting.deal

    @property
    def finished(self) -> tuple[DealFacts, ...]:
        """The deals that have a result."""
        return self.setting.finished

    @property
    def position(self) -> str:
        """The text of the `PositionId`, deal and number of actions, for moves at this version."""
        return str(position_of(self.setting, self.table.action_count))


# --- Positions


class PositionId(NamedTuple):
    """A deal and its number of actions: what a move was made for.

    Its text form, which browsers store and send back, is ``"2.1.1.17"``: the numbers of session,
    deal, attempt and actions. Before the first deal the text is empty.

    Other events at the table (votes, absences, returns) do not make a move late.
    """

    deal: str
    actions: int

    def __str__(self) -> str:
        return f"{self.deal}.{self.actions}" if self.deal else ""

    @classmethod
    def parse(cls, text: str) -> "PositionId":
        """Return the position in the text; for an invalid text, one that never occurs."""
        deal, _dot, actions = text.rpartition(".")
        number = whole_number(actions, 5)
        return cls("", -1) if number is None else cls(deal, number)


def deal_key(setting: Setting) -> str:
    """Return the newest deal's session, number, attempt as ``"2.1.1"``; empty before the first."""
    if setting.newest is None:
        return ""
    return f"{setting.session.number}.{setting.newest.number}.{setting.newest.attempt}"


def position_of(setting: Setting, action_count: int) -> PositionId:
    """Return the position of a table with this setting after that number of actions."""
    return PositionId(deal_key(setting), action_count)


# --- Rules and the state of a deal

_rule_sets: LruCache[tuple[tuple[str, Any], ...], RuleSet] = LruCache(CACHED_RULE_SETS)


class _CachedState(NamedTuple):
    """A state of a deal, with the id and the start of the deal that it belongs to."""

    deal: int
    start: str
    state: DealState


#: The newest deal's state, by session id.
_states: LruCache[int, _CachedState] = LruCache(CACHED_TABLES, CACHE_SECONDS)


def rule_set(options: Mapping[str, Any]) -> RuleSet:
    """Return the rules with these options, as tables and sessions store them; cached."""
    key = tuple(sorted(options.items()))
    return _rule_sets.get(key) or _rule_sets.put(key, RuleSet.make(options=dict(options)))


def deal_state(deal: AnyDeal, action_count: int | None = None) -> DealState:
    """Return the deal's state after its first ``action_count`` actions, or after all of them.

    Needs a query only without a count, or for actions that this process has not read yet.
    """
    state = _latest_cached_state(deal) or record.replay(deal.start)
    known_count = len(state.actions)
    if action_count is not None and action_count < known_count:
        # Another process has continued since the count was read.
        return state_at(deal, state, action_count)
    if action_count == known_count:
        return state
    tail = Action.objects.filter(deal=deal.pk, number__gte=known_count).order_by("number")
    if action_count is not None:
        tail = tail.filter(number__lt=action_count)
    texts = tail.values_list("text", flat=True)
    return _state_after(state, [parse_action(text) for text in texts], deal.pk)


def known_state(deal: AnyDeal, action_count: int) -> DealState | None:
    """Return the deal's state after that number of actions; None unless it is known. No query.

    It is cached, or an earlier job of this group commit has stored it.
    """
    state = _latest_cached_state(deal)
    if state is not None and len(state.actions) == action_count:
        return state
    for stored in _uncommitted_snapshots():
        newest = stored.setting.newest
        if newest is not None and (newest.pk, newest.start) == (deal.pk, deal.start):
            return stored.newest if stored.table.action_count == action_count else None
    return None


def _latest_cached_state(deal: AnyDeal) -> DealState | None:
    """Return the newest cached state of this deal; None if there is none."""
    known = _states.get(deal.session_id)
    if known is None or (known.deal, known.start) != (deal.pk, deal.start):
        return None
    return known.state


def state_at(
    deal: AnyDeal,
    state: DealState,
    action_count: int,
    earlier: DealState | None = None,
) -> DealState:
    """Return the state of the deal after the first ``action_count`` actions of `state`. No query.

    :param earlier: an earlier state of the deal, to start from
    """
    known = earlier or record.replay(deal.start)
    return _state_after(known, state.actions[len(known.actions) : action_count], deal.pk)


def _state_after(state: DealState, actions: Iterable[DealAction], deal_id: int) -> DealState:
    """Return the state after these actions; raise RuntimeError if the rules refuse one."""
    for action in actions:
        after = apply.apply(state, action)
        if isinstance(after, refusals.Refusal):
            raise RuntimeError(f"deal {deal_id}: {action} is refused: {after}")
        state = after
    return state


def cache_state(deal: AnyDeal, state: DealState) -> None:
    """Cache the newest state of a deal. Only for committed actions: it cannot be rolled back."""
    _states.put_newer(deal.session_id, _CachedState(deal.pk, deal.start, state), _is_later)


def _is_later(candidate: _CachedState, cached: _CachedState) -> bool:
    """Return whether the candidate is at or after the cached state, in the same or a later deal."""
    if (candidate.deal, candidate.start) == (cached.deal, cached.start):
        return len(candidate.state.actions) >= len(cached.state.actions)
    return candidate.deal >= cached.deal


class _Stored(NamedTuple):
    """A snapshot that a transaction has stored and not committed."""

    snapshot: Snapshot

    def cache(self) -> None:
        """Cache the snapshot; called after the commit."""
        cache_snapshot(self.snapshot)


def cache_on_commit(snapshot: Snapshot) -> None:
    """Cache the snapshot's setting and state after the commit.

    Until then they are known only to the later jobs of the same group commit.
    """
    transaction.on_commit(_Stored(snapshot).cache, robust=True)


def _uncommitted_snapshots() -> Iterator[Snapshot]:
    """Yield the snapshots that the jobs of this group commit have stored, newest first.

    They are found in Django's list of on-commit hooks, from which it removes what is rolled back.
    """
    if not is_shared():
        return
    for registered in reversed(connection.run_on_commit):
        stored = getattr(registered[1], "__self__", None)
        if isinstance(stored, _Stored):
            yield stored.snapshot


def cache_snapshot(snapshot: Snapshot) -> None:
    """Cache the snapshot's setting and state. Only for committed snapshots."""
    table, setting = snapshot.table, snapshot.setting
    _cache_setting(table.pk, table.revision, setting)
    if setting.newest is not None:
        cache_state(setting.newest, snapshot.state)


# --- Settings and snapshots

#: The newest setting by table id, with its revision.
_settings: LruCache[int, tuple[int, Setting]] = LruCache(CACHED_TABLES, CACHE_SECONDS)


def _cached_setting(table_id: int, revision: int) -> Setting | None:
    """Return the table's cached setting; None if that is not of this revision."""
    known = _settings.get(table_id)
    return known[1] if known is not None and known[0] == revision else None


def _cache_setting(table_id: int, revision: int, setting: Setting) -> None:
    """Cache the table's setting unless that of a later revision is cached."""
    _settings.put_newer(table_id, (revision, setting), lambda new, known: new[0] >= known[0])


def setting_of(table: Table) -> Setting:
    """Return the setting of a locked table. Three or four queries, once per revision.

    The caller holds the table's lock; without it use ``snapshot_of``. The setting is cached only
    after the commit, because this transaction may have made the revision; until then, later jobs of
    the same group commit find it in its snapshot.
    """
    table_id, revision = table.pk, table.revision
    known = _cached_setting(table_id, revision)
    if known is not None:
        return known
    for stored in _uncommitted_snapshots():
        if (stored.table.pk, stored.table.revision) == (table_id, revision):
            return stored.setting
    read = read_setting(table_id)
    transaction.on_commit(lambda: _cache_setting(table_id, revision, read), robust=True)
    return read


def read_setting(table_id: int) -> Setting:
    """Read the table's setting from the database, including uncommitted changes."""
    session = Session.objects.filter(table=table_id).select_related("table").latest("number")
    deals = [DealFacts.of(deal) for deal in session.deals.all()]
    return Setting(
        session=SessionFacts.of(session),
        seats=tuple(SeatFacts.of(seat) for seat in session.seats.all()),
        newest=deals[-1] if deals else None,
        finished=tuple(deal for deal in deals if deal.nets is not None),
        shown=_shown_hand(deals),
        **_reserved_seats(session),
        coming=_coming_pack(session, deals),
    )


def _coming_pack(session: Session, deals: Sequence[DealFacts]) -> PreparedFacts | None:
    """Return the prepared pack of the next deal; None if it is shuffled as usual."""
    if not session.has_prepared_packs:
        return None
    number = 1 + (deals[-1].number if deals else 0)
    prepared = session.prepared.filter(number=number).first()
    return None if prepared is None else PreparedFacts.of(prepared)


class ReturningPlayer(NamedTuple):
    """A player of the previous session: user id, name there, and whether they are done here."""

    user_id: int
    name: str
    #: Whether they have declined to play on, or quit.
    is_done: bool


def _reserved_seats(session: Session) -> dict[str, Any]:
    """Return for whom a waiting session's seats are reserved, as fields of `Setting`.

    Empty if the seats are not reserved.
    """
    if session.status != Session.Status.WAITING or session.number == 1 or session.seats_open:
        return {}
    before = previous_players(session)
    return {
        "reserved_for": MappingProxyType({each.user_id: each.name for each in before}),
        "expected": frozenset(each.user_id for each in before if not each.is_done),
    }


def previous_players(session: Session) -> list[ReturningPlayer]:
    """Return the users who played the previous session at the table, by seat. One query."""
    before = Seat.objects.filter(
        session__table=session.table_id, session__number=session.number - 1, user__isnull=False
    ).values_list("user_id", "name", "number", "left_at", "session__again")
    return [
        ReturningPlayer(user, name, left_at is not None or number in again.get("no", ()))
        for user, name, number, left_at, again in before.order_by("number")
    ]


def _shown_hand(deals: Sequence[DealFacts]) -> ShownHand | None:
    """Return the hand that was shown to get the newest deal; None if that is no redeal."""
    if not deals or deals[-1].attempt == 1:
        return None
    result = deal_state(deals[-2]).result
    if result is None or result.asked_by is None:
        return None
    return ShownHand(result.asked_by, result.left[result.asked_by])


def snapshot_of(table: Table) -> Snapshot | None:
    """Return the table at its row's version or a later one; None if it no longer exists.

    No query if this process has cached the setting and the actions, otherwise up to six.
    """
    while (setting := _cached_setting(table.pk, table.revision)) is None:
        try:
            read = read_setting(table.pk)
        except Session.DoesNotExist:
            return None
        # The table may have had another revision before the setting was read.
        now = Table.objects.filter(pk=table.pk).first()
        if now is None:
            return None
        if now.revision == table.revision:
            _cache_setting(table.pk, table.revision, read)
            setting, table = read, now
            break
        table = now
    facts = TableFacts.of(table)
    if setting.newest is None:
        return Snapshot(facts, setting, None)
    state = deal_state(setting.newest, table.action_count)
    cache_state(setting.newest, state)
    return Snapshot(facts, setting, state)


def snapshot(table_id: int) -> Snapshot | None:
    """Return the table at its current version; None if it does not exist."""
    row = Table.objects.filter(pk=table_id).first()
    return None if row is None else snapshot_of(row)

"""Reads: what is at a table, and what a deal's actions have made of it."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Action, Deal, Seat, Session, Table
from games.rules import deal as rules_deal
from games.rules import record
from games.rules.cards import Cards
from games.rules.ruleset import RuleSet

#: Deals whose state is kept at hand in this process; more are replayed from their actions.
KEPT_STATES = 2000
#: Scenes kept at hand in this process, one or two a table.
KEPT_SCENES = 1000
#: Whose browser was not heard of for so long is not waiting any more.
WALKED_AWAY = timedelta(minutes=3)
#: So many open tables the lobby lists at most.
MOST_LISTED = 100
#: Within so long, the same form sent twice is the same person pressing twice.
SAME_PRESS = timedelta(minutes=1)


class ShownHand(NamedTuple):
    """A hand that was shown for a new deal."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Scene:
    """What stays at a table from one action to the next; to be read, never to be changed.

    ``newest`` is the newest deal, None before the first; ``finished`` are those that have a
    result; ``shown`` is the hand that somebody showed to have the newest dealt in place of
    another.
    """

    session: Session
    seats: tuple[Seat, ...]
    newest: Deal | None
    finished: tuple[Deal, ...]
    shown: ShownHand | None = None

    @property
    def deal(self) -> Deal:
        """The newest deal of a session that has begun."""
        assert self.newest is not None, "the session has not begun"
        return self.newest

    @property
    def names(self) -> list[str]:
        """The names at the table, by seat, once all seats are taken."""
        return [seat.name for seat in self.seats]


@dataclass(frozen=True, slots=True)
class Position:
    """A table as it is at one version; ``newest`` is the state of its newest deal, if any."""

    table: Table
    scene: Scene
    newest: rules_deal.DealState | None

    @property
    def state(self) -> rules_deal.DealState:
        """The state of the newest deal of a session that has begun."""
        assert self.newest is not None, "the session has not begun"
        return self.newest

    @property
    def session(self) -> Session:
        return self.scene.session

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.scene.seats

    @property
    def deal(self) -> Deal:
        return self.scene.deal


# --- The state of a deal

_states: OrderedDict[tuple[int, str], rules_deal.DealState] = OrderedDict()
_states_lock = threading.Lock()


def deal_state(deal: Deal, count: int | None = None) -> rules_deal.DealState:
    """The state that the deal's first ``count`` actions have led to, or all of them.

    Costs a query only for actions that this process has not seen yet, or without a count.
    """
    state = _states.get((deal.pk, deal.start)) or record.replay(deal.start)
    seen = len(state.actions)
    if count is not None and count < seen:
        # Somebody else has gone on since the count was read.
        return _after(record.replay(deal.start), state.actions[:count], deal)
    if count == seen:
        return state
    tail = Action.objects.filter(deal=deal, number__gte=seen).order_by("number")
    if count is not None:
        tail = tail.filter(number__lt=count)
    texts = tail.values_list("text", flat=True)
    return _after(state, [rules_deal.parse_action(text) for text in texts], deal)


def _after(
    state: rules_deal.DealState, actions: Iterable[rules_deal.Action], deal: Deal
) -> rules_deal.DealState:
    for action in actions:
        after = rules_deal.apply(state, action)
        if isinstance(after, rules_deal.Refusal):
            raise RuntimeError(f"deal {deal.pk}: {action} is refused: {after}")
        state = after
    return state


def remember(deal: Deal, state: rules_deal.DealState) -> None:
    """Keep the state at hand. Only for committed actions: a state cannot be rolled back."""
    key = (deal.pk, deal.start)
    with _states_lock:
        known = _states.get(key)
        if known is None or len(known.actions) < len(state.actions):
            _states[key] = state
        _states.move_to_end(key)
        while len(_states) > KEPT_STATES:
            _states.popitem(last=False)


def forget() -> None:
    """Read and replay everything anew; for tests."""
    _states.clear()
    _scenes.clear()


# --- Tables

_scenes: OrderedDict[tuple[int, int], Scene] = OrderedDict()


def scene(table: Table) -> Scene:
    """What stays at the table until its scene changes. Three queries, once for each scene.

    The caller holds the table's lock or looks afterwards whether the scene is still the same:
    see ``position``.
    """
    key = (table.pk, table.scene)
    known = _scenes.get(key)
    if known is not None:
        return known
    made = read_scene(table)
    with _states_lock:
        _scenes[key] = made
        while len(_scenes) > KEPT_SCENES:
            _scenes.popitem(last=False)
    return made


def read_scene(table: Table) -> Scene:
    """The same read anew, and not kept: for whoever has changed it and not committed yet."""
    session = Session.objects.filter(table=table).latest("number")
    deals = tuple(session.deals.all())
    return Scene(
        session=session,
        seats=tuple(session.seats.all()),
        newest=deals[-1] if deals else None,
        finished=tuple(deal for deal in deals if deal.nets is not None),
        shown=_shown_hand(deals[-2]) if deals and deals[-1].attempt > 1 else None,
    )


def free_seats(scene: Scene) -> list[int]:
    """The seats of a session that nobody has taken."""
    taken = {seat.number for seat in scene.seats}
    players = RuleSet.make(options=scene.session.rules).players
    return [number for number in range(players) if number not in taken]


def _shown_hand(thrown_in: Deal) -> ShownHand | None:
    result = deal_state(thrown_in).result
    if result is None or result.asked_by is None:
        return None
    return ShownHand(result.asked_by, result.left[result.asked_by])


def position(table: Table) -> Position:
    """The table as it is at the version of the row that was read, or a later one.

    One query more where this process knows the scene and the actions, up to six where not.
    """
    while True:
        known = (table.pk, table.scene) in _scenes
        here = scene(table)
        if known:
            break
        # It was just read, perhaps after the table had gone on to another scene.
        before, table = table, Table.objects.get(pk=table.pk)
        if before.scene == table.scene:
            break
        _scenes.pop((before.pk, before.scene), None)
    if here.newest is None:
        return Position(table, here, None)
    state = deal_state(here.newest, table.action_count)
    remember(here.newest, state)
    return Position(table, here, state)


def table(table_id: int) -> Table | None:
    """The table's row, or None where there is no table."""
    return Table.objects.filter(pk=table_id).first()


def just_opened(opening_key: str) -> Table | None:
    """The table that was opened a moment ago by the form of that name, with its host."""
    return (
        Table.objects.filter(opening_key=opening_key, created_at__gt=timezone.now() - SAME_PRESS)
        .select_related("host")
        .first()
    )


def versions(table_ids: Iterable[int]) -> dict[int, int]:
    """The versions of those of the tables that exist. One query."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def table_to_watch(slug: str, user: User | None) -> Table | None:
    """The table, if it exists and the person may look at it."""
    table = Table.objects.filter(slug=slug).first()
    # Who is invited looks at the table before taking a seat.
    if table is None or table.spectators or table.phase == Table.Phase.WAITING:
        return table
    seated = user is not None and Seat.objects.filter(session__table=table, user=user).exists()
    return table if seated else None


def table_to_look_back(slug: str, number: int, user: User | None) -> Table | None:
    """The table, if it exists and the person may look at that session of it."""
    table = Table.objects.filter(slug=slug).first()
    if table is None or table.spectators or user is None:
        return table if table is not None and table.spectators else None
    sat = Seat.objects.filter(session__table=table, session__number=number, user=user)
    return table if sat.exists() else None


def open_tables() -> list[Session]:
    """The sessions that wait for people at tables that are listed, newest first.

    Not those whose host is away, for nobody else can begin there; and no further sessions, whose
    seats are for those who played before. With their tables, hosts and seats, in two queries.
    """
    waiting = (
        Session.objects.filter(status=Session.Status.WAITING)
        .exclude(table__joining=Table.Joining.LINK)
        .filter(Exists(_here(user=OuterRef("table__host"))), number=1)
        .select_related("table", "table__host")
        .prefetch_related("seats")
        .order_by("-pk")
    )
    return list(waiting[:MOST_LISTED])


def hostless() -> list[Session]:
    """The sessions that wait for a host who is away, while somebody else is there."""
    waiting = (
        Session.objects.filter(status=Session.Status.WAITING)
        .filter(~Exists(_here(user=OuterRef("table__host"))), Exists(_here()))
        .order_by("pk")
    )
    return list(waiting[:MOST_LISTED])


def is_here(seat: Seat) -> bool:
    """Whether the person's browser was heard of at the waiting table a short time ago."""
    return seat.seen_at is not None and seat.seen_at > timezone.now() - WALKED_AWAY


def _here(**which: object) -> QuerySet[Seat]:
    """The seats of a session, for a subquery, whose people are at the table."""
    since = timezone.now() - WALKED_AWAY
    return Seat.objects.filter(session=OuterRef("pk"), seen_at__gt=since, **which)


class Wanted(NamedTuple):
    """What sort of open table somebody would sit down at; None and 0 leave it open."""

    rules: RuleSet | None = None
    players: int = 0
    stake_minor: int = 0
    currency: str = ""


def fitting_tables(user: User, wanted: Wanted) -> list[Table]:
    """The open tables where the person could sit down, or sits, the fullest first.

    Not the person's own, and not those whose host has sent the person away.
    """
    fitting = [session for session in open_tables() if _fits(session, user, wanted)]
    fitting.sort(key=lambda session: -len(session.seats.all()))
    return [session.table for session in fitting]


def _fits(session: Session, user: User, wanted: Wanted) -> bool:
    table, seats = session.table, session.seats.all()
    if user.pk in table.barred or user.pk == table.host_id:
        return False
    if (session.stake_minor, session.currency) != (wanted.stake_minor, wanted.currency):
        return False
    if wanted.rules is not None and session.rules != wanted.rules.to_options():
        return False
    players = RuleSet.make(options=session.rules).players
    if wanted.players not in (0, players):
        return False
    # Who pressed twice sits there already.
    return len(seats) < players or any(seat.user_id == user.pk for seat in seats)


def running_tables(user: User) -> QuerySet[Session]:
    """The person's sessions that go on or wait, newest first, with their tables and seats.

    Not those that the person has left for good.
    """
    going_on = (Session.Status.RUNNING, Session.Status.WAITING)
    mine = Seat.objects.filter(user=user, left_at=None)
    return (
        Session.objects.filter(seats__in=mine, status__in=going_on)
        .select_related("table")
        .prefetch_related("seats")
        .order_by("-started_at")
    )


def finished_sessions(user: User) -> QuerySet[Session]:
    """The person's sessions that are over, newest first, with their seats."""
    return (
        Session.objects.filter(seats__user=user, status=Session.Status.FINISHED)
        .select_related("table")
        .prefetch_related("seats")
        .order_by("-finished_at")
    )


def finished_session(slug: str, number: int, user: User | None) -> Session | None:
    """The finished session, if it exists and the person may look at it, with seats and deals."""
    table = table_to_look_back(slug, number, user)
    if table is None:
        return None
    return (
        Session.objects.filter(table=table, number=number, status=Session.Status.FINISHED)
        .select_related("table")
        .prefetch_related("seats", Prefetch("deals", Deal.objects.filter(nets__isnull=False)))
        .first()
    )

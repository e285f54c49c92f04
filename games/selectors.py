"""Reads: what is at a table, and what a deal's actions have made of it."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Action, Deal, Seat, Session, Table
from games.rules import deal as rules_deal
from games.rules import record

#: Deals whose state is kept at hand in this process; more are replayed from their actions.
KEPT_STATES = 2000
#: Scenes kept at hand in this process, one or two a table.
KEPT_SCENES = 1000
#: Within so long, the same form sent twice is the same person pressing twice.
SAME_PRESS = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Scene:
    """What stays at a table from one action to the next; to be read, never to be changed.

    ``deal`` is the newest; ``finished`` are those that have a result.
    """

    session: Session
    seats: tuple[Seat, ...]
    deal: Deal
    finished: tuple[Deal, ...]

    @property
    def names(self) -> list[str]:
        """The names at the table, by seat."""
        return [seat.name for seat in self.seats]


@dataclass(frozen=True, slots=True)
class Position:
    """A table as it is at one version; ``state`` is that of its newest deal."""

    table: Table
    scene: Scene
    state: rules_deal.DealState

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
    session = Session.objects.filter(table=table).latest("number")
    deals = tuple(session.deals.all())
    made = Scene(
        session=session,
        seats=tuple(session.seats.all()),
        deal=deals[-1],
        finished=tuple(deal for deal in deals if deal.nets is not None),
    )
    with _states_lock:
        _scenes[key] = made
        while len(_scenes) > KEPT_SCENES:
            _scenes.popitem(last=False)
    return made


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
    state = deal_state(here.deal, table.action_count)
    remember(here.deal, state)
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
    if table is None or table.spectators:
        return table
    seated = user is not None and Seat.objects.filter(session__table=table, user=user).exists()
    return table if seated else None


def running_tables(user: User) -> QuerySet[Session]:
    """The person's sessions that go on, newest first, with their tables and seats."""
    return (
        Session.objects.filter(seats__user=user, status=Session.Status.RUNNING)
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
    table = table_to_watch(slug, user)
    if table is None:
        return None
    return (
        Session.objects.filter(table=table, number=number, status=Session.Status.FINISHED)
        .select_related("table")
        .prefetch_related("seats", Prefetch("deals", Deal.objects.filter(~Q(nets=None))))
        .first()
    )

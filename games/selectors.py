"""Reads: what is at a table, and what a deal's actions have made of it."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games.models import Action, Deal, Seat, Session, Table
from games.rules import deal as rules_deal
from games.rules import record

#: Deals whose state is kept at hand in this process; more are replayed from their actions.
KEPT_STATES = 2000


@dataclass(frozen=True, slots=True)
class Position:
    """A table as it is at one version; ``deal`` and ``state`` are those of its newest deal."""

    table: Table
    session: Session
    seats: list[Seat]
    deal: Deal
    state: rules_deal.DealState
    finished_deals: list[Deal]


# --- The state of a deal

_states: OrderedDict[tuple[int, str], rules_deal.DealState] = OrderedDict()
_states_lock = threading.Lock()


def deal_state(deal: Deal) -> rules_deal.DealState:
    """The state that the deal's actions have led to.

    Costs one query, for the actions that this process has not seen yet: none, mostly.
    """
    key = (deal.pk, deal.start)
    state = _states.get(key) or record.replay(deal.start)
    count = len(state.actions)
    tail = Action.objects.filter(deal=deal, number__gte=count).order_by("number")
    for text in tail.values_list("text", flat=True):
        after = rules_deal.apply(state, rules_deal.parse_action(text))
        if isinstance(after, rules_deal.Refusal):
            raise RuntimeError(f"deal {deal.pk}: action {count} ({text!r}) is refused: {after}")
        state, count = after, count + 1
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


def forget_states() -> None:
    """Replay every deal anew; for tests."""
    _states.clear()


# --- Tables


def current_session(table_id: int) -> Session:
    """The newest session of the table, with its seats. Two queries."""
    return Session.objects.filter(table_id=table_id).prefetch_related("seats").latest("number")


def current_deal(session: Session) -> Deal:
    """The newest deal of the session."""
    return session.deals.latest("number", "attempt")


def position(table_id: int) -> Position | None:
    """The table as it is now, or None where there is none. Six queries.

    What is read belongs to one version: where the table moved on meanwhile, it is read again.
    """
    while True:
        table = Table.objects.filter(pk=table_id).first()
        if table is None:
            return None
        session = current_session(table_id)
        deals = list(session.deals.all())
        deal = deals[-1]
        state = deal_state(deal)
        if version(table_id) == table.version:
            break
    remember(deal, state)
    finished = [each for each in deals if each.nets is not None]
    return Position(table, session, list(session.seats.all()), deal, state, finished)


def version(table_id: int) -> int | None:
    """The table's version, or None where there is no table."""
    return Table.objects.filter(pk=table_id).values_list("version", flat=True).first()


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

"""Invariants of the stored data, checked independently of the code that stores it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from benchmarks.clients.players import Move
from games.rules import record
from games.rules.deal.actions import parse_action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.tables.clocks import clock_of
from games.tables.models import Action, Deal, Seat, Session, Table
from tournaments.ledger.audit.run import audit
from tournaments.ledger.audit.sentences import fault_texts
from tournaments.ledger.settling.models import Settlement

#: How much later than a deadline a clock may be read.
TOLERANCE = timedelta(seconds=2)


# --- During play


class Progress(NamedTuple):
    """Progress of a table."""

    version: int
    phase: str
    #: Seconds until the next timed step; None if there is none.
    due: float | None
    #: Upper limit of `due`, by the table's clock.
    longest: float
    #: Whether only bots play there and they are paused until a page reports that it is watching.
    rests: bool

    def has_continued(self, version_before: int) -> bool:
        """Return whether the table is past that version, or rightly waits for a clock."""
        if self.version > version_before:
            return True
        if self.due is None:
            return False
        return 0 < self.due <= self.longest + TOLERANCE.total_seconds()


def progress(table_ids: Sequence[int]) -> dict[int, Progress]:
    """Return the progress of the tables, without those that are closed."""
    now = timezone.now()
    people = Seat.objects.filter(
        session__table=OuterRef("pk"),
        session__status=Session.Status.RUNNING,
        user__isnull=False,
        left_at=None,
        stand_in=False,
    )
    return {
        row.pk: Progress(
            row.version,
            row.phase,
            None if row.due_at is None else (row.due_at - now).total_seconds(),
            _max_clock_seconds(row),
            row.due_at is None and not row.has_people,
        )
        for row in Table.objects.filter(pk__in=table_ids).annotate(has_people=Exists(people))
    }


def _max_clock_seconds(row: Table) -> float:
    """Return the longest time that the table's clock gives a player; 0 without a clock."""
    clock = clock_of(row.clock)
    return 0.0 if clock is None else clock.turn + clock.bank


def lost_moves(moves: Iterable[Move]) -> list[Move]:
    """Return the acknowledged moves that are not stored as a player's action at their position."""
    found: dict[tuple[object, ...], dict[int, tuple[str, bool]]] = {}
    missing = []
    for move in moves:
        session, number, attempt, place = move.position
        key = move.table_id, session, number, attempt
        if key not in found:
            rows = Action.objects.filter(
                deal__session__table=move.table_id,
                deal__session__number=session,
                deal__number=number,
                deal__attempt=attempt,
            )
            found[key] = {row.number: (row.text, row.by_bot) for row in rows}
        if found[key].get(place) != (move.text, False):
            missing.append(move)
    return missing


def unsettled() -> int:
    """Return the number of finished sessions that are not yet settled."""
    over = Session.objects.filter(status=Session.Status.FINISHED)
    return over.filter(settlements=None).count()


# --- At the end


class Checked(NamedTuple):
    """Number of rows checked, and the errors found."""

    deals: int
    actions: int
    sessions: int
    settlements: int
    wrong: list[str]


def check_all() -> Checked:
    """Replay every stored deal, check all sums, and audit the ledger."""
    wrong = [text for check in _CHECKS for text in check()]
    return Checked(
        Deal.objects.count(),
        Action.objects.count(),
        Session.objects.filter(status=Session.Status.FINISHED).count(),
        Settlement.objects.count(),
        wrong,
    )


def _deal_errors() -> Iterator[str]:
    """Yield an error for each deal that differs from the replay of its actions."""
    for deal in Deal.objects.select_related("session__table").order_by("pk").iterator():
        name = f"deal {deal.number}.{deal.attempt} of {deal.session}"
        actions = list(Action.objects.filter(deal=deal).order_by("number"))
        if [action.number for action in actions] != list(range(len(actions))):
            yield f"{name}: its actions are numbered {[each.number for each in actions]}"
            continue
        state = _replayed(deal.start, [action.text for action in actions])
        if isinstance(state, str):
            yield f"{name}: {state}"
            continue
        yield from _result_errors(name, deal, state)


def _replayed(start: str, texts: Sequence[str]) -> DealState | str:
    """Return the deal after these actions, or the reason why one of them is refused."""
    state = record.replay(start)
    for text in texts:
        after = apply(state, parse_action(text))
        if isinstance(after, Refusal):
            return f"{text} is refused: {after.code}"
        state = after
    return state


def _result_errors(name: str, deal: Deal, state: DealState) -> Iterator[str]:
    """Yield an error for each result of the deal that differs from its replay."""
    if state.over != (deal.finished_at is not None):
        yield f"{name}: over by its actions: {state.over}, stored: {deal.finished_at}"
    result = state.result
    if not state.over or result is None:
        return
    expected = result.winner, list(result.points), list(result.net)
    if (stored := (deal.winner, deal.points, deal.nets)) != expected:
        yield f"{name}: {stored} is stored, {expected} was played"
    if sum(result.net):
        yield f"{name}: its nets add up to {sum(result.net)}"


def _table_errors() -> Iterator[str]:
    """Yield an error for each table that disagrees with its newest deal or has two open deals."""
    for table in Table.objects.all():
        deals = Deal.objects.filter(session__table=table).order_by("pk")
        open_deals = deals.filter(finished_at=None, session__status=Session.Status.RUNNING)
        # A redealt deal has no result; only its newest attempt counts.
        numbers = {(deal.session_id, deal.number) for deal in open_deals}
        if len(numbers) > 1:
            yield f"table {table}: {len(numbers)} deals are open"
        newest = deals.last()
        if newest is not None and table.phase != Table.Phase.WAITING:
            count = Action.objects.filter(deal=newest).count()
            if count != table.action_count:
                yield f"table {table}: {table.action_count} actions, its deal has {count}"


def _session_errors() -> Iterator[str]:
    """Yield an error for each session that is not the sum of its deals or not settled once."""
    sessions = Session.objects.exclude(status=Session.Status.WAITING).select_related("table")
    for session in sessions.prefetch_related("seats", "deals", "settlements"):
        sums = {seat.number: 0 for seat in session.seats.all()}
        for deal in session.deals.all():
            for number, net in enumerate(deal.nets or ()):
                sums[number] += net
        kept = {seat.number: seat.net for seat in session.seats.all()}
        if kept != sums:
            yield f"session {session}: seats have {kept}, its deals add up to {sums}"
        if sum(kept.values()):
            yield f"session {session}: its nets add up to {sum(kept.values())}"
        count = len(session.settlements.all())
        if count != (session.status == Session.Status.FINISHED):
            yield f"session {session} is {session.status}, and was settled {count} times"


def _audit_errors() -> Iterator[str]:
    """Yield the errors that the audit finds."""
    texts: list[str] = []
    audit(lambda found: texts.extend(fault_texts(found)))
    yield from texts


_CHECKS: tuple[Callable[[], Iterator[str]], ...] = (
    _deal_errors,
    _table_errors,
    _session_errors,
    _audit_errors,
)

"""Rematch: another session of the same players.

Until it opens, the table stays as the last session left it, and answers are stored with that
session (``Session.again``). It opens once all awaited players have answered, or when the player who
asked goes ahead. Every yes gets a seat then; seats are reserved for the others.
"""

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables import house, selectors
from games.tables.admission import check_limit
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Session, Table
from games.tables.proposals import rematch_of
from games.tables.services.agreements import check_terms_shown
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.further_session import (
    cost_of,
    decline,
    is_for_stake,
    open_further,
    replace_absent_asker,
    store_answers,
    why_not_admitted_again,
)
from games.tables.services.seating import sit_at
from games.tables.snapshot import SeatFacts


@answering
def play_again(
    caller: Caller, table_id: int, *, agreed: Cost | None = None, terms: str | None = None
) -> Answer:
    """Ask for another session or agree to one; it opens once all awaited players have answered.

    If it is open already, take a seat in it.

    A yes to a stake becomes an agreement when the session opens.

    :param agreed: the maximum loss that the user has confirmed
    :param terms: the digest of the terms that the page showed
    """
    house.compute_max_losses_at(table_id)
    with locked_table(table_id, caller) as table:
        if table.row.phase == Table.Phase.WAITING:
            # Another player has opened it, or the caller clicked twice.
            sit_at(table, table.user, None, agreed, terms)
            return None
        seat = _own_seat_afterwards(table)
        user, rematch = table.user, rematch_of(table.setting)
        if seat.number in rematch.yes:
            return None
        if code := why_not_admitted_again(table, user):
            raise DeniedError(code)
        check_limit(user, table.row, agreed)
        if is_for_stake(table):
            check_terms_shown(table, terms)
        is_agreed = agreed is not None and agreed.covers(cost_of(table))
        rematch = rematch.with_answer(
            seat.number,
            is_yes=True,
            is_agreed=is_agreed,
            terms=terms if is_for_stake(table) else None,
        )
        store_answers(table, rematch)
        if not rematch.awaited and (len(rematch.yes) > 1 or not rematch.no):
            open_further(table, rematch)
    return None


@answering
def decline_again(caller: Caller, table_id: int) -> Answer:
    """Decline another session that a player has asked for; deny if no player has."""
    house.compute_max_losses_at(table_id)
    with locked_table(table_id, caller) as table:
        seat = _own_seat_afterwards(table)
        rematch = rematch_of(table.setting)
        if not rematch.yes:
            raise DeniedError(TableCode.NOBODY_ASKED)
        decline(table, seat)
    return None


@answering
def withdraw_again(caller: Caller, table_id: int) -> Answer:
    """Withdraw a yes to another session; without one, nothing changes."""
    with locked_table(table_id, caller) as table:
        seat = _own_seat_afterwards(table)
        rematch = rematch_of(table.setting)
        if seat.number in rematch.yes:
            store_answers(table, rematch.without(seat.number))
    return None


@answering
def open_again(caller: Caller, table_id: int) -> Answer:
    """Open the table for another session without waiting for answers; only the asker may."""
    house.compute_max_losses_at(table_id)
    with locked_table(table_id, caller) as table:
        seat = _own_seat_afterwards(table)
        rematch = rematch_of(table.setting)
        if not rematch.yes:
            raise DeniedError(TableCode.NOBODY_ASKED)
        if seat.number != rematch.yes[0]:
            raise DeniedError(TableCode.HOST_ONLY)
        if code := why_not_admitted_again(table, table.user):
            raise DeniedError(code)
        open_further(table, rematch)
    return None


def replace_absent_askers() -> None:
    """At all tables whose player who asked for a rematch is away, let another one count as that."""
    for session in selectors.pending_rematches():
        _replace_absent_asker(session)


@answering
def _replace_absent_asker(session: Session) -> None:
    """At the session's table, let another player count as having asked for the rematch.

    Nothing changes unless the one who asked is away and no further session is open.
    """
    with locked_table(session.table_id) as table:
        is_over = table.row.phase == Table.Phase.FINISHED
        if is_over and table.setting.session.pk == session.pk:
            replace_absent_asker(table)


def _own_seat_afterwards(table: LockedTable) -> SeatFacts:
    """Return the caller's seat in the finished session, for an answer to a rematch.

    :raises DeniedError: they had none, the session is not over, or the next one is open
    """
    if table.row.phase == Table.Phase.WAITING:
        raise DeniedError(TableCode.ALREADY_OPEN)
    seat = table.own_seat()
    table.check_not_arranged()
    if table.row.phase != Table.Phase.FINISHED:
        raise DeniedError(TableCode.NOT_OVER_YET)
    if table.row.lesson:
        raise DeniedError(TableCode.LESSON_OVER)
    return seat

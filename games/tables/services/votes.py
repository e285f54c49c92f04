"""What people at a table agree upon: a pause, an early end, a bot for somebody who is away."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.proposals import END, PAUSE, STAND_IN, seat_about, voters
from games.tables.services.core import Answer, Changing, changing
from games.tables.services.due import await_anew
from games.tables.services.session import finish_session, mark_stand_in
from games.tables.snapshot import SeatFacts, Setting

_RUNNING = (Table.Phase.PLAYING, Table.Phase.BETWEEN)


@answering
def vote(caller: Caller, table_id: int, proposal: str, *, agree: bool) -> Answer:
    """Agree to a proposal, or no longer; it is carried out when everybody who is there agrees."""
    with changing(table_id, caller) as table:
        seat, seats = table.own_seat(), table.setting.seats
        table.check_free()
        if proposal == END:
            # Who is ahead would like to end it here.
            table.check_terms_free()
        if table.row.phase not in _RUNNING or not _is_possible(proposal, seats):
            raise DeniedError(TableCode.NOTHING_TO_VOTE_ON)
        if seat not in voters(seats, proposal):
            raise DeniedError(TableCode.NO_SAY)
        session = table.session_row()
        if _is_done(proposal, table.row, session):
            return None
        agreed = set(session.votes.get(proposal, []))
        agreed = agreed | {seat.number} if agree else agreed - {seat.number}
        session.votes = {**session.votes, proposal: sorted(agreed)}
        if not agreed:
            del session.votes[proposal]
        session.save(update_fields=["votes"])
        table.revise()
        carry_out_votes(table)
    return None


@answering
def go_on(caller: Caller, table_id: int) -> Answer:
    """End a pause: anybody at the table may, so that nobody can hold up the others."""
    with changing(table_id, caller) as table:
        table.own_seat()
        table.check_free()
        if table.row.paused_at is not None:
            end_pause(table)
    return None


def end_pause(table: Changing) -> None:
    """Let all times go on from where they stood."""
    row = table.row
    assert row.paused_at is not None
    stood_still = timezone.now() - row.paused_at
    for name in ("turn_since", "deadline", "due_at"):
        moment = getattr(row, name)
        setattr(row, name, moment and moment + stood_still)
    row.paused_at = None
    await_anew(table)
    table.revise()


@answering
def take_back(caller: Caller, table_id: int) -> Answer:
    """Take the caller's seat back from the bot that stood in."""
    with changing(table_id, caller) as table:
        seat = table.own_seat()
        if seat.left_at is not None:
            raise DeniedError(TableCode.LEFT_FOR_GOOD)
        if not seat.stand_in:
            return None
        Seat.objects.filter(pk=seat.pk).update(stand_in=False, timeouts=0)
        table.revise()
        if table.row.paused_at is None:
            await_anew(table)
    return None


def _is_possible(proposal: str, seats: Sequence[SeatFacts]) -> bool:
    if proposal in (PAUSE, END):
        return True
    about = seat_about(proposal)
    if proposal != f"{STAND_IN}{about}":
        return False
    return any(seat.number == about and seat.user_id and not seat.stand_in for seat in seats)


def _is_done(proposal: str, row: Table, session: Session) -> bool:
    """Tell whether what is proposed holds already: somebody pressed late, or twice."""
    if proposal == PAUSE:
        return row.paused_at is not None
    return proposal == END and session.ending


def carry_out_votes(table: Changing) -> None:
    """Do, one after the other, what everybody who is there agrees upon."""
    while table.row.phase in _RUNNING:
        proposal = _enough(table.setting)
        if proposal is None:
            break
        session = table.session_row()
        del session.votes[proposal]
        session.save(update_fields=["votes"])
        table.revise()
        _carry_out(table, session, proposal)
    if table.row.phase == Table.Phase.PLAYING and table.row.paused_at is None:
        await_anew(table)


def _enough(setting: Setting) -> str | None:
    """Return a proposal that has the voice of everybody who has one, if there is any."""
    for proposal, agreed in setting.session.votes.items():
        needed = {seat.number for seat in voters(setting.seats, proposal)}
        if needed and needed <= set(agreed):
            return proposal
    return None


def _carry_out(table: Changing, session: Session, proposal: str) -> None:
    if proposal == PAUSE:
        table.row.paused_at = timezone.now()
    elif proposal == END:
        session.ending = True
        session.save(update_fields=["ending"])
        table.revise()
        if table.row.phase == Table.Phase.BETWEEN:
            finish_session(table)
    else:
        about = seat_about(proposal)
        assert about is not None
        give_to_bot(table, about)


def give_to_bot(table: Changing, number: int) -> None:
    """Let a bot stand in for the person of that seat."""
    Seat.objects.filter(session=table.setting.session.pk, number=number).update(stand_in=True)
    mark_stand_in(table, number)
    table.revise()

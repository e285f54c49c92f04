"""Votes of players: a pause, an early end, a bot for an absent player."""

from collections.abc import Callable, Sequence

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables import queue
from games.tables.absence import AGREES_AFTER
from games.tables.clocks import clock_of
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.proposals import (
    END,
    PAUSE,
    STAND_IN,
    VOTING,
    open_votes,
    seat_about,
    voters,
)
from games.tables.services.absences import Absences
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.due import reschedule
from games.tables.services.session import finish_session, mark_stand_in
from games.tables.snapshot import SeatFacts

_VOTES = ("votes", "vote_ends", "vote_outcome")


@answering
def vote(caller: Caller, table_id: int, proposal: str, *, agree: bool) -> Answer:
    """Make a proposal or agree to it or, with ``agree=False``, withdraw a vote or reject it.

    It is carried out once all voters agree. One no ends it, and so does its time limit. A bot
    stands in only for a player who is absent or idle (``games.tables.absence``), and if nothing is
    at stake, one yes is enough for it.
    """
    if agree:
        return _cast(caller, table_id, proposal, _add_yes, is_yes=True)
    return _cast(caller, table_id, proposal, _vote_no_or_withdraw)


@answering
def agree_to(caller: Caller, table_id: int, proposal: str) -> Answer:
    """Agree to an open proposal; deny if it has lapsed or failed, rather than make it again."""
    over = TableCode.VOTE_OVER
    return _cast(caller, table_id, proposal, _add_yes_if_open, over, is_yes=True)


@answering
def withdraw_vote(caller: Caller, table_id: int, proposal: str) -> Answer:
    """Withdraw the caller's vote for a proposal; without one, nothing changes."""
    return _cast(caller, table_id, proposal, _withdraw_yes)


#: Applies a vote of a seat on a proposal to the session; returns whether it changed anything.
_VoteChange = Callable[[Session, str, int], bool]


def _cast(
    caller: Caller,
    table_id: int,
    proposal: str,
    apply_vote: _VoteChange,
    closed_code: TableCode | None = None,
    *,
    is_yes: bool = False,
) -> Answer:
    """Apply the vote of the caller's seat on the proposal, and carry out proposals that pass.

    A bot proposed for a player who is back is denied or, if voting is open, cancelled instead.

    :param closed_code: the denial if the proposal is no longer open
    :param is_yes: whether it agrees, which requires that the proposal can be carried out
    """
    with locked_table(table_id, caller) as table:
        seat, seats = table.own_seat(), table.setting.seats
        table.check_not_arranged()
        if proposal == END:
            # A leading player could profit from an early end.
            table.check_terms_changeable()
        if table.row.phase not in Table.RUNNING_PHASES or not _is_possible(proposal, seats):
            raise DeniedError(TableCode.NOTHING_TO_VOTE_ON)
        if seat not in voters(seats, proposal):
            raise DeniedError(TableCode.NO_SAY)
        session = table.session_row()
        if _is_in_effect(proposal, table.row, session):
            return None
        has_lapsed = _remove_lapsed(session)
        absences = Absences(table)
        if is_yes and (back := _returned_player(table, proposal, absences)):
            if proposal not in session.votes:
                seconds = round(absences.bot_after.total_seconds())
                raise DeniedError(why_no_bot(table.row), name=back.name, seconds=seconds)
            _cancel_proposals(session, [proposal], back.number)
            session.save(update_fields=_VOTES)
            table.revise()
            return None
        is_changed = apply_vote(session, proposal, seat.number)
        if is_changed or has_lapsed:
            session.save(update_fields=_VOTES)
            table.revise()
        elif closed_code is not None:
            raise DeniedError(closed_code)
        if not is_changed:
            # The proposal has lapsed; the outcome is stored.
            return None
        carry_out_votes(table)
        if len(voters(seats, proposal)) > 1:
            queue.after_commit(queue.LAPSE, table_id, table.row.version, VOTING.total_seconds())
    return None


def _add_yes(session: Session, proposal: str, seat: int) -> bool:
    """Add the yes of the seat to the proposal, which is made with the first one; return True."""
    agreed = session.votes.get(proposal, [])
    session.votes = {**session.votes, proposal: sorted({*agreed, seat})}
    if not agreed:
        ends = timezone.now() + VOTING
        session.vote_ends = {**session.vote_ends, proposal: ends.isoformat()}
        session.vote_outcome = {}
    return True


def _add_yes_if_open(session: Session, proposal: str, seat: int) -> bool:
    """Add the yes of the seat if the proposal is open; return whether it is."""
    return proposal in session.votes and _add_yes(session, proposal, seat)


def _withdraw_yes(session: Session, proposal: str, seat: int) -> bool:
    """Withdraw the yes of the seat; return whether there was one."""
    return seat in session.votes.get(proposal, ()) and _vote_no_or_withdraw(session, proposal, seat)


def _vote_no_or_withdraw(session: Session, proposal: str, seat: int) -> bool:
    """Withdraw the seat's yes or, without one, end the proposal; return whether it was open."""
    agreed = session.votes.get(proposal)
    if agreed is None:
        return False
    remaining = [each for each in agreed if each != seat]
    if seat not in agreed:
        _store_outcome(session, proposal, seat)
        remaining = []
    if remaining:
        session.votes = {**session.votes, proposal: remaining}
    else:
        _remove_proposal(session, proposal)
    return True


def _returned_player(table: LockedTable, proposal: str, absences: Absences) -> SeatFacts | None:
    """Return the seat that the proposed bot is for if its player is present; otherwise None."""
    about = seat_about(proposal)
    seat = next((each for each in table.setting.seats if each.number == about), None)
    return None if seat is None or absences.may_be_replaced(seat) else seat


def why_no_bot(row: Table) -> TableCode:
    """Return the code that denies a bot for a present player, with or without a clock."""
    if clock_of(row.clock) is None:
        return TableCode.PRESENT_WITHOUT_CLOCK
    return TableCode.PRESENT_WITH_CLOCK


def _cancel_proposals(session: Session, proposals: Sequence[str], seat_number: int) -> None:
    """Remove these proposals because the seat's player is back, which becomes the outcome.

    The caller saves the session.
    """
    _store_outcome(session, proposals[0], seat_number)
    session.vote_outcome = {**session.vote_outcome, "back": True}
    for proposal in proposals:
        _remove_proposal(session, proposal)


def _remove_proposal(session: Session, proposal: str) -> None:
    """Remove the proposal and its votes from the session, which is not saved."""
    session.votes = {key: seats for key, seats in session.votes.items() if key != proposal}
    session.vote_ends = {key: end for key, end in session.vote_ends.items() if key != proposal}


def _store_outcome(session: Session, proposal: str, seat: int | None) -> None:
    """Set the outcome of a failed proposal; `seat` said no, or None if the time was up."""
    now = timezone.now().isoformat()
    session.vote_outcome = {"proposal": proposal, "seat": seat, "at": now}


def _remove_lapsed(session: Session) -> bool:
    """Remove the proposals whose time is up; return whether there were any."""
    still = open_votes(session)
    lapsed = [proposal for proposal in session.votes if proposal not in still]
    for proposal in lapsed:
        _remove_proposal(session, proposal)
        _store_outcome(session, proposal, None)
    return bool(lapsed)


@answering
def lapse(table_id: int) -> None:
    """Remove lapsed proposals at the table, and show its viewers the outcome."""
    with locked_table(table_id) as table:
        session = table.session_row()
        if table.row.phase in Table.RUNNING_PHASES and _remove_lapsed(session):
            session.save(update_fields=_VOTES)
            table.revise()


@answering
def resume(caller: Caller, table_id: int) -> Answer:
    """End a pause; every player may, so that no one can hold up the others."""
    with locked_table(table_id, caller) as table:
        table.own_seat()
        table.check_not_arranged()
        if table.row.paused_at is not None:
            end_pause(table)
    return None


def end_pause(table: LockedTable) -> None:
    """Let all clocks and timed steps of the table continue from where they stopped."""
    row = table.row
    assert row.paused_at is not None
    stood_still = timezone.now() - row.paused_at
    for name in ("turn_since", "deadline", "due_at"):
        moment = getattr(row, name)
        setattr(row, name, moment and moment + stood_still)
    row.paused_at = None
    reschedule(table)
    table.revise()


@answering
def take_seat_back(caller: Caller, table_id: int) -> Answer:
    """Take the caller's seat back from the bot that stands in; deny a player who has quit.

    Votes since then are cancelled, including an early end agreed without the player's vote.
    """
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        if seat.left_at is not None:
            raise DeniedError(TableCode.LEFT_FOR_GOOD)
        # What a finished session says about its end stays.
        if not seat.stand_in or table.row.phase == Table.Phase.FINISHED:
            return None
        Seat.objects.filter(pk=seat.pk).update(
            stand_in=False, timeouts=0, absent_since=None, reminded_at=None, idle=False
        )
        table.revise()
        _cancel_votes_of_absence(table, seat.number)
        if table.row.paused_at is None:
            reschedule(table)
    return None


def _cancel_votes_of_absence(table: LockedTable, seat_number: int) -> None:
    """Cancel all open proposals, and an early end agreed without the player of that seat."""
    session = table.session_row()
    is_ended_without = session.ending and seat_number in session.ending_without
    cancelled = [*session.votes, *([END] if is_ended_without else [])]
    if not cancelled:
        return
    _cancel_proposals(session, cancelled, seat_number)
    if is_ended_without:
        session.ending, session.ending_without = False, []
    session.save(update_fields=[*_VOTES, "ending", "ending_without"])
    table.revise()


def _is_possible(proposal: str, seats: Sequence[SeatFacts]) -> bool:
    """Return whether the proposal is valid; for a bot, whether a user plays the seat."""
    if proposal in (PAUSE, END):
        return True
    about = seat_about(proposal)
    if proposal != f"{STAND_IN}{about}":
        return False
    return any(seat.number == about and seat.user_id and not seat.stand_in for seat in seats)


def _is_in_effect(proposal: str, row: Table, session: Session) -> bool:
    """Return whether the proposal is already in effect, as after a double click."""
    if proposal == PAUSE:
        return row.paused_at is not None
    return proposal == END and session.ending


def carry_out_votes(table: LockedTable) -> None:
    """Carry out, one after the other, all proposals that have enough votes."""
    absences = Absences(table)
    while table.row.phase in Table.RUNNING_PHASES:
        proposal = _agreed_proposal(table, absences)
        if proposal is None:
            break
        session = table.session_row()
        agreed = session.votes[proposal]
        _remove_proposal(session, proposal)
        session.save(update_fields=_VOTES)
        table.revise()
        _carry_out(table, session, proposal, agreed)
    if table.row.phase == Table.Phase.PLAYING and table.row.paused_at is None:
        reschedule(table)


def _agreed_proposal(table: LockedTable, absences: Absences) -> str | None:
    """Return an open proposal to carry out: all its voters agree, or count as agreeing; or None."""
    setting = table.setting
    for proposal, agreed in open_votes(setting.session).items():
        silent = [seat for seat in voters(setting.seats, proposal) if seat.number not in agreed]
        if silent and not _passes_without(silent, proposal, table, absences):
            continue
        if agreed and _returned_player(table, proposal, absences) is None:
            return proposal
    return None


def _passes_without(
    silent: Sequence[SeatFacts], proposal: str, table: LockedTable, absences: Absences
) -> bool:
    """Return whether the proposal passes without the votes of these seats.

    An early end does if all of them agree by long absence; a bot if one player may decide on it.
    """
    if proposal == END:
        return all(absences.is_absent(seat, AGREES_AFTER) for seat in silent)
    about = seat_about(proposal)
    seats = table.setting.seats
    return any(seat.number == about and absences.may_be_replaced_by_one(seat) for seat in seats)


def _carry_out(table: LockedTable, session: Session, proposal: str, agreed: Sequence[int]) -> None:
    """Put the proposal into effect: a pause, an early end, or a bot for a seat."""
    if proposal == PAUSE:
        table.row.paused_at = timezone.now()
    elif proposal == END:
        session.ending = True
        session.ending_without = [
            seat.number for seat in voters(table.setting.seats, END) if seat.number not in agreed
        ]
        session.save(update_fields=["ending", "ending_without"])
        table.revise()
        if table.row.phase == Table.Phase.BETWEEN:
            finish_session(table)
    else:
        about = seat_about(proposal)
        assert about is not None
        give_to_bot(table, about)


def give_to_bot(table: LockedTable, number: int) -> None:
    """Let a bot stand in for the user of that seat from now on."""
    Seat.objects.filter(session=table.setting.session.pk, number=number).update(
        stand_in=True, reminded_at=None, idle=False
    )
    mark_stand_in(table, number)
    table.revise()

"""What people at a table agree upon: a pause, an early end, a bot for somebody who is away."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.models import Seat, Session, Table
from games.people import END, PAUSE, STAND_IN, seat_about, voters
from games.services import dealing
from games.services.core import DONE, Outcome, changed, take_place


def vote(
    table_id: int, user: User | None, session_key: str | None, proposal: str, *, agree: bool
) -> Outcome:
    """Agree to a proposal, or no longer; it is carried out when everybody who is there agrees."""
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase not in (Table.Phase.PLAYING, Table.Phase.BETWEEN):
            return Outcome(_("There is nothing to vote on just now."))
        if seat not in voters(scene.seats, proposal):
            return Outcome(_("You have no say in that."))
        if not _is_possible(proposal, scene.seats):
            return Outcome(_("There is nothing to vote on just now."))
        session = Session.objects.get(pk=scene.session.pk)
        if _is_done(proposal, table, session):
            return DONE
        agreed = set(session.votes.get(proposal, []))
        agreed = agreed | {seat.number} if agree else agreed - {seat.number}
        session.votes = {**session.votes, proposal: sorted(agreed)}
        if not agreed:
            del session.votes[proposal]
        session.save(update_fields=["votes"])
        table.scene += 1
        carry_out_votes(table)
    return DONE


def go_on(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """End a pause: anybody at the table may, so that nobody can hold up the others."""
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table = place.table
        if table.paused_at is None:
            return DONE
        end_pause(table)
        changed(table, scene=True)
    return DONE


def end_pause(table: Table) -> None:
    """Let all times go on from where they stood; the caller holds the lock, and announces."""
    assert table.paused_at is not None
    stood_still = timezone.now() - table.paused_at
    for name in ("turn_since", "deadline", "due_at"):
        moment = getattr(table, name)
        setattr(table, name, moment and moment + stood_still)
    table.paused_at = None
    await_anew(table)


def take_back(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Take the own seat back from the bot that stood in."""
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, seat = place.table, place.seat
        if seat.left_at is not None:
            return Outcome(_("You have left this session for good; the bot plays on for you."))
        if not seat.stand_in:
            return DONE
        Seat.objects.filter(pk=seat.pk).update(stand_in=False, timeouts=0)
        table.scene += 1
        if table.paused_at is None:
            await_anew(table)
        changed(table)
    return DONE


def _is_possible(proposal: str, seats: Sequence[Seat]) -> bool:
    if proposal in (PAUSE, END):
        return True
    about = seat_about(proposal)
    if proposal != f"{STAND_IN}{about}":
        return False
    return any(seat.number == about and seat.user_id and not seat.stand_in for seat in seats)


def _is_done(proposal: str, table: Table, session: Session) -> bool:
    """Whether what is proposed holds already: somebody pressed late, or twice."""
    if proposal == PAUSE:
        return table.paused_at is not None
    return proposal == END and session.ending


def carry_out_votes(table: Table) -> None:
    """Do what everybody who is there agrees upon, and announce the table.

    The caller holds the lock and has raised the scene.
    """
    _do_what_is_agreed(table)
    if table.phase == Table.Phase.PLAYING and table.paused_at is None:
        await_anew(table)
    changed(table, scene=True)


def _do_what_is_agreed(table: Table) -> None:
    """Do, one after the other, what everybody who is there agrees upon; does not announce."""
    while table.phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN):
        scene = selectors.read_scene(table)
        proposal = _enough(scene)
        if proposal is None:
            return
        session = scene.session
        del session.votes[proposal]
        session.save(update_fields=["votes"])
        _carry_out(table, session, proposal)
        table.scene += 1


def _enough(scene: selectors.Scene) -> str | None:
    """A proposal that has the voice of everybody who has one, if there is any."""
    votes: dict[str, list[int]] = scene.session.votes
    for proposal, agreed in votes.items():
        needed = {seat.number for seat in voters(scene.seats, proposal)}
        if needed and needed <= set(agreed):
            return proposal
    return None


def _carry_out(table: Table, session: Session, proposal: str) -> None:
    if proposal == PAUSE:
        table.paused_at = timezone.now()
    elif proposal == END:
        session.ending = True
        session.save(update_fields=["ending"])
        if table.phase == Table.Phase.BETWEEN:
            dealing.finish_session(table, session)
    else:
        about = seat_about(proposal)
        assert about is not None
        give_to_bot(session, about)


def give_to_bot(session: Session, number: int) -> None:
    """Let a bot stand in for the person of that seat; the caller holds the lock."""
    Seat.objects.filter(session=session, number=number).update(stand_in=True)
    newest = session.deals.last()
    if newest is not None and newest.finished_at is None:
        dealing.mark_stand_in(newest, number)


def await_anew(table: Table) -> None:
    """Find out anew whom the running deal waits for: a bot has taken a seat or given it back."""
    if table.phase != Table.Phase.PLAYING:
        return
    since, deadline, due_at = table.turn_since, table.deadline, table.due_at
    scene = selectors.read_scene(table)
    dealing.await_next(table, scene.seats, selectors.deal_state(scene.deal, table.action_count))
    if deadline is not None and table.deadline is not None:
        # The person on turn gets no new time because somebody else came or went.
        table.turn_since, table.deadline = since, deadline
        table.due_at = min(table.due_at or deadline, deadline)
    elif due_at is not None and table.due_at is not None:
        # Nor do the bots: whoever votes all the time must not hold them up.
        table.due_at = min(due_at, table.due_at)

"""Taking and leaving seats: before, during and after a session."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.common.denials import DeniedError, answering
from games.tables import house, selectors, topics
from games.tables.admission import check_limit, why_no_guests, why_not_member, why_reserved
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Seat, Session, Table
from games.tables.services.absences import Absences
from games.tables.services.agreements import (
    check_terms_shown,
    store_agreements,
    withdraw_agreements,
)
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.further_session import decline
from games.tables.services.opening import take_seat, unique_name
from games.tables.services.starting import (
    ask_others_again,
    begin_if_all_are_back,
    host_before_start,
)
from games.tables.services.votes import carry_out_votes, end_pause, give_to_bot
from games.tables.snapshot import SeatFacts, Setting


@answering
def sit(
    caller: Caller,
    table_id: int,
    number: int | None,
    *,
    agreed: Cost | None = None,
    terms: str | None = None,
) -> Answer:
    """Take the empty seat with that number, or the first for None; or move to it.

    Taking a seat for a stake is an agreement to the terms.

    :param agreed: the maximum loss that the user has confirmed
    :param terms: the digest of the terms that the page showed
    """
    with locked_table(table_id, caller) as table:
        sit_at(table, table.user, number, agreed, terms)
    return None


def sit_anywhere(caller: Caller, criteria: selectors.TableCriteria) -> Table | None:
    """Seat the caller at the fullest matching open table and return it; None if there is none.

    Only for points: for a stake, a player has to be shown the terms first.
    """
    user = caller.person()
    if user is None:
        return None
    for table in selectors.matching_tables(user, criteria):
        if sit(caller, table.pk, None) is None:
            return table
    return None


def sit_at(
    table: LockedTable, user: User, number: int | None, agreed: Cost | None, terms: str | None
) -> None:
    """Give the user the empty seat with that number, or the first for None; or move them to it.

    Once the session has started, nothing changes for a user who has a seat; others are denied.

    :param terms: the digest of the terms that the page showed
    :raises DeniedError: the user may not sit down, or there is no such seat
    """
    table.check_not_arranged()
    setting = table.setting
    own_seat = setting.seat_of(user.pk)
    if table.row.phase != Table.Phase.WAITING:
        if own_seat is None:
            raise DeniedError(TableCode.SEATS_TAKEN)
        return
    if code := _seat_denial(table, user, own_seat):
        raise DeniedError(code)
    if own_seat is not None and (number is None or number == own_seat.number):
        return
    free = setting.free_seats
    if not free:
        raise DeniedError(TableCode.FULL)
    if number is not None and number not in free:
        raise DeniedError(TableCode.SEAT_JUST_TAKEN)
    place = free[0] if number is None else number
    if own_seat is not None:
        Seat.objects.filter(pk=own_seat.pk).update(number=place)
    else:
        check_limit(user, setting.session, agreed)
        check_terms_shown(table, terms)
        name = unique_name(user.shown_name, [seat.name for seat in setting.seats])
        row = table.session_row()
        take_seat(row, place, user.pk, name, user.picture)
        if user.pk in row.freed:
            row.freed = [each for each in row.freed if each != user.pk]
            row.save(update_fields=["freed"])
        store_agreements(table.row, setting.session, [user.pk], Agreement.Given.SAT)
        ask_others_again(table, user.pk)
    table.revise()
    begin_if_all_are_back(table)
    topics.lobby_changed()


def _seat_denial(table: LockedTable, user: User, own_seat: SeatFacts | None) -> TableCode | None:
    """Return the code why the user may not sit at the waiting table; None if they may.

    Removal by the host and guests are checked and, for a user without a seat there, the club and
    reserved seats; money and free seats are not.

    :param own_seat: the seat that the user wants to change, if any
    """
    if user.pk in table.row.barred:
        return TableCode.BARRED
    if user.is_guest and (code := why_no_guests(table.row)):
        return code
    if own_seat:
        return None
    return why_not_member(table.row, user) or why_reserved(user, table.setting.reserved_for)


def mark_seen(table_id: int, user: User) -> None:
    """Store that a page of the user, who has a seat, still shows the waiting table."""
    own_seats = Seat.objects.filter(session__table=table_id, session__status=Session.Status.WAITING)
    own_seats.filter(user=user).update(seen_at=timezone.now())


def replace_absent_hosts() -> None:
    """At all waiting tables whose hosts are away, make a present player the host."""
    for session in selectors.with_absent_host():
        _replace_absent_host(session)


@answering
def _replace_absent_host(session: Session) -> None:
    """Make the first present player the host of a waiting table whose host is away."""
    with locked_table(session.table_id) as table:
        row = table.row
        if row.phase != Table.Phase.WAITING:
            return
        seats = list(session.seats.all())
        host = next((seat for seat in seats if seat.user_id == row.host_id), None)
        new_host = next((seat for seat in seats if selectors.is_at_table(seat)), None)
        if new_host is None or (host is not None and selectors.is_at_table(host)):
            return
        row.host_id = new_host.user_id
        table.touch()
        topics.lobby_changed()


@answering
def stand_up(caller: Caller, table_id: int, *, before_start: bool = False) -> Answer:
    """Leave the table: before the session the seat becomes empty, during it a bot plays on.

    After the session it declines a rematch. The last player to leave before the start closes the
    table.

    :param before_start: deny unless the session is waiting
    """
    house.compute_max_losses_at(table_id)
    with locked_table(table_id, caller) as table:
        seat = table.own_seat()
        table.check_not_arranged()
        if before_start and table.row.phase != Table.Phase.WAITING:
            raise DeniedError(TableCode.BEGUN)
        if table.row.phase == Table.Phase.WAITING:
            _empty_seat(table, seat)
        elif table.row.phase != Table.Phase.FINISHED:
            _quit_session(table, seat)
        elif not table.row.lesson:
            decline(table, seat)
    return None


@answering
def close(caller: Caller, table_id: int) -> Answer:
    """Delete a table before its first session, for its host, even if players are seated.

    Before a later session only that is called off. A table that counts for an event can be closed
    only while no other player is seated.
    """
    with locked_table(table_id, caller) as table:
        own_seat = host_before_start(table)
        setting = table.setting
        if any(each != own_seat for each in setting.seats):
            table.check_terms_changeable()
        topics.lobby_changed()
        close_waiting(table)
    return None


@answering
def remove(caller: Caller, table_id: int, number: int) -> Answer:
    """Remove another player from a waiting table, for the host; they may not sit down again.

    :param number: the number of the player's seat
    """
    with locked_table(table_id, caller) as table:
        own_seat = host_before_start(table)
        seat = next((each for each in table.setting.seats if each.number == number), None)
        if seat is None or seat == own_seat:
            raise DeniedError(TableCode.NOBODY_THERE)
        table.row.barred = [*table.row.barred, seat.user_id]
        _empty_seat(table, seat)
    return None


@answering
def free_seat(caller: Caller, table_id: int, number: int) -> Answer:
    """Empty the seat of an absent player before a session, for the host.

    The player may sit down again, and sees the reason on returning.

    :param number: the number of the player's seat
    """
    with locked_table(table_id, caller) as table:
        own_seat = host_before_start(table)
        seat = next((each for each in table.setting.seats if each.number == number), None)
        if seat is None or seat == own_seat:
            raise DeniedError(TableCode.NOBODY_THERE)
        absences = Absences(table)
        if not absences.is_absent(seat, absences.bot_after):
            seconds = round(absences.bot_after.total_seconds())
            raise DeniedError(TableCode.NOT_ABSENT, name=seat.name, seconds=seconds)
        session = table.session_row()
        session.freed = [*session.freed, seat.user_id]
        session.save(update_fields=["freed"])
        _empty_seat(table, seat)
    return None


def _empty_seat(table: LockedTable, seat: SeatFacts) -> None:
    """Empty a seat before the session; close the table if it was the last, or change the host."""
    session = table.setting.session
    other_seats = [each for each in table.setting.seats if each != seat]
    if other_seats and seat.user_id is not None:
        withdraw_agreements(table, [seat.user_id])
    Seat.objects.filter(pk=seat.pk).delete()
    topics.lobby_changed()
    if not other_seats:
        close_waiting(table)
        if session.number == 1:
            return
    _pass_host_on(table, seat, other_seats)
    table.revise()


def close_waiting(table: LockedTable) -> None:
    """Delete a waiting table or, if it has earlier sessions, only the waiting session."""
    session = table.setting.session
    _withdraw_all_agreements(table)
    if session.number == 1:
        table.close()
        return
    # The rematch is off.
    Session.objects.filter(pk=session.pk).delete()
    before = Session.objects.filter(table=table.row.pk, number=session.number - 1)
    before.update(again={})
    table.row.phase = Table.Phase.FINISHED
    table.revise()


def _withdraw_all_agreements(table: LockedTable) -> None:
    """Withdraw the agreements of all seated players; the session will not start."""
    withdraw_agreements(table, [seat.user_id for seat in table.setting.seats if seat.user_id])


def _quit_session(table: LockedTable, seat: SeatFacts) -> None:
    """Let a bot play on for a player who quits, and carry out votes that now pass.

    The player's score and debts stay their own.
    """
    if seat.left_at is not None:
        return
    setting = table.setting
    Seat.objects.filter(pk=seat.pk).update(left_at=timezone.now())
    give_to_bot(table, seat.number)
    _pass_host_on(table, seat, [each for each in setting.seats if each != seat])
    table.revise()
    if table.row.paused_at is not None and not _has_other_players(setting, seat):
        # No player is left to end the pause.
        end_pause(table)
    carry_out_votes(table)


def _has_other_players(setting: Setting, seat: SeatFacts) -> bool:
    """Return whether a user other than the seat's plays and has not quit."""
    return any(each.user_id and not each.left_at for each in setting.seats if each != seat)


def _pass_host_on(table: LockedTable, seat: SeatFacts, other_seats: Sequence[SeatFacts]) -> None:
    """If the seat's user is the host, make another user who has not quit the host."""
    if table.row.host_id != seat.user_id:
        return
    heirs = [each for each in other_seats if each.user_id and each.left_at is None]
    if heirs:
        table.row.host_id = heirs[0].user_id

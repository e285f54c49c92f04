"""Start of a session: bots, the draw for seats, and who may start."""

import random
from collections.abc import Sequence

from django.utils import timezone

from accounts.caller import Caller
from accounts.names import skeleton
from games.agreements.models import Agreement
from games.common.denials import DeniedError, answering
from games.tables import house, topics
from games.tables.bot_strength import picture_of, strength_at
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.services.absences import Absences
from games.tables.services.agreements import (
    check_terms_shown,
    store_agreements,
    without_agreement,
)
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.session import begin
from games.tables.snapshot import SeatFacts, previous_players
from games.tables.stakes import asks_each_player, has_stake

#: Names for the bots of a table; short, and unlike usernames.
BOT_NAMES = ("Mei", "Bruno", "Ada", "Kofi", "Lucía", "Haruto", "Noor", "Émile", "Tala", "Sunil")


@answering
def start(caller: Caller, table_id: int) -> Answer:
    """Start the waiting session, for the host; bots take the empty seats if the table has bots.

    For a stake every player must have a page open and have agreed to the terms, and for a further
    session every player must have said yes to it.
    """
    house.compute_max_losses_at(table_id)
    with locked_table(table_id, caller) as table:
        host_before_start(table)
        if table.setting.free_seats and not table.row.bots:
            raise DeniedError(TableCode.SEATS_FREE)
        if table.setting.free_seats:
            house.check_start(table.row)
        if has_stake(table.row):
            _check_everyone_ready(table)
        seat_and_deal(table)
        topics.lobby_changed()
    return None


@answering
def fill_with_bots(caller: Caller, table_id: int, *, bots: bool) -> Answer:
    """Set whether bots will take the empty seats at the start, for the host; none sit down now."""
    with locked_table(table_id, caller) as table:
        host_before_start(table)
        table.check_terms_changeable()
        table.row.bots = bots
        table.touch()
    return None


@answering
def open_seats(caller: Caller, table_id: int) -> Answer:
    """Open the seats that are reserved for the previous players to all users, for the host."""
    with locked_table(table_id, caller) as table:
        host_before_start(table)
        if table.setting.reserved_for is not None:
            Session.objects.filter(pk=table.setting.session.pk).update(seats_open=True)
            table.revise()
            topics.lobby_changed()
    return None


def host_before_start(table: LockedTable) -> SeatFacts:
    """Check that the caller is the host and the session has not started; return their seat.

    :raises DeniedError: the caller is not the host, or the session has started
    """
    seat = table.own_seat()
    table.check_not_arranged()
    if table.row.phase != Table.Phase.WAITING:
        raise DeniedError(TableCode.BEGUN)
    if table.row.host_id != seat.user_id:
        raise DeniedError(TableCode.HOST_ONLY)
    return seat


def seat_and_deal(table: LockedTable) -> None:
    """Fill empty seats with bots, draw the seats where needed, and deal the first deal.

    Further sessions always draw, a first session only if the table is set to.
    """
    setting = table.setting
    session, people = setting.session, setting.seats
    names = bot_names(len(setting.free_seats), [seat.name for seat in people])
    seats = [
        *(
            Seat(
                name=seat.name,
                picture=seat.picture,
                user_id=seat.user_id,
                number=seat.number,
                absent_since=seat.absent_since,
            )
            for seat in people
        ),
        *(
            bot_seat(number, name, strength_at(table.row, number))
            for name, number in zip(names, setting.free_seats, strict=True)
        ),
    ]
    if len(people) > 1 and _was_one_player_alone(table.row, session.number):
        table.row.pace = Table.Pace.NORMAL
    if table.row.seating == Table.Seating.DRAWN or session.number > 1:
        # Draw again for each session, so that no player follows the same one all evening.
        _draw_seats(seats)
    for seat in seats:
        is_here = seat.user_id is not None and seat.absent_since is None
        seat.session_id, seat.seen_at = session.pk, timezone.now() if is_here else None
    # Delete all seats first, because seat numbers are unique within a session.
    Seat.objects.filter(session=session.pk).delete()
    Seat.objects.bulk_create(seats)
    table.revise()
    begin(table)


def bot_seat(number: int, name: str, strength: str) -> Seat:
    """Return a new seat of no session yet, for a bot of that strength."""
    return Seat(number=number, name=name, bot=strength, picture=picture_of(strength))


def _was_one_player_alone(row: Table, session_number: int) -> bool:
    """Return whether the previous session, if any, had one player, who could set the bot speed."""
    stayed = Seat.objects.filter(
        session__table=row.pk,
        session__number=session_number - 1,
        user__isnull=False,
        left_at=None,
    )
    return session_number > 1 and stayed.count() < 2


def begin_if_all_are_back(table: LockedTable) -> None:
    """Start a further session once all previous players have a seat again.

    For a stake each of them must have said yes and have a page open.
    """
    session = table.session_row()
    here = {seat.user_id for seat in table.setting.seats}
    if session.number == 1 or not {each.user_id for each in previous_players(session)} <= here:
        return
    if has_stake(table.row) and not _drop_invalid_yeses(table):
        return
    seat_and_deal(table)


def agree_to_session(table: LockedTable, seat: SeatFacts, terms: str | None) -> None:
    """Store a player's yes to a further session for a stake; the last yes starts it.

    :param terms: the digest of the terms that the page showed
    :raises DeniedError: the session needs no yes, or the page showed other terms
    """
    session = table.setting.session
    if not asks_each_player(table.row, session):
        raise DeniedError(TableCode.NO_NEXT_DEAL)
    check_terms_shown(table, terms)
    assert seat.user_id is not None, "bots are not asked"
    store_agreements(table.row, session, [seat.user_id], Agreement.Given.READY)
    Seat.objects.filter(pk=seat.pk).update(ready=True, seen_at=timezone.now(), absent_since=None)
    table.revise()
    begin_if_all_are_back(table)
    topics.lobby_changed()


def ask_others_again(table: LockedTable, newcomer_id: int) -> None:
    """Cancel the yeses of all others to a further session for a stake: a player has joined them.

    :param newcomer_id: the user id of that player, whose sitting down is a yes
    """
    if asks_each_player(table.row, table.setting.session):
        seats = Seat.objects.filter(session=table.setting.session.pk)
        seats.exclude(user=newcomer_id).update(ready=False)
        seats.filter(user=newcomer_id).update(ready=True)
        table.revise()


def _drop_invalid_yeses(table: LockedTable) -> bool:
    """Cancel yeses of players without an open page or an agreement; return whether all say yes."""
    seats, absences = table.setting.seats, Absences(table)
    asked_again = [seat.pk for seat in seats if absences.is_absent(seat)]
    if not asked_again and all(seat.ready for seat in seats):
        asked_again = [seat.pk for seat in without_agreement(table)]
    if asked_again:
        Seat.objects.filter(pk__in=asked_again).update(ready=False)
        table.revise()
    return not asked_again and all(seat.ready for seat in seats)


def _check_everyone_ready(table: LockedTable) -> None:
    """Check that a session for a stake may start, on request of the host, who is present.

    :raises DeniedError: a player is absent, has not said yes or has not agreed to the terms
    """
    setting, absences = table.setting, Absences(table)
    others = [seat for seat in setting.seats if seat.user_id != table.row.host_id]
    absent = [seat.name for seat in others if absences.is_absent(seat)]
    if absent:
        raise DeniedError(TableCode.PLAYERS_ABSENT, names=tuple(absent))
    silent = [seat.name for seat in others if not seat.ready]
    if silent and asks_each_player(table.row, setting.session):
        raise DeniedError(TableCode.PLAYERS_NOT_READY, names=tuple(silent))
    if not_agreed := without_agreement(table):
        names = tuple(seat.name for seat in not_agreed)
        raise DeniedError(TableCode.PLAYERS_NOT_AGREED, names=names)


def bot_names(count: int, taken: Sequence[str]) -> list[str]:
    """Return `count` names for bots, none of which looks like a taken name."""
    taken_skeletons = {skeleton(name) for name in taken}
    free = [name for name in BOT_NAMES if skeleton(name) not in taken_skeletons]
    return random.SystemRandom().sample(free, count)


def _draw_seats(seats: Sequence[Seat]) -> None:
    """Give the seats their numbers in random order."""
    numbers = [seat.number for seat in seats]
    random.SystemRandom().shuffle(numbers)
    for seat, number in zip(seats, numbers, strict=True):
        seat.number = number

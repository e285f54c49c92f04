"""Tables arranged from outside, for example by an event: players, seats and times.

Players at such a table play and chat; everything else is changed here by the arranger.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots.strengths import STAND_IN
from games.common.denials import DeniedError, answering
from games.rules.ruleset.rule_set import RuleSet
from games.tables.bot_strength import picture_of
from games.tables.delay import default_delay
from games.tables.denials import TableCode
from games.tables.models import Action, Seat, Table
from games.tables.services import fixed_packs, opening
from games.tables.services.absences import Absences
from games.tables.services.core import Answer, LockedTable, locked_table
from games.tables.services.due import reschedule
from games.tables.services.session import begin
from games.tables.services.starting import bot_names
from games.tables.services.votes import end_pause, give_to_bot, why_no_bot
from games.tables.snapshot import SeatFacts


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A table for `open_arranged` to open: its seat holders and the packs of its first deals."""

    #: Seat holders from seat 0: a user, a name for a bot, or None for any bot.
    people: tuple[User | str | None, ...]
    #: The packs of the first deals; later deals are shuffled as usual.
    packs: tuple[fixed_packs.FixedPack, ...] = ()
    #: Common key of the tables with the same packs. They have no spectators, and their deals are
    #: sealed (``games.tables.seals``).
    same_packs: str = ""


def open_arranged(
    arrangements: Sequence[Arrangement], *, rules: RuleSet, rules_name: str, **terms: Any
) -> list[Table]:
    """Open tables with these players and packs, all or none, and deal their first deals.

    :param terms: the terms of the tables, as ``open_table`` takes them
    :raises ValueError: the number of players does not match the rules, a user would have two seats,
        or a pack with a secret does not have the name of a shared pack
    """
    people = [each.pk for made in arrangements for each in made.people if isinstance(each, User)]
    if len(people) != len(set(people)):
        raise ValueError("a user would have two seats")
    for each in arrangements:
        if len(each.people) != rules.players:
            raise ValueError(f"these rules are for {rules.players} players, not {len(each.people)}")
        fixed_packs.check_packs(each.packs)
    with transaction.atomic():
        return [_open_one(each, rules, rules_name, terms) for each in arrangements]


def _open_one(
    arrangement: Arrangement, rules: RuleSet, rules_name: str, terms: dict[str, Any]
) -> Table:
    """Open the table of the arrangement and deal its first deal."""
    delay = default_delay(terms.get("stake_minor", 0))
    if arrangement.same_packs:
        terms = {**terms, "spectators": False}
    row = Table.objects.create(
        phase=Table.Phase.WAITING,
        rules=rules.to_options(),
        rules_name=rules_name,
        same_packs=arrangement.same_packs,
        **{"joining": Table.Joining.LINK, "spectator_delay": delay, **terms},
        seating=Table.Seating.CHOSEN,
        is_arranged=True,
    )
    session = opening.new_session(row, number=1)
    if arrangement.packs:
        fixed_packs.store_packs(session, arrangement.packs)
    names = _seat_names(arrangement.people)
    seats = [Seat(session=session, number=number, name=name) for number, name in enumerate(names)]
    for seat, holder in zip(seats, arrangement.people, strict=True):
        if isinstance(holder, User):
            seat.user_id, seat.seen_at = holder.pk, timezone.now()
            seat.picture = holder.picture
        else:
            seat.bot, seat.picture = STAND_IN.value, picture_of(STAND_IN)
    Seat.objects.bulk_create(seats)
    table = LockedTable(row)
    begin(table)
    table.store()
    return row


def _seat_names(holders: Sequence[User | str | None]) -> list[str]:
    """Return unique names for the seats; bots without a name get one."""
    names: list[str] = []
    for holder in holders:
        if holder is not None:
            name = holder.shown_name if isinstance(holder, User) else holder
            names.append(opening.unique_name(name, names))
    given_names, free_bot_names = iter(names), iter(bot_names(list(holders).count(None), names))
    return [next(free_bot_names if holder is None else given_names) for holder in holders]


@answering
def pause(table_id: int) -> Answer:
    """Stop all clocks and timed steps of a running arranged table."""
    with _locked_arranged_table(table_id) as table:
        if table.row.paused_at is None:
            table.row.paused_at = timezone.now()
            table.revise()
    return None


@answering
def resume(table_id: int) -> Answer:
    """Let clocks and timed steps of a paused arranged table continue where they stopped."""
    with _locked_arranged_table(table_id) as table:
        if table.row.paused_at is not None:
            end_pause(table)
    return None


@answering
def extend(table_id: int, seconds: int) -> Answer:
    """Give the player on turn at an arranged table more seconds, if it has a clock."""
    with _locked_arranged_table(table_id) as table:
        row = table.row
        if row.deadline is not None:
            more = timedelta(seconds=seconds)
            if row.due_at == row.deadline:
                row.due_at += more
            row.deadline += more
            table.revise()
    return None


@answering
def set_purpose(table_id: int, purpose: Table.Purpose) -> Answer:
    """Set that the table's sessions, arranged or not, count for its event, or that it is over."""
    with locked_table(table_id) as table:
        if table.row.purpose != purpose:
            table.row.purpose = purpose
            table.touch()
    return None


@answering
def replace(table_id: int, number: int, user: User | None, *, only_absent: bool = False) -> Answer:
    """Let another user, or a bot for None, continue from a seat with its points.

    The previous player has quit; only this function can bring them back. A bot's own seat stays
    with it unless a user takes it.

    :param number: the number of the seat
    :param only_absent: allow a bot only for a player who is absent or idle
        (``games.tables.absence``)
    """
    with _locked_arranged_table(table_id) as table:
        seat = next((each for each in table.setting.seats if each.number == number), None)
        if seat is None:
            raise DeniedError(TableCode.NOBODY_THERE)
        if user is not None:
            _seat_user(table, seat, user)
        elif seat.user_id is not None:
            is_there = seat.left_at is None and not seat.stand_in
            if only_absent and is_there and not Absences(table).may_be_replaced(seat):
                raise DeniedError(why_no_bot(table.row), name=seat.name)
            Seat.objects.filter(pk=seat.pk, left_at=None).update(left_at=timezone.now())
            give_to_bot(table, number)
        if table.row.paused_at is None:
            reschedule(table)
    return None


@answering
def close(table_id: int) -> Answer:
    """Delete an arranged table if no action has been made there; nothing of its session remains.

    Its cards are void: nothing is settled, rated or counted.
    """
    with _locked_arranged_table(table_id) as table:
        if Action.objects.filter(deal__session__table=table.row.pk).exists():
            raise DeniedError(TableCode.BEGUN)
        table.close()
    return None


def _seat_user(table: LockedTable, seat: SeatFacts, user: User) -> None:
    """Give the seat to the user, who continues with its points; deny a user with another seat."""
    if table.setting.seat_of(user.pk) not in (None, seat):
        raise DeniedError(TableCode.SEATS_TAKEN)
    others = [each.name for each in table.setting.seats if each != seat]
    Seat.objects.filter(pk=seat.pk).update(
        user=user,
        name=opening.unique_name(user.shown_name, others),
        picture=user.picture,
        bot="",
        stand_in=False,
        timeouts=0,
        left_at=None,
        seen_at=timezone.now(),
    )
    table.revise()


@contextmanager
def _locked_arranged_table(table_id: int) -> Iterator[LockedTable]:
    """Lock a table that an organizer arranged, check that its session runs, and store its changes.

    The organizer, usually an event, sets its players, terms and times (`Table.is_arranged`).

    :raises DeniedError: the session is over
    """
    with locked_table(table_id) as table:
        assert table.row.is_arranged, "its players decide"
        if table.row.phase not in Table.RUNNING_PHASES:
            raise DeniedError(TableCode.OVER)
        yield table

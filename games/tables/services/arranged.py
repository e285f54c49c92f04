"""Tables that somebody else arranges, such as those of an event: who sits where, and when.

People at them play and talk; all else is done here, by whoever arranged them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import bots as players
from games.common.denials import DeniedError, answering
from games.rules.ruleset import RuleSet
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

_RUNNING = (Table.Phase.PLAYING, Table.Phase.BETWEEN)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One table that is to be opened."""

    #: Who sits there, from seat 0 on: a person, a bot of that name, or any bot.
    people: tuple[User | str | None, ...]
    #: The packs of its first deals; the others are shuffled as usual.
    packs: tuple[fixed_packs.FixedPack, ...] = ()
    #: What this table has in common with all others that get the same packs. Nobody watches these,
    #: and what is played there is held back (``games.tables.seals``).
    same_packs: str = ""


def open_arranged(
    arrangements: Sequence[Arrangement], *, rules: RuleSet, rules_name: str, **terms: Any
) -> list[Table]:
    """Open all these tables, or none, and deal their first deals.

    :param terms: any of the tables' terms, as ``open_table`` takes them
    :raises ValueError: a table has not as many seats as the rules have players, or somebody sits
        twice, or a pack has a secret and a name that is none of a shared pack
    """
    people = [each.pk for made in arrangements for each in made.people if isinstance(each, User)]
    if len(people) != len(set(people)):
        raise ValueError("somebody would sit twice")
    for each in arrangements:
        if len(each.people) != rules.players:
            raise ValueError(f"{rules.players} play by these rules, not {len(each.people)}")
        fixed_packs.check_packs(each.packs)
    with transaction.atomic():
        return [_open(each, rules, rules_name, terms) for each in arrangements]


def _open(
    arrangement: Arrangement, rules: RuleSet, rules_name: str, terms: dict[str, Any]
) -> Table:
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
    names = _names(arrangement.people)
    seats = [Seat(session=session, number=number, name=name) for number, name in enumerate(names)]
    for seat, person in zip(seats, arrangement.people, strict=True):
        if isinstance(person, User):
            seat.user_id, seat.seen_at = person.pk, timezone.now()
            seat.picture = person.picture
        else:
            seat.bot = players.DEFAULT
    Seat.objects.bulk_create(seats)
    table = LockedTable(row)
    begin(table)
    table.store()
    return row


def _names(people: Sequence[User | str | None]) -> list[str]:
    """Return what everybody is called at the table, nobody like another."""
    names: list[str] = []
    for person in people:
        if person is not None:
            name = person.shown_name if isinstance(person, User) else person
            names.append(opening.own_name(name, names))
    given_names, of_others = iter(names), iter(bot_names(list(people).count(None), names))
    return [next(of_others if person is None else given_names) for person in people]


@answering
def pause(table_id: int) -> Answer:
    """Let all times of a running table stand still; nothing happens by itself meanwhile."""
    with _arranging(table_id) as table:
        if table.row.paused_at is None:
            table.row.paused_at = timezone.now()
            table.revise()
    return None


@answering
def resume(table_id: int) -> Answer:
    """Let all times go on from where they stood."""
    with _arranging(table_id) as table:
        if table.row.paused_at is not None:
            end_pause(table)
    return None


@answering
def extend(table_id: int, seconds: int) -> Answer:
    """Give whoever is on turn so many seconds more, where the table has a clock."""
    with _arranging(table_id) as table:
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
    """Let what is played at a table count from now on, or no longer; people there are told."""
    with locked_table(table_id) as table:
        if table.row.purpose != purpose:
            table.row.purpose = purpose
            table.touch()
    return None


@answering
def replace(
    table_id: int, number: int, person: User | None, *, only_absent: bool = False
) -> Answer:
    """Let another user play on from a seat, or a bot for None, with the seat's points.

    The player who sat there has left for good; only this brings them back.

    :param only_absent: whether a bot may play only for a player who is absent or does nothing
        (``games.tables.absence``)
    """
    with _arranging(table_id) as table:
        seat = next((each for each in table.setting.seats if each.number == number), None)
        if seat is None:
            raise DeniedError(TableCode.NOBODY_THERE)
        if person is not None:
            _seat(table, seat, person)
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
    """Take a table away at which nothing was done yet; no session is left of it.

    What was dealt is dealt to nobody: nothing is settled, rated or counted.
    """
    with _arranging(table_id) as table:
        if Action.objects.filter(deal__session__table=table.row.pk).exists():
            raise DeniedError(TableCode.BEGUN)
        table.close()
    return None


def _seat(table: LockedTable, seat: SeatFacts, person: User) -> None:
    if table.setting.seat_of(person.pk) not in (None, seat):
        raise DeniedError(TableCode.SEATS_TAKEN)
    others = [each.name for each in table.setting.seats if each != seat]
    Seat.objects.filter(pk=seat.pk).update(
        user=person,
        name=opening.own_name(person.shown_name, others),
        picture=person.picture,
        bot="",
        stand_in=False,
        timeouts=0,
        left_at=None,
        seen_at=timezone.now(),
    )
    table.revise()


@contextmanager
def _arranging(table_id: int) -> Iterator[LockedTable]:
    """Hold an arranged table at which a session runs.

    :raises DeniedError: the session is over
    """
    with locked_table(table_id) as table:
        assert table.row.is_arranged, "its people decide"
        if table.row.phase not in _RUNNING:
            raise DeniedError(TableCode.OVER)
        yield table

"""What one viewer can do about the company at a table: sit, begin, vote, leave, come back."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.models import User
from games import people, selectors
from games.models import Seat, Table
from games.people import END, PAUSE, STAND_IN, voters
from games.presenter.telling import proposal


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the viewer can propose."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Voting:
    """Something that is proposed; ``mine`` when the viewer agrees, ``asked`` when one may."""

    key: str
    text: str
    agreed: list[str]
    missing: list[str]
    asked: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Company:
    """What one viewer can do besides playing; all of it false for somebody who only watches.

    ``can_sit`` is to take a free seat, or to change to one. ``start_reason`` tells why the host
    cannot begin yet. ``away`` is one for whom a bot plays until the seat is taken back, ``left``
    one who has gone for good.
    """

    waiting: bool
    seated: bool = False
    is_host: bool = False
    can_sit: bool = False
    sit_reason: str = ""
    can_start: bool = False
    start_reason: str = ""
    away: bool = False
    left: bool = False
    paused: bool = False
    can_leave: bool = False
    can_play_again: bool = False
    votings: list[Voting] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)


def company_of(position: selectors.Position, user: User | None) -> Company:
    """What the person can do; ``user`` is None for somebody unknown."""
    scene = position.scene
    seat = next((each for each in scene.seats if user and each.user_id == user.pk), None)
    if position.table.phase == Table.Phase.WAITING:
        return _before(position, user, seat)
    if seat is None:
        return Company(waiting=False)
    finished = position.table.phase == Table.Phase.FINISHED
    here = not finished and seat.left_at is None
    return Company(
        waiting=False,
        seated=True,
        is_host=position.table.host_id == seat.user_id,
        away=here and seat.stand_in,
        left=seat.left_at is not None,
        paused=position.table.paused_at is not None,
        can_leave=here,
        can_play_again=finished,
        votings=[] if finished else _votings(position, seat),
        offers=_offers(position, seat) if here and not seat.stand_in else [],
    )


def _before(position: selectors.Position, user: User | None, seat: Seat | None) -> Company:
    table, scene = position.table, position.scene
    free = selectors.free_seats(scene)
    sit_reason = _why_not_sit(table, user)
    is_host = seat is not None and table.host_id == seat.user_id
    # Where seats are drawn at the start, another chair is no other place.
    can_choose = seat is None or _is_seat_kept(position)
    start_reason = ""
    if free and not table.bots:
        start_reason = _("This table waits until all seats are taken.")
    return Company(
        waiting=True,
        seated=seat is not None,
        is_host=is_host,
        can_sit=bool(free) and not sit_reason and can_choose,
        sit_reason=sit_reason,
        can_start=is_host and not start_reason,
        start_reason=start_reason,
        can_leave=seat is not None,
    )


def _is_seat_kept(position: selectors.Position) -> bool:
    """Whether everybody plays from the seat where they wait."""
    return position.table.seating == Table.Seating.CHOSEN and position.session.number == 1


def _why_not_sit(table: Table, user: User | None) -> str:
    if user is not None and user.pk in table.barred:
        return _("The host has asked you to leave this table.")
    return people.why_no_guests(table) if user is None or user.is_guest else ""


def _votings(position: selectors.Position, mine: Seat) -> list[Voting]:
    seats = position.scene.seats
    found = []
    for key, numbers in position.session.votes.items():
        asked = voters(seats, key)
        found.append(
            Voting(
                key=key,
                text=proposal(key, seats),
                agreed=[seat.name for seat in seats if seat.number in numbers],
                missing=[seat.name for seat in asked if seat.number not in numbers],
                asked=mine in asked,
                mine=mine.number in numbers,
            )
        )
    return found


def _offers(position: selectors.Position, mine: Seat) -> list[Offer]:
    """What is not proposed yet and could be."""
    session, seats = position.session, position.scene.seats
    keys = [] if position.table.paused_at else [PAUSE]
    if not session.ending:
        keys.append(END)
    keys += [
        f"{STAND_IN}{seat.number}"
        for seat in seats
        if seat.user_id and not seat.stand_in and seat != mine
    ]
    return [Offer(key, proposal(key, seats)) for key in keys if key not in session.votes]

"""What one viewer can do at a table besides playing: sit, begin, vote, leave, come back."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.models import User
from games.language.log import proposal
from games.language.refusals import denial_sentence
from games.tables.admission import why_kept, why_no_guests
from games.tables.denials import TableCode
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.proposals import END, PAUSE, STAND_IN, voters
from games.tables.snapshot import SeatFacts, Snapshot


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the viewer can propose."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Voting:
    """Something that is proposed."""

    key: str
    text: str
    agreed: list[str]
    missing: list[str]
    #: Whether the viewer may vote, and agrees.
    asked: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Removable:
    """Somebody whom the host can send away from a table that waits."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class TableMenu:
    """What one viewer can do besides playing; all of it false for somebody who only watches."""

    waiting: bool
    #: Whether there is a menu to open at all.
    is_there: bool = False
    seated: bool = False
    is_host: bool = False
    #: To take a free seat or change to one, and why that cannot be.
    can_sit: bool = False
    sit_reason: str = ""
    #: Why the host cannot begin yet.
    can_start: bool = False
    start_reason: str = ""
    #: Whether the host may say if bots take the free seats.
    can_set_bots: bool = False
    #: What is played here counts for an event no more.
    is_late: bool = False
    #: Before the session: what is said of how things stand.
    said: str = ""
    #: To let others than those who played before have the free seats.
    can_open: bool = False
    removable: list[Removable] = field(default_factory=list)
    #: One for whom a bot plays until the seat is taken back, and one who has gone for good.
    away: bool = False
    left: bool = False
    paused: bool = False
    #: Whether the viewer may end the pause.
    can_go_on: bool = False
    can_leave: bool = False
    #: What leaving is before the session: to stand up, or to close the table.
    leave_label: str = ""
    can_play_again: bool = False
    votings: list[Voting] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    #: After the session, what has arranged the table and goes on with its people.
    origin: Origin | None = None

    @property
    def has_news(self) -> bool:
        """Whether something of it is shown beside the menu."""
        is_offered = self.can_play_again or self.origin is not None
        return self.paused or self.away or self.is_late or is_offered or bool(self.votings)


def menu_of(snapshot: Snapshot, user: User | None, origin: Origin | None = None) -> TableMenu:
    """Return what the person can do; ``user`` is None for somebody unknown.

    :param origin: what has arranged the table, if anything
    """
    seat = next((each for each in snapshot.seats if user and each.user_id == user.pk), None)
    table = snapshot.table
    if table.phase == Table.Phase.WAITING:
        return _before(snapshot, user, seat)
    finished = table.phase == Table.Phase.FINISHED
    back = origin if finished else None
    if seat is None:
        return TableMenu(waiting=False, is_there=table.phase == Table.Phase.PLAYING, origin=back)
    free = not table.is_arranged
    here = not finished and seat.left_at is None
    return TableMenu(
        waiting=False,
        is_there=True,
        seated=True,
        is_host=table.host_id == seat.user_id,
        away=here and seat.stand_in,
        left=seat.left_at is not None,
        paused=table.paused_at is not None,
        can_go_on=free and table.paused_at is not None,
        can_leave=here and free,
        is_late=table.purpose == Table.Purpose.LATE,
        can_play_again=finished and free,
        votings=[] if finished else _votings(snapshot, seat),
        offers=_offers(snapshot, seat) if here and free and not seat.stand_in else [],
        origin=back,
    )


def _before(snapshot: Snapshot, user: User | None, seat: SeatFacts | None) -> TableMenu:
    table = snapshot.table
    free = snapshot.setting.free_seats
    sit_reason = _why_not_sit(snapshot, user, seat)
    is_host = seat is not None and table.host_id == seat.user_id
    is_alone = len(snapshot.seats) == 1
    # Where seats are drawn at the start, another chair is no other place.
    can_choose = seat is None or _is_seat_kept(snapshot)
    can_sit = bool(free) and not sit_reason and can_choose
    start_reason = ""
    if free and not table.bots:
        start_reason = _("This table waits until all seats are taken.")
    closes = is_alone and snapshot.session.number == 1
    return TableMenu(
        waiting=True,
        seated=seat is not None,
        is_host=is_host,
        can_set_bots=is_host and table.purpose != Table.Purpose.COUNTS,
        is_late=table.purpose == Table.Purpose.LATE,
        can_sit=can_sit,
        sit_reason=sit_reason,
        can_start=is_host and not start_reason,
        start_reason=start_reason if is_host else "",
        said=sit_reason or _said(snapshot, seat, can_sit=can_sit, start_reason=start_reason),
        can_open=is_host and bool(free) and snapshot.setting.kept_for is not None,
        removable=_removable(snapshot) if is_host else [],
        can_leave=seat is not None,
        leave_label=_("Close the table") if closes else _("Stand up"),
    )


def _said(snapshot: Snapshot, seat: SeatFacts | None, *, can_sit: bool, start_reason: str) -> str:
    """Return how things stand for the viewer of a table that waits."""
    host = snapshot.table.host_id
    if seat is None:
        return "" if can_sit else _("All seats are taken. You can stay and watch.")
    if seat.user_id == host and start_reason:
        return start_reason
    if snapshot.session.number > 1:
        return _("The game begins by itself when everybody who played is back.")
    if seat.user_id == host:
        return ""
    name = next((each.name for each in snapshot.seats if each.user_id == host), "")
    return _("%(host)s begins the game.") % {"host": name}


def _removable(snapshot: Snapshot) -> list[Removable]:
    host = snapshot.table.host_id
    return [Removable(seat.number, seat.name) for seat in snapshot.seats if seat.user_id != host]


def _is_seat_kept(snapshot: Snapshot) -> bool:
    """Return whether everybody plays from the seat where they wait."""
    return snapshot.table.seating == Table.Seating.CHOSEN and snapshot.session.number == 1


def _why_not_sit(snapshot: Snapshot, user: User | None, seat: SeatFacts | None) -> str:
    table = snapshot.table
    if user is not None and user.pk in table.barred:
        return denial_sentence(TableCode.BARRED)
    code = why_no_guests(table) if user is None or user.is_guest else None
    if seat is None:
        code = code or why_kept(user, snapshot.setting.kept_for)
    return denial_sentence(code) if code else ""


def _votings(snapshot: Snapshot, mine: SeatFacts) -> list[Voting]:
    seats = snapshot.seats
    found = []
    for key, numbers in snapshot.session.votes.items():
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


def _offers(snapshot: Snapshot, mine: SeatFacts) -> list[Offer]:
    """Return what is not proposed yet and could be."""
    session, seats = snapshot.session, snapshot.seats
    keys = [] if snapshot.table.paused_at else [PAUSE]
    if not session.ending and snapshot.table.purpose != Table.Purpose.COUNTS:
        keys.append(END)
    keys += [
        f"{STAND_IN}{seat.number}"
        for seat in seats
        if seat.user_id and not seat.stand_in and seat != mine
    ]
    return [Offer(key, proposal(key, seats)) for key in keys if key not in session.votes]

"""A viewer's menu at a table: sit down, start, vote, quit, come back, play again."""

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.common.numbers import listed
from games.language.bots import strength_label
from games.language.log import proposal
from games.language.refusals import denial_sentence
from games.screens.question import terms_field
from games.screens.table.board import Countdown, next_terms, price_of
from games.tables.absence import (
    IDLE_AFTER,
    bot_after,
    counts_as_agreeing,
    is_casual,
    is_reminded,
    may_be_replaced,
)
from games.tables.admission import why_no_guests, why_reserved
from games.tables.bot_speed import has_other_players
from games.tables.bot_strength import strength_at, strengths_for
from games.tables.denials import TableCode
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.proposals import (
    END,
    OUTCOME_SHOWN,
    PAUSE,
    STAND_IN,
    lapses_at,
    open_votes,
    rematch_of,
    voters,
)
from games.tables.snapshot import SeatFacts, Snapshot
from games.tables.stakes import asks_each_player, has_stake


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal that the viewer can make, with its text."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Voting:
    """An open vote, with the names of players who agree or are still to vote."""

    key: str
    text: str
    agreed: list[str]
    missing: list[str]
    #: Players who count as agreeing because they have been absent for long.
    counted: list[str]
    #: Whether the viewer may vote, and whether they agree.
    asked: bool
    mine: bool
    #: When it lapses; None for votes stored before there was a limit.
    ends: Countdown | None


@dataclass(frozen=True, slots=True)
class VoteOutcome:
    """The sentence about a vote that did not pass, and how long it is still shown."""

    said: str
    #: How long the outcome is still shown.
    told: Countdown


@dataclass(frozen=True, slots=True)
class RematchRequest:
    """A request to play again and its answers, shown with the result of the last session."""

    #: The player who asked, and whether that is the viewer.
    asker: str
    is_own: bool
    yes: list[str]
    no: list[str]
    awaited: list[str]
    #: The viewer's answer: ``yes``, ``no`` or empty.
    mine: str
    #: Whether the viewer can open the table without waiting for the others.
    can_open: bool


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A bot speed that the viewer can choose, and whether it is set now."""

    key: str
    text: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class StrengthChoice:
    """The strength of the bots in all free seats, or in one of them, as the host can set it."""

    #: The seat's number from 0; None for all.
    seat: int | None
    #: The code of the strength; empty for a seat like the others.
    chosen: str
    #: Codes and labels that can be chosen.
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Removable:
    """A player whom the host can remove from a table that waits."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Freeable:
    """An absent player, whose seat the host can free before the session."""

    seat: int
    name: str
    #: When the host can.
    opens: Countdown


@dataclass(frozen=True, slots=True)
class AwayPlayer:
    """An absent or idle player, for whom the viewer can ask for a bot."""

    name: str
    #: The proposal that a bot plays.
    proposal: str
    #: Identifies this absence.
    key: str
    #: When the bot can be asked for.
    opens: Countdown
    #: Whether the others have to agree.
    is_vote: bool


@dataclass(frozen=True, slots=True)
class NextSession:
    """The table's next session, as offered to a viewer who still sees the last one's result."""

    #: Whether it has not started yet.
    is_waiting: bool
    #: Whether the viewer can take a seat.
    can_sit: bool
    #: The players there.
    names: list[str]
    #: Whether the viewer may watch.
    can_watch: bool
    url: str
    #: The stake that a seat there commits to; empty for points.
    price: str
    #: Its maximum loss, and the hidden field with the digest of its terms. The board's own belong
    #: to the previous session, where a player alone with bots was shown none.
    max_loss: str
    field: SafeString


@dataclass(frozen=True, slots=True)
class TableMenu:
    """A viewer's options besides playing cards; all false for a mere spectator."""

    waiting: bool
    #: Whether there is a menu to open.
    is_there: bool = False
    seated: bool = False
    is_host: bool = False
    #: Whether the viewer can take or change to a free seat, and why not.
    can_sit: bool = False
    sit_reason: str = ""
    #: Whether the host can start, and why not.
    can_start: bool = False
    start_reason: str = ""
    #: Whether the host may choose if bots take the empty seats.
    can_set_bots: bool = False
    #: The strengths of the bots that the host can set: first of all, then of single seats.
    strengths: list[StrengthChoice] = field(default_factory=list)
    #: Whether play here no longer counts for its event.
    is_after_event: bool = False
    #: Before the session: what it is waiting for.
    said: str = ""
    #: Pages that lead back here, for a visitor or guest who needs an account to take a seat.
    sign_in_url: str = ""
    sign_up_url: str = ""
    #: Whether the host can open reserved seats to other players.
    can_open: bool = False
    removable: list[Removable] = field(default_factory=list)
    freeable: list[Freeable] = field(default_factory=list)
    #: Whether the viewer is asked to agree to another session for a stake.
    is_asked: bool = False
    #: Absent players, if the viewer can ask for a bot.
    absent: list[AwayPlayer] = field(default_factory=list)
    #: Whether the host freed the viewer's seat while they were away.
    is_freed: bool = False
    #: Identifies the current reminder of the viewer's turn; empty for none.
    reminder: str = ""
    #: Whether a bot plays until the viewer comes back, and whether the viewer has quit.
    away: bool = False
    left: bool = False
    paused: bool = False
    #: Whether the viewer can resume the game.
    can_go_on: bool = False
    can_leave: bool = False
    #: Label for leaving before the session; empty if leaving closes the table.
    leave_label: str = ""
    #: Whether the host can close the table, and whether they are alone there.
    can_close: bool = False
    is_alone: bool = False
    can_play_again: bool = False
    #: Whether the viewer is a guest whose result is lost without an account.
    can_keep: bool = False
    again: RematchRequest | None = None
    #: The next session, while the viewer still sees the last one's result.
    next_session: NextSession | None = None
    outcome: VoteOutcome | None = None
    #: Whether the viewer is the only voter, so that proposals take effect at once.
    decides_alone: bool = False
    votings: list[Voting] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    #: Choices of bot speed, for a player alone with bots.
    paces: list[PaceChoice] = field(default_factory=list)
    #: The event that arranged the table, and the same after the session.
    arranged_by: Origin | None = None
    origin: Origin | None = None

    @property
    def has_news(self) -> bool:
        """Return whether there are banners to show outside the menu, such as an open vote."""
        is_offered = (
            self.can_play_again
            or self.can_keep
            or self.origin is not None
            or self.next_session is not None
        )
        is_voted = bool(self.votings) or self.outcome is not None
        is_told = self.paused or self.away or self.is_freed or bool(self.reminder)
        return is_told or self.is_after_event or is_offered or is_voted or bool(self.absent)


def menu_of(snapshot: Snapshot, user: User | None, origin: Origin | None = None) -> TableMenu:
    """Return the data of a viewer's menu at the table: what they can do besides playing cards.

    :param origin: the event that arranged the table, if any
    """
    seat = next((each for each in snapshot.seats if user and each.user_id == user.pk), None)
    table = snapshot.table
    if table.phase == Table.Phase.WAITING:
        return _menu_before_session(snapshot, user, seat)
    finished = table.phase == Table.Phase.FINISHED
    event = origin if finished else None
    if seat is None:
        is_freed = not finished and _is_freed(snapshot, user)
        return TableMenu(
            waiting=False,
            is_there=not finished,
            is_freed=is_freed,
            arranged_by=origin,
            origin=event,
        )
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
        is_after_event=table.purpose == Table.Purpose.LATE,
        reminder=_reminder(snapshot, seat),
        can_play_again=finished and free and not table.lesson,
        can_keep=finished and not table.lesson and user is not None and user.is_guest,
        again=_rematch_request(snapshot, seat) if finished and free else None,
        votings=[] if finished else _open_votings(snapshot, seat),
        outcome=None if finished else _outcome(snapshot),
        decides_alone=len(voters(snapshot.seats, PAUSE)) == 1,
        absent=_away_players(snapshot, seat) if here and free and not seat.stand_in else [],
        offers=_offers(snapshot, seat) if here and free and not seat.stand_in else [],
        paces=_bot_speed_choices(snapshot, seat) if here and free else [],
        arranged_by=origin,
        origin=event,
    )


def _is_freed(snapshot: Snapshot, user: User | None) -> bool:
    """Return whether the host freed the user's seat while the user was away."""
    return user is not None and user.pk in snapshot.session.freed


def _reminder(snapshot: Snapshot, own_seat: SeatFacts) -> str:
    """Return the ISO time of the current reminder of the viewer's turn; empty for none.

    The page uses it as the reminder's ID.
    """
    is_playing = snapshot.table.phase == Table.Phase.PLAYING
    if not is_playing or own_seat.reminded_at is None or not is_reminded(snapshot.table, own_seat):
        return ""
    return own_seat.reminded_at.isoformat()


def _bot_speed_choices(snapshot: Snapshot, own_seat: SeatFacts) -> list[PaceChoice]:
    """Return the choices of bot speed; none if other players are at the table."""
    if has_other_players(snapshot.seats, own_seat):
        return []
    now = snapshot.table.pace
    return [PaceChoice(pace.value, str(pace.label), pace == now) for pace in Table.Pace]


def _menu_before_session(
    snapshot: Snapshot, user: User | None, seat: SeatFacts | None
) -> TableMenu:
    """Return the data of a viewer's menu at a table that waits for players."""
    table = snapshot.table
    free = snapshot.setting.free_seats
    sit_reason = _sit_denial(snapshot, user, seat)
    is_host = seat is not None and table.host_id == seat.user_id
    is_alone = len(snapshot.seats) == 1
    # If seats are drawn at the start, changing seats has no effect.
    can_choose = seat is None or _is_seat_kept(snapshot)
    can_sit = bool(free) and not sit_reason and can_choose
    start_reason = ""
    if free and not table.bots:
        start_reason = _("The game can start when all seats are taken.")
    closes = is_alone and snapshot.session.number == 1
    can_set_bots = is_host and bool(free) and table.purpose != Table.Purpose.COUNTS
    sign_in_url, sign_up_url = _account_urls(snapshot, user) if free else ("", "")
    return TableMenu(
        waiting=True,
        seated=seat is not None,
        is_host=is_host,
        can_set_bots=can_set_bots,
        strengths=_strength_choices(snapshot) if can_set_bots and table.bots else [],
        is_after_event=table.purpose == Table.Purpose.LATE,
        can_sit=can_sit,
        sit_reason=sit_reason,
        can_start=is_host and not start_reason,
        start_reason=start_reason if is_host else "",
        said=sit_reason
        or _waiting_sentence(snapshot, user, seat, can_sit=can_sit, start_reason=start_reason),
        sign_in_url=sign_in_url,
        sign_up_url=sign_up_url,
        can_open=is_host and bool(free) and snapshot.setting.reserved_for is not None,
        removable=_removable(snapshot) if is_host else [],
        freeable=_freeable(snapshot) if is_host else [],
        is_asked=seat is not None and not seat.ready and _asks_each_player(snapshot),
        can_leave=seat is not None,
        leave_label="" if closes else _("Stand up"),
        can_close=is_host and (is_alone or table.purpose != Table.Purpose.COUNTS),
        is_alone=is_alone,
    )


def _strength_choices(snapshot: Snapshot) -> list[StrengthChoice]:
    """Return the choices of strength for all bots and, if there are several, for each free seat."""
    table, free = snapshot.table, snapshot.setting.free_seats
    is_money = snapshot.session.bot_money == Table.BotMoney.HOUSE and has_stake(snapshot.session)
    offered = [
        (each.value, strength_label(each.value)) for each in strengths_for(is_money=is_money)
    ]
    of_all = StrengthChoice(None, strength_at(table, -1), offered)
    if len(free) < 2:
        return [of_all]
    in_seats = [("", _("Like the others")), *offered]
    return [
        of_all,
        *(
            StrengthChoice(number, table.seat_strengths.get(str(number), ""), in_seats)
            for number in free
        ),
    ]


def _account_urls(snapshot: Snapshot, user: User | None) -> tuple[str, str]:
    """Return the pages where a visitor or guest signs in or up for a seat, or two empty texts.

    Empty for members, and at tables where guests can play.
    """
    is_member = user is not None and not user.is_guest
    if is_member or why_no_guests(snapshot.table) is None:
        return "", ""
    back = urlencode({"next": reverse("table", args=[snapshot.table.slug])})
    sign_up = "account_signup" if user is None else "keep_account"
    return f"{reverse('account_login')}?{back}", f"{reverse(sign_up)}?{back}"


def _waiting_sentence(
    snapshot: Snapshot,
    user: User | None,
    seat: SeatFacts | None,
    *,
    can_sit: bool,
    start_reason: str,
) -> str:
    """Return the sentence that tells the viewer what the waiting table needs; empty for none."""
    host = snapshot.table.host_id
    if seat is None and _is_freed(snapshot, user):
        if can_sit:
            return _("You were away, so your seat was freed. Sit down again to play.")
        return _("You were away, so your seat was freed.")
    if seat is None:
        return "" if can_sit else _("All seats are taken. You can stay and watch.")
    is_host = seat.user_id == host
    if absent := _absent_names(snapshot):
        said = _("Away: %(names)s.")
        if has_stake(snapshot.session):
            said = _("To play for money, everyone must be here at the start. Away: %(names)s.")
        elif is_host and not start_reason:
            said = _("Away: %(names)s. You can start without waiting for them.")
        return said % {"names": listed(absent)}
    if is_host and start_reason:
        return start_reason
    is_silent = _asks_each_player(snapshot) and bool(_names_without_yes(snapshot))
    if is_host and not snapshot.setting.free_seats and not is_silent:
        # The controls say that the game can start.
        return ""
    if _asks_each_player(snapshot) and (silent := _names_without_yes(snapshot)):
        said = _("Everyone must agree to another game for money. Waiting for: %(names)s.")
        return said % {"names": listed(silent)}
    if starts_automatically(snapshot):
        if has_stake(snapshot.session):
            return _("The game starts when all previous players are back and have agreed.")
        return _("The game starts when all previous players are back.")
    if is_host:
        return ""
    name = next((each.name for each in snapshot.seats if each.user_id == host), "")
    return _("Waiting for %(host)s to start.") % {"host": name}


def _asks_each_player(snapshot: Snapshot) -> bool:
    """Return whether the session waits for a yes of every player: later ones for a stake do."""
    return asks_each_player(snapshot.session, snapshot.session)


def _names_without_yes(snapshot: Snapshot) -> list[str]:
    """Return the names of players who have not said yes to the session."""
    return [seat.name for seat in snapshot.seats if not seat.ready]


def _absent_names(snapshot: Snapshot) -> list[str]:
    """Return the names of absent players."""
    return [seat.name for seat in snapshot.seats if seat.absent_since is not None]


def _freeable(snapshot: Snapshot) -> list[Freeable]:
    """Return the absent players whose seats the host can free."""
    table = snapshot.table
    wait = bot_after(table, snapshot.session)
    return [
        Freeable(seat.number, seat.name, Countdown(seat.absent_since + wait))
        for seat in snapshot.seats
        if seat.absent_since is not None and seat.user_id != table.host_id
    ]


def starts_automatically(snapshot: Snapshot) -> bool:
    """Return whether previous players are missing and the session starts once all are back."""
    setting = snapshot.setting
    reserved = setting.reserved_for
    here = {seat.user_id for seat in setting.seats}
    return (
        reserved is not None and setting.expected == set(reserved) and not setting.expected <= here
    )


def _removable(snapshot: Snapshot) -> list[Removable]:
    """Return the players whom the host can remove: all others."""
    host = snapshot.table.host_id
    return [Removable(seat.number, seat.name) for seat in snapshot.seats if seat.user_id != host]


def _is_seat_kept(snapshot: Snapshot) -> bool:
    """Return whether players keep the seats they chose, instead of a draw at the start."""
    return snapshot.table.seating == Table.Seating.CHOSEN and snapshot.session.number == 1


def _sit_denial(snapshot: Snapshot, user: User | None, seat: SeatFacts | None) -> str:
    """Return the sentence that says why the user can't take a seat; empty if they can.

    Checked are bans, guests and reservations, not whether a seat is free.
    """
    table = snapshot.table
    if user is not None and user.pk in table.barred:
        return denial_sentence(TableCode.BARRED)
    code = why_no_guests(table) if user is None or user.is_guest else None
    if seat is None:
        code = code or why_reserved(user, snapshot.setting.reserved_for)
    return denial_sentence(code) if code else ""


def _open_votings(snapshot: Snapshot, own_seat: SeatFacts) -> list[Voting]:
    """Return the open votes as the viewer sees them, those without their vote first."""
    seats = snapshot.seats
    found = []
    for key, numbers in open_votes(snapshot.session).items():
        asked = voters(seats, key)
        silent = [seat for seat in asked if seat.number not in numbers]
        counted = [seat.name for seat in silent if key == END and counts_as_agreeing(seat)]
        ends = lapses_at(snapshot.session, key)
        found.append(
            Voting(
                key=key,
                text=proposal(key, seats),
                agreed=[seat.name for seat in seats if seat.number in numbers],
                missing=[seat.name for seat in silent if seat.name not in counted],
                counted=counted,
                asked=own_seat in asked,
                mine=own_seat.number in numbers,
                ends=None if ends is None else Countdown(ends),
            )
        )
    return sorted(found, key=lambda voting: voting.mine or not voting.asked)


def _outcome(snapshot: Snapshot) -> VoteOutcome | None:
    """Return the outcome of the last vote, for a short time after it failed; otherwise None."""
    outcome, seats = snapshot.session.vote_outcome, snapshot.seats
    if not outcome:
        return None
    until = datetime.fromisoformat(outcome["at"]) + OUTCOME_SHOWN
    if until <= timezone.now():
        return None
    words = {"proposal": proposal(outcome["proposal"], seats)}
    name = next((seat.name for seat in seats if seat.number == outcome["seat"]), "")
    if name and outcome.get("back"):
        said = _("%(name)s is back. Vote cancelled: %(proposal)s.")
        said %= {**words, "name": name}
    elif name:
        said = _("%(name)s voted no: %(proposal)s.") % {**words, "name": name}
    else:
        said = _("The vote didn’t pass in time: %(proposal)s.") % words
    return VoteOutcome(said, Countdown(until))


def _rematch_request(snapshot: Snapshot, own_seat: SeatFacts) -> RematchRequest | None:
    """Return the request to play again as the viewer sees it; None without one."""
    rematch = rematch_of(snapshot.setting)
    if not rematch.yes:
        return None
    names = snapshot.names
    answers = [(rematch.yes, "yes"), (rematch.no, "no")]
    return RematchRequest(
        asker=names[rematch.yes[0]],
        is_own=rematch.yes[0] == own_seat.number,
        yes=[names[number] for number in rematch.yes],
        no=[names[number] for number in rematch.no],
        awaited=[names[number] for number in rematch.awaited],
        mine=next((said for seats, said in answers if own_seat.number in seats), ""),
        can_open=rematch.yes[0] == own_seat.number,
    )


def next_session_of(snapshot: Snapshot, user: User | None) -> NextSession:
    """Return the table's next session for a viewer who still sees the last one's result."""
    seat = snapshot.setting.seat_of(user.pk) if user else None
    is_waiting = snapshot.table.phase == Table.Phase.WAITING
    menu = _menu_before_session(snapshot, user, seat) if is_waiting else None
    terms = next_terms(snapshot)
    return NextSession(
        is_waiting=is_waiting,
        can_sit=menu is not None and menu.can_sit,
        names=[each.name for each in snapshot.seats if not each.is_bot],
        can_watch=is_waiting or snapshot.table.spectators,
        url=reverse("table", args=[snapshot.table.slug]),
        price=price_of(snapshot),
        max_loss=terms.get("next_most", ""),
        field=terms_field(terms.get("digest", "")),
    )


def _away_players(snapshot: Snapshot, own_seat: SeatFacts) -> list[AwayPlayer]:
    """Return the absent and idle players for whom the viewer can ask for a bot.

    None while the game is paused, and none for whom a bot is being voted on.
    """
    table, session = snapshot.table, snapshot.session
    if table.phase not in Table.RUNNING_PHASES or table.paused_at is not None:
        return []
    wait, is_vote = bot_after(table, session), not is_casual(table, session)
    has_other_voters = len(voters(snapshot.seats, PAUSE)) > 2
    known = open_votes(session)
    found = []
    for seat in snapshot.seats:
        since = seat.absent_since or (seat.reminded_at if seat.idle else None)
        key = f"{STAND_IN}{seat.number}"
        if since is None or seat.stand_in or seat.left_at or seat == own_seat or key in known:
            continue
        opens = Countdown(since + (wait if seat.absent_since else IDLE_AFTER))
        found.append(
            AwayPlayer(
                seat.name, key, f"{key}-{since.timestamp()}", opens, is_vote and has_other_voters
            )
        )
    return found


def _offers(snapshot: Snapshot, own_seat: SeatFacts) -> list[Offer]:
    """Return the proposals that the viewer can make now, without those that are being voted on."""
    session, seats = snapshot.session, snapshot.seats
    keys = [] if snapshot.table.paused_at else [PAUSE]
    if not session.ending and snapshot.table.purpose != Table.Purpose.COUNTS:
        keys.append(END)
    keys += [
        f"{STAND_IN}{seat.number}"
        for seat in seats
        if seat.user_id
        and not seat.stand_in
        and seat != own_seat
        and may_be_replaced(snapshot.table, seat)
    ]
    known = open_votes(session)
    return [Offer(key, proposal(key, seats)) for key in keys if key not in known]

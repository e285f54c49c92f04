"""Public data of a table in the viewer's language, before and during a session."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from games.bots.net import is_standing_in
from games.common import money
from games.common.languages import gettext as _
from games.common.languages import reader_language
from games.common.numbers import listed
from games.language import labels, log
from games.language.bots import bot_description, bot_label, bot_title, network_note
from games.language.seats import Notice, SeatView, ToBeat, seat_views, to_beat
from games.language.stake_words import stake_label, stake_note
from games.rules.view import View, view
from games.screens.question import terms_field
from games.screens.table.stable import StableFacts
from games.tables import clocks, shuffle
from games.tables.absence import is_away
from games.tables.advice import is_advised
from games.tables.bot_strength import plays_by_network, strength_at
from games.tables.max_loss import max_session_loss
from games.tables.models import Deal, Table
from games.tables.opening_hold import lead_opens_at
from games.tables.snapshot import DealFacts, PreparedFacts, SeatFacts, Snapshot, deal_key
from games.tables.stakes import counts_for_money, has_stake
from games.tables.terms import shown_digest

#: Number of latest actions shown in the game log, besides how the deal began.
LOG_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Countdown:
    """Time left until a moment; stays correct while the object is cached."""

    until: datetime

    @property
    def seconds(self) -> int:
        """Seconds left, at least 0."""
        return max(0, round((self.until - timezone.now()).total_seconds()))


@dataclass(frozen=True, slots=True)
class Pulse:
    """Values that the page's scripts read, such as phase, turn and version."""

    version: int
    #: Position that a move is made for; see ``games.tables.snapshot.PositionId``.
    moment: str
    phase: str
    turn: int | None
    clockwise: bool
    #: Whether twos rank lowest for the rest of the deal.
    twos_low: bool
    players: int
    #: Name of the current or next deal in its shuffle, without the attempt.
    shuffle_name: str
    #: SHA-256 of the secret for that shuffle.
    commitment: str


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the table as text: rules, length, stake, clock."""

    slug: str
    rules_name: str
    #: "Deal 3 of 8" during the session, otherwise "8 deals".
    deals: str
    #: "target ±50 points", or empty.
    target: str
    #: Deals and target together.
    length: str
    is_last_deal: bool
    stake: str
    #: The stake shown on buttons for a seat; empty for points.
    price: str
    #: Note on whether the session counts for money, if the stake alone does not tell.
    stake_note: str
    clock: str
    #: Rule for ending early; empty if the players can't decide it.
    early_end: str
    #: Page of the previous session, if there was one.
    before_url: str
    #: The event that it counts for, if any.
    purpose: str
    purpose_url: str
    #: The stake of the waiting or next session; empty for points.
    next_price: str = ""
    #: Its maximum loss, and the rule for players who are away.
    next_most: str = ""
    stand_in: str = ""
    #: The digest of these terms.
    digest: str = ""
    #: What "Hint" does at this table, in words; empty in lessons.
    hints: str = ""
    #: The bots in the seats with their strengths; empty before the session, where seats say it.
    bots: str = ""
    #: That bots play weaker than chosen; usually empty.
    bots_note: str = ""

    @property
    def field(self) -> SafeString:
        """The hidden form field with the digest of the terms that the page shows."""
        return terms_field(self.digest)


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the session starts; an empty name means a free seat."""

    number: int
    name: str
    picture: str
    is_host: bool
    #: The previous player for whom it is reserved.
    kept_for: str = ""
    is_absent: bool = False
    #: The bot that takes the seat if it stays empty, such as "Club bot".
    bot: str = ""
    bot_description: str = ""


@dataclass(frozen=True, slots=True)
class WaitingBoard:
    """The public data of a table that waits for players: seats and terms."""

    pulse: Pulse
    terms: Terms
    status: list[str]
    seats: list[WaitingSeat]
    bots: bool
    joining: str
    seating: str
    #: The maximum loss in words; empty for points.
    worst: str
    #: Whether the table has already played a session.
    again: bool
    #: Whether players choose their seats.
    is_chosen: bool
    kind: Literal["waiting"] = field(default="waiting", init=False)
    #: Identifies the deal of the cards; empty before the first deal.
    deal_key: str = field(default="", init=False)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat during a session, with details that replays don't have."""

    view: SeatView
    is_host: bool
    #: Whether a bot plays for the player, who is away or (``left``) has quit.
    stand_in: bool
    left: bool
    #: Whether the player is asked to be ready for the next deal, and is ready.
    is_asked: bool
    is_ready: bool
    #: Whether the player is absent or idle, and no bot plays for them.
    is_away: bool
    #: The seat's total so far, in points.
    net: int
    #: Whether it holds a single card.
    last_card: bool

    @property
    def looks(self) -> str:
        """The CSS classes for its state."""
        holds = {
            "is-turn": self.view.is_turn,
            "is-out": bool(self.view.out),
            "is-winner": self.view.is_winner,
            "is-passed": self.view.passed,
            "has-stand-in": self.stand_in,
            "is-away": self.is_away,
            "is-last-card": self.last_card,
            "is-ready": self.is_ready,
        }
        return " ".join(name for name, is_so in holds.items() if is_so)

    @property
    def plate(self) -> tuple[object, ...]:
        """The values on its name plate except the card count, to be compared for changes."""
        shown = self.view
        people = shown.number, shown.name, shown.picture, shown.bot, shown.is_dealer
        return *people, self.stand_in, self.left, self.is_host, self.net

    @property
    def said(self) -> tuple[object, ...]:
        """The values beside its name plate, and its CSS classes, to be compared for changes."""
        shown = self.view
        now = shown.is_turn, shown.call, self.is_asked, self.is_ready, shown.is_winner, shown.out
        return *now, shown.passed, shown.passing, shown.last, shown.last_is_top, self.looks


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The public data of a table whose session has started."""

    pulse: Pulse
    terms: Terms
    seats: list[TableSeat]
    deal_key: str
    is_playing: bool
    is_paused: bool
    #: Whether the player on turn leads a new trick.
    on_lead: bool
    to_beat: ToBeat | None
    notices: list[Notice]
    #: The game log so far, and the sentences on how the deal began.
    story: log.DealLog
    beginning: list[str]
    #: Number of cards to draw, or None without a stock.
    stock: int | None
    #: How long the lead waits for players who may ask for a redeal.
    pause: Countdown | None
    #: Time left for the player on turn.
    deadline: Countdown | None
    #: The view of the deal it was made from.
    seen: View = field(repr=False)
    kind: Literal["deal"] = field(default="deal", init=False)

    @property
    def latest(self) -> tuple[str, ...]:
        """The newest `LOG_LENGTH` entries of the game log, newest first."""
        return self.story.lines[: -LOG_LENGTH - 1 : -1]

    @property
    def log(self) -> list[str]:
        """The shown game log, newest first, with the beginning of the deal last."""
        return [*self.latest, *reversed(self.beginning)]


Board = WaitingBoard | DealBoard


def board_of(snapshot: Snapshot, stable: StableFacts | None = None) -> Board:
    """Return the public data of the table in the reader's language, before or during a session.

    :param stable: results that stay the same between moves
    """
    stable = stable or StableFacts(snapshot)
    if snapshot.newest is None:
        return _waiting_board(snapshot, stable)
    return _deal_board(snapshot, stable)


def status_for(snapshot: Snapshot, board: Board, reader: int | None) -> list[str]:
    """Return the sentences of the status line, which address the seat ``reader`` as "you"."""
    if board.kind == "waiting":
        return board.status
    finished = snapshot.table.phase == Table.Phase.FINISHED
    said, plays = (board.story.lines[-1:], board.notices), board.story.plays
    return log.status(
        board.seen,
        snapshot.names,
        *said,
        finished=finished,
        paused=board.is_paused,
        reader=reader,
        plays=plays,
    )


# --- Both


def _terms(snapshot: Snapshot) -> Terms:
    """Return the terms of the table's current session in the reader's language."""
    table, session = snapshot.table, snapshot.session
    goes_on = table.phase in Table.RUNNING_PHASES
    deals = labels.deals_label(session.deals_planned)
    length = labels.length_label(session.deals_planned, session.target)
    if goes_on:
        words = {"number": snapshot.deal.number, "planned": session.deals_planned}
        deals = length = _("Deal %(number)d of %(planned)d") % words
        if session.target is not None:
            words["target"] = session.target
            length = _("Deal %(number)d of %(planned)d, target ±%(target)d points") % words
    target = "" if session.target is None else _("target ±%(target)d points")
    return Terms(
        slug=table.slug,
        rules_name=labels.rules_label(session.rules_name),
        deals=deals,
        target=target and target % {"target": session.target},
        length=length,
        is_last_deal=session.ending and table.phase != Table.Phase.FINISHED,
        stake=stake_label(session, snapshot.seats, bots=table.bots),
        price=price_of(snapshot),
        stake_note=stake_note(session, snapshot.seats),
        clock=clocks.label(table.clock),
        early_end=_early_end(snapshot),
        before_url=_previous_session_url(snapshot),
        purpose=str(Table.Purpose(table.purpose).label) if table.purpose else "",
        purpose_url=reverse("night_of_table", args=[table.slug]) if table.purpose else "",
        hints=_hints(snapshot),
        bots=_bots(snapshot),
        bots_note=_bots_note(snapshot),
        **next_terms(snapshot),
    )


def next_terms(snapshot: Snapshot) -> dict[str, str]:
    """Return the terms of the seat or rematch on offer, as fields of `Terms`; empty for points.

    Also empty for tables of events, lessons, and rematches of one player with bots.
    """
    table, session = snapshot.table, snapshot.session
    is_alone = sum(seat.user_id is not None for seat in snapshot.seats) < 2
    is_waiting = table.phase == Table.Phase.WAITING
    is_free = not table.is_arranged and not table.lesson
    if not has_stake(session) or not is_free or (is_alone and not is_waiting):
        return {}
    return {
        "next_price": money.stake(session.stake_minor, session.currency),
        "next_most": money.amount(max_session_loss(session), session.currency),
        "stand_in": stand_in_terms(),
        "digest": shown_digest(session, table.clock),
    }


def stand_in_terms() -> str:
    """Return the sentence on what happens to players who are away at a table with a stake."""
    return _(
        "If you’re away or leave, a bot of club strength plays for you, and its wins and losses are"
        " yours."
    )


def _hints(snapshot: Snapshot) -> str:
    """Return what "Hint" does at the table, in words; empty in lessons, which have a coach."""
    if snapshot.table.lesson:
        return ""
    return _("Suggest the best play") if is_advised(snapshot) else _("List possible plays")


def _bots(snapshot: Snapshot) -> str:
    """Return the bots in the seats with their strengths; small windows have no room beside them."""
    return listed([bot_title(seat.name, seat.bot) for seat in snapshot.seats if seat.is_bot])


def _bots_note(snapshot: Snapshot) -> str:
    """Return the sentence that bots play weaker because their network is missing; usually empty."""
    return network_note() if plays_by_network(snapshot) and is_standing_in() else ""


def _early_end(snapshot: Snapshot) -> str:
    """Return the sentence on ending the session early; empty if the players can't decide it."""
    table, is_waiting = snapshot.table, snapshot.table.phase == Table.Phase.WAITING
    is_fixed = table.is_arranged or table.purpose == Table.Purpose.COUNTS or bool(table.lesson)
    is_alone = not is_waiting and sum(seat.user_id is not None for seat in snapshot.seats) < 2
    return "" if is_fixed or is_alone else early_end_terms()


def early_end_terms() -> str:
    """Return the sentence that says who must agree to end a session early."""
    return _(
        "All players must vote yes. Any player who has been away for 30 minutes counts as a yes."
    )


def price_of(snapshot: Snapshot) -> str:
    """Return the stake per point that a seat commits to, as text; empty for points."""
    session = snapshot.session
    if snapshot.newest is not None and not counts_for_money(session, snapshot.seats):
        return ""
    return money.stake(session.stake_minor, session.currency) if session.stake_minor else ""


def _previous_session_url(snapshot: Snapshot) -> str:
    """Return the page of the previous session; empty for the first, or if tables share packs."""
    number = snapshot.session.number
    if number == 1 or snapshot.table.same_packs:
        return ""
    return reverse("session", args=[snapshot.table.slug, number - 1])


def _pulse(snapshot: Snapshot, seen: View | None, stable: StableFacts) -> Pulse:
    """Return the values for the page's scripts; `seen` is None before the session."""
    table = snapshot.table
    shuffle_name, commitment = stable.once(
        "shuffle", lambda: (_shuffle_name(snapshot), _commitment(snapshot))
    )
    return Pulse(
        version=table.version,
        moment=snapshot.position,
        phase=table.phase,
        turn=seen.turn if seen else None,
        clockwise=seen.clockwise if seen else False,
        twos_low=seen.twos_low if seen else False,
        players=snapshot.session.rule_set.players,
        shuffle_name=shuffle_name,
        commitment=commitment,
    )


def _is_running(snapshot: Snapshot) -> bool:
    """Return whether a deal is being played."""
    return snapshot.table.phase == Table.Phase.PLAYING and snapshot.newest is not None


def _shuffle_name(snapshot: Snapshot) -> str:
    """Return the shuffle name of the deal that the commitment is for. Redeals share one secret."""
    if shared := _shared_pack(snapshot):
        return shared.shuffle_name
    if _is_rematch_asked(snapshot):
        return shuffle.deal_name(snapshot.table.slug, snapshot.session.number + 1, 1)
    number = 0 if snapshot.newest is None else snapshot.deal.number
    number += not _is_running(snapshot)
    return shuffle.deal_name(snapshot.table.slug, snapshot.session.number, number)


def _is_rematch_asked(snapshot: Snapshot) -> bool:
    """Return whether another session was asked for, whose first deal already has a secret."""
    return snapshot.table.phase == Table.Phase.FINISHED and bool(snapshot.session.again.get("yes"))


def _commitment(snapshot: Snapshot) -> str:
    """Return the commitment to the current or next deal's secret; empty without a secret."""
    running = _is_running(snapshot)
    secret = snapshot.deal.secret if running else snapshot.session.next_secret
    if shared := _shared_pack(snapshot):
        secret = shared.secret
    elif running and snapshot.deal.pack_source == Deal.PackSource.GIVEN:
        secret = ""
    is_over = snapshot.table.phase == Table.Phase.FINISHED and not _is_rematch_asked(snapshot)
    if is_over or not secret:
        return ""
    return shuffle.commitment(secret)


def _shared_pack(snapshot: Snapshot) -> DealFacts | PreparedFacts | None:
    """Return the current or next deal if its pack is shared by several tables; otherwise None."""
    if not _is_running(snapshot):
        return snapshot.setting.coming
    return snapshot.deal if snapshot.deal.pack_source == Deal.PackSource.SHARED else None


# --- Before a session


def _waiting_board(snapshot: Snapshot, stable: StableFacts) -> WaitingBoard:
    """Return the board of a table that waits for players."""
    table, session = snapshot.table, snapshot.session
    pulse = _pulse(snapshot, None, stable)
    seats = _waiting_seats(snapshot, pulse.players)
    names = [seat.name for seat in seats if seat.name]
    return WaitingBoard(
        pulse=pulse,
        terms=stable.once(("terms", reader_language()), lambda: _terms(snapshot)),
        status=log.waiting_status(names, pulse.players - len(names)),
        seats=seats,
        bots=table.bots,
        joining=str(Table.Joining(table.joining).label),
        seating=str(Table.Seating(table.seating).label),
        worst=money.max_loss(max_session_loss(session), session.currency),
        again=session.number > 1,
        is_chosen=table.seating == Table.Seating.CHOSEN and session.number == 1,
    )


def _waiting_seats(snapshot: Snapshot, players: int) -> list[WaitingSeat]:
    """Return all seats of a waiting table in order, including the free ones."""
    taken = {seat.number: seat for seat in snapshot.seats}
    host = snapshot.table.host_id
    kept = _names_by_reserved_seat(snapshot)
    return [
        WaitingSeat(
            number=number,
            name=taken[number].name if number in taken else "",
            picture=taken[number].picture if number in taken else "",
            is_host=number in taken and taken[number].user_id == host,
            kept_for=kept.get(number, ""),
            is_absent=number in taken and taken[number].absent_since is not None,
            **_coming_bot(snapshot, number),
        )
        for number in range(players)
    ]


def _coming_bot(snapshot: Snapshot, number: int) -> dict[str, str]:
    """Return the bot that takes a free seat, as fields of `WaitingSeat`; empty if none will."""
    if not snapshot.table.bots or number not in snapshot.setting.free_seats:
        return {}
    strength = strength_at(snapshot.table, number)
    return {"bot": bot_label(strength), "bot_description": bot_description(strength)}


def _names_by_reserved_seat(snapshot: Snapshot) -> dict[int, str]:
    """Return, by the number of a free seat, the name of the player for whom it is reserved."""
    setting = snapshot.setting
    here = {seat.user_id for seat in setting.seats}
    names = [
        name
        for user, name in (setting.reserved_for or {}).items()
        if user in setting.expected and user not in here
    ]
    return dict(zip(setting.free_seats, names, strict=False))


# --- During a session


def _deal_board(snapshot: Snapshot, stable: StableFacts) -> DealBoard:
    """Return the board of a table whose session has started."""
    table, seats, language = snapshot.table, snapshot.seats, reader_language()
    seen = view(snapshot.state, None)
    names = snapshot.names
    deal_log = _deal_log(snapshot, seen, stable)
    notices = notices_of(snapshot, seen)
    return DealBoard(
        pulse=_pulse(snapshot, seen, stable),
        terms=stable.once(("terms", language), lambda: _terms(snapshot)),
        seats=[
            _table_seat(snapshot, seat, shown)
            for seat, shown in zip(seats, seat_views(seen, seats, deal_log.plays), strict=True)
        ],
        deal_key=deal_key(snapshot.setting),
        is_playing=table.phase == Table.Phase.PLAYING,
        is_paused=table.paused_at is not None,
        on_lead=seen.on_lead,
        to_beat=to_beat(seen, names),
        notices=notices,
        story=deal_log,
        beginning=stable.once(("beginning", language), lambda: log.beginning(seen, names)),
        stock=seen.stock_count if seen.rules.leftover == "stock" else None,
        pause=countdown_to(None if table.paused_at else lead_opens_at(snapshot)),
        deadline=countdown_to(None if table.paused_at else table.deadline),
        seen=seen,
    )


def _deal_log(snapshot: Snapshot, seen: View, stable: StableFacts) -> log.DealLog:
    """Return the log of the deal in the reader's language, continuing the cached one."""
    names = snapshot.names
    known: list[log.DealLog] = stable.while_same(
        ("log", reader_language()), (deal_key(snapshot.setting), names), list
    )
    known[:] = [log.deal_log(seen, names, known[0] if known else None)]
    return known[0]


def countdown_to(until: datetime | None) -> Countdown | None:
    """Return the countdown until that moment; None without one."""
    return None if until is None else Countdown(until)


def notices_of(snapshot: Snapshot, seen: View) -> list[Notice]:
    """Return the notices that all viewers see during the deal, such as a shown hand."""
    shown = snapshot.setting.shown
    if shown is None:
        return log.notices(seen, snapshot.names)
    return log.notices(seen, snapshot.names, redeal_seat=shown.seat, redeal_hand=shown.cards)


def _table_seat(snapshot: Snapshot, seat: SeatFacts, shown: SeatView) -> TableSeat:
    """Return the seat with its view of the deal and its state between deals."""
    table = snapshot.table
    is_between = table.phase == Table.Phase.BETWEEN
    return TableSeat(
        view=shown,
        is_host=seat.user_id is not None and seat.user_id == table.host_id,
        stand_in=seat.stand_in,
        left=seat.left_at is not None,
        is_asked=is_between and not seat.is_bot,
        is_ready=is_between and seat.ready,
        is_away=seat.left_at is None and not seat.stand_in and is_away(seat),
        net=seat.net,
        last_card=shown.cards == 1 and not snapshot.state.over,
    )

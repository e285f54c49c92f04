"""A table as everybody sees it, in the reader's language: before a session, and from its start."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from django.utils import timezone
from django.utils.safestring import SafeString

from games.common import money
from games.common.languages import gettext as _
from games.common.languages import reader_language
from games.language import labels, log
from games.language.scores import (
    DealReport,
    FinalStanding,
    Sheet,
    deal_report,
    final_of,
    sheet_of,
)
from games.language.seats import Notice, SeatView, ToBeat, seat_views, to_beat
from games.language.stake_words import stake_label, stake_note
from games.rules.view import View, view
from games.screens.question import terms_field
from games.screens.table.scene import Scene
from games.tables import clocks, links, shuffle
from games.tables.max_loss import max_session_loss
from games.tables.models import Deal, Table
from games.tables.opening_hold import lead_opens_at
from games.tables.snapshot import DealFacts, PreparedFacts, SeatFacts, Snapshot, deal_key
from games.tables.stakes import counts_for_money, has_stake
from games.tables.terms import shown_digest

#: How many of the last actions are told in words, besides how the deal began.
LOG_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Countdown:
    """How long something is still to come; it goes on while what shows it is kept."""

    until: datetime

    @property
    def seconds(self) -> int:
        """How many seconds there are until then, none below zero."""
        return max(0, round((self.until - timezone.now()).total_seconds()))


@dataclass(frozen=True, slots=True)
class Pulse:
    """What the modules of the page go by."""

    version: int
    #: What a move is made for; see ``games.tables.snapshot.PositionId``.
    moment: str
    phase: str
    turn: int | None
    clockwise: bool
    #: Whether twos rank lowest for the rest of the deal.
    twos_low: bool
    players: int
    #: The name of the running deal, or of the coming one, in its shuffle, without the attempt.
    shuffle_name: str
    #: SHA-256 of the secret that it was, or will be, shuffled with.
    commitment: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played at the table."""

    slug: str
    rules_name: str
    #: "Deal 3 of 8", or before the session and after it "8 deals".
    deals: str
    #: "to 50 points", or nothing.
    target: str
    #: Both of them.
    length: str
    is_last_deal: bool
    stake: str
    #: What a seat commits to, in short: what a point is worth; empty for points.
    price: str
    #: Whether the session counts for money, where the stake alone does not say that.
    stake_note: str
    clock: str
    #: Who must agree to an early end; empty where it is not up to the players.
    early_end: str
    #: Where the session before is shown, deal by deal, if there was one.
    before_url: str
    #: For what it counts, if for more than the table.
    purpose: str
    purpose_url: str
    #: What a seat in the session that waits, or in the next one, commits to; empty for points.
    next_price: str = ""
    #: The most that it can cost, and who plays for a player who is away.
    next_most: str = ""
    stand_in: str = ""
    #: The digest of these terms.
    digest: str = ""

    @property
    def field(self) -> SafeString:
        """The hidden field of a form for a seat, which says which terms the page shows."""
        return terms_field(self.digest)


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the session begins; without a name it is free."""

    number: int
    name: str
    picture: str
    is_host: bool
    #: Whom it is kept for, where that is somebody who played before.
    kept_for: str = ""
    #: Whether a session for a stake waits for the player, who has no page open.
    is_absent: bool = False


@dataclass(frozen=True, slots=True)
class WaitingBoard:
    """A table that waits for people: who is there, and what will be played."""

    pulse: Pulse
    terms: Terms
    status: list[str]
    sheet: Sheet
    seats: list[WaitingSeat]
    bots: bool
    joining: str
    seating: str
    #: What the session can cost one who plays, where it is for money.
    worst: str
    #: Whether those who are there have played a session here already.
    again: bool
    #: Whether it is up to people which seat they play from.
    is_chosen: bool
    kind: Literal["waiting"] = field(default="waiting", init=False)
    #: Tells the cards of one deal from those of another: there are none yet.
    deal_key: str = field(default="", init=False)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat of a session that has begun, with what the replay of a deal does not know."""

    view: SeatView
    is_host: bool
    #: A bot plays for the person, who is away or (``left``) gone for good.
    stand_in: bool
    left: bool
    #: Whether the person is asked to be ready for the next deal, and is.
    is_asked: bool
    is_ready: bool
    #: What the seat's session has come to so far.
    net: int
    #: Whether it holds a single card.
    last_card: bool

    @property
    def looks(self) -> str:
        """The classes by which styles tell it from others."""
        holds = {
            "is-turn": self.view.is_turn,
            "is-out": bool(self.view.out),
            "is-winner": self.view.is_winner,
            "is-passed": self.view.passed,
            "is-stood-in": self.stand_in,
            "is-last-card": self.last_card,
            "is-ready": self.is_ready,
        }
        return " ".join(name for name, is_so in holds.items() if is_so)

    @property
    def plate(self) -> tuple[object, ...]:
        """What its plate shows besides how many cards it holds."""
        shown = self.view
        people = shown.number, shown.name, shown.picture, shown.is_bot, shown.is_dealer
        return *people, self.stand_in, self.left, self.is_host, self.net

    @property
    def said(self) -> tuple[object, ...]:
        """What is said beside its plate, and how it looks."""
        shown = self.view
        now = shown.is_turn, shown.call, self.is_asked, self.is_ready, shown.is_winner, shown.out
        return *now, shown.passed, shown.passing, shown.last, shown.last_is_top, self.looks


@dataclass(frozen=True, slots=True)
class DealBoard:
    """A table whose session has begun."""

    pulse: Pulse
    terms: Terms
    sheet: Sheet
    seats: list[TableSeat]
    deal_key: str
    is_playing: bool
    is_paused: bool
    #: Whether the one on turn may lead what one likes.
    on_lead: bool
    to_beat: ToBeat | None
    notices: list[Notice]
    #: The deal's actions so far, and before them how it began.
    story: log.Story
    beginning: list[str]
    #: Cards that there are to draw, or None where the game has no stock.
    stock: int | None
    result: DealReport | None
    final: FinalStanding | None
    next_deal: Countdown | None
    #: Until when the lead waits for whoever may ask for a new deal.
    pause: Countdown | None
    #: How long the person on turn may think.
    deadline: Countdown | None
    #: What all of it was made of.
    seen: View = field(repr=False)
    kind: Literal["deal"] = field(default="deal", init=False)

    @property
    def latest(self) -> tuple[str, ...]:
        """The last actions in words, the newest first."""
        return self.story.lines[: -LOG_LENGTH - 1 : -1]

    @property
    def log(self) -> list[str]:
        """What is told of the deal, the newest first."""
        return [*self.latest, *reversed(self.beginning)]


Board = WaitingBoard | DealBoard


def board_of(
    snapshot: Snapshot,
    *,
    with_money: bool = False,
    reader: int | None = None,
    scene: Scene | None = None,
) -> Board:
    """Return the table as everybody sees it.

    :param with_money: for those who are shown amounts (``games.tables.stakes``)
    :param reader: the seat of whoever reads of a result that is their own
    :param scene: where what stays from one action to the next is kept
    """
    scene = scene or Scene(snapshot)
    if snapshot.newest is None:
        return _waiting_board(snapshot, scene)
    return _deal_board(snapshot, scene, with_money, reader)


def personal(
    snapshot: Snapshot, board: Board, scene: Scene, *, with_money: bool, reader: int | None
) -> Board:
    """Return the board with sheet and results as some of its readers are told of them."""
    if board.kind == "waiting":
        return board
    return replace(
        board,
        sheet=_sheet(snapshot, scene, with_money),
        result=_result(snapshot, board.seen, scene, with_money, reader),
        final=_final(snapshot, with_money, reader) if board.final else None,
    )


def status_for(snapshot: Snapshot, board: Board, reader: int | None) -> list[str]:
    """Return what the live region says; whoever has the seat ``reader`` is "you" in it."""
    if board.kind == "waiting":
        return board.status
    finished = snapshot.table.phase == Table.Phase.FINISHED
    said, plays = (board.story.lines[-1:], board.notices), board.story.plays
    return log.status(
        board.seen, snapshot.names, *said, finished=finished, reader=reader, plays=plays
    )


# --- Both


def _terms(snapshot: Snapshot) -> Terms:
    table, session = snapshot.table, snapshot.session
    goes_on = table.phase in (Table.Phase.PLAYING, Table.Phase.BETWEEN)
    deals = labels.deals_label(session.deals_planned)
    length = labels.length_label(session.deals_planned, session.target)
    if goes_on:
        words = {"number": snapshot.deal.number, "planned": session.deals_planned}
        deals = length = _("Deal %(number)d of %(planned)d") % words
        if session.target is not None:
            words["target"] = session.target
            length = _("Deal %(number)d of %(planned)d, to %(target)d points") % words
    target = "" if session.target is None else _("to %(target)d points")
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
        before_url=_before_url(snapshot),
        purpose=str(Table.Purpose(table.purpose).label) if table.purpose else "",
        purpose_url=links.purpose_page(table.slug) if table.purpose else "",
        **next_terms(snapshot),
    )


def next_terms(snapshot: Snapshot) -> dict[str, str]:
    """Return what a player agrees to who sits down, or plays again; nothing where it is for points.

    A player alone with bots plays on for points.
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
    """Return what happens at a table with a stake when a player is away, in words."""
    return _("If you are away or leave, a bot plays for you, and you win or lose what it does.")


def _early_end(snapshot: Snapshot) -> str:
    """Return who must agree to an early end of the session."""
    table, is_waiting = snapshot.table, snapshot.table.phase == Table.Phase.WAITING
    is_fixed = table.is_arranged or table.purpose == Table.Purpose.COUNTS or bool(table.lesson)
    is_alone = not is_waiting and sum(seat.user_id is not None for seat in snapshot.seats) < 2
    return "" if is_fixed or is_alone else early_end_terms()


def early_end_terms() -> str:
    """Return who must agree to an early end of a session, in words."""
    return _(
        "All players must agree. A player without an open page for 30 minutes counts as agreeing."
    )


def price_of(snapshot: Snapshot) -> str:
    """Return what a seat commits to: what a point is worth; nothing where it is for points."""
    session = snapshot.session
    if snapshot.newest is not None and not counts_for_money(session, snapshot.seats):
        return ""
    return money.stake(session.stake_minor, session.currency) if session.stake_minor else ""


def _before_url(snapshot: Snapshot) -> str:
    number = snapshot.session.number
    if number == 1 or snapshot.table.same_packs:
        return ""
    return links.session_page(snapshot.table.slug, number - 1)


def _pulse(snapshot: Snapshot, seen: View | None, scene: Scene) -> Pulse:
    table = snapshot.table
    shuffle_name, commitment = scene.once(
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
    return snapshot.table.phase == Table.Phase.PLAYING and snapshot.newest is not None


def _shuffle_name(snapshot: Snapshot) -> str:
    """Return the name of the deal that the commitment is for; redeals share one secret."""
    if shared := _shared_pack(snapshot):
        return shared.shuffle_name
    if _is_rematch_asked(snapshot):
        return shuffle.deal_name(snapshot.table.slug, snapshot.session.number + 1, 1)
    number = 0 if snapshot.newest is None else snapshot.deal.number
    number += not _is_running(snapshot)
    return shuffle.deal_name(snapshot.table.slug, snapshot.session.number, number)


def _is_rematch_asked(snapshot: Snapshot) -> bool:
    """Return whether another session may begin, whose first deal has a secret by now."""
    return snapshot.table.phase == Table.Phase.FINISHED and bool(snapshot.session.again.get("yes"))


def _commitment(snapshot: Snapshot) -> str:
    """Return the one to the running deal's secret or, when it is over, to the coming one's."""
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
    """Return the running deal or, when it is over, the coming one, if it is not shuffled here."""
    if not _is_running(snapshot):
        return snapshot.setting.coming
    return snapshot.deal if snapshot.deal.pack_source == Deal.PackSource.SHARED else None


# --- Before a session


def _waiting_board(snapshot: Snapshot, scene: Scene) -> WaitingBoard:
    table, session = snapshot.table, snapshot.session
    pulse = _pulse(snapshot, None, scene)
    seats = _waiting_seats(snapshot, pulse.players)
    names = [seat.name for seat in seats if seat.name]
    return WaitingBoard(
        pulse=pulse,
        terms=scene.once(("terms", reader_language()), lambda: _terms(snapshot)),
        status=log.waiting_status(names, pulse.players - len(names)),
        sheet=sheet_of(session, snapshot.seats, ()),
        seats=seats,
        bots=table.bots,
        joining=str(Table.Joining(table.joining).label),
        seating=str(Table.Seating(table.seating).label),
        worst=money.max_loss(max_session_loss(session), session.currency),
        again=session.number > 1,
        is_chosen=table.seating == Table.Seating.CHOSEN and session.number == 1,
    )


def _waiting_seats(snapshot: Snapshot, players: int) -> list[WaitingSeat]:
    taken = {seat.number: seat for seat in snapshot.seats}
    host = snapshot.table.host_id
    kept = _kept_seats(snapshot)

    def is_absent(seat: SeatFacts) -> bool:
        return has_stake(snapshot.session) and seat.absent_since is not None

    return [
        WaitingSeat(
            number=number,
            name=taken[number].name if number in taken else "",
            picture=taken[number].picture if number in taken else "",
            is_host=number in taken and taken[number].user_id == host,
            kept_for=kept.get(number, ""),
            is_absent=number in taken and is_absent(taken[number]),
        )
        for number in range(players)
    ]


def _kept_seats(snapshot: Snapshot) -> dict[int, str]:
    """Return for the free seats for whom they are kept, as far as there are such people."""
    setting = snapshot.setting
    here = {seat.user_id for seat in setting.seats}
    names = [
        name
        for user, name in (setting.reserved_for or {}).items()
        if user in setting.expected and user not in here
    ]
    return dict(zip(setting.free_seats, names, strict=False))


# --- From its start


def _deal_board(
    snapshot: Snapshot, scene: Scene, with_money: bool, reader: int | None
) -> DealBoard:
    table, seats, language = snapshot.table, snapshot.seats, reader_language()
    seen = view(snapshot.state, None)
    names, finished = snapshot.names, table.phase == Table.Phase.FINISHED
    told = _told(snapshot, seen, scene)
    notices = notices_of(snapshot, seen)
    return DealBoard(
        pulse=_pulse(snapshot, seen, scene),
        terms=scene.once(("terms", language), lambda: _terms(snapshot)),
        sheet=_sheet(snapshot, scene, with_money),
        seats=[
            _table_seat(snapshot, seat, shown)
            for seat, shown in zip(seats, seat_views(seen, seats, told.plays), strict=True)
        ],
        deal_key=deal_key(snapshot.setting),
        is_playing=table.phase == Table.Phase.PLAYING,
        is_paused=table.paused_at is not None,
        on_lead=seen.on_lead,
        to_beat=to_beat(seen, names),
        notices=notices,
        story=told,
        beginning=scene.once(("beginning", language), lambda: log.beginning(seen, names)),
        stock=seen.stock_count if seen.rules.leftover == "stock" else None,
        result=_result(snapshot, seen, scene, with_money, reader),
        final=_final(snapshot, with_money, reader) if finished else None,
        next_deal=_countdown(
            table.due_at if table.phase == Table.Phase.BETWEEN and not table.paused_at else None
        ),
        pause=_countdown(None if table.paused_at else lead_opens_at(snapshot)),
        deadline=_countdown(None if table.paused_at else table.deadline),
        seen=seen,
    )


def _told(snapshot: Snapshot, seen: View, scene: Scene) -> log.Story:
    """Return the story of the deal; it is gone on with, also where the scene is another."""
    language, names = reader_language(), snapshot.names
    of = deal_key(snapshot.setting), names
    known = scene.made.get(("story", language))
    told = log.story(seen, names, known[1] if known and known[0] == of else None)
    scene.made["story", language] = of, told
    return told


def _sheet(snapshot: Snapshot, scene: Scene, with_money: bool) -> Sheet:
    """Return the score sheet; it stays the same through a deal."""
    session, seats, finished = snapshot.session, snapshot.seats, snapshot.finished
    key = "sheet", reader_language(), with_money

    def known_or_made() -> Sheet:
        of = session, _accounts(seats), finished
        make = functools.partial(sheet_of, session, seats, finished, with_money=with_money)
        return scene.while_same(key, of, make)

    return scene.once(key, known_or_made)


def _accounts(seats: Sequence[SeatFacts]) -> tuple[SeatFacts, ...]:
    """Return the seats as far as accounts tell of them, who neither wait for nor time anybody."""
    return tuple(replace(seat, ready=False, bank_ms=0, timeouts=0) for seat in seats)


def _countdown(until: datetime | None) -> Countdown | None:
    return None if until is None else Countdown(until)


def notices_of(snapshot: Snapshot, seen: View) -> list[Notice]:
    """Return what holds at the table for a while."""
    shown = snapshot.setting.shown
    if shown is None:
        return log.notices(seen, snapshot.names)
    return log.notices(seen, snapshot.names, shown_by=shown.seat, shown=shown.cards)


def _result(
    snapshot: Snapshot, seen: View, scene: Scene, with_money: bool, reader: int | None
) -> DealReport | None:
    """Return what the deal came to; it stays the same until the next."""
    result = seen.result
    if result is None:
        return None
    session, seats, number = snapshot.session, snapshot.seats, snapshot.deal.number
    # A lesson is in no list, and has no page.
    packs, has_page = snapshot.table.same_packs, not snapshot.table.lesson
    return scene.while_same(
        ("result", reader_language(), with_money, reader),
        (deal_key(snapshot.setting), session, _accounts(seats), packs),
        lambda: deal_report(
            number,
            seen.rules,
            result,
            seats,
            session,
            with_money=with_money,
            reader=reader,
            # The deal has no page before all tables have played it, and nobody here knows when.
            comparison_url=links.comparison_page(packs) if packs else "",
            replay_url=links.deal_page(snapshot.table.slug, session.number, number)
            if has_page and not packs
            else "",
        ),
    )


def _final(snapshot: Snapshot, with_money: bool, reader: int | None) -> FinalStanding:
    table, given = snapshot.table, (snapshot.seats, snapshot.finished)
    final = final_of(snapshot.session, table.slug, *given, with_money=with_money, reader=reader)
    # As long as the session has no page, its parts have none either; a lesson never has one.
    return replace(final, parts=[]) if table.same_packs or table.lesson else final


def _table_seat(snapshot: Snapshot, seat: SeatFacts, shown: SeatView) -> TableSeat:
    table = snapshot.table
    is_between = table.phase == Table.Phase.BETWEEN
    return TableSeat(
        view=shown,
        is_host=seat.user_id is not None and seat.user_id == table.host_id,
        stand_in=seat.stand_in,
        left=seat.left_at is not None,
        is_asked=is_between and not seat.is_bot,
        is_ready=is_between and seat.ready,
        net=seat.net,
        last_card=shown.cards == 1 and not snapshot.state.over,
    )

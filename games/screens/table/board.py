"""A table as everybody sees it, in the reader's language: before a session, and from its start."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import money
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
from games.rules.deal import redeal_is_open
from games.rules.view import View, view
from games.tables import clocks, links, shuffle
from games.tables.models import Deal, Table
from games.tables.proposals import played_by_bots
from games.tables.snapshot import DealFacts, PreparedFacts, SeatFacts, Snapshot, deal_key
from games.tables.worst import worst_case

#: How many of the last actions are told in words.
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
    #: What a move is made for; see ``games.tables.snapshot.Moment``.
    moment: str
    phase: str
    turn: int | None
    clockwise: bool
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
    #: Whether the session counts for money, where the stake alone does not say that.
    stake_note: str
    clock: str
    #: For what it counts, if for more than the table.
    purpose: str
    purpose_url: str


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the session begins; without a name it is free."""

    number: int
    name: str
    is_host: bool


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
    def backs(self) -> range:
        """One for each card that is held."""
        return range(self.view.cards)


@dataclass(frozen=True, slots=True)
class DealBoard:
    """A table whose session has begun."""

    pulse: Pulse
    terms: Terms
    status: list[str]
    sheet: Sheet
    seats: list[TableSeat]
    deal_key: str
    is_playing: bool
    is_paused: bool
    #: Whether the one on turn may lead what one likes.
    on_lead: bool
    to_beat: ToBeat | None
    notices: list[Notice]
    log: list[str]
    #: Cards that there are to draw, or None where the game has no stock.
    stock: int | None
    result: DealReport | None
    final: FinalStanding | None
    next_deal: Countdown | None
    #: Whoever may ask for a new deal has time to: bots do not open before.
    pause: Countdown | None
    #: How long the person on turn may think.
    deadline: Countdown | None
    kind: Literal["deal"] = field(default="deal", init=False)


Board = WaitingBoard | DealBoard


def board_of(snapshot: Snapshot, *, with_money: bool = False) -> Board:
    """Return the table as everybody sees it.

    :param with_money: for those who are shown amounts (``games.tables.stakes``)
    """
    if snapshot.newest is None:
        return _waiting_board(snapshot)
    return _deal_board(snapshot, with_money)


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
        stake_note=stake_note(session, snapshot.seats),
        clock=clocks.label(table.clock),
        purpose=str(Table.Purpose(table.purpose).label) if table.purpose else "",
        purpose_url=links.purpose_page(table.slug) if table.purpose else "",
    )


def _pulse(snapshot: Snapshot, seen: View | None) -> Pulse:
    table = snapshot.table
    return Pulse(
        version=table.version,
        moment=snapshot.moment,
        phase=table.phase,
        turn=seen.turn if seen else None,
        clockwise=seen.clockwise if seen else False,
        players=snapshot.session.rule_set.players,
        shuffle_name=_shuffle_name(snapshot),
        commitment=_commitment(snapshot),
    )


def _is_running(snapshot: Snapshot) -> bool:
    return snapshot.table.phase == Table.Phase.PLAYING and snapshot.newest is not None


def _shuffle_name(snapshot: Snapshot) -> str:
    """Return the name of the deal that the commitment is for; redeals share one secret."""
    if shared := _shared_pack(snapshot):
        return shared.shuffle_name
    number = 0 if snapshot.newest is None else snapshot.deal.number
    number += not _is_running(snapshot)
    return shuffle.deal_name(snapshot.table.slug, snapshot.session.number, number)


def _commitment(snapshot: Snapshot) -> str:
    """Return the one to the running deal's secret or, when it is over, to the coming one's."""
    running = _is_running(snapshot)
    secret = snapshot.deal.secret if running else snapshot.session.next_secret
    if shared := _shared_pack(snapshot):
        secret = shared.secret
    elif running and snapshot.deal.pack_source == Deal.PackSource.GIVEN:
        secret = ""
    if snapshot.table.phase == Table.Phase.FINISHED or not secret:
        return ""
    return shuffle.commitment(secret)


def _shared_pack(snapshot: Snapshot) -> DealFacts | PreparedFacts | None:
    """Return the running deal or, when it is over, the coming one, if it is not shuffled here."""
    if not _is_running(snapshot):
        return snapshot.setting.coming
    return snapshot.deal if snapshot.deal.pack_source == Deal.PackSource.SHARED else None


# --- Before a session


def _waiting_board(snapshot: Snapshot) -> WaitingBoard:
    table, session = snapshot.table, snapshot.session
    pulse = _pulse(snapshot, None)
    seats = _waiting_seats(snapshot, pulse.players)
    names = [seat.name for seat in seats if seat.name]
    return WaitingBoard(
        pulse=pulse,
        terms=_terms(snapshot),
        status=log.waiting_status(names, pulse.players - len(names)),
        sheet=sheet_of(session, snapshot.seats, ()),
        seats=seats,
        bots=table.bots,
        joining=str(Table.Joining(table.joining).label),
        seating=str(Table.Seating(table.seating).label),
        worst=money.worst(worst_case(session), session.currency),
        again=session.number > 1,
    )


def _waiting_seats(snapshot: Snapshot, players: int) -> list[WaitingSeat]:
    taken = {seat.number: seat for seat in snapshot.seats}
    host = snapshot.table.host_id
    return [
        WaitingSeat(
            number=number,
            name=taken[number].name if number in taken else "",
            is_host=number in taken and taken[number].user_id == host,
        )
        for number in range(players)
    ]


# --- From its start


def _deal_board(snapshot: Snapshot, with_money: bool) -> DealBoard:
    table, session, seats = snapshot.table, snapshot.session, snapshot.seats
    seen = view(snapshot.state, None)
    names, finished = snapshot.names, table.phase == Table.Phase.FINISHED
    lines, notices = log.lines(seen, names), notices_of(snapshot, seen)
    return DealBoard(
        pulse=_pulse(snapshot, seen),
        terms=_terms(snapshot),
        status=log.status(seen, names, lines, notices, finished=finished),
        sheet=sheet_of(session, seats, snapshot.finished, with_money=with_money),
        seats=[
            _table_seat(snapshot, seat, shown)
            for seat, shown in zip(seats, seat_views(seen, seats), strict=True)
        ],
        deal_key=deal_key(snapshot.setting),
        is_playing=table.phase == Table.Phase.PLAYING,
        is_paused=table.paused_at is not None,
        on_lead=seen.on_lead,
        to_beat=to_beat(seen, names),
        notices=notices,
        log=lines[:LOG_LENGTH],
        stock=seen.stock_count if seen.rules.leftover == "stock" else None,
        result=_result(snapshot, seen, with_money),
        final=_final(snapshot, with_money) if finished else None,
        next_deal=_countdown(table.due_at if table.phase == Table.Phase.BETWEEN else None),
        pause=_countdown(_pause_until(snapshot)),
        deadline=_countdown(None if table.paused_at else table.deadline),
    )


def _countdown(until: datetime | None) -> Countdown | None:
    return None if until is None else Countdown(until)


def notices_of(snapshot: Snapshot, seen: View) -> list[Notice]:
    """Return what holds at the table for a while."""
    shown = snapshot.setting.shown
    if shown is None:
        return log.notices(seen, snapshot.names)
    return log.notices(seen, snapshot.names, shown_by=shown.seat, shown=shown.cards)


def _result(snapshot: Snapshot, seen: View, with_money: bool) -> DealReport | None:
    if seen.result is None:
        return None
    session, number = snapshot.session, snapshot.deal.number
    given = number, seen.rules, seen.result, snapshot.seats, session
    if snapshot.table.same_packs:
        # The deal has no page before all tables have played it, and nobody here knows when.
        compared = links.comparison_page(snapshot.table.same_packs)
        return deal_report(*given, with_money=with_money, comparison_url=compared)
    url = links.deal_page(snapshot.table.slug, session.number, number)
    return deal_report(*given, with_money=with_money, replay_url=url)


def _final(snapshot: Snapshot, with_money: bool) -> FinalStanding:
    table, deals = snapshot.table, snapshot.finished
    final = final_of(snapshot.session, table.slug, snapshot.seats, deals, with_money=with_money)
    # As long as the session has no page, its parts have none either.
    return replace(final, parts=[]) if table.same_packs else final


def _pause_until(snapshot: Snapshot) -> datetime | None:
    """Return when the bot on turn opens; until then whoever may ask for a new deal has time to."""
    turn = snapshot.state.turn
    if turn is None or not redeal_is_open(snapshot.state):
        return None
    return snapshot.table.due_at if turn in played_by_bots(snapshot.seats) else None


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

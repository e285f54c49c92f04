"""A table as everybody sees it, at one version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import clocks, money, people, selectors, shuffle, texts
from games.models import Seat, Session, Table
from games.presenter import telling
from games.presenter.faces import CardFace, faces
from games.presenter.scores import DealResult, Final, Sheet, deal_result, final_of, sheet_of
from games.rules.cards import Cards
from games.rules.deal import Pass, Play, redeal_is_open
from games.rules.ruleset import RuleSet
from games.rules.view import View, view

#: How many of the last actions are told in words.
LOG_LENGTH = 12


@dataclass(frozen=True, slots=True)
class LastPlay:
    """What a seat last laid in this trick."""

    cards: list[CardFace]
    label: str


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """A seat as everybody sees it; ``points`` and ``net`` are the session's so far."""

    number: int
    name: str
    is_bot: bool
    cards: int
    is_turn: bool
    is_out: bool
    is_winner: bool
    passed: bool
    locked: bool
    last: LastPlay | None
    last_is_top: bool
    last_card: bool
    #: What the table announces of this seat: "Last card!", "Two cards left!", or nothing.
    call: str
    #: Where play goes on: as what number the seat went out, or None.
    place: int | None
    is_host: bool
    #: A bot plays for the person, who is away or (``left``) gone for good.
    stand_in: bool
    left: bool
    ready: bool
    points: int
    net: int


@dataclass(frozen=True, slots=True)
class ToBeat:
    """The play that lies on the table."""

    cards: list[CardFace]
    label: str
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that holds at the table for a while, and the cards it is about."""

    text: str
    cards: list[CardFace]


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the session begins; without a name it is free."""

    number: int
    name: str
    is_host: bool
    user_id: int | None


@dataclass(frozen=True, slots=True)
class WaitingRoom:
    """A table that waits for people: who is there, and what will be played."""

    seats: list[WaitingSeat]
    free: int
    host: str
    bots: bool
    joining: str
    seating: str
    again: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that people at the table vote on; ``key`` is what a vote names."""

    key: str
    text: str
    agreed: list[str]
    missing: list[str]


@dataclass(frozen=True, slots=True)
class Board:
    """A table as everybody sees it, at one version."""

    slug: str
    version: int
    #: What a move is made for; see ``Table.moment``.
    moment: int
    phase: str
    turn: int | None
    players: int
    deal_number: int
    #: Tells the cards of one deal from those of another, also after a new deal was asked for.
    deal_key: str
    deals_planned: int
    target: int | None
    clockwise: bool
    on_lead: bool
    to_beat: ToBeat | None
    seats: list[SeatBoard]
    status: str
    log: list[str]
    sheet: Sheet
    result: DealResult | None
    final: Final | None
    next_deal_at: datetime | None
    next_deal_in: int | None
    #: Cards that there are to draw, or None where the game has no stock.
    stock: int | None
    notices: list[Notice]
    #: Until when whoever may ask for a new deal has time to: bots do not open before.
    pause_at: datetime | None
    pause_in: int | None
    waiting: WaitingRoom | None
    paused: bool
    ending: bool
    proposals: list[Proposal]
    clock_label: str
    #: Until when the person on turn may think.
    deadline_at: datetime | None
    deadline_in: int | None
    #: SHA-256 of the secret that the running deal was, or the coming one will be, shuffled with.
    commitment: str
    #: The name of that deal in its shuffle, without the attempt.
    shuffle_name: str
    rules_name: str
    stake_label: str


def board_of(position: selectors.Position) -> Board:
    """The table as everybody sees it."""
    table, session, seats = position.table, position.session, position.seats
    finished = table.phase == Table.Phase.FINISHED
    next_deal_at = table.due_at if table.phase == Table.Phase.BETWEEN else None
    deadline_at = table.deadline if table.paused_at is None else None
    course = _waiting(position) if position.newest is None else _course(position)
    return Board(
        slug=table.slug,
        version=table.version,
        moment=table.moment,
        phase=table.phase,
        players=RuleSet.make(options=session.rules).players,
        deals_planned=session.deals_planned,
        target=session.target,
        sheet=sheet_of(session, seats, position.scene.finished),
        final=final_of(session, table, seats) if finished else None,
        next_deal_at=next_deal_at,
        next_deal_in=seconds_until(next_deal_at),
        paused=table.paused_at is not None,
        ending=session.ending and not finished,
        proposals=_proposals(session, seats),
        clock_label=clocks.label(table.clock),
        deadline_at=deadline_at,
        deadline_in=seconds_until(deadline_at),
        commitment=_commitment(position),
        shuffle_name=_shuffle_name(position),
        rules_name=texts.rules_label(session.rules_name),
        stake_label=money.stake(session.stake_minor, session.currency),
        **course,
    )


def _course(position: selectors.Position) -> dict[str, Any]:
    """What a board tells of a session that has begun."""
    table, session, seats = position.table, position.session, position.seats
    seen = view(position.state, None)
    names = position.scene.names
    deal = position.deal
    pause_at = _pause_until(position)
    log = telling.told(seen, names)
    finished = table.phase == Table.Phase.FINISHED
    return {
        "turn": seen.turn,
        "deal_number": deal.number,
        "deal_key": f"{session.number}.{deal.number}.{deal.attempt}",
        "clockwise": seen.clockwise,
        "on_lead": seen.on_lead,
        "to_beat": _to_beat(seen, names),
        "seats": _seat_boards(position, seen),
        "status": telling.status(position, seen, log, finished=finished),
        "log": log[:LOG_LENGTH],
        "result": None
        if seen.result is None
        else deal_result(deal.number, seen.rules, seen.result, seats, session),
        "stock": seen.stock_count if seen.rules.leftover == "stock" else None,
        "notices": [Notice(text, faces(cards)) for text, cards in telling.notices(position, seen)],
        "pause_at": pause_at,
        "pause_in": seconds_until(pause_at),
        "waiting": None,
    }


def _waiting(position: selectors.Position) -> dict[str, Any]:
    """What a board tells of a table that waits for people."""
    table, scene = position.table, position.scene
    by_number = {seat.number: seat for seat in scene.seats}
    players = RuleSet.make(options=scene.session.rules).players
    seats = [
        WaitingSeat(
            number=number,
            name=by_number[number].name if number in by_number else "",
            is_host=number in by_number and by_number[number].user_id == table.host_id,
            user_id=by_number[number].user_id if number in by_number else None,
        )
        for number in range(players)
    ]
    host = next((seat.name for seat in seats if seat.is_host), "")
    free = sum(not seat.name for seat in seats)
    return {
        "turn": None,
        "deal_number": 0,
        "deal_key": "",
        "clockwise": False,
        "on_lead": False,
        "to_beat": None,
        "seats": [],
        "status": telling.waiting_status([seat.name for seat in seats if seat.name], free),
        "log": [],
        "result": None,
        "stock": None,
        "notices": [],
        "pause_at": None,
        "pause_in": None,
        "waiting": WaitingRoom(
            seats=seats,
            free=free,
            host=host,
            bots=table.bots,
            joining=table.get_joining_display(),
            seating=table.get_seating_display(),
            again=scene.session.number > 1,
        ),
    }


def _proposals(session: Session, seats: Sequence[Seat]) -> list[Proposal]:
    found = []
    for key, numbers in session.votes.items():
        agreed = [seat.name for seat in seats if seat.number in numbers]
        missing = [seat.name for seat in people.voters(seats, key) if seat.number not in numbers]
        found.append(Proposal(key, telling.proposal(key, seats), agreed, missing))
    return found


def _is_running(position: selectors.Position) -> bool:
    return position.table.phase == Table.Phase.PLAYING and position.newest is not None


def _shuffle_name(position: selectors.Position) -> str:
    """The name of the deal that the commitment is for; those dealt anew share one secret."""
    newest = position.scene.newest
    number = (newest.number if newest else 0) + (not _is_running(position))
    return shuffle.deal_name(position.table.slug, position.session.number, number)


def _commitment(position: selectors.Position) -> str:
    """The commitment to the running deal's secret or, when it is over, to the coming one's."""
    table = position.table
    secret = position.deal.secret if _is_running(position) else position.session.next_secret
    if table.phase == Table.Phase.FINISHED or not secret:
        return ""
    return shuffle.commitment(secret)


def seconds_until(moment: datetime | None) -> int | None:
    """How many seconds there are until then, none below zero."""
    if moment is None:
        return None
    return max(0, round((moment - timezone.now()).total_seconds()))


def _pause_until(position: selectors.Position) -> datetime | None:
    """When the bot on turn opens; until then whoever may ask for a new deal has time to."""
    turn = position.state.turn
    if turn is None or not redeal_is_open(position.state):
        return None
    if turn not in people.played_by_bots(position.seats):
        return None
    return position.table.due_at


def _to_beat(seen: View, names: Sequence[str]) -> ToBeat | None:
    if seen.top is None or seen.owner is None:
        return None
    return ToBeat(
        cards=faces(seen.top.cards),
        label=texts.combination_label(seen.top),
        name=names[seen.owner],
        seat=seen.owner,
    )


def _seat_boards(position: selectors.Position, seen: View) -> list[SeatBoard]:
    # What each seat has laid last; within the trick nobody plays the same cards twice.
    called = {
        (action.seat, action.cards): label
        for action, label in zip(seen.history, telling.labels(seen), strict=True)
        if isinstance(action, Play)
    }
    return [_seat_board(seat, seen, position.table, called) for seat in position.seats]


def _seat_board(
    seat: Seat, seen: View, table: Table, called: Mapping[tuple[int, Cards], str]
) -> SeatBoard:
    number = seat.number
    last = seen.last[number]
    laid = None
    if isinstance(last, Play):
        laid = LastPlay(faces(last.cards), called[number, last.cards])
    is_out = number in seen.out
    return SeatBoard(
        number=number,
        name=seat.name,
        is_bot=seat.is_bot,
        cards=seen.counts[number],
        is_turn=number == seen.turn,
        is_out=is_out,
        is_winner=seen.result is not None and seen.result.winner == number,
        passed=isinstance(last, Pass),
        locked=number in seen.locked,
        last=laid,
        last_is_top=laid is not None and number == seen.owner,
        last_card=seen.counts[number] == 1 and not seen.over,
        call=telling.call(seen, number),
        place=seen.out.index(number) + 1 if is_out and seen.rules.play_on else None,
        is_host=seat.user_id is not None and seat.user_id == table.host_id,
        stand_in=seat.stand_in,
        left=seat.left_at is not None,
        ready=seat.ready and table.phase == Table.Phase.BETWEEN,
        points=seat.points,
        net=seat.net,
    )

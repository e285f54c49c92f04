"""From a position to what a browser shows: view objects, and the HTML made of them.

What all may see is one `Board`, made and rendered once for each version of a table; what one
seat alone may see are its `Hand` and `Controls`. All cards come out of ``games.rules.view``.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import money, selectors, texts
from games.models import Deal, Seat, Session, Table
from games.rules.cards import Card, CardError, Cards, card_names, iter_cards, parse_cards
from games.rules.combinations import Combination, classify
from games.rules.deal import Action, Pass, Play, Refusal, Result, judge, judge_pass
from games.rules.view import View, view

#: Frames kept at hand in this process, one a table.
KEPT_FRAMES = 500
#: How many of the last actions are told in words.
LOG_LENGTH = 12


# --- Cards


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as templates need it; ``html`` and ``button`` are made once and reused."""

    code: str
    name: str
    rank: str
    suit: str
    html: SafeString
    button: SafeString


@cache
def card_face(card: Card) -> CardFace:
    """The card's face; its fragments do not depend on anything else."""
    plain = {
        "code": texts.card_code(card),
        "name": texts.card_label(card),
        "rank": texts.rank_sign(card),
        "suit": texts.suit_letter(card),
    }
    return CardFace(
        **plain,
        html=render_to_string("games/partials/card_face.html", {"card": plain}),
        button=render_to_string("games/partials/card_button.html", {"card": plain}),
    )


def faces(cards: Cards) -> list[CardFace]:
    """The cards' faces, in the order of the notation."""
    return [card_face(card) for card in iter_cards(cards)]


# --- What all may see


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
class SheetRow:
    """One deal on the score sheet."""

    number: int
    points: list[int]
    nets: list[int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a session; ``money_totals`` is None where points are only points."""

    names: list[str]
    bots: list[bool]
    rows: list[SheetRow]
    point_totals: list[int]
    net_totals: list[int]
    money_totals: list[str] | None


@dataclass(frozen=True, slots=True)
class HandLeft:
    """What one seat was left with, and what it scored; ``how`` tells why, sentence by sentence."""

    seat: int
    name: str
    is_winner: bool
    cards: list[CardFace]
    points: int
    net: int
    money: str | None
    how: list[str]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal in words and numbers."""

    number: int
    headline: str
    hands: list[HandLeft]
    pairs: list[str]


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a session's final standing."""

    place: int
    seat: int
    name: str
    points: int
    net: int
    money: str | None


@dataclass(frozen=True, slots=True)
class Final:
    """How a session ended."""

    headline: str
    places: list[Place]
    session_url: str
    settlement_url: str


@dataclass(frozen=True, slots=True)
class Board:
    """A table as everybody sees it, at one version."""

    slug: str
    version: int
    phase: str
    turn: int | None
    players: int
    deal_number: int
    deals_planned: int
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
    rules_name: str
    stake_label: str


# --- What one seat alone may see


@dataclass(frozen=True, slots=True)
class Hand:
    """A viewer's own cards."""

    seat: int
    name: str
    cards: list[CardFace]

    @property
    def buttons(self) -> list[SafeString]:
        return [face.button for face in self.cards]


@dataclass(frozen=True, slots=True)
class Controls:
    """What a viewer may do now, and why not what may not be done."""

    state: str
    prompt: str
    can_pass: bool = False
    pass_reason: str = ""
    selection: str = ""
    play_label: str = ""
    can_play: bool = False
    play_reason: str = ""
    refusal: str = ""
    ready: bool = False
    is_ready_possible: bool = False


@dataclass(slots=True)
class Frame:
    """A table at one version, ready to be shown to anybody."""

    version: int
    position: selectors.Position
    board: Board
    board_html: str
    scores_html: str
    turn_key: tuple[int, int | None]
    seat_by_user: dict[int, int] = field(default_factory=dict)

    def seat_of(self, user: User | None) -> int | None:
        """Where the person sits, or None for somebody who watches."""
        return None if user is None else self.seat_by_user.get(user.pk)


@dataclass(slots=True)
class Sent:
    """What a browser has been sent so far, so that it gets only what changed."""

    version: int = -1
    hand: tuple[int, Cards] | None = None
    scores: str = ""


_frames: OrderedDict[int, Frame] = OrderedDict()
_frames_lock = threading.Lock()


def frame(table_id: int) -> Frame | None:
    """The table as it is now, or None where it is gone. Made once for each version."""
    table = selectors.table(table_id)
    if table is None:
        return None
    known = _frames.get(table_id)
    if known is not None and known.version == table.version:
        return known
    made = _frame_of(selectors.position(table))
    with _frames_lock:
        _frames[table_id] = made
        _frames.move_to_end(table_id)
        while len(_frames) > KEPT_FRAMES:
            _frames.popitem(last=False)
    return made


def forget_frames() -> None:
    """Make every frame anew; for tests, whose tables share their numbers."""
    _frames.clear()


def _frame_of(position: selectors.Position) -> Frame:
    made = board_of(position)
    return Frame(
        version=position.table.version,
        position=position,
        board=made,
        board_html=render_to_string("games/partials/shared.html", {"board": made, "oob": True}),
        scores_html=render_to_string("games/partials/scores.html", {"board": made, "oob": True}),
        turn_key=(position.deal.pk, made.turn),
        seat_by_user={seat.user_id: seat.number for seat in position.seats if seat.user_id},
    )


# --- Making the board


def board_of(position: selectors.Position) -> Board:
    """The table as everybody sees it."""
    table, session, seats = position.table, position.session, position.seats
    seen = view(position.state, None)
    names = [seat.name for seat in seats]
    finished = table.phase == Table.Phase.FINISHED
    next_deal_at = table.due_at if table.phase == Table.Phase.BETWEEN else None
    log = told(seen, names)
    return Board(
        slug=table.slug,
        version=table.version,
        phase=table.phase,
        turn=seen.turn,
        players=len(seats),
        deal_number=position.deal.number,
        deals_planned=session.deals_planned,
        clockwise=seen.clockwise,
        on_lead=seen.on_lead,
        to_beat=_to_beat(seen, names),
        seats=[_seat_board(seat, seen, table) for seat in seats],
        status=_status(seen, names, log, finished=finished),
        log=log[:LOG_LENGTH],
        sheet=sheet_of(session, seats, position.scene.finished),
        result=None
        if seen.result is None
        else deal_result(position.deal.number, seen.result, seats, session),
        final=final_of(session, table, seats) if finished else None,
        next_deal_at=next_deal_at,
        next_deal_in=_seconds_until(next_deal_at),
        rules_name=texts.rules_label(session.rules_name),
        stake_label=money.stake(session.stake_minor, session.currency),
    )


def _seconds_until(moment: datetime | None) -> int | None:
    if moment is None:
        return None
    return max(0, round((moment - timezone.now()).total_seconds()))


def _to_beat(seen: View, names: Sequence[str]) -> ToBeat | None:
    if seen.top is None or seen.owner is None:
        return None
    return ToBeat(
        cards=faces(seen.top.cards),
        label=texts.combination_label(seen.top),
        name=names[seen.owner],
        seat=seen.owner,
    )


def _seat_board(seat: Seat, seen: View, table: Table) -> SeatBoard:
    number = seat.number
    last = seen.last[number]
    laid = None
    if isinstance(last, Play):
        laid = LastPlay(faces(last.cards), _label_of(seen, last.cards))
    return SeatBoard(
        number=number,
        name=seat.name,
        is_bot=seat.is_bot,
        cards=seen.counts[number],
        is_turn=number == seen.turn,
        is_out=number in seen.out,
        is_winner=seen.result is not None and seen.result.winner == number,
        passed=isinstance(last, Pass),
        locked=number in seen.locked,
        last=laid,
        last_is_top=laid is not None and number == seen.owner,
        last_card=seen.counts[number] == 1 and not seen.over,
        ready=seat.ready and table.phase == Table.Phase.BETWEEN,
        points=seat.points,
        net=seat.net,
    )


def _label_of(seen: View, cards: Cards) -> str:
    combination = classify(seen.rules, cards, seen.twos_low) or classify(seen.rules, cards)
    return texts.combination_label(combination) if combination else texts.card_labels(cards)


def told(seen: View, names: Sequence[str]) -> list[str]:
    """The deal's actions so far, each in one sentence, the newest first."""
    return [_told(seen, action, names) for action in reversed(seen.history)]


def _told(seen: View, action: Action, names: Sequence[str]) -> str:
    name = {"name": names[action.seat]}
    match action:
        case Play(_seat, cards):
            label = _label_of(seen, cards)
            return _("%(name)s played %(play)s.") % {**name, "play": label}
        case Pass():
            return _("%(name)s passed.") % name
        case _:
            return _("%(name)s asked for a new deal.") % name


def _status(seen: View, names: Sequence[str], log: Sequence[str], *, finished: bool) -> str:
    """What the live region says: the last action, and whose turn it is."""
    last = log[0] + " " if log else ""
    if seen.result is not None:
        ended = _headline(seen.result, names)
        over = _("The session is over.") if finished else ""
        return f"{last}{ended}. {over}".strip()
    assert seen.turn is not None
    turn = _("It is %(name)s's turn.") % {"name": names[seen.turn]}
    lead = " " + _("%(name)s leads.") % {"name": names[seen.turn]} if seen.on_lead else ""
    return f"{last}{turn}{lead}"


def sheet_of(session: Session, seats: Sequence[Seat], deals: Sequence[Deal]) -> Sheet:
    """The score sheet of the deals that have a result."""
    nets = [seat.net for seat in seats]
    return Sheet(
        names=[seat.name for seat in seats],
        bots=[seat.is_bot for seat in seats],
        rows=[
            SheetRow(deal.number, deal.points, deal.nets)
            for deal in deals
            if deal.points is not None and deal.nets is not None
        ],
        point_totals=[seat.points for seat in seats],
        net_totals=nets,
        money_totals=[_money(session, net) or "" for net in nets] if session.currency else None,
    )


def _money(session: Session, net: int) -> str | None:
    """What the net is worth at the session's stake, or None where points are only points."""
    if not session.currency:
        return None
    return money.amount(net * session.stake_minor, session.currency, sign=True)


def _headline(result: Result, names: Sequence[str]) -> str:
    if result.winner is None:
        return _("Nobody won the deal")
    return _("%(name)s won the deal") % {"name": names[result.winner]}


def deal_result(number: int, result: Result, seats: Sequence[Seat], session: Session) -> DealResult:
    """A finished deal in words and numbers."""
    names = [seat.name for seat in seats]
    return DealResult(
        number=number,
        headline=_headline(result, names),
        hands=[
            HandLeft(
                seat=seat.number,
                name=seat.name,
                is_winner=seat.number == result.winner,
                cards=faces(result.left[seat.number]),
                points=result.points[seat.number],
                net=result.net[seat.number],
                money=_money(session, result.net[seat.number]),
                how=texts.score_sentences(result.score.seats[seat.number], names),
            )
            for seat in seats
        ],
        pairs=[texts.payment_sentence(each, names) for each in result.score.transfers],
    )


def final_of(session: Session, table: Table, seats: Sequence[Seat]) -> Final:
    """The final standing: by points, equal points share a place."""
    best_first = sorted(seats, key=lambda seat: -seat.points)
    places = [
        Place(
            place=1 + sum(other.points > seat.points for other in seats),
            seat=seat.number,
            name=seat.name,
            points=seat.points,
            net=seat.net,
            money=_money(session, seat.net),
        )
        for seat in best_first
    ]
    winners = [each.name for each in places if each.place == 1]
    if len(winners) == 1:
        headline = _("%(name)s wins the session") % {"name": winners[0]}
    else:
        headline = _("%(names)s share the first place") % {"names": texts.listed(winners)}
    return Final(
        headline=headline,
        places=places,
        session_url=reverse("session", args=[table.slug, session.number]),
        settlement_url=reverse("settlement", args=[table.slug, session.number]),
    )


# --- Making what one seat sees


def hand_of(shown: Frame, seat: int | None) -> Hand | None:
    """The seat's own cards; None for somebody who watches."""
    if seat is None:
        return None
    seen = view(shown.position.state, seat)
    return Hand(seat, shown.position.seats[seat].name, faces(seen.hand))


def controls_of(shown: Frame, seat: int | None, selection: str = "", refusal: str = "") -> Controls:
    """What the viewer may do now with the cards chosen."""
    position, board = shown.position, shown.board
    if seat is None:
        return Controls("spectator", _("You are watching."), refusal=refusal)
    if board.phase == Table.Phase.FINISHED:
        return Controls("finished", _("The session is over."), refusal=refusal)
    if board.phase == Table.Phase.BETWEEN:
        is_ready = position.seats[seat].ready
        return Controls(
            "between",
            _("Waiting for the others.") if is_ready else _("Ready for the next deal?"),
            ready=is_ready,
            is_ready_possible=not is_ready,
            refusal=refusal,
        )
    state = position.state
    label, reason = _judged(shown, seat, selection)
    not_passing = judge_pass(state, seat)
    on_turn = state.turn == seat
    return Controls(
        "your_turn" if on_turn else "waiting",
        _prompt(shown, seat),
        can_pass=not_passing is None,
        pass_reason="" if not_passing is None else _reason(shown, not_passing),
        selection=selection,
        play_label=_("Play %(play)s") % {"play": label} if label else _("Play"),
        can_play=not reason,
        play_reason=reason,
        refusal=refusal,
    )


def _judged(shown: Frame, seat: int, selection: str) -> tuple[str, str]:
    """What the chosen cards are called, and why they cannot be played (empty: they can)."""
    state = shown.position.state
    try:
        cards = parse_cards(selection)
    except CardError:
        return "", _("Those are no cards of this pack.")
    # Cards that were played from another tab are no longer there to be chosen.
    cards &= state.hands[seat]
    if not cards:
        return "", _("Choose cards to play.")
    verdict = judge(state, seat, cards)
    if isinstance(verdict, Combination):
        return texts.combination_label(verdict), ""
    label = texts.combination_label(verdict.combination) if verdict.combination else ""
    return label, _reason(shown, verdict)


def _reason(shown: Frame, refusal: Refusal) -> str:
    return texts.refusal_sentence(refusal, [seat.name for seat in shown.position.seats])


def _prompt(shown: Frame, seat: int) -> str:
    """What the viewer is asked to do, in one sentence."""
    board, seen = shown.board, view(shown.position.state, seat)
    if not seen.on_turn:
        name = "" if board.turn is None else board.seats[board.turn].name
        return _("Waiting for %(name)s.") % {"name": name}
    if seen.must_include is not None:
        return _("You lead: the first play must contain the %(card)s.") % {
            "card": texts.card_label(seen.must_include)
        }
    if board.to_beat is None:
        return _("You lead: play what you like.")
    if not seen.open_plays():
        return _("You cannot beat the %(play)s: pass.") % {"play": board.to_beat.label}
    return _("Beat the %(play)s, or pass.") % {"play": board.to_beat.label}


# --- Messages to a browser


def parts(
    shown: Frame,
    user: User | None,
    selection: str,
    refusal: str,
    sent: Sent,
    *,
    controls_only: bool = False,
) -> str:
    """The partials that bring a browser up to the frame; remembers in ``sent`` what it got."""
    seat = shown.seat_of(user)
    html: list[str] = []
    if not controls_only and sent.version != shown.version:
        html.append(shown.board_html)
        if shown.scores_html != sent.scores:
            html.append(shown.scores_html)
            sent.scores = shown.scores_html
        hand = None if seat is None else (seat, view(shown.position.state, seat).hand)
        if sent.version == -1 or hand != sent.hand:
            own = {"hand": hand_of(shown, seat), "board": shown.board, "oob": True}
            html.append(render_to_string("games/partials/hand.html", own))
        sent.version, sent.hand = shown.version, hand
    context = {
        "controls": controls_of(shown, seat, selection, refusal),
        "board": shown.board,
        "viewer_seat": seat,
        "oob": True,
    }
    html.append(render_to_string("games/partials/controls.html", context))
    return "\n".join(html)


def status_line(sentence: str) -> str:
    """The status line alone, for what is not about the game."""
    return f'<p id="status" hx-swap-oob="innerHTML">{escape(sentence)}</p>'


def hints(shown: Frame, user: User | None) -> str:
    """The playable choices of a viewer, the most sensible first, for the Hint button."""
    seat = shown.seat_of(user)
    choices: list[str] = []
    if seat is not None and shown.board.phase == Table.Phase.PLAYING:
        seen = view(shown.position.state, seat)
        choices = [" ".join(card_names(cards)) for cards in sensible_order(seen)]
    context = {"version": shown.version, "hints": json.dumps(choices), "oob": True}
    return render_to_string("games/partials/hints.html", context)


def sensible_order(seen: View) -> list[Cards]:
    """The open plays: on lead those that use most cards first, otherwise the cheapest first."""
    plays = [
        combination
        for cards in seen.open_plays()
        if (combination := classify(seen.rules, cards, seen.twos_low)) is not None
    ]
    plays.sort(key=lambda play: (-play.size if seen.on_lead else play.size, play.key, play.cards))
    return [play.cards for play in plays[:200]]


def page_context(shown: Frame, user: User | None) -> dict[str, Any]:
    """Everything that the table's page shows before its socket is open."""
    seat = shown.seat_of(user)
    # A frame may have been made a while ago; its countdown has gone on since.
    board = replace(shown.board, next_deal_in=_seconds_until(shown.board.next_deal_at))
    return {
        "board": board,
        "hand": hand_of(shown, seat),
        "controls": controls_of(shown, seat),
        "viewer_seat": seat,
        "ws_url": f"/ws/tables/{shown.board.slug}/",
        "oob": False,
    }


def session_title(session: Session, user: User) -> str:
    """ "5 deals with Mei, Bruno and Ada" """
    others = [seat.name for seat in session.seats.all() if seat.user_id != user.pk]
    count = session.deals_planned
    return ngettext("%(count)d deal with %(names)s", "%(count)d deals with %(names)s", count) % {
        "count": count,
        "names": texts.listed(others),
    }


# --- Lists and the page of a finished session


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One session in a list of a person's own."""

    url: str
    title: str
    detail: str
    when: datetime | None
    your_turn: bool = False
    result: str = ""
    money: str = ""


def running_line(session: Session, user: User) -> SessionLine:
    """A session that goes on, as its player's front page lists it."""
    mine = _own_seat(session, user)
    return SessionLine(
        url=session.table.get_absolute_url(),
        title=session_title(session, user),
        detail=money.stake(session.stake_minor, session.currency),
        when=session.started_at,
        your_turn=session.table.turn == mine.number,
    )


def finished_line(session: Session, user: User) -> SessionLine:
    """A session that is over, with what came of it for this player."""
    mine = _own_seat(session, user)
    place = 1 + sum(other.points > mine.points for other in session.seats.all())
    return SessionLine(
        url=session.get_absolute_url(),
        title=session_title(session, user),
        detail=money.stake(session.stake_minor, session.currency),
        when=session.finished_at,
        result=f"{texts.ordinal(place)}, {money.points(mine.points)}",
        money=_money(session, mine.net) or "",
    )


def _own_seat(session: Session, user: User) -> Seat:
    return next(seat for seat in session.seats.all() if seat.user_id == user.pk)


def session_page(session: Session) -> dict[str, Any]:
    """A finished session: standing, score sheet, and every deal. Replays each deal."""
    seats = list(session.seats.all())
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    results = []
    for deal in deals:
        state = selectors.deal_state(deal)
        assert state.result is not None
        results.append(deal_result(deal.number, state.result, seats, session))
    final = final_of(session, session.table, seats)
    return {
        "session": session,
        "rules_name": texts.rules_label(session.rules_name),
        "final": final,
        "sheet": sheet_of(session, seats, deals),
        "deals": results,
        "stake_label": money.stake(session.stake_minor, session.currency),
        "settlement_url": final.settlement_url,
    }

"""Frames: a table at one version, made once and shown to everybody; and messages made of them."""

import json
import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape

from accounts.models import User
from games import selectors
from games.models import Table
from games.presenter import talk
from games.presenter.board import Board, board_of, seconds_until
from games.presenter.company import company_of
from games.presenter.own import controls_of, hand_of
from games.rules.cards import Cards, card_names
from games.rules.combinations import classify
from games.rules.view import View, view

#: Frames kept at hand in this process, one a table.
KEPT_FRAMES = 500


@dataclass(slots=True)
class Frame:
    """A table at one version, ready to be shown to anybody."""

    version: int
    position: selectors.Position
    board: Board
    board_html: str
    scores_html: str
    turn_key: tuple[int, int | None]
    talk: talk.Talk
    seat_by_user: dict[int, int] = field(default_factory=dict)

    def seat_of(self, user: User | None) -> int | None:
        """Where the person sits, or None for somebody who watches."""
        return None if user is None else self.seat_by_user.get(user.pk)

    def may_watch(self, user: User | None) -> bool:
        """Whether the person may go on looking: a table may be closed to spectators."""
        table = self.position.table
        is_open = table.spectators or table.phase == Table.Phase.WAITING
        return is_open or self.seat_of(user) is not None


@dataclass(slots=True)
class Sent:
    """What a browser has been sent so far, so that it gets only what changed."""

    version: int = -1
    hand: tuple[int, str, Cards] | None = None
    scores: str = ""
    talk: str = ""
    company: str = ""


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
    made = _frame_of(selectors.position(table), known)
    with _frames_lock:
        _frames[table_id] = made
        _frames.move_to_end(table_id)
        while len(_frames) > KEPT_FRAMES:
            _frames.popitem(last=False)
    return made


def forget_frames() -> None:
    """Make every frame anew; for tests, whose tables share their numbers."""
    _frames.clear()


def _frame_of(position: selectors.Position, before: Frame | None) -> Frame:
    made = board_of(position)
    return Frame(
        version=position.table.version,
        position=position,
        board=made,
        board_html=render_to_string("games/partials/shared.html", {"board": made, "oob": True}),
        scores_html=render_to_string("games/partials/scores.html", {"board": made, "oob": True}),
        talk=talk.talk_of(position, before.talk if before else None),
        turn_key=(made.moment, made.turn),
        seat_by_user={seat.user_id: seat.number for seat in position.seats if seat.user_id},
    )


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
        said = talk.talk_html(shown.talk, user)
        if said != sent.talk:
            html.append(said)
            sent.talk = said
        hand = None
        if seat is not None and shown.position.newest is not None:
            hand = (seat, shown.board.deal_key, view(shown.position.newest, seat).hand)
        if sent.version == -1 or hand != sent.hand:
            own = {"hand": hand_of(shown.position, seat), "board": shown.board, "oob": True}
            html.append(render_to_string("games/partials/hand.html", own))
        company = render_to_string(
            "games/partials/company.html",
            {"company": company_of(shown.position, user), "board": shown.board, "oob": True},
        )
        if company != sent.company:
            html.append(company)
        sent.version, sent.hand, sent.company = shown.version, hand, company
    context = {
        "controls": controls_of(shown.position, seat, selection, refusal),
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
    # A frame may have been made a while ago; its countdowns have gone on since.
    board = replace(
        shown.board,
        next_deal_in=seconds_until(shown.board.next_deal_at),
        pause_in=seconds_until(shown.board.pause_at),
        deadline_in=seconds_until(shown.board.deadline_at),
    )
    return {
        "board": board,
        "hand": hand_of(shown.position, seat),
        "controls": controls_of(shown.position, seat),
        "company": company_of(shown.position, user),
        "viewer_seat": seat,
        "ws_url": f"/ws/tables/{shown.board.slug}/",
        "oob": False,
        **talk.talk_context(shown.talk, user),
    }

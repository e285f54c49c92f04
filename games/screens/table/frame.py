"""Frames: a table at one version, and what is sent to browsers to show it.

A frame is made once and holds what is there; the sentences about it are made when somebody reads
them, once for each language. Nothing of that asks the database: it happens on the event loop.
"""

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.chat.presenter import chat_context
from games.common.caches import Kept
from games.language.refusals import Refused
from games.language.scores import Sheet
from games.rules.cards import Cards, card_names
from games.rules.combinations import classify
from games.rules.view import View, view
from games.screens.table.board import Board, board_of
from games.screens.table.controls import controls_of, hand_of
from games.screens.table.menu import menu_of
from games.tables import delay, links, selectors
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.snapshot import Snapshot, deal_key, snapshot_of
from games.tables.stakes import is_shown_money

#: Frames kept at hand in this process, one a table.
KEPT_FRAMES = 500
#: What everybody at a table is shown, by the name under which it is kept.
SHARED = {
    "board": "games/screens/table/board.html#shared",
    "scores": "games/screens/table/result.html#scores",
}
#: Those of them that have amounts of money, for those who are shown them.
WITH_MONEY = frozenset({"scores"})


#: Counts what was made for those who see tables late: their versions would tell of more.
_late_looks = itertools.count(1)


class Audience(NamedTuple):
    """Readers who are shown the same of what is shared: those of a language, with money or not."""

    language: str | None
    with_money: bool


@dataclass(slots=True)
class TableFrame:
    """A table at one version, and what was made of it for its readers."""

    version: int
    snapshot: Snapshot
    seat_by_user: dict[int, int]
    #: What has arranged the table, if anything.
    origin: Origin | None = None
    #: The board by language and audience, and the HTML of its parts.
    boards: dict[Audience, Board] = field(default_factory=dict)
    html: dict[tuple[Audience, str], str] = field(default_factory=dict)
    #: The score sheet; it stays the same through a deal, and goes from frame to frame.
    sheets: dict[Audience, tuple[Sheet, str]] = field(default_factory=dict)
    #: What those see who have no seat, where that is late; made once for all of them.
    late: "TableFrame | None" = None
    #: Whether it is such a frame.
    is_late: bool = False

    def board(self, user: User | None = None) -> Board:
        """Return the table as those see it who see as much as the person, in their language."""
        audience = self._audience(user)
        made = self.boards.get(audience)
        if made is None:
            with_money = audience.with_money
            made = self.boards[audience] = board_of(self.snapshot, with_money=with_money)
        return made

    def shared(self, part: str, user: User | None = None) -> str:
        """Return what of a part those are shown who see as much as the person."""
        if part not in WITH_MONEY:
            # It is the same for all.
            user = None
        key = (self._audience(user), part)
        made = self.html.get(key)
        if made is None:
            made = self.html[key] = (
                self._scores(user) if part == "scores" else self._rendered(part, user)
            )
        return made

    def _audience(self, user: User | None) -> Audience:
        snapshot, number = self.snapshot, None if user is None else user.pk
        shown = is_shown_money(snapshot.session, snapshot.seats, number)
        return Audience(get_language(), with_money=shown)

    def _scores(self, user: User | None) -> str:
        sheet, audience = self.board(user).sheet, self._audience(user)
        known = self.sheets.get(audience)
        if known is not None and known[0] == sheet and self.is_playing:
            return known[1]
        made = self._rendered("scores", user)
        if self.is_playing:
            self.sheets[audience] = (sheet, made)
        return made

    def _rendered(self, part: str, user: User | None) -> str:
        return render_to_string(SHARED[part], {"board": self.board(user), "oob": True})

    @property
    def is_playing(self) -> bool:
        """Whether a deal goes on: there is no result to be shown beside the score sheet."""
        return self.snapshot.table.phase == Table.Phase.PLAYING

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for people."""
        return self.snapshot.table.phase == Table.Phase.WAITING

    @property
    def turn_key(self) -> tuple[str, int | None]:
        """What stays the same for as long as a refusal is worth showing."""
        newest = self.snapshot.newest
        return self.snapshot.moment, newest.turn if newest else None

    def seat_of(self, user: User | None) -> int | None:
        """Return where the person sits, or None for somebody who watches."""
        return None if user is None else self.seat_by_user.get(user.pk)

    def seen_by(self, user: User | None) -> "TableFrame":
        """Return the frame as the person may see it: without a seat perhaps some plays late."""
        return self if self.late is None or self.seat_of(user) is not None else self.late

    def may_watch(self, user: User | None) -> bool:
        """Return whether the person may go on looking: a table may be closed to spectators."""
        is_open = self.snapshot.table.spectators or self.is_waiting
        return is_open or self.seat_of(user) is not None


@dataclass(slots=True)
class Sent:
    """What a browser has been sent so far, so that it gets only what changed."""

    version: int = -1
    hand: tuple[int, str, Cards] | None = None
    scores: str = ""
    menu: str = ""


_frames: Kept[int, TableFrame] = Kept(KEPT_FRAMES)


def frame(table_id: int) -> TableFrame | None:
    """Return the table as it is now, or None where it is gone. Made once for each version."""
    table = selectors.table(table_id)
    if table is None:
        return None
    known = _frames.get(table_id)
    if known is not None and known.version == table.version:
        return known
    snapshot = snapshot_of(table)
    if snapshot is None:
        return None
    return _frames.keep(table_id, _frame_of(snapshot, known))


def _frame_of(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    made = _made(snapshot, before)
    if snapshot.table.spectator_delay:
        made.late = _late_frame(snapshot, before.late if before else None)
    return made


def _made(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    return TableFrame(
        version=snapshot.table.version,
        snapshot=snapshot,
        seat_by_user={seat.user_id: seat.number for seat in snapshot.seats if seat.user_id},
        origin=_origin_of(snapshot, before),
        sheets=before.sheets if before else {},
    )


def _origin_of(snapshot: Snapshot, before: TableFrame | None) -> Origin | None:
    """Return what has arranged the table; costs a query once, and none at other tables."""
    if before is not None and before.origin is not None:
        return before.origin
    return links.origin_of(snapshot.table.pk) if snapshot.table.is_arranged else None


def _late_frame(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    """Return what those see who have no seat: the frame before, where that shows nothing new."""
    seen = delay.behind(snapshot, before.snapshot if before else None)
    if before is not None and delay.is_same(seen, before.snapshot):
        return before
    table = replace(seen.table, version=next(_late_looks))
    made = _made(replace(seen, table=table), before)
    made.is_late = True
    return made


def parts(
    shown: TableFrame,
    user: User | None,
    selection: str,
    refusal: Refused | None,
    sent: Sent,
    *,
    controls_only: bool = False,
) -> str:
    """Return what brings a browser up to the frame; remembers in ``sent`` what it got."""
    seat = shown.seat_of(user)
    html: list[str] = []
    if not controls_only and sent.version != shown.version:
        html.append(shown.shared("board"))
        scores = shown.shared("scores", user)
        if scores != sent.scores:
            html.append(scores)
        hand = None
        if seat is not None and shown.snapshot.newest is not None:
            cards = view(shown.snapshot.newest, seat).hand
            hand = (seat, deal_key(shown.snapshot.setting), cards)
        if sent.version == -1 or hand != sent.hand:
            own = {"hand": hand_of(shown.snapshot, seat), "oob": True}
            html.append(render_to_string("games/screens/table/hand.html", own))
        offered = {
            "menu": menu_of(shown.snapshot, user, shown.origin),
            "board": shown.board(user),
            "oob": True,
        }
        menu = render_to_string("games/screens/table/menu.html", offered)
        if menu != sent.menu:
            html.append(menu)
        sent.version, sent.hand, sent.scores = shown.version, hand, scores
        sent.menu = menu
    controls = controls_of(shown.snapshot, seat, selection, refusal)
    context = {"controls": controls, "oob": True}
    html.append(render_to_string("games/screens/table/controls.html", context))
    return "\n".join(html)


def status_line(sentence: str) -> str:
    """Return the status line alone, for what is not about the game."""
    return f'<p id="status" hx-swap-oob="innerHTML">{escape(sentence)}</p>'


def way_on_line(url: str) -> str:
    """Return the status line of a table that was taken away, with the page that people go on to."""
    link = f'<a href="{escape(url)}" data-way-on>{escape(_("Go on to the event"))}</a>'
    said = escape(_("This table was taken back; its players are seated anew."))
    return f'<p id="status" hx-swap-oob="innerHTML">{said} {link}</p>'


def hints(shown: TableFrame, user: User | None) -> str:
    """Return the playable choices of a viewer, the most sensible first, for the Hint button."""
    seat = shown.seat_of(user)
    choices: list[str] = []
    if seat is not None and shown.is_playing:
        seen = view(shown.snapshot.state, seat)
        choices = [" ".join(card_names(cards)) for cards in sensible_order(seen)]
    context = {"version": shown.version, "hints": json.dumps(choices), "oob": True}
    return render_to_string("games/screens/table/hints.html", context)


def sensible_order(seen: View) -> list[Cards]:
    """Return the open plays: on lead those of most cards first, otherwise the cheapest first."""
    plays = [
        combination
        for cards in seen.open_plays()
        if (combination := classify(seen.rules, cards, seen.twos_low)) is not None
    ]
    plays.sort(key=lambda play: (-play.size if seen.on_lead else play.size, play.key, play.cards))
    return [play.cards for play in plays[:200]]


def page_context(shown: TableFrame, user: User | None) -> dict[str, Any]:
    """Return everything that the table's page shows before its socket is open."""
    shown = shown.seen_by(user)
    seat = shown.seat_of(user)
    slug = shown.snapshot.table.slug
    return {
        "board": shown.board(user),
        "hand": hand_of(shown.snapshot, seat),
        "controls": controls_of(shown.snapshot, seat),
        "menu": menu_of(shown.snapshot, user, shown.origin),
        "viewer_seat": seat,
        "ws_url": f"/ws/tables/{slug}/",
        "oob": False,
        **chat_context(shown.snapshot, user),
    }

"""Frames: a table at one version, with everything rendered from it for its viewers.

A frame is made once per version. Its texts are rendered on first use, once per language, without
database queries, because that happens on the event loop.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString

from accounts.models import User
from games.common.caches import SharedCache
from games.common.languages import reader_language
from games.language.refusals import Refused
from games.rules.view import View, view
from games.screens.table.board import Board, board_for_audience, board_of, status_for
from games.screens.table.controls import Stance, controls_of, is_plain_wait
from games.screens.table.drawing import (
    ControlParts,
    Drawing,
    Parts,
    control_parts,
    controls_html,
    scores,
    stance_html,
)
from games.screens.table.scene import Scene
from games.tables import delay, links, selectors
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.snapshot import Snapshot, snapshot_of
from games.tables.stakes import is_shown_money

#: Number of frames cached per process, one a table, besides those that an open page shows. Without
#: the previous frame a table is rendered and sent as a whole, which is fine if it has no viewers.
KEPT_FRAMES = 100

#: Versions of delayed frames; the table's own versions would reveal how much happened since.
_delayed_versions = itertools.count(1)


class Audience(NamedTuple):
    """Viewers who get identical scores: same language, same permission to see money, same seat.

    ``seat`` is None while a deal is running; only results address each player separately.
    """

    language: str | None
    with_money: bool
    seat: int | None


@dataclass(slots=True, weakref_slot=True)
class TableFrame:
    """A table at one version, with everything rendered from it for its viewers."""

    version: int
    snapshot: Snapshot
    seat_by_user: dict[int, int]
    scene: Scene
    #: Unchanged for as long as a refusal stays relevant.
    turn_key: tuple[str, int | None]
    #: The event that arranged the table, if any.
    origin: Origin | None = None
    #: The public view by language.
    drawings: dict[str | None, Drawing] = field(default_factory=dict)
    #: Board, and rendered sheet and result, by audience.
    boards: dict[Audience, Board] = field(default_factory=dict)
    scores: dict[Audience, Parts] = field(default_factory=dict)
    #: The status line by language and seat.
    statuses: dict[tuple[str | None, int | None], SafeString] = field(default_factory=dict)
    #: The controls of viewers without a seat, by language.
    watching: dict[str | None, ControlParts] = field(default_factory=dict)
    #: The deal as each seat sees it.
    views: dict[int, View] = field(default_factory=dict)
    #: The delayed frame for viewers without a seat, if the table has a spectator delay.
    delayed: "TableFrame | None" = None
    #: Whether this is a delayed frame.
    is_delayed: bool = False

    @property
    def drawing(self) -> Drawing:
        """The public view in the reader's language."""
        return self.drawing_in(reader_language())

    def drawing_in(self, language: str | None) -> Drawing:
        """Return the public view in that language, which must be the active one."""
        made = self.drawings.get(language)
        if made is None:
            before: Drawing | None = self.scene.made.get(("board", language))
            made = Drawing(board_of(self.snapshot, scene=self.scene), before)
            if before is not None:
                before.forget()
            self.drawings[language] = self.scene.made["board", language] = made
        return made

    def board(self, user: User | None = None) -> Board:
        """Return the board as the user may see it, in the active language."""
        return self._board_for(self.audience(user))

    def _board_for(self, audience: Audience) -> Board:
        """Return the board with the score sheet and results as the audience sees them."""
        made = self.boards.get(audience)
        if made is None:
            made = self.boards[audience] = board_for_audience(
                self.snapshot,
                self.drawing_in(audience.language).board,
                self.scene,
                with_money=audience.with_money,
                reader=audience.seat,
            )
        return made

    def status(self, seat: int | None, language: str | None) -> SafeString:
        """Return the status line as HTML for the seat's player; for a spectator if it is None."""
        key = language, seat
        made = self.statuses.get(key)
        if made is None:
            said = status_for(self.snapshot, self.drawing_in(language).board, seat)
            # One element per sentence, so that CSS can drop whole sentences that don't fit.
            spans = " ".join(f"<span>{escape(sentence)}</span>" for sentence in said)
            made = SafeString(spans)
            self.statuses[key] = made
        return made

    def scores_for_audience(self, audience: Audience) -> Parts:
        """Return the rendered score sheet and results for the audience."""
        made = self.scores.get(audience)
        if made is None:
            if self.is_playing:
                # There is no result yet, and the sheet stays the same within the scene.
                made = self.scene.once(("told", audience), lambda: self._render_scores(audience))
            else:
                made = self._render_scores(audience)
            self.scores[audience] = made
        return made

    def _render_scores(self, audience: Audience) -> Parts:
        """Render score sheet and results for the audience, reusing unchanged parts."""
        before = self.scene.made.get(("scores", audience), {})
        made = scores(self._board_for(audience), before)
        self.scene.made["scores", audience] = made
        return made

    def view(self, seat: int) -> View:
        """Return the deal as the player in the seat sees it, with no other player's cards."""
        made = self.views.get(seat)
        if made is None:
            made = self.views[seat] = view(self.snapshot.state, seat)
        return made

    def controls(
        self, seat: int | None, selection: str = "", refusal: Refused | None = None
    ) -> ControlParts:
        """Return the controls for the seat with the selected cards, in the reader's language."""
        language = reader_language()
        if seat is not None or refusal is not None:
            is_plain = seat is not None and not selection and refusal is None
            if is_plain and seat is not None and is_plain_wait(self.snapshot, seat):
                return self._waiting_controls(seat, language)
            return self._controls(seat, selection, refusal, language)
        made = self.watching.get(language)
        if made is None:
            made = self.watching[language] = self._controls(None, "", None, language)
        return made

    def _controls(
        self, seat: int | None, selection: str, refusal: Refused | None, language: str | None
    ) -> ControlParts:
        """Render the controls for the seat with the selected cards; spectators have no seat."""
        has_cards = seat is not None and self.snapshot.newest is not None
        seen = self.view(seat) if has_cards and seat is not None else None
        controls = controls_of(self.snapshot, seat, selection, refusal, seen)
        made = control_parts(controls, language)
        return ControlParts(controls.standing, made, partial(controls_html, controls, made))

    def _waiting_controls(self, seat: int, language: str | None) -> ControlParts:
        """Return the controls of a player who just waits (`is_plain_wait`).

        All but the stance is rendered once for all of them, and again only if the turn comes back
        to the same player.
        """
        state = self.snapshot.state
        trick, is_locked = state.trick, state.trick.locked >> seat & 1
        key = "waiting", language, state.turn, is_locked, trick.top is None

        def shared() -> tuple[Stance, object, Mapping[str, SafeString]]:
            """Return stance, standing values and parts of the controls of this seat."""
            controls = controls_of(self.snapshot, seat, seen=self.view(seat))
            return controls.stance, controls.standing, control_parts(controls, language)

        stance, standing, made = self.scene.once(key, shared)
        own = stance._replace(seat=seat, trick=trick.start, leads_next=trick.owner == seat)
        return ControlParts(
            standing,
            {**made, "stance": stance_html(language, own)},
            lambda: self._controls(seat, "", None, language).whole(),
        )

    def audience(self, user: User | None) -> Audience:
        """Return the audience that the user belongs to, in the reader's language."""
        number = None if user is None else user.pk
        shown = self.scene.once(
            ("money", number),
            lambda: is_shown_money(self.snapshot.session, self.snapshot.seats, number),
        )
        seat = None if self.is_playing else self.seat_of(user)
        return Audience(reader_language(), with_money=shown, seat=seat)

    @property
    def is_playing(self) -> bool:
        """Return whether a deal is being played, so that there is no result to show."""
        return self.snapshot.table.phase == Table.Phase.PLAYING

    @property
    def is_waiting(self) -> bool:
        """Return whether the table waits for players."""
        return self.snapshot.table.phase == Table.Phase.WAITING

    def seat_of(self, user: User | None) -> int | None:
        """Return the number of the user's seat; None for a viewer without one."""
        return None if user is None else self.seat_by_user.get(user.pk)

    def frame_for(self, user: User | None) -> "TableFrame":
        """Return the frame for this user: for viewers without a seat, the delayed one if any."""
        return self if self.delayed is None or self.seat_of(user) is not None else self.delayed

    def may_watch(self, user: User | None) -> bool:
        """Return whether the user may view the table; it may be closed to spectators."""
        is_open = self.snapshot.table.spectators or self.is_waiting
        return is_open or self.seat_of(user) is not None


# --- Frames

_frames: SharedCache[int, TableFrame] = SharedCache(KEPT_FRAMES)


def frame(table_id: int) -> TableFrame | None:
    """Return the current frame of the table, made once per version; None if the table is gone."""
    table = selectors.table(table_id)
    if table is None:
        return None
    known = _frames.get(table_id)
    if known is not None and known.version == table.version:
        return known
    snapshot = snapshot_of(table)
    if snapshot is None:
        return None
    return _frames.put(table_id, _frame_with_delayed(snapshot, known))


def frame_of(snapshot: Snapshot) -> TableFrame | None:
    """Return the frame of a table that this process changed, made without a query.

    None if the event that arranged the table must be read first.
    """
    known = _frames.get(snapshot.table.pk)
    if known is not None and known.version >= snapshot.version:
        return known
    if snapshot.table.is_arranged and (known is None or known.origin is None):
        return None
    return _frames.put(snapshot.table.pk, _frame_with_delayed(snapshot, known))


def _frame_with_delayed(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    """Return a new frame of the snapshot, with the delayed frame if the table has a delay."""
    made = _new_frame(snapshot, before)
    if snapshot.table.spectator_delay:
        made.delayed = _delayed_frame(snapshot, before.delayed if before else None)
    return made


def _new_frame(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    """Return a new frame of the snapshot, with the earlier scene if only actions happened since."""
    scene = before.scene if before else Scene(snapshot)
    return TableFrame(
        version=snapshot.table.version,
        snapshot=snapshot,
        seat_by_user={seat.user_id: seat.number for seat in snapshot.seats if seat.user_id},
        scene=scene if scene.goes_on(snapshot) else Scene(snapshot, scene),
        turn_key=(snapshot.position, snapshot.newest.turn if snapshot.newest else None),
        origin=_origin_of(snapshot, before),
    )


def _origin_of(snapshot: Snapshot, before: TableFrame | None) -> Origin | None:
    """Return the event that arranged the table; queried once, and only at arranged tables."""
    if before is not None and before.origin is not None:
        return before.origin
    return links.origin_of(snapshot.table.pk) if snapshot.table.is_arranged else None


def _delayed_frame(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    """Return the frame for spectators with delay; the earlier one if nothing new is visible."""
    seen = delay.delayed_view(snapshot, before.snapshot if before else None)
    if before is not None and delay.shows_same(seen, before.snapshot):
        return before
    table = replace(seen.table, version=next(_delayed_versions))
    made = _new_frame(replace(seen, table=table), before)
    made.is_delayed = True
    return made

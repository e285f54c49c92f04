"""Frames: a table at one version, and what was made of it for its readers.

A frame is made once and holds what is there; the sentences about it are made when somebody reads
them, once for each language. Nothing of that asks the database: it happens on the event loop.
"""

import itertools
from dataclasses import dataclass, field, replace
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString

from accounts.models import User
from games.common.caches import SharedCache
from games.common.languages import reader_language
from games.language.refusals import Refused
from games.rules.view import View, view
from games.screens.table.board import Board, board_of, personal, status_for
from games.screens.table.controls import controls_of
from games.screens.table.drawing import ControlParts, Drawing, Parts, control_parts, scores
from games.screens.table.scene import Scene
from games.tables import delay, links, selectors
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.snapshot import Snapshot, snapshot_of
from games.tables.stakes import is_shown_money

#: Frames kept at hand in this process, one a table, besides those that an open page shows: without
#: the one before all of a table is made anew and sent whole. What nobody looks at may be.
KEPT_FRAMES = 100

#: Counts what was made for those who see tables late: their versions would tell of more.
_late_looks = itertools.count(1)


class Audience(NamedTuple):
    """Readers who are told the same of sheet and results: with money or not, and by their seat.

    While a deal goes on; of a result each seat is told what is its own.
    """

    language: str | None
    with_money: bool
    seat: int | None


@dataclass(slots=True, weakref_slot=True)
class TableFrame:
    """A table at one version, and what was made of it for its readers."""

    version: int
    snapshot: Snapshot
    seat_by_user: dict[int, int]
    scene: Scene
    #: What stays the same for as long as a refusal is worth showing.
    turn_key: tuple[str, int | None]
    #: What has arranged the table, if anything.
    origin: Origin | None = None
    #: The table by language.
    drawings: dict[str | None, Drawing] = field(default_factory=dict)
    #: Sheet and result by audience, with the board that they are told from.
    boards: dict[Audience, Board] = field(default_factory=dict)
    scores: dict[Audience, Parts] = field(default_factory=dict)
    #: What the status line says, by language and seat.
    statuses: dict[tuple[str | None, int | None], SafeString] = field(default_factory=dict)
    #: What those may do who have no seat, by language.
    watching: dict[str | None, ControlParts] = field(default_factory=dict)
    #: The deal as each seat sees it.
    views: dict[int, View] = field(default_factory=dict)
    #: What those see who have no seat, where that is late; made once for all of them.
    late: "TableFrame | None" = None
    #: Whether it is such a frame.
    is_late: bool = False

    @property
    def drawing(self) -> Drawing:
        """The table as everybody sees it, in the reader's language."""
        return self.drawing_in(reader_language())

    def drawing_in(self, language: str | None) -> Drawing:
        """Return the table as everybody sees it, in the language, which is active."""
        made = self.drawings.get(language)
        if made is None:
            before: Drawing | None = self.scene.made.get(("board", language))
            made = Drawing(board_of(self.snapshot, scene=self.scene), before)
            if before is not None:
                before.forget()
            self.drawings[language] = self.scene.made["board", language] = made
        return made

    def board(self, user: User | None = None) -> Board:
        """Return the table as those see it who see as much as the person, in their language."""
        return self._board_for(self.audience(user))

    def _board_for(self, audience: Audience) -> Board:
        made = self.boards.get(audience)
        if made is None:
            made = self.boards[audience] = personal(
                self.snapshot,
                self.drawing_in(audience.language).board,
                self.scene,
                with_money=audience.with_money,
                reader=audience.seat,
            )
        return made

    def status(self, seat: int | None, language: str | None) -> SafeString:
        """Return what the status line says to whoever has the seat, in the active language."""
        key = language, seat
        made = self.statuses.get(key)
        if made is None:
            said = status_for(self.snapshot, self.drawing_in(language).board, seat)
            # Each in an element of its own: where there is no room, whole sentences are left out.
            spans = " ".join(f"<span>{escape(sentence)}</span>" for sentence in said)
            made = SafeString(spans)
            self.statuses[key] = made
        return made

    def told(self, user: User | None) -> Parts:
        """Return sheet and result as the person is told of them."""
        return self.told_to(self.audience(user))

    def told_to(self, audience: Audience) -> Parts:
        """Return sheet and result as the audience is told of them."""
        made = self.scores.get(audience)
        if made is None:
            if self.is_playing:
                # There is no result, and the sheet is that of the scene.
                made = self.scene.once(("told", audience), lambda: self._tell(audience))
            else:
                made = self._tell(audience)
            self.scores[audience] = made
        return made

    def _tell(self, audience: Audience) -> Parts:
        before = self.scene.made.get(("scores", audience), {})
        made = scores(self._board_for(audience), before)
        self.scene.made["scores", audience] = made
        return made

    def view(self, seat: int) -> View:
        """Return the deal as the seat sees it."""
        made = self.views.get(seat)
        if made is None:
            made = self.views[seat] = view(self.snapshot.state, seat)
        return made

    def controls(
        self, seat: int | None, selection: str = "", refusal: Refused | None = None
    ) -> ControlParts:
        """Return what whoever has the seat may do with the cards chosen, in the active language."""
        language = reader_language()
        if seat is not None or refusal is not None:
            return self._controls(seat, selection, refusal, language)
        made = self.watching.get(language)
        if made is None:
            made = self.watching[language] = self._controls(None, "", None, language)
        return made

    def _controls(
        self, seat: int | None, selection: str, refusal: Refused | None, language: str | None
    ) -> ControlParts:
        has_cards = seat is not None and self.snapshot.newest is not None
        seen = self.view(seat) if has_cards and seat is not None else None
        controls = controls_of(self.snapshot, seat, selection, refusal, seen)
        return ControlParts(controls, control_parts(controls, language))

    def audience(self, user: User | None) -> Audience:
        """Return with whom the person is told the same of sheet and results."""
        number = None if user is None else user.pk
        shown = self.scene.once(
            ("money", number),
            lambda: is_shown_money(self.snapshot.session, self.snapshot.seats, number),
        )
        seat = None if self.is_playing else self.seat_of(user)
        return Audience(reader_language(), with_money=shown, seat=seat)

    @property
    def is_playing(self) -> bool:
        """Whether a deal goes on: there is no result to be shown beside the score sheet."""
        return self.snapshot.table.phase == Table.Phase.PLAYING

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for people."""
        return self.snapshot.table.phase == Table.Phase.WAITING

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


# --- Frames

_frames: SharedCache[int, TableFrame] = SharedCache(KEPT_FRAMES)


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
    return _frames.put(table_id, _frame_of(snapshot, known))


def frame_of(snapshot: Snapshot) -> TableFrame | None:
    """Return the frame of a table that was just changed here; None where it has to be read."""
    known = _frames.get(snapshot.table.pk)
    if known is not None and known.version >= snapshot.version:
        return known
    if snapshot.table.is_arranged and (known is None or known.origin is None):
        return None
    return _frames.put(snapshot.table.pk, _frame_of(snapshot, known))


def _frame_of(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    made = _made(snapshot, before)
    if snapshot.table.spectator_delay:
        made.late = _late_frame(snapshot, before.late if before else None)
    return made


def _made(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
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
    """Return what has arranged the table; costs a query once, and none at other tables."""
    if before is not None and before.origin is not None:
        return before.origin
    return links.origin_of(snapshot.table.pk) if snapshot.table.is_arranged else None


def _late_frame(snapshot: Snapshot, before: TableFrame | None) -> TableFrame:
    """Return what those see who have no seat: the frame before, where that shows nothing new."""
    seen = delay.delayed_view(snapshot, before.snapshot if before else None)
    if before is not None and delay.shows_same(seen, before.snapshot):
        return before
    table = replace(seen.table, version=next(_late_looks))
    made = _made(replace(seen, table=table), before)
    made.is_late = True
    return made

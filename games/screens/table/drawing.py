"""The public view of a table in one language, rendered part by part.

A part is an element with an id. It is rendered again only if its content changed, and sent only to
browsers that don't have it.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.common.languages import cached_by_language
from games.common.partials import partial
from games.screens.table.board import LOG_LENGTH, Board, Countdown, DealBoard, TableSeat
from games.screens.table.controls import Controls

#: Number of parts of controls cached per process; most are the same at many tables.
KEPT_CONTROLS = 4000
#: Folder of the table's partials.
FOLDER = "games/screens/table"
#: Form keys for partials sent over a socket: empty, because htmx adds the page's token.
NO_KEYS = {"csrf_token": "", "opening_key": ""}
#: Parts outside the board element.
OUTSIDE = frozenset({"pulse", "shuffle"})


class Part(NamedTuple):
    """An element of the page, and the content it was rendered from."""

    shows: object
    html: SafeString


#: Parts by name.
Parts = dict[str, Part]


class ControlParts(NamedTuple):
    """A viewer's controls, and their rendered parts."""

    controls: Controls
    made: Mapping[str, SafeString]


class Drawing:
    """The public view of a table in one language, part by part.

    The board element holds most parts. A browser whose holder differs gets the whole board.
    """

    def __init__(self, board: Board, before: "Drawing | None") -> None:
        self.board = board
        known: Parts = before.parts if before else {}
        self.parts: Parts = {
            name: _part(known, name, shows, make) for name, shows, make in _shared(board)
        }
        self.inner = {name: self.parts[name].html for name in self.parts if name not in OUTSIDE}
        self.holder = held(board)
        if before is not None and before.holder == self.holder:
            # Keep the same object, because browsers are compared by identity.
            self.holder = before.holder
        self._html: SafeString | None = None
        self._told: dict[int, SafeString] = {}
        #: The drawing that the cached news start from, and the news.
        self._news: tuple[Drawing, str] | None = None

    @property
    def html(self) -> SafeString:
        """The board with all its parts."""
        if self._html is None:
            self._html = _board_html(self.board, self.inner)
        return self._html

    @property
    def told(self) -> int:
        """The number of actions in the log."""
        return len(self.board.story.lines) if self.board.kind == "deal" else 0

    def told_since(self, count: int) -> SafeString:
        """Return the log entries after the first ``count`` actions, to be inserted on top."""
        made = self._told.get(count)
        if made is None:
            assert self.board.kind == "deal"
            sentences = self.board.story.lines[: count - 1 if count else None : -1]
            made = self._told[count] = partial(f"{FOLDER}/told.html", sentences=sentences)
        return made

    def news_since(self, known: "Drawing | None") -> str:
        """Return the HTML that a browser needs if it shows ``known``, or nothing yet.

        Made once for all browsers that show the same drawing, which is usually all of them.
        """
        if known is None:
            return self._put_together(None)
        if self._news is None or self._news[0] is not known:
            self._news = known, self._put_together(known)
        return self._news[1]

    def _put_together(self, known: "Drawing | None") -> str:
        is_held = known is not None and known.holder is self.holder
        had = known.parts if known else {}
        html: list[str] = [] if is_held else [self.html]
        if is_held and known is not None and known.told < self.told:
            html.append(self.told_since(known.told))
        html += [
            part.html
            for name, part in self.parts.items()
            if (is_held or name in OUTSIDE) and not is_same(had.get(name), part)
        ]
        return "\n".join(html)

    def forget(self) -> None:
        """Drop the reference to the drawing before; its browsers have the news by now."""
        self._news = None


# --- The public view

Made = tuple[str, object, Callable[[], SafeString]]


def _part(known: Parts, name: str, shows: object, make: Callable[[], SafeString]) -> Part:
    """Return the known part of that name if its content is equal, else a new part."""
    part = known.get(name)
    return part if part is not None and part.shows == shows else Part(shows, make())


def is_same(known: Part | None, part: Part) -> bool:
    """Return whether a browser with the known part needs no update."""
    return known is not None and (known is part or known.html == part.html)


def _shared(board: Board) -> Iterable[Made]:
    """Yield name, content and renderer of each part of a board that changes independently."""
    pulse = board.pulse
    yield "pulse", pulse, lambda: partial(f"{FOLDER}/pulse.html", pulse=pulse)
    secret = pulse.commitment, pulse.shuffle_name
    yield "shuffle", secret, lambda: partial(f"{FOLDER}/shuffle.html", pulse=pulse)
    if board.kind == "deal":
        yield from _seats(board)
        yield "middle", *_middle(board)
        notices = board.notices if board.is_playing else []
        yield "notices", notices, lambda: partial(f"{FOLDER}/notices.html", notices=notices)
        if board.is_playing and board.stock is not None:
            stock = board.stock
            yield "stock", stock, lambda: partial(f"{FOLDER}/stock.html", stock=stock)


def _seats(board: DealBoard) -> Iterable[Made]:
    for seat in board.seats:
        number, cards = seat.view.number, seat.view.cards
        yield f"count-{number}", cards, functools.partial(_count, number, cards)
        deadline = board.deadline if seat.view.is_turn else None
        yield f"say-{number}", (seat.said, deadline), functools.partial(_say, seat, deadline)


@cached_by_language(400)
def _count(number: int, cards: int) -> SafeString:
    backs = SafeString("<i></i>" * cards)
    return partial(f"{FOLDER}/count.html", seat=number, cards=cards, backs=backs)


def _say(seat: TableSeat, deadline: Countdown | None) -> SafeString:
    return partial(f"{FOLDER}/say.html", seat=seat, shown=seat.view, deadline=deadline)


def _middle(board: DealBoard) -> tuple[object, Callable[[], SafeString]]:
    shows = {
        "to_beat": board.to_beat,
        "is_new_trick": board.on_lead and board.is_playing,
        "is_paused": board.is_paused,
        "pause": board.pause,
    }
    return shows, lambda: partial(f"{FOLDER}/middle.html", **shows)


def held(board: Board) -> object:
    """Return the content of the board outside its parts."""
    if board.kind == "waiting":
        return replace(board, pulse=None, status=[])  # type: ignore[arg-type]
    plates = tuple(seat.plate for seat in board.seats)
    facts = board.terms if board.is_playing else None
    return board.deal_key, board.is_playing, board.stock is None, plates, facts, board.beginning


def _board_html(board: Board, parts: Mapping[str, SafeString]) -> SafeString:
    if board.kind == "waiting":
        return partial(f"{FOLDER}/waiting_board.html", board=board, **NO_KEYS)
    return partial(f"{FOLDER}/board.html", board=board, parts=parts, most=LOG_LENGTH)


def scores(board: Board, before: Parts) -> Parts:
    """Return sheet and result, reusing unchanged parts of ``before``."""
    result, sheet = came_to(board), board.sheet
    return {
        "result": _part(
            before, "result", result, lambda: partial(f"{FOLDER}/result.html", **result)
        ),
        "sheet": _part(
            before, "sheet", sheet, lambda: partial("games/language/sheet.html", sheet=sheet)
        ),
    }


def came_to(board: Board) -> dict[str, object]:
    """Return the results of the last deal and of the session, if finished."""
    if board.kind == "waiting":
        return {"result": None, "final": None, "next_deal": None}
    return {"result": board.result, "final": board.final, "next_deal": board.next_deal}


# --- Controls


def controls_html(controls: Controls, made: Mapping[str, SafeString]) -> SafeString:
    """Return the controls with all their parts."""
    return partial(f"{FOLDER}/controls.html", controls=controls, parts=made)


def control_parts(controls: Controls, language: str | None) -> dict[str, SafeString]:
    """Return the parts of the controls in the active language; most are cached."""
    made = {
        "stance": _control(language, "stance", controls.stance),
        "notes-place": _control(language, "notes", controls.remarks),
        "said": _control(language, "said", controls.said),
    }
    if controls.has_cards:
        made["moves"] = _control(language, "moves", controls.moves)
    return made


@functools.lru_cache(KEPT_CONTROLS)
def _control(_language: str | None, name: str, shown: NamedTuple) -> SafeString:
    """Render one part of the controls."""
    return partial(f"{FOLDER}/{name}.html", **shown._asdict())

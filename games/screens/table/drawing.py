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
from games.screens.table.controls import Controls, Stance

#: Number of parts of controls cached per process; most are the same at many tables.
KEPT_CONTROLS = 4000
#: Folder of the table's partials.
FOLDER = "games/screens/table"
#: Form keys for partials sent over a socket: empty, because htmx adds the page's token.
NO_FORM_KEYS = {"csrf_token": "", "opening_key": ""}
#: Parts outside the board element.
OUTSIDE = frozenset({"pulse", "shuffle"})


class Part(NamedTuple):
    """The HTML of an element of the page, with the content that it was rendered from."""

    content: object
    html: SafeString


#: Parts by name.
Parts = dict[str, Part]


class ControlParts(NamedTuple):
    """The HTML of a viewer's controls: as a whole, and of their parts by name."""

    #: What the controls show outside their parts; if it changes, all of them are sent.
    standing: object
    made: Mapping[str, SafeString]
    whole: Callable[[], SafeString]


class Drawing:
    """The public view of a table in one language, rendered part by part.

    A browser whose board element differs outside its parts (`holder`) gets the whole board.
    """

    def __init__(self, board: Board, before: "Drawing | None") -> None:
        """Render the board, reusing the parts of the earlier drawing whose content is equal."""
        self.board = board
        known: Parts = before.parts if before else {}
        self.parts: Parts = {
            name: _part(known, name, content, make) for name, content, make in _board_parts(board)
        }
        self.inner = {name: self.parts[name].html for name in self.parts if name not in OUTSIDE}
        self.holder = holder_content(board)
        if before is not None and before.holder == self.holder:
            # Keep the same object, because browsers are compared by identity.
            self.holder = before.holder
        self._html: SafeString | None = None
        self._log_entries: dict[int, SafeString] = {}
        #: The drawing that the cached news start from, and the news.
        self._news: tuple[Drawing, str] | None = None

    @property
    def html(self) -> SafeString:
        """The HTML of the board element with all its parts."""
        if self._html is None:
            self._html = _board_html(self.board, self.inner)
        return self._html

    @property
    def log_length(self) -> int:
        """The number of actions in the game log."""
        return len(self.board.story.lines) if self.board.kind == "deal" else 0

    def log_entries_after(self, count: int) -> SafeString:
        """Return the HTML of the log entries after the first ``count`` actions, newest first."""
        made = self._log_entries.get(count)
        if made is None:
            assert self.board.kind == "deal"
            sentences = self.board.story.lines[: count - 1 if count else None : -1]
            made = self._log_entries[count] = partial(f"{FOLDER}/told.html", sentences=sentences)
        return made

    def news_since(self, shown: "Drawing | None") -> str:
        """Return the HTML that a browser needs that shows the drawing ``shown``; None: nothing yet.

        Made once for all browsers that show the same drawing, which is usually all of them.
        """
        if shown is None:
            return self._render_changes(None)
        if self._news is None or self._news[0] is not shown:
            self._news = shown, self._render_changes(shown)
        return self._news[1]

    def _render_changes(self, shown: "Drawing | None") -> str:
        """Return the HTML of the changed parts, or of the whole board if its holder differs."""
        is_held = shown is not None and shown.holder is self.holder
        shown_parts = shown.parts if shown else {}
        html: list[str] = [] if is_held else [self.html]
        if is_held and shown is not None and shown.log_length < self.log_length:
            html.append(self.log_entries_after(shown.log_length))
        html += [
            part.html
            for name, part in self.parts.items()
            if (is_held or name in OUTSIDE) and not is_same(shown_parts.get(name), part)
        ]
        return "\n".join(html)

    def forget(self) -> None:
        """Drop the earlier drawing and the HTML for its browsers, which have it by now."""
        self._news = None


# --- The public view

Made = tuple[str, object, Callable[[], SafeString]]


def _part(
    earlier_parts: Parts, name: str, content: object, render: Callable[[], SafeString]
) -> Part:
    """Return the earlier part of that name if its content is equal; otherwise render a new one."""
    part = earlier_parts.get(name)
    return part if part is not None and part.content == content else Part(content, render())


def is_same(shown_part: Part | None, part: Part) -> bool:
    """Return whether a browser that shows this part, or nothing for None, needs no update."""
    return shown_part is not None and (shown_part is part or shown_part.html == part.html)


def _board_parts(board: Board) -> Iterable[Made]:
    """Yield name, content and renderer of each part of the board that changes on its own."""
    pulse = board.pulse
    yield "pulse", pulse, lambda: partial(f"{FOLDER}/pulse.html", pulse=pulse)
    secret = pulse.commitment, pulse.shuffle_name
    yield "shuffle", secret, lambda: partial(f"{FOLDER}/shuffle.html", pulse=pulse)
    if board.kind == "deal":
        yield from _seat_parts(board)
        yield "middle", *_middle_part(board)
        notices = board.notices if board.is_playing else []
        yield "notices", notices, lambda: partial(f"{FOLDER}/notices.html", notices=notices)
        if board.is_playing and board.stock is not None:
            stock = board.stock
            yield "stock", stock, lambda: partial(f"{FOLDER}/stock.html", stock=stock)


def _seat_parts(board: DealBoard) -> Iterable[Made]:
    """Yield name, content and renderer of each seat's card count and notes."""
    for seat in board.seats:
        number, cards = seat.view.number, seat.view.cards
        yield f"count-{number}", cards, functools.partial(_card_count_html, number, cards)
        deadline = board.deadline if seat.view.is_turn else None
        yield (
            f"say-{number}",
            (seat.said, deadline),
            functools.partial(_seat_notes_html, seat, deadline),
        )


@cached_by_language(400)
def _card_count_html(number: int, cards: int) -> SafeString:
    """Return the HTML of a seat's number of cards, with that many card backs."""
    backs = SafeString("<i></i>" * cards)
    return partial(f"{FOLDER}/count.html", seat=number, cards=cards, backs=backs)


def _seat_notes_html(seat: TableSeat, deadline: Countdown | None) -> SafeString:
    """Return the HTML beside a seat's name plate: what it played or said, and its time left."""
    return partial(f"{FOLDER}/say.html", seat=seat, shown=seat.view, deadline=deadline)


def _middle_part(board: DealBoard) -> tuple[object, Callable[[], SafeString]]:
    """Return data and renderer of the middle of the board: the play to beat, or the pause."""
    content = {
        "to_beat": board.to_beat,
        "is_new_trick": board.on_lead and board.is_playing,
        "is_paused": board.is_paused,
        "pause": board.pause,
    }
    return content, lambda: partial(f"{FOLDER}/middle.html", **content)


def holder_content(board: Board) -> object:
    """Return the content of the board element outside its parts, to be compared for changes."""
    if board.kind == "waiting":
        return replace(board, pulse=None, status=[])  # type: ignore[arg-type]
    plates = tuple(seat.plate for seat in board.seats)
    facts = board.terms if board.is_playing else None
    return board.deal_key, board.is_playing, board.stock is None, plates, facts, board.beginning


def _board_html(board: Board, parts: Mapping[str, SafeString]) -> SafeString:
    """Render the board element with these parts; a waiting board has none."""
    if board.kind == "waiting":
        return partial(f"{FOLDER}/waiting_board.html", board=board, **NO_FORM_KEYS)
    return partial(f"{FOLDER}/board.html", board=board, parts=parts, most=LOG_LENGTH)


def scores(board: Board, before: Parts) -> Parts:
    """Return the rendered parts "sheet" and "result", reusing unchanged ones of ``before``."""
    result, sheet = results_of(board), board.sheet
    return {
        "result": _part(
            before, "result", result, lambda: partial(f"{FOLDER}/result.html", **result)
        ),
        "sheet": _part(
            before, "sheet", sheet, lambda: partial("games/language/sheet.html", sheet=sheet)
        ),
    }


def results_of(board: Board) -> dict[str, object]:
    """Return the results of the last deal and session, as template variables."""
    if board.kind == "waiting":
        return {"result": None, "final": None, "next_deal": None}
    return {"result": board.result, "final": board.final, "next_deal": board.next_deal}


# --- Controls


def controls_html(controls: Controls, made: Mapping[str, SafeString]) -> SafeString:
    """Return the HTML of the controls as a whole, with these rendered parts."""
    return partial(f"{FOLDER}/controls.html", controls=controls, parts=made)


def control_parts(controls: Controls, language: str | None) -> dict[str, SafeString]:
    """Return the HTML of each part of the controls, by name, in the active language."""
    made = {
        "stance": stance_html(language, controls.stance),
        "notes-place": _control_html(language, "notes", controls.remarks),
        "said": _control_html(language, "said", controls.said),
    }
    if controls.has_cards:
        made["moves"] = _control_html(language, "moves", controls.moves)
    return made


def stance_html(language: str | None, stance: Stance) -> SafeString:
    """Return the HTML of the part of the controls that CSS and scripts read."""
    return _control_html(language, "stance", stance)


@functools.lru_cache(KEPT_CONTROLS)
def _control_html(_language: str | None, name: str, shown: NamedTuple) -> SafeString:
    """Return the HTML of one part of the controls; the language is only part of the cache key."""
    return partial(f"{FOLDER}/{name}.html", **shown._asdict())

"""The parts of a table's page, rendered once for all who see the same."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.common.languages import cached_by_language, reader_language, sentence_gap
from games.common.partials import partial
from games.language.refusals import Refused
from games.live.parts import Element, Node, Part, Parts, elements
from games.rules.cards import FULL_PACK, Cards, card_names, lacking
from games.rules.view import own_hand
from games.screens.table.board import (
    LOG_LENGTH,
    Board,
    Countdown,
    DealBoard,
    TableSeat,
    board_of,
    status_for,
)
from games.screens.table.controls import (
    Controls,
    Stance,
    controls_of,
    hand_of,
    is_plain_wait,
)
from games.screens.table.scores import Reader, scores_of
from games.screens.table.state import TableState
from games.tables.snapshot import deal_key

#: Number of parts of controls cached per process; most are the same at many tables.
KEPT_CONTROLS = 4000
#: Folder of the table's partials.
FOLDER = "games/screens/table"
#: Form keys for partials sent over a socket: empty, because htmx adds the page's token.
NO_FORM_KEYS = {"csrf_token": "", "opening_key": ""}


# --- The public view


class BoardParts(Parts):
    """The public view of a table: the board, and what each seat reads in the status line."""

    __slots__ = ("_snapshot", "_status", "board", "inner", "inside")

    #: The board element.
    inside: Parts

    def __init__(self, state: TableState, before: "BoardParts | None") -> None:
        """Render what has changed since `before`."""
        self.board = board = board_of(state.snapshot, state.stable)
        self._snapshot = state.snapshot
        self._status: dict[int | None, Element] = {}
        self.inner = elements(_inner_parts(board), before.inside if before else None)
        shape = board_shape(board)
        if before is not None and before.inside.shape == shape:
            # The same object is compared faster.
            shape = before.inside.shape
        self.inside = Parts(
            {"log": LogLines(board), **self.inner},
            shape=shape,
            whole=functools.partial(_board_html, board, self.inner),
        )
        super().__init__({"board": self.inside, **elements(_outer_parts(board), before)})

    def status(self, seat: int | None) -> Element:
        """Return the status line as the seat's player reads it; as others do if it is None."""
        made = self._status.get(seat)
        if made is None:
            line = status_line(status_html(status_for(self._snapshot, self.board, seat)))
            made = self._status[seat] = Element(None, line)
        return made


def board_parts(state: TableState, is_delayed: bool, before: Parts | None) -> BoardParts:
    """Return the public view in the active language."""
    assert before is None or isinstance(before, BoardParts)
    return BoardParts(state, before)


def _board_html(board: Board, inner: Mapping[str, Node]) -> SafeString:
    """Return the HTML of the board element with these parts; before a session it has none."""
    if board.kind == "waiting":
        return partial(f"{FOLDER}/waiting_board.html", board=board, **NO_FORM_KEYS)
    html = {name: part.since(None) for name, part in inner.items()}
    return partial(f"{FOLDER}/board.html", board=board, parts=html, most=LOG_LENGTH)


class LogLines:
    """The game log, of which a browser gets the new lines."""

    def __init__(self, board: Board) -> None:
        """Keep the lines; there are none before the session."""
        self._lines = board.story.lines if board.kind == "deal" else ()

    def since(self, shown: "LogLines | None") -> str:
        """Return the HTML of the lines that the browser lacks, newest first."""
        count = len(shown._lines) if shown else 0
        if count >= len(self._lines):
            return ""
        sentences = self._lines[: count - 1 if count else None : -1]
        return partial(f"{FOLDER}/told.html", sentences=sentences)


def _outer_parts(board: Board) -> Iterable[Part]:
    """Yield the parts outside the board element."""
    pulse = board.pulse
    yield Part("pulse", pulse, lambda: partial(f"{FOLDER}/pulse.html", pulse=pulse))
    secret = pulse.commitment, pulse.shuffle_name
    yield Part("shuffle", secret, lambda: partial(f"{FOLDER}/shuffle.html", pulse=pulse))


def _inner_parts(board: Board) -> Iterable[Part]:
    """Yield the parts of the board element that change on their own."""
    if board.kind == "waiting":
        return
    yield from _seat_parts(board)
    yield _middle_part(board)
    notices = board.notices if board.is_playing else []
    yield Part("notices", notices, lambda: partial(f"{FOLDER}/notices.html", notices=notices))
    if board.is_playing and board.stock is not None:
        stock = board.stock
        yield Part("stock", stock, lambda: partial(f"{FOLDER}/stock.html", stock=stock))


def _seat_parts(board: DealBoard) -> Iterable[Part]:
    """Yield each seat's card count and notes."""
    for seat in board.seats:
        number, cards = seat.view.number, seat.view.cards
        yield Part(f"count-{number}", cards, functools.partial(_card_count_html, number, cards))
        deadline = board.deadline if seat.view.is_turn else None
        yield Part(
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


def _middle_part(board: DealBoard) -> Part:
    """Return the middle of the board: the play to beat, or the pause."""
    content = {
        "to_beat": board.to_beat,
        "is_new_trick": board.on_lead and board.is_playing,
        "is_paused": board.is_paused,
        "pause": board.pause,
    }
    return Part("middle", content, lambda: partial(f"{FOLDER}/middle.html", **content))


def board_shape(board: Board) -> object:
    """Return what the board element shows outside its parts."""
    if board.kind == "waiting":
        return replace(board, pulse=None, status=[])  # type: ignore[arg-type]
    plates = tuple(seat.plate for seat in board.seats)
    facts = board.terms if board.is_playing else None
    return board.deal_key, board.is_playing, board.stock is None, plates, facts, board.beginning


def status_html(sentences: Iterable[str]) -> SafeString:
    """Return the sentences of the status line as HTML."""
    # One element per sentence, so that CSS can drop whole sentences that don't fit.
    return SafeString(
        sentence_gap().join(f"<span>{escape(sentence)}</span>" for sentence in sentences)
    )


def status_line(sentence: str) -> SafeString:
    """Return the HTML that replaces the status line by this sentence."""
    said = sentence if isinstance(sentence, SafeString) else escape(sentence)
    return SafeString(f'<p id="status" hx-swap-oob="innerHTML">{said}</p>')


# --- Scores


def score_parts(state: TableState, audience: tuple[bool, Reader], before: Parts | None) -> Parts:
    """Return score sheet and results for the audience: whether it is delayed, and who reads."""
    known = None if before is None else before.value
    if state.is_playing and isinstance(known, TableState) and known.stable is state.stable:
        assert before is not None
        # There is no result yet, and moves don't change the sheet.
        return before
    scores = scores_of(state.snapshot, state.stable, audience[1])
    sheet, results = scores.sheet, scores._asdict()
    return Parts(
        elements(
            [
                Part("result", scores[1:], lambda: partial(f"{FOLDER}/result.html", **results)),
                Part("sheet", sheet, lambda: partial("games/language/sheet.html", sheet=sheet)),
            ],
            before,
        )
    )


# --- A player's own hand


class ShownHand(NamedTuple):
    """The hand that a browser shows."""

    #: The player's seat and the deal; None without a seat or before the first deal.
    shape: tuple[int, str] | None
    cards: Cards


def hand_of_seat(state: TableState, seat: int | None) -> ShownHand:
    """Return the hand of the player in the seat; a viewer without a seat has none."""
    if seat is None or state.snapshot.newest is None:
        return ShownHand(None, 0)
    cards = own_hand(state.snapshot.state, seat)
    return ShownHand((seat, deal_key(state.snapshot.setting)), cards)


def hand_news(state: TableState, seat: int | None, now: ShownHand, shown: ShownHand | None) -> str:
    """Return the HTML that brings a browser's hand up to date: all of it, or what removes cards."""
    if shown is None or shown.shape != now.shape or now.cards & ~shown.cards:
        return hand_html(state, seat)
    gone = lacking(shown.cards, now.cards)
    # Of two equal cards the second is removed first; the browser makes it the selected one.
    one_of_two = gone & now.cards
    # Addressed by their data, not by id: htmx copies the style attribute to elements with an id,
    # which the page's content security policy forbids.
    return "".join(
        f"""<i hx-swap-oob="delete:#hand [data-card='{name}']{which}"></i>"""
        for cards, which in ((gone & ~one_of_two & FULL_PACK, ""), (one_of_two, "[data-copy]"))
        for name in card_names(cards)
    )


def hand_html(state: TableState, seat: int | None) -> SafeString:
    """Return the HTML of the hand of the player in the seat; an empty element without a seat."""
    return partial(f"{FOLDER}/hand.html", hand=hand_of(state.snapshot, seat))


# --- Controls


class ControlParts(NamedTuple):
    """Parts that waiting players of one kind share, with the stance of one of them."""

    stance: Stance
    standing: object
    parts: Mapping[str, Node]


def spectator_controls(state: TableState, is_delayed: bool, before: Parts | None) -> Parts:
    """Return the controls of viewers without a seat."""
    return player_controls(state, None)


def controls_for(
    state: TableState, seat: int | None, selection: str = "", refusal: Refused | None = None
) -> Parts:
    """Return the controls for the seat with the selected cards, in the active language."""
    if (
        seat is not None
        and not selection
        and refusal is None
        and is_plain_wait(state.snapshot, seat)
    ):
        return _waiting_controls(state, seat)
    return player_controls(state, seat, selection, refusal)


def player_controls(
    state: TableState, seat: int | None, selection: str = "", refusal: Refused | None = None
) -> Parts:
    """Return the controls for the seat; they are not shared."""
    controls = controls_of(state.snapshot, seat, selection, refusal)
    made = control_parts(controls, reader_language())
    return Parts(made, shape=controls.standing, whole=lambda: controls_html(controls, made))


def _waiting_controls(state: TableState, seat: int) -> Parts:
    """Return the controls of a player who just waits (`is_plain_wait`).

    All but the stance is rendered once for all of them, and again only if the turn comes back to
    the same player.
    """
    deal, language = state.snapshot.state, reader_language()
    trick, is_locked = deal.trick, deal.trick.locked >> seat & 1

    def shared() -> ControlParts:
        """Return what the controls of this seat share with those of others."""
        controls = controls_of(state.snapshot, seat)
        return ControlParts(controls.stance, controls.standing, control_parts(controls, language))

    key = "waiting", language, deal.turn, is_locked, trick.top is None
    stance, standing, parts = state.stable.once(key, shared)
    own = stance._replace(seat=seat, trick=trick.start, leads_next=trick.owner == seat)
    return Parts(
        {**parts, "stance": control_part(language, "stance", own)},
        shape=standing,
        whole=lambda: player_controls(state, seat).html,
    )


def controls_html(controls: Controls, parts: Mapping[str, Node]) -> SafeString:
    """Return the HTML of the controls as a whole, with these rendered parts."""
    html = {name: part.since(None) for name, part in parts.items()}
    return partial(f"{FOLDER}/controls.html", controls=controls, parts=html)


def control_parts(controls: Controls, language: str | None) -> dict[str, Node]:
    """Return the parts of the controls, by name, in the active language."""
    made: dict[str, Node] = {
        "stance": control_part(language, "stance", controls.stance),
        "notes-place": control_part(language, "notes", controls.remarks),
        "said": control_part(language, "said", controls.said),
    }
    if controls.has_cards:
        made["moves"] = control_part(language, "moves", controls.moves)
    return made


@functools.lru_cache(KEPT_CONTROLS)
def control_part(_language: str | None, name: str, shown: NamedTuple) -> Element:
    """Return one part of the controls; the language is only part of the cache key."""
    return Element(None, partial(f"{FOLDER}/{name}.html", **shown._asdict()))

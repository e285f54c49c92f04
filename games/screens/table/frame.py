"""Frames: a table at one version, and what is sent to browsers to show it.

A frame is made once and holds what is there; the sentences about it are made when somebody reads
them, once for each language. Nothing of that asks the database: it happens on the event loop.

What is shown consists of parts, each an element with an id. A part is made anew where what it shows
is another than in the frame before, and goes to those browsers alone that do not have it.
"""

import functools
import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from accounts.models import User
from games.chat.presenter import chat_context
from games.common.caches import Kept
from games.common.languages import gettext as _
from games.common.languages import kept_by_language, one_language, reader_language
from games.common.partials import partial
from games.language.refusals import Refused
from games.lessons.presenter import CoachCard, coach_card
from games.live.onlookers import onlookers
from games.rules.cards import Cards, card_names
from games.rules.combinations import classify
from games.rules.view import View, view
from games.screens.table.board import (
    LOG_LENGTH,
    Board,
    Countdown,
    DealBoard,
    TableSeat,
    board_of,
    personal,
    status_for,
)
from games.screens.table.controls import Controls, controls_of, hand_of
from games.screens.table.menu import beyond_of, menu_of
from games.screens.table.scene import Scene
from games.tables import delay, links, selectors
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.snapshot import Snapshot, deal_key, snapshot_of
from games.tables.stakes import is_shown_money

#: Frames kept at hand in this process, one a table.
KEPT_FRAMES = 500
#: Parts of controls kept at hand in this process: most are the same at many tables.
KEPT_CONTROLS = 4000
#: Where the partials of a table are.
FOLDER = "games/screens/table"
#: What forms carry on a page; over a socket they carry nothing, and htmx adds the page's token.
NO_KEYS = {"csrf_token": "", "opening_key": ""}
#: The parts that lie beside the board.
OUTSIDE = frozenset({"pulse", "shuffle"})

#: Counts what was made for those who see tables late: their versions would tell of more.
_late_looks = itertools.count(1)


class Audience(NamedTuple):
    """Readers who are told the same of sheet and results: with money or not, and by their seat.

    While a deal goes on; of a result each seat is told what is its own.
    """

    language: str | None
    with_money: bool
    seat: int | None


class Part(NamedTuple):
    """An element of the page, and what it shows."""

    shows: object
    html: SafeString


#: Parts by name.
Parts = dict[str, Part]


class ControlParts(NamedTuple):
    """What somebody may do now, and the parts that show it."""

    controls: Controls
    made: Mapping[str, SafeString]


class Drawing:
    """A table in one language, part by part.

    The board holds most of the parts; a browser that has another holder gets all of it.
    """

    def __init__(self, board: Board, before: "Drawing | None") -> None:
        self.board = board
        known: Parts = before.parts if before else {}
        self.parts: Parts = {
            name: _part(known, name, shows, make) for name, shows, make in _shared(board)
        }
        self.inner = {name: self.parts[name].html for name in self.parts if name not in OUTSIDE}
        self.holder = _held(board)
        if before is not None and before.holder == self.holder:
            # One object, which browsers that have it are known by.
            self.holder = before.holder
        self._html: SafeString | None = None
        self._told: dict[int, SafeString] = {}
        #: The drawing for which there is news, and that.
        self._news: tuple[Drawing, str] | None = None

    @property
    def html(self) -> SafeString:
        """The board with all its parts."""
        if self._html is None:
            self._html = _board_html(self.board, self.inner)
        return self._html

    @property
    def told(self) -> int:
        """How many actions are told of."""
        return len(self.board.story.lines) if self.board.kind == "deal" else 0

    def told_since(self, count: int) -> SafeString:
        """Return what was told after so many actions, to be put before those."""
        made = self._told.get(count)
        if made is None:
            assert self.board.kind == "deal"
            sentences = self.board.story.lines[: count - 1 if count else None : -1]
            made = self._told[count] = partial(f"{FOLDER}/told.html", sentences=sentences)
        return made

    def news_since(self, known: "Drawing | None") -> str:
        """Return what a browser lacks that shows another drawing, or none yet.

        Put together once for all the browsers that show the same, as mostly all do.
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
            if (is_held or name in OUTSIDE) and not _is_same(had.get(name), part)
        ]
        return "\n".join(html)

    def forget(self) -> None:
        """Let go of the drawing before, whose browsers have the news by now."""
        self._news = None


@dataclass(slots=True)
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
        made = _scores(self._board_for(audience), before)
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
        return ControlParts(controls, _moves(controls, language))

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


# --- What everybody is shown

Made = tuple[str, object, Callable[[], SafeString]]


def _part(known: Parts, name: str, shows: object, make: Callable[[], SafeString]) -> Part:
    """Return the known part of that name where it shows the same, else a new one."""
    part = known.get(name)
    return part if part is not None and part.shows == shows else Part(shows, make())


def _is_same(known: Part | None, part: Part) -> bool:
    return known is not None and (known is part or known.html == part.html)


def _shared(board: Board) -> Iterable[Made]:
    """Give name, content and maker of all parts of a board that change by themselves."""
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


@kept_by_language(400)
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


def _held(board: Board) -> object:
    """Return what a board shows besides its parts."""
    if board.kind == "waiting":
        return replace(board, pulse=None, status=[])  # type: ignore[arg-type]
    plates = tuple(seat.plate for seat in board.seats)
    facts = board.terms if board.is_playing else None
    return board.deal_key, board.is_playing, board.stock is None, plates, facts, board.beginning


def _board_html(board: Board, parts: Mapping[str, SafeString]) -> SafeString:
    if board.kind == "waiting":
        return partial(f"{FOLDER}/waiting_board.html", board=board, **NO_KEYS)
    return partial(f"{FOLDER}/board.html", board=board, parts=parts, most=LOG_LENGTH)


def _scores(board: Board, before: Parts) -> Parts:
    came_to, sheet = _came_to(board), board.sheet
    return {
        "result": _part(
            before, "result", came_to, lambda: partial(f"{FOLDER}/result.html", **came_to)
        ),
        "sheet": _part(
            before, "sheet", sheet, lambda: partial("games/language/sheet.html", sheet=sheet)
        ),
    }


def _came_to(board: Board) -> dict[str, object]:
    """Return what the last deal and the session came to, as far as they are over."""
    if board.kind == "waiting":
        return {"result": None, "final": None, "next_deal": None}
    return {"result": board.result, "final": board.final, "next_deal": board.next_deal}


# --- Frames


@dataclass(slots=True)
class Sent:
    """What a browser has been sent so far, so that it gets only what changed."""

    version: int = -1
    #: What it shows of the table: what everybody sees, sheet and result, the status line.
    drawing: Drawing | None = None
    told: Parts = field(default_factory=dict)
    status: str = ""
    hand: tuple[int, str, Cards] | None = None
    #: What of the controls does not change by itself, and their parts.
    controls: object = None
    moves: Mapping[str, SafeString] = field(default_factory=dict)
    menu: str = ""
    #: What the menu was made of.
    menu_shows: object = None
    #: The scene for which it has its menu, where nothing of that runs out by itself.
    menu_of: Scene | None = None
    #: How many look on; -1 for nothing said, so that also "nobody" is.
    watching: int = -1
    #: What the coach of a lesson said; empty at every other table.
    coach: str = ""

    def ask_again(self, name: str) -> None:
        """Have a part of the controls sent again, also if it is the same."""
        self.moves = {each: html for each, html in self.moves.items() if each != name}


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


def frame_of(snapshot: Snapshot) -> TableFrame | None:
    """Return the frame of a table that was just changed here; None where it has to be read."""
    known = _frames.get(snapshot.table.pk)
    if known is not None and known.version >= snapshot.version:
        return known
    if snapshot.table.is_arranged and (known is None or known.origin is None):
        return None
    return _frames.keep(snapshot.table.pk, _frame_of(snapshot, known))


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
        turn_key=(snapshot.moment, snapshot.newest.turn if snapshot.newest else None),
        origin=_origin_of(snapshot, before),
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


# --- What a browser is sent


def parts(
    shown: TableFrame,
    user: User | None,
    selection: str,
    refusal: Refused | None,
    sent: Sent,
    *,
    controls_only: bool = False,
    beyond: TableFrame | None = None,
) -> str:
    """Return what brings a browser up to the frame; remembers in ``sent`` what it got.

    :param beyond: the table as it is now, where the frame is of a session before it
    """
    with one_language():
        return _parts(
            shown, user, selection, refusal, sent, controls_only=controls_only, beyond=beyond
        )


def _parts(
    shown: TableFrame,
    user: User | None,
    selection: str,
    refusal: Refused | None,
    sent: Sent,
    *,
    controls_only: bool,
    beyond: TableFrame | None,
) -> str:
    seat = shown.seat_of(user)
    html: list[str] = []
    if not controls_only and sent.version != shown.version:
        html += _shared_news(shown, user, sent)
        html += _hand_news(shown, seat, sent)
        html.append(menu_part(shown, user, sent, beyond))
        watching = onlookers().count(shown.snapshot.table.pk)
        if watching != sent.watching:
            html.append(watching_line(watching))
            sent.watching = watching
        sent.version = shown.version
    if shown.snapshot.table.lesson and (card := coach_card(shown.snapshot, seat, selection)):
        coach = _coach_html(shown.snapshot, card)
        if coach != sent.coach:
            html.append(coach)
        sent.coach = coach
    html += _controls_news(shown.controls(seat, selection, refusal), sent)
    return "\n".join(filter(None, html))


def _shared_news(shown: TableFrame, user: User | None, sent: Sent) -> list[str]:
    audience = shown.audience(user)
    html: list[str] = []
    status = shown.status(shown.seat_of(user), audience.language)
    if status != sent.status or sent.version == -1:
        html.append(status_line(status))
        sent.status = status
    drawing, told = shown.drawing_in(audience.language), shown.told_to(audience)
    if sent.drawing is not drawing:
        html.append(drawing.news_since(sent.drawing))
        sent.drawing = drawing
    if sent.told is not told:
        known, sent.told = sent.told, told
        html += [part.html for name, part in told.items() if not _is_same(known.get(name), part)]
    return html


def _hand_news(shown: TableFrame, seat: int | None, sent: Sent) -> list[str]:
    """Return the hand, or which of its cards are gone."""
    hand = None
    if seat is not None and shown.snapshot.newest is not None:
        hand = seat, deal_key(shown.snapshot.setting), shown.view(seat).hand
    before, sent.hand = sent.hand, hand
    if sent.version != -1 and hand == before:
        return []
    is_shorter = hand and before and hand[:2] == before[:2] and not hand[2] & ~before[2]
    if sent.version == -1 or not is_shorter:
        return [hand_html(shown, seat)]
    assert hand is not None
    assert before is not None
    gone = card_names(before[2] & ~hand[2])
    # By what is on it: an element with an id would be given the style of the one before, which the
    # page's policy forbids.
    return [f"""<i hx-swap-oob="delete:#hand [data-card='{name}']"></i>""" for name in gone]


def hand_html(shown: TableFrame, seat: int | None) -> SafeString:
    """Return the own hand; an empty place for who has none."""
    return partial(f"{FOLDER}/hand.html", hand=hand_of(shown.snapshot, seat))


# --- Controls


def _controls_news(given: "ControlParts", sent: Sent) -> list[str]:
    """Return what of the controls is new to the browser."""
    before, made = sent.moves, given.made
    if before is made:
        return []
    sent.moves = made
    holder = given.controls.standing
    if sent.controls != holder:
        sent.controls = holder
        return [_controls_html(given.controls, made)]
    return [html for name, html in made.items() if before.get(name) != html]


def _controls_html(controls: Controls, made: Mapping[str, SafeString]) -> SafeString:
    return partial(f"{FOLDER}/controls.html", controls=controls, parts=made)


def _moves(controls: Controls, language: str | None) -> dict[str, SafeString]:
    """Return the parts of the controls in the active language; most of them are at hand."""
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
    """Return a part of controls."""
    return partial(f"{FOLDER}/{name}.html", **shown._asdict())


# --- Menu, and what is said


def menu_part(
    shown: TableFrame, user: User | None, sent: Sent, beyond: TableFrame | None = None
) -> str:
    """Return the menu where it is another than the browser's, else nothing."""
    if beyond is None and sent.menu_of is shown.scene:
        return ""
    menu = menu_of(shown.snapshot, user, shown.origin)
    if beyond is not None:
        menu = replace(
            menu, can_play_again=False, again=None, beyond=beyond_of(beyond.snapshot, user)
        )
    is_lasting = beyond is None and not menu.votings and menu.outcome is None
    sent.menu_of = shown.scene if is_lasting else None
    board = shown.board(user)
    before = _held(board) if board.kind == "waiting" else None
    shows = menu, board.terms, board.pulse.commitment, before
    if is_lasting and shows == sent.menu_shows:
        return ""
    sent.menu_shows = shows
    html = partial(f"{FOLDER}/menu.html", menu=menu, board=board, **NO_KEYS)
    if html == sent.menu:
        return ""
    sent.menu = html
    return html


def watching_line(count: int) -> str:
    """Return how many people look on, for the bar of the table; empty for nobody."""
    return partial(f"{FOLDER}/watching.html", watching=count)


def closed_parts() -> str:
    """Return what stands in the place of a table that was closed: a sentence, and a way on."""
    return partial(f"{FOLDER}/closed.html")


def _coach_html(snapshot: Snapshot, card: CoachCard) -> str:
    said = partial("games/lessons/coach.html", coach=card, slug=snapshot.table.slug)
    return f'<div id="coach" hx-swap-oob="innerHTML">{said}</div>'


def status_line(sentence: str) -> SafeString:
    """Return the status line."""
    said = sentence if isinstance(sentence, SafeString) else escape(sentence)
    return SafeString(f'<p id="status" hx-swap-oob="innerHTML">{said}</p>')


def way_on_line(url: str) -> str:
    """Return the status line of a table that was taken away, with the page that people go on to."""
    link = f'<a href="{escape(url)}" data-way-on>{escape(_("Go on to the event"))}</a>'
    said = escape(_("This table was withdrawn; its players will be seated again."))
    return f'<p id="status" hx-swap-oob="innerHTML">{said} {link}</p>'


def hints(shown: TableFrame, user: User | None) -> str:
    """Return the playable choices of a viewer, the most sensible first, for the Hint button."""
    seat = shown.seat_of(user)
    choices: list[str] = []
    if seat is not None and shown.is_playing:
        seen = shown.view(seat)
        choices = [" ".join(card_names(cards)) for cards in sensible_order(seen)]
    return partial(f"{FOLDER}/hints.html", version=shown.version, hints=json.dumps(choices))


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
    controls = shown.controls(seat)
    # Made anew, so that its countdowns begin with what is left of them now.
    drawing = Drawing(board_of(shown.snapshot, scene=shown.scene), None)
    return {
        "board": shown.board(user),
        "status": shown.status(seat, reader_language()),
        # Before a session the page makes the board: its forms have the reader's token.
        "board_html": "" if drawing.board.kind == "waiting" else drawing.html,
        "parts": {name: part.html for name, part in drawing.parts.items()},
        "hand_html": hand_html(shown, seat),
        "controls_html": _controls_html(*controls),
        "came_to": _came_to(shown.board(user)),
        "menu": menu_of(shown.snapshot, user, shown.origin),
        "viewer_seat": seat,
        "coach": coach_card(shown.snapshot, seat),
        "slug": slug,
        "ws_url": f"/ws/tables/{slug}/",
        **chat_context(shown.snapshot, user),
    }

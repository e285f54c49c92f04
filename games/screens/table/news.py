"""Updates for browsers at a table: only the parts that changed for each of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from django.utils.safestring import SafeString

from accounts.models import User
from games.chat.presenter import chat_context
from games.common.languages import gettext as _
from games.common.languages import in_one_language, reader_language
from games.common.partials import partial
from games.language.refusals import Refused
from games.lessons.presenter import CoachCard, coach_card
from games.live.spectator_counts import spectator_counts
from games.rules.cards import FULL_PACK, Cards, card_names, lacking
from games.rules.combinations.table import classify
from games.rules.view import View, own_hand
from games.screens.table.board import board_of
from games.screens.table.controls import hand_of
from games.screens.table.drawing import (
    FOLDER,
    NO_FORM_KEYS,
    ControlParts,
    Drawing,
    Parts,
    holder_content,
    is_same,
    results_of,
)
from games.screens.table.frame import TableFrame
from games.screens.table.menu import menu_of, next_session_of
from games.screens.table.scene import Scene
from games.tables.snapshot import Snapshot, deal_key


@dataclass(slots=True)
class Sent:
    """The parts of the page that a browser was sent last, so that it gets only changes."""

    version: int = -1
    #: What it shows: the public view, sheet and result, the status line.
    drawing: Drawing | None = None
    scores: Parts = field(default_factory=dict)
    status: str = ""
    hand: tuple[int, str, Cards] | None = None
    #: The part of the controls that stays the same between moves, and the rendered parts.
    controls: object = None
    moves: Mapping[str, SafeString] = field(default_factory=dict)
    menu: str = ""
    #: The content the menu was rendered from.
    menu_shows: object = None
    #: The scene of its menu, unless something in the menu expires.
    menu_of: Scene | None = None
    #: Number of spectators; -1 until sent, so that 0 is sent as well.
    watching: int = -1
    #: The coach's card in a lesson; empty at other tables.
    coach: str = ""

    def resend(self, name: str) -> None:
        """Send that part of the controls next time even if it is unchanged."""
        self.moves = {each: html for each, html in self.moves.items() if each != name}


# --- The table


def parts(
    frame: TableFrame,
    user: User | None,
    selection: str,
    refusal: Refused | None,
    sent: Sent,
    *,
    controls_only: bool = False,
    next_frame: TableFrame | None = None,
) -> str:
    """Return the HTML that brings a browser up to the frame, and note it in ``sent``.

    :param next_frame: the current frame, if the browser still shows a previous session
    """
    with in_one_language():
        return _parts(
            frame,
            user,
            selection,
            refusal,
            sent,
            controls_only=controls_only,
            next_frame=next_frame,
        )


def _parts(
    frame: TableFrame,
    user: User | None,
    selection: str,
    refusal: Refused | None,
    sent: Sent,
    *,
    controls_only: bool,
    next_frame: TableFrame | None,
) -> str:
    """Return the HTML that brings a browser up to the frame, and note it in ``sent``.

    The caller has fixed the language (`in_one_language`).
    """
    seat = frame.seat_of(user)
    html: list[str] = []
    if not controls_only and sent.version != frame.version:
        html += _shared_news(frame, user, sent)
        html += _hand_news(frame, seat, sent)
        html.append(menu_part(frame, user, sent, next_frame))
        watching = spectator_counts().count(frame.snapshot.table.pk)
        if watching != sent.watching:
            html.append(watching_line(watching))
            sent.watching = watching
        sent.version = frame.version
    if frame.snapshot.table.lesson and (card := coach_card(frame.snapshot, seat, selection)):
        coach = _coach_html(frame.snapshot, card)
        if coach != sent.coach:
            html.append(coach)
        sent.coach = coach
    html += _controls_news(frame.controls(seat, selection, refusal), sent)
    return "\n".join(filter(None, html))


def _shared_news(frame: TableFrame, user: User | None, sent: Sent) -> list[str]:
    """Return the changed parts of status line, board, score sheet and results."""
    audience = frame.audience(user)
    html: list[str] = []
    status = frame.status(frame.seat_of(user), audience.language)
    if status != sent.status or sent.version == -1:
        html.append(status_line(status))
        sent.status = status
    drawing, scores = frame.drawing_in(audience.language), frame.scores_for_audience(audience)
    if sent.drawing is not drawing:
        html.append(drawing.news_since(sent.drawing))
        sent.drawing = drawing
    if sent.scores is not scores:
        known, sent.scores = sent.scores, scores
        html += [part.html for name, part in scores.items() if not is_same(known.get(name), part)]
    return html


def _hand_news(frame: TableFrame, seat: int | None, sent: Sent) -> list[str]:
    """Return the player's hand, or the removal of cards that are gone; empty if unchanged."""
    hand = None
    if seat is not None and frame.snapshot.newest is not None:
        hand = seat, deal_key(frame.snapshot.setting), own_hand(frame.snapshot.state, seat)
    before, sent.hand = sent.hand, hand
    if sent.version != -1 and hand == before:
        return []
    is_shorter = hand and before and hand[:2] == before[:2] and not hand[2] & ~before[2]
    if sent.version == -1 or not is_shorter:
        return [hand_html(frame, seat)]
    assert hand is not None
    assert before is not None
    gone = lacking(before[2], hand[2])
    # Of two equal cards the second is removed first; the browser makes it the selected one.
    one_of_two = gone & hand[2]
    # Addressed by their data, not by id: htmx copies the style attribute to elements with an id,
    # which the page's content security policy forbids.
    return [
        f"""<i hx-swap-oob="delete:#hand [data-card='{name}']{which}"></i>"""
        for cards, which in ((gone & ~one_of_two & FULL_PACK, ""), (one_of_two, "[data-copy]"))
        for name in card_names(cards)
    ]


def hand_html(frame: TableFrame, seat: int | None) -> SafeString:
    """Return the HTML of the hand of the player in the seat; an empty element without a seat."""
    return partial(f"{FOLDER}/hand.html", hand=hand_of(frame.snapshot, seat))


def _controls_news(current: ControlParts, sent: Sent) -> list[str]:
    """Return the changed parts of the controls; all of them if what stays between moves changed."""
    before, made = sent.moves, current.made
    if before is made:
        return []
    sent.moves = made
    if sent.controls != current.standing:
        sent.controls = current.standing
        return [current.whole()]
    return [html for name, html in made.items() if before.get(name) != html]


# --- Menu and status line


def menu_part(
    frame: TableFrame, user: User | None, sent: Sent, next_frame: TableFrame | None = None
) -> str:
    """Return the HTML of the viewer's menu, and note it in ``sent``; empty if it is unchanged."""
    if next_frame is None and sent.menu_of is frame.scene:
        return ""
    menu = menu_of(frame.snapshot, user, frame.origin)
    if next_frame is not None:
        menu = replace(
            menu,
            can_play_again=False,
            again=None,
            next_session=next_session_of(next_frame.snapshot, user),
        )
    is_lasting = next_frame is None and not menu.votings and menu.outcome is None
    sent.menu_of = frame.scene if is_lasting else None
    board = frame.board(user)
    before = holder_content(board) if board.kind == "waiting" else None
    shows = menu, board.terms, board.pulse.commitment, before
    if is_lasting and shows == sent.menu_shows:
        return ""
    sent.menu_shows = shows
    html = partial(f"{FOLDER}/menu.html", menu=menu, board=board, **NO_FORM_KEYS)
    if html == sent.menu:
        return ""
    sent.menu = html
    return html


def watching_line(count: int) -> str:
    """Return the HTML of the number of spectators in the table's bar; without text for 0."""
    return partial(f"{FOLDER}/watching.html", watching=count)


def closed_parts() -> str:
    """Return the HTML that replaces a closed table: a message and a link to the lobby."""
    return partial(f"{FOLDER}/closed.html")


def _coach_html(snapshot: Snapshot, card: CoachCard) -> str:
    """Return the coach's card in a lesson as an out-of-band element."""
    said = partial("games/lessons/coach.html", coach=card, slug=snapshot.table.slug)
    return f'<div id="coach" hx-swap-oob="innerHTML">{said}</div>'


def status_line(sentence: str) -> SafeString:
    """Return the HTML that replaces the status line by this sentence."""
    said = sentence if isinstance(sentence, SafeString) else escape(sentence)
    return SafeString(f'<p id="status" hx-swap-oob="innerHTML">{said}</p>')


def link_to_event_line(url: str) -> str:
    """Return the HTML of the status line of a table that its event withdrew, with a link there."""
    link = f'<a href="{escape(url)}" data-event-link>{escape(_("Go to the event"))}</a>'
    said = escape(_("This table was cancelled. Its players will get new seats."))
    return f'<p id="status" hx-swap-oob="innerHTML">{said} {link}</p>'


def hints(frame: TableFrame, user: User | None) -> str:
    """Return the HTML with the viewer's possible plays for the Hint button, best first."""
    seat = frame.seat_of(user)
    choices: list[str] = []
    if seat is not None and frame.is_playing:
        seen = frame.view(seat)
        choices = [" ".join(card_names(cards)) for cards in hinted_plays(seen)]
    return partial(f"{FOLDER}/hints.html", version=frame.version, hints=json.dumps(choices))


def hinted_plays(seen: View) -> list[Cards]:
    """Return at most 200 possible plays: on lead the longest first, else the lowest first."""
    plays = [
        combination
        for cards in seen.open_plays()
        if (combination := classify(seen.rules, cards, seen.twos_low)) is not None
    ]
    plays.sort(key=lambda play: (-play.size if seen.on_lead else play.size, play.key, play.cards))
    return [play.cards for play in plays[:200]]


def page_context(frame: TableFrame, user: User | None) -> dict[str, Any]:
    """Return the template context of the table's page as the user may see it."""
    frame = frame.frame_for(user)
    seat = frame.seat_of(user)
    slug = frame.snapshot.table.slug
    # Not cached, so that its countdowns start with the time left now.
    drawing = Drawing(board_of(frame.snapshot, scene=frame.scene), None)
    return {
        "board": frame.board(user),
        "status": frame.status(seat, reader_language()),
        # Before a session the page renders the board itself, because its forms need the token.
        "board_html": "" if drawing.board.kind == "waiting" else drawing.html,
        "parts": {name: part.html for name, part in drawing.parts.items()},
        "hand_html": hand_html(frame, seat),
        "controls_html": frame.controls(seat).whole(),
        "came_to": results_of(frame.board(user)),
        "menu": menu_of(frame.snapshot, user, frame.origin),
        "viewer_seat": seat,
        "coach": coach_card(frame.snapshot, seat),
        "slug": slug,
        "ws_url": f"/ws/tables/{slug}/",
        **chat_context(frame.snapshot, user),
    }

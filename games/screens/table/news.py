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
from games.rules.combinations import classify
from games.rules.view import View
from games.screens.table.board import board_of
from games.screens.table.controls import hand_of
from games.screens.table.drawing import (
    FOLDER,
    NO_KEYS,
    ControlParts,
    Drawing,
    Parts,
    came_to,
    controls_html,
    held,
    is_same,
)
from games.screens.table.frame import TableFrame
from games.screens.table.menu import beyond_of, menu_of
from games.screens.table.scene import Scene
from games.tables.snapshot import Snapshot, deal_key


@dataclass(slots=True)
class Sent:
    """Record of what a browser was sent, so that it gets only changes."""

    version: int = -1
    #: What it shows: the public view, sheet and result, the status line.
    drawing: Drawing | None = None
    told: Parts = field(default_factory=dict)
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

    def ask_again(self, name: str) -> None:
        """Send a part of the controls again even if it is unchanged."""
        self.moves = {each: html for each, html in self.moves.items() if each != name}


# --- The table


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
    """Return the HTML that brings a browser up to the frame, and record it in ``sent``.

    :param beyond: the current frame, if the browser still shows a previous session
    """
    with in_one_language():
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
        watching = spectator_counts().count(shown.snapshot.table.pk)
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
        html += [part.html for name, part in told.items() if not is_same(known.get(name), part)]
    return html


def _hand_news(shown: TableFrame, seat: int | None, sent: Sent) -> list[str]:
    """Return the hand, or the removal of cards that are gone."""
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


def hand_html(shown: TableFrame, seat: int | None) -> SafeString:
    """Return the viewer's hand; an empty element without one."""
    return partial(f"{FOLDER}/hand.html", hand=hand_of(shown.snapshot, seat))


def _controls_news(given: ControlParts, sent: Sent) -> list[str]:
    """Return the parts of the controls that are new to the browser."""
    before, made = sent.moves, given.made
    if before is made:
        return []
    sent.moves = made
    holder = given.controls.standing
    if sent.controls != holder:
        sent.controls = holder
        return [controls_html(given.controls, made)]
    return [html for name, html in made.items() if before.get(name) != html]


# --- Menu and status line


def menu_part(
    shown: TableFrame, user: User | None, sent: Sent, beyond: TableFrame | None = None
) -> str:
    """Return the menu if it differs from the browser's; otherwise an empty string."""
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
    before = held(board) if board.kind == "waiting" else None
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
    """Return the number of spectators for the table's bar; empty for none."""
    return partial(f"{FOLDER}/watching.html", watching=count)


def closed_parts() -> str:
    """Return what replaces a closed table: a message and a link to the lobby."""
    return partial(f"{FOLDER}/closed.html")


def _coach_html(snapshot: Snapshot, card: CoachCard) -> str:
    said = partial("games/lessons/coach.html", coach=card, slug=snapshot.table.slug)
    return f'<div id="coach" hx-swap-oob="innerHTML">{said}</div>'


def status_line(sentence: str) -> SafeString:
    """Return the status line."""
    said = sentence if isinstance(sentence, SafeString) else escape(sentence)
    return SafeString(f'<p id="status" hx-swap-oob="innerHTML">{said}</p>')


def way_on_line(url: str) -> str:
    """Return the status line of a withdrawn table, with a link to its event."""
    link = f'<a href="{escape(url)}" data-way-on>{escape(_("Go to the event"))}</a>'
    said = escape(_("This table was cancelled. Its players will get new seats."))
    return f'<p id="status" hx-swap-oob="innerHTML">{said} {link}</p>'


def hints(shown: TableFrame, user: User | None) -> str:
    """Return the viewer's possible plays, most sensible first, for the Hint button."""
    seat = shown.seat_of(user)
    choices: list[str] = []
    if seat is not None and shown.is_playing:
        seen = shown.view(seat)
        choices = [" ".join(card_names(cards)) for cards in sensible_order(seen)]
    return partial(f"{FOLDER}/hints.html", version=shown.version, hints=json.dumps(choices))


def sensible_order(seen: View) -> list[Cards]:
    """Return the possible plays: on lead the longest first, otherwise the lowest first."""
    plays = [
        combination
        for cards in seen.open_plays()
        if (combination := classify(seen.rules, cards, seen.twos_low)) is not None
    ]
    plays.sort(key=lambda play: (-play.size if seen.on_lead else play.size, play.key, play.cards))
    return [play.cards for play in plays[:200]]


def page_context(shown: TableFrame, user: User | None) -> dict[str, Any]:
    """Return the template context of the table's page, as shown until its socket is open."""
    shown = shown.seen_by(user)
    seat = shown.seat_of(user)
    slug = shown.snapshot.table.slug
    controls = shown.controls(seat)
    # Not cached, so that its countdowns start with the time left now.
    drawing = Drawing(board_of(shown.snapshot, scene=shown.scene), None)
    return {
        "board": shown.board(user),
        "status": shown.status(seat, reader_language()),
        # Before a session the page renders the board itself, because its forms need the token.
        "board_html": "" if drawing.board.kind == "waiting" else drawing.html,
        "parts": {name: part.html for name, part in drawing.parts.items()},
        "hand_html": hand_html(shown, seat),
        "controls_html": controls_html(*controls),
        "came_to": came_to(shown.board(user)),
        "menu": menu_of(shown.snapshot, user, shown.origin),
        "viewer_seat": seat,
        "coach": coach_card(shown.snapshot, seat),
        "slug": slug,
        "ws_url": f"/ws/tables/{slug}/",
        **chat_context(shown.snapshot, user),
    }

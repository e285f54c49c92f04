"""A browser's page of a table: what it is sent, and how it loads."""

import json
from dataclasses import replace
from html import escape
from typing import Any

from accounts.models import User
from games.chat.presenter import chat_context
from games.common.languages import gettext as _
from games.common.languages import in_one_language, reader_language
from games.common.partials import partial
from games.language.refusals import Refused
from games.lessons.presenter import coach_card
from games.live.open_pages import open_pages
from games.live.parts import Part, Renderings, ShownPage
from games.rules.cards import Cards, card_names
from games.rules.combinations.table import classify
from games.rules.deal.actions import Action, Pass, Play
from games.rules.view import View, view
from games.screens.table.board import status_for
from games.screens.table.menu import menu_of, next_session_of
from games.screens.table.parts import (
    FOLDER,
    NO_FORM_KEYS,
    BoardParts,
    ShownHand,
    board_parts,
    board_shape,
    controls_for,
    hand_html,
    hand_news,
    hand_of_seat,
    score_parts,
    spectator_controls,
    status_html,
)
from games.screens.table.state import TableState
from games.tables.advice import advice, is_advised


class TablePage(ShownPage):
    """The parts of a table's page that a browser shows."""

    #: The facts that its menu was made from, unless something in the menu expires.
    menu_facts: object = None
    #: The hand that it shows; None before the first. Not a region: what shows a hand would have to
    #: keep the state that it was made from.
    hand: ShownHand | None = None

    def forget_all(self) -> None:
        """Send everything next time."""
        super().forget_all()
        self.menu_facts = self.hand = None

    def table_news(
        self,
        state: TableState,
        user: User | None,
        renderings: Renderings,
        selection: str = "",
        refusal: Refused | None = None,
        *,
        controls_only: bool = False,
        next_state: TableState | None = None,
    ) -> str:
        """Return the HTML that brings the page up to the state; it shows it from then on.

        :param renderings: the parts that all viewers of the table share
        :param next_state: the current state, if the browser still shows a previous session
        """
        with in_one_language():
            seat = state.seat_of(user)
            html = "" if controls_only else self._state_news(state, user, renderings, next_state)
            if state.snapshot.table.lesson:
                html += self._coach_news(state, seat, selection)
            if seat is None and refusal is None:
                language = reader_language()
                shared = renderings.parts(state, language, state.is_delayed, spectator_controls)
                return html + self.news("controls", shared)
            own = controls_for(state, seat, selection, refusal)
            return html + self.own_parts_news("controls", own)

    def _state_news(
        self,
        state: TableState,
        user: User | None,
        renderings: Renderings,
        next_state: TableState | None,
    ) -> str:
        """Return the HTML of all changes but those of the controls."""
        language, seat = reader_language(), state.seat_of(user)
        board = renderings.parts(state, language, state.is_delayed, board_parts)
        assert isinstance(board, BoardParts)
        reader = state.is_delayed, state.reader(user)
        return "".join(
            (
                self.news("status", board.status(seat)),
                self.news("board", board),
                self.news("scores", renderings.parts(state, language, reader, score_parts)),
                self._hand_news(state, seat),
                self.menu_news(state, user, next_state),
                self.count_news(state),
            )
        )

    def count_news(self, state: TableState) -> str:
        """Return the HTML of the number of spectators; empty if it is unchanged."""
        watching = open_pages().spectator_count(state.snapshot.table.pk)
        return self.own_news(Part("watching", watching, lambda: _watching_html(watching)))

    def _hand_news(self, state: TableState, seat: int | None) -> str:
        """Return the HTML that brings the player's hand up to date; empty if it is unchanged."""
        shown, now = self.hand, hand_of_seat(state, seat)
        if shown == now:
            return ""
        self.hand = now
        return hand_news(state, seat, now, shown)

    def menu_news(
        self, state: TableState, user: User | None, next_state: TableState | None = None
    ) -> str:
        """Return the HTML of the viewer's menu; empty if it is unchanged or nothing is shown."""
        shown = self.regions.get("board")
        if not isinstance(shown, BoardParts) or (
            next_state is None and self.menu_facts is state.stable
        ):
            return ""
        board = shown.board
        menu = menu_of(state.snapshot, user, state.origin)
        if next_state is not None:
            again = next_session_of(next_state.snapshot, user)
            menu = replace(menu, can_play_again=False, again=None, next_session=again)
        is_lasting = next_state is None and not menu.votings and menu.outcome is None
        self.menu_facts = state.stable if is_lasting else None
        shape = board_shape(board) if board.kind == "waiting" else None
        # What expires is rendered again each time.
        key = (menu, board.terms, board.pulse.commitment, shape) if is_lasting else object()
        return self.own_news(
            Part(
                "menu",
                key,
                lambda: partial(f"{FOLDER}/menu.html", menu=menu, board=board, **NO_FORM_KEYS),
            )
        )

    def _coach_news(self, state: TableState, seat: int | None, selection: str) -> str:
        """Return the HTML of the coach's card in a lesson; empty if it is unchanged."""
        card = coach_card(state.snapshot, seat, selection)
        if card is None:
            return ""

        def render() -> str:
            """Render the card in the active language."""
            slug = state.snapshot.table.slug
            said = partial("games/lessons/coach.html", coach=card, slug=slug)
            return f'<div id="coach" hx-swap-oob="innerHTML">{said}</div>'

        return self.own_news(Part("coach", card, render))


def page_context(state: TableState, user: User | None) -> dict[str, Any]:
    """Return the template context of the table's page as the user may see it."""
    state = state.state_for(user)
    seat = state.seat_of(user)
    slug = state.snapshot.table.slug
    # Not shared, so that its countdowns start with the time left now.
    parts = board_parts(state, state.is_delayed, None)
    scores = state.scores(user)
    return {
        "board": parts.board,
        "status": status_html(status_for(state.snapshot, parts.board, seat)),
        # Before a session the page renders the board itself, because its forms need the token.
        "board_html": "" if parts.board.kind == "waiting" else parts.inside.html,
        "parts": {name: parts.parts[name].since(None) for name in ("pulse", "shuffle")},
        "hand_html": hand_html(state, seat),
        "controls_html": controls_for(state, seat).html,
        "scores": scores,
        "menu": menu_of(state.snapshot, user, state.origin),
        "origin": state.origin,
        "viewer_seat": seat,
        "coach": coach_card(state.snapshot, seat),
        "slug": slug,
        "ws_url": f"/ws/tables/{slug}/",
        **chat_context(state.snapshot, user),
    }


def _watching_html(count: int) -> str:
    """Return the HTML of the number of spectators in the table's bar; without text for 0."""
    return partial(f"{FOLDER}/watching.html", watching=count)


def closed_parts(host: str = "") -> str:
    """Return the HTML that replaces a closed table: a message and a link to the lobby.

    :param host: the name of the host who closed it; empty if unknown or the reader themselves
    """
    said = _("%(name)s closed this table.") % {"name": host} if host else ""
    return partial(f"{FOLDER}/closed.html", said=said or _("This table was closed."))


def link_to_event_line(url: str) -> str:
    """Return the HTML of the status line of a table that its event withdrew, with a link there."""
    link = f'<a href="{escape(url)}" data-event-link>{escape(_("Go to the event"))}</a>'
    said = escape(_("This table was cancelled. Its players will get new seats."))
    return f'<p id="status" hx-swap-oob="innerHTML">{said} {link}</p>'


def hints(state: TableState, user: User | None) -> str:
    """Return the HTML with the viewer's possible plays for the Hint button, in order.

    Where hints advise (``games.tables.advice``), the strong bot's choice comes first, made from the
    viewer's own view; an empty text is a pass. In a lesson the hint is the coach's play alone while
    there is one, so that they never disagree. No query.
    """
    seat = state.seat_of(user)
    choices: list[str] = []
    if seat is not None and state.is_playing:
        seen = view(state.snapshot.state, seat)
        card = coach_card(state.snapshot, seat)
        if card is not None and card.cards:
            choices = [card.cards]
        else:
            plays = hinted_plays(seen)
            if plays and is_advised(state.snapshot):
                plays = _with_best_first(plays, advice(seen))
            choices = [" ".join(card_names(cards)) for cards in plays]
    return partial(f"{FOLDER}/hints.html", version=state.version, hints=json.dumps(choices))


def _with_best_first(plays: list[Cards], best: Action | None) -> list[Cards]:
    """Return the plays with the best one first; no cards stand for a pass."""
    match best:
        case Play(_seat, cards):
            return [cards, *(play for play in plays if play != cards)]
        case Pass():
            return [0, *plays]
    return plays


def hinted_plays(seen: View) -> list[Cards]:
    """Return at most 200 possible plays: on lead the longest first, else the lowest first."""
    plays = [
        combination
        for cards in seen.open_plays()
        if (combination := classify(seen.rules, cards, seen.twos_low)) is not None
    ]
    plays.sort(key=lambda play: (-play.size if seen.on_lead else play.size, play.key, play.cards))
    return [play.cards for play in plays[:200]]

"""Every byte a browser gets, over whole deals, held against what its person may know.

The test drives all seats itself, so it knows the state at each version. What a viewer may know
is worked out here from that state, not by the code under test: the own hand, every card that was
played, and, when the deal is over, all that is left.
"""

import re

import pytest
from channels.testing import WebsocketCommunicator
from django.test import AsyncClient

from config.asgi import application
from config.database import in_database
from games import live
from games.models import Table
from games.rules.cards import FULL_PACK, Cards, parse_card
from games.rules.deal import DealState, Play

DEALS = 50

_SUITS = {"diamonds": "D", "clubs": "C", "hearts": "H", "spades": "S"}
_RANKS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}
_NAMED = re.compile(
    r"\b(10|[2-9]|Jack|Queen|King|Ace)\s+of\s+(diamonds|clubs|hearts|spades)", re.IGNORECASE
)
_CODED = re.compile(r"(?<![A-Za-z0-9#&_-])([2-9TJQKA][DCHS])(?![A-Za-z0-9_-])")


def cards_in(text: str) -> Cards:
    """Every card that the text mentions, by name or by code."""
    found = 0
    for rank, suit in _NAMED.findall(text):
        found |= 1 << parse_card(_RANKS.get(rank.capitalize(), rank) + _SUITS[suit.lower()])
    for code in _CODED.findall(text):
        found |= 1 << parse_card(code)
    return found


def may_know(state: DealState, seat: int | None) -> Cards:
    if state.over:
        return FULL_PACK
    known = 0 if seat is None else state.hands[seat]
    for action in state.actions:
        if isinstance(action, Play):
            known |= action.cards
    return known


def test_the_search_finds_cards_in_every_spelling():
    html = 'data-card="QH" aria-label="10 of spades" <li>jack of Clubs</li> ["3D","9D 9S"]'
    assert cards_in(html) == sum(
        1 << parse_card(code) for code in ("QH", "TS", "JC", "3D", "9D", "9S")
    )


class Watcher:
    """A browser whose every byte is read."""

    def __init__(self, seat: int | None, slug: str, cookie: str | None) -> None:
        headers = [(b"cookie", f"sessionid={cookie}".encode())] if cookie else []
        headers.append((b"origin", b"http://localhost"))
        self.seat = seat
        self.socket = WebsocketCommunicator(application, f"/ws/tables/{slug}/", headers=headers)
        self.client = AsyncClient(headers={"host": "localhost"})
        if cookie:
            self.client.cookies["sessionid"] = cookie
        self.slug = slug
        self.seen = 0
        self.bytes = 0

    async def up_to(self, version: int, allowed: Cards) -> None:
        """Read until this version has been shown, and look at every byte on the way."""
        while True:
            text = await self.socket.receive_from(timeout=5)
            self.check(text, allowed)
            if f'data-version="{version}"' in text:
                return

    def check(self, text: str, allowed: Cards) -> None:
        self.bytes += len(text)
        found = cards_in(text)
        self.seen |= found
        assert not found & ~allowed, f"seat {self.seat} was sent a card it may not know: {text}"


@pytest.mark.django_db(transaction=True)
async def test_no_viewer_is_sent_a_card_it_may_not_know(club, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    opened = await in_database(club)(deals=DEALS)
    slug = opened.table.slug
    viewers = [Watcher(0, slug, opened.key), Watcher(None, slug, None)]
    position = await in_database(opened.now)()
    for viewer in viewers:
        assert (await viewer.socket.connect())[0]
        await viewer.up_to(position.table.version, may_know(position.state, viewer.seat))
    # The person is shown the own hand, whole; who watches is shown nothing of it.
    assert viewers[0].seen & position.state.hands[0] == position.state.hands[0]
    assert viewers[1].seen & position.state.hands[0] == 0
    deals = 0
    while position.table.phase != Table.Phase.FINISHED:
        if position.table.phase == Table.Phase.BETWEEN:
            deals += 1
            await viewers[0].socket.send_json_to({"do": "hint", "version": 0})
            viewers[0].check(await viewers[0].socket.receive_from(), may_know(position.state, 0))
            await in_database(opened.ready)()
            position = await in_database(opened.now)()
        else:
            position = await in_database(opened.step)(position)
        for viewer in viewers:
            allowed = may_know(position.state, viewer.seat)
            await viewer.up_to(position.table.version, allowed)
            if len(position.state.actions) in (0, 20):
                page = await viewer.client.get(f"/tables/{slug}/")
                viewer.check(page.content.decode(), allowed)
            if viewer.seat == 0 and position.table.turn == 0:
                await viewer.socket.send_json_to({"do": "hint", "version": 0})
                viewer.check(await viewer.socket.receive_from(), allowed)
    assert deals == DEALS - 1
    for viewer in viewers:
        # Both have seen plenty: a test that reads nothing finds nothing.
        assert viewer.seen == FULL_PACK
        assert viewer.bytes > 1_000_000
        await viewer.socket.disconnect()
    await live.hub().close()

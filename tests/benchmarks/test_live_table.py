"""Faults that a table of the load benchmark detects: a page left behind, a legal move refused."""

import asyncio
import json
import time

import pytest

from benchmarks.clients.browser import Counts
from benchmarks.clients.protocol import Pulse
from benchmarks.clients.records import SeatedUser, TableState
from benchmarks.clients.tables import Visitor
from benchmarks.load import live_table
from benchmarks.load.live_table import LiveTable
from games.rules import record
from games.rules.deal.actions import action_text
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet


class Club:
    """A deal whose pages are shown each move sent, except pages that are blind."""

    def __init__(self) -> None:
        self.start = record.write(start(RuleSet.make("pagat"), shuffled_pack("live")))
        self.actions: list[str] = []
        self.pages = [Page(self, number) for number in range(1, 5)]
        self.refuses = 0
        self.counts = Counts(is_open=True)
        self.table = LiveTable(1, self.pages, [], self, self.counts)
        self.tell()

    async def state(self, _table_id: int) -> TableState:
        seats = tuple(SeatedUser(seat, 1 + seat, stand_in=False) for seat in range(4))
        return TableState("playing", 1, self.start, tuple(self.actions), (1, 1, 1), seats)

    def tell(self) -> None:
        for page in self.pages:
            page.hear(Pulse(len(self.actions), (1, 1, 1, len(self.actions)), None, "playing"))

    def take(self, page: "Page", message: dict[str, str]) -> None:
        assert message["moment"] == f"1.1.1.{len(self.actions)}"
        if self.refuses:
            self.refuses -= 1
            self.table.on_refusal(page)
            return
        mirror = live_table.Mirror(self.start)
        mirror.follow(self.actions)
        self.actions.append(action_text(mirror.choice()))
        if len(self.actions) == 10:
            self.table.stop()
        self.tell()


class Page:
    """A stand-in for a browser."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.number = club, number
        self.visitor = Visitor(number, "")
        self.pulse: Pulse | None = None
        self.observer: LiveTable | None = None
        self.is_blind = False

    @property
    def position(self) -> tuple[int, ...]:
        return self.pulse.position if self.pulse else ()

    def message_with(self, mark: bytes) -> asyncio.Future[float]:
        self.waiting = asyncio.get_running_loop().create_future()
        return self.waiting

    async def do(self, action: str, **_more: str) -> None:
        assert action == "select"
        self.waiting.set_result(time.perf_counter())
        self.club.table.stop()

    async def send(self, message: str) -> None:
        asyncio.get_running_loop().call_soon(self.club.take, self, json.loads(message))

    def hear(self, pulse: Pulse) -> None:
        if not self.is_blind:
            self.pulse = pulse
            self.observer.on_update(self, time.perf_counter())


@pytest.fixture(autouse=True)
def _short_timeouts(monkeypatch):
    monkeypatch.setattr(live_table, "LOST_SECONDS", 0.05)
    monkeypatch.setattr(live_table, "REFUSED_SECONDS", 0.0)


async def test_players_make_moves_until_the_table_is_stopped():
    club = Club()
    await club.table.play(0.0, None)
    assert len(club.actions) == 10
    assert club.counts.count("move") == 10
    assert not club.counts.faults


async def test_a_page_that_misses_an_update_is_a_fault():
    club = Club()
    club.pages[3].is_blind = True
    await club.table.play(0.0, None)
    assert len(club.actions) == 1
    assert club.counts.count("move") == 0
    assert club.counts.faults == {"update lost": 1}


async def test_a_refused_move_is_a_fault_and_the_deal_goes_on():
    club = Club()
    club.refuses = 1
    await club.table.play(0.0, None)
    assert len(club.actions) == 10
    assert club.counts.faults == {"refused": 1}


async def test_cards_are_selected_in_the_middle_of_a_deal_in_which_nobody_moves():
    club = Club()
    mirror = live_table.Mirror(club.start)
    action = mirror.choice()
    club.actions.append(action_text(action))
    club.tell()
    await club.table.stream("select", 0.0, 0.0)
    assert club.counts.count("select") == 1

"""Every socket and every topic, for each role.

sockets.txt lists the roles that may open each socket, and the topics that they then get. A new
socket or kind of topic fails here until it has a line there.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from games.common.database import in_database
from games.live import topics
from games.live.consumer import LiveConsumer
from games.live.hub import hub
from games.screens import routing as screens
from tests.config.permissions.scene import Town, town
from tests.config.permissions.table import lines, table_line
from tests.config.permissions.test_pages import ROLES, keys
from tests.sockets import PATIENCE, Browser
from tournaments.events import routing as events
from tournaments.ledger import routing as ledger

SOCKETS = [
    *screens.websocket_urlpatterns,
    *events.websocket_urlpatterns,
    *ledger.websocket_urlpatterns,
]
#: The sign for each code with which a forbidden socket is closed.
CLOSED = {4403: "-", 4404: "0", 4410: "g"}
ROOT = Path(__file__).parents[3]


def kinds() -> set[str]:
    """Return all kinds of topics: those with a source, and those that only pass on notices."""
    named = {
        kind
        for room in ("accounts", "games", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        for kind in re.findall(r'\bTopic\(\s*"([^"]+)"', path.read_text())
    }
    return named | set(topics._sources)


def patterns() -> set[str]:
    return {str(each.pattern) for each in SOCKETS}


def pattern_of(path: str) -> str:
    [found] = [each for each in SOCKETS if each.pattern.match(path.lstrip("/").partition("?")[0])]
    return str(found.pattern)


@pytest.fixture
def place(transactional_db, queued) -> Town:
    return town()


class Doors:
    """Records whether the opened socket was closed again, and with which code."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        connect, close = LiveConsumer.websocket_connect, LiveConsumer.close
        self.sign, self.is_through = "o", asyncio.Event()

        async def connected(consumer: LiveConsumer, message: dict[str, str]) -> None:
            await connect(consumer, message)
            self.is_through.set()

        async def closed(consumer: LiveConsumer, code: int) -> None:
            self.sign = CLOSED.get(code, str(code))
            await close(consumer, code)

        monkeypatch.setattr(LiveConsumer, "websocket_connect", connected)
        monkeypatch.setattr(LiveConsumer, "close", closed)

    async def look(self, path: str, key: str | None) -> tuple[str, set[str]]:
        """Open a socket; return its sign and the kinds of topics that its user gets."""
        self.sign = "o"
        self.is_through.clear()
        browser = Browser(key=key, path=path)
        assert await browser.connect()
        await asyncio.wait_for(self.is_through.wait(), PATIENCE)
        heard = {topic.kind for topic in hub()._rooms}
        await browser.close()
        return self.sign, heard


async def test_each_socket_opens_for_the_roles_in_the_permission_table(place, sockets, monkeypatch):
    doors, who = Doors(monkeypatch), await in_database(keys)(place)
    wrong, told, known = [], set(), set()
    for line in lines("sockets.txt", ROLES):
        path, _arrow, *named = line.asked.split()
        known.add(pattern_of(path.format(**place.places)))
        told |= set(named)
        answers = {}
        for role, key in who.items():
            answers[role], heard = await doors.look(path.format(**place.places), key)
            own = set() if key is None else {"person"}
            expected = set(named) | own if answers[role] == "o" else heard & own
            if heard != expected:
                wrong.append(f"{path}: {role} hears of {sorted(heard)}")
        if answers != line.wanted(ROLES):
            wrong.append(f"sockets.txt:{line.number} is\n{table_line(answers, line.asked)}")
    assert not wrong, "\n".join(["Open otherwise than the table says:", *wrong])
    assert known == patterns(), f"Not in sockets.txt: {sorted(patterns() - known)}"
    assert told | {"person"} == kinds(), f"Not in sockets.txt: {sorted(kinds() - told)}"

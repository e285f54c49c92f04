"""Graceful shutdown: pages are told, moves are finished, and nothing is left behind."""

import asyncio
import re
import signal
import threading
from pathlib import Path

import aiohttp
import pytest

from config.server import SERVICE_RESTART, GracefulServer
from tests.e2e.server import Server, running

pytestmark = [pytest.mark.program, pytest.mark.every_database]

MOMENT = re.compile(r'data-position-id="([^"]+)"')
HANDS = (
    "3D 4C 5H 6S", "7D 8C 9H TS", "7C 8H 9S TD", "7H 8S 9D TC",
)  # fmt: skip


def test_the_servers_log_contains_no_secret():
    logged = []
    server = GracefulServer(
        application=None, endpoints=["tcp:0"], action_logger=lambda *line: logged.append(line)
    )
    key = "c8xk2p-dffd2a1a3a"
    for path in (f"/accounts/password/reset/key/{key}/", f"/clubs/join/{key}/?next=/"):
        server.log_action("http", "complete", {"path": path, "status": 200})
    assert len(logged) == 2
    assert key not in str(logged)


@pytest.fixture
def club(tmp_path: Path):
    with running(tmp_path, BOT_DELAY="600,600", LOG_FORMAT="json") as server:
        yield server


async def play_and_stop(
    server: Server, slug: str, key: str, *, then
) -> tuple[int | None, list[str]]:
    """Open a table, play the lowest card and stop the server; return the close code and messages.

    :param then: called after the move is sent, whether or not it has arrived
    """
    headers = {"Cookie": f"sessionid={key}", "Origin": server.url}
    heard = []
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.ws_connect(f"{server.url}/ws/tables/{slug}/") as socket,
    ):
        first = (await socket.receive()).data
        moment = MOMENT.search(first).group(1)
        await socket.send_json({"do": "play", "cards": "3D", "moment": moment})
        then()
        while True:
            message = await socket.receive(timeout=30)
            if message.type is not aiohttp.WSMsgType.TEXT:
                return socket.close_code, heard
            heard.append(message.data)


def test_a_stopping_server_finishes_moves_and_tells_pages_to_reconnect(club: Server):
    path, key = club.beside("open", rules="pagat", hands=HANDS, leader=0, actions=[])
    slug = path.strip("/").rpartition("/")[2]
    statuses = []
    ending = threading.Thread(target=lambda: statuses.extend(club.kill(signal.SIGTERM)))
    code, _heard = asyncio.run(play_and_stop(club, slug, key, then=ending.start))
    ending.join()
    # The move was on its way when the server was told to stop.
    assert club.recorded(slug) == ["0 play 3D"]
    assert code == SERVICE_RESTART
    assert statuses[0] == 0
    said = club.log.read_text()
    assert "Traceback" not in said, said[said.find("Traceback") - 500 :][:4000]
    assert "could not" not in said, said[said.find("could not") - 500 :][:2000]
    club.start()
    assert club.recorded(slug) == ["0 play 3D"]

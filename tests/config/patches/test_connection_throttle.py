"""The connection throttle: sockets are opened in turn, and browsers that left cost nothing."""

import asyncio

import pytest
from autobahn.exception import Disconnected

from config.patches.connection_throttle import ConnectionThrottle, GoneError

CONNECT, LEAVE = {"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}
ACCEPT, SAY = {"type": "websocket.accept"}, {"type": "websocket.send", "text": "Here it is."}


class Club:
    """Application that opens sockets on request, one at a time."""

    def __init__(self, speaks=True):
        self.opening, self.open, self.heard, self.refused = [], asyncio.Event(), [], []
        self.speaks = speaks
        self.served = ConnectionThrottle(self, max_opening=1)

    async def __call__(self, scope, receive, send):
        assert await receive() == CONNECT
        self.opening.append(scope["path"])
        await self.open.wait()
        await send(ACCEPT)
        if self.speaks:
            try:
                await send(SAY)
            except GoneError:
                self.refused.append(scope["path"])
        self.heard.append((scope["path"], await receive()))

    def visit(self, path, send=None):
        """Connect a socket; return its queue, and the task that serves it."""
        queue = asyncio.Queue()
        queue.put_nowait(CONNECT)

        async def unheard(message):
            pass

        serving = self.served({"path": path}, queue.get, send or unheard)
        return queue, asyncio.create_task(serving)


async def until(holds):
    """Run other coroutines until a condition holds."""
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never held")


async def let_others_run():
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.mark.parametrize("speaks", [True, False])
async def test_sockets_are_opened_one_after_the_other(speaks, monkeypatch):
    monkeypatch.setattr("config.patches.connection_throttle.SILENCE_SECONDS", 0)
    club = Club(speaks)
    visits = [club.visit(path) for path in "abc"]
    await let_others_run()
    assert club.opening == ["a"]
    club.open.set()
    await until(lambda: club.opening == ["a", "b", "c"])
    for queue, serving in visits:
        queue.put_nowait(LEAVE)
        await serving
    assert club.heard == [("a", LEAVE), ("b", LEAVE), ("c", LEAVE)]


async def test_a_socket_that_closes_before_its_turn_is_not_opened():
    club = Club()
    visits = [club.visit(path) for path in "abc"]
    await until(lambda: club.opening)
    visits[1][0].put_nowait(LEAVE)
    await visits[1][1]
    club.open.set()
    await until(lambda: club.opening == ["a", "c"])
    for queue, serving in (visits[0], visits[2]):
        queue.put_nowait(LEAVE)
        await serving


async def test_a_message_received_while_a_socket_waits_is_not_lost():
    """The second message, received while the socket waits, is delivered later."""
    club = Club()
    (first, one), (second, other) = club.visit("a"), club.visit("b")
    await until(lambda: club.opening)
    club.open.set()
    await until(lambda: club.opening == ["a", "b"])
    await let_others_run()
    second.put_nowait({"type": "websocket.receive", "text": "A move"})
    await other
    assert club.heard == [("b", {"type": "websocket.receive", "text": "A move"})]
    first.put_nowait(LEAVE)
    await one


async def test_a_socket_that_fails_gives_up_its_turn():
    club = Club()
    (_first, one), (second, other) = club.visit("a"), club.visit("b")
    await until(lambda: club.opening)
    one.cancel()
    club.open.set()
    await until(lambda: club.opening == ["a", "b"])
    second.put_nowait(LEAVE)
    await other


async def test_sending_to_a_browser_that_left_raises_gone_error():
    async def closed(message):
        if message == SAY:
            raise Disconnected("the server's own error")

    club = Club()
    club.open.set()
    queue, serving = club.visit("a", closed)
    queue.put_nowait(LEAVE)
    await serving
    assert club.refused == ["a"]

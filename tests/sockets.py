"""The one driver of a live page: what a browser sends at its socket, and what it is shown."""

from __future__ import annotations

from channels.testing import WebsocketCommunicator

from config.asgi import application

#: Longer than a busy machine takes for anything; what is right is there at once.
PATIENCE = 60
#: How long nothing has to come to be no answer at all.
SILENCE = 0.05


class Browser:
    """One open page: of the table with this slug, at a path of its own, or of the lobby."""

    def __init__(
        self,
        slug: str = "",
        key: str | None = None,
        *,
        origin: str = "http://localhost",
        path: str = "",
    ) -> None:
        headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
        if key:
            headers.append((b"cookie", f"sessionid={key}".encode()))
        path = path or (f"/ws/tables/{slug}/" if slug else "/ws/lobby/")
        self._socket = WebsocketCommunicator(application, path, headers=headers)

    async def connect(self) -> bool:
        """Connect, and read nothing yet; whether the club lets the page in."""
        return bool((await self._socket.connect(timeout=PATIENCE))[0])

    async def open(self) -> str:
        """Connect; gives what is shown first."""
        assert await self.connect()
        return await self.read()

    async def read(self) -> str:
        return await self._socket.receive_from(timeout=PATIENCE)

    async def send(self, **message: object) -> None:
        await self._socket.send_json_to(message)

    async def send_raw(self, message: str | bytes) -> None:
        """Send what need not be a message at all."""
        if isinstance(message, bytes):
            await self._socket.send_to(bytes_data=message)
        else:
            await self._socket.send_to(text_data=message)

    async def ask(self, **message: object) -> str:
        """Send a message; gives what comes next."""
        await self.send(**message)
        return await self.read()

    async def silent(self) -> bool:
        return await self._socket.receive_nothing(timeout=SILENCE)

    async def closed(self) -> tuple[str, int]:
        """Wait until the club closes the socket; gives what was sent before, and the code."""
        shown = ""
        while True:
            output = await self._socket.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return shown, output["code"]
            shown += output["text"]

    async def is_closed(self) -> bool:
        """Read what comes first; whether the club closes the socket then."""
        shown = await self._socket.receive_output(timeout=PATIENCE)
        if 'id="board"' in shown.get("text", ""):
            return False
        return shown["type"] == "websocket.close" or await self.is_closed()

    async def broken(self) -> None:
        """Wait until the club's side of the socket ends; raises what it broke by."""
        await self._socket.wait(timeout=PATIENCE)

    async def close(self) -> None:
        await self._socket.disconnect()

"""The one driver of sockets in tests: sends what a browser sends and reads what it is shown."""

from __future__ import annotations

from channels.testing import WebsocketCommunicator

from config.asgi import application

#: Timeout in seconds, generous for a busy machine; correct answers come immediately.
PATIENCE = 60
#: Seconds without a message that count as no answer.
SILENCE = 0.05


class Browser:
    """One open page: a table's by its slug, the page at `path`, or the lobby."""

    def __init__(
        self,
        slug: str = "",
        key: str | None = None,
        *,
        origin: str = "http://localhost",
        path: str = "",
        language: str = "en",
    ) -> None:
        headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
        if key:
            headers.append((b"cookie", f"sessionid={key}".encode()))
        path = path or (f"/ws/tables/{slug}/" if slug else "/ws/lobby/")
        if language != "en":
            headers.append((b"accept-language", language.encode()))
        self._socket = WebsocketCommunicator(application, path, headers=headers)

    async def connect(self) -> bool:
        """Connect without reading; return whether the server accepts the page."""
        return bool((await self._socket.connect(timeout=PATIENCE))[0])

    async def open(self) -> str:
        """Connect; return the first message."""
        assert await self.connect()
        return await self.read()

    async def read(self) -> str:
        return await self._socket.receive_from(timeout=PATIENCE)

    async def send(self, **message: object) -> None:
        await self._socket.send_json_to(message)

    async def send_raw(self, message: str | bytes) -> None:
        """Send raw text or bytes, not necessarily a message."""
        if isinstance(message, bytes):
            await self._socket.send_to(bytes_data=message)
        else:
            await self._socket.send_to(text_data=message)

    async def ask(self, **message: object) -> str:
        """Send a message; return the next one received."""
        await self.send(**message)
        return await self.read()

    async def silent(self) -> bool:
        return await self._socket.receive_nothing(timeout=SILENCE)

    async def closed(self) -> tuple[str, int]:
        """Wait until the server closes the socket; return what it sent, and the close code."""
        shown = ""
        while True:
            output = await self._socket.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return shown, output["code"]
            shown += output["text"]

    async def is_closed(self) -> bool:
        """Read the next event; return whether it closes the socket."""
        shown = await self._socket.receive_output(timeout=PATIENCE)
        if 'id="board"' in shown.get("text", ""):
            return False
        return shown["type"] == "websocket.close" or await self.is_closed()

    async def broken(self) -> None:
        """Wait until the server's side of the socket ends; raise its exception."""
        await self._socket.wait(timeout=PATIENCE)

    async def close(self) -> None:
        await self._socket.disconnect()

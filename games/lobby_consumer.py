"""A browser in the lobby: it is shown the open tables whenever they change, and sends nothing."""

import asyncio
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import services as accounts
from config.database import in_database
from games import live, presence
from games.presenter import LobbyFrame


class LobbyConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open page of the lobby."""

    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the browser, and leave no trace behind however it ends."""
        self._tasks: list[asyncio.Task[None]] = []
        try:
            await super().__call__(scope, receive, send)
        finally:
            for task in self._tasks:
                task.cancel()
            await live.hub().leave(live.LOBBY, self)

    async def connect(self) -> None:
        self.shown = ""
        self._newest: LobbyFrame | None = None
        self._wake = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._show_newest()))
        await self.accept()
        if self.scope["user"].pk:
            await in_database(self._here)()
            self._tasks.append(asyncio.create_task(presence.stay(self._here)))
        await live.hub().join(live.LOBBY, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing that a browser could send means anything here."""

    def _here(self) -> None:
        accounts.seen(self.scope["user"])

    def show(self, frame: LobbyFrame) -> None:
        self._newest = frame
        self._wake.set()

    def gone(self) -> None:
        """The lobby stays."""

    async def _show_newest(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._newest is not None and self._newest.html != self.shown:
                self.shown = self._newest.html
                await self.send(text_data=self.shown)

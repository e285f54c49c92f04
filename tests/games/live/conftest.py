"""Live updates without a database."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from games.live import consumer, hub


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in any thread what the hub and the pages would run in one of the database."""

    def in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
        return partial(asyncio.to_thread, function)

    async def nothing() -> None:
        """Leave the connections of other tests alone."""

    monkeypatch.setattr("channels.generic.websocket.aclose_old_connections", nothing)
    for module in (hub, consumer):
        monkeypatch.setattr(module, "in_database", in_thread)
        monkeypatch.setattr(module, "in_writer", in_thread)

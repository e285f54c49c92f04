"""Cost of the lobby: 100 browsers watch while players join and leave 100 tables.

The same changes are made first without viewers, and their own cost is subtracted. The browsers are
the app's own sockets without a web server; the web server's cost for each message comes on top.
"""

import asyncio
import time
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from benchmarks.report import slowness
from config.asgi import application
from games.common.database import in_database
from games.tables.models import Seat, Table
from games.tables.services import seating

VIEWERS: Final = 100
TABLES: Final = 100
#: Duration of the changes in seconds, and the permitted share of a core.
SECONDS: Final = 6.0
MAX_SHARE: Final = 0.05


class Viewer:
    """A browser that shows the lobby."""

    def __init__(self) -> None:
        self.messages = self.octets = 0
        self.has_list = asyncio.Event()
        self._left = asyncio.Event()
        self._is_new = True
        self._task = asyncio.create_task(self._run_socket())

    async def _run_socket(self) -> None:
        """Run the site's application for the lobby's socket."""
        scope = {
            "type": "websocket", "path": "/ws/lobby/", "query_string": b"", "subprotocols": [],
            "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
            "client": ["127.0.0.1", 1], "server": ["localhost", 80],
        }  # fmt: skip
        await application(scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        """Return the connect message, then wait to return the disconnect."""
        if self._is_new:
            self._is_new = False
            return {"type": "websocket.connect"}
        await self._left.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def _send(self, message: dict[str, Any]) -> None:
        """Count a message from the site."""
        if message["type"] == "websocket.send":
            self.messages += 1
            self.octets += len(message["text"].encode())
            self.has_list.set()

    async def leave(self) -> None:
        """Close the socket and wait for its end."""
        self._left.set()
        await self._task


async def measure() -> tuple[str, list[str]]:
    """Compare the cost of changes at tables with and without viewers of the lobby.

    Return a text for the report, and what is wrong.
    """
    tables, users = await sync_to_async(_waiting_tables)()
    for sits in (True, False):
        # Warm-up, so that neither measurement starts with cold caches.
        await _change_tables(tables, users, sits=sits, seconds=0.0)
    alone = await _change_tables(tables, users, sits=True)
    await _change_tables(tables, users, sits=False, seconds=0.0)
    viewers = [Viewer() for _ in range(VIEWERS)]
    await asyncio.gather(*(each.has_list.wait() for each in viewers))
    # Each viewer has had the lobby rendered once.
    await asyncio.sleep(2)
    whole = viewers[0].octets
    for each in viewers:
        each.messages = each.octets = 0
    slow = slowness()
    watched = await _change_tables(tables, users, sits=True)
    for each in viewers:
        await each.leave()
    share, own = (watched - alone) / SECONDS / slow, alone / SECONDS / slow
    sent = sum(each.messages for each in viewers)
    octets = sum(each.octets for each in viewers)
    text = (
        f"lobby: {VIEWERS} browsers, {TABLES} tables that change within {SECONDS:.0f} s:"
        f" {100 * share:.1f} % of an idle core, plus {100 * own:.1f} % for the changes;\n"
        f"{sent / VIEWERS:.0f} messages per browser, {octets / VIEWERS / 1000:.1f} KB"
        f" ({octets / max(sent, 1):.0f} bytes each); the whole list is {whole / 1000:.0f} KB;"
        f" this core is slower by {slow:.1f}"
    )
    if share > MAX_SHARE:
        text += f"\nThat is more than {100 * MAX_SHARE:.0f} %."
    too_many = sent > VIEWERS * (2 * SECONDS + 2)
    return text, [f"{sent / VIEWERS:.0f} messages per browser are too many"] * too_many


def _waiting_tables() -> tuple[list[Any], list[Any]]:
    """Return waiting tables, and a user for each who will sit down there."""
    waiting = Table.objects.filter(phase="waiting", sessions__seats__isnull=False)
    tables = list(waiting.order_by("-pk")[:TABLES])
    Seat.objects.filter(session__table__in=tables).update(seen_at=timezone.now())
    return tables, list(User.objects.order_by("-pk")[: len(tables)])


async def _change_tables(
    tables: list[Any], users: list[Any], *, sits: bool, seconds: float = SECONDS
) -> float:
    """Let users sit down or stand up one after the other; return the CPU seconds used."""

    def change(table: Any, user: Any) -> None:
        """Let the user sit down at the table, or stand up."""
        caller = Caller(user)
        if sits:
            assert seating.sit(caller, table.pk, None) is None
        else:
            assert seating.stand_up(caller, table.pk) is None

    began, worked = time.monotonic(), time.process_time()
    for number, (table, user) in enumerate(zip(tables, users, strict=True), 1):
        await in_database(change)(table, user)
        await asyncio.sleep(max(0.0, began + seconds * number / len(tables) - time.monotonic()))
    await asyncio.sleep(1)
    return time.process_time() - worked

"""Calls: wherever in the club somebody is, the page says when and where they are wanted.

A page with a socket gets it there. For somebody who may be called soon, every other page opens a
small one of its own; pages of all others open none.
"""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.guests import person
from games.common.database import in_database
from games.live.consumer import LiveConsumer
from games.screens.notices import Call, awaits_call, call_of


class CalledConsumer(LiveConsumer):
    """A page that shows its person where they are wanted, besides what it is for."""

    #: Where the page says that they are.
    call: Call | None = None

    async def attend(self) -> bool:
        if not await super().attend():
            return False
        # What came when the page was made, and nobody listened for it yet.
        if self.user is not None and not self.user.is_guest:
            self._spawn(self._show_call())
        return True

    async def called(self) -> None:
        if self.user is None or self.user.is_guest:
            return
        call = await in_database(call_of)(self.user)
        if call != self.call:
            self.call = call
            context = {"call": call, "oob": True}
            await self.send(text_data=render_to_string("partials/call.html", context))

    #: Whether the page says that updates come late.
    _is_late = False

    def delayed(self, is_late: bool) -> None:
        """Say so on the page; whatever else it shows goes on."""
        if is_late != self._is_late:
            self._is_late = is_late
            self._spawn(self._show_delay())

    async def _show_delay(self) -> None:
        with translation.override(self.language):
            words = _("Updates may be some seconds late.") if self._is_late else ""
        # Without blanks: what is empty is not shown.
        html = format_html('<p id="live-late" hx-swap-oob="innerHTML">{}</p>', words)
        await self.send(text_data=html)


class CallConsumer(CalledConsumer):
    """A page without another socket, of somebody who may be called."""

    def delayed(self, is_late: bool) -> None:
        """Say nothing: the page shows nothing that could be late."""

    async def connect(self) -> None:
        await self.accept()
        await self.attend()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what the browser sends: nothing that it could send means anything here."""


def context(request: HttpRequest) -> dict[str, Any]:
    """Return for templates whether the reader may be called soon.

    Costs nothing for guests and those who are unknown, one query for members, and only where a
    template asks.
    """
    return {"awaits_call": SimpleLazyObject(lambda: _awaits_call(request))}


def _awaits_call(request: HttpRequest) -> bool:
    user = person(request) if hasattr(request, "user") else None
    return user is not None and not user.is_guest and awaits_call(user)

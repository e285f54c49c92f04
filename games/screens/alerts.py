"""Alerts: on any page, a member is told when and where they are needed.

Pages that have a socket receive alerts there. Other pages open a small socket of their own, but
only for members who may be alerted soon.
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
from games.screens.notices import Alert, PageFacts, alert_of, page_facts


class AlertedConsumer(LiveConsumer):
    """Base of consumers that also send a member's current alert and a notice of late updates."""

    #: The alert that the page shows now.
    alert: Alert | None = None

    async def attend(self) -> bool:
        """Also show a member's current alert; return False if the session is no longer valid."""
        if not await super().attend():
            return False
        # An alert may have come between rendering the page and opening the socket.
        if self.user is not None and not self.user.is_guest:
            self._spawn(self._show_alert())
        return True

    async def show_current_alert(self) -> None:
        """Send the browser the member's current alert if it differs from the one shown."""
        if self.user is None or self.user.is_guest:
            return
        alert = await in_database(alert_of)(self.user)
        if alert != self.alert:
            self.alert = alert
            context = {"call": alert, "oob": True}
            await self.send(text_data=render_to_string("partials/call.html", context))

    #: Whether the page says that updates are delayed.
    _is_late = False

    def delayed(self, is_late: bool) -> None:
        """Show or hide the notice that updates are delayed."""
        if is_late != self._is_late:
            self._is_late = is_late
            self._spawn(self._show_delay())

    async def _show_delay(self) -> None:
        """Send the browser the notice that updates are delayed, or remove it."""
        with translation.override(self.language):
            words = _("Updates may be a few seconds late.") if self._is_late else ""
        # No whitespace inside: CSS hides the element only while it is :empty.
        html = format_html('<p id="live-late" hx-swap-oob="innerHTML">{}</p>', words)
        await self.send(text_data=html)


class AlertConsumer(AlertedConsumer):
    """Socket of a page without another one, for a member who may be alerted."""

    def delayed(self, is_late: bool) -> None:
        """Do nothing: the page shows nothing that could be delayed."""

    async def connect(self) -> None:
        """Accept the socket and keep the user online; alerts are shown from then on."""
        await self.accept()
        await self.attend()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from the browser; none has a meaning here."""


def context(request: HttpRequest) -> dict[str, Any]:
    """Return the template variable ``page_facts`` (`PageFacts`).

    Evaluated only if a template uses it: one query for members, none for guests and visitors.
    """
    return {"page_facts": SimpleLazyObject(lambda: _page_facts(request))}


def _page_facts(request: HttpRequest) -> PageFacts:
    """Return what every page needs for a member; for guests and visitors, nothing."""
    user = person(request) if hasattr(request, "user") else None
    return PageFacts() if user is None or user.is_guest else page_facts(user)

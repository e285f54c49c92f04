"""WebSocket consumers for an event's page, its projector, club nights and the desk.

Browsers send nothing. They receive changed parts of their page, and changed lines of the standings.
The URL contains the version of the page as loaded, so at first there is nothing to send.
"""

import random
from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.urls import reverse

from games.common.database import in_database
from games.live.consumer import NOT_FOUND, NOT_YOURS
from games.live.parts import Part
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.club_nights.live import NightState
from tournaments.events.core import access, selectors
from tournaments.events.core.models import Event
from tournaments.events.core.topics import desk_topic, event_topic, night_topic
from tournaments.events.desk.live import DeskParts, DeskState, clock_html, desk_parts, own_part
from tournaments.events.event_page.live import (
    EventState,
    activity_parts,
    event_parts,
    facts_parts,
    part_html,
    projector_parts,
    standings_parts,
)

#: Milliseconds over which pages of a club night spread their requests.
SPREAD: Final = 500


class FollowingConsumer(AlertedConsumer):
    """Consumer of a page of an event that follows one live topic."""

    #: 0 until the event is found.
    event_id = 0

    async def connect(self) -> None:
        """Accept the connection and follow the page's topic, or close it if the viewer may not."""
        self.state: EventState | None = None
        self.role: Role | None = None
        await self.accept()
        self._role_as_of = self._access_changes
        event = await in_database(self._find)()
        if event is None:
            await self.close(NOT_FOUND)
            return
        if not self.may_follow():
            await self.close(NOT_YOURS)
            return
        self.event_id = event.pk
        if await self.attend():
            await self.watch(self.topic())

    def topic(self) -> Topic:
        """Return the live topic that the page follows."""
        return event_topic(self.event_id)

    def may_follow(self) -> bool:
        """Return whether the viewer's role allows this page; True unless overridden."""
        return True

    def _find(self) -> Event | None:
        """Return the URL's event if this viewer may see it, and store their role in its club."""
        event = selectors.event(self.scope["url_route"]["kwargs"]["slug"])
        if event is None:
            return None
        self.role = clubs.role_of(event.club, self.user)
        return event if access.may_open(event, self.role, self.user) else None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from the browser: none are defined."""

    async def _read_role(self, event: Event) -> None:
        """Read the viewer's role in the club again if it may have changed."""
        if self.user is not None and self._role_as_of != self._access_changes:
            self._role_as_of = self._access_changes
            self.role = await in_database(clubs.role_of)(event.club, self.user)

    def already_shows(self, state: EventState) -> bool:
        """Return whether the page already showed this version when the socket opened."""
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        return self.state is None and query.get("version") == [str(state.version)]

    async def missing(self, topic: Topic) -> None:
        """Close the connection, since the event no longer exists."""
        await self.close(NOT_FOUND)


class EventConsumer(FollowingConsumer):
    """Consumer of one open page of an event."""

    async def shown(self, topic: Topic, state: EventState) -> None:
        """Send what changed, unless the state is old; close if the event is now hidden."""
        if self.state is not None and state.version <= self.state.version:
            return
        await self._read_role(state.event)
        is_entered = bool(state.own_number(self.user))
        if not access.may_see(state.event, self.role, is_entered=is_entered):
            # The event has become members-only.
            await self.close(NOT_FOUND)
            return
        is_known = self.already_shows(state)
        self.state = state
        for html in await self.page_news(topic, state):
            if html and not is_known:
                await self.send(text_data=html)

    async def page_news(self, topic: Topic, state: EventState) -> list[str]:
        """Return the HTML messages that bring the page up to this state."""
        is_organizer = may(self.role, Right.RUN_EVENTS)
        reasons = state.reasons_for(self.user, is_organizer=is_organizer)
        is_entered = bool(state.own_number(self.user))
        with_stake = access.may_see_money(self.role, is_entered=is_entered)
        before = self.page.parts("standings")
        standings = await self.news_in_thread("standings", topic, state, None, standings_parts)
        html = [
            self.page.own_news(*self._own_parts(state)),
            await self.news_in_thread("facts", topic, state, with_stake, facts_parts),
            await self.news_in_thread("event", topic, state, None, event_parts),
            await self.news_in_thread("record", topic, state, reasons, activity_parts),
        ]
        if before is not None and before.shape == state.layout:
            # Lines are sent alone: an HTML parser drops table rows among other elements.
            return ["".join(html), standings]
        # The whole standings come first: another part belongs inside them.
        return ["".join([standings, *html])]

    def _own_parts(self, state: EventState) -> Iterable[Part]:
        """Yield the viewer's own part, and their word form once there is one.

        Other entrants' words don't update the form: the viewer may be typing.
        """
        own_number, own_part = state.own_number(self.user), state.own_part(self.user, self.role)

        def render() -> str:
            """Render the viewer's own part in the active language."""
            shown = {"club": state.event.club, "role": self.role, "part": own_part}
            here = reverse("event", args=[state.event.slug])
            user = self.user or AnonymousUser()
            more = {"own": own_number, "user": user, "here": here, "oob": True}
            return part_html("own", shown | more)

        yield Part("own", (own_number, own_part), render)
        words = state.words(self.user)
        if words is not None or "words" in self.page.regions:
            key = None if words is None else (words.commitment, words.may_add, words.word)
            context = {"words": words, "event": state.event, "oob": True}
            yield Part("words", key, lambda: part_html("words", context))


class ProjectorConsumer(EventConsumer):
    """Consumer of one open projector view of an event, the same for all viewers."""

    async def show_current_alert(self) -> None:
        """Send no alert: everyone in the room sees this page."""

    async def page_news(self, topic: Topic, state: EventState) -> list[str]:
        """Return the HTML messages that bring the view up to this state."""
        return [await self.news_in_thread("projector", topic, state, None, projector_parts)]


class NightConsumer(FollowingConsumer):
    """Consumer of one open page of a club night."""

    async def connect(self) -> None:
        """Accept the connection, with the digest of the content that the page already shows."""
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.digest = query.get("version", [""])[0]
        await super().connect()

    def topic(self) -> Topic:
        """Return the live topic of the club night."""
        return night_topic(self.event_id)

    async def shown(self, topic: Topic, night: NightState) -> None:
        """Tell the page to reload if its content has changed."""
        if night.digest == self.digest:
            return
        self.digest = night.digest
        # Spread over time.
        context = {"slug": night.slug, "wait": random.randrange(SPREAD)}
        await self.send(text_data=render_to_string("tournaments/events/night_again.html", context))


class DeskConsumer(FollowingConsumer):
    """Consumer of one open desk of an event."""

    def topic(self) -> Topic:
        """Return the live topic of the event's desk."""
        return desk_topic(self.event_id)

    def may_follow(self) -> bool:
        """Return whether the viewer runs the club's events."""
        return may(self.role, Right.RUN_EVENTS)

    async def shown(self, topic: Topic, desk: DeskState) -> None:
        """Send changes of the event and its tables; close if the user is no longer an organizer."""
        # Checked every time: users can lose roles while the page is open.
        self.role = await in_database(clubs.role_of)(desk.event.event.club, self.user)
        if not self.may_follow():
            await self.close(NOT_YOURS)
            return
        if self.state is not None and desk.event.version < self.state.version:
            return
        is_known = self.already_shows(desk.event)
        self.state = desk.event
        html = await self.news_in_thread("desk", topic, desk, None, desk_parts)
        parts = self.page.parts("desk")
        if is_known and isinstance(parts, DeskParts):
            # The tables may have changed since the page was loaded.
            html = parts.cards()
        html += self.page.own_news(own_part(desk.own_table(self.user)))
        if html:
            await self.send(text_data=clock_html() + html)

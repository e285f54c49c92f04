"""WebSocket consumers for an event's page, its projector, club nights and the desk.

Browsers send nothing. They receive changed parts of their page, and changed lines of the standings.
The URL contains the version of the page as loaded, so at first there is nothing to send.
"""

import random
from typing import ClassVar, Final
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.urls import reverse

from games.common.database import in_database
from games.live.consumer import NOT_FOUND, NOT_YOURS
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.club_nights.live import NightFrame
from tournaments.events.core import access, selectors
from tournaments.events.core.models import Event
from tournaments.events.core.topics import desk_topic, event_topic, night_topic
from tournaments.events.desk.live import DeskFrame, now_ms
from tournaments.events.event_page import overview
from tournaments.events.event_page.live import EventFrame, part_html

#: Milliseconds over which pages of a club night spread their requests.
SPREAD: Final = 500


class FollowingConsumer(AlertedConsumer):
    """Consumer of a page of an event that follows one live topic."""

    #: 0 until the event is found.
    event_id = 0

    async def connect(self) -> None:
        """Accept the connection and follow the page's topic, or close it if the viewer may not."""
        self.frame: EventFrame | None = None
        self.sent: dict[str, str] = {}
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

    def already_shows(self, frame: EventFrame) -> bool:
        """Return whether the page already showed this version when the socket opened."""
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        return self.frame is None and query.get("version") == [str(frame.version)]

    def take_changed_parts(self, parts: dict[str, str]) -> list[str]:
        """Return the HTML of the parts that differ from those sent before; store them as sent."""
        changed = [html for name, html in parts.items() if self.sent.get(name) != html]
        self.sent |= parts
        return changed

    async def missing(self, topic: Topic) -> None:
        """Close the connection, since the event no longer exists."""
        await self.close(NOT_FOUND)


class EventConsumer(FollowingConsumer):
    """Consumer of one open page of an event."""

    PAGE: ClassVar = "event"

    async def connect(self) -> None:
        """Accept the connection like any page of an event, with no personal part sent yet."""
        self.own: tuple[int, overview.OwnPart] | None = None
        self.words: object = None
        await super().connect()

    async def shown(self, topic: Topic, frame: EventFrame) -> None:
        """Send what changed, unless the frame is old; close if the event is now hidden."""
        if self.frame is not None and frame.version <= self.frame.version:
            return
        await self._read_role(frame.event)
        number = frame.own_number(self.user)
        if not access.may_see(frame.event, self.role, is_entered=bool(number)):
            # The event has become members-only.
            await self.close(NOT_FOUND)
            return
        parts = await frame.parts(self.PAGE, number, is_organizer=may(self.role, Right.RUN_EVENTS))
        is_known = self.already_shows(frame)
        before, self.frame = self.frame, frame
        changed, own, words = (
            self.take_changed_parts(parts),
            self._own_part(frame),
            self._words(frame),
        )
        if is_known:
            return
        whole, rows = await self._standings(before, frame)
        facts = await self._facts(before, frame)
        if sent := "\n".join(filter(None, [own, words, facts, *changed, whole])):
            await self.send(text_data=sent)
        if rows:
            # Sent alone: an HTML parser drops table rows among other elements.
            await self.send(text_data=rows)

    async def _standings(self, before: EventFrame | None, frame: EventFrame) -> tuple[str, str]:
        """Return the HTML of the whole standings and of just the changed lines; one is empty."""
        if before is not None and before.layout == frame.layout:
            return "", await frame.changed_rows(before)
        return await frame.standings_html(), ""

    async def _facts(self, before: EventFrame | None, frame: EventFrame) -> str:
        """Return the HTML of the event's facts if they have changed, else an empty string."""
        if before is not None and before.facts_version == frame.facts_version:
            return ""
        is_entered = bool(frame.own_number(self.user))
        return await frame.facts(money_too=access.may_see_money(self.role, is_entered=is_entered))

    def _own_part(self, frame: EventFrame) -> str:
        """Return the HTML of the viewer's own part if it has changed, else an empty string."""
        own = frame.own_number(self.user), frame.own_part(self.user, self.role)
        if own == self.own:
            return ""
        self.own = own
        here = reverse("event", args=[frame.event.slug])
        user = self.user or AnonymousUser()
        shown = {"club": frame.event.club, "role": self.role, "part": own[1], "own": own[0]}
        return part_html("own", shown | {"user": user, "here": here, "oob": True})

    def _words(self, frame: EventFrame) -> str:
        """Return the HTML of the viewer's word form if it has changed, else an empty string.

        Other entrants' words don't update it: the viewer may be typing.
        """
        part = frame.words(self.user)
        about = None if part is None else (part.commitment, part.may_add, part.word)
        if about == self.words:
            return ""
        self.words = about
        return part_html("words", {"words": part, "event": frame.event, "oob": True})


class ProjectorConsumer(EventConsumer):
    """Consumer of one open projector view of an event, the same for all viewers."""

    PAGE = "projector"

    async def _standings(self, before: EventFrame | None, frame: EventFrame) -> tuple[str, str]:
        """Return nothing: the projector's standings are among its parts."""
        return "", ""

    async def _facts(self, before: EventFrame | None, frame: EventFrame) -> str:
        """Return nothing: the projector does not show the event's facts."""
        return ""

    def _own_part(self, frame: EventFrame) -> str:
        """Return nothing: the projector is the same for all viewers."""
        return ""

    def _words(self, frame: EventFrame) -> str:
        """Return nothing: the projector has no form."""
        return ""


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

    async def shown(self, topic: Topic, night: NightFrame) -> None:
        """Tell the page to reload if its content has changed."""
        if night.digest == self.digest:
            return
        self.digest = night.digest
        # Spread over time.
        context = {"slug": night.slug, "wait": random.randrange(SPREAD)}
        await self.send(text_data=render_to_string("tournaments/events/night_again.html", context))


class DeskConsumer(FollowingConsumer):
    """Consumer of one open desk of an event."""

    async def connect(self) -> None:
        """Accept the connection like any page of an event, with no table card sent yet."""
        self.cards: dict[int, str] = {}
        await super().connect()

    def topic(self) -> Topic:
        """Return the live topic of the event's desk."""
        return desk_topic(self.event_id)

    def may_follow(self) -> bool:
        """Return whether the viewer runs the club's events."""
        return may(self.role, Right.RUN_EVENTS)

    async def shown(self, topic: Topic, desk: DeskFrame) -> None:
        """Send changes of the event and its tables; close if the user is no longer an organizer."""
        # Checked every time: users can lose roles while the page is open.
        self.role = await in_database(clubs.role_of)(desk.frame.event.club, self.user)
        if not self.may_follow():
            await self.close(NOT_YOURS)
            return
        made = await desk.parts()
        is_known = self.already_shows(desk.frame)
        is_newer = self.frame is None or desk.frame.version > self.frame.version
        if not is_newer and set(made.cards) != set(self.cards):
            return
        before, self.frame = self.cards, desk.frame
        self.cards = dict(made.cards)
        changed: list[str] = []
        if is_newer:
            changed = self.take_changed_parts(dict(made.parts) | {"decisions": made.decisions})
        if is_newer and not is_known:
            changed.append(made.running)
        else:
            changed += [html for pk, html in made.cards.items() if before.get(pk) != html]
        if is_known:
            changed = list(made.cards.values())
        if changed:
            clock = render_to_string(
                "tournaments/events/clock.html", {"now": now_ms(), "oob": True}
            )
            await self.send(text_data="\n".join([clock, *changed]))

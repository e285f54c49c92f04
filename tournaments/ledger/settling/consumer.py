"""WebSocket consumers of pages that show or wait for a settlement.

Browsers send nothing. Each is told the settlement's version when its page shows an older one; the
page then reloads its parts with the reader's own permissions.
"""

from urllib.parse import parse_qs

from games.common.database import in_database
from games.live.consumer import NOT_FOUND, NOT_YOURS, LiveConsumer
from games.live.topics import Topic
from games.tables.selectors import finished_session
from tournaments.ledger.access import Visibility
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.topics import Settled, source_topic, topic_of


class _WaitingConsumer(LiveConsumer):
    """Base of sockets that send the settlement's version when a page shows an older one."""

    async def connect(self) -> None:
        """Accept the socket, and watch the page's topic.

        Close it with code 4404 if the user may not see the topic.
        """
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.version = query.get("version", [""])[0]
        await self.accept()
        topic = await in_database(self.visible_topic)()
        if topic is None:
            await self.close(NOT_FOUND)
        elif await self.attend():
            await self.watch(topic)

    def visible_topic(self) -> Topic | None:
        """Return the topic that the page watches; None if the user may not see it."""
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from the browser: the protocol has none."""

    async def shown(self, topic: Topic, settled: Settled) -> None:
        """Send the new version to the page if it shows another one.

        Close the socket with code 4403 if the user may no longer see it.
        """
        if str(settled.version) == self.version:
            return
        # Check permission each time: users can leave clubs while the page is open.
        if await in_database(self.visible_topic)() is None:
            await self.close(NOT_YOURS)
            return
        self.version = str(settled.version)
        await self.send(text_data=self.version)


class SettlementConsumer(_WaitingConsumer):
    """Socket of an open page of a settlement or of one of its payments."""

    def visible_topic(self) -> Topic | None:
        """Return the settlement's topic; None unless the user may see all of its amounts."""
        row: Settlement | None = selectors.settlement(self.scope["url_route"]["kwargs"]["slug"])
        if row is None or selectors.access_to(row, self.user).visibility != Visibility.EVERYTHING:
            return None
        return source_topic(row)


class SessionSettlementConsumer(_WaitingConsumer):
    """Socket of an open page of a finished session that is not settled yet."""

    def visible_topic(self) -> Topic | None:
        """Return the topic of the session's settlements; None if the user may not see it."""
        where = self.scope["url_route"]["kwargs"]
        session = finished_session(where["slug"], int(where["number"]), self.user)
        return None if session is None else topic_of(Settlement.Source.SESSION, session.pk)

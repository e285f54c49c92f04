"""Browsers that wait for a settlement, or show one.

They send nothing. Each hears at which version the settlement is, when its page shows an older
one; the page then fetches itself anew, as its reader may see it.
"""

from urllib.parse import parse_qs

from games.common.database import in_database
from games.live.consumer import LiveConsumer
from games.live.topics import Topic
from games.tables.selectors import finished_session
from tournaments.ledger import selectors
from tournaments.ledger.models import Settlement
from tournaments.ledger.policy import Sight
from tournaments.ledger.topics import Settled, source_topic, topic_of

#: Close codes of our own (4000–4999): browsers do not come again after them.
NOT_YOURS, NOT_FOUND = 4403, 4404


class _WaitingConsumer(LiveConsumer):
    """A page that shows what was settled at one version."""

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.version = query.get("version", [""])[0]
        await self.accept()
        topic = await in_database(self.found)()
        if topic is None:
            await self.close(NOT_FOUND)
        elif await self.attend():
            await self.watch(topic)

    def found(self) -> Topic | None:
        """Return what the page waits for; None where it is not open to the person."""
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what the browser sends: nothing that it could send means anything here."""

    async def shown(self, topic: Topic, settled: Settled) -> None:
        """Tell the page, where it shows another version."""
        if str(settled.version) == self.version or not await self.still_signed_in():
            return
        # Each time anew: people leave clubs while the page stands open.
        if await in_database(self.found)() is None:
            await self.close(NOT_YOURS)
            return
        self.version = str(settled.version)
        await self.send(text_data=self.version)


class SettlementConsumer(_WaitingConsumer):
    """One open page of a settlement, or of a payment of it."""

    def found(self) -> Topic | None:
        row: Settlement | None = selectors.settlement(self.scope["url_route"]["kwargs"]["slug"])
        if row is None or selectors.look_at(row, self.user).sight != Sight.EVERYTHING:
            return None
        return source_topic(row)


class SessionSettlementConsumer(_WaitingConsumer):
    """One open page of a finished session that is not settled yet."""

    def found(self) -> Topic | None:
        where = self.scope["url_route"]["kwargs"]
        session = finished_session(where["slug"], int(where["number"]), self.user)
        return None if session is None else topic_of(Settlement.Source.SESSION, session.pk)

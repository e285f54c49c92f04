"""A browser in the lobby: it is shown the open tables whenever they change, and sends nothing."""

from games.common.database import in_database
from games.live.topics import Topic
from games.screens.calls import CalledConsumer
from games.screens.lobby.presenter import LobbyFrame
from games.tables import clubs
from games.tables.topics import LOBBY


class LobbyConsumer(CalledConsumer):
    """One open page of the lobby."""

    async def connect(self) -> None:
        self.html = ""
        await self.accept()
        if await self.attend():
            await self.watch(LOBBY)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what the browser sends: nothing that it could send means anything here."""

    async def shown(self, topic: Topic, frame: LobbyFrame) -> None:
        """Send the list, where it is not the one that the browser has."""
        own: frozenset[int] = frozenset()
        if self.user is not None and frame.clubs:
            # Each time anew: people come into clubs and leave them while the page stands open.
            own = await in_database(clubs.memberships)(self.user.pk)
        html = frame.html(own)
        if html != self.html:
            self.html = html
            await self.send(text_data=self.html)

"""Socket of the lobby: sends the lists of open tables and games to watch; receives nothing."""

from games.live.consumer import Message
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from games.screens.lobby import frame as lobby
from games.screens.lobby.frame import LobbyDrawing, LobbyFrame
from games.tables.topics import LOBBY


class LobbyConsumer(AlertedConsumer):
    """Socket of one open lobby page, which gets the lists and then their changes."""

    #: What the browser shows.
    drawing: LobbyDrawing | None = None
    _is_entered = False

    async def connect(self) -> None:
        """Accept the socket and watch the lobby, with the tables of the user's clubs."""
        await self.accept()
        if await self.attend():
            if self.user is not None:
                # Before the first reading, so that it includes the user's clubs.
                self._is_entered = True
                lobby.enter(self.user.pk)
            await self.watch(LOBBY)

    async def leave(self) -> None:
        """Also count one lobby page of the user less, so that their clubs are no longer read."""
        if self._is_entered and self.user is not None:
            self._is_entered = False
            lobby.leave(self.user.pk)
        await super().leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from the browser; none has a meaning here."""

    def message_for(self, topic: Topic, frame: LobbyFrame) -> Message:
        """Return the whole list first, later only what changed."""
        before, now = self.drawing, frame.drawing_for(self.user.pk if self.user else None)
        self.drawing = now
        return Message(now.html if before is None else now.since(before))

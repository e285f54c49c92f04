"""Helpers of the chat's tests: a table with two players who write."""

from games.chat import services as chat
from games.chat.models import Chat
from games.chat.presenter import (
    chat_html,
    people_of,
    shown_chat,
)
from games.chat.selectors import ChatLog, chat_log, logged_lines
from games.common import caches
from games.common.denials import Denial
from games.tables.models import Seat, Session, Table
from games.tables.snapshot import snapshot_of
from tests.players import Person


class ChatTable:
    """A table with two players, Ann (the host) and Bob, and two bots."""

    def __init__(self, club) -> None:
        self.game = club()
        self.ann, self.bob = self.game.people[0], Person()
        self.number = self.game.table.pk
        self.seat(0, name="Ann")
        self.seat(1, name="Bob", user=self.bob.user, bot="")

    def seat(self, number: int, **values: object) -> None:
        Seat.objects.filter(session__table=self.number, number=number).update(**values)
        caches.clear_all()

    def write(self, who: Person, text: str) -> Denial | None:
        return chat.write(who.caller, self.number, text)

    def mute(self, who: Person, other: Person) -> Denial | None:
        return chat.mute(who.caller, self.number, other.user.pk)

    def unmute(self, who: Person, other: Person) -> Denial | None:
        return chat.unmute(who.caller, self.number, other.user.pk)

    def row(self) -> Table:
        return Table.objects.get(pk=self.number)

    @property
    def version(self) -> int:
        return Chat.objects.get(table=self.number).version

    def log(self) -> ChatLog:
        log = chat_log(self.number)
        assert log is not None
        return log

    def shown(self, who: Person | None, log: ChatLog | None = None):
        """Return the chat as the user sees it, as a value."""
        people = people_of(snapshot_of(self.row()))
        return shown_chat(log or self.log(), people, who and who.user)

    def read(self, who: Person | None) -> str:
        """Return the chat's messages as the user sees them."""
        return chat_html(self.shown(who), None)

    def texts(self) -> list[str]:
        return [line.text for line in logged_lines([Session.objects.get(table=self.number).pk])]

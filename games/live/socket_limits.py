"""How much of this process one person may take, and one address: open sockets, messages a second.

An address may be a whole club's evening in one room, so it may take many times what a person may.
Each process counts what it serves itself; a person whose pages are served by several may have as
many at each of them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Quota:
    """Somebody who is counted, with the most that they may take."""

    name: str
    sockets: int
    #: In a second.
    messages: int


def user_quota(user_id: int) -> Quota:
    """Return what one person may take, with all open pages together."""
    return Quota(f"person {user_id}", settings.PERSON_SOCKETS, settings.PERSON_MESSAGES)


def address_quota(address: str) -> Quota:
    """Return what all browsers of one address may take together."""
    return Quota(f"address {address}", settings.ADDRESS_SOCKETS, settings.ADDRESS_MESSAGES)


@dataclass(slots=True)
class SocketLimits:
    """Who has sockets open in this process; belongs to the thread of its event loop."""

    _sockets: Counter[str] = field(default_factory=Counter)
    _second: int = 0
    #: How many messages came in that second.
    _messages: Counter[str] = field(default_factory=Counter)

    def open(self, quotas: Sequence[Quota]) -> bool:
        """Count a socket, where all that it is counted for have room; tell whether they had."""
        if any(self._sockets[quota.name] >= quota.sockets for quota in quotas):
            return False
        self._sockets.update(quota.name for quota in quotas)
        return True

    def close(self, quotas: Sequence[Quota]) -> None:
        """Count the socket no longer."""
        for quota in quotas:
            self._sockets[quota.name] -= 1
            if self._sockets[quota.name] <= 0:
                del self._sockets[quota.name]

    def is_flood(self, quotas: Sequence[Quota], now: float) -> bool:
        """Count a message; tell whether somebody sends more in this second than they may.

        :param now: seconds of a clock that only goes forward
        """
        if int(now) != self._second:
            self._second = int(now)
            self._messages.clear()
        self._messages.update([quota.name for quota in quotas])
        return any(self._messages[quota.name] > quota.messages for quota in quotas)


_limits = SocketLimits()


def socket_limits() -> SocketLimits:
    """Return that of this process."""
    return _limits

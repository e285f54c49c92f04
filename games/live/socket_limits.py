"""Per-user and per-address limits on open sockets and message rate.

A whole club may share the address of one venue, so an address has many times the limits of a user.
Each process counts only its own sockets; a user whose pages are served by several processes has the
full limit at each.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits of a user or an address: open sockets, and messages per second."""

    name: str
    sockets: int
    #: Per second.
    messages: int


def user_quota(user_id: int) -> Quota:
    """Return the quota of a user for all open pages together."""
    return Quota(f"person {user_id}", settings.PERSON_SOCKETS, settings.PERSON_MESSAGES)


def address_quota(address: str) -> Quota:
    """Return the quota of an address for all its browsers together."""
    return Quota(f"address {address}", settings.ADDRESS_SOCKETS, settings.ADDRESS_MESSAGES)


@dataclass(slots=True)
class SocketLimits:
    """Numbers of open sockets, and of messages in the current second, by quota, in this process.

    Belongs to the thread of its event loop.
    """

    _sockets: Counter[str] = field(default_factory=Counter)
    _second: int = 0
    #: Messages in that second.
    _messages: Counter[str] = field(default_factory=Counter)

    def open(self, quotas: Sequence[Quota]) -> bool:
        """Count a new socket if all its quotas allow one more; return whether they do."""
        if any(self._sockets[quota.name] >= quota.sockets for quota in quotas):
            return False
        self._sockets.update(quota.name for quota in quotas)
        return True

    def close(self, quotas: Sequence[Quota]) -> None:
        """Stop counting a socket with these quotas."""
        for quota in quotas:
            self._sockets[quota.name] -= 1
            if self._sockets[quota.name] <= 0:
                del self._sockets[quota.name]

    def is_flood(self, quotas: Sequence[Quota], now: float) -> bool:
        """Count a message; return whether a quota is exceeded in this second.

        :param now: seconds of a monotonic clock
        """
        if int(now) != self._second:
            self._second = int(now)
            self._messages.clear()
        self._messages.update([quota.name for quota in quotas])
        return any(self._messages[quota.name] > quota.messages for quota in quotas)


_limits = SocketLimits()


def socket_limits() -> SocketLimits:
    """Return the counts of this process."""
    return _limits

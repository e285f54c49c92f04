"""Rate limits by user or address, counted by the library `limits`."""

import math
import time
from collections.abc import Callable, Mapping
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

T = TypeVar("T")


@cache
def _limiter() -> FixedWindowRateLimiter:
    """Return the limiter shared by all processes; this process's own without Redis."""
    if not settings.REDIS_URL:
        return _own_limiter()
    timeouts = {"socket_connect_timeout": 1, "socket_timeout": 2}
    shared: Storage = storage_from_string(
        settings.REDIS_URL,
        wrap_exceptions=True,
        **timeouts,
    )
    return FixedWindowRateLimiter(shared)


@cache
def _own_limiter() -> FixedWindowRateLimiter:
    """Return the limiter of this process."""
    return FixedWindowRateLimiter(MemoryStorage())


def _counted_by(count: Callable[[FixedWindowRateLimiter], T]) -> T:
    """Call `count` with the shared limiter, or with the process's own if Redis is down."""
    try:
        return count(_limiter())
    except StorageError:
        return count(_own_limiter())


def forget() -> None:
    """Reset all counts; for tests."""
    for limiter in {_limiter(), _own_limiter()}:
        limiter.storage.reset()


@cache
def _parsed_rate(text: str) -> RateLimitItem:
    """Return the parsed form of a rate such as ``"30/hour"``."""
    return parse(text)


def within(rate: str, *key_parts: str) -> bool:
    """Count one use under the key; return whether it is within a rate such as ``"30/hour"``."""
    return bool(_counted_by(lambda limiter: limiter.hit(_parsed_rate(rate), *key_parts)))


def seconds_left(rate: str, *key_parts: str) -> int:
    """Return the seconds, at least 1, until the key may be used again; counts nothing."""
    reset_at = _counted_by(
        lambda each: each.get_window_stats(_parsed_rate(rate), *key_parts).reset_time
    )
    return max(1, math.ceil(float(reset_at) - time.time()))


def too_many(request: HttpRequest, rate: str, *key_parts: str) -> HttpResponse:
    """Return the 429 page, which tells the user when to try again."""
    minutes = math.ceil(seconds_left(rate, *key_parts) / 60)
    return render(request, "429.html", {"minutes": minutes}, status=429)


def address(request: HttpRequest) -> str:
    """Return the address of a request's client, by which limits count it.

    For IPv6 it is the /64 network, since one household controls all of its addresses. A proxy's
    header is used only with ``HTTPS`` set.
    """
    forwarded = request.headers.get("x-forwarded-for", "")
    return _address_counted(forwarded, str(request.META.get("REMOTE_ADDR", "")))


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the address of a socket's client, by which limits count it.

    For IPv6 it is the /64 network; a proxy's header is used only with ``HTTPS`` set.
    """
    headers = dict(scope["headers"])
    peer = scope.get("client")
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return _address_counted(forwarded, str(peer[0]) if peer else "")


def _address_counted(forwarded: str, peer: str) -> str:
    """Return the client's address, or its /64 network for IPv6, by which limits count it."""
    # The last hop was written by our own proxy.
    text = forwarded.rsplit(",", 1)[-1].strip() if settings.HTTPS and forwarded else peer
    try:
        found = ip_address(text)
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return text
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    # The network's first address, so that it fits wherever an address is stored.
    return str(ip_network((int(found), 64), strict=False).network_address)

"""How often somebody may do something; the counting itself is the library's."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter


@cache
def _limiter() -> FixedWindowRateLimiter:
    storage: Storage = MemoryStorage()
    if settings.REDIS_URL:
        storage = storage_from_string(settings.REDIS_URL)
    return FixedWindowRateLimiter(storage)


def forget() -> None:
    """Begin to count anew; for tests."""
    _limiter().storage.reset()


@cache
def _rate(text: str) -> RateLimitItem:
    return parse(text)


def within(rate: str, *who: str) -> bool:
    """Tell whether ``who`` may do it once more, and count it; ``rate`` is like ``"30/hour"``."""
    return bool(_limiter().hit(_rate(rate), *who))


def address(request: HttpRequest) -> str:
    """Return the client's address; a proxy's word counts only where a proxy is set."""
    if settings.HTTPS:
        forwarded = request.headers.get("x-forwarded-for", "")
        if forwarded:
            # The last hop is the one that the own proxy has written.
            return forwarded.rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))

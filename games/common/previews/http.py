"""Responses with preview pictures: cacheable, and limited in how many are drawn."""

import hashlib
import threading

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from accounts import limits
from games.common.previews.canvas import cached, draw
from games.common.previews.facts import LinkPicture, default_picture

#: How many pictures are drawn for one address; cached ones do not count.
RATE = "60/minute"
#: Seconds for which clients may cache a picture; its address changes with the page.
CACHE_SECONDS = 600

#: A process draws one picture at a time: it takes a large part of a second of CPU time, which
#: tables need too.
_drawing_lock = threading.Lock()


def picture(request: HttpRequest, preview: LinkPicture | None) -> HttpResponseBase:
    """Return a PNG response for the picture's data; of the default picture if that is None.

    Also of the default picture if the client is above the limit, or another one is being drawn.
    """
    ready = _drawn_or_cached(request, preview or default_picture())
    is_late = ready is None
    made = draw(default_picture()) if ready is None else ready
    etag = f'"{hashlib.sha256(made).hexdigest()[:32]}"'
    response = HttpResponse(made, content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = "no-store" if is_late else f"public, max-age={CACHE_SECONDS}"
    answer = get_conditional_response(request, etag=etag, response=response)
    return answer or response


def _drawn_or_cached(request: HttpRequest, preview: LinkPicture) -> bytes | None:
    """Return the picture as a PNG; None if it is not cached and may not be drawn now."""
    if made := cached(preview):
        return made
    if not limits.within(RATE, "pictures", limits.address(request)):
        return None
    if not _drawing_lock.acquire(blocking=False):
        return None
    try:
        return draw(preview)
    finally:
        _drawing_lock.release()

"""Answers with pictures: cheap to ask for again, and not to be drawn without end."""

import hashlib
import threading

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from accounts import limits
from games.common.previews.canvas import cached, draw
from games.common.previews.facts import LinkPicture, default_picture

#: How many pictures one address may have drawn; those that are at hand cost nothing.
RATE = "60/minute"
#: How long a picture may be kept by whoever asked, in seconds; its address changes with the page.
CACHE_SECONDS = 600

#: One is drawn at a time in a process: it takes a good part of a second of a processor, which the
#: tables need, too.
_pen = threading.Lock()


def picture(request: HttpRequest, preview: LinkPicture | None) -> HttpResponseBase:
    """Answer with the picture; without one, or where too many are asked for, with the club's."""
    ready = _ready(request, preview or default_picture())
    is_late = ready is None
    made = draw(default_picture()) if ready is None else ready
    etag = f'"{hashlib.sha256(made).hexdigest()[:32]}"'
    response = HttpResponse(made, content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = "no-store" if is_late else f"public, max-age={CACHE_SECONDS}"
    answer = get_conditional_response(request, etag=etag, response=response)
    return answer or response


def _ready(request: HttpRequest, preview: LinkPicture) -> bytes | None:
    """Return the picture; None where it is not at hand, and not drawn for this request."""
    if made := cached(preview):
        return made
    if not limits.within(RATE, "pictures", limits.address(request)):
        return None
    if not _pen.acquire(blocking=False):
        return None
    try:
        return draw(preview)
    finally:
        _pen.release()

"""What was made for one person is kept by no browser and no proxy."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin


class PrivatePages(MiddlewareMixin):
    """Middleware: an answer to somebody with a session is not kept, unless its view says how long.

    Whoever comes to a shared computer next sees nothing of it by going back.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add what caches go by, where nothing is said."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

"""Keeps personal pages out of browser and proxy caches."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin


class PrivatePages(MiddlewareMixin):
    """Middleware that forbids caching for users with a session, unless the view sets a policy.

    The next user of a shared computer can't see the pages with the back button.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add headers against caching if the view has set none."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

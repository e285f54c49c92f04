"""Retry of read requests that failed because the database connection was lost.

Nothing has been sent at that point, so users don't notice a restart of the database.
"""

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from games.common.database import close_lost_connection

READS = ("GET", "HEAD")
logger = logging.getLogger(__name__)


class RepeatedReads(MiddlewareMixin):
    """Middleware that calls the view of a read request once more after a lost connection.

    All other exceptions are left to other middleware, such as the one that asks for the password
    again.
    """

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """Return the page from a second call of the view; None if the request is not repeated."""
        if request.method not in READS or request.resolver_match is None:
            return None
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        if not close_lost_connection():
            return None
        logger.warning("the database connection was lost, trying again: %s", exception)
        view, args, kwargs = request.resolver_match
        page: HttpResponseBase = view(request, *args, **kwargs)
        return page

"""A page that is only read is made once more where the connection to the database was lost.

Nothing of it has been sent by then, and whoever reads does not see that the database was restarted.
"""

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from games.common.database import has_lost_connection

READS = ("GET", "HEAD")
logger = logging.getLogger(__name__)


class RepeatedReads(MiddlewareMixin):
    """Calls the view of a page that is read a second time, where that may help.

    After the first time, and only then: whatever else a view raises, other middleware answers, such
    as that the password is asked for again.
    """

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """Return the page, where it is only read and its connection was lost."""
        if request.method not in READS or request.resolver_match is None:
            return None
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        if not has_lost_connection():
            return None
        logger.warning("a connection to the database was lost; once more: %s", exception)
        view, args, kwargs = request.resolver_match
        page: HttpResponseBase = view(request, *args, **kwargs)
        return page

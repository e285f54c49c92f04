"""A page that is only read is made once more where the connection to the database was lost.

Nothing of it has been sent by then, and whoever reads does not see that the database was restarted.
"""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from games.common.database import once_more

READS = ("GET", "HEAD")


class RepeatedReads(MiddlewareMixin):
    """Calls the views of pages that are read; the last middleware, for none comes after it."""

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Return the page, where it is only read."""
        if request.method not in READS or iscoroutinefunction(view):
            return None
        return once_more(view)(request, *args, **kwargs)

"""The user's language: the one they chose, and until then that of the last page they saw."""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models import User


def offered(*codes: str) -> str:
    """Return the first of these language codes that is offered; the site's language if none is.

    A stored code may be that of a language that is no longer offered.
    """
    known = dict(settings.LANGUAGES)
    return next((code for code in codes if code in known), settings.LANGUAGE_CODE)


def chosen_language(user: User) -> str:
    """Return the code of the language that the user chose; empty without one that is offered."""
    return user.language if user.language in dict(settings.LANGUAGES) else ""


def language_for(user: User, otherwise: str = "") -> str:
    """Return the code of the language for mails, notices and push messages to the user.

    :param otherwise: the language for a user who has not chosen one and has not seen a page
    """
    return offered(user.language, user.last_language, otherwise)


class ReaderLanguage:
    """Middleware that activates the language the user chose, and stores that of the last page.

    Until then, Django's own middleware has activated the browser's. No extra query: a visitor
    without a session is not looked up, and for other users the page loads the user in any case.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request in the user's language."""
        user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if isinstance(user, User):
            if chosen := chosen_language(user):
                translation.activate(chosen)
                request.LANGUAGE_CODE = chosen
            elif user.last_language != request.LANGUAGE_CODE:
                user.last_language = request.LANGUAGE_CODE or ""
                # A page must not fail because this can't be written.
                with suppress(OperationalError):
                    User.objects.filter(pk=user.pk).update(last_language=user.last_language)
        return self.get_response(request)

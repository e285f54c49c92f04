"""The reader's language outside of requests, and caches of translated sentences.

In templates: ``{% load languages %}`` and ``{% sentence_gap %}`` between two sentences.
"""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.http.cookie import parse_cookie
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as looked_up

from accounts.languages import chosen_language
from accounts.models import User

register = template.Library()

P = ParamSpec("P")
T = TypeVar("T")


class _Here(threading.local):
    """The language of this thread while it renders something in one language."""

    is_settled = False
    language: str | None = None


_here = _Here()


@contextmanager
def in_one_language() -> Iterator[str | None]:
    """Fix the active language for everything rendered within, and yield it; must not await.

    Django would look it up for every sentence, which costs as much as the sentence itself.
    """
    before = _here.is_settled, _here.language
    _here.language = get_language()
    _here.is_settled = True
    try:
        yield _here.language
    finally:
        _here.is_settled, _here.language = before


def reader_language() -> str | None:
    """Return the active language."""
    return _here.language if _here.is_settled else get_language()


#: Translated sentences without parameters, by language and source text.
_sentences: dict[tuple[str | None, str], str] = {}


def gettext(message: str) -> str:
    """Return the translated sentence, like Django's function of that name.

    For sentences of every move: within `in_one_language`, no sentence is looked up twice.
    """
    if not _here.is_settled:
        return looked_up(message)
    key = _here.language, message
    said = _sentences.get(key)
    if said is None:
        said = _sentences[key] = looked_up(message)
    return said


#: Maximum number of cached sentences with a name: of the players on turn at a thousand tables.
MAX_NAME_SENTENCES = 1000


def cached_by_language(max_size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that caches a function's result per reader's language and arguments.

    The function then takes hashable positional arguments only.

    Looking up one sentence costs more than a cache hit for a text of several.

    :param max_size: maximum number of cached results, for all languages together
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        """Return the function with a cache of its results."""

        @lru_cache(max_size)
        def cached(_language: str | None, *arguments: Hashable) -> T:
            """Return the function's result; the language is only part of the cache key."""
            return function(*arguments)  # type: ignore[call-arg, arg-type]

        @wraps(function)
        def in_reader_language(*arguments: P.args, **named: P.kwargs) -> T:
            """Return the cached result for the reader's language."""
            assert not named, "cached functions take positional arguments only"
            return cached(reader_language(), *arguments)

        return in_reader_language

    return decorate


@register.simple_tag
def sentence_gap() -> str:
    """Return what stands between two sentences: a space, in Chinese and Japanese nothing."""
    return "" if (reader_language() or "en").partition("-")[0] in ("zh", "ja") else " "


@register.simple_tag
def spoken_subject(subject: object) -> SafeString:
    """Return what screen readers say after a button's label: ": Mei", as hidden HTML."""
    words = pgettext("spoken after a button’s label", ": %(subject)s") % {"subject": subject}
    return format_html('<span class="visually-hidden">{}</span>', words)


def paragraph(*sentences: str) -> str:
    """Return the sentences as one text, without the empty ones.

    They are joined with a space, in Chinese and Japanese with none.
    """
    return sentence_gap().join(filter(None, sentences))


def language_of(scope: Any, user: User | None = None) -> str:
    """Return the code of the language that a connection's reader wants.

    The user's choice comes first, then the browser's cookie, then its preferences.

    :param scope: an ASGI scope
    """
    if user is not None and (chosen := chosen_language(user)):
        return chosen
    headers = {name.lower(): value.decode("latin1") for name, value in scope.get("headers", ())}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return translation.get_language_from_request(request)


def language_of_page(scope: Any) -> str:
    """Return the language code that a socket's page says it is in; empty if it says none."""
    query = QueryDict(scope.get("query_string", b""))
    code = query.get("language", "")
    return code if code in dict(settings.LANGUAGES) else ""

"""Which language somebody reads, where no middleware says so; and words that are kept for each."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as looked_up

P = ParamSpec("P")
T = TypeVar("T")


class _Here(threading.local):
    """What holds in this thread, while it shows something in one language from first to last."""

    is_settled = False
    language: str | None = None


_here = _Here()


@contextmanager
def in_one_language() -> Iterator[str | None]:
    """Let the active language hold for all that is shown within, which must await nothing.

    Django looks it up anew for every sentence, at the price of the sentence itself.
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


#: Sentences without their parameters, by language and by themselves; there are as many as the code
#: has.
_sentences: dict[tuple[str | None, str], str] = {}


def gettext(message: str) -> str:
    """Return the sentence in the reader's words, as Django's function of that name does.

    For what is said at every move: where one language holds, no sentence is looked up twice.
    """
    if not _here.is_settled:
        return looked_up(message)
    key = _here.language, message
    said = _sentences.get(key)
    if said is None:
        said = _sentences[key] = looked_up(message)
    return said


#: So many sentences about people are kept at hand: of those who are on turn now, at a thousand
#: tables. More would be of people who left.
MOST_NAME_SENTENCES = 1000


def cached_by_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator for what only puts its arguments into the reader's words.

    Looking up one sentence costs more than finding what was made of several.

    :param most: so many results are kept at hand, for all languages together
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(most)
        def made(_language: str | None, *arguments: Hashable) -> T:
            return function(*arguments)  # type: ignore[call-arg, arg-type]

        @wraps(function)
        def words(*arguments: P.args, **named: P.kwargs) -> T:
            assert not named, "arguments of what is kept go by their places"
            return made(reader_language(), *arguments)

        return words

    return keeping


def paragraph(*sentences: str) -> str:
    """Return the sentences as one text, without the empty ones.

    They are joined with a space, in Chinese and Japanese with none.
    """
    code = (reader_language() or "en").partition("-")[0]
    return ("" if code in ("zh", "ja") else " ").join(filter(None, sentences))


def language_of(scope: Any) -> str:
    """Return the language of whoever opened the connection, as the middleware for pages does.

    :param scope: an ASGI scope; its cookie comes first, then what the browser prefers
    """
    headers = {name.lower(): value.decode("latin1") for name, value in scope.get("headers", ())}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return translation.get_language_from_request(request)

"""Template tag for the menu of languages."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

register = template.Library()


@dataclass(frozen=True, slots=True)
class LanguageMenu:
    """The offered languages, by code with their own names, and the page to return to."""

    languages: list[tuple[str, str]]
    current: str
    next_url: str


@register.simple_tag(takes_context=True)
def language_menu(context: dict[str, Any]) -> LanguageMenu | None:
    """Return the menu of languages for the page; None while only one language is offered."""
    request = context.get("request")
    if request is None or len(settings.LANGUAGES) < 2:
        return None
    return LanguageMenu(settings.LANGUAGES, get_language() or "", _address(request))


def _address(request: HttpRequest) -> str:
    """Return the page's address; for an answer to a form, that of the page with the form."""
    if request.method == "GET":
        return request.get_full_path()
    return urlsplit(request.headers.get("referer", ""))._replace(scheme="", netloc="").geturl()

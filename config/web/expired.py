"""Forms whose token is out of date come back filled in, to be sent once more by the user.

A token changes with every sign-in. A form that was open in another tab meanwhile is the user's own,
so nothing typed is lost; but it is never performed without a further press. A form that asks for a
part of its page stays as it is, and gets a fresh token. Requests that come from another site are
refused as before.
"""

import copy
import json
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.middleware.csrf import (
    REASON_BAD_ORIGIN,
    REASON_BAD_REFERER,
    REASON_INSECURE_REFERER,
    REASON_MALFORMED_REFERER,
    REASON_NO_REFERER,
    get_token,
)
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import Resolver404, resolve
from django.utils.cache import add_never_cache_headers
from django.utils.html import format_html
from django.utils.translation import gettext as _

from config.web.refill import kept_values, refilled
from games.common.http import is_fragment

#: What the library says of requests from elsewhere, up to what it fills in.
_FROM_ELSEWHERE: Final = tuple(
    reason.partition("%s")[0]
    for reason in (
        REASON_BAD_ORIGIN,
        REASON_BAD_REFERER,
        REASON_INSECURE_REFERER,
        REASON_MALFORMED_REFERER,
        REASON_NO_REFERER,
    )
)
#: Where the page itself begins.
_MAIN: Final = re.compile(r"<main\b[^>]*>|<body\b[^>]*>(?!.*<main\b)", re.DOTALL)
#: What the library keeps of the token with a request.
_TOKEN_KEYS: Final = ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Return the form filled in, or a page that forbids what comes from elsewhere."""
    if not _is_own_form(request, reason):
        return render(request, "403_csrf.html", status=403)
    if is_fragment(request):
        return _fresh_token(request)
    values = kept_values(dict(request.POST.lists()))
    sentence = _sentence(request)
    for page in _pages(request):
        response = _page(request, page)
        if response is None:
            continue
        html = refilled(response.content.decode(), page, request.path, values)
        if html is not None:
            return _finished(response, html, sentence)
    fields = [(name, each) for name, sent in values.items() for each in sent]
    context = {"sentence": sentence, "fields": fields, "action": request.get_full_path()}
    found = render(request, "site/expired.html", context, status=422)
    add_never_cache_headers(found)
    return found


def _fresh_token(request: HttpRequest) -> HttpResponse:
    """Return a token for the open page, whose forms take it (static/js/site/expired.js)."""
    sentence = _(
        "Nothing was done, since you have signed in or out after this page was opened. Try again."
    )
    response = HttpResponse(status=403)
    told = {"form-expired": {"token": get_token(request), "sentence": sentence}}
    response["HX-Trigger"] = json.dumps(told)
    add_never_cache_headers(response)
    return response


def _sentence(request: HttpRequest) -> str:
    if request.FILES:
        return _(
            "Nothing was sent, since you have signed in or out after this form was opened. What you"
            " entered is still here, except files, passwords and codes: choose the file again and"
            " send it again."
        )
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        return _(
            "Nothing was sent, since your browser keeps no cookies of this site. Allow them; what"
            " you entered is still here, so look it over and send it again."
        )
    return _(
        "Nothing was sent, since you have signed in or out after this form was opened. What you"
        " entered is still here, except passwords and codes: look it over and send it again."
    )


def _finished(response: HttpResponse, html: str, sentence: str) -> HttpResponse:
    """Return the page with the sentence at the head of it."""
    said = format_html(
        '<div class="messages" role="alert"><ul><li class="message warning">{}</li></ul></div>',
        sentence,
    )
    main = _MAIN.search(html)
    at = main.end() if main else 0
    response.content = (html[:at] + said + html[at:]).encode()
    response.status_code = 422
    add_never_cache_headers(response)
    return response


def _is_own_form(request: HttpRequest, reason: str) -> bool:
    """Return whether a page of this site sent it as a form."""
    if reason.startswith(_FROM_ELSEWHERE) or request.method != "POST":
        return False
    # Every form of this site has a token; one that asks for a part has it in a header.
    has_header = is_fragment(request) and "X-CSRFToken" in request.headers
    if "csrfmiddlewaretoken" not in request.POST and not has_header:
        return False
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    referer = request.headers.get("Referer")
    if referer and urlsplit(referer).netloc != request.get_host():
        return False
    accepted = request.headers.get("Accept", "text/html")
    return "text/html" in accepted or "*/*" in accepted


def _pages(request: HttpRequest) -> Iterator[str]:
    """Give the addresses of pages that may have the form, the likeliest first."""
    referer = urlsplit(request.headers.get("Referer", ""))
    if referer.path:
        yield f"{referer.path}?{referer.query}" if referer.query else referer.path
    if request.path != referer.path:
        yield request.get_full_path()


def _page(request: HttpRequest, address: str) -> HttpResponse | None:
    """Return the page at that address as the user sees it now; None where there is none."""
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    asked = copy.copy(request)
    asked.method, asked.path, asked.path_info = "GET", parts.path, parts.path
    asked.META = {**request.META, "REQUEST_METHOD": "GET", "QUERY_STRING": parts.query}
    asked.GET = QueryDict(parts.query)
    asked.resolver_match = found
    asked._post = QueryDict()  # type: ignore[attr-defined]
    asked.csrf_processing_done = True  # type: ignore[attr-defined]
    try:
        response = found.func(asked, *found.args, **found.kwargs)
        if isinstance(response, SimpleTemplateResponse):
            response.render()
    except (Http404, PermissionDenied, SuspiciousOperation):
        return None
    for key in _TOKEN_KEYS:
        if key in asked.META:
            request.META[key] = asked.META[key]
    if not isinstance(response, HttpResponse) or response.status_code != 200:
        return None
    is_html = response.get("Content-Type", "").startswith("text/html")
    return response if is_html else None

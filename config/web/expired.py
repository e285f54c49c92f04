"""CSRF failure view: returns a form with an outdated token filled in, to be sent again.

The token changes with every sign-in. A form that was open in another tab at that time is still the
user's own, so nothing entered is lost, but it is never carried out without another click. A form
that requests only a part of its page (htmx) stays in place and gets a new token. Requests from
other sites are refused as usual.
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

from config.web.refill import refilled, without_secrets
from games.common.http import is_fragment

#: Beginnings of Django's reasons for refusing requests from other sites.
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
#: The start tag of the page's main content.
_MAIN: Final = re.compile(r"<main\b[^>]*>|<body\b[^>]*>(?!.*<main\b)", re.DOTALL)
#: Keys under which Django stores the token in ``request.META``.
_TOKEN_KEYS: Final = ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Return the form's page with the sent values filled in again, for an outdated CSRF token.

    A 403 page for a request from another site; for htmx, a new token without a page.
    """
    if not _is_own_form(request, reason):
        return render(request, "403_csrf.html", status=403)
    if is_fragment(request):
        return _fresh_token_response(request)
    values = without_secrets(dict(request.POST.lists()))
    sentence = _warning_sentence(request)
    for page in _candidate_addresses(request):
        response = _rendered_page(request, page)
        if response is None:
            continue
        html = refilled(response.content.decode(), page, request.path, values)
        if html is not None:
            return _page_with_warning(response, html, sentence)
    fields = [(name, each) for name, sent in values.items() for each in sent]
    context = {"sentence": sentence, "fields": fields, "action": request.get_full_path()}
    found = render(request, "site/expired.html", context, status=422)
    add_never_cache_headers(found)
    return found


def _fresh_token_response(request: HttpRequest) -> HttpResponse:
    """Return a response with a new token for the open page (static/js/site/expired-form.js)."""
    sentence = _(
        "Nothing was changed, because you signed in or out after opening this page. Try again."
    )
    response = HttpResponse(status=403)
    told = {"form-expired": {"token": get_token(request), "sentence": sentence}}
    response["HX-Trigger"] = json.dumps(told)
    add_never_cache_headers(response)
    return response


def _warning_sentence(request: HttpRequest) -> str:
    """Return the sentence that says why the form was not sent and what was kept."""
    if request.FILES:
        return _(
            "This form wasn’t sent, because you signed in or out after opening it. Your entries"
            " are still here, except files, passwords and codes. Choose the file again, then send"
            " the form."
        )
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        return _(
            "This form wasn’t sent, because your browser blocks cookies from this site. Your"
            " entries are still here. Allow cookies, check your entries and send the form again."
        )
    return _(
        "This form wasn’t sent, because you signed in or out after opening it. Your entries are"
        " still here, except passwords and codes. Check your entries and send the form again."
    )


def _page_with_warning(response: HttpResponse, html: str, sentence: str) -> HttpResponse:
    """Return the page with the sentence as a warning at its top, and status 422."""
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
    """Return whether the request is a form sent by a page of this site."""
    if reason.startswith(_FROM_ELSEWHERE) or request.method != "POST":
        return False
    # Every form of this site has a token; htmx requests send it in a header.
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


def _candidate_addresses(request: HttpRequest) -> Iterator[str]:
    """Yield the addresses of pages that may contain the form, the likeliest first."""
    referer = urlsplit(request.headers.get("Referer", ""))
    if referer.path:
        yield f"{referer.path}?{referer.query}" if referer.query else referer.path
    if request.path != referer.path:
        yield request.get_full_path()


def _rendered_page(request: HttpRequest, address: str) -> HttpResponse | None:
    """Return the page at that address as the user sees it now; None if there is no HTML page."""
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

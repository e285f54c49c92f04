"""Web app manifest, service worker, offline page, favicon, robots.txt and the 500 handler."""

import hashlib
import sys
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.languages import offered
from games.common.storage import is_full

WORKER = Path(settings.BASE_DIR) / "static" / "js" / "site" / "service-worker.js"
ICONS = Path(settings.BASE_DIR) / "static" / "img" / "icons"
#: Static files of the offline page.
OFFLINE_ASSETS = (
    "built/early.js",
    "built/offline.js",
    "built/site.css",
    "img/mark.svg",
    "vendor/fonts/libre-franklin-latin.woff2",
    "vendor/fonts/besley-latin.woff2",
)
#: Colours of the installed app: title bar, and background until the first page is loaded.
HEADER, ROOM = "#113f3a", "#efe4cd"
A_DAY = 86_400
#: Personal or constantly changing pages, which search engines should not index.
PRIVATE = (
    "/accounts/", "/admin/", "/events/calendar/", "/events/dates/", "/clubs/join/", "/health/",
    "/limits/", "/payments/", "/people/", "/play/", "/settlements/", "/statements/", "/tables/",
    "/ws/",
)  # fmt: skip


@require_safe
@cache_control(public=True, max_age=A_DAY)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, with which browsers install the site as an app.

    Browsers request it without cookies, so its address has the language: ``?language=id``.
    """
    with override(_language_in_address(request)):
        return _manifest()


def _language_in_address(request: HttpRequest) -> str:
    """Return the language code in the address; the reader's if it has none that is offered."""
    return offered(request.GET.get("language", ""), get_language() or "")


def _manifest() -> JsonResponse:
    """Return the manifest in the active language."""
    sizes = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
    maskable = ("maskable-512.png", "512x512", "maskable")
    data = {
        "id": "/",
        "name": _("Big Two Club"),
        "short_name": _("Big Two"),
        "description": _("Play Big Two online with friends."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": HEADER,
        "background_color": ROOM,
        "categories": ["games"],
        "icons": [
            {
                "src": static(f"img/icons/{name}"),
                "sizes": size,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in (*sizes, maskable)
        ],
        "shortcuts": [{"name": pgettext("adjective", "Open tables"), "url": reverse("lobby")}],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with the static addresses of this release.

    Its version is a digest of all cached files, so that browsers, which compare the script byte by
    byte, replace it after a new release. It is the same for readers of all languages.
    """
    codes = [code for code, _name in settings.LANGUAGES]
    offline_pages = [f"{reverse('offline')}?language={code}" for code in codes]
    assets = list(map(static, OFFLINE_ASSETS))
    icon = static("img/icons/icon-192.png")
    source = WORKER.read_text(encoding="utf-8")
    sha = hashlib.sha256("\n".join([source, icon, *offline_pages, *assets]).encode())
    for code in codes:
        with override(code):
            sha.update(render_to_string("site/offline.html").encode())
    lines = [
        f"const VERSION = {_js_string(sha.hexdigest()[:16])};",
        f"const OFFLINE_PAGES = [{_js_strings(offline_pages)}];",
        f"const STATIC_FILES = [{_js_strings(assets)}];",
        f"const ICON = {_js_string(icon)};",
        source,
    ]
    response = HttpResponse("\n".join(lines), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


def _js_string(text: str) -> str:
    """Return the text as a JavaScript string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _js_strings(texts: list[str]) -> str:
    """Return the texts as JavaScript strings, separated by commas."""
    return ", ".join(map(_js_string, texts))


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, which browsers cache, so it contains no user's name.

    Its address has the language: ``?language=id``.
    """
    with override(_language_in_address(request)):
        return render(request, "site/offline.html")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the favicon, for programs that look for it only at this address."""
    return HttpResponse((ICONS / "favicon.ico").read_bytes(), content_type="image/x-icon")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt; link previews are allowed for all pages."""
    lines = ["User-agent: *", "Allow: /*/preview.png", *(f"Disallow: {path}" for path in PRIVATE)]
    lines += ["", f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the error page: status 503 for a full disk or lost database, otherwise 500.

    The page depends on nothing that may be broken, such as the database.
    """
    error = sys.exc_info()[1]
    full = error is not None and is_full(error)
    if not full and not isinstance(error, OperationalError | InterfaceError):
        return HttpResponse(render_to_string("500.html"), status=500)
    page = render_to_string("503.html", {"is_full": full})
    return HttpResponse(page, status=503, headers={"Retry-After": "30"})

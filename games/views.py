import re
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts import services as people
from accounts.models import User
from games import presenter, selectors, services
from games.forms import SoloTableForm

#: How many finished sessions the front page lists.
HISTORY_LENGTH = 30
OPENING_KEY = re.compile(r"[\w-]{8,32}", re.ASCII)
#: Guests have no password; they are known by their session alone.
BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(request: HttpRequest) -> User | None:
    """Who is asking: a member or a guest, or None for somebody unknown."""
    return request.user if isinstance(request.user, User) else None


@never_cache  # Back must not bring up a form whose key was used
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", _home_context(request, SoloTableForm()))


def _home_context(request: HttpRequest, form: SoloTableForm) -> dict[str, object]:
    user = person(request)
    opening_key = secrets.token_urlsafe(16)
    if user is None:
        return {"form": form, "running": [], "finished": [], "opening_key": opening_key}
    running = selectors.running_tables(user)[:HISTORY_LENGTH]
    finished = selectors.finished_sessions(user)[:HISTORY_LENGTH]
    return {
        "form": form,
        "opening_key": opening_key,
        "running": [presenter.running_line(session, user) for session in running],
        "finished": [presenter.finished_line(session, user) for session in finished],
    }


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A table with bots at once; who has no account becomes a guest, whose games are for points."""
    if request.method != "POST":
        # The address that an answered form leaves in the browser's bar.
        return redirect("home")
    user = person(request)
    key = request.POST.get("opening_key", "")
    key = key if OPENING_KEY.fullmatch(key) else ""
    terms: dict[str, Any] = {}
    if user is not None and not user.is_guest and "deals" in request.POST:
        form = SoloTableForm(request.POST)
        if not form.is_valid():
            return render(request, "home.html", _home_context(request, form), status=422)
        terms = {
            "deals": form.cleaned_data["deals"],
            "stake_minor": form.cleaned_data["stake_minor"],
            "currency": form.cleaned_data["currency"],
        }
    if user is None and key and (opened := selectors.just_opened(key)):
        # The button was pressed twice before the first answer had arrived. The key was drawn for
        # one page of one browser, so whoever sends it again is that guest.
        host = opened.host
        user = host if host is not None and host.is_guest else None
        if user is not None:
            login(request, user, backend=BACKEND)
    if user is None:
        if not limits.within(settings.GUEST_RATE, "guest", limits.address(request)):
            return render(request, "429.html", status=429)
        user = people.create_guest()
        login(request, user, backend=BACKEND)
    table = services.open_solo_table(user, opening_key=key, **terms)
    return redirect(table)


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    shown = presenter.frame(found.pk) if found else None
    if shown is None:
        raise Http404(_("This table does not exist, or it is not open to you."))
    return render(request, "games/table.html", presenter.page_context(shown, user))


@require_safe
def session(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    user = person(request)
    found = selectors.finished_session(slug, number, user)
    if found is None:
        raise Http404(_("This session does not exist, is not over, or is not open to you."))
    return render(request, "games/session.html", presenter.session_page(found))

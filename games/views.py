import re
import secrets
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits
from accounts import services as accounts
from accounts.models import User
from games import guests, house, presenter, selectors, services
from games.forms import OpenTableForm, RulesForm, SoloTableForm, StakedTableForm
from games.fragments import is_fragment
from games.people import why_no_guests

#: How many finished sessions the front page lists.
HISTORY_LENGTH = 30
OPENING_KEY = re.compile(r"[\w-]{8,32}", re.ASCII)
TABLE_RULES = "games/table_rules.html"

person = guests.person


@never_cache  # Back must not bring up a form whose key was used
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front room; ``?rules=`` chooses rules in its form."""
    form = _table_form(person(request), chosen=request.GET.get("rules", ""))
    return render(request, "home.html", _home_context(request, form))


def _table_form(user: User | None, data: Any = None, chosen: str = "") -> RulesForm:
    """The form to open a table: members say more than by which rules."""
    kind = RulesForm if user is None or user.is_guest else SoloTableForm
    return kind(data, reader=user, chosen=chosen)


def _home_context(request: HttpRequest, form: RulesForm) -> dict[str, object]:
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
    """A seat at an open table that fits or, where there is none, at a table with bots.

    Where no rules are named, any will do, with as many players as are asked for, if any are. Who
    has no account becomes a guest, whose games are for points.
    """
    if request.method != "POST":
        # The address that an answered form leaves in the browser's bar.
        return redirect("home")
    user = person(request)
    key = _opening_key(request)
    data = request.POST.copy()
    if "deals" not in data:
        # A button on a page of rules: the rest is as the form has it at first.
        data["deals"] = str(SoloTableForm.base_fields["deals"].initial)
    players = _players(data)
    takes_any_rules = "rules" not in data
    if takes_any_rules:
        data["rules"] = house.BASIC_GAMES.get(players, house.BASIC_GAME)
    form = _table_form(user, data)
    if not form.is_valid():
        return render(request, "home.html", _home_context(request, form), status=422)
    chosen = form.cleaned_data["rules"]
    terms: dict[str, Any] = {"rules": chosen.rules, "rules_name": chosen.name}
    terms |= {
        name: form.cleaned_data[name]
        for name in ("deals", "stake_minor", "currency")
        if name in form.cleaned_data
    }
    user = guests.person_or_new_guest(request, press=key)
    if user is None:
        return render(request, "429.html", status=429)
    wanted = selectors.Wanted(
        rules=None if takes_any_rules else chosen.rules,
        players=players,
        stake_minor=terms.get("stake_minor", 0),
        currency=terms.get("currency", ""),
    )
    key_of_session = request.session.session_key
    for open_table in selectors.fitting_tables(user, wanted):
        if services.sit(open_table.pk, user, key_of_session, None) == services.DONE:
            return redirect(open_table)
    if not _may_open(user):
        return render(request, "429.html", status=429)
    table = services.open_solo_table(user, opening_key=key, **terms)
    return redirect(table)


def _players(asked: QueryDict) -> int:
    """For how many players the tables shall be; 0 for any number."""
    return next((number for number in house.BASIC_GAMES if asked.get("players") == str(number)), 0)


def _may_open(user: User) -> bool:
    """Whether the person may open one more table now; counts it."""
    return limits.within(settings.TABLE_RATE, "table", str(user.pk))


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    shown = presenter.frame(found.pk) if found else None
    if shown is None or not shown.may_watch(user):
        raise Http404(_("This table does not exist, or it is not open to you."))
    if user is not None:
        accounts.seen(user)
    invite = request.build_absolute_uri(reverse("table", args=[slug]))
    context = presenter.page_context(shown, user) | {
        "invite_url": invite,
        "invite_qr": _qr_code(invite) if shown.board.waiting else "",
        "opening_key": secrets.token_urlsafe(16),
    }
    return render(request, "games/table.html", context)


def _qr_code(text: str) -> SafeString:
    """The text as a picture for cameras: an SVG to be put into a page."""
    made = segno.make(text, micro=False)
    svg = made.svg_inline(omitsize=True, border=2, light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308  (made of squares alone)


@never_cache  # Back must not bring up a form whose key was used
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a table that waits for people; somebody unknown becomes a guest."""
    user = person(request)
    kind = OpenTableForm if user is None or user.is_guest else StakedTableForm
    if request.method != "POST":
        form = kind(reader=user, chosen=request.GET.get("rules", ""))
        return render(request, "games/open_table.html", _new_table_context(form))
    form = kind(request.POST, reader=user)
    if not form.is_valid():
        return render(request, "games/open_table.html", _new_table_context(form), status=422)
    key = _opening_key(request)
    host = guests.person_or_new_guest(request, press=key)
    if host is None or not _may_open(host):
        return render(request, "429.html", status=429)
    return redirect(services.open_table(host, opening_key=key, **form.terms()))


def _opening_key(request: HttpRequest) -> str:
    """What the form that was sent is called; nothing where it is not called so by us."""
    key = request.POST.get("opening_key", "")
    return key if OPENING_KEY.fullmatch(key) else ""


def _new_table_context(form: OpenTableForm) -> dict[str, object]:
    return {"form": form, "opening_key": secrets.token_urlsafe(16)}


@never_cache  # Back must not bring up a form whose key was used
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables, kept up to date over a socket of their own."""
    user = person(request)
    if user is not None:
        accounts.seen(user)
    stake = request.GET.get("stake", "")
    context = presenter.lobby_context() | {
        "opening_key": secrets.token_urlsafe(16),
        "players": _players(request.GET) or "",
        "stake": stake if stake in ("points", "money") else "",
    }
    return render(request, "games/lobby.html", context)


@require_POST
def table_sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat; somebody unknown becomes a guest for it. The table's page says why not."""
    found = selectors.table_to_watch(slug, person(request))
    if found is None:
        raise Http404(_("This table does not exist, or it is not open to you."))
    # Nobody becomes a guest for a table where guests cannot play.
    user = person(request)
    is_open = not why_no_guests(found)
    if user is None and is_open:
        user = guests.person_or_new_guest(request, press=_opening_key(request))
    if user is None and not is_open:
        return redirect(f"{reverse('account_signup')}?next={found.get_absolute_url()}")
    if user is None:
        return render(request, "429.html", status=429)
    wanted = request.POST.get("seat", "")
    seat = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else None
    outcome = services.sit(found.pk, user, request.session.session_key, seat)
    if outcome.refusal:
        messages.error(request, outcome.refusal)
    if is_fragment(request):
        answer: HttpResponse = HttpResponseClientRedirect(found.get_absolute_url())
        return answer
    return redirect(found)


@require_safe
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules that the table plays by; to the table's own page, the prose alone."""
    found = selectors.table_to_watch(slug, person(request))
    if found is None:
        raise Http404(_("This table does not exist, or it is not open to you."))
    context = presenter.rules_of(found)
    template = "games/partials/rules_prose.html" if is_fragment(request) else TABLE_RULES
    return render(request, template, context)


@require_safe
def session(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    user = person(request)
    found = selectors.finished_session(slug, number, user)
    if found is None:
        raise Http404(_("This session does not exist, is not over, or is not open to you."))
    return render(request, "games/session.html", presenter.session_page(found))

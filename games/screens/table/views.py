"""The page of a table, taking a seat from it, and the rules that it plays by."""

import secrets
from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import guests
from accounts import services as accounts
from accounts.caller import of_request
from accounts.guests import person
from games.common.http import is_fragment, opening_key
from games.language import labels
from games.language.refusals import sentence
from games.rulebook.prose import differences, prose
from games.rules.ruleset import RuleSet
from games.screens.question import agreed_in, question_of
from games.screens.table.frame import frame, page_context
from games.tables import links, selectors, services
from games.tables.admission import why_above_limit, why_no_guests
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.worst import Cost, worst_case

TABLE_RULES = "games/screens/table/rules.html"


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    shown = frame(found.pk) if found else None
    if found is None and (way_on := links.where_to_go(slug)):
        messages.info(request, _("This table was taken back; its players are seated anew."))
        return redirect(way_on)
    if shown is None or not shown.may_watch(user):
        raise Http404(_("This table does not exist, or it is not open to you."))
    if user is not None:
        accounts.seen(user)
    invite = request.build_absolute_uri(reverse("table", args=[slug]))
    context = page_context(shown, user) | {
        "invite_url": invite,
        "invite_qr": _qr_code(invite) if shown.is_waiting else "",
        "opening_key": secrets.token_urlsafe(16),
    }
    return render(request, "games/screens/table/table.html", context)


def _qr_code(text: str) -> SafeString:
    """Return the text as a picture for cameras: an SVG to be put into a page."""
    made = segno.make(text, micro=False)
    svg = made.svg_inline(omitsize=True, border=2, light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308  (made of squares alone)


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
        user = guests.person_or_new_guest(request, press=opening_key(request))
    if user is None and not is_open:
        return redirect(f"{reverse('account_signup')}?next={found.get_absolute_url()}")
    if user is None:
        return render(request, "429.html", status=429)
    seat = _seat_in(request.POST)
    agreed = agreed_in(request.POST)
    answer = services.sit(of_request(request, user), found.pk, seat, agreed=agreed)
    url = found.get_absolute_url()
    if answer is not None and answer.code == TableCode.ABOVE_LIMIT:
        url = reverse("table_agree", args=[slug]) + ("" if seat is None else f"?seat={seat}")
    elif answer is not None:
        messages.error(request, sentence(answer, []))
    if is_fragment(request):
        reload: HttpResponse = HttpResponseClientRedirect(url)
        return reload
    return redirect(url)


def _seat_in(sent: QueryDict) -> int | None:
    wanted = sent.get("seat", "")
    return int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else None


@require_safe
def table_agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask somebody who would sit down at more than their own limit; otherwise show the table."""
    user = person(request)
    found = selectors.table_to_watch(slug, user)
    if found is None:
        raise Http404(_("This table does not exist, or it is not open to you."))
    cost = Cost(worst_case(found), found.currency)
    question = question_of(why_above_limit(user, cost)) if user is not None else None
    if question is None:
        return redirect(found)
    context = {
        "question": question,
        "action": reverse("table_sit", args=[slug]),
        "seat": _seat_in(request.GET),
        "back": found.get_absolute_url(),
    }
    return render(request, "games/screens/agree.html", context)


@require_safe
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules that the table plays by; to the table's own page, the prose alone."""
    found = selectors.table_to_watch(slug, person(request))
    if found is None:
        raise Http404(_("This table does not exist, or it is not open to you."))
    context = rules_of(found)
    template = "games/rulebook/prose.html" if is_fragment(request) else TABLE_RULES
    return render(request, template, context)


def rules_of(table: Table) -> dict[str, Any]:
    """Return the rules that a table plays by, in words."""
    rules = RuleSet.make(options=table.rules)
    return {
        "table": table,
        "rules_name": labels.rules_label(table.rules_name),
        "differences": differences(rules),
        "chapters": prose(rules),
    }

"""Calendar pages and feeds of events, and a user's settings for notifications."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from accounts.languages import language_for, offered
from accounts.models import User
from games.common.denials import Denial
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club, zone_of
from tournaments.events.calendar import club_events as lists
from tournaments.events.calendar import selectors, services
from tournaments.events.calendar.feed import CONTENT_TYPE, feed
from tournaments.events.calendar.month import Month, dated_events, month_page
from tournaments.events.core import access, words
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event
from tournaments.events.series.words import planned_events, series_lines

#: Number of events on the page of all clubs.
COMING_LENGTH = 60


def _club_or_404(slug: str) -> Club:
    """Return the club with this slug."""
    found = clubs.club(slug)
    if found is None:
        raise Http404(_("This club doesn’t exist."))
    return found


# --- Pages


@require_safe
def club_events(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's events and seasons: upcoming, running and past ones. Seven queries."""
    found = _club_or_404(slug)
    role = clubs.role_of(found, person(request))
    context = {
        **club_pages.club_context(found, role, "events"),
        "coming": lists.coming_lines(found, role),
        "past": lists.past_lines(found, role),
        "series": series_lines(found, role),
        "seasons": lists.season_lines(found, role),
        "may_create": lists.may_create(found, role),
    }
    return render(request, "tournaments/events/club_events.html", context)


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a month of the club's events: ``?month=2026-11``, by default the current month."""
    found = _club_or_404(slug)
    role, zone = clubs.role_of(found, person(request)), zone_of(found)
    seen = access.listed(Event.objects.filter(club=found), role)
    asked = request.GET.get("month", "")
    month = Month.parse(asked) if asked else None
    shown = month or Month.of(timezone.localdate(timezone=zone))
    events = selectors.dated(seen, *shown.span(zone))
    planned = planned_events(found, role, *shown.span(zone))
    context: dict[str, Any] = {
        **club_pages.club_context(found, role, "events"),
        "month": month_page(found, shown, events, planned),
        "no_month": asked[:20] if asked and month is None else "",
        "zone": words.zone_name(found),
        "feed_url": request.build_absolute_uri(reverse("club_feed", args=[slug])),
    }
    return render(request, "tournaments/events/calendar.html", context)


@login_required
@never_cache
@require_safe
def own_dates(request: HttpRequest) -> HttpResponse:
    """Show upcoming events of the user's clubs, and the user's feed."""
    user = signed_in_user(request)
    now = timezone.now()
    open_events = selectors.of_clubs(user.pk).exclude(status__in=Event.OVER_STATUSES)
    # An event that started some hours ago may still be running.
    events = selectors.dated(open_events, now - timedelta(days=1))[:COMING_LENGTH]
    reader = selectors.reader_of(user)
    address = ""
    if reader.calendar_token:
        address = request.build_absolute_uri(reverse("own_feed", args=[reader.calendar_token]))
    context = {
        "lines": dated_events(events, selectors.entries_by_event(user, events)),
        "address": address,
        "is_guest": user.is_guest,
    }
    return render(request, "tournaments/events/dates.html", context)


@login_required
@require_POST
def renew_calendar(request: HttpRequest) -> HttpResponse:
    """Give the user's calendar feed a new secret address; the old one stops working."""
    answer = services.renew_calendar(of_request(request))
    if isinstance(answer, Denial):
        messages.error(request, sentence(answer))
    else:
        messages.success(request, _("Your calendar has a new link."))
    return redirect("event_dates")


# --- Feeds


def _site_url(request: HttpRequest) -> str:
    """Return the address of this site without a slash at its end."""
    return request.build_absolute_uri("/").rstrip("/")


def _calendar_response(content: bytes, filename: str) -> HttpResponse:
    """Return the iCalendar data as a response; `filename` is given without its extension."""
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'inline; filename="{filename}.ics"'
    return response


def _etag(*parts: object) -> str:
    """Return an ETag that changes with the parts."""
    return '"' + hashlib.sha256(repr(parts).encode()).hexdigest()[:32] + '"'


def _club_and_feed_state(
    request: HttpRequest, slug: str
) -> tuple[Club, tuple[datetime | None, int, int]]:
    """Return the club of a feed, and `selectors.feed_state` of its events.

    Cached on the request. Two queries.
    """
    cached = getattr(request, "club_feed", None)
    if cached is None:
        found = _club_or_404(slug)
        cached = found, selectors.feed_state(_club_feed_events(found))
        request.club_feed = cached  # type: ignore[attr-defined]
    return cached


def _club_feed_events(club: Club) -> QuerySet[Event]:
    """Return the query for the club's events that every visitor may see."""
    return access.listed(Event.objects.filter(club=club), None)


def _club_etag(request: HttpRequest, slug: str) -> str:
    """Return the ETag of a club's feed."""
    club, change = _club_and_feed_state(request, slug)
    said = club.name, club.place, club.time_zone, offered(club.language)
    return _etag(said, change, timezone.now().date(), _site_url(request))


def _club_last_modified(request: HttpRequest, slug: str) -> datetime | None:
    """Return the time of the newest change in a club's feed; None without events."""
    return _club_and_feed_state(request, slug)[1][0]


@require_safe
@condition(etag_func=_club_etag, last_modified_func=_club_last_modified)
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the club's public events as iCalendar; calendars can't sign in. Three queries."""
    club, _change = _club_and_feed_state(request, slug)
    events = selectors.in_feed(_club_feed_events(club))
    return _calendar_response(
        feed(club.name, offered(club.language), club.time_zone, events, _site_url(request)),
        "calendar",
    )


@require_safe
def event_ics(request: HttpRequest, slug: str) -> HttpResponse:
    """Send one event as iCalendar to readers who may see it; drafts have no calendar entry."""
    found, _role = found_event(request, slug)
    if found.status == Event.Status.DRAFT:
        raise Http404(_("This event doesn’t exist."))
    club, site = found.club, _site_url(request)
    language = offered(get_language() or "")
    made = feed(club.name, language, club.time_zone, [found], site, with_clubs=True)
    return _calendar_response(made, "event")


def _user_and_feed_state(
    request: HttpRequest, token: str
) -> tuple[User, tuple[datetime | None, int, int]]:
    """Return the user of a feed, and `selectors.feed_state` of their clubs' events.

    Cached on the request. Two queries.
    """
    cached = getattr(request, "own_feed", None)
    if cached is None:
        user = selectors.calendar_reader(token)
        if user is None:
            raise Http404(_("This calendar link no longer works."))
        cached = user, selectors.feed_state(selectors.of_clubs(user.pk))
        request.own_feed = cached  # type: ignore[attr-defined]
    return cached


def _own_feed_etag(request: HttpRequest, token: str) -> str:
    """Return the ETag of a user's feed."""
    user, change = _user_and_feed_state(request, token)
    names = sorted(clubs.club_numbers(user.pk))
    return _etag(names, language_for(user), change, timezone.now().date(), _site_url(request))


@require_safe
@condition(etag_func=_own_feed_etag)
def own_feed(request: HttpRequest, token: str) -> HttpResponse:
    """Send the events of all clubs of the address's user as iCalendar. Four queries.

    The address itself is the credential, since calendars can't sign in.
    """
    user, _change = _user_and_feed_state(request, token)
    events = selectors.in_feed(selectors.of_clubs(user.pk))
    language = language_for(user)
    with override(language):
        name = _("Big Two Club")
    response = _calendar_response(
        feed(name, language, "", events, _site_url(request), with_clubs=True), "calendar"
    )
    patch_cache_control(response, private=True)
    return response

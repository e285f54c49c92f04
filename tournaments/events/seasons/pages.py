"""Pages and forms of seasons: their standings, and changes by organizers."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.flaws import TitleField
from accounts.guests import person
from games.common.denials import Denial
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.presenter import Question
from tournaments.events.core import access, words
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result
from tournaments.events.event_page.live import RECORDS_LENGTH
from tournaments.events.seasons import selectors, services
from tournaments.events.seasons.models import Season
from tournaments.events.seasons.words import (
    events_to_choose,
    season_about,
    season_activity_line,
    season_columns,
    season_events,
    season_places,
    table_label,
    unranked_players,
)
from tournaments.ledger.accounts.selectors import book_of
from tournaments.ledger.book.models import ClubBook
from tournaments.pairing.formats.league import League
from tournaments.pairing.formats.settings import FormatError

_MOST_EVENTS = 200
#: Points tables on offer, as the text of their numbers.
PRESETS: Final = (
    "25-18-15-12-10-8-6-4-2-1",
    "15-12-10-8-7-6-5-4-3-2-1",
    "10-8-6-5-4-3-2-1",
    "5-3-2-1",
)


class PointsTableField(forms.CharField):
    """Field for a points table: integers with any separator; its value is a list of them."""

    def to_python(self, value: Any) -> Any:
        """Return the numbers of the text.

        :raises ValidationError: it contains something else, too many or too high numbers, or a
            number that is higher than the one before
        """
        text = str(super().to_python(value) or "")
        if not re.fullmatch(r"[\d\s,;/–-]*", text):
            raise ValidationError(_("Enter whole numbers, such as 25, 18, 15."))
        found = [int(each) for each in re.findall(r"\d+", text)]
        try:
            League(table=tuple(found))
        except FormatError as error:
            raise ValidationError(_TABLE_ERRORS[error.code] % error.params) from None
        return found


_TABLE_ERRORS: Final = {
    "too_large": gettext_lazy("Enter at most %(most)s here; this is %(value)s."),
    "rising": gettext_lazy("%(value)s is more than the place before gets. Start with the winner."),
}


class SeasonForm(forms.Form):
    """Form for a season's name and scoring."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Season.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=gettext_lazy("Number of best events that count"),
        required=False,
        min_value=1,
        max_value=_MOST_EVENTS,
        help_text=gettext_lazy("Only each player’s best events count. Leave blank to count all."),
    )
    points = forms.ChoiceField(
        label=gettext_lazy("Points for each event"),
        initial=PRESETS[0],
        help_text=gettext_lazy(
            "If totals count, big wins matter more, and all events need the same kind of scores. If"
            " places count, every event matters equally."
        ),
    )
    points_table = PointsTableField(
        label=gettext_lazy("Your own points table"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Points for the first place, the second, and so on. Only if you chose your own points"
            " table above."
        ),
    )
    least_events = forms.IntegerField(
        label=gettext_lazy("Events needed to be ranked"),
        required=False,
        min_value=1,
        max_value=_MOST_EVENTS,
        initial=1,
        help_text=gettext_lazy("Players with fewer events are listed below the standings."),
    )

    def __init__(self, data: Any = None, *, season: Season | None = None) -> None:
        super().__init__(data, initial={} if season is None else _season_values(season))
        field = self.fields["points"]
        assert isinstance(field, forms.ChoiceField)
        points = Season.Points
        field.choices = [
            *((each, _("Points by place: %(points)s") % {"points": each}) for each in PRESETS),
            (points.TABLE.value, _("Your own points table")),
            (points.PLACES.value, points.PLACES.label),
            (points.TOTAL.value, points.TOTAL.label),
        ]

    def clean(self) -> dict[str, Any]:
        """Replace a preset by its numbers, and require them for the organizer's own table."""
        cleaned = super().clean() or {}
        cleaned["least_events"] = cleaned.get("least_events") or 1
        if cleaned.get("points") in PRESETS:
            cleaned["points_table"] = [int(each) for each in cleaned["points"].split("-")]
            cleaned["points"] = Season.Points.TABLE.value
            self.errors.pop("points_table", None)
        elif cleaned.get("points") != Season.Points.TABLE:
            cleaned["points_table"] = None
            self.errors.pop("points_table", None)
        elif not cleaned.get("points_table") and "points_table" not in self.errors:
            self.add_error("points_table", _("Enter the points for each place."))
        return cleaned


def _season_values(season: Season) -> dict[str, Any]:
    """Return the initial values of the form for an existing season."""
    table = table_label(season.points_table or ())
    return {
        "name": season.name,
        "best": season.best,
        "points": table if table in PRESETS else season.points,
        "points_table": ", ".join(map(str, season.points_table or ())),
        "least_events": season.least_events,
    }


class AddEventsForm(forms.Form):
    """Form that adds events to a season."""

    events = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Events"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one event.")},
    )

    def __init__(self, data: Any = None, *, season: Season, **options: Any) -> None:
        super().__init__(data, **options)
        field = self.fields["events"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = events_to_choose(season)

    @property
    def has_choices(self) -> bool:
        """Return whether there is an event that can be added."""
        field = self.fields["events"]
        assert isinstance(field, forms.ChoiceField)
        return bool(field.choices)


def _season_and_role(request: HttpRequest, slug: str) -> tuple[Season, Role | None]:
    """Return the season and the reader's role in its club; raise Http404 if they may not see it."""
    found = selectors.season(slug)
    role = None if found is None else clubs.role_of(found.club, person(request))
    if found is None or not access.may_see_season(found, role):
        raise Http404(_("This season doesn’t exist."))
    return found, role


def _season_to_run(request: HttpRequest, slug: str) -> tuple[Season, Role]:
    """Return the season and the reader's role; raise PermissionDenied for non-organizers."""
    found, role = _season_and_role(request, slug)
    if role is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    return found, role


def _show(
    request: HttpRequest,
    template: str,
    club: Club,
    role: Role | None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render a template of seasons with the header of the club."""
    context |= club_pages.club_context(club, role, "events")
    return render(request, f"tournaments/events/{template}.html", context, status=status)


@never_cache
@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings of the season and its events."""
    found, role = _season_and_role(request, slug)
    return _season_page(request, found, role)


def _season_page(
    request: HttpRequest, found: Season, role: Role | None, form: AddEventsForm | None = None
) -> HttpResponse:
    """Render the season; a bound form is invalid and shown again with its errors."""
    may_run = may(role, Right.RUN_EVENTS)
    may_change = may_run and found.closed_at is None
    events = selectors.season_events(found)
    table = services.season_standings(found, events)
    if not may_run:
        events = [each for each in events if each.status != Event.Status.DRAFT]
    if form is None and may_change:
        form = AddEventsForm(season=found)
    return _show(
        request,
        "season",
        found.club,
        role,
        status=422 if form is not None and form.is_bound else 200,
        season=found,
        about=season_about(found),
        mixes_totals=may_run and services.mixes_totals(found.points, events),
        events=season_events(found, events),
        columns=season_columns(found, table),
        lines=season_places(table, person(request)),
        unranked=unranked_players(found, table),
        has_results=any(each.status == Event.Status.FINISHED for each in events),
        records=[
            season_activity_line(each, found.club)
            for each in selectors.season_records(found, drafts=may_run)[:RECORDS_LENGTH]
        ],
        zone=words.zone_name(found.club),
        runs=may_run,
        may_change=may_change,
        form=form,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Show and take the form for a new season of the club with this slug."""
    found = clubs.club(club)
    if found is None or found.closed_at is not None:
        raise Http404(_("This club doesn’t exist or is closed."))
    role = clubs.role_of(found, person(request))
    if not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    posted = request.method == "POST"
    form = SeasonForm(request.POST if posted else None)
    if form.is_valid():
        made = services.create_season(of_request(request), found, **form.cleaned_data)
        if isinstance(made, Season):
            messages.success(request, _("Season created. Now add events to it."))
            return redirect(made)
        form.add_error(None, sentence(made))
    status = 422 if posted else 200
    return _show(request, "season_form", found, role, status=status, form=form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and take the form for a season's name and how its events are counted."""
    found, role = _season_to_run(request, slug)
    posted = request.method == "POST"
    form = SeasonForm(request.POST if posted else None, season=found)
    if form.is_valid():
        answer = services.change_season(of_request(request), found.pk, **form.cleaned_data)
        if answer is None:
            messages.success(request, _("Season saved. Standings updated."))
            return redirect(found)
        form.add_error(None, sentence(answer))
    status = 422 if posted else 200
    return _show(request, "season_form", found.club, role, status=status, form=form, season=found)


@login_required
@require_POST
def add_events(request: HttpRequest, slug: str) -> HttpResponse:
    """Add the chosen events to the season."""
    found, role = _season_to_run(request, slug)
    form = AddEventsForm(request.POST, season=found)
    if not form.is_valid():
        return _season_page(request, found, role, form)
    chosen = form.cleaned_data["events"]
    answer = services.add_events(of_request(request), found.pk, *chosen)
    said = ngettext(
        "%(count)d event added to the season.", "%(count)d events added to the season.", len(chosen)
    )
    return _redirect_to_season(request, found, answer, said % {"count": len(chosen)})


@login_required
@require_POST
def remove_event(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Remove an event from the season."""
    found, _role = _season_to_run(request, slug)
    answer = services.remove_event(of_request(request), found.pk, event_id)
    return _redirect_to_season(request, found, answer, _("Event removed from the season."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the season, after a confirmation page."""
    found, role = _season_to_run(request, slug)
    if request.method != "POST":
        if found.closed_at is not None:
            return redirect(found)
        settles = book_of(found.club).settles == ClubBook.Settles.SEASON
        running = selectors.running_in_season(found)
        question = closing_question(found, settles=settles, running=running)
        return _show(request, "question", found.club, role, question=question)
    answer = services.close_season(of_request(request), found.pk)
    return _redirect_to_season(request, found, answer, _("Season closed. Its standings are final."))


@login_required
@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen a closed season."""
    found, _role = _season_to_run(request, slug)
    answer = services.reopen_season(of_request(request), found.pk)
    return _redirect_to_season(request, found, answer, _("Season reopened."))


def _redirect_to_season(
    request: HttpRequest, season: Season, answer: Denial | None, success_message: str
) -> HttpResponse:
    """Flash the denial or the success message, and redirect to the season."""
    flash_result(request, answer, success_message)
    return redirect(season)


def closing_question(season: Season, *, settles: bool, running: Sequence[str]) -> Question:
    """Return the question before closing the season; while events run, why it can't be closed.

    :param settles: whether the club carries balances over to the end of the season
    :param running: names of the season's running events
    """
    title = _("Close %(season)s?") % {"season": season.name}
    if running:
        why = Denial(EventCode.SEASON_PLAYS, {"names": tuple(running)})
        return Question(
            title=title,
            sentences=[sentence(why)],
            button="",
            back=_("Keep season open"),
            back_url=season.get_absolute_url(),
        )
    sentences = [_("The standings become final, and events can no longer be added or removed.")]
    if settles:
        sentences.append(
            _("Open balances are settled: members who owe money will be asked to pay.")
        )
    sentences.append(
        _(
            "Organizers can reopen the season, but payments that have already been requested will"
            " still be due."
        )
    )
    return Question(
        title=title,
        sentences=sentences,
        button=_("Close season"),
        back=_("Keep season open"),
        back_url=season.get_absolute_url(),
    )

"""Seasons: who stands where, with what counts and the arithmetic of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.models import User, told_apart
from tournaments.clubs.models import Club
from tournaments.clubs.zones import zone_of
from tournaments.events import selectors
from tournaments.events.models import Event, Season, SeasonRecord
from tournaments.events.presenter.places import decided
from tournaments.events.presenter.record import DeedLine
from tournaments.events.presenter.words import plain, signed, when
from tournaments.events.services.season import SeasonTable
from tournaments.events.standings import Decision, RoundScore, Standing


@dataclass(frozen=True, slots=True)
class SeasonEventLine:
    """An event of a season."""

    name: str
    url: str
    when: str
    #: Whether it gives points, or will.
    status: str
    gives_points: bool
    #: Where it is taken out; empty for those who may not.
    take_out_url: str


def season_event_lines(
    season: Season, events: Sequence[Event], *, may_change: bool
) -> list[SeasonEventLine]:
    """Return the events, in their order."""
    lines = []
    for event in events:
        event.club = season.club
        lines.append(
            SeasonEventLine(
                name=event.name,
                url=reverse("event", args=[event.slug]),
                when=when(event),
                status=_status(event),
                gives_points=event.status == Event.Status.FINISHED,
                take_out_url=(
                    reverse("season_take_out", args=[season.slug, event.pk]) if may_change else ""
                ),
            )
        )
    return lines


def _status(event: Event) -> str:
    if event.status == Event.Status.FINISHED:
        return _("gives points")
    if event.status == Event.Status.CANCELLED:
        return _("cancelled: gives no points")
    if event.status == Event.Status.RUNNING:
        return _("being played")
    return _("to come")


def season_about(season: Season) -> list[str]:
    """Return how the season counts, sentence by sentence."""
    if season.best is None:
        said = _("All events count.")
    else:
        said = ngettext(
            "For everybody the best event counts.",
            "For everybody the best %(count)d events count; of equal ones the earlier.",
            season.best,
        ) % {"count": season.best}
    gives = (
        _("An event gives a point for everybody who stands below.")
        if season.points == Season.Points.PLACES
        else _("An event gives its total, after penalties.")
    )
    return [
        said,
        gives,
        _("Bots take part in events and not in the season."),
        _("Level on points, more deals won decide, then the best single event."),
    ]


@dataclass(frozen=True, slots=True)
class SeasonColumn:
    """An event that gives points, as the head of a column."""

    day: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """What an event gave somebody."""

    #: "–" for who did not play.
    points: str
    counts: bool
    #: Whether there is a result that does not count.
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """Somebody's line over the season."""

    place: str
    name: str
    is_own: bool
    total: str
    is_minus: bool
    #: "10 + 16 − 3 = 23", where more than one event counts.
    sum: str
    cells: Sequence[SeasonCell]
    decided: str


def season_columns(season: Season, table: SeasonTable) -> list[SeasonColumn]:
    """Return the heads of the columns."""
    zone = zone_of(season.club)
    return [
        SeasonColumn(
            day=date_format(timezone.localtime(event.starts_at, zone), "MONTH_DAY_FORMAT"),
            name=event.name,
            url=reverse("event", args=[event.slug]),
        )
        for event in table.events
    ]


def season_places(table: SeasonTable, reader: User | None) -> list[SeasonPlace]:
    """Return the standings of the season. One query."""
    people = User.objects.in_bulk([line.entrant for line in table.lines])
    names = told_apart(people.values())
    return [_place(line, names, reader) for line in table.lines]


def _place(line: Standing, names: Mapping[int, str], reader: User | None) -> SeasonPlace:
    return SeasonPlace(
        place=f"{line.place}=" if line.shared else str(line.place),
        name=names[line.entrant],
        is_own=reader is not None and reader.pk == line.entrant,
        total=signed(line.total),
        is_minus=line.total < 0,
        sum=_sum(line),
        cells=[_cell(each) for each in line.rounds],
        decided=_decided(line.decision),
    )


def _cell(score: RoundScore) -> SeasonCell:
    return SeasonCell(
        points=signed(score.points),
        counts=score.counts,
        is_dropped=score.points is not None and not score.counts,
    )


def _sum(line: Standing) -> str:
    counted = [each.points for each in line.rounds if each.counts and each.points is not None]
    if len(counted) < 2:
        return ""
    said = plain(counted[0])
    for points in counted[1:]:
        said += f" − {plain(-points)}" if points < 0 else f" + {plain(points)}"
    return f"{said} = {plain(line.total)}"


def _decided(decision: Decision | None) -> str:
    if decision is not None and decision.by == "best_round":
        return _("level on points and deals won; best event %(own)s to %(other)s") % {
            "own": plain(decision.own),
            "other": plain(decision.other),
        }
    return decided(decision)


_Deed = SeasonRecord.Deed
_DEEDS: Final = {
    _Deed.CREATED: gettext_noop("%(who)s made the season."),
    _Deed.CHANGED: gettext_noop("%(who)s changed the season: %(changes)s."),
    _Deed.ADDED: gettext_noop("%(who)s let %(event)s count."),
    _Deed.TAKEN_OUT: gettext_noop("%(who)s took %(event)s out."),
    _Deed.CLOSED: gettext_noop("%(who)s closed the season."),
    _Deed.REOPENED: gettext_noop("%(who)s opened the season again."),
}


def season_deed(record: SeasonRecord, club: Club) -> DeedLine:
    """Return what was done in a sentence; actor and event are fetched already."""
    known = {
        "who": record.actor.shown_name,
        "event": record.event.name if record.event else "",
        "changes": _changes(record.params),
    }
    local = timezone.localtime(record.at, zone_of(club))
    return DeedLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=_(_DEEDS[_Deed(record.deed)]) % known,
        reason="",
    )


def _changes(params: Mapping[str, Any]) -> str:
    said = []
    if "name" in params:
        said.append(_("it is called %(name)s") % {"name": params["name"]})
    if "best" in params:
        best = params["best"]
        said.append(
            _("all events count")
            if best is None
            else ngettext("the best event counts", "the best %(count)d events count", best)
            % {"count": best}
        )
    if "points" in params:
        places = params["points"] == Season.Points.PLACES
        said.append(_("points by place") if places else _("points by total"))
    return "; ".join(said)


def season_summary(season: Season) -> str:
    """Return what a list says of the season; its events are counted already."""
    count: int = season.event_count  # type: ignore[attr-defined]
    events = ngettext("%(count)d event", "%(count)d events", count) % {"count": count}
    if season.best is None:
        return events
    best = ngettext("the best counts", "the best %(count)d count", season.best)
    return f"{events}, {best % {'count': season.best}}"


def events_to_choose(season: Season) -> list[tuple[int, str]]:
    """Return the events that can be added to the season, as choices. One query."""
    found = []
    for event in selectors.events_to_add(season):
        event.club = season.club
        found.append((event.pk, f"{event.name} · {when(event)} · {event.get_status_display()}"))
    return found

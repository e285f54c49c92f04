"""Seasons: their events, rules of counting, standings and activity log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.models import User, distinct_names
from accounts.sorting import sort_key
from games.common.dates import date_format
from games.common.numbers import listed
from tournaments.clubs.models import Club, zone_of
from tournaments.events.core.activity import ActivityLine
from tournaments.events.core.models import Event
from tournaments.events.core.words import plain, signed, when
from tournaments.events.seasons import selectors
from tournaments.events.seasons.models import Season, SeasonRecord
from tournaments.events.seasons.services import SeasonTable
from tournaments.events.standings.lines import decided
from tournaments.pairing.standings.lines import Decision, RoundScore, Standing


def season_events(season: Season, events: Sequence[Event]) -> list[tuple[Event, str, str]]:
    """Return each event with its date, and whether it is counted, upcoming or cancelled."""
    for event in events:
        event.club = season.club
    return [(event, when(event), _status_label(event)) for event in events]


def _status_label(event: Event) -> str:
    """Return whether the event is counted, running, upcoming or cancelled."""
    if event.status == Event.Status.FINISHED:
        return _("counted")
    if event.status == Event.Status.CANCELLED:
        return _("cancelled, doesn’t count")
    if event.status == Event.Status.RUNNING:
        return _("in progress")
    return _("upcoming")


def season_about(season: Season) -> list[str]:
    """Return sentences on how the season's events are counted."""
    if season.best is None:
        said = _("All events count.")
    elif season.best == 1:
        said = _("Only each player’s best event counts.")
    else:
        said = ngettext(
            "Only each player’s best %(count)d event counts. If results are equal, the earlier"
            " event counts.",
            "Only each player’s best %(count)d events count. If results are equal, the earlier"
            " event counts.",
            season.best,
        ) % {"count": season.best}
    if season.points == Season.Points.TOTAL:
        gives = _("Each event’s total, after penalties, counts towards the season.")
    elif season.points == Season.Points.PLACES:
        gives = _("One point for every player you beat.")
    else:
        gives = _(
            "Points by place: %(points)s. Players who share a place all get its points; further"
            " places get none."
        ) % {"points": table_label(season.points_table or ())}
    ranked = []
    if season.least_events > 1:
        words = ngettext(
            "Players are ranked once they have played %(count)d event.",
            "Players are ranked once they have played %(count)d events.",
            season.least_events,
        )
        ranked = [words % {"count": season.least_events}]
    return [
        said,
        gives,
        *ranked,
        _("Guests and bots aren’t ranked."),
        _("Ties are broken by deals won, then by the best single event."),
    ]


def table_label(points: Sequence[int]) -> str:
    """Return a points table as text: "25-18-15"."""
    return "-".join(map(str, points))


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A player's points from an event."""

    #: "–" if the player didn't play.
    points: str
    counts: bool
    #: Whether the result doesn't count.
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A player's line in the season's standings."""

    place: str
    name: str
    is_own: bool
    total: str
    is_minus: bool
    #: "10 + 16 − 3 = 23", if more than one event counts.
    sum: str
    cells: Sequence[SeasonCell]
    decided: str


def season_columns(season: Season, table: SeasonTable) -> list[tuple[str, Event]]:
    """Return each counted event of the season's standings with its day, in order."""
    zone = zone_of(season.club)
    return [
        (date_format(timezone.localtime(event.starts_at, zone), "MONTH_DAY_FORMAT"), event)
        for event in table.events
    ]


def season_places(table: SeasonTable, reader: User | None) -> list[SeasonPlace]:
    """Return the standings of the season. One query."""
    names = _names(table.lines)
    return [_season_place(line, names, reader) for line in table.lines]


def unranked_players(season: Season, table: SeasonTable) -> list[tuple[str, str]]:
    """Return name and progress of players not yet ranked, by number of events. One query."""
    if not table.unranked:
        return []
    names = _names(table.unranked)
    played = {
        line.entrant: sum(each.state == "played" for each in line.rounds) for line in table.unranked
    }
    lines = sorted(
        table.unranked, key=lambda line: (-played[line.entrant], sort_key(names[line.entrant]))
    )
    words = ngettext(
        "%(count)d of %(least)d event", "%(count)d of %(least)d events", season.least_events
    )
    return [
        (
            names[line.entrant],
            words % {"count": played[line.entrant], "least": season.least_events},
        )
        for line in lines
    ]


def _names(lines: Sequence[Standing]) -> Mapping[int, str]:
    """Return the names of the players by user ID. One query."""
    return distinct_names(User.objects.in_bulk([line.entrant for line in lines]).values())


def _season_place(standing: Standing, names: Mapping[int, str], reader: User | None) -> SeasonPlace:
    """Return a player's standing as a line of the season's standings."""
    return SeasonPlace(
        place=f"{standing.place}=" if standing.shared else str(standing.place),
        name=names[standing.entrant],
        is_own=reader is not None and reader.pk == standing.entrant,
        total=signed(standing.total),
        is_minus=standing.total < 0,
        sum=_total_calculation(standing),
        cells=[_season_cell(each) for each in standing.rounds],
        decided=_deciding_tie_break(standing.decision),
    )


def _season_cell(score: RoundScore) -> SeasonCell:
    """Return a player's points from one event, formatted."""
    return SeasonCell(
        points=signed(score.points),
        counts=score.counts,
        is_dropped=score.points is not None and not score.counts,
    )


def _total_calculation(standing: Standing) -> str:
    """Return the sum of the counted results as text; empty for fewer than two."""
    counted = [each.points for each in standing.rounds if each.counts and each.points is not None]
    if len(counted) < 2:
        return ""
    said = plain(counted[0])
    for points in counted[1:]:
        said += f" − {plain(-points)}" if points < 0 else f" + {plain(points)}"
    return f"{said} = {plain(standing.total)}"


def _deciding_tie_break(decision: Decision | None) -> str:
    """Return what decides between a line and the next; a best round is a best event here."""
    if decision is not None and decision.by == "best_round":
        return _("tied on points; best event: %(own)s to %(other)s") % {
            "own": plain(decision.own),
            "other": plain(decision.other),
        }
    return decided(decision)


_Deed = SeasonRecord.Deed
_DEEDS: Final = {
    _Deed.CREATED: gettext_noop("%(who)s created the season."),
    _Deed.CHANGED: gettext_noop("%(who)s edited the season: %(changes)s."),
    _Deed.ADDED: gettext_noop("%(who)s added %(event)s."),
    _Deed.TAKEN_OUT: gettext_noop("%(who)s removed %(event)s."),
    _Deed.CLOSED: gettext_noop("%(who)s closed the season."),
    _Deed.REOPENED: gettext_noop("%(who)s reopened the season."),
}


def season_activity_line(record: SeasonRecord, club: Club) -> ActivityLine:
    """Return an entry of the season's activity log; its actor and event must be fetched."""
    known = {
        "who": record.actor.shown_name,
        "event": record.event.name if record.event else "",
        "changes": _changes_text(record.params),
    }
    local = timezone.localtime(record.at, zone_of(club))
    return ActivityLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=_(_DEEDS[_Deed(record.deed)]) % known,
        reason="",
    )


def _changes_text(params: Mapping[str, Any]) -> str:
    """Return the changed settings of the season as a list in one text."""
    said = []
    if "name" in params:
        said.append(_("new name “%(name)s”") % {"name": params["name"]})
    if "best" in params:
        best = params["best"]
        if best is None:
            said.append(_("all events count"))
        elif best == 1:
            said.append(_("only the best event counts"))
        else:
            words = ngettext(
                "only the best %(count)d event counts", "only the best %(count)d events count", best
            )
            said.append(words % {"count": best})
    if "points" in params:
        total = params["points"] == Season.Points.TOTAL
        said.append(_("points by total") if total else _("points by place"))
    if params.get("points_table"):
        points = table_label(params["points_table"])
        said.append(_("points table %(points)s") % {"points": points})
    if "least_events" in params:
        words = ngettext(
            "ranked after %(count)d event", "ranked after %(count)d events", params["least_events"]
        )
        said.append(words % {"count": params["least_events"]})
    return listed(said)


def season_summary(season: Season) -> str:
    """Return the summary of the season for a list; ``event_count`` must be annotated."""
    count: int = season.event_count  # type: ignore[attr-defined]
    if season.best is None:
        words = ngettext("%(count)d event", "%(count)d events", count)
    elif season.best == 1:
        words = ngettext(
            "%(count)d event; only the best counts", "%(count)d events; only the best counts", count
        )
    else:
        words = ngettext(
            "%(count)d event; only the best %(best)d count",
            "%(count)d events; only the best %(best)d count",
            count,
        )
    return words % {"count": count, "best": season.best}


def events_to_choose(season: Season) -> list[tuple[int, str]]:
    """Return (primary key, label) for each event that can be added to the season. One query."""
    found = []
    for event in selectors.events_to_add(season):
        event.club = season.club
        found.append((event.pk, f"{event.name} · {when(event)} · {event.get_status_display()}"))
    return found

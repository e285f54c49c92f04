"""What events, formats and points are called."""

from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games.language import labels
from games.rules.ruleset import PRESETS
from tournaments.clubs.models import Club
from tournaments.clubs.zones import zone_of
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.formats.stages import FINAL, GROUP, KNOCK_OUT
from tournaments.events.models import Event, EventTable
from tournaments.events.standings import Points


class FormatWords(NamedTuple):
    """A format as people know it."""

    title: Any
    about: Any


#: The formats that are offered, with their words.
FORMATS: Final = {
    ClubNight.name: FormatWords(
        gettext_lazy("Club night"),
        gettext_lazy("No rounds: people open tables and sit down as they like; all of it counts."),
    ),
    "fixed_rounds": FormatWords(
        gettext_lazy("Fixed rounds"),
        gettext_lazy("A set number of rounds; people meet twice as rarely as possible."),
    ),
    "rotation": FormatWords(
        gettext_lazy("Rotation"),
        gettext_lazy("Everybody meets everybody, as evenly as possible."),
    ),
    "swiss": FormatWords(
        gettext_lazy("Swiss"), gettext_lazy("Players who are close in the standings meet.")
    ),
    "groups": FormatWords(
        gettext_lazy("Groups and final"),
        gettext_lazy("Rounds in groups; the best of each play for the places."),
    ),
    "knock_out": FormatWords(
        gettext_lazy("Knock-out by tables"),
        gettext_lazy("The best of each table go on, down to a final table."),
    ),
    "duplicate": FormatWords(
        gettext_lazy("Duplicate"),
        gettext_lazy(
            "All tables of a round get the same packs. What counts is how a seat does beside the"
            " same seat elsewhere, so the luck of the deal cancels out. Nobody watches, and no hand"
            " is dealt anew."
        ),
    ),
}
STAGES: Final = {
    GROUP: gettext_noop("Group stage"),
    KNOCK_OUT: gettext_noop("Knock-out"),
    FINAL: gettext_noop("Final"),
}


def zone_name(club: Club) -> str:
    """Return what the club's time zone is called."""
    return club.time_zone.rsplit("/", 1)[-1].replace("_", " ")


def when(event: Event) -> str:
    """Return when the event begins, in its club's time zone, with the zone's name."""
    local = timezone.localtime(event.starts_at, zone_of(event.club))
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "TIME_FORMAT"),
        "zone": zone_name(event.club),
    }


def own_when(event: Event, zone: ZoneInfo | None) -> str:
    """Return when the event begins by the reader's own clock.

    Empty where that says the same, or is not known.
    """
    if zone is None:
        return ""
    theirs = timezone.localtime(event.starts_at, zone)
    if theirs.utcoffset() == timezone.localtime(event.starts_at, zone_of(event.club)).utcoffset():
        return ""
    return _("By your clock: %(moment)s") % {"moment": date_format(theirs, "DATETIME_FORMAT")}


def table_url(event: Event, row: EventTable) -> str:
    """Return where the table is: one of the app, or the sheet of one with real cards."""
    if row.table is None:
        return reverse("event_paper", args=[event.slug, row.pk])
    return row.table.get_absolute_url()


def signed(points: Points | None) -> str:
    """Return points as lists have them: "+12", "−3", "0"."""
    if points is None:
        return "–"
    if int(points) != points:
        return f"{float(points):+.2f}".replace("-", "−")
    return f"{int(points):+d}".replace("-", "−") if points else "0"


def plain(points: Points) -> str:
    """Return a number without a plus."""
    return signed(points).removeprefix("+")


def format_words(event: Event) -> str:
    """Return the event's format in words, with how many rounds it has."""
    title = str(FORMATS[event.format].title) if event.format in FORMATS else event.format
    if event.format == ClubNight.name:
        return f"{title}, {_night_words(ClubNight(**event.format_settings))}"
    rounds = event.format_settings.get("rounds")
    if not rounds:
        return title
    said = ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
    return f"{title}, {said}"


def _night_words(night: ClubNight) -> str:
    if night.by == "average":
        return ngettext(
            "points of a deal on average, from %(count)d deal on",
            "points of a deal on average, from %(count)d deals on",
            night.least_deals,
        ) % {"count": night.least_deals}
    if night.by == "best":
        return ngettext(
            "the best session counts", "the best %(count)d sessions count", night.best
        ) % {"count": night.best}
    return _("the sum of all sessions")


def rules_of(event: Event) -> tuple[str, str]:
    """Return what the rules are called, and where they are to be read, if anywhere.

    At most one query.
    """
    name = event.rules_name
    if name in PRESETS:
        return labels.rules_label(name), reverse("rules_preset", args=[name])
    kept = event.club.house_rules.filter(name=name).first()
    if kept is None or kept.rules != event.rule_set:
        return name, ""
    return name, reverse("club_rules_page", args=[event.club.slug, kept.slug])

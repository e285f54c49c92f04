"""Words for formats, stages, dates, rules and points of events."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.common.dates import date_format
from games.language import labels
from games.rules.ruleset.presets import PRESETS
from tournaments.clubs.models import Club, zone_of
from tournaments.events.core.models import Event
from tournaments.events.rounds.models import EventTable
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.stages import CONSOLATION, FINAL, GROUP, KNOCK_OUT
from tournaments.pairing.rounds import Points


class FormatWords(NamedTuple):
    """Title and description of a format."""

    title: Any
    about: Any
    #: The description in one sentence, if it has several.
    first_sentence: Any = ""

    @property
    def brief(self) -> str:
        """The description in one sentence."""
        return str(self.first_sentence or self.about)


#: Title and description of each format on offer.
FORMATS: Final = {
    ClubNight.name: FormatWords(
        gettext_lazy("Club night"),
        gettext_lazy("No rounds. Players open tables and take seats whenever they like."),
    ),
    "fixed_rounds": FormatWords(
        gettext_lazy("Fixed rounds"),
        gettext_lazy("A fixed number of rounds, with as few repeat opponents as possible."),
    ),
    "rotation": FormatWords(
        gettext_lazy("Rotation"),
        gettext_lazy("Everyone plays everyone else about equally often."),
    ),
    "swiss": FormatWords(
        gettext_lazy("Swiss"),
        gettext_lazy("In each round, you play against people with similar scores."),
    ),
    "groups": FormatWords(
        gettext_lazy("Groups and final"),
        gettext_lazy("Rounds in groups, then a final for the best players in each group."),
    ),
    "knock_out": FormatWords(
        gettext_lazy("Knock-out tables"),
        gettext_lazy("The best players at each table advance until only the final table is left."),
    ),
    "duplicate": FormatWords(
        gettext_lazy("Duplicate"),
        gettext_lazy(
            "Every table plays the same cards. Your score is compared with the scores of others"
            " who held the same cards, so luck cancels out. No spectators and no redeals."
        ),
        gettext_lazy("Every table plays the same cards, so luck cancels out."),
    ),
}
STAGES: Final = {
    GROUP: gettext_lazy("Group stage"),
    KNOCK_OUT: gettext_lazy("Knock-out"),
    FINAL: pgettext_lazy("last stage of an event", "Final"),
    CONSOLATION: gettext_lazy("Consolation table"),
}


def zone_name(club: Club) -> str:
    """Return the name of the club's time zone without its region, such as "Hong Kong"."""
    return club.time_zone.rsplit("/", 1)[-1].replace("_", " ")


def when(event: Event) -> str:
    """Return when the event starts, in its club's time zone, with the zone's name."""
    return club_time(event.starts_at, event.club)


def club_time(moment: datetime, club: Club) -> str:
    """Return day and time in the club's time zone, with the zone's name."""
    local = timezone.localtime(moment, zone_of(club))
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "TIME_FORMAT"),
        "zone": zone_name(club),
    }


def when_for_reader(event: Event, zone: ZoneInfo | None) -> str:
    """Return the start in the reader's time zone; empty if unknown or the same time of day."""
    if zone is None:
        return ""
    theirs = timezone.localtime(event.starts_at, zone)
    if theirs.utcoffset() == timezone.localtime(event.starts_at, zone_of(event.club)).utcoffset():
        return ""
    return _("In your time zone: %(moment)s") % {"moment": date_format(theirs, "DATETIME_FORMAT")}


def table_url(event: Event, row: EventTable) -> str:
    """Return the address of the table, or of its score sheet if played with real cards."""
    if row.table is None:
        return reverse("event_paper", args=[event.slug, row.pk])
    return row.table.get_absolute_url()


def signed(points: Points | None) -> str:
    """Return points as lists show them: "+12", "−3", "0", fractions "+2.50"; "–" for None."""
    if points is None:
        return "–"
    if int(points) != points:
        return f"{float(points):+.2f}".replace("-", "−")
    return f"{int(points):+d}".replace("-", "−") if points else "0"


def plain(points: Points) -> str:
    """Return points as text without a plus sign."""
    return signed(points).removeprefix("+")


def format_words(event: Event) -> str:
    """Return the event's format in words, with its number of rounds or its ranking."""
    title = str(FORMATS[event.format].title) if event.format in FORMATS else event.format
    if event.format == ClubNight.name:
        return _night_format_words(title, ClubNight(**event.format_settings))
    rounds = event.format_settings.get("rounds")
    if not rounds:
        return title
    words = ngettext("%(format)s, %(count)d round", "%(format)s, %(count)d rounds", rounds)
    return words % {"format": title, "count": rounds}


def _night_format_words(title: str, night: ClubNight) -> str:
    """Return the format's title with how the night is ranked."""
    if night.by == "average":
        return ngettext(
            "%(format)s, ranked by average points per deal (at least %(count)d deal)",
            "%(format)s, ranked by average points per deal (at least %(count)d deals)",
            night.least_deals,
        ) % {"format": title, "count": night.least_deals}
    if night.by == "best" and night.best == 1:
        return _("%(format)s, ranked by best session") % {"format": title}
    if night.by == "best":
        return ngettext(
            "%(format)s, ranked by the best %(count)d session",
            "%(format)s, ranked by the best %(count)d sessions",
            night.best,
        ) % {"format": title, "count": night.best}
    return _("%(format)s, ranked by the total of all sessions") % {"format": title}


def rules_of(event: Event) -> tuple[str, str]:
    """Return (name, page address) of the rules; the address is empty for house rules changed since.

    At most one query.
    """
    name = event.rules_name
    if name in PRESETS:
        return labels.rules_label(name), reverse("rules_preset", args=[name])
    kept = event.club.house_rules.filter(name=name).first()
    if kept is None or kept.rules != event.rule_set:
        return name, ""
    return name, reverse("club_rules_page", args=[event.club.slug, kept.slug])

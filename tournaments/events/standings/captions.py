"""Captions of the standings: what the numbers of each format are, and how places are decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.events.core.format_input import format_of
from tournaments.events.core.models import Event
from tournaments.events.standings.ties import order_sentence
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.knock_out import KnockOut


@dataclass(frozen=True, slots=True)
class Caption:
    """Heading of the column of totals, and the sentences below the standings."""

    total: str
    sentences: Sequence[str]
    #: Whether there is a column for the stage that each player reached.
    has_stages: bool = False


_TOTALS: Final = {
    "duplicate": gettext_lazy("Difference"),
    "knock_out": gettext_lazy("Stage points"),
}
_SENTENCES: Final = {
    "duplicate": gettext_lazy(
        "Each round’s number is the difference from the average of the players who held the same"
        " cards. The total is their sum, less penalties."
    ),
    "knock_out": gettext_lazy(
        "Players who got further rank higher. Stage points are those of the last stage that a"
        " player reached, less penalties; they decide between players who reached the same stage."
    ),
    "groups": gettext_lazy(
        "Players who got further rank higher. Stage points are those of the last stage that a"
        " player reached, less penalties: for finalists those of the final alone."
    ),
    "groups_carried": gettext_lazy(
        "Finalists rank above everyone else. The total is the points of all rounds, including those"
        " of the groups, less penalties."
    ),
}


def caption(event: Event) -> Caption:
    """Return the caption of the event's standings. No query."""
    made = format_of(event)
    key, total = event.format, _TOTALS.get(event.format)
    if isinstance(made, Groups):
        key = "groups_carried" if made.carry else "groups"
        total = None if made.carry else gettext_lazy("Stage points")
    words = _SENTENCES.get(key) or _("The total is the points of all rounds, less penalties.")
    if isinstance(made, ClubNight):
        words = _night_sentence(made)
        total = gettext_lazy("Average per deal") if made.by == "average" else None
    return Caption(
        total=_("Total") if total is None else str(total),
        sentences=[str(words), order_sentence(made.tie_breaks)],
        has_stages=isinstance(made, Groups | KnockOut),
    )


def _night_sentence(night: ClubNight) -> str:
    """Return how a club night ranks its players, as a sentence."""
    if night.by == "average":
        said = ngettext(
            "The average is a player’s points per deal, less penalties. Players with fewer than"
            " %(count)d deal come last.",
            "The average is a player’s points per deal, less penalties. Players with fewer than"
            " %(count)d deals come last.",
            night.least_deals,
        )
        return said % {"count": night.least_deals}
    if night.by == "best":
        said = ngettext(
            "The total is the points of a player’s best %(count)d session, less penalties.",
            "The total is the points of a player’s best %(count)d sessions, less penalties.",
            night.best,
        )
        return said % {"count": night.best}
    return _("The total is the points of all sessions, less penalties.")

"""The podium: the first three places of a finished event."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common.numbers import listed
from tournaments.events.core.words import signed
from tournaments.events.standings.sheet import EventSheet
from tournaments.pairing.formats.league import has_played

#: With more players on one step, only their number is shown.
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One place of the podium, with the players who share it."""

    place: int
    #: "First place", or "First place, shared".
    label: str
    names: Sequence[str]
    #: The names in one text.
    listed: str
    #: Total of each of them.
    total: str


def podium(sheet: EventSheet) -> list[Step]:
    """Return the steps for the places 1 to 3; empty before the event is over. No query.

    If players share a place, the next ones are left empty: after two winners comes place 3.
    """
    if not sheet.is_final:
        return []
    steps = []
    for place in (1, 2, 3):
        lines = [line for line in sheet.lines if line.place == place and has_played(line)]
        if not lines:
            continue
        names = [sheet.entries[line.entrant].name_with_tag for line in lines]
        shown = names
        if len(names) > _MOST_NAMED:
            words = ngettext("%(count)d player", "%(count)d players", len(names))
            shown = [words % {"count": len(names)}]
        label = {
            1: pgettext("on the podium", "First place"),
            2: pgettext("on the podium", "Second place"),
            3: pgettext("on the podium", "Third place"),
        }[place]
        if len(lines) > 1:
            label = _("%(place)s, shared") % {"place": label}
        steps.append(Step(place, label, shown, listed(shown), signed(lines[0].total)))
    return steps

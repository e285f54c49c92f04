"""The title race: whether the standings are final, and who can still win."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.numbers import listed
from games.language import labels
from tournaments.events.core.models import Event
from tournaments.events.core.words import plain, signed
from tournaments.events.standings.contenders import TitleRace
from tournaments.events.standings.sheet import EventSheet
from tournaments.pairing.standings.chances import Chance

#: With more contenders than this, only their number is shown.
_MOST_NAMED = 8


def finality(event: Event, sheet: EventSheet) -> str:
    """Return a sentence on whether the standings are final, and what is pending."""
    if sheet.is_final:
        return _("Final: every result is in.")
    if event.status == Event.Status.CANCELLED:
        return _("The event was cancelled.")
    if tables := sheet.playing_tables:
        number = len(sheet.history)
        if len(tables) == len(sheet.history[-1].seating.tables):
            said = _("Not final: round %(round)s is still being played, so it isn’t included yet.")
            return said % {"round": number}
        return ngettext(
            "Not final: table %(tables)s is still playing, so its round %(round)s isn’t included"
            " yet.",
            "Not final: tables %(tables)s are still playing, so their round %(round)s isn’t"
            " included yet.",
            len(tables),
        ) % {"tables": listed([str(each) for each in tables]), "round": number}
    if sheet.missing:
        return ngettext(
            "Not final: waiting for %(count)d result of this round.",
            "Not final: waiting for %(count)d results of this round.",
            sheet.missing,
        ) % {"count": sheet.missing}
    return _("Not final: more rounds to play.")


@dataclass(frozen=True, slots=True)
class TitleRacePart:
    """The players who can still win."""

    #: Summary in one sentence.
    words: str
    #: What is left to play, and how much can be won and lost in it.
    left: str
    #: Name, total and what it takes of each player who can still win.
    contenders: Sequence[tuple[str, str, str]]
    #: The assumption behind the summary.
    note: str


def title_race_of(sheet: EventSheet) -> TitleRacePart | None:
    """Return who can still win, or who has won early.

    None if that is unknown, if no deals are left, or while everyone can still win.
    """
    found = sheet.title_race
    if found is None or len(found.contenders) == len(sheet.lines) > 1:
        return None
    named = found.contenders if len(found.contenders) <= _MOST_NAMED else ()
    return TitleRacePart(
        words=_summary(sheet, found),
        left=_remaining_play(found),
        contenders=[
            (
                sheet.entries[each.entrant].name_with_tag,
                signed(each.total),
                _needs_label(each, found),
            )
            for each in named
            if len(named) > 1
        ],
        note=(
            _("Based on the seating of the next round.")
            if found.is_seated
            else _("Depends on the next seating: some of these players may have no real chance.")
        ),
    )


def _summary(sheet: EventSheet, race: TitleRace) -> str:
    """Return a sentence on how many players can still win."""
    count, entrants = len(race.contenders), len(sheet.lines)
    if count == 1:
        name = sheet.entries[race.contenders[0].entrant].name
        return _("%(name)s has won. No one can catch up.") % {"name": name}
    return ngettext(
        "%(count)d of %(of)d players can still win.",
        "%(count)d of %(of)d players can still win.",
        count,
    ) % {"count": count, "of": entrants}


def _remaining_play(race: TitleRace) -> str:
    """Return how many deals remain, and how much can be won or lost in one."""
    deals = labels.deals_label(race.deals)
    win, loss = race.bounds.win, race.bounds.loss
    if win is None or loss is None:
        return _(
            "Still to play: %(deals)s each. These rules set no limit on what a deal can cost."
        ) % {"deals": deals}
    return ngettext(
        "Still to play: %(deals)s each. In one deal, a player can win up to %(win)s point or lose"
        " up to %(loss)s.",
        "Still to play: %(deals)s each. In one deal, a player can win up to %(win)s points or lose"
        " up to %(loss)s.",
        ceil(win),
    ) % {"deals": deals, "win": win, "loss": loss}


def _needs_label(chance: Chance, race: TitleRace) -> str:
    """Return how far the contender is behind or ahead, and how they can still win."""
    alone = chance.can_win_alone
    if chance.gap < 0:
        words = (
            _("leads by %(gap)s") if alone else _("leads by %(gap)s; can win only on a tie-break")
        )
    elif chance.gap == 0:
        words = (
            _("tied for the lead") if alone else _("tied for the lead; can win only on a tie-break")
        )
    elif chance.swing is None:
        words = _("%(gap)s behind") if alone else _("%(gap)s behind; can win only on a tie-break")
    else:
        words = (
            _("%(gap)s behind; can gain up to %(swing)s")
            if alone
            else _("%(gap)s behind; can gain up to %(swing)s and win only on a tie-break")
        )
    swing = "" if chance.swing is None else plain(chance.swing)
    return words % {"gap": plain(max(chance.gap, -chance.gap)), "swing": swing}

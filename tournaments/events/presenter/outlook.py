"""Whether the standings are final, and who can still win, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import labels
from tournaments.events.models import Event
from tournaments.events.presenter.words import plain, signed
from tournaments.events.sheets import EventSheet
from tournaments.events.standings import Chance
from tournaments.events.title_race import TitleRace

#: With more than so many who can still win, only their number is told.
_MOST_NAMED = 8


def finality(event: Event, sheet: EventSheet) -> str:
    """Return whether the standings are final, and what they wait for."""
    if sheet.is_final:
        return _("Final: every result is in.")
    if event.status == Event.Status.CANCELLED:
        return _("The event was cancelled.")
    if sheet.missing:
        return ngettext(
            "Not final: %(count)d result of the round is awaited.",
            "Not final: %(count)d results of the round are awaited.",
            sheet.missing,
        ) % {"count": sheet.missing}
    return _("Not final: rounds are still to be played.")


@dataclass(frozen=True, slots=True)
class ContenderLine:
    """Somebody who can still win, and with what."""

    name: str
    total: str
    needs: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who can still win."""

    #: The answer, in a sentence.
    words: str
    #: What is left to play, and what can be won and lost in it.
    left: str
    contenders: Sequence[ContenderLine]
    #: What the answer takes for granted.
    note: str


def outlook(sheet: EventSheet) -> Outlook | None:
    """Return who can still win; None where that cannot be told, or is decided."""
    found = sheet.title_race
    if found is None:
        return None
    named = found.contenders if len(found.contenders) <= _MOST_NAMED else ()
    return Outlook(
        words=_answer(sheet, found),
        left=_left(found),
        contenders=[
            ContenderLine(
                name=sheet.entries[each.entrant].name,
                total=signed(each.total),
                needs=_needs(each, found),
            )
            for each in named
            if len(named) > 1
        ],
        note=(
            _("Who sits with whom is known, and counted in.")
            if found.is_seated
            else _("Who will sit with whom is open: not all of these may really be able to.")
        ),
    )


def _answer(sheet: EventSheet, found: TitleRace) -> str:
    count, of = len(found.contenders), len(sheet.lines)
    if count == 1:
        name = sheet.entries[found.contenders[0].entrant].name
        return _("%(name)s has won: nobody can catch up.") % {"name": name}
    if count == of:
        return _("Everybody can still win.")
    return ngettext(
        "%(count)d of %(of)d can still win, the others cannot.",
        "%(count)d of %(of)d can still win, the others cannot.",
        count,
    ) % {"count": count, "of": of}


def _left(found: TitleRace) -> str:
    deals = labels.deals_label(found.deals)
    win, loss = found.bounds.win, found.bounds.loss
    if win is None or loss is None:
        return _("Left to play: %(deals)s each. These rules do not limit what a deal can cost.") % {
            "deals": deals
        }
    return _(
        "Left to play: %(deals)s each. In a deal one can win %(win)s points at the most, and lose"
        " %(loss)s."
    ) % {"deals": deals, "win": win, "loss": loss}


def _needs(chance: Chance, found: TitleRace) -> str:
    if chance.gap < 0:
        said = _("leads by %(gap)s") % {"gap": plain(-chance.gap)}
    elif chance.gap == 0:
        said = _("level with the best")
    else:
        said = _("has %(gap)s to make up") % {"gap": plain(chance.gap)}
        if chance.swing is not None:
            said = _("%(said)s; %(swing)s are possible") % {
                "said": said,
                "swing": plain(chance.swing),
            }
    if not chance.can_win_alone:
        said = _("%(said)s; only level with others, by a tie-break") % {"said": said}
    return said

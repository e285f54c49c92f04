"""What has changed about a proposed round, and why, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.common.numbers import listed
from tournaments.events.models import Entry, EventRound

#: Why a proposal changed, by the key that services give.
_WHY: Final = {
    "result": gettext_noop("The result of table %(table)s in round %(round)s was corrected."),
    "penalty": gettext_noop("%(name)s was given a penalty of %(points)s points."),
    "reversed": gettext_noop("A penalty of %(points)s points of %(name)s was taken back."),
    "entered": gettext_noop("%(name)s signed up."),
    "agreed": gettext_noop("%(name)s agreed to the terms."),
    "returned": gettext_noop("%(name)s came back."),
    "listed": gettext_noop("Members were entered from a list."),
    "places": gettext_noop("The limit of entries was changed."),
    "withdrew": gettext_noop("%(name)s withdrew."),
    "removed": gettext_noop("%(name)s was taken out."),
    "apart": gettext_noop("%(name)s and %(other)s are kept apart."),
    "together": gettext_noop("%(name)s and %(other)s may meet again."),
    "uneven": gettext_noop("Another way was chosen for players left over."),
    "taken_back": gettext_noop("Round %(round)s was taken back."),
    "facts": gettext_noop("Results or entries have changed."),
}


def proposal_changes(row: EventRound, names: Mapping[int, Entry]) -> list[str]:
    """Return what has changed about the proposal since it was looked at, a line for each change."""
    return [" ".join(_sentences(each, names)) for each in row.changes or []]


def _sentences(change: Mapping[str, Any], names: Mapping[int, Entry]) -> list[str]:
    def called(key: str) -> list[str]:
        return [names[number].name for number in change.get(key, []) if number in names]

    said = [
        _in(called("came")),
        _out(called("gone")),
        _plays(called("plays")),
        _sits_out(called("sits_out")),
    ]
    if change.get("is_moved"):
        said.append(_("Others sit together than before."))
    if change.get("is_kept"):
        said.append(_("Your seating by hand is kept as far as it still fits."))
    elif change.get("is_given_up"):
        said.append(_("Your seating by hand no longer fits and was replaced."))
    why = _why(change)
    return [*(each for each in said if each), why]


def _why(change: Mapping[str, Any]) -> str:
    """Return why the proposal changed, in a sentence."""
    words = _(_WHY.get(str(change.get("why")), _WHY["facts"]))
    return words % dict(change.get("params", {}))


def _in(names: Sequence[str]) -> str:
    said = ngettext("%(names)s is in.", "%(names)s are in.", len(names))
    return said % {"names": listed(names)} if names else ""


def _out(names: Sequence[str]) -> str:
    said = ngettext("%(names)s is out.", "%(names)s are out.", len(names))
    return said % {"names": listed(names)} if names else ""


def _plays(names: Sequence[str]) -> str:
    said = ngettext("%(names)s plays.", "%(names)s play.", len(names))
    return said % {"names": listed(names)} if names else ""


def _sits_out(names: Sequence[str]) -> str:
    said = ngettext("%(names)s sits out.", "%(names)s sit out.", len(names))
    return said % {"names": listed(names)} if names else ""

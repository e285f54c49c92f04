"""Tie-breaks in words: their order, and why one player is above another with the same total."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.numbers import listed
from tournaments.events.core.words import plain, signed
from tournaments.events.entries.models import Entry
from tournaments.pairing.standings.lines import Standing

#: Name of each tie-break, as a choice of a form.
TIE_BREAKS: Final = {
    "penalty": gettext_lazy("Fewest penalty points"),
    "deals_won": gettext_lazy("Most deals won"),
    "best_round": gettext_lazy("Best round"),
    "head_to_head": gettext_lazy("Head to head"),
    "opponents": gettext_lazy("Strongest opponents"),
}
#: The same names within a sentence.
_INNER: Final = {
    "penalty": gettext_lazy("fewest penalty points"),
    "deals_won": gettext_lazy("most deals won"),
    "best_round": gettext_lazy("best round"),
    "head_to_head": gettext_lazy("head to head"),
    "opponents": gettext_lazy("strongest opponents"),
}


def order_sentence(tie_breaks: Sequence[str]) -> str:
    """Return a sentence on what decides between players with equal totals."""
    if not tie_breaks:
        return _("Players with equal totals share a place.")
    names = [str(_INNER[each]) for each in tie_breaks]
    if len(names) == 1:
        return _("Ties are broken by: %(tie_break)s.") % {"tie_break": names[0]}
    return _("Ties are broken in this order: %(tie_breaks)s.") % {"tie_breaks": listed(names)}


def order_label(tie_breaks: Sequence[str]) -> str:
    """Return the tie-breaks, first to last, as the value of a fact."""
    if not tie_breaks:
        return _("None; equal totals share a place")
    return " › ".join(str(TIE_BREAKS[each]) for each in tie_breaks)


def explanation(standing: Standing, entries: Mapping[int, Entry]) -> str:
    """Return why the player is above the next one with the same total; empty without a tie."""
    decision = standing.decision
    if standing.tied_with is None or decision is None:
        return ""
    own, other = decision.own, decision.other
    named: dict[str, Any] = {
        "name": entries[standing.entrant].name,
        "other": entries[standing.tied_with].name,
        "total": signed(standing.total),
        "own": plain(own),
        "theirs": plain(other),
    }
    if decision.by == "shared":
        return (
            _("%(name)s and %(other)s share a place: both %(total)s, and every tie-break is equal.")
            % named
        )
    if decision.by == "deals_won":
        words = ngettext(
            "%(name)s is above %(other)s: both %(total)s; %(name)s won %(own)s deal, %(other)s"
            " %(theirs)s.",
            "%(name)s is above %(other)s: both %(total)s; %(name)s won %(own)s deals, %(other)s"
            " %(theirs)s.",
            int(own),
        )
        return words % named
    if decision.by in ("head_to_head", "best_round", "opponents"):
        named |= {"own": signed(own), "theirs": signed(other)}
    return _EXPLANATIONS[decision.by] % named


_EXPLANATIONS: Final = {
    "penalty": gettext_lazy(
        "%(name)s is above %(other)s: both %(total)s; penalty points: %(name)s %(own)s, %(other)s"
        " %(theirs)s."
    ),
    "played": gettext_lazy(
        "%(name)s is above %(other)s: both %(total)s; %(other)s hasn’t played a round."
    ),
    "best_round": gettext_lazy(
        "%(name)s is above %(other)s: both %(total)s; best round: %(name)s %(own)s, %(other)s"
        " %(theirs)s."
    ),
    "head_to_head": gettext_lazy(
        "%(name)s is above %(other)s: both %(total)s; in rounds at the same table, compared with"
        " the tied players: %(name)s %(own)s, %(other)s %(theirs)s."
    ),
    "opponents": gettext_lazy(
        "%(name)s is above %(other)s: both %(total)s; average total of their opponents: %(name)s"
        " %(own)s, %(other)s %(theirs)s."
    ),
}

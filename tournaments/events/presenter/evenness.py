"""How even seatings are, in plain numbers beside what no seating can beat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Entry, Event
from tournaments.events.rounds import Round, Seating
from tournaments.events.seating import Measure, Quality, quality
from tournaments.events.services.planned import (
    entrants_of,
    format_of,
    history_of,
    seating_context_of,
)

#: How many pairs that meet are named.
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class EvenRow:
    """One thing that should be spread evenly."""

    label: str
    about: str
    found: str
    #: What no seating can beat; empty where nobody knows.
    bound: str
    #: Whether as good as can be.
    is_best: bool


@dataclass(frozen=True, slots=True)
class Evenness:
    """How even some rounds are."""

    #: The one sentence that says most.
    words: str
    rows: Sequence[EvenRow]
    #: Who meets in the newest round who should not: in a sentence each.
    kept_apart: Sequence[str]
    #: Who meets again in the newest round.
    again: Sequence[str]
    #: How many more meet again than are named.
    more: int


def evenness_of(
    event: Event,
    newest: Seating,
    names: Mapping[int, Entry],
    *,
    ahead: bool = False,
    is_counted: bool = False,
) -> Evenness:
    """Return how even the rounds are that were published, with this one after them.

    Four queries, and six with those that are planned ahead.

    :param ahead: with the rounds, too, that its format plans after it
    :param is_counted: whether the newest one is published itself
    """
    history = history_of(event)
    if is_counted:
        history = history[:-1]
    forbidden = seating_context_of(event).forbidden
    rounds = [*(each.seating for each in history), newest]
    before = rounds[:-1]
    if ahead:
        rounds += _ahead(event, history, newest)
    found = quality(rounds, forbidden)
    again = _again(before, newest, names)
    return Evenness(
        words=_words(found, len(rounds), _people(rounds)),
        rows=_rows(found, len({len(table) for each in rounds for table in each.tables})),
        kept_apart=[
            _("%(one)s and %(other)s are to be kept apart, and meet at table %(table)s.")
            % {"one": names[one].name, "other": names[other].name, "table": table}
            for table, one, other in _pairs(newest)
            if frozenset((one, other)) in forbidden
        ],
        again=again[:MOST_NAMED],
        more=max(0, len(again) - MOST_NAMED),
    )


def plans_ahead(event: Event) -> bool:
    """Tell whether the rounds of the event's format are known before they are played."""
    return event.format in ("fixed_rounds", "rotation")


def _ahead(event: Event, history: Sequence[Round], newest: Seating) -> list[Seating]:
    played, entrants = [*history, Round(newest)], entrants_of(event)
    hall = seating_context_of(event)
    found = []
    while (coming := format_of(event).pair(played, entrants, event.seed, hall)) is not None:
        found.append(coming.seating)
        played.append(coming)
    return found


def _people(rounds: Sequence[Seating]) -> int:
    return len({each for seating in rounds for each in (*seating.seated, *seating.out)})


def _pairs(seating: Seating) -> list[tuple[int, int, int]]:
    return [
        (number, one, other)
        for number, table in enumerate(seating.tables, 1)
        for one, other in combinations([each for each in table if each is not None], 2)
    ]


def _again(before: Sequence[Seating], proposed: Seating, names: Mapping[int, Entry]) -> list[str]:
    met = Counter(frozenset(pair) for each in before for _table, *pair in _pairs(each))
    return [
        ngettext(
            "%(one)s and %(other)s have met %(count)d time before (table %(table)s).",
            "%(one)s and %(other)s have met %(count)d times before (table %(table)s).",
            met[frozenset((one, other))],
        )
        % {
            "one": names[one].name,
            "other": names[other].name,
            "table": table,
            "count": met[frozenset((one, other))],
        }
        for table, one, other in _pairs(proposed)
        if met[frozenset((one, other))]
    ]


def _words(found: Quality, rounds: int, people: int) -> str:
    times, bound = found.repeats.found, found.repeats.bound
    if not times:
        return _("No pair meets twice: it cannot be better.")
    said = ngettext(
        "%(count)d meeting is a repeated one", "%(count)d meetings are repeated ones", times
    ) % {"count": times}
    if times == bound:
        return _("%(said)s; it cannot be better.") % {"said": said}
    if not bound:
        return _("%(said)s; there may be a seating without any.") % {"said": said}
    return _("%(said)s; no seating of %(people)s for %(rounds)s has fewer than %(bound)s.") % {
        "said": said,
        "people": people,
        "rounds": ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds},
        "bound": bound,
    }


def _rows(found: Quality, sizes: int) -> list[EvenRow]:
    rows = [
        _row(
            _("Repeated meetings"), _("A pair that meets three times counts three."), found.repeats
        ),
        _row(_("Met in two rounds running"), "", found.consecutive),
        _row(_("Pairs that never meet"), "", found.unmet),
        _row(
            _("Plays right after the same player again"),
            _("What one leaves the next has to beat."),
            found.after,
        ),
        _row(_("Sits opposite the same player again"), "", found.opposite),
        _row(_("Comes to the same table again"), "", found.numbers),
        _span(_("Sits out, at least and at most"), found.least_out, found.most_out),
    ]
    if sizes > 1 or found.most_smaller:
        rows.append(
            _span(_("At a smaller table, least and most"), found.least_smaller, found.most_smaller)
        )
    if found.forbidden:
        rows.insert(
            0, EvenRow(_("Meetings of pairs kept apart"), "", str(found.forbidden), "0", False)
        )
    return rows


def _row(label: str, about: str, measure: Measure) -> EvenRow:
    is_best = measure.found <= measure.bound
    return EvenRow(label, about, str(measure.found), str(measure.bound), is_best)


def _span(label: str, least: int, most: int) -> EvenRow:
    span = str(least) if least == most else _("%(least)s–%(most)s") % {"least": least, "most": most}
    return EvenRow(label, "", span, "", most - least <= 1)

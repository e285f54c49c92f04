"""Balance of seatings: repeat meetings, sit-outs and the like, beside the best possible values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Entry, Event
from tournaments.events.rounds import Round, Seating
from tournaments.events.seating import Measure, Quality, quality
from tournaments.events.services.format_input import (
    entrants_of,
    format_of,
    history_of,
    seating_context_of,
)

#: Maximum number of repeat meetings that are listed by name.
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """One measure of balance."""

    label: str
    about: str
    found: str
    #: The best possible value; empty if unknown.
    bound: str
    #: Whether the value is the best possible.
    is_best: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """Balance of some rounds."""

    #: Summary in one sentence.
    words: str
    rows: Sequence[BalanceRow]
    #: Kept-apart pairs that meet in the newest round, a sentence each.
    kept_apart: Sequence[str]
    #: Pairs that meet again in the newest round, a sentence each.
    again: Sequence[str]
    #: Number of further pairs that meet again.
    more: int


def balance_of(
    event: Event,
    newest: Seating,
    names: Mapping[int, Entry],
    *,
    ahead: bool = False,
    is_counted: bool = False,
) -> Balance:
    """Return the balance of the published rounds followed by the newest one.

    Four queries, or six with planned rounds.

    :param newest: the seating of the newest round
    :param ahead: whether to add the rounds that the format plans after it
    :param is_counted: whether the newest round is itself published
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
    return Balance(
        words=_words(found, len(rounds), _people(rounds)),
        rows=_rows(found, len({len(table) for each in rounds for table in each.tables})),
        kept_apart=[
            _("%(one)s and %(other)s should be kept apart but are both at table %(table)s.")
            % {"one": names[one].name, "other": names[other].name, "table": table}
            for table, one, other in _pairs(newest)
            if frozenset((one, other)) in forbidden
        ],
        again=again[:MOST_NAMED],
        more=max(0, len(again) - MOST_NAMED),
    )


def plans_ahead(event: Event) -> bool:
    """Return whether the event's format fixes all rounds in advance."""
    return event.format in ("fixed_rounds", "rotation")


def _ahead(event: Event, history: Sequence[Round], newest: Seating) -> list[Seating]:
    played, entrants = [*history, Round(newest)], entrants_of(event)
    context = seating_context_of(event)
    found = []
    while (coming := format_of(event).pair(played, entrants, event.seed, context)) is not None:
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
            "%(one)s and %(other)s have already met %(count)d time (now at table %(table)s).",
            "%(one)s and %(other)s have already met %(count)d times (now at table %(table)s).",
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
        return _("No pair meets twice. This is the best possible seating.")
    if times == bound:
        words = ngettext(
            "%(count)d repeat meeting, the fewest possible.",
            "%(count)d repeat meetings, the fewest possible.",
            times,
        )
    elif not bound:
        words = ngettext(
            "%(count)d repeat meeting. A seating with none may be possible.",
            "%(count)d repeat meetings. A seating with none may be possible.",
            times,
        )
    else:
        # A meeting can only be repeated over several rounds, among several players.
        words = ngettext(
            "%(count)d repeat meeting. With %(people)d players and %(rounds)d rounds, no seating"
            " has fewer than %(bound)d.",
            "%(count)d repeat meetings. With %(people)d players and %(rounds)d rounds, no seating"
            " has fewer than %(bound)d.",
            times,
        )
    return words % {"count": times, "people": people, "rounds": rounds, "bound": bound}


def _rows(found: Quality, sizes: int) -> list[BalanceRow]:
    rows = [
        _row(
            _("Repeat meetings"),
            _("A pair that meets twice counts as 1, a pair that meets three times as 3."),
            found.repeats,
        ),
        _row(_("Meetings in two rounds in a row"), "", found.consecutive),
        _row(_("Pairs that never meet"), "", found.unmet),
        _row(
            _("Playing right after the same player again"),
            _("Matters because each player has to beat the previous player’s cards."),
            found.after,
        ),
        _row(_("Sitting opposite the same player again"), "", found.opposite),
        _row(_("Sitting at the same table again"), "", found.numbers),
        _span(_("Rounds sat out (fewest–most)"), found.least_out, found.most_out),
    ]
    if sizes > 1 or found.most_smaller:
        rows.append(
            _span(
                _("Rounds at a smaller table (fewest–most)"),
                found.least_smaller,
                found.most_smaller,
            )
        )
    if found.forbidden:
        rows.insert(
            0,
            BalanceRow(
                _("Meetings of players who should be kept apart"),
                "",
                str(found.forbidden),
                "0",
                False,
            ),
        )
    return rows


def _row(label: str, about: str, measure: Measure) -> BalanceRow:
    is_best = measure.found <= measure.bound
    return BalanceRow(label, about, str(measure.found), str(measure.bound), is_best)


def _span(label: str, least: int, most: int) -> BalanceRow:
    span = str(least) if least == most else _("%(least)s–%(most)s") % {"least": least, "most": most}
    return BalanceRow(label, "", span, "", most - least <= 1)

"""Balance of seatings: repeat meetings, sit-outs and the like, beside the best possible values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.core.format_input import (
    entrants_of,
    format_of,
    history_of,
    seating_context_of,
)
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.pairing.rounds import Round, Seating
from tournaments.pairing.seating.quality import Measure, Quality, quality

#: Maximum number of repeat meetings that are listed by name.
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """A row of the balance table: a measure's label, explanation and values, as texts."""

    label: str
    about: str
    found: str
    #: The best possible value; empty if unknown.
    bound: str
    #: Whether the value is the best possible.
    is_best: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """Texts on the balance of some rounds: a summary, a row per measure, and sentences on pairs."""

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
    with_planned: bool = False,
    is_published: bool = False,
) -> Balance:
    """Return the balance of the published rounds, the newest and, if `with_planned`, those planned.

    Four queries, or six with planned rounds.

    :param newest: the seating of the newest round
    :param names: the entries by number
    :param with_planned: whether to add the rounds that the format plans after it
    :param is_published: whether the newest round is itself published
    """
    history = history_of(event)
    if is_published:
        history = history[:-1]
    forbidden = seating_context_of(event).forbidden
    rounds = [*(each.seating for each in history), newest]
    before = rounds[:-1]
    if with_planned:
        rounds += _planned_seatings(event, history, newest)
    found = quality(rounds, forbidden)
    again = _repeat_meetings(before, newest, names)
    return Balance(
        words=_summary(found, len(rounds), _player_count(rounds)),
        rows=_balance_rows(found, len({len(table) for each in rounds for table in each.tables})),
        kept_apart=[
            _("%(one)s and %(other)s should be kept apart but are both at table %(table)s.")
            % {"one": names[one].name, "other": names[other].name, "table": table}
            for table, one, other in _pairs_at_tables(newest)
            if frozenset((one, other)) in forbidden
        ],
        again=again[:MOST_NAMED],
        more=max(0, len(again) - MOST_NAMED),
    )


def plans_ahead(event: Event) -> bool:
    """Return whether the event's format (fixed rounds or rotation) fixes all rounds in advance."""
    return event.format in ("fixed_rounds", "rotation")


def _planned_seatings(event: Event, history: Sequence[Round], newest: Seating) -> list[Seating]:
    """Return the seatings that the format plans after the newest one."""
    played, entrants = [*history, Round(newest)], entrants_of(event)
    context = seating_context_of(event)
    found = []
    while (coming := format_of(event).pair(played, entrants, event.seed, context)) is not None:
        found.append(coming.seating)
        played.append(coming)
    return found


def _player_count(rounds: Sequence[Seating]) -> int:
    """Return the number of different players seated or sitting out in the rounds."""
    return len({each for seating in rounds for each in (*seating.seated, *seating.out)})


def _pairs_at_tables(seating: Seating) -> list[tuple[int, int, int]]:
    """Return (table number, entry number, entry number) for each pair at a table, without bots."""
    return [
        (number, one, other)
        for number, table in enumerate(seating.tables, 1)
        for one, other in combinations([each for each in table if each is not None], 2)
    ]


def _repeat_meetings(
    before: Sequence[Seating], proposed: Seating, names: Mapping[int, Entry]
) -> list[str]:
    """Return a sentence for each pair at a proposed table that has met in the rounds before."""
    met = Counter(frozenset(pair) for each in before for _table, *pair in _pairs_at_tables(each))
    return [
        ngettext(
            "%(one)s and %(other)s have already met %(count)d time (now at table %(table)s).",
            "%(one)s and %(other)s have already met %(count)d times (now at table %(table)s).",
            met[frozenset((player, opponent))],
        )
        % {
            "one": names[player].name,
            "other": names[opponent].name,
            "table": table,
            "count": met[frozenset((player, opponent))],
        }
        for table, player, opponent in _pairs_at_tables(proposed)
        if met[frozenset((player, opponent))]
    ]


def _summary(balance: Quality, rounds: int, players: int) -> str:
    """Return a sentence on the repeat meetings, compared with the fewest possible."""
    times, bound = balance.repeats.found, balance.repeats.bound
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
    return words % {"count": times, "people": players, "rounds": rounds, "bound": bound}


def _balance_rows(balance: Quality, table_sizes: int) -> list[BalanceRow]:
    """Return the rows of the balance: on smaller tables and kept-apart pairs only if they apply.

    :param table_sizes: the number of different table sizes
    """
    rows = [
        _measure_row(
            _("Repeat meetings"),
            _("A pair that meets twice counts as 1, a pair that meets three times as 3."),
            balance.repeats,
        ),
        _measure_row(_("Meetings in two rounds in a row"), "", balance.consecutive),
        _measure_row(_("Pairs that never meet"), "", balance.unmet),
        _measure_row(
            _("Playing right after the same player again"),
            _("Matters because each player has to beat the previous player’s cards."),
            balance.after,
        ),
        _measure_row(_("Sitting opposite the same player again"), "", balance.opposite),
        _measure_row(_("Sitting at the same table again"), "", balance.numbers),
        _range_row(_("Rounds sat out (fewest–most)"), balance.least_out, balance.most_out),
    ]
    if table_sizes > 1 or balance.most_smaller:
        rows.append(
            _range_row(
                _("Rounds at a smaller table (fewest–most)"),
                balance.least_smaller,
                balance.most_smaller,
            )
        )
    if balance.forbidden:
        rows.insert(
            0,
            BalanceRow(
                _("Meetings of players who should be kept apart"),
                "",
                str(balance.forbidden),
                "0",
                False,
            ),
        )
    return rows


def _measure_row(label: str, explanation: str, measure: Measure) -> BalanceRow:
    """Return the row of a measure with its best possible value."""
    is_best = measure.found <= measure.bound
    return BalanceRow(label, explanation, str(measure.found), str(measure.bound), is_best)


def _range_row(label: str, fewest: int, highest: int) -> BalanceRow:
    """Return a row with a range of values, which is best if they differ by at most one."""
    span = (
        str(fewest)
        if fewest == highest
        else _("%(least)s–%(most)s") % {"least": fewest, "most": highest}
    )
    return BalanceRow(label, "", span, "", highest - fewest <= 1)

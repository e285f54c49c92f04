"""Charts of who won from whom: one player's bars, and a table for a small club."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.ledger.charts.scale import percent

#: Largest readable table.
MAX_PEOPLE: Final = 16
#: Number of cell shades.
SHADES: Final = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """Start and width of a bar, in percent of the plot area."""

    x: str
    width: str


def zero_across(amounts: Sequence[int]) -> float:
    """Return the position of zero in percent, so that the largest loss and gain both fit.

    It is 50 if all amounts are zero.
    """
    low, high = min([0, *amounts]), max([0, *amounts])
    return 100 * -low / (high - low) if high > low else 50.0


def bars(amounts: Sequence[int]) -> list[Bar]:
    """Return a bar for each amount: losses left of zero, gains right."""
    zero = zero_across(amounts)
    span = max([0, *amounts]) - min([0, *amounts]) or 1
    return [
        Bar(percent(zero + min(0, 100 * amount / span)), percent(100 * abs(amount) / span))
        for amount in amounts
    ]


@dataclass(frozen=True, slots=True)
class WonFrom:
    """A player's net win from an opponent (negative for a loss) and their shared sessions."""

    name: str
    amount: int
    sessions: int


@dataclass(frozen=True, slots=True)
class WonFromRow:
    """An opponent's bar, with name, amount and number of shared sessions as texts."""

    name: str
    amount: str
    sign: str
    sessions: str
    bar: Bar


@dataclass(frozen=True, slots=True)
class WonFromChart:
    """Bars and texts of a player's results by opponent, from largest win to largest loss."""

    key: str
    zero: str
    rows: tuple[WonFromRow, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """Amount that the row's player won from the column's; `shade` is from 0 to `SHADES`."""

    text: str
    sign: str
    shade: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A player's wins from all others; None in the player's own column."""

    name: str
    cells: tuple[MatrixCell | None, ...]
    total: MatrixCell


@dataclass(frozen=True, slots=True)
class WonMatrix:
    """Names, rows, unit and summary of the table of who won from whom."""

    key: str
    names: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    unit: str
    summary: str


def won_from_chart(
    pairs: Sequence[WonFrom], currency: str, *, key: str = "won-from"
) -> WonFromChart | None:
    """Return a player's results against each opponent, or None without opponents. No query.

    Without a currency amounts are points. `key` is a unique ID prefix on the page.
    """
    if not pairs:
        return None
    ranked = sorted(pairs, key=lambda pair: pair.amount, reverse=True)
    amounts = [pair.amount for pair in ranked]
    return WonFromChart(
        key=key,
        zero=percent(zero_across(amounts)),
        rows=tuple(
            WonFromRow(
                name=pair.name,
                amount=money.amount(pair.amount, currency, sign=True),
                sign=numbers.sign(pair.amount),
                sessions=_sessions_text(pair.sessions),
                bar=bar,
            )
            for pair, bar in zip(ranked, bars(amounts), strict=True)
        ),
        summary=_summary(ranked, currency),
    )


def won_matrix(
    names: Sequence[str],
    won: Mapping[tuple[int, int], int],
    currency: str,
    *,
    key: str = "won-matrix",
) -> WonMatrix | None:
    """Return the table of who won from whom; None unless there are 2 to 16 players. No query.

    `won[0, 1]` is what the first player won from the second; opposite directions are set off.
    Without a currency amounts are points.
    """
    if not 2 <= len(names) <= MAX_PEOPLE:
        return None
    nets: dict[tuple[int, int], int] = defaultdict(int)
    for (winner, loser), amount in won.items():
        nets[winner, loser] += amount
        nets[loser, winner] -= amount
    people = range(len(names))
    totals = [sum(nets[one, other] for other in people) for one in people]
    largest = max(abs(net) for net in nets.values()) if nets else 0
    return WonMatrix(
        key=key,
        names=tuple(names),
        rows=tuple(
            MatrixRow(
                name=names[one],
                cells=tuple(
                    None if one == other else _cell(nets[one, other], largest, currency)
                    for other in people
                ),
                total=_cell(totals[one], 0, currency),
            )
            for one in people
        ),
        unit=money.currency_name(currency) if currency else "",
        summary=_matrix_summary(names, nets, currency),
    )


def _cell(amount: int, largest: int, currency: str) -> MatrixCell:
    """Return a cell, shaded by its share of the largest amount; not shaded if that is 0."""
    return MatrixCell(
        text=money.figure(amount, currency),
        sign=numbers.sign(amount),
        shade=-(-SHADES * abs(amount) // largest) if largest else 0,
    )


def _sessions_text(count: int) -> str:
    """Return the number of shared sessions as text."""
    return ngettext("%(sessions)s session", "%(sessions)s sessions", count) % {
        "sessions": numbers.unsigned(count)
    }


def _summary(ranked: Sequence[WonFrom], currency: str) -> str:
    """Return a sentence for screen readers: largest win, largest loss and total."""
    first, last = ranked[0], ranked[-1]
    words = {
        "winner": first.name,
        "won": money.amount(abs(first.amount), currency),
        "loser": last.name,
        "lost": money.amount(abs(last.amount), currency),
        "total": money.amount(sum(pair.amount for pair in ranked), currency, sign=True),
    }
    if first.amount > 0 > last.amount:
        sentence = _(
            "Largest win: %(won)s from %(winner)s. Largest loss: %(lost)s to"
            " %(loser)s. Total: %(total)s."
        )
    elif first.amount > 0:
        sentence = _("Largest win: %(won)s from %(winner)s. Total: %(total)s.")
    elif last.amount < 0:
        sentence = _("Largest loss: %(lost)s to %(loser)s. Total: %(total)s.")
    else:
        sentence = _("No wins or losses.")
    return sentence % words


def _matrix_summary(
    names: Sequence[str], nets: Mapping[tuple[int, int], int], currency: str
) -> str:
    """Return the table's largest win as a sentence for screen readers."""
    (winner, loser), amount = max(nets.items(), key=lambda item: item[1], default=((0, 0), 0))
    if not amount:
        return _("No wins or losses between these players yet.")
    return _("Largest win: %(winner)s won %(amount)s from %(loser)s.") % {
        "winner": names[winner],
        "loser": names[loser],
        "amount": money.amount(amount, currency),
    }

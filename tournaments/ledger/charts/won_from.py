"""Who won from whom: one person's bars, and a small club's table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.ledger.charts.bars import Bar, bars, zero_across
from tournaments.ledger.charts.scale import percent

#: More people than these make a table that nobody takes in.
MOST_PEOPLE: Final = 16
#: Cells are shaded in so many steps.
SHADES: Final = 4


@dataclass(frozen=True, slots=True)
class WonFrom:
    """What one person won from somebody, below zero if they lost it, over so many sessions."""

    name: str
    amount: int
    sessions: int


@dataclass(frozen=True, slots=True)
class WonFromRow:
    """Somebody's bar, and the same in words."""

    name: str
    amount: str
    sign: str
    sessions: str
    bar: Bar


@dataclass(frozen=True, slots=True)
class WonFromChart:
    """What the page shows, from whom the most was won to whom the most was lost."""

    key: str
    zero: str
    rows: tuple[WonFromRow, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """What the person of the row won from that of the column; `shade` is from 0 to `SHADES`."""

    text: str
    sign: str
    shade: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """What somebody won from each of the others; None is the person themselves."""

    name: str
    cells: tuple[MatrixCell | None, ...]
    total: MatrixCell


@dataclass(frozen=True, slots=True)
class WonMatrix:
    """What the page shows: everybody down and across."""

    key: str
    names: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    unit: str
    summary: str


def won_from_chart(
    pairs: Sequence[WonFrom], currency: str, *, key: str = "won-from"
) -> WonFromChart | None:
    """Return what one person won from each of the others, or None if there are none. No query.

    Without a currency amounts are points. `key` tells the charts of one page apart.
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
                sessions=_sessions(pair.sessions),
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
    """Return who won how much from whom, or None for fewer than 2 people or too many. No query.

    `won` has under (0, 1) what the first of the names won from the second; what is there for
    both directions is set off. Without a currency amounts are points.
    """
    if not 2 <= len(names) <= MOST_PEOPLE:
        return None
    nets: dict[tuple[int, int], int] = defaultdict(int)
    for (winner, loser), amount in won.items():
        nets[winner, loser] += amount
        nets[loser, winner] -= amount
    people = range(len(names))
    totals = [sum(nets[one, other] for other in people) for one in people]
    most = max(abs(net) for net in nets.values()) if nets else 0
    return WonMatrix(
        key=key,
        names=tuple(names),
        rows=tuple(
            MatrixRow(
                name=names[one],
                cells=tuple(
                    None if one == other else _cell(nets[one, other], most, currency)
                    for other in people
                ),
                total=_cell(totals[one], 0, currency),
            )
            for one in people
        ),
        unit=money.currency_name(currency) if currency else "",
        summary=_matrix_summary(names, nets, currency),
    )


def _cell(amount: int, most: int, currency: str) -> MatrixCell:
    """Return a cell, the darker the nearer its amount is to the most between two."""
    return MatrixCell(
        text=money.figure(amount, currency),
        sign=numbers.sign(amount),
        shade=-(-SHADES * abs(amount) // most) if most else 0,
    )


def _sessions(sessions: int) -> str:
    return ngettext("%(sessions)s session", "%(sessions)s sessions", sessions) % {
        "sessions": numbers.unsigned(sessions)
    }


def _summary(ranked: Sequence[WonFrom], currency: str) -> str:
    """Return what the bars show, in words for those who do not see them."""
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
            "The most was won from %(winner)s, %(won)s, and the most lost to %(loser)s, %(lost)s;"
            " in all it is %(total)s."
        )
    elif first.amount > 0:
        sentence = _("The most was won from %(winner)s, %(won)s; in all it is %(total)s.")
    elif last.amount < 0:
        sentence = _("The most was lost to %(loser)s, %(lost)s; in all it is %(total)s.")
    else:
        sentence = _("Nothing was won or lost.")
    return sentence % words


def _matrix_summary(
    names: Sequence[str], nets: Mapping[tuple[int, int], int], currency: str
) -> str:
    (winner, loser), amount = max(nets.items(), key=lambda item: item[1], default=((0, 0), 0))
    if not amount:
        return _("Nobody has won anything from anybody.")
    return _("The most that one won from another: %(winner)s from %(loser)s, %(amount)s.") % {
        "winner": names[winner],
        "loser": names[loser],
        "amount": money.amount(amount, currency),
    }

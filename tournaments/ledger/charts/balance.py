"""Chart of an account's balance over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from babel.dates import format_skeleton
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.ledger.charts.axis import AxisLabel, date_labels
from tournaments.ledger.charts.scale import Scale
from tournaments.ledger.charts.step_line import (
    Place,
    StepLine,
    downsample,
    moments_across,
    step_line,
)

#: Maximum number of point columns in the drawing, and of clickable-dot columns.
COLUMNS: Final = 120
DOT_COLUMNS: Final = 12


@dataclass(frozen=True, slots=True)
class BalancePoint:
    """A balance after an entry, and the entry's label; above zero the holder is owed money."""

    at: datetime
    amount: int
    label: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class BalanceDot:
    """A clickable point of the balance chart, with its tooltip and link."""

    place: Place
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """Texts of an entry and the balance after it, as a table row; `sign` is a CSS class."""

    at: datetime
    label: str
    url: str
    amount: str
    sign: str


@dataclass(frozen=True, slots=True)
class BalanceChart:
    """SVG paths, texts and table rows of a balance chart; `rows` are newest first.

    `left_out` is a note on the entries that are not drawn; empty if all are.
    """

    key: str
    drawing: StepLine
    scale: tuple[str, ...]
    dates: tuple[AxisLabel, ...]
    dots: tuple[BalanceDot, ...]
    above: str
    below: str
    summary: str
    rows: tuple[BalanceRow, ...]
    left_out: str


def balance_chart(
    points: Sequence[BalancePoint], currency: str, *, key: str = "balance"
) -> BalanceChart | None:
    """Return the chart of points, oldest first, with its texts; None for fewer than two. No query.

    Points are oldest first; without a currency amounts are points. `key` is a unique ID prefix on
    the page.

    :raises ValueError: if the points go back in time
    """
    if len(points) < 2:
        return None
    all_across = moments_across([point.at for point in points])
    kept_indexes = downsample(all_across, [point.amount for point in points], COLUMNS)
    shown = [points[index] for index in kept_indexes]
    across = [all_across[index] for index in kept_indexes]
    amounts = [point.amount for point in shown]
    scale = Scale.of(amounts, currency)
    drawing = step_line(across, amounts, scale)
    return BalanceChart(
        key=key,
        drawing=drawing,
        scale=money.scale(scale.ticks, currency),
        dates=date_labels(points[0].at, points[-1].at),
        dots=tuple(
            BalanceDot(drawing.places[index], _dot_title(shown[index], currency), shown[index].url)
            for index in downsample(across, amounts, DOT_COLUMNS)
        ),
        above=_above_label(currency) if drawing.above else "",
        below=_below_label(currency) if drawing.below else "",
        summary=_summary(points, currency),
        rows=tuple(_row(point, currency) for point in reversed(shown)),
        left_out=_left_out_note(len(shown), len(points)),
    )


def _above_label(currency: str) -> str:
    """Return the legend of the area above zero."""
    return _("Above zero: money to receive") if currency else _("Above zero: points won")


def _below_label(currency: str) -> str:
    """Return the legend of the area below zero."""
    return _("Below zero: money to pay") if currency else _("Below zero: points lost")


def _dot_title(point: BalancePoint, currency: str) -> str:
    """Return the tooltip of a dot: day, balance and label."""
    return _("%(day)s: %(amount)s, %(label)s") % {
        "day": _day_text(point.at),
        "amount": money.amount(point.amount, currency, sign=True),
        "label": point.label,
    }


def _row(point: BalancePoint, currency: str) -> BalanceRow:
    """Return the point as a table row."""
    return BalanceRow(
        at=point.at,
        label=point.label,
        url=point.url,
        amount=money.amount(point.amount, currency, sign=True),
        sign=numbers.sign(point.amount),
    )


def _summary(points: Sequence[BalancePoint], currency: str) -> str:
    """Return a sentence for screen readers: period, first, last, lowest and highest balance."""
    amounts = [point.amount for point in points]
    days = {"first_day": _day_text(points[0].at), "last_day": _day_text(points[-1].at)}
    one_day = days["first_day"] == days["last_day"]
    if min(amounts) == max(amounts):
        sentence = (
            _("On %(first_day)s, the balance stayed at %(last)s.")
            if one_day
            else _("From %(first_day)s to %(last_day)s, the balance stayed at %(last)s.")
        )
    else:
        sentence = (
            _(
                "On %(first_day)s, the balance went from %(first)s to %(last)s (lowest %(lowest)s,"
                " highest %(highest)s)."
            )
            if one_day
            else _(
                "From %(first_day)s to %(last_day)s, the balance went from %(first)s to %(last)s"
                " (lowest %(lowest)s, highest %(highest)s)."
            )
        )
    return sentence % {
        **days,
        "first": money.amount(amounts[0], currency, sign=True),
        "last": money.amount(amounts[-1], currency, sign=True),
        "lowest": money.amount(min(amounts), currency, sign=True),
        "highest": money.amount(max(amounts), currency, sign=True),
    }


def _left_out_note(shown_count: int, point_count: int) -> str:
    """Return a note on how many points are shown; empty if all are."""
    if shown_count == point_count:
        return ""
    return ngettext(
        "Showing %(shown)s of %(points)s entry: those where the balance changes direction.",
        "Showing %(shown)s of %(points)s entries: those where the balance changes direction.",
        point_count,
    ) % {"shown": numbers.unsigned(shown_count), "points": numbers.unsigned(point_count)}


def _day_text(moment: datetime) -> str:
    """Return the day with year, in the reader's language and time zone."""
    local = timezone.localtime(moment)
    return str(
        format_skeleton("yMMMd", local, tzinfo=local.tzinfo, locale=numbers.regional_locale())
    )

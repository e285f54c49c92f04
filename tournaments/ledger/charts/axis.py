"""Axis labels: dates or event names."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final, Literal

from babel.dates import format_skeleton
from django.utils import timezone

from games.common import numbers
from games.common.dates import date_format
from tournaments.ledger.charts.scale import percent
from tournaments.ledger.charts.season_lines import column_across

Anchor = Literal["start", "middle", "end"]

#: Number of date labels on a wide chart, and of event names.
DATES: Final = 5
EVENTS: Final = 4
#: Maximum label width, in widths of a Latin letter.
LABEL_WIDTH: Final = 14
#: Beyond this span labels show month and year instead of the day.
MONTHS: Final = timedelta(days=300)


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """Text, position and alignment of an axis label, and whether a phone has room for it."""

    x: str
    text: str
    anchor: Anchor
    narrow: bool


def date_labels(first: datetime, last: datetime) -> tuple[AxisLabel, ...]:
    """Return at most five evenly spaced labels from first to last, none twice.

    They are dates or times of day, in the reader's language and time zone.
    """
    texts = [
        _moment_text(first + (last - first) * part / (DATES - 1), first, last)
        for part in range(DATES)
    ]
    ends = {0, DATES - 1}
    return tuple(
        AxisLabel(
            x=percent(100 * part / (DATES - 1)),
            text=text,
            anchor="start" if part == 0 else "end" if part == DATES - 1 else "middle",
            narrow=part in ends,
        )
        for part, text in enumerate(texts)
        # Show each text once, preferably at the ends.
        if part in ends or text not in {texts[0], texts[-1], texts[part - 1]}
        if part == 0 or text != texts[0]
    )


def _moment_text(moment: datetime, first: datetime, last: datetime) -> str:
    """Return the moment as time of day, day or month, depending on the span of the axis."""
    local, locale = timezone.localtime(moment), numbers.regional_locale()
    if timezone.localtime(first).date() == timezone.localtime(last).date():
        return date_format(local, "TIME_FORMAT")
    skeleton = "yMMM" if last - first > MONTHS else "MMMd"
    return str(format_skeleton(skeleton, local, tzinfo=local.tzinfo, locale=locale))


def event_labels(events: Sequence[str]) -> tuple[AxisLabel, ...]:
    """Return labels for the last event and evenly spaced earlier ones, at most four in all."""
    step = ceil(len(events) / EVENTS)
    columns = range(len(events), 0, -step)[::-1]
    return tuple(
        AxisLabel(
            x=percent(across := column_across(column, len(events))),
            text=shortened(events[column - 1]),
            anchor="end" if column == len(events) else "middle",
            # A phone also has room for the first label, unless it is close to the last.
            narrow=column == len(events) or (column == columns[0] and across <= 100 / 3),
        )
        for column in columns
    )


def shortened(text: str, width: int = LABEL_WIDTH) -> str:
    """Return the text, shortened with "…" if it is wider than `width` Latin letters."""
    if sum(map(_letter_width, text)) <= width:
        return text
    start, used = "", 1
    for letter in text:
        used += _letter_width(letter)
        if used > width:
            break
        start += letter
    return f"{start.rstrip()}…"


def _letter_width(letter: str) -> int:
    """Return the letter's width in Latin letters: 2 for wide East Asian letters, else 1."""
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1

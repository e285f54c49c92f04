"""Chart of a club's season: each player's cumulative result by event."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.ledger.charts.axis import AxisLabel, event_labels, shortened
from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.season_lines import (
    amounts_by_column,
    line_places,
    marker_places,
    spread,
)
from tournaments.ledger.charts.step_line import Place

#: Number of players drawn from each end of the ranking. The line styles and the space for names are
#: made for twelve lines.
FROM_EACH_END: Final = 6
#: Height of a name, in percent.
NAME_GAP: Final = 7.5
COLOURS: Final = 6
SHAPES: Final = 6
DASHES: Final = 4
#: Largest readable table. Beyond it, players who are not drawn only get a total.
MAX_FIGURES: Final = 1500


@dataclass(frozen=True, slots=True)
class EventAmount:
    """A player's cumulative amount after an event; events count from 0."""

    event: int
    amount: int


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A player's cumulative amounts after the events they played."""

    name: str
    points: Sequence[EventAmount]


@dataclass(frozen=True, slots=True)
class LineLook:
    """Style of a line: colour, dash pattern and marker."""

    colour: int
    dash: int
    shape: int
    hollow: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A drawn line; `end` is the height of its end, `label_y` that of its name."""

    name: str
    label: str
    amount: str
    look: LineLook
    points: str
    marks: tuple[Place, ...]
    end: str
    label_y: str


@dataclass(frozen=True, slots=True)
class SeasonFigure:
    """Text and CSS class of a player's amount after an event; empty if the player missed it."""

    text: str
    sign: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's row of the table; `figures` is empty if only the total is shown."""

    name: str
    figures: tuple[SeasonFigure, ...]
    total: SeasonFigure


@dataclass(frozen=True, slots=True)
class SeasonChart:
    """Lines, texts and table rows of a season chart, ordered by amount, highest first."""

    key: str
    events: tuple[str, ...]
    scale: tuple[str, ...]
    zero: str
    grid: tuple[str, ...]
    labels: tuple[AxisLabel, ...]
    lines: tuple[SeasonLine, ...]
    summary: str
    left_out: str
    unit: str
    rows: tuple[SeasonRow, ...]


def season_chart(
    events: Sequence[str], people: Sequence[PersonLine], currency: str, *, key: str = "season"
) -> SeasonChart | None:
    """Return the chart of the top and bottom six players, and a table; None without any results.

    No query.

    `events` are short labels in order; players without an event are left out. Without a currency
    amounts are points. `key` is a unique ID prefix on the page.
    """
    ranked = sorted(
        (person for person in people if person.points),
        key=lambda person: person.points[-1].amount,
        reverse=True,
    )
    if not ranked:
        return None
    between = range(FROM_EACH_END, len(ranked) - FROM_EACH_END)
    drawn = [person for place, person in enumerate(ranked) if place not in between]
    is_whole = len(ranked) * len(events) <= MAX_FIGURES
    scale = Scale.of([each.amount for person in drawn for each in person.points], currency)
    return SeasonChart(
        key=key,
        events=tuple(events),
        scale=money.scale(scale.ticks, currency),
        zero=percent(scale.down(0)),
        grid=tuple(percent(scale.down(tick)) for tick in scale.ticks if tick),
        labels=event_labels(events),
        lines=_lines(drawn, len(events), scale, currency),
        summary=_summary(drawn, len(events), currency),
        left_out=_left_out_note(len(ranked), is_whole=is_whole) if between else "",
        unit=money.currency_name(currency) if currency else "",
        rows=tuple(
            _row(person, len(events) if is_whole or place not in between else 0, currency)
            for place, person in enumerate(ranked)
        ),
    )


def line_look(number: int) -> LineLook:
    """Return the style of the line with this index, from 0; any twelve differ beyond colour."""
    return LineLook(
        colour=number % COLOURS,
        dash=number % DASHES,
        shape=number % SHAPES,
        hollow=number // SHAPES % 2 == 1,
    )


def _lines(
    drawn: Sequence[PersonLine], event_count: int, scale: Scale, currency: str
) -> tuple[SeasonLine, ...]:
    """Return the drawn lines, with names spread so that they don't overlap."""
    ends = [scale.down(person.points[-1].amount) for person in drawn]
    found = []
    for number, (person, end, label_y) in enumerate(
        zip(drawn, ends, spread(ends, NAME_GAP), strict=True)
    ):
        points_drawn = line_places(
            amounts_by_column({each.event: each.amount for each in person.points}, event_count),
            scale,
        )
        found.append(
            SeasonLine(
                name=person.name,
                label=shortened(person.name),
                amount=money.amount(person.points[-1].amount, currency, sign=True),
                look=line_look(number),
                points=" ".join(f"{place.x},{place.y}" for place in points_drawn),
                marks=marker_places(points_drawn, event_count),
                end=percent(end),
                label_y=percent(label_y),
            )
        )
    return tuple(found)


def _row(person: PersonLine, event_count: int, currency: str) -> SeasonRow:
    """Return the player's table row; with 0 events only the total."""
    amounts = {each.event: each.amount for each in person.points}
    return SeasonRow(
        name=person.name,
        figures=tuple(
            _figure(amounts[event], currency) if event in amounts else SeasonFigure("", "")
            for event in range(event_count)
        ),
        total=_figure(person.points[-1].amount, currency),
    )


def _figure(amount: int, currency: str) -> SeasonFigure:
    """Return the amount as a table cell."""
    return SeasonFigure(money.figure(amount, currency), numbers.sign(amount))


def _summary(drawn: Sequence[PersonLine], event_count: int, currency: str) -> str:
    """Return a sentence for screen readers: first and last player, highest and lowest amount."""
    ends = [person.points[-1].amount for person in drawn]
    amounts = [each.amount for person in drawn for each in person.points]
    words = {
        "events": numbers.unsigned(event_count),
        "first": drawn[0].name,
        "most": money.amount(ends[0], currency, sign=True),
        "last": drawn[-1].name,
        "least": money.amount(ends[-1], currency, sign=True),
        "highest": money.amount(max(amounts), currency, sign=True),
        "lowest": money.amount(min(amounts), currency, sign=True),
    }
    if len(drawn) == 1:
        sentence = ngettext(
            "After %(events)s day of play, %(first)s has %(most)s (highest"
            " %(highest)s, lowest %(lowest)s).",
            "After %(events)s days of play, %(first)s has %(most)s (highest"
            " %(highest)s, lowest %(lowest)s).",
            event_count,
        )
    else:
        sentence = ngettext(
            "After %(events)s day of play, %(first)s leads with %(most)s and %(last)s"
            " is last with %(least)s (highest %(highest)s, lowest %(lowest)s).",
            "After %(events)s days of play, %(first)s leads with %(most)s and"
            " %(last)s is last with %(least)s (highest %(highest)s, lowest"
            " %(lowest)s).",
            event_count,
        )
    return sentence % words


def _left_out_note(player_count: int, *, is_whole: bool) -> str:
    """Return a note on which players the chart, and possibly the table, leaves out."""
    words = {"each": numbers.unsigned(FROM_EACH_END), "people": numbers.unsigned(player_count)}
    if is_whole:
        sentence = ngettext(
            "The chart shows the top and bottom %(each)s of %(people)s player; the"
            " table lists everyone.",
            "The chart shows the top and bottom %(each)s of %(people)s players; the"
            " table lists everyone.",
            player_count,
        )
    else:
        sentence = ngettext(
            "The chart shows the top and bottom %(each)s of %(people)s player; the"
            " table has only totals for the others.",
            "The chart shows the top and bottom %(each)s of %(people)s players; the"
            " table has only totals for the others.",
            player_count,
        )
    return sentence % words

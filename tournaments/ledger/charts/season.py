"""A club's season: what each person has won or lost by each event."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.ledger.charts.axis import AxisLabel, event_labels, shortened
from tournaments.ledger.charts.scale import Scale, percent
from tournaments.ledger.charts.season_lines import filled, marked, places, spread
from tournaments.ledger.charts.step_line import Place

#: So many of those who lead are drawn, and as many of those who come last: twelve lines are what
#: the looks of lines and the room for their names are made for.
FROM_EACH_END: Final = 6
#: How much of the height each name needs.
NAME_GAP: Final = 7.5
COLOURS: Final = 6
SHAPES: Final = 6
DASHES: Final = 4
#: A table of more figures is nothing to read: it has those of who is drawn, and what the others
#: have in all.
MOST_FIGURES: Final = 1500


@dataclass(frozen=True, slots=True)
class EventAmount:
    """What somebody has in all after an event; events are counted from 0."""

    event: int
    amount: int


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody's season, event by event, of those in which they took part."""

    name: str
    points: Sequence[EventAmount]


@dataclass(frozen=True, slots=True)
class LineLook:
    """How a line differs from the others: by colour, by dash, and by its marks."""

    colour: int
    dash: int
    shape: int
    hollow: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Somebody's line; `end` is how far down it ends, `label_y` where the name stands."""

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
    """What somebody had after one event; nothing if they missed it."""

    text: str
    sign: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's line of the table; without figures where only what they have in all is there."""

    name: str
    figures: tuple[SeasonFigure, ...]
    total: SeasonFigure


@dataclass(frozen=True, slots=True)
class SeasonChart:
    """What the page shows; `lines` and `rows` go from who has most to who has least."""

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
    """Return the season drawn and in words, or None if nobody has played yet. No query.

    `events` are short labels in their order; who has played in none is left out. Without a
    currency amounts are points. `key` tells the charts of one page apart.
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
    is_whole = len(ranked) * len(events) <= MOST_FIGURES
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
        left_out=_left_out(len(ranked), is_whole=is_whole) if between else "",
        unit=money.currency_name(currency) if currency else "",
        rows=tuple(
            _row(person, len(events) if is_whole or place not in between else 0, currency)
            for place, person in enumerate(ranked)
        ),
    )


def line_look(number: int) -> LineLook:
    """Return the look of a line; no two of twelve are the same, whatever one cannot tell apart."""
    return LineLook(
        colour=number % COLOURS,
        dash=number % DASHES,
        shape=number % SHAPES,
        hollow=number // SHAPES % 2 == 1,
    )


def _lines(
    people: Sequence[PersonLine], events: int, scale: Scale, currency: str
) -> tuple[SeasonLine, ...]:
    ends = [scale.down(person.points[-1].amount) for person in people]
    found = []
    for number, (person, end, label_y) in enumerate(
        zip(people, ends, spread(ends, NAME_GAP), strict=True)
    ):
        passed = places(filled({each.event: each.amount for each in person.points}, events), scale)
        found.append(
            SeasonLine(
                name=person.name,
                label=shortened(person.name),
                amount=money.amount(person.points[-1].amount, currency, sign=True),
                look=line_look(number),
                points=" ".join(f"{place.x},{place.y}" for place in passed),
                marks=marked(passed, events),
                end=percent(end),
                label_y=percent(label_y),
            )
        )
    return tuple(found)


def _row(person: PersonLine, events: int, currency: str) -> SeasonRow:
    amounts = {each.event: each.amount for each in person.points}
    return SeasonRow(
        name=person.name,
        figures=tuple(
            _figure(amounts[event], currency) if event in amounts else SeasonFigure("", "")
            for event in range(events)
        ),
        total=_figure(person.points[-1].amount, currency),
    )


def _figure(amount: int, currency: str) -> SeasonFigure:
    return SeasonFigure(money.figure(amount, currency), numbers.sign(amount))


def _summary(drawn: Sequence[PersonLine], events: int, currency: str) -> str:
    """Return what the drawing shows, in words for those who do not see it."""
    ends = [person.points[-1].amount for person in drawn]
    every = [each.amount for person in drawn for each in person.points]
    words = {
        "events": numbers.unsigned(events),
        "first": drawn[0].name,
        "most": money.amount(ends[0], currency, sign=True),
        "last": drawn[-1].name,
        "least": money.amount(ends[-1], currency, sign=True),
        "highest": money.amount(max(every), currency, sign=True),
        "lowest": money.amount(min(every), currency, sign=True),
    }
    if len(drawn) == 1:
        sentence = ngettext(
            "After %(events)s evening %(first)s has %(most)s.",
            "After %(events)s evenings %(first)s has %(most)s, at the highest %(highest)s and at"
            " the lowest %(lowest)s on the way.",
            events,
        )
    else:
        sentence = ngettext(
            "After %(events)s evening %(first)s has the most with %(most)s, and %(last)s the least"
            " with %(least)s.",
            "After %(events)s evenings %(first)s has the most with %(most)s, and %(last)s the least"
            " with %(least)s; the highest on the way was %(highest)s, the lowest %(lowest)s.",
            events,
        )
    return sentence % words


def _left_out(people: int, *, is_whole: bool) -> str:
    words = {"each": numbers.unsigned(FROM_EACH_END), "people": numbers.unsigned(people)}
    if is_whole:
        sentence = ngettext(
            "Drawn are the %(each)s with the most and the %(each)s with the least of %(people)s"
            " person; the table has all.",
            "Drawn are the %(each)s with the most and the %(each)s with the least of %(people)s"
            " people; the table has all.",
            people,
        )
    else:
        sentence = ngettext(
            "Drawn are the %(each)s with the most and the %(each)s with the least of %(people)s"
            " person; the table has what the others have in all.",
            "Drawn are the %(each)s with the most and the %(each)s with the least of %(people)s"
            " people; the table has what the others have in all.",
            people,
        )
    return sentence % words

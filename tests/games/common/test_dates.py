"""Dates and times in each language: Django's formats, Babel and browsers agree."""

import json
from datetime import UTC, date, datetime

import pytest
from babel.dates import format_skeleton
from django.template import Context, Template
from django.utils import timezone, translation

from games.common import dates
from games.common.numbers import regional_locale
from tests.js.node import node

LANGUAGES = ("en", "zh-hans", "zh-hant", "id", "fil")
FORMATS = (
    "DATE_FORMAT", "SHORT_DATE_FORMAT", "TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT",
)  # fmt: skip
#: A day of each month, in the morning and in the evening, and both ends of a day.
MOMENTS = [
    *(
        datetime(2026, month, 2 * month, (7 * month) % 24, month, tzinfo=UTC)
        for month in range(1, 13)
    ),
    datetime(2026, 11, 25, 19, 30, tzinfo=UTC),
    datetime(2026, 11, 25, 0, 0, tzinfo=UTC),
    datetime(2026, 11, 25, 12, 5, tzinfo=UTC),
]
EVENING = datetime(2026, 11, 25, 19, 30, tzinfo=UTC)

WRITTEN = {
    "en": ("25 November 2026", "25 Nov 2026", "19:30", "25 November 2026, 19:30"),
    "zh-hant": ("2026年11月25日", "2026年11月25日", "19:30", "2026年11月25日 19:30"),
    "zh-hans": ("2026年11月25日", "2026年11月25日", "19:30", "2026年11月25日 19:30"),
    "id": ("25 November 2026", "25 Nov 2026", "19.30", "25 November 2026, 19.30"),
    "fil": ("Nobyembre 25, 2026", "Nob 25, 2026", "7:30 PM", "Nobyembre 25, 2026, 7:30 PM"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_writes_dates_its_own_way(language):
    with translation.override(language):
        assert tuple(dates.date_format(EVENING, name) for name in FORMATS[:4]) == WRITTEN[language]
        assert dates.time_format(EVENING.time()) == WRITTEN[language][2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_dates_are_those_of_charts(language):
    with translation.override(language):
        for moment in MOMENTS:
            chart = format_skeleton("yMMMd", moment, locale=regional_locale())
            assert dates.date_format(moment, "SHORT_DATE_FORMAT") == chart


@pytest.mark.program
@pytest.mark.parametrize("language", LANGUAGES)
def test_browsers_write_the_same_dates(language):
    moments = json.dumps([moment.isoformat() for moment in MOMENTS])
    script = f"""
        const {{ formatTime }} = await import("./static/js/site/times.js");
        console.log(JSON.stringify({moments}.map((moment) => {json.dumps(FORMATS)}.map(
          (format) => formatTime(new Date(moment), format, "{language}", "UTC"),
        ))));
    """
    done = node("--input-type=module", "--eval", script)
    assert done.returncode == 0, done.stderr
    with translation.override(language):
        expected = [[dates.date_format(moment, name) for name in FORMATS] for moment in MOMENTS]
    assert json.loads(done.stdout) == expected


def test_months_weekdays_and_years_are_in_the_readers_language():
    day = date(2026, 11, 25)
    said = {}
    for language in LANGUAGES:
        with translation.override(language):
            said[language] = (
                dates.date_format(day, "YEAR_MONTH_FORMAT"),
                dates.date_format(day, "MONTH_DAY_FORMAT"),
                dates.weekday(2), dates.weekday(2, "abbreviated"), dates.year(day),
                dates.first_weekday(),
            )  # fmt: skip
    assert said == {
        "en": ("November 2026", "25 November", "Wednesday", "Wed", "2026", 1),
        "zh-hans": ("2026年11月", "11月25日", "星期三", "周三", "2026年", 1),
        "zh-hant": ("2026年11月", "11月25日", "星期三", "週三", "2026年", 1),
        "id": ("November 2026", "25 November", "Rabu", "Rab", "2026", 1),
        "fil": ("Nobyembre 2026", "Nobyembre 25", "Miyerkules", "Miy", "2026", 0),
    }


def test_the_filter_of_templates_writes_local_times():
    template = Template(
        '{{ at|date:"DATETIME_FORMAT" }} {{ at|date:"c" }} {{ none|date }} {{ at|date }}'
    )
    with timezone.override("Asia/Hong_Kong"), translation.override("id"):
        said = template.render(Context({"at": EVENING, "none": None}))
    assert said == "26 November 2026, 03.30 2026-11-26T03:30:00+08:00  26 November 2026"


def test_a_language_without_formats_has_djangos():
    with translation.override("de"):
        assert dates.date_format(EVENING) == "25. November 2026"

"""Dates and times in the reader's language.

The formats of each language are in `config.formats`, the names of months and weekdays are Babel's:
Django has none for Filipino. `static/js/site/times.js` writes the same in browsers.

The filter ``date`` of templates is this module's, not Django's.
"""

from datetime import date, datetime, time
from functools import cache
from importlib import import_module
from typing import Any, Literal

from babel.dates import format_skeleton, get_day_names, get_month_names
from django import template
from django.conf import settings
from django.template import defaultfilters
from django.utils import formats
from django.utils.dateformat import DateFormat

from games.common.numbers import locale, regional_locale

register = template.Library()

Width = Literal["wide", "abbreviated"]


class _DateFormat(DateFormat):
    """Django's formatter with Babel's names of months and weekdays.

    Its methods are named by the letters of formats; those below are for dates only.
    """

    data: date

    def F(self) -> str:
        """Return the month's name."""
        return _month(int(self.n()), "wide")

    def M(self) -> str:
        """Return the month's short name."""
        return _month(int(self.n()), "abbreviated")

    def l(self) -> str:  # noqa: E743
        """Return the weekday's name."""
        return weekday((int(self.w()) - 1) % 7)

    def D(self) -> str:
        """Return the weekday's short name."""
        return weekday((int(self.w()) - 1) % 7, "abbreviated")


def _month(number: int, width: Width) -> str:
    """Return the name of a month, 1 to 12, as it stands beside other parts of a date."""
    # In Chinese dates months are numbers: 11月, not 十一月.
    is_chinese = locale().startswith("zh")
    names = get_month_names("abbreviated" if is_chinese else width, locale=regional_locale())
    return str(names[number])


def weekday(number: int, width: Width = "wide") -> str:
    """Return the name of a weekday, from 0 for Monday."""
    return str(get_day_names(width, context="stand-alone", locale=regional_locale())[number])


@cache
def _pattern(locale: str, name: str) -> Any:
    """Return one of our formats by its name, such as "DATE_FORMAT"; None if we have none."""
    # Django would ignore those of a language without a compiled catalogue.
    try:
        module = import_module(f"{settings.FORMAT_MODULE_PATH}.{locale}.formats")
    except ImportError:
        return None
    return getattr(module, name, None)


def date_format(value: date | datetime, name: str = "DATE_FORMAT") -> str:
    """Return the date, or the local time, in one of the formats: "25 November 2026".

    :param name: the format's name, as in Django, or its letters
    """
    pattern = _pattern(locale(), name) or formats.get_format(name)
    return str(_DateFormat(value).format(pattern))


def time_format(value: time | datetime) -> str:
    """Return the time of day: "19:30"."""
    pattern = _pattern(locale(), "TIME_FORMAT") or formats.get_format("TIME_FORMAT")
    return str(_DateFormat(value).format(pattern))


def first_weekday() -> int:
    """Return the day that weeks begin with, from 0 for Sunday, as in Django's formats."""
    found = _pattern(locale(), "FIRST_DAY_OF_WEEK")
    return int(formats.get_format("FIRST_DAY_OF_WEEK") if found is None else found)


def year(day: date) -> str:
    """Return the year of a day: "2026"."""
    return str(format_skeleton("y", day, locale=regional_locale()))


@register.filter("date", expects_localtime=True, is_safe=False)
def date_filter(value: Any, name: str | None = None) -> str:
    """Return the date or time in a format, as Django's filter of this name does."""
    if name is not None and not name.endswith("_FORMAT"):
        return str(defaultfilters.date(value, name))
    return date_format(value, name or "DATE_FORMAT") if isinstance(value, date) else ""

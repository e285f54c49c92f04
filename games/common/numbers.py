"""Numbers, lists and times in the reader's language; reading of whole numbers.

In templates: ``{% load numbers %}`` and ``{{ points|signed }}``.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from babel.dates import format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext, to_locale

from games.common.languages import reader_language

register = template.Library()

#: With a true minus sign, and a plus before positive numbers.
SIGNED = "+#,##0;−#,##0"
PLAIN = "#,##0"
UNGROUPED = "0"
#: Regional variant of a language for lists and days: our English has no comma before "and", and the
#: day before the month.
_REGIONAL = {"en": "en_GB"}
_ENGLISH_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


def locale() -> str:
    """Return the reader's language as a locale of Babel, such as "en" or "zh_Hant"."""
    return to_locale(reader_language() or "en")


def regional_locale() -> str:
    """Return the Babel locale for lists, days and times."""
    return _REGIONAL.get(locale(), locale())


def whole_number(value: object, digits: int = 18) -> int | None:
    """Return the whole number in a query, form or message; None unless it is plain digits.

    :param digits: how many it may have at most: parsing more is slow, and the database has no more
    """
    text = str(value)
    return int(text) if len(text) <= digits and text.isascii() and text.isdigit() else None


@register.filter
def signed(number: int) -> str:
    """Return the number as text with its sign, in the reader's format: "+5", "−12" or "0"."""
    return _formatted(number, SIGNED if number else PLAIN, locale())


@register.filter
def unsigned(number: int) -> str:
    """Return the absolute number as text, for places where a word gives the sign: "12"."""
    return _formatted(abs(number), PLAIN, locale())


def ungrouped(number: int) -> str:
    """Return the number without separators of thousands, as ratings are shown: "1480"."""
    return _formatted(number, UNGROUPED, locale())


def decimal(number: float, digits: int) -> str:
    """Return the number with `digits` decimals in the reader's format, such as "1.50"."""
    return str(format_decimal(round(number, digits), f"#,##0.{'0' * digits}", locale()))


def signed_decimal(number: float, digits: int) -> str:
    """Return the number with its sign and `digits` decimals: "+1.5", "−0.2" or "0.0"."""
    rounded, plain = round(number, digits), f"#,##0.{'0' * digits}"
    if not rounded:
        return decimal(0, digits)
    return str(format_decimal(rounded, f"+{plain};−{plain}", locale()))


def percent(share: float) -> str:
    """Return a share as a whole percentage in the reader's format: "81%"."""
    return str(format_percent(share, locale=locale()))


@register.filter
def sign(number: int) -> str:
    """Return the CSS class for a number's sign: "plus", "minus", or empty for 0."""
    if not number:
        return ""
    return "plus" if number > 0 else "minus"


@lru_cache(maxsize=4096)
def _formatted(number: int, pattern: str, locale: str) -> str:
    """Return the number in a pattern of Babel, for the locale; cached."""
    # A score sheet has hundreds of numbers and is rendered for every language.
    return str(format_decimal(number, format=pattern, locale=locale))


@register.filter
def ago(moment: datetime) -> str:
    """Return the time since the moment, such as "2 hours ago"; a future moment counts as now."""
    since = min(moment - timezone.now(), timedelta())
    return str(format_timedelta(since, add_direction=True, locale=locale()))


def ordinal(place: int) -> str:
    """Return the place for a sentence: "1st", "21st" in English, elsewhere the number alone.

    Translations of the sentence make it an ordinal: "第 %(place)s 名", "ke-%(place)s".
    """
    if not locale().startswith("en"):
        return str(place)
    suffix = "th" if place % 100 in (11, 12, 13) else _ENGLISH_SUFFIXES.get(place % 10, "th")
    return f"{place}{suffix}"


def place_label(place: int) -> str:
    """Return the place alone, as an ordinal: "1st"."""
    return pgettext("an ordinal place", "%(place)s") % {"place": ordinal(place)}


def clauses(texts: Sequence[str]) -> str:
    """Return clauses of one sentence as one text: "stake: 1 → 2; rules: Taiwan → Lukang"."""
    return ("；" if locale().startswith("zh") else "; ").join(texts)


def listed(names: Sequence[str]) -> str:
    """Return the names as one text in the reader's language: "Mei, Bruno and Ada"."""
    return format_list(names, locale=regional_locale())


def listed_html(parts: Sequence[SafeString]) -> SafeString:
    """Return pieces of HTML, such as links, as a list in the reader's language."""
    return mark_safe(listed(parts))  # noqa: S308  (what joins them has no markup)

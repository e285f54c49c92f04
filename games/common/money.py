"""Amounts as people read them; the formatting itself is the library's."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.numbers import format_currency, get_currency_name, get_currency_precision
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import numbers

#: The currencies offered for a stake: where the game is played, and where its players live.
CURRENCIES = (
    "HKD", "PHP", "GBP", "TWD", "CNY", "MOP", "SGD", "MYR", "IDR", "USD", "EUR", "CAD", "AUD",
)  # fmt: skip

#: The decimals of a pattern.
_CENTS = re.compile(r"\.0+")


def minor_digits(currency: str) -> int:
    """Return how many decimals the currency has: 2 for most, 0 for a few."""
    return int(get_currency_precision(currency))


def to_major(minor: int, currency: str) -> Decimal:
    """Return minor units (cents) as an amount of the currency; exact."""
    return Decimal(minor).scaleb(-minor_digits(currency))


def amount(minor: int, currency: str, *, sign: bool = False) -> str:
    """Return the amount in words of the reader's language; without a currency, in points.

    ``sign`` shows a plus before what was won.
    """
    if not currency:
        return points(minor, sign=sign)
    return _formatted(minor, currency, _pattern(), sign=sign)


def scale(amounts: Sequence[int], currency: str) -> tuple[str, ...]:
    """Return amounts that stand below each other, with their signs and as short as they can be.

    Points are numbers alone, and where no amount has cents none is written with any.
    """
    if not currency:
        return tuple(numbers.signed(minor) for minor in amounts)
    whole = 10 ** minor_digits(currency)
    cents = any(minor % whole for minor in amounts)
    pattern = _pattern() if cents else _CENTS.sub("", _pattern())
    return tuple(_formatted(minor, currency, pattern, sign=True, digits=cents) for minor in amounts)


def figure(minor: int, currency: str) -> str:
    """Return the amount with its sign and without its currency, where a heading names that."""
    if not currency:
        return numbers.signed(minor)
    pattern = _pattern().replace("¤", "").strip("\N{NO-BREAK SPACE} ")
    return _formatted(minor, currency, pattern, sign=True)


def currency_name(currency: str) -> str:
    """Return what several of the currency are called: "Hong Kong dollars"."""
    return str(get_currency_name(currency, count=2, locale=numbers.locale()))


def points(number: int, *, sign: bool = False) -> str:
    """Return "12 points", or with a sign "+1 point", "−3 points"."""
    shown = numbers.signed(number) if sign or number < 0 else numbers.unsigned(number)
    return ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": shown}


def stake(stake_minor: int, currency: str) -> str:
    """Return what a point is worth, for a table's label."""
    if not currency or not stake_minor:
        return _("For points")
    return _("%(amount)s a point") % {"amount": amount(stake_minor, currency)}


def _pattern() -> str:
    """Return how the reader's language writes an amount that is above zero."""
    return str(_locale(numbers.locale()).currency_formats["standard"].pattern).split(";")[0]


@lru_cache(maxsize=64)
def _locale(name: str) -> Locale:
    # A statement has a thousand amounts: a language is looked up once.
    return Locale.parse(name)


def _formatted(minor: int, currency: str, pattern: str, *, sign: bool, digits: bool = True) -> str:
    """Return the amount as the pattern has it; with ``digits``, as many as the currency has."""
    plus = "+" if sign and minor else ""
    return str(
        format_currency(
            to_major(minor, currency),
            currency,
            f"{plus}{pattern};−{pattern}",
            locale=_locale(numbers.locale()),
            currency_digits=digits,
        )
    )

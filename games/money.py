"""Amounts as people read them; the formatting itself is the library's."""

from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision
from django.utils.translation import get_language, ngettext, to_locale
from django.utils.translation import gettext as _

#: The currencies offered for a stake: where the game is played, and where its players live.
CURRENCIES = (
    "HKD", "PHP", "GBP", "TWD", "CNY", "MOP", "SGD", "MYR", "IDR", "USD", "EUR", "CAD", "AUD",
)  # fmt: skip


def minor_digits(currency: str) -> int:
    """How many decimals the currency has: 2 for most, 0 for a few."""
    return int(get_currency_precision(currency))


def to_major(minor: int, currency: str) -> Decimal:
    """Minor units (cents) as an amount of the currency; exact."""
    return Decimal(minor).scaleb(-minor_digits(currency))


def amount(minor: int, currency: str, *, sign: bool = False) -> str:
    """The amount in words of the reader's language; without a currency, in points.

    ``sign`` shows a plus before what was won.
    """
    if not currency:
        return points(minor, sign=sign)
    locale = to_locale(get_language() or "en")
    shown = format_currency(to_major(abs(minor), currency), currency, locale=locale)
    return signed_text(minor, shown, sign=sign)


def points(number: int, *, sign: bool = False) -> str:
    """ "12 points", "+1 point", "−3 points" """
    shown = ngettext("%(number)d point", "%(number)d points", abs(number)) % {"number": abs(number)}
    return signed_text(number, shown, sign=sign)


def signed_text(number: int, shown: str, *, sign: bool) -> str:
    """The text behind a true minus, or a plus where one is wanted."""
    if number < 0:
        return f"−{shown}"
    return f"+{shown}" if sign and number else shown


def stake(stake_minor: int, currency: str) -> str:
    """What a point is worth, for a table's label."""
    if not currency or not stake_minor:
        return _("For points")
    return _("%(amount)s a point") % {"amount": amount(stake_minor, currency)}

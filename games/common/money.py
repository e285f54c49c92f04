"""Amounts as people read and type them; the formatting itself is the library's.

An amount is a whole number of minor units of its currency, such as cents. How many of them make one
whole unit is said by `minor_digits` alone. Rows rest on that, so it is the standard's number, kept
here: what the library knows is how much people use of it (in its data the rial has no decimals,
and that changes from release to release).
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum, auto
from functools import lru_cache
from typing import Any

from babel import Locale
from babel.numbers import (
    NumberPattern,
    get_currency_name,
    get_currency_symbol,
    get_decimal_symbol,
    parse_pattern,
)
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import numbers
from games.common.amount_text import NumberFault, NumberTextError, readings, split_amount
from games.common.currency_signs import currencies_of

#: The currencies offered first: where the game is played, and where its players live.
COMMON = (
    "HKD", "PHP", "GBP", "TWD", "CNY", "MOP", "SGD", "MYR", "IDR", "USD", "EUR", "CAD", "AUD",
)  # fmt: skip
#: The currencies in use of ISO 4217, by how many decimals they have: those that are tender
#: somewhere. No funds, no metals, none that have gone.
_BY_DIGITS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
        CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
        HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA
        MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
        QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TOP TRY
        TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
}
_DIGITS = {code: digits for digits, codes in _BY_DIGITS.items() for code in codes.split()}
#: All of them, by their letters.
CURRENCIES = tuple(sorted(_DIGITS))
#: No amount that is typed is larger, in minor units: it stays exact wherever it is shown.
MOST_MINOR = 10**15 - 1

#: Where thousands are separated by a point; who writes such a currency's own sign does so.
_POINT_GROUPS = frozenset(
    "ARS BRL CLP COP CRC DKK IDR ISK MZN PYG RON RSD TRY UYU VES VND".split()  # noqa: SIM905
)


class AmountFault(StrEnum):
    """Why something typed is no amount; `why` has the sentences."""

    NOT_A_NUMBER = auto()
    NEGATIVE = auto()
    TOO_MANY_DECIMALS = auto()
    TOO_LARGE = auto()
    #: It names another currency: ``sign``.
    OTHER_CURRENCY = auto()
    #: It can mean either of ``readings``.
    TWO_READINGS = auto()


class AmountError(ValueError):
    """Something typed is no amount of the currency."""

    def __init__(
        self,
        fault: AmountFault,
        currency: str,
        most: int,
        *,
        sign: str = "",
        readings: tuple[int, ...] = (),
    ) -> None:
        super().__init__(f"{fault}: no amount of {currency}")
        self.fault, self.currency, self.most = fault, currency, most
        #: How another currency is named in it.
        self.sign = sign
        #: What it may mean, in minor units; the person who typed it has to say.
        self.readings = readings

    @property
    def is_of_currency(self) -> bool:
        """Whether in another currency it could be an amount."""
        return self.fault in (
            AmountFault.TOO_MANY_DECIMALS,
            AmountFault.TOO_LARGE,
            AmountFault.TWO_READINGS,
        )


def minor_digits(currency: str) -> int:
    """Return how many decimals the currency has by ISO 4217: 2 for most, 0 or 3 for a few.

    What has gone out of use has 2: rows may still be of it.
    """
    return _DIGITS.get(currency, 2)


def minor_unit(currency: str) -> int:
    """Return how many minor units make one whole of the currency."""
    return int(10 ** minor_digits(currency))


def to_major(minor: int, currency: str) -> Decimal:
    """Return minor units (cents) as an amount of the currency; exact."""
    return Decimal(minor).scaleb(-minor_digits(currency))


def parse(text: str, currency: str, *, most: int = MOST_MINOR) -> int:
    """Return a typed amount in minor units of the currency; the inverse of `typed` and `amount`.

    It is read as the reader's language writes numbers, or as others do where that can mean one
    thing only (`amount_text`), in digits of any script. It may have a sign or the code of the
    currency with it.

    :param currency: empty where none is chosen yet
    :raises AmountError: it is no amount, below zero, finer than the currency is, larger than
        ``most``, of another currency, or can mean two amounts
    """

    def fault(code: AmountFault, **more: Any) -> AmountError:
        return AmountError(code, currency, most, **more)

    locale = numbers.locale()
    found = split_amount(text, locale)
    if found is None:
        raise fault(AmountFault.NOT_A_NUMBER)
    named = [currencies_of(sign, locale, CURRENCIES) for sign in found.signs]
    if not all(named):
        raise fault(AmountFault.NOT_A_NUMBER)
    for sign, codes in zip(found.signs, named, strict=True):
        if currency and currency not in codes:
            raise fault(AmountFault.OTHER_CURRENCY, sign=sign)
    digits = minor_digits(currency)
    by_point = currency in _POINT_GROUPS and frozenset({currency}) in named
    try:
        values = readings(found.number, locale, digits, groups_by_point=by_point)
    except NumberTextError as error:
        if error.fault is NumberFault.NOT_A_NUMBER:
            raise fault(AmountFault.NOT_A_NUMBER) from None
        meant = () if error.reading is None else (int(error.reading.scaleb(digits)),)
        raise fault(AmountFault.TOO_MANY_DECIMALS, readings=meant) from None
    if found.is_negative and any(values):
        raise fault(AmountFault.NEGATIVE)
    if min(values) > to_major(most, currency):
        raise fault(AmountFault.TOO_LARGE)
    minor = tuple(int(value.scaleb(digits)) for value in values)
    if len(minor) > 1:
        raise fault(AmountFault.TWO_READINGS, readings=minor)
    return minor[0]


def typed(minor: int, currency: str) -> str:
    """Return an amount as the reader would type it, for a field: "1.50", without the currency."""
    return f"{to_major(minor, currency):f}".replace(".", get_decimal_symbol(numbers.locale()))


def why(error: AmountError) -> str:
    """Return what is wrong with something typed, in the reader's language."""
    currency = error.currency
    if error.fault == AmountFault.NEGATIVE:
        return _("Enter 0 or more.")
    if error.fault == AmountFault.TOO_LARGE:
        return _("Enter %(amount)s or less.") % {"amount": amount(error.most, currency)}
    if error.fault == AmountFault.OTHER_CURRENCY:
        return _("“%(sign)s” doesn’t mean %(currency)s. Enter the amount in %(currency)s.") % {
            "sign": error.sign,
            "currency": currency_name(currency),
        }
    if error.fault == AmountFault.TWO_READINGS:
        return question(error)
    if error.fault == AmountFault.TOO_MANY_DECIMALS:
        return _("Use steps of %(amount)s.") % {"amount": amount(1, currency)}
    return _("Enter an amount in digits, such as %(example)s.") % {
        "example": typed(15 * minor_unit(currency) // 10, currency)
    }


def question(error: AmountError) -> str:
    """Return what the person who typed an amount is asked about its readings."""
    shown = [reading(minor, error.currency) for minor in error.readings]
    if len(shown) == 1:
        return _("Do you mean %(amount)s?") % {"amount": shown[0]}
    return _("Do you mean %(first)s or %(second)s?") % {"first": shown[0], "second": shown[1]}


def reading(minor: int, currency: str) -> str:
    """Return an amount to choose, without decimals where it has none: "HK$9,500"."""
    digits = minor_digits(currency)
    return _written(minor, currency, 0 if minor % 10**digits == 0 else digits, sign=False)


def amount(minor: int, currency: str, *, sign: bool = False) -> str:
    """Return the amount in words of the reader's language; without a currency, in points.

    ``sign`` shows a plus before what was won.
    """
    if not currency:
        return points(minor, sign=sign)
    return _written(minor, currency, minor_digits(currency), sign=sign)


def scale(amounts: Sequence[int], currency: str) -> tuple[str, ...]:
    """Return amounts that stand below each other, with their signs and as short as they can be.

    Points are numbers alone, and where no amount has cents none is written with any.
    """
    if not currency:
        return tuple(numbers.signed(minor) for minor in amounts)
    digits = minor_digits(currency)
    if not any(minor % 10**digits for minor in amounts):
        digits = 0
    return tuple(_written(minor, currency, digits, sign=True) for minor in amounts)


def figure(minor: int, currency: str) -> str:
    """Return the amount with its sign and without its currency, where a heading names that."""
    if not currency:
        return numbers.signed(minor)
    return _written(minor, currency, minor_digits(currency), sign=True, is_bare=True)


def currency_name(currency: str) -> str:
    """Return what several of the currency are called: "Hong Kong dollars"."""
    return str(get_currency_name(currency, count=2, locale=numbers.locale()))


def _written(minor: int, currency: str, digits: int, *, sign: bool, is_bare: bool = False) -> str:
    """Return the amount with so many decimals.

    :param is_bare: without the currency
    """
    locale, plus = numbers.locale(), "+" if sign and minor else ""
    # As the library's own data has it: "KWD 1.500", but "HK$1.50".
    is_word = get_currency_symbol(currency, locale=locale)[-1:].isalpha()
    pattern = _pattern(locale, digits, plus, is_word, is_bare)
    value = to_major(minor, currency)
    return str(pattern.apply(value, locale, currency=currency, currency_digits=False))


@lru_cache(maxsize=128)
def _pattern(locale: str, digits: int, plus: str, is_word: bool, is_bare: bool) -> NumberPattern:
    plain = str(Locale.parse(locale).currency_formats["standard"].pattern).split(";")[0]
    if is_bare:
        plain = plain.replace("¤", "").strip("\N{NO-BREAK SPACE} ")
    elif is_word:
        plain = re.sub(r"¤(?=[#0])", "¤\N{NO-BREAK SPACE}", plain)
    pattern = parse_pattern(f"{plus}{plain};−{plain}")
    # Not the library's number of decimals.
    pattern.frac_prec = (digits, digits)
    return pattern


def points(number: int, *, sign: bool = False) -> str:
    """Return "12 points", or with a sign "+1 point", "−3 points"."""
    shown = numbers.signed(number) if sign or number < 0 else numbers.unsigned(number)
    return ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": shown}


def stake(stake_minor: int, currency: str) -> str:
    """Return what a point is worth, for a table's label."""
    if not currency or not stake_minor:
        return _("For points")
    return _("%(amount)s a point") % {"amount": amount(stake_minor, currency)}


def max_loss(minor: int, currency: str) -> str:
    """Return what a session can cost one who plays, for a table's label; nothing for no money."""
    if not currency or not minor:
        return ""
    return _("max. loss %(amount)s") % {"amount": amount(minor, currency)}


Choices = list[tuple[str, str | list[tuple[str, str]]]]


def currency_choices() -> Choices:
    """Return the currencies to choose from, in the reader's language: the common ones first."""
    return _choices(numbers.locale())


@lru_cache(maxsize=32)
def _choices(locale: str) -> Choices:
    def named(codes: tuple[str, ...]) -> list[tuple[str, str]]:
        return [(code, f"{code} · {get_currency_name(code, locale=locale)}") for code in codes]

    others = tuple(code for code in CURRENCIES if code not in COMMON)
    return [(_("Common currencies"), named(COMMON)), (_("Other currencies"), named(others))]


def stake_choices() -> Choices:
    """Return the same for a stake, which may be nothing but points."""
    return [("", _("Points only")), *currency_choices()]

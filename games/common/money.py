"""Amounts of money: formatting, parsing and currencies.

An amount is an integer in minor units of its currency, such as cents. Only `minor_digits` says how
many digits those are. Stored rows depend on it, so it follows ISO 4217 and is defined here: Babel
has the digits in use (none for the rial, for example), which change from release to release.
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
from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import numbers
from games.common.amount_text import NumberFault, NumberTextError, readings, split_amount
from games.common.currency_signs import currencies_of

register = template.Library()

#: The currencies offered first: those of places where the game is played or its players live.
COMMON = (
    "HKD", "PHP", "GBP", "TWD", "CNY", "MOP", "SGD", "MYR", "IDR", "USD", "EUR", "CAD", "AUD",
)  # fmt: skip
#: Currencies of ISO 4217 that are legal tender somewhere, by number of decimals. No funds, metals
#: or withdrawn currencies.
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
#: All currencies in alphabetical order.
CURRENCIES = tuple(sorted(_DIGITS))
#: The largest typed amount in minor units; it stays exact wherever it is shown.
MAX_MINOR = 10**15 - 1

#: Signs as people write them, where Babel has only the code in many languages.
_LOCAL_SIGNS = {"IDR": "Rp", "MOP": "MOP$", "MYR": "RM", "PHP": "₱", "SGD": "S$", "THB": "฿"}
#: Babel's locale for amounts: Traditional Chinese alone would write Taiwan's dollars as "$".
_MONEY_LOCALES = {"zh_Hant": "zh_Hant_HK"}
#: Currencies whose whole amounts are written without decimals, although the standard has two.
_WHOLE_IN_USE = frozenset({"IDR", "LAK", "MMK"})

#: Currencies of places that separate thousands with a point; used when the text has their sign.
_POINT_GROUPS = frozenset(
    "ARS BRL CLP COP CRC DKK IDR ISK MZN PYG RON RSD TRY UYU VES VND".split()  # noqa: SIM905
)


class AmountFault(StrEnum):
    """Reasons why a text is not an amount; `error_sentence` has their sentences."""

    NOT_A_NUMBER = auto()
    NEGATIVE = auto()
    TOO_MANY_DECIMALS = auto()
    TOO_LARGE = auto()
    #: It has the sign of another currency: ``sign``.
    OTHER_CURRENCY = auto()
    #: It can mean any of ``readings``.
    TWO_READINGS = auto()


class AmountError(ValueError):
    """The error for a text that is not an amount of the currency."""

    def __init__(
        self,
        fault: AmountFault,
        currency: str,
        max_minor: int,
        *,
        sign: str = "",
        readings: tuple[int, ...] = (),
    ) -> None:
        super().__init__(f"{fault}: not an amount of {currency}")
        self.fault, self.currency, self.max_minor = fault, currency, max_minor
        #: The sign of the other currency in the text.
        self.sign = sign
        #: Possible meanings in minor units; the user has to choose.
        self.readings = readings

    @property
    def depends_on_currency(self) -> bool:
        """Return whether another currency might fit: the fault is decimals, size or readings."""
        return self.fault in (
            AmountFault.TOO_MANY_DECIMALS,
            AmountFault.TOO_LARGE,
            AmountFault.TWO_READINGS,
        )


def minor_digits(currency: str) -> int:
    """Return the number of decimals of the currency by ISO 4217: 2 for most, 0 or 3 for a few.

    Currencies no longer in use have 2, because rows may still have them.
    """
    return _DIGITS.get(currency, 2)


def minor_unit(currency: str) -> int:
    """Return how many minor units make one unit of the currency."""
    return int(10 ** minor_digits(currency))


def to_major(minor: int, currency: str) -> Decimal:
    """Return minor units (cents) as an exact amount of the currency."""
    return Decimal(minor).scaleb(-minor_digits(currency))


def parse(text: str, currency: str, *, max_minor: int = MAX_MINOR) -> int:
    """Return a typed amount in minor units of the currency; the inverse of `typed` and `amount`.

    Raise `AmountError` for any other text, and for one that can mean two amounts.

    The text is read in the reader's number format, or in another one if that can mean only one
    amount (`amount_text`), with digits of any script. It may contain a sign or code of the
    currency.

    :param currency: empty if none is chosen yet
    :raises AmountError: it is not an amount, below zero, has too many decimals, is larger than
        ``max_minor``, in another currency, or can mean two amounts
    """

    def amount_error(code: AmountFault, **more: Any) -> AmountError:
        """Return the error for the typed text."""
        return AmountError(code, currency, max_minor, **more)

    locale = numbers.locale()
    found = split_amount(text, locale)
    if found is None:
        raise amount_error(AmountFault.NOT_A_NUMBER)
    named = [currencies_of(sign, locale, CURRENCIES) for sign in found.signs]
    if not all(named):
        raise amount_error(AmountFault.NOT_A_NUMBER)
    for sign, codes in zip(found.signs, named, strict=True):
        if currency and currency not in codes:
            raise amount_error(AmountFault.OTHER_CURRENCY, sign=sign)
    digits = minor_digits(currency)
    by_point = currency in _POINT_GROUPS and frozenset({currency}) in named
    try:
        values = readings(found.number, locale, digits, groups_by_point=by_point)
    except NumberTextError as error:
        if error.fault is NumberFault.NOT_A_NUMBER:
            raise amount_error(AmountFault.NOT_A_NUMBER) from None
        meant = () if error.reading is None else (int(error.reading.scaleb(digits)),)
        raise amount_error(AmountFault.TOO_MANY_DECIMALS, readings=meant) from None
    if found.is_negative and any(values):
        raise amount_error(AmountFault.NEGATIVE)
    if min(values) > to_major(max_minor, currency):
        raise amount_error(AmountFault.TOO_LARGE)
    minor = tuple(int(value.scaleb(digits)) for value in values)
    if len(minor) > 1:
        raise amount_error(AmountFault.TWO_READINGS, readings=minor)
    return minor[0]


def typed(minor: int, currency: str) -> str:
    """Return an amount such as "1.50", as typed, without currency or thousands separators."""
    return f"{to_major(minor, currency):f}".replace(".", get_decimal_symbol(numbers.locale()))


def error_sentence(error: AmountError) -> str:
    """Return the sentence for the user that says why the text is not an amount."""
    currency = error.currency
    if error.fault == AmountFault.NEGATIVE:
        return _("Enter 0 or more.")
    if error.fault == AmountFault.TOO_LARGE:
        return _("Enter %(amount)s or less.") % {"amount": amount(error.max_minor, currency)}
    if error.fault == AmountFault.OTHER_CURRENCY:
        return _("“%(sign)s” doesn’t mean %(currency)s. Enter the amount in %(currency)s.") % {
            "sign": error.sign,
            "currency": currency_name(currency),
        }
    if error.fault == AmountFault.TWO_READINGS:
        return question(error)
    if error.fault == AmountFault.TOO_MANY_DECIMALS:
        return _("Enter a multiple of %(amount)s.") % {"amount": amount(1, currency)}
    return _("Enter an amount in digits, such as %(example)s.") % {
        "example": typed(15 * minor_unit(currency) // 10, currency)
    }


def question(error: AmountError) -> str:
    """Return the question which of its possible readings a typed amount means."""
    shown = [reading(minor, error.currency) for minor in error.readings]
    if len(shown) == 1:
        return _("Do you mean %(amount)s?") % {"amount": shown[0]}
    return _("Do you mean %(first)s or %(second)s?") % {"first": shown[0], "second": shown[1]}


def reading(minor: int, currency: str) -> str:
    """Return one possible reading as a label, without decimals if it has none: "HK$9,500"."""
    digits = minor_digits(currency)
    return _formatted_amount(minor, currency, 0 if minor % 10**digits == 0 else digits, sign=False)


@register.filter
def amount(minor: int, currency: str, *, sign: bool = False) -> str:
    """Return the amount as text in the reader's language: "HK$1.50", or "12 points" for points.

    :param currency: empty for points
    :param sign: whether positive amounts get a plus
    """
    if not currency:
        return points(minor, sign=sign)
    return _formatted_amount(minor, currency, _shown_digits(minor, currency), sign=sign)


@register.filter
def signed_amount(minor: int, currency: str) -> str:
    """Return the amount as text, with a plus if it is positive."""
    return amount(minor, currency, sign=True)


def scale(amounts: Sequence[int], currency: str) -> tuple[str, ...]:
    """Return the labels of a chart's axis: amounts with their signs, as short as possible.

    Points are plain numbers, and without cents in any amount, none has decimals.
    """
    if not currency:
        return tuple(numbers.signed(minor) for minor in amounts)
    digits = minor_digits(currency)
    if not any(minor % 10**digits for minor in amounts):
        digits = 0
    return tuple(_formatted_amount(minor, currency, digits, sign=True) for minor in amounts)


def figure(minor: int, currency: str, *, step: int = 1) -> str:
    """Return the amount as text with its sign but without its currency: "+1.50", or "+12" points.

    For columns whose heading has the currency.

    :param step: all amounts of the column are multiples of it; whole ones have no decimals
    """
    if not currency:
        return numbers.signed(minor)
    is_whole = step % minor_unit(currency) == 0
    digits = 0 if is_whole else _shown_digits(minor, currency)
    return _formatted_amount(minor, currency, digits, sign=True, is_bare=True)


def _shown_digits(minor: int, currency: str) -> int:
    """Return the number of decimals that the amount is written with."""
    if currency in _WHOLE_IN_USE and minor % minor_unit(currency) == 0:
        return 0
    return minor_digits(currency)


def currency_name(currency: str) -> str:
    """Return the plural name of the currency: "Hong Kong dollars"."""
    return str(get_currency_name(currency, count=2, locale=numbers.locale()))


def _formatted_amount(
    minor: int, currency: str, digits: int, *, sign: bool, is_bare: bool = False
) -> str:
    """Return the amount as text in the reader's format, with `digits` decimals.

    :param is_bare: without the currency
    """
    locale = _MONEY_LOCALES.get(numbers.locale(), numbers.locale())
    plus = "+" if sign and minor else ""
    symbol = get_currency_symbol(currency, locale=locale)
    local_sign = _LOCAL_SIGNS.get(currency, "")
    if symbol not in (currency, local_sign):
        local_sign = ""
    # As in Babel's own data: "KWD 1.500", but "HK$1.50".
    is_word = not local_sign and symbol[-1:].isalpha()
    pattern = _number_pattern(locale, digits, plus, is_word, is_bare, local_sign=local_sign)
    value = to_major(minor, currency)
    return str(pattern.apply(value, locale, currency=currency, currency_digits=False))


@lru_cache(maxsize=128)
def _number_pattern(
    locale: str, digits: int, plus: str, is_word: bool, is_bare: bool, *, local_sign: str
) -> NumberPattern:
    """Return Babel's pattern for amounts with `digits` decimals and the given plus sign.

    :param local_sign: sign of the currency in place of Babel's; empty for Babel's
    """
    plain = str(Locale.parse(locale).currency_formats["standard"].pattern).split(";")[0]
    if is_bare:
        plain = plain.replace("¤", "").strip("\N{NO-BREAK SPACE} ")
    elif is_word:
        plain = re.sub(r"¤(?=[#0])", "¤\N{NO-BREAK SPACE}", plain)
    if local_sign:
        plain = plain.replace("¤", local_sign)
    pattern = parse_pattern(f"{plus}{plain};−{plain}")
    # Override Babel's number of decimals.
    pattern.frac_prec = (digits, digits)
    return pattern


def points(number: int, *, sign: bool = False) -> str:
    """Return "12 points", or with a sign "+1 point", "−3 points"."""
    shown = numbers.signed(number) if sign or number < 0 else numbers.unsigned(number)
    return ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": shown}


def stake(stake_minor: int, currency: str) -> str:
    """Return the label for the value of a point: "HK$1 a point" or "For points"."""
    if not currency or not stake_minor:
        return _("For points")
    return _("%(amount)s a point") % {"amount": amount(stake_minor, currency)}


def max_loss(minor: int, currency: str) -> str:
    """Return the label for a session's maximum loss; empty if it is played for points."""
    if not currency or not minor:
        return ""
    return _("max. loss %(amount)s") % {"amount": amount(minor, currency)}


Choices = list[tuple[str, str | list[tuple[str, str]]]]


def currency_choices() -> Choices:
    """Return a form's choices for a currency, in two groups: common ones, then all others."""
    return _grouped_choices(numbers.locale())


@lru_cache(maxsize=32)
def _grouped_choices(locale: str) -> Choices:
    """Return the choices of `currency_choices` for the active language; cached by locale."""

    def labelled(codes: tuple[str, ...]) -> list[tuple[str, str]]:
        """Return the codes as choices with labels such as "EUR · euro"."""
        return [(code, f"{code} · {get_currency_name(code, locale=locale)}") for code in codes]

    others = tuple(code for code in CURRENCIES if code not in COMMON)
    return [(_("Common currencies"), labelled(COMMON)), (_("Other currencies"), labelled(others))]


def stake_choices() -> Choices:
    """Return a form's choices for the currency of a stake: "Points only", then all currencies."""
    return [("", _("Points only")), *currency_choices()]

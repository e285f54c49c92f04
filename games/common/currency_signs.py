"""Signs and words for currencies next to an amount: "HK$", "Rp", "EUR"."""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from babel.numbers import get_currency_name, get_currency_symbol

_DOLLARS: Final = """
    ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MOP MXN NAD NZD SBD SGD
    SRD TOP TTD TWD USD UYU XCD ZWG
"""
_YUAN: Final = "CNY HKD MOP SGD TWD"
_RUPEES: Final = "INR LKR MUR NPR PKR SCR"
#: Signs in use, in addition to ISO 4217 codes and to Babel's signs and names in English and in the
#: reader's language.
_SIGNS: Final[Mapping[str, str]] = {
    "$": _DOLLARS, "dollar": _DOLLARS, "dollars": _DOLLARS, "HK$": "HKD", "NT$": "TWD",
    "NTD": "TWD", "TW$": "TWD", "S$": "SGD", "SG$": "SGD", "US$": "USD", "A$": "AUD", "AU$": "AUD",
    "C$": "CAD NIO", "CA$": "CAD", "NZ$": "NZD", "MOP$": "MOP", "MX$": "MXN", "R$": "BRL",
    "¥": "CNY JPY", "元": _YUAN, "圓": f"{_YUAN} JPY", "圆": _YUAN, "塊": _YUAN, "块": _YUAN,
    "蚊": "HKD MOP", "円": "JPY", "RMB": "CNY", "CN¥": "CNY", "JP¥": "JPY", "人民币": "CNY",
    "人民幣": "CNY", "港元": "HKD", "港幣": "HKD", "港币": "HKD", "台幣": "TWD", "台币": "TWD",
    "新台幣": "TWD", "新台币": "TWD", "澳門元": "MOP", "日圓": "JPY", "日元": "JPY",
    "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP EGP FKP GIP LBP SDG SHP SSP SYP",
    "Fr": "CHF", "SFr": "CHF", "Fr.": "CHF", "kr": "DKK ISK NOK SEK", "Kč": "CZK", "zł": "PLN",
    "Ft": "HUF", "lei": "MDL RON", "₺": "TRY", "TL": "TRY", "₽": "RUB", "₴": "UAH",
    "Rp": "IDR", "RM": "MYR", "₱": "PHP", "P": "PHP", "peso": "PHP", "pesos": "PHP", "Php": "PHP",
    "₫": "VND", "đ": "VND", "VNĐ": "VND", "฿": "THB", "₩": "KPW KRW", "원": "KRW", "₹": "INR",
    "Rs": _RUPEES, "₪": "ILS", "₦": "NGN", "₵": "GHS", "₡": "CRC", "₲": "PYG", "৳": "BDT",
    "៛": "KHR", "₭": "LAK", "₮": "MNT", "₸": "KZT", "₼": "AZN", "₾": "GEL", "S/": "PEN",
    "Q": "GTQ", "L": "HNL", "R": "ZAR", "B/": "PAB", "Bs": "BOB VES", "KSh": "KES",
}  # fmt: skip


def currencies_of(sign: str, locale: str, codes: tuple[str, ...]) -> frozenset[str]:
    """Return the codes of the currencies that the sign can mean; empty if it is not such a sign.

    :param locale: the reader's locale, as Babel names it
    :param codes: all known currencies
    """
    return _currencies_by_sign(locale, codes).get(_sign_key(sign), frozenset())


@lru_cache(maxsize=16)
def _currencies_by_sign(locale: str, codes: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """Return, by `_sign_key`, the codes of the currencies that each sign can mean."""
    found: dict[str, set[str]] = defaultdict(set)
    for sign, named in _SIGNS.items():
        found[_sign_key(sign)].update(named.split())
    for code in codes:
        signs = {code, f"{code}$" if code in _DOLLARS else code}
        for each in {locale, "en"}:
            signs.add(get_currency_symbol(code, locale=each))
            signs.update(get_currency_name(code, count, locale=each) for count in (None, 1, 2))
        for sign in signs:
            found[_sign_key(sign)].add(code)
    return {sign: frozenset(named) for sign, named in found.items() if sign}


def _sign_key(sign: str) -> str:
    """Return the sign without spaces, points and case: the common key of all its spellings."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", sign).casefold())
    return "".join(
        each
        for each in text
        if not each.isspace() and each != "." and unicodedata.category(each) != "Cf"
    )

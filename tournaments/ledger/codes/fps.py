"""Hong Kong's Faster Payment System (FPS, 轉數快).

Source: Payee-presented QR Code Specification for Faster Payment System, version 1.2 (Hong Kong
Interbank Clearing Limited, 2019), on the Common QR Code Specification for Retail Payments in Hong
Kong: data object 26 holds hk.com.hkicl and the proxy: 02 an FPS identifier, 03 a mobile number like
+852-67891234, 04 an e-mail address.

The specification puts a shop's reference into label 05 of data object 62. Banking apps refuse codes
of personal accounts that have a 62, so it is left out and the payer types the reference.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum, auto

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault
from tournaments.ledger.codes.phone_numbers import country_and_number, spaced_number

CURRENCY = "HKD"
#: Only in these groups, so that a mobile number with a missing digit does not match.
_IDENTIFIER = re.compile("[0-9]{3} ?[0-9]{4}|[0-9]{3} ?[0-9]{3} ?[0-9]{3}")
#: With an international call prefix: 00 in most places, 001 in Hong Kong.
_HONG_KONG = re.compile(r"(?:(?:\+|001?)?852)?([4-9][0-9]{7})")
_MAINLAND = re.compile(r"(?:(?:\+|001?)?860?)?(1[3-9][0-9]{9})")
#: Other countries. 001 is ambiguous here: Hong Kong's prefix, or 00 and country code 1.
_ABROAD = re.compile(r"(?:\+|00(?!1) ?|00 )([1-9][0-9 ]+)")
_OWN_PATTERN = {"852", "86"}
#: Longer addresses do not fit with the scheme's identifier.
_EMAIL = re.compile(r"(?=.{6,79}$)[!#$%&'*+./0-9=?A-Z^_`a-z{|}~-]+@([0-9A-Za-z-]+\.)+[A-Za-z]{2,}")


class ProxyKind(StrEnum):
    """Kinds of proxies, as recognized in typed text."""

    IDENTIFIER = auto()
    MOBILE = auto()
    EMAIL = auto()


@dataclass(frozen=True, slots=True)
class FpsDetails:
    """An account with an FPS identifier, "+852-67891234" or an e-mail address as proxy."""

    proxy: str
    name: str

    @classmethod
    def of(cls, proxy: str, name: str) -> "FpsDetails":
        """Return details from typed text, validated and in the scheme's format.

        :raises CodeError: if the proxy is none of the three, or the scheme cannot carry the name
        """
        return cls(_valid_proxy(proxy), emv.payee_name(name))

    @property
    def kind(self) -> ProxyKind:
        """The kind of the proxy."""
        if "@" in self.proxy:
            return ProxyKind.EMAIL
        return ProxyKind.MOBILE if self.proxy.startswith("+") else ProxyKind.IDENTIFIER

    @property
    def account(self) -> str:
        """The proxy for display."""
        return self.proxy

    @property
    def masked(self) -> str:
        """The proxy's last digits, or the address's first letter and host; safe for onlookers."""
        name, at, host = self.proxy.partition("@")
        return f"{name[0]}••••{at}{host}" if at else f"•••• {self.proxy[-4:]}"


#: Labels of the proxies in data object 26.
_PLACES = {ProxyKind.IDENTIFIER: "02", ProxyKind.MOBILE: "03", ProxyKind.EMAIL: "04"}


def payload(details: FpsDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the code for one payment, without the reference.

    :param reference: ignored: banks refuse codes of personal accounts with a reference
    :raises CodeError: if the amount is not positive or too large
    """
    place = _PLACES[details.kind]
    return emv.single_payment_code(
        emv.chain([("00", "hk.com.hkicl"), (place, details.proxy)]),
        currency="344",
        amount_minor=amount_minor,
        country="HK",
        name=details.name,
        city="HK",
        reference=("05", ""),
    )


def _valid_proxy(typed: str) -> str:
    """Return the normalized proxy: an identifier, "+852-67891234" or an e-mail address.

    :raises CodeError: if the text is none of the three
    """
    plain = unicodedata.normalize("NFKC", typed)
    if "@" in plain:
        # Keep spaces within an address: removing them could make it another payee's.
        text = "".join(each for each in plain if unicodedata.category(each) != "Cf").strip()
        if _EMAIL.fullmatch(text):
            return text
    else:
        spaced = spaced_number(typed)
        text = spaced.replace(" ", "")
        if local := _HONG_KONG.fullmatch(text):
            return f"+852-{local[1]}"
        if mainland := _MAINLAND.fullmatch(text):
            return f"+86-{mainland[1]}"
        if _IDENTIFIER.fullmatch(spaced):
            return text
        if abroad := _ABROAD.fullmatch(spaced):
            code, number = country_and_number(abroad[1].replace(" ", ""))
            if code and code not in _OWN_PATTERN and _has_valid_length(code, number):
                return f"+{code}-{number}"
    raise CodeError(CodeFault.FPS_PROXY, "not an FPS identifier, mobile number or e-mail address")


def _has_valid_length(country_code: str, digits: str) -> bool:
    """Return whether digits after a country code have a valid length.

    That is 10 with code 1, otherwise at least 6 and, with the code, at most 15.
    """
    return len(digits) == 10 if country_code == "1" else 6 <= len(digits) <= 15 - len(country_code)

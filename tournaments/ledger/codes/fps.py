"""The Faster Payment System (轉數快), of Hong Kong.

Source: Payee-presented QR Code Specification for Faster Payment System, version 1.2 (Hong Kong
Interbank Clearing Limited, 2019), on the Common QR Code Specification for Retail Payments in Hong
Kong: the data object 26 holds hk.com.hkicl and what the account goes by, 02 an FPS identifier, 03 a
mobile number as +852-67891234, 04 an e-mail address. The reference is the label 05 of 62.
"""

import re
from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import FpsProxyError

CURRENCY = "HKD"
_IDENTIFIER = re.compile("[0-9]{7}|[0-9]{9}")
_LOCAL_MOBILE = re.compile(r"(?:\+852|00852)?-?([4-9][0-9]{7})")
_MOBILE = re.compile(r"\+[1-9][0-9]{0,2}-[0-9]{6,14}")
#: Longer ones do not fit beside the name of the scheme.
_EMAIL = re.compile(r"(?=.{6,79}$)[!#$%&'*+./0-9=?A-Z^_`a-z{|}~-]+@([0-9A-Za-z-]+\.)+[A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class FpsDetails:
    """An account that goes by an FPS identifier, "+852-67891234" or an e-mail address."""

    proxy: str
    name: str

    @classmethod
    def of(cls, proxy: str, name: str) -> "FpsDetails":
        """Return the details that somebody typed, put right.

        :raises FpsProxyError: if the proxy is none of the three
        :raises PayeeNameError: if the scheme does not carry the name
        """
        return cls(_proxy(proxy), emv.payee_name(name))

    @property
    def account(self) -> str:
        """What the account goes by, to be read."""
        return self.proxy

    @property
    def masked(self) -> str:
        """The same for somebody who looks over the owner's shoulder."""
        name, at, host = self.proxy.partition("@")
        return f"{name[0]}••••{at}{host}" if at else f"•••• {self.proxy[-4:]}"


def payload(details: FpsDetails, amount_minor: int, reference: str) -> str:
    """Return the code for one payment.

    :raises CodeAmountError: if the amount is not positive or too large
    :raises CodeReferenceError: if the reference is too long, or not in Latin letters
    """
    place = "04" if "@" in details.proxy else "03" if details.proxy.startswith("+") else "02"
    return emv.transfer(
        emv.chain([("00", "hk.com.hkicl"), (place, details.proxy)]),
        currency="344",
        amount_minor=amount_minor,
        country="HK",
        name=details.name,
        city="HK",
        reference=("05", reference),
    )


def _proxy(typed: str) -> str:
    text = re.sub(r"[\s()]", "", typed)
    local = _LOCAL_MOBILE.fullmatch(text)
    if local:
        return f"+852-{local[1]}"
    if any(kind.fullmatch(text) for kind in (_IDENTIFIER, _MOBILE, _EMAIL)):
        return text
    raise FpsProxyError("neither an FPS identifier nor a mobile number nor an e-mail address")

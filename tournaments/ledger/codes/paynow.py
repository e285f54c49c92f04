"""Singapore's PayNow.

Source: the PayNow payload of the Singapore Quick Response Code (SGQR) of the Association of Banks
in Singapore and the Monetary Authority of Singapore: data object 26 holds SG.PAYNOW, the kind of
proxy (0 mobile number, 2 UEN), the proxy, and whether the amount is editable. The expiry (04) is
optional.
"""

import re
from dataclasses import dataclass

from stdnum.exceptions import ValidationError
from stdnum.sg import uen

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault
from tournaments.ledger.codes.phone_numbers import spaced_number

CURRENCY = "SGD"
_MOBILE = re.compile(r"(?:(?:\+|00)?65)?([89][0-9]{7})")
#: Length of the suffix that distinguishes several accounts of a company.
_SUFFIX = 3


@dataclass(frozen=True, slots=True)
class PayNowDetails:
    """An account with a mobile number, "+6591234567", or a UEN as proxy."""

    proxy: str
    name: str

    @classmethod
    def of(cls, proxy: str, name: str) -> "PayNowDetails":
        """Return details from typed text, validated and in the scheme's format.

        :raises CodeError: if the proxy is neither number, or the scheme cannot carry the name
        """
        return cls(_valid_proxy(proxy), emv.payee_name(name))

    @property
    def account(self) -> str:
        """The proxy for display."""
        if self.proxy.startswith("+"):
            return f"{self.proxy[:3]} {self.proxy[3:7]} {self.proxy[7:]}"
        return self.proxy

    @property
    def masked(self) -> str:
        """The proxy's last four characters, safe for onlookers."""
        return f"•••• {self.proxy[-4:]}"


def payload(details: PayNowDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the code for one payment; the amount is not editable.

    :raises CodeError: if the amount is not positive or too large, or the reference is too long or
        not in Latin letters
    """
    kind = "0" if details.proxy.startswith("+") else "2"
    account = [("00", "SG.PAYNOW"), ("01", kind), ("02", details.proxy), ("03", "0")]
    return emv.single_payment_code(
        emv.chain(account),
        currency="702",
        amount_minor=amount_minor,
        country="SG",
        name=details.name,
        city="Singapore",
        reference=("01", reference),
    )


def _valid_proxy(typed: str) -> str:
    """Return the mobile number as "+65…", or the UEN with its optional suffix."""
    text = spaced_number(typed).replace(" ", "").upper()
    mobile = _MOBILE.fullmatch(text)
    if mobile:
        return f"+65{mobile[1]}"
    plain = text[:-_SUFFIX] if len(text) > 11 else text
    try:
        uen.validate(plain)
    except ValidationError as error:
        raise CodeError(
            CodeFault.PAYNOW_PROXY, "neither a Singapore mobile number nor a UEN"
        ) from error
    if not re.fullmatch("[0-9A-Z]+", text):
        raise CodeError(CodeFault.PAYNOW_PROXY, "the suffix of a UEN has three letters or digits")
    return text

"""Thailand's PromptPay.

Source: the Thai QR Code Payment Standard of the Bank of Thailand on the EMVCo format, as banks and
the public library promptpay-qr (github.com/dtinth/promptpay-qr) implement it: data object 29 holds
the application ID A000000677010111 and one proxy, which is a mobile number (01, 13 digits starting
with 0066), a national or tax ID (02, 13 digits) or an e-wallet ID (03, 15 digits). Amounts have two
decimals. Codes carry no name: the payer's bank looks it up and shows it.
"""

import re
from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault
from tournaments.ledger.codes.phone_numbers import spaced_number

CURRENCY = "THB"
NAME_LENGTH = 70
_SCHEME_ID = "A000000677010111"
#: A mobile number in Thailand, with or without the country code.
_MOBILE = re.compile(r"(?:(?:\+|00)?66|0)([689][0-9]{8})")
#: Identifiers of the proxies, by their numbers of digits.
_KINDS = {10: "01", 13: "02", 15: "03"}


@dataclass(frozen=True, slots=True)
class PromptPayDetails:
    """An account with a mobile number, "0812345678", a 13-digit ID or an e-wallet ID as proxy."""

    proxy: str
    name: str

    @classmethod
    def of(cls, proxy: str, name: str) -> "PromptPayDetails":
        """Return details from typed text, validated and in the scheme's format.

        :raises CodeError: if the proxy is none of the three numbers, the check digit of an ID is
            wrong, or the name is empty or longer than 70 characters
        """
        name = " ".join(name.split())
        if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
            raise CodeError(CodeFault.NAME_LENGTH, "not a name", longest=NAME_LENGTH)
        return cls(_valid_proxy(proxy), name)

    @property
    def account(self) -> str:
        """The proxy for display."""
        if len(self.proxy) == 10:
            return f"{self.proxy[:3]} {self.proxy[3:6]} {self.proxy[6:]}"
        return self.proxy

    @property
    def masked(self) -> str:
        """The proxy's last four digits, safe for onlookers."""
        return f"•••• {self.proxy[-4:]}"


def payload(details: PromptPayDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the code for one payment.

    :param reference: not carried: the payer types it in the app
    :raises CodeError: if the amount is not positive or too large
    """
    kind, proxy = _KINDS[len(details.proxy)], details.proxy
    if len(proxy) == 10:
        proxy = f"0066{proxy[1:]}"
    return emv.encode(
        [
            ("00", "01"),
            ("01", emv.DYNAMIC),
            ("29", emv.chain([("00", _SCHEME_ID), (kind, proxy)])),
            ("58", "TH"),
            ("53", "764"),
            ("54", emv.two_decimals(amount_minor)),
        ]
    )


def _valid_proxy(typed: str) -> str:
    """Return the mobile number as "0…", or the digits of the ID.

    :raises CodeError: if it is neither
    """
    text = spaced_number(typed).replace(" ", "")
    mobile = _MOBILE.fullmatch(text)
    if mobile:
        return f"0{mobile[1]}"
    if re.fullmatch("[0-9]{15}", text):
        return text
    if not re.fullmatch("[0-9]{13}", text):
        raise CodeError(CodeFault.PROMPTPAY_PROXY, "neither a Thai mobile number nor an ID")
    # National and tax IDs have the same check digit.
    total = sum(weight * int(digit) for weight, digit in zip(range(13, 1, -1), text, strict=False))
    if (11 - total % 11) % 10 != int(text[-1]):
        raise CodeError(CodeFault.THAI_ID, "wrong check digit")
    return text

"""India's Unified Payments Interface (UPI): a link that UPI apps open, also as a QR code.

Source: NPCI, UPI Linking Specifications, version 1.6: upi://pay with the payee's address (pa), name
(pn), note (tn), amount (am) and currency (cu); spaces are %20. The amount has at most two decimals.
The parameters of merchants (mc, tid, tr) are left out of payments between people.
"""

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import quote

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = "INR"
NAME_LENGTH, NOTE_LENGTH = 70, 50
#: An address: letters, digits, dots, hyphens and underscores, then the handle of the bank or app.
_ADDRESS = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,253}[a-z0-9])?@[a-z][a-z0-9]{1,63}")


@dataclass(frozen=True, slots=True)
class UpiDetails:
    """A UPI ID, "ann@okbank", and the name registered with it."""

    address: str
    name: str

    @classmethod
    def of(cls, address: str, name: str) -> "UpiDetails":
        """Return details from typed text, validated and in lower case.

        :raises CodeError: if the address is not a UPI ID, or the name is empty or longer than 70
            characters
        """
        text = unicodedata.normalize("NFKC", address).strip().lower()
        if not _ADDRESS.fullmatch(text):
            raise CodeError(CodeFault.UPI_ADDRESS, "not a UPI ID")
        name = " ".join(name.split())
        if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
            raise CodeError(CodeFault.NAME_LENGTH, "not a name", longest=NAME_LENGTH)
        return cls(text, name)

    @property
    def account(self) -> str:
        """The UPI ID for display."""
        return self.address

    @property
    def masked(self) -> str:
        """The ID's first letter and its handle, safe for onlookers."""
        name, _at, handle = self.address.partition("@")
        return f"{name[0]}••••@{handle}"


def payload(details: UpiDetails, amount_minor: int, reference: str) -> str:
    """Return the link for one payment, which is the code's content.

    :raises CodeError: if the amount is not positive or too large
    """
    parts = [
        ("pa", details.address),
        ("pn", details.name),
        ("am", emv.two_decimals(amount_minor)),
        ("cu", CURRENCY),
    ]
    if reference:
        parts.append(("tn", reference))
    return "upi://pay?" + "&".join(f"{name}={quote(value, safe='@')}" for name, value in parts)


def fit_reference(details: UpiDetails, reference: str) -> str:
    """Return the reference shortened to a note of 50 plain characters."""
    plain = unicodedata.normalize("NFKD", reference).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9 .,-]", " ", plain)
    return " ".join(plain.split())[:NOTE_LENGTH].strip()

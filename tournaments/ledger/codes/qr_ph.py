"""QR Ph, of the Philippines.

Source: the National QR Code Standard of the Bangko Sentral ng Pilipinas (Circular 1055, 2019), on
the format of EMVCo: persons stand under com.p2pqrpay in the data object 27, shops under ph.ppmi.p2m
in 28. Which number of which bank stands there is for the bank to say, so nobody types it here: the
payee pastes the code that the own bank or wallet has made, and an amount is put into it.
"""

from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import OtherSchemeError

CURRENCY = "PHP"
_OWNERS = ("com.p2pqrpay", "ph.ppmi.p2m")


@dataclass(frozen=True, slots=True)
class QrPhDetails:
    """The code that somebody's bank or wallet has made for them."""

    static: str

    @classmethod
    def of(cls, static: str) -> "QrPhDetails":
        """Return the details that somebody pasted, put right.

        :raises UnreadableCodeError: if it is no code
        :raises ChecksumError: if a character of it is wrong
        :raises SingleUseCodeError: if it is for one payment
        :raises OtherSchemeError: if it is not of QR Ph, of the Philippines and in pesos
        """
        objects = emv.static(static)
        values = dict(objects)
        is_known = any(emv.account_of(objects, owner) for owner in _OWNERS)
        if not is_known or values.get("53") != "608" or values.get("58") != "PH":
            raise OtherSchemeError("not a code of QR Ph")
        return cls(emv.tidy(static))

    @property
    def name(self) -> str:
        """Whom the code says that it pays."""
        return dict(emv.parsed(self.static)).get("59", "")

    @property
    def account(self) -> str:
        """Empty: what a code has there is for banks to read."""
        return ""

    @property
    def masked(self) -> str:
        """What tells the owner which code it is."""
        return self.name


def payload(details: QrPhDetails, amount_minor: int, reference: str) -> str:
    """Return the payee's own code, for one payment of the amount.

    :param reference: not put into the code, which is the bank's
    :raises CodeAmountError: if the amount is not positive or too large
    """
    return emv.with_amount(emv.parsed(details.static), emv.decimal(amount_minor))

"""QR Ph, the Philippine national standard.

Source: the National QR Code Standard of the Bangko Sentral ng Pilipinas (Circular 1055, 2019), on
the EMVCo format: personal accounts are in data object 27 under com.p2pqrpay, merchants in 28 under
ph.ppmi.p2m. The bank decides which account number is stored there, so payees paste the code that
their bank or wallet made, and the amount is added.
"""

from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = "PHP"
_SCHEME_IDS = ("com.p2pqrpay", "ph.ppmi.p2m")


@dataclass(frozen=True, slots=True)
class QrPhDetails:
    """A reusable code made by the payee's bank or wallet, as text."""

    static: str

    @classmethod
    def of(cls, static: str) -> "QrPhDetails":
        """Return the validated details of a pasted code.

        :raises CodeError: if it is not a code, a character is wrong, it is for a single payment, or
            it is not a QR Ph code of the Philippines in pesos
        """
        objects = emv.parse_static(static)
        values = dict(objects)
        is_known = any(emv.account_of(objects, owner) for owner in _SCHEME_IDS)
        if not is_known or values.get("53") != "608" or values.get("58") != "PH":
            raise CodeError(CodeFault.OTHER_SCHEME, "not a QR Ph code")
        return cls(emv.tidy(static))

    @property
    def name(self) -> str:
        """The payee's name in the code."""
        return dict(emv.decode(self.static)).get("59", "")

    @property
    def account(self) -> str:
        """Empty: only banks can read the account in the code."""
        return ""

    @property
    def masked(self) -> str:
        """The name, by which the owner recognizes the code."""
        return self.name


def payload(details: QrPhDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the payee's code, with the amount of one payment but no reference.

    :param reference: ignored: the code belongs to the bank
    :raises CodeError: if the amount is not positive or too large
    """
    return emv.with_amount(emv.decode(details.static), emv.decimal(amount_minor))

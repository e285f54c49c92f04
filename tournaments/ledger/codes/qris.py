"""QRIS, the Indonesian national standard.

Source: Bank Indonesia's national standard of codes for payments (PADG 21/18/PADG/2019), on the
EMVCo format: merchants are under ID.CO.QRIS.WWW with their national number. Only registered
merchants, however small, have a code; so payees paste their static code, and the amount is added in
whole rupiah.
"""

from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = "IDR"
_SCHEME_ID = "ID.CO.QRIS.WWW"


@dataclass(frozen=True, slots=True)
class QrisDetails:
    """A reusable code made by the payee's provider, as text."""

    static: str

    @classmethod
    def of(cls, static: str) -> "QrisDetails":
        """Return the validated details of a pasted code.

        :raises CodeError: if it is not a code, a character is wrong, it is for a single payment, or
            it is not a QRIS code of Indonesia in rupiah
        """
        objects = emv.parse_static(static)
        values = dict(objects)
        is_known = bool(emv.account_of(objects, _SCHEME_ID))
        if not is_known or values.get("53") != "360" or values.get("58") != "ID":
            raise CodeError(CodeFault.OTHER_SCHEME, "not a QRIS code")
        return cls(emv.tidy(static))

    @property
    def name(self) -> str:
        """The payee's name in the code."""
        return dict(emv.decode(self.static)).get("59", "")

    @property
    def account(self) -> str:
        """The merchant's national number."""
        return emv.account_of(emv.decode(self.static), _SCHEME_ID).get("02", "")

    @property
    def masked(self) -> str:
        """The name, by which the owner recognizes the code."""
        return self.name


def payload(details: QrisDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the payee's code, with the amount of one payment but no reference.

    :param reference: ignored: the code belongs to the provider
    :raises CodeError: if the amount is not positive, too large, or not in whole rupiah
    """
    if amount_minor % 100:
        raise CodeError(CodeFault.AMOUNT, "amounts must be whole rupiah")
    return emv.with_amount(emv.decode(details.static), emv.decimal(amount_minor))

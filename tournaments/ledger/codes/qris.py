"""QRIS, of Indonesia.

Source: Bank Indonesia's national standard of codes for payments (PADG 21/18/PADG/2019), on the
format of EMVCo: a shop stands under ID.CO.QRIS.WWW, with its national number. It takes a registered
shop, however small, to have one; so the payee pastes the own static code, and an amount is put into
it, in whole rupiah.
"""

from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeAmountError, OtherSchemeError

CURRENCY = "IDR"
_OWNER = "ID.CO.QRIS.WWW"


@dataclass(frozen=True, slots=True)
class QrisDetails:
    """The code that somebody's provider has made for them."""

    static: str

    @classmethod
    def of(cls, static: str) -> "QrisDetails":
        """Return the details that somebody pasted, put right.

        :raises UnreadableCodeError: if it is no code
        :raises ChecksumError: if a character of it is wrong
        :raises SingleUseCodeError: if it is for one payment
        :raises OtherSchemeError: if it is not of QRIS, of Indonesia and in rupiah
        """
        objects = emv.static(static)
        values = dict(objects)
        is_known = bool(emv.account_of(objects, _OWNER))
        if not is_known or values.get("53") != "360" or values.get("58") != "ID":
            raise OtherSchemeError("not a code of QRIS")
        return cls(emv.tidy(static))

    @property
    def name(self) -> str:
        """Whom the code says that it pays."""
        return dict(emv.parsed(self.static)).get("59", "")

    @property
    def account(self) -> str:
        """The national number of the shop."""
        return emv.account_of(emv.parsed(self.static), _OWNER).get("02", "")

    @property
    def masked(self) -> str:
        """What tells the owner which code it is."""
        return self.name


def payload(details: QrisDetails, amount_minor: int, reference: str) -> str:
    """Return the payee's own code, for one payment of the amount.

    :param reference: not put into the code, which is the provider's
    :raises CodeAmountError: if the amount is not positive, too large, or not in whole rupiah
    """
    if amount_minor % 100:
        raise CodeAmountError("rupiah are paid whole")
    return emv.with_amount(emv.parsed(details.static), emv.decimal(amount_minor))

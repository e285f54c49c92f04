"""DuitNow QR, the Malaysian national standard.

Source: PayNet's DuitNow QR specification, merchant-presented mode, in the developer documentation
at docs.developer.paynet.my: the EMVCo format with version 02 in data object 00 and the account in a
template with application ID A0000006150001. The bank or wallet assigns the identifier in the
template, and only a registered acquirer can look one up by phone number, so payees give us the code
that their app made. Like PayNet's examples of static codes with an amount, the code stays static
(11): identifiers of dynamic codes are made for one payment.
"""

from dataclasses import dataclass

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = "MYR"
_SCHEME_ID = "A0000006150001"
_VERSION = "02"
#: Data object with a digest of the code, which only the bank can recompute.
_DIGEST = "82"


@dataclass(frozen=True, slots=True)
class DuitNowDetails:
    """A reusable code made by the payee's bank or wallet, as text."""

    static: str

    @classmethod
    def of(cls, static: str) -> "DuitNowDetails":
        """Return the validated details of a pasted code.

        :raises CodeError: if it is not a code, a character is wrong, it is for a single payment, it
            is not a DuitNow code of Malaysia in ringgit, or no amount can be added to it
        """
        text = emv.tidy(static)
        version = emv.code_version(text)
        objects = emv.parse_static(text, version)
        values = dict(objects)
        is_known = bool(emv.account_of(objects, _SCHEME_ID))
        if not is_known or values.get("53") != "458" or values.get("58") != "MY":
            raise CodeError(CodeFault.OTHER_SCHEME, "not a DuitNow code")
        if _DIGEST in values:
            raise CodeError(CodeFault.SEALED, "the code has a digest")
        return cls(text)

    @property
    def name(self) -> str:
        """The payee's name in the code."""
        return dict(_objects(self)).get("59", "")

    @property
    def account(self) -> str:
        """Empty: only banks can read the account in the code."""
        return ""

    @property
    def masked(self) -> str:
        """The name, by which the owner recognizes the code."""
        return self.name


def payload(details: DuitNowDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the payee's code, with the amount of one payment but no reference.

    :param reference: ignored: the code belongs to the bank
    :raises CodeError: if the amount is not positive or too large
    """
    amount = emv.two_decimals(amount_minor)
    return emv.with_amount(_objects(details), amount, initiation=emv.STATIC)


def _objects(details: DuitNowDetails) -> tuple[emv.DataObject, ...]:
    """Return the data objects of the stored code, which was validated when stored."""
    return emv.decode(details.static, emv.code_version(details.static))

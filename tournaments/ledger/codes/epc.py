"""SEPA transfer codes ("GiroCode") of the European Payments Council.

Source: EPC069-12, Quick Response Code: Guidelines to Enable Data Capture for the Initiation of a
SEPA Credit Transfer, version 2.1: eleven lines, at most 331 bytes, error correction M, symbols up
to version 13. segno draws the same code (``segno.helpers.make_epc_qr``) but does not return the
lines, which users can copy here; a test compares both.
"""

from dataclasses import dataclass

from stdnum import bic as bics
from stdnum import iban as ibans
from stdnum.exceptions import ValidationError

from tournaments.ledger.codes.emv import decimal
from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = "EUR"
NAME_LENGTH, REFERENCE_LENGTH, MAX_BYTES = 70, 140, 331
MAX_MINOR = 99_999_999_999
#: The European Economic Area; other countries also need a BIC.
EEA = {
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS",
    "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
}  # fmt: skip
#: All countries of SEPA credit transfers (EPC409-09, list of SEPA scheme countries).
SEPA = EEA | {"AD", "AL", "CH", "GB", "GI", "MC", "MD", "ME", "MK", "RS", "SM", "VA"}


@dataclass(frozen=True, slots=True)
class EpcDetails:
    """An account in the Single Euro Payments Area: IBAN, holder's name and BIC."""

    iban: str
    name: str
    bic: str = ""

    @classmethod
    def of(cls, iban: str, name: str, bic: str = "") -> "EpcDetails":
        """Return details from typed text, validated and without extra spaces.

        :raises CodeError: if the IBAN is invalid, its country is not in SEPA, the BIC is invalid,
            the BIC is required but missing, or the name is empty or longer than 70 characters
        """
        valid_iban = _valid_iban(iban)
        valid_bic = _valid_bic(bic)
        if not valid_bic and valid_iban[:2] not in EEA:
            raise CodeError(
                CodeFault.BIC_MISSING, "a BIC is required outside the European Economic Area"
            )
        name = " ".join(name.split())
        if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
            raise CodeError(
                CodeFault.NAME_LENGTH, "not a name that the scheme carries", longest=NAME_LENGTH
            )
        return cls(valid_iban, name, valid_bic)

    @property
    def account(self) -> str:
        """The IBAN for display."""
        return str(ibans.format(self.iban))

    @property
    def masked(self) -> str:
        """The IBAN's country and last four characters, safe for onlookers."""
        return f"{self.iban[:2]} •••• {self.iban[-4:]}"


def payload(details: EpcDetails, amount_minor: int, reference: str) -> str:
    """Return the text of the code: up to eleven lines.

    :raises CodeError: if the amount is not between 0.01 and 999 999 999.99 or the reference is
        longer than 140 characters, or too long together
        with the name
    """
    if amount_minor > MAX_MINOR:
        raise CodeError(CodeFault.AMOUNT, f"a transfer cannot carry the amount {amount_minor}")
    if len(reference) > REFERENCE_LENGTH or not reference.isprintable():
        raise CodeError(
            CodeFault.REFERENCE, f"not a reference of {REFERENCE_LENGTH} characters at most"
        )
    lines = [
        "BCD",
        "002",
        "1",  # UTF-8
        "SCT",
        details.bic,
        details.name,
        details.iban,
        f"EUR{decimal(amount_minor)}",
        "",  # purpose
        "",  # structured reference
        reference,
    ]
    # Empty elements at the end are left out.
    text = "\n".join(lines).rstrip("\n")
    if len(text.encode()) > MAX_BYTES:
        raise CodeError(CodeFault.REFERENCE, "reference and name are too long together")
    return text


def fit_reference(details: EpcDetails, reference: str) -> str:
    """Return the reference shortened to what a code with any amount can carry."""
    text = "".join(each if each.isprintable() else " " for each in reference)
    text = " ".join(text.split())[:REFERENCE_LENGTH]
    room = MAX_BYTES - len(payload(details, MAX_MINOR, "").encode()) - len("\n\n\n")
    return text.encode()[:room].decode(errors="ignore").strip()


def _valid_iban(typed: str) -> str:
    """Return the IBAN without spaces, which must be valid and of a SEPA country.

    :raises CodeError: if it is not an IBAN or its country is not in SEPA
    """
    try:
        number = str(ibans.validate(typed))
    except ValidationError as error:
        raise CodeError(CodeFault.IBAN, "not an IBAN") from error
    if number[:2] not in SEPA:
        raise CodeError(CodeFault.OUTSIDE_SEPA, f"{number[:2]} takes no SEPA credit transfers")
    return number


def _valid_bic(typed: str) -> str:
    """Return the BIC without spaces; empty if none was typed.

    :raises CodeError: if it is not a BIC
    """
    if not typed.strip():
        return ""
    try:
        return str(bics.validate(typed))
    except ValidationError as error:
        raise CodeError(CodeFault.BIC, "not a BIC") from error

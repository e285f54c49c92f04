"""Errors for invalid account details and values that a scheme cannot carry."""

from typing import ClassVar


class CodeError(ValueError):
    """A payment code cannot be made."""

    #: The invalid detail; empty if it is none of the payee's.
    detail: ClassVar[str] = ""


# --- Account details


class IbanError(CodeError):
    """The text is not an IBAN: its length, its letters or its check digits are wrong."""

    detail = "iban"


class OutsideSepaError(CodeError):
    """The IBAN's country is not in SEPA."""

    detail = "iban"


class BicError(CodeError):
    """The text is not a BIC."""

    detail = "bic"


class BicMissingError(CodeError):
    """The account is outside the European Economic Area and has no BIC."""

    detail = "bic"


class PayNowProxyError(CodeError):
    """The text is neither a Singapore mobile number nor a UEN."""

    detail = "proxy"


class FpsProxyError(CodeError):
    """The text is neither an FPS identifier, a mobile number nor an e-mail address."""

    detail = "proxy"


class PayeeNameError(CodeError):
    """The name is empty, too long, or has unsupported characters."""

    detail = "name"

    def __init__(self, longest: int) -> None:
        """Keep the scheme's maximum length of a name for the message."""
        super().__init__(f"not a name of 1 to {longest} characters that the scheme carries")
        self.longest = longest


class LinkError(CodeError):
    """The text is not a plain https URL of a named host."""

    detail = "url"


# --- Pasted codes


class UnreadableCodeError(CodeError):
    """The text is not a chain of data objects of a merchant-presented code."""

    detail = "static"


class ChecksumError(CodeError):
    """The checksum is wrong: a character is wrong or missing."""

    detail = "static"


class OtherSchemeError(CodeError):
    """The code belongs to another scheme, country or currency."""

    detail = "static"


class SingleUseCodeError(CodeError):
    """The code is for a single payment: it has an amount, or is not marked as static."""

    detail = "static"


# --- Payments


class CodeAmountError(CodeError):
    """The amount is not positive, too large, or has too many decimals."""


class CodeValueError(CodeError):
    """A value is empty or too long for its data object."""


class CodeReferenceError(CodeError):
    """The reference is too long or has unsupported characters."""

"""What a scheme cannot carry, and what is no account of it."""

from typing import ClassVar


class CodeError(ValueError):
    """Something cannot be made into a payment code."""

    #: The detail that is at fault; empty where none of the payee's is.
    detail: ClassVar[str] = ""


# --- Accounts, as the payee types them


class IbanError(CodeError):
    """The text is not an IBAN: its length, its letters or its check digits are wrong."""

    detail = "iban"


class OutsideSepaError(CodeError):
    """The IBAN is of a country that takes no SEPA credit transfers."""

    detail = "iban"


class BicError(CodeError):
    """The text is not a BIC."""

    detail = "bic"


class BicMissingError(CodeError):
    """The account lies outside the European Economic Area, where the BIC must be given."""

    detail = "bic"


class PayNowProxyError(CodeError):
    """The text is neither a mobile number of Singapore nor a UEN."""

    detail = "proxy"


class FpsProxyError(CodeError):
    """The text is neither an FPS identifier nor a mobile number nor an e-mail address."""

    detail = "proxy"


class PayeeNameError(CodeError):
    """The name is empty, too long, or has characters that the scheme does not carry."""

    detail = "name"

    def __init__(self, longest: int) -> None:
        super().__init__(f"not a name of 1 to {longest} characters that the scheme carries")
        self.longest = longest


class LinkError(CodeError):
    """The text is not a plain https address of a named host."""

    detail = "url"


# --- Codes, as the payee pastes them


class UnreadableCodeError(CodeError):
    """The text is not made of the data objects of a merchant-presented code."""

    detail = "static"


class ChecksumError(CodeError):
    """The text does not have the checksum that it ends with: a character is wrong or missing."""

    detail = "static"


class OtherSchemeError(CodeError):
    """The code belongs to another scheme, country or currency."""

    detail = "static"


class SingleUseCodeError(CodeError):
    """The code is for one payment: it has an amount, or says of itself that it is not static."""

    detail = "static"


# --- What is to be paid


class CodeAmountError(CodeError):
    """The scheme does not carry the amount: it is not positive, too large, or too fine."""


class CodeValueError(CodeError):
    """A value is empty or longer than its data object can be."""


class CodeReferenceError(CodeError):
    """The reference is longer than the scheme carries, or has characters that it does not."""

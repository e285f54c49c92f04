"""Errors for invalid account details and values that a scheme cannot carry."""

from enum import Enum, auto


class CodeFault(Enum):
    """Reasons why a payment code cannot be made; `detail` names the payee's invalid detail."""

    # Account details
    #: Its length, its letters or its check digits are wrong.
    IBAN = auto(), "iban"
    OUTSIDE_SEPA = auto(), "iban"
    BIC = auto(), "bic"
    #: The account is outside the European Economic Area, so it needs a BIC.
    BIC_MISSING = auto(), "bic"
    #: Neither a Singapore mobile number nor a UEN.
    PAYNOW_PROXY = auto(), "proxy"
    #: Neither an FPS identifier, a mobile number nor an e-mail address.
    FPS_PROXY = auto(), "proxy"
    #: Neither a Thai mobile number, a national or tax ID, nor an e-wallet ID.
    PROMPTPAY_PROXY = auto(), "proxy"
    #: The check digit of a Thai national or tax ID is wrong.
    THAI_ID = auto(), "proxy"
    #: Not a name and a handle with an @ between them.
    UPI_ADDRESS = auto(), "address"
    #: Looks like an IBAN, but its length, its letters or its check digits are wrong.
    IBAN_NUMBER = auto(), "number"
    #: Has no digit, other signs, or is too long; ``longest``
    ACCOUNT_NUMBER = auto(), "number"
    #: Empty or too long; ``longest``
    BANK_NAME = auto(), "bank"
    #: A line without a label, a colon and a value.
    LABELLED_LINE = auto(), "others"
    #: More lines than ``most``.
    TOO_MANY_LINES = auto(), "others"
    #: Empty or too long; ``longest``
    NAME_LENGTH = auto(), "name"
    #: Empty, too long, or not in Latin letters; ``longest``
    LATIN_NAME = auto(), "name"
    #: Not a plain https URL of a named host.
    LINK = auto(), "url"
    # Pasted codes
    #: Not a chain of data objects of a merchant-presented code.
    UNREADABLE = auto(), "static"
    #: A character is wrong or missing.
    CHECKSUM = auto(), "static"
    #: Of another scheme, country or currency.
    OTHER_SCHEME = auto(), "static"
    #: The code has an amount, or is not marked as static.
    SINGLE_USE = auto(), "static"
    #: A digest of the whole code, so that no amount can be added.
    SEALED = auto(), "static"
    # Payments
    #: Not positive, too large, or with too many decimals.
    AMOUNT = auto()
    #: Empty or too long for its data object.
    VALUE = auto()
    #: Too long, or with unsupported characters.
    REFERENCE = auto()

    def __init__(self, _number: int, detail: str = "") -> None:
        #: The name of the invalid detail; empty if it is none of the payee's.
        self.detail = detail


class CodeError(ValueError):
    """A payment code cannot be made; `params` are the parameters of the fault's message."""

    def __init__(self, fault: CodeFault, text: str, **params: int) -> None:
        super().__init__(f"{fault.name}: {text}")
        self.fault = fault
        self.params = params

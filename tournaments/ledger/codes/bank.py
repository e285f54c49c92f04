"""Plain details of a bank account, in any currency: text to copy, without a code.

An account number that looks like an IBAN is checked as one (ISO 13616).
"""

import re
from dataclasses import dataclass

from stdnum import iban as ibans
from stdnum.exceptions import ValidationError

from tournaments.ledger.codes.errors import CodeError, CodeFault

CURRENCY = ""
NAME_LENGTH, ACCOUNT_LENGTH, LABEL_LENGTH, MOST_OTHERS = 70, 40, 30, 6
#: What begins like an IBAN and is too long for most other account numbers.
_LIKE_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{8,}")
_ACCOUNT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ./-]*")


@dataclass(frozen=True, slots=True)
class BankDetails:
    """A bank account: holder, bank, account number or IBAN, and other labelled details."""

    name: str
    bank: str
    number: str
    #: Lines such as "Sort code: 20-00-00".
    others: str = ""

    @classmethod
    def of(cls, name: str, bank: str, number: str, others: str = "") -> "BankDetails":
        """Return details from typed text, validated and without extra spaces.

        :raises CodeError: if a text is empty or too long, the number is none, an IBAN is invalid,
            or a line of the other details has no label
        """
        name = _plain_text(name, CodeFault.NAME_LENGTH)
        bank = _plain_text(bank, CodeFault.BANK_NAME)
        lines = [" ".join(line.split()) for line in others.splitlines() if line.strip()]
        if len(lines) > MOST_OTHERS:
            raise CodeError(CodeFault.TOO_MANY_LINES, "too many lines", most=MOST_OTHERS)
        return cls(name, bank, _valid_number(number), "\n".join(map(_valid_line, lines)))

    @property
    def is_iban(self) -> bool:
        """Return whether the account number is an IBAN."""
        return bool(_LIKE_IBAN.fullmatch(self.number))

    @property
    def account(self) -> str:
        """The account number or IBAN for display."""
        return str(ibans.format(self.number)) if self.is_iban else self.number

    @property
    def masked(self) -> str:
        """The number's last letters and digits: four, of a short number at most half."""
        plain = re.sub("[^A-Za-z0-9]", "", self.number)
        hidden = max(len(plain) - 4, (len(plain) + 1) // 2)
        return f"••••\N{NO-BREAK SPACE}{plain[hidden:]}"

    def labelled_others(self) -> list[tuple[str, str]]:
        """Return the other details as (label, value)."""
        parts = (line.partition(": ") for line in self.others.splitlines())
        return [(label, value) for label, _colon, value in parts]


def _plain_text(typed: str, fault: CodeFault) -> str:
    """Return the text without extra spaces.

    :raises CodeError: if it is empty or longer than 70 characters
    """
    text = " ".join(typed.split())
    if not 1 <= len(text) <= NAME_LENGTH or not text.isprintable():
        raise CodeError(fault, "empty or too long", longest=NAME_LENGTH)
    return text


def _valid_number(typed: str) -> str:
    """Return the account number, or the IBAN without spaces, which must be valid.

    :raises CodeError: if it is neither
    """
    text = " ".join(typed.split())
    plain = re.sub(r"[ .-]", "", text).upper()
    if _LIKE_IBAN.fullmatch(plain):
        try:
            return str(ibans.validate(plain))
        except ValidationError as error:
            raise CodeError(CodeFault.IBAN_NUMBER, "not an IBAN") from error
    if not _ACCOUNT.fullmatch(text) or len(text) > ACCOUNT_LENGTH or not re.search("[0-9]", text):
        raise CodeError(CodeFault.ACCOUNT_NUMBER, "not an account number", longest=ACCOUNT_LENGTH)
    return text


def _valid_line(line: str) -> str:
    """Return the line as "Label: value".

    :raises CodeError: if the label or the value is missing or too long
    """
    label, _colon, value = (part.strip() for part in re.sub("[：=]", ":", line).partition(":"))
    if not 1 <= len(label) <= LABEL_LENGTH or not 1 <= len(value) <= NAME_LENGTH:
        raise CodeError(CodeFault.LABELLED_LINE, "no label or no value")
    if not f"{label}{value}".isprintable():
        raise CodeError(CodeFault.LABELLED_LINE, "not printable")
    return f"{label}: {value}"

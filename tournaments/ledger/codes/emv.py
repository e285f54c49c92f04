"""Merchant-presented codes, as EMVCo defines them and as the schemes of Asia use them.

Source: EMV QR Code Specification for Payment Systems, Merchant-Presented Mode, version 1.1, free
at emvco.com. A code is a chain of data objects, each a two-digit identifier, a two-digit length in
characters and a value, which may be such a chain itself; the last one, 63, is the CRC of all that
stands before its own value (ISO/IEC 13239, polynomial 1021, initial value FFFF).

Written here because no kept library of Python does it: in the package index there are generators
for one scheme each (sgqrgen of Singapore, cemacqr of Central Africa), none for the format. The
standard library has the checksum: ``binascii.crc_hqx`` is that polynomial.
"""

import binascii
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.ledger.codes.errors import (
    ChecksumError,
    CodeAmountError,
    CodeReferenceError,
    CodeValueError,
    PayeeNameError,
    SingleUseCodeError,
    UnreadableCodeError,
)

#: What 01 says of a code: it may be paid again and again, or it is for one payment.
STATIC, DYNAMIC = "11", "12"
#: The longest name, city, amount and reference, and the longest value of any data object.
NAME_LENGTH, AMOUNT_LENGTH, REFERENCE_LENGTH, VALUE_LENGTH = 25, 13, 25, 99
#: Where accounts stand: the objects left to countries and other schemes.
ACCOUNTS = range(26, 52)
#: The characters that every reader of codes takes: "alphanumeric special" in the specification.
_PRINTABLE = re.compile(r"[ -~]+")
_CRC = re.compile(r"6304([0-9A-Fa-f]{4})")


class DataObject(NamedTuple):
    """One value of a code, under its identifier."""

    number: str
    value: str


def chain(objects: Iterable[tuple[str, str]]) -> str:
    """Write data objects one after another: a template, or a code without its checksum.

    >>> chain([("00", "01"), ("01", "12")])
    '000201010212'

    :raises CodeValueError: if an identifier is not two digits, or a value not 1 to 99 characters
    """
    text = ""
    for number, value in objects:
        if not re.fullmatch("[0-9]{2}", number) or not 1 <= len(value) <= VALUE_LENGTH:
            raise CodeValueError(f"{number!r} cannot have a value of {len(value)} characters")
        text += f"{number}{len(value):02}{value}"
    return text


def links(text: str) -> tuple[DataObject, ...]:
    """Read what `chain` writes.

    >>> links("000201010212")
    (DataObject(number='00', value='01'), DataObject(number='01', value='12'))

    :raises UnreadableCodeError: if the text is anything else
    """
    objects = []
    at = 0
    while at < len(text):
        head = re.compile("([0-9]{2})([0-9]{2})").match(text, at)
        end = head.end() + int(head[2]) if head else 0
        if head is None or not int(head[2]) or end > len(text):
            raise UnreadableCodeError(f"no data object begins at character {at}")
        objects.append(DataObject(head[1], text[head.end() : end]))
        at = end
    return tuple(objects)


def checksum(text: str) -> str:
    """Return the checksum of the text, which ends with "6304".

    >>> checksum("123456789")  # the test value of CRC-16/CCITT-FALSE
    '29B1'
    """
    return f"{binascii.crc_hqx(text.encode(), 0xFFFF):04X}"


def written(objects: Iterable[tuple[str, str]]) -> str:
    """Return the code of these data objects, with its checksum.

    :raises CodeValueError: if an identifier is not two digits, or a value not 1 to 99 characters
    """
    text = chain(objects) + "6304"
    return text + checksum(text)


def parsed(code: str) -> tuple[DataObject, ...]:
    """Read what `written` writes; the checksum, found right, is left out.

    :raises UnreadableCodeError: if the text is not a chain of data objects with a checksum last
    :raises ChecksumError: if the checksum is another
    """
    found = _CRC.fullmatch(code[-8:])
    if found is None:
        raise UnreadableCodeError("the text does not end with a checksum")
    if found[1].upper() != checksum(code[:-4]):
        raise ChecksumError("the checksum is not that of the text before it")
    objects = links(code[:-8])
    if not objects or objects[0] != ("00", "01"):
        raise UnreadableCodeError("the text does not begin as a merchant-presented code does")
    return objects


def decimal(amount_minor: int) -> str:
    """Return an amount as the data object 54 has it: whole, or with two decimals.

    >>> decimal(12345), decimal(12300)
    ('123.45', '123')

    :raises CodeAmountError: if it is not positive, or longer than 13 characters
    """
    whole, cents = divmod(amount_minor, 100)
    text = f"{whole}.{cents:02}" if cents else str(whole)
    if amount_minor <= 0 or len(text) > AMOUNT_LENGTH:
        raise CodeAmountError(f"a code cannot carry the amount {amount_minor}")
    return text


def payee_name(typed: str) -> str:
    """Return a name as the data object 59 has it, runs of blanks made one.

    :raises PayeeNameError: if it is empty, longer than 25 characters or not in Latin letters
    """
    name = " ".join(typed.split())
    if not _PRINTABLE.fullmatch(name) or len(name) > NAME_LENGTH:
        raise PayeeNameError(NAME_LENGTH)
    return name


def fitted(reference: str) -> str:
    """Return as much of the reference as a code carries, accents left off."""
    plain = unicodedata.normalize("NFKD", reference).encode("ascii", "ignore").decode()
    plain = "".join(each if each.isprintable() else " " for each in plain)
    return " ".join(plain.split())[:REFERENCE_LENGTH].strip()


def transfer(
    account: str,
    *,
    currency: str,
    amount_minor: int,
    country: str,
    name: str,
    city: str,
    reference: tuple[str, str],
) -> str:
    """Return the code of one payment to an account that stands in the data object 26.

    :param account: the template of the account
    :param currency: the number of the currency in ISO 4217
    :param reference: where in the data object 62 the reference stands, and what it is, if anything
    :raises CodeError: whatever cannot be carried
    """
    place, text = reference
    if text and (not _PRINTABLE.fullmatch(text) or len(text) > REFERENCE_LENGTH):
        raise CodeReferenceError(f"{text!r} is not a reference of 1 to {REFERENCE_LENGTH} letters")
    objects = [
        ("00", "01"),
        ("01", DYNAMIC),
        ("26", account),
        ("52", "0000"),  # no trade
        ("53", currency),
        ("54", decimal(amount_minor)),
        ("58", country),
        ("59", payee_name(name)),
        ("60", city),
    ]
    if text:
        objects.append(("62", chain([(place, text)])))
    return written(objects)


# --- Codes that somebody else has made


def static(pasted: str) -> tuple[DataObject, ...]:
    """Read a code that can be paid again and again, as its owner copies it from somewhere.

    :raises UnreadableCodeError: if it is no code
    :raises ChecksumError: if a character is wrong
    :raises SingleUseCodeError: if it is for one payment
    """
    objects = parsed(tidy(pasted))
    values = dict(objects)
    if values.get("01", STATIC) != STATIC or "54" in values:
        raise SingleUseCodeError("the code is for one payment")
    return objects


def tidy(pasted: str) -> str:
    """Return the code without the breaks that mails and messages put into long lines."""
    return re.sub(r"[\r\n\t]", "", pasted).strip()


def with_amount(objects: Sequence[tuple[str, str]], amount: str) -> str:
    """Return the code for one payment of the amount, all else as it was."""
    kept = [each for each in objects if each[0] not in {"01", "54"}]
    before = [each for each in kept if each[0] <= "53"]
    after = [each for each in kept if each[0] > "53"]
    return written([before[0], ("01", DYNAMIC), *before[1:], ("54", amount), *after])


def account_of(objects: Iterable[tuple[str, str]], owner: str) -> dict[str, str]:
    """Return the account that a scheme has in the code, by the name that it goes by there.

    Empty where it has none.

    :param owner: the globally unique identifier of the scheme
    """
    for number, value in objects:
        if int(number) in ACCOUNTS:
            try:
                account = dict(links(value))
            except UnreadableCodeError:
                continue
            if account.get("00", "").upper() == owner.upper():
                return account
    return {}

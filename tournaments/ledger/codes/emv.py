"""EMVCo merchant-presented QR codes, the format of the Asian schemes.

Source: EMV QR Code Specification for Payment Systems, Merchant-Presented Mode, version 1.1, free at
emvco.com. A code is a chain of data objects: a two-digit identifier, a two-digit length in
characters and a value, which may itself be a chain. The last object, 63, is the CRC of everything
before its value (ISO/IEC 13239, polynomial 1021, initial value FFFF).

Implemented here because no maintained Python library covers the format: the package index has
generators for single schemes (sgqrgen for Singapore, cemacqr for Central Africa). The standard
library has the checksum: ``binascii.crc_hqx`` uses that polynomial.
"""

import binascii
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.ledger.codes.errors import CodeError, CodeFault

#: Values of object 01: reusable code, single-use code.
STATIC, DYNAMIC = "11", "12"
#: Maximum lengths of a name or city, an amount, a reference, and any value.
NAME_LENGTH, AMOUNT_LENGTH, REFERENCE_LENGTH, VALUE_LENGTH = 25, 13, 25, 99
#: Identifiers of account templates, for countries and other schemes.
ACCOUNTS = range(26, 52)
#: Characters that every reader accepts: "alphanumeric special" in the specification.
_PRINTABLE = re.compile(r"[ -~]+")
_CRC = re.compile(r"6304([0-9A-Fa-f]{4})")


class DataObject(NamedTuple):
    """Two-digit identifier and value of one data object of a payment code."""

    number: str
    value: str


def chain(objects: Iterable[tuple[str, str]]) -> str:
    """Return the chained data objects: a template, or a code without its checksum.

    >>> chain([("00", "01"), ("01", "12")])
    '000201010212'

    :raises CodeError: if an identifier is not two digits, or a value not 1 to 99 characters
    """
    text = ""
    for number, value in objects:
        if not re.fullmatch("[0-9]{2}", number) or not 1 <= len(value) <= VALUE_LENGTH:
            raise CodeError(
                CodeFault.VALUE, f"{number!r} cannot have a value of {len(value)} characters"
            )
        text += f"{number}{len(value):02}{value}"
    return text


def parse_chain(text: str) -> tuple[DataObject, ...]:
    """Return the data objects in a chain, as text; the inverse of `chain`.

    >>> parse_chain("000201010212")
    (DataObject(number='00', value='01'), DataObject(number='01', value='12'))

    :raises CodeError: if the text is not a chain
    """
    objects = []
    at = 0
    while at < len(text):
        head = re.compile("([0-9]{2})([0-9]{2})").match(text, at)
        end = head.end() + int(head[2]) if head else 0
        if head is None or not int(head[2]) or end > len(text):
            raise CodeError(CodeFault.UNREADABLE, f"no data object begins at character {at}")
        objects.append(DataObject(head[1], text[head.end() : end]))
        at = end
    return tuple(objects)


def checksum(text: str) -> str:
    """Return the checksum (CRC) of the text, which ends with "6304", as four hex digits.

    >>> checksum("123456789")  # the test value of CRC-16/CCITT-FALSE
    '29B1'
    """
    return f"{binascii.crc_hqx(text.encode(), 0xFFFF):04X}"


def encode(objects: Iterable[tuple[str, str]]) -> str:
    """Return the text of a code: the chained data objects and their checksum.

    :raises CodeError: if an identifier is not two digits, or a value not 1 to 99 characters
    """
    text = chain(objects) + "6304"
    return text + checksum(text)


def code_version(text: str) -> str:
    """Return the version of a code, the value of data object 00: "01", or DuitNow's "02"."""
    return "02" if text.startswith("000202") else "01"


def decode(code: str, version: str = "01") -> tuple[DataObject, ...]:
    """Return a code's data objects without the checksum, which is verified.

    :param version: value of data object 00
    :raises CodeError: if the text is not a chain of data objects ending with a checksum or the
        checksum is wrong
    """
    found = _CRC.fullmatch(code[-8:])
    if found is None:
        raise CodeError(CodeFault.UNREADABLE, "no checksum at the end of the text")
    if found[1].upper() != checksum(code[:-4]):
        raise CodeError(CodeFault.CHECKSUM, "wrong checksum")
    objects = parse_chain(code[:-8])
    if not objects or objects[0] != ("00", version):
        raise CodeError(CodeFault.UNREADABLE, "no merchant-presented code")
    return objects


def decimal(amount_minor: int) -> str:
    """Return an amount in the format of data object 54: whole, or with two decimals.

    >>> decimal(12345), decimal(12300)
    ('123.45', '123')

    :raises CodeError: if it is not positive, or longer than 13 characters
    """
    whole, cents = divmod(amount_minor, 100)
    text = f"{whole}.{cents:02}" if cents else str(whole)
    if amount_minor <= 0 or len(text) > AMOUNT_LENGTH:
        raise CodeError(CodeFault.AMOUNT, f"a code cannot carry the amount {amount_minor}")
    return text


def two_decimals(amount_minor: int) -> str:
    """Return an amount like `decimal`, but always with two decimals.

    >>> two_decimals(12345), two_decimals(12300)
    ('123.45', '123.00')

    :raises CodeError: if it is not positive, or longer than 13 characters
    """
    text = decimal(amount_minor)
    text = text if "." in text else f"{text}.00"
    if len(text) > AMOUNT_LENGTH:
        raise CodeError(CodeFault.AMOUNT, f"a code cannot carry the amount {amount_minor}")
    return text


def payee_name(typed: str) -> str:
    """Return a name in the format of data object 59, with runs of spaces collapsed.

    :raises CodeError: if it is empty, longer than 25 characters or not in Latin letters
    """
    name = " ".join(typed.split())
    if not _PRINTABLE.fullmatch(name) or len(name) > NAME_LENGTH:
        raise CodeError(
            CodeFault.LATIN_NAME, "not a name that the scheme carries", longest=NAME_LENGTH
        )
    return name


def fit_reference(reference: str) -> str:
    """Return the reference in ASCII without accents, cut to 25 characters."""
    plain = unicodedata.normalize("NFKD", reference).encode("ascii", "ignore").decode()
    plain = "".join(letter if letter.isprintable() else " " for letter in plain)
    return " ".join(plain.split())[:REFERENCE_LENGTH].strip()


def single_payment_code(
    account: str,
    *,
    currency: str,
    amount_minor: int,
    country: str,
    name: str,
    city: str,
    reference: tuple[str, str],
) -> str:
    """Return the text of a code for one payment to the account in data object 26.

    :param account: the account template
    :param currency: numeric ISO 4217 code
    :param reference: the reference's label in data object 62, and its text, which may be empty
    :raises CodeError: if a value cannot be carried
    """
    label, text = reference
    if text and (not _PRINTABLE.fullmatch(text) or len(text) > REFERENCE_LENGTH):
        raise CodeError(
            CodeFault.REFERENCE, f"{text!r} is not a reference of 1 to {REFERENCE_LENGTH} letters"
        )
    objects = [
        ("00", "01"),
        ("01", DYNAMIC),
        ("26", account),
        ("52", "0000"),  # no merchant category
        ("53", currency),
        ("54", decimal(amount_minor)),
        ("58", country),
        ("59", payee_name(name)),
        ("60", city),
    ]
    if text:
        objects.append(("62", chain([(label, text)])))
    return encode(objects)


# --- Codes made by a bank or wallet


def parse_static(pasted: str, version: str = "01") -> tuple[DataObject, ...]:
    """Return the data objects of a reusable code that its owner pasted.

    :param version: value of data object 00
    :raises CodeError: if it is not a code, a character is wrong, or it is for a single payment
    """
    objects = decode(tidy(pasted), version)
    values = dict(objects)
    if values.get("01", STATIC) != STATIC or "54" in values:
        raise CodeError(CodeFault.SINGLE_USE, "the code is for a single payment")
    return objects


def tidy(pasted: str) -> str:
    """Return the pasted code without line breaks, tabs and surrounding spaces."""
    return re.sub(r"[\r\n\t]", "", pasted).strip()


def with_amount(
    objects: Sequence[tuple[str, str]], amount: str, *, initiation: str = DYNAMIC
) -> str:
    """Return the text of a reusable code turned into a single payment of the amount.

    :param initiation: value of data object 01
    """
    kept = [each for each in objects if each[0] not in {"01", "54"}]
    before = [each for each in kept if each[0] <= "53"]
    after = [each for each in kept if each[0] > "53"]
    return encode([before[0], ("01", initiation), *before[1:], ("54", amount), *after])


def account_of(objects: Iterable[tuple[str, str]], scheme_id: str) -> dict[str, str]:
    """Return the account template with this scheme ID by identifier; empty if there is none.

    :param scheme_id: globally unique identifier of the scheme
    """
    for number, value in objects:
        if int(number) in ACCOUNTS:
            try:
                account = dict(parse_chain(value))
            except CodeError:
                continue
            if account.get("00", "").upper() == scheme_id.upper():
                return account
    return {}

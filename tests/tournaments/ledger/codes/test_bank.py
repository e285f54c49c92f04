"""Plain bank details: checked IBANs, account numbers, and labelled lines."""

import pytest

from tournaments.ledger.codes.bank import BankDetails
from tournaments.ledger.codes.errors import CodeError


def of(number: str = "123-456789-001", others: str = "", **more: str) -> BankDetails:
    return BankDetails.of(more.get("name", "Ann Chan"), more.get("bank", "Bank"), number, others)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("gb29 nwbk 6016 1331 9268 19", "GB29 NWBK 6016 1331 9268 19"),
        ("DE89-3704-0044-0532-0130-00", "DE89 3704 0044 0532 0130 00"),
        # Outside SEPA, too.
        ("BR1500000000000010932840814P2", "BR15 0000 0000 0000 1093 2840 814P 2"),
        (" 123-456789-001 ", "123-456789-001"),
        ("004  123 456", "004 123 456"),
    ],
)
def test_account_numbers_are_shown_as_people_write_them(typed, shown):
    assert of(typed).account == shown


@pytest.mark.parametrize(
    "typed", ["GB29 NWBK 6016 1331 9268 18", "DE89 3704 0044 0532 0130 0", "XX89370400440532013000"]
)
def test_a_wrong_iban_is_refused(typed):
    with pytest.raises(CodeError, match="IBAN_NUMBER:"):
        of(typed)


@pytest.mark.parametrize("typed", ["", "   ", "unknown", "1" * 41, "12<b>", "１２３四"])
def test_what_is_no_account_number_is_refused(typed):
    with pytest.raises(CodeError, match="ACCOUNT_NUMBER:"):
        of(typed)


def test_other_details_are_lines_with_a_label():
    found = of(others="  Branch : 004 \n\nBIC：HSBCHKHH\nSort code:20-00-00\n")
    assert found.labelled_others() == [
        ("Branch", "004"), ("BIC", "HSBCHKHH"), ("Sort code", "20-00-00"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["004", ": 004", "Branch:", f"{'x' * 31}: 1", f"Branch: {'1' * 71}"]
)
def test_a_line_without_label_or_value_is_refused(line):
    with pytest.raises(CodeError, match="LABELLED_LINE:"):
        of(others=line)


def test_too_many_lines_are_refused():
    with pytest.raises(CodeError, match="TOO_MANY_LINES:"):
        of(others="\n".join(f"Line {number}: {number}" for number in range(7)))


@pytest.mark.parametrize(("detail", "fault"), [("name", "NAME_LENGTH"), ("bank", "BANK_NAME")])
@pytest.mark.parametrize("typed", ["", " ", "x" * 71])
def test_holder_and_bank_are_needed(detail, fault, typed):
    with pytest.raises(CodeError, match=f"{fault}:"):
        of(**{detail: typed})


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("GB29NWBK60161331926819", "6819"),
        ("123-456789-001", "9001"),
        ("12 34 5", "45"),
        ("7", ""),
    ],
)
def test_the_masked_number_shows_four_characters_and_half_of_a_short_one(number, shown):
    assert of(number).masked == f"••••\N{NO-BREAK SPACE}{shown}"

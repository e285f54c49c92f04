"""Data objects and checksums: the specification's example, and laws."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.ledger.codes import emv
from tournaments.ledger.codes.errors import CodeError

#: The example of the specification (Annex B.7), with values in Chinese.
EXAMPLE = (
    "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN"
    "5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.725303156550201"
    "6233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A"
)

digits = st.text("0123456789", min_size=2, max_size=2)
printable = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
values = st.text(printable, min_size=1, max_size=99)
chains = st.lists(st.tuples(digits, values), max_size=12)
#: Codes made here contain only Latin letters.
plain = st.text(string.ascii_letters + string.digits + " +-./@", min_size=1, max_size=99)
codes = st.lists(st.tuples(digits, plain), max_size=12).map(
    lambda objects: emv.encode([("00", "01"), *objects])
)


def test_the_example_in_the_specification_is_decoded_and_encoded():
    objects = dict(emv.decode(EXAMPLE))
    assert objects["59"] == "BEST TRANSPORT"
    assert objects["54"] == "23.72"
    assert dict(emv.parse_chain(objects["64"])) == {"00": "ZH", "01": "最佳运输", "02": "北京"}
    assert emv.encode(emv.decode(EXAMPLE)) == EXAMPLE


def test_the_checksum_matches_the_published_test_value():
    # The test value of CRC-16/CCITT-FALSE (also IBM-3740).
    assert emv.checksum("123456789") == "29B1"


@given(chains)
def test_parse_chain_reads_what_chain_writes(objects):
    assert emv.parse_chain(emv.chain(objects)) == tuple(objects)


@given(chains)
def test_decode_reads_what_encode_writes(objects):
    whole = [("00", "01"), *objects]
    assert emv.decode(emv.encode(whole)) == tuple(whole)


@given(st.text(max_size=60))
def test_parse_chain_reads_or_refuses_any_text(text):
    try:
        objects = emv.parse_chain(text)
    except CodeError:
        return
    assert emv.chain(objects) == text


@given(codes, st.data())
def test_a_single_wrong_character_is_detected(code, data):
    at = data.draw(st.integers(0, len(code) - 1))
    wrong = data.draw(st.sampled_from(string.printable.strip()))
    # A lower-case checksum is the same number.
    assume(wrong.upper() != code[at].upper() if at >= len(code) - 4 else wrong != code[at])
    with pytest.raises(CodeError):
        emv.decode(code[:at] + wrong + code[at + 1 :])


@given(codes, st.data())
def test_a_missing_character_is_detected(code, data):
    at = data.draw(st.integers(0, len(code) - 5))
    with pytest.raises(CodeError):
        emv.decode(code[:at] + code[at + 1 :])


@pytest.mark.parametrize("number", ["0", "000", "AB", "", "٣٤"])
def test_an_identifier_must_have_two_digits(number):
    with pytest.raises(CodeError, match="VALUE:"):
        emv.chain([(number, "x")])


@pytest.mark.parametrize("value", ["", "x" * 100])
def test_a_value_must_have_1_to_99_characters(value):
    with pytest.raises(CodeError, match="VALUE:"):
        emv.chain([("00", value)])


@pytest.mark.parametrize(
    "text", ["", "hello", "6304FFFF", "0002016304", "https://example.org", "000201" * 3]
)
def test_text_that_is_not_a_code_is_refused(text):
    with pytest.raises(CodeError, match=r"UNREADABLE|CHECKSUM"):
        emv.decode(text)


def test_a_chain_with_a_valid_checksum_but_another_start_is_refused():
    with pytest.raises(CodeError, match="UNREADABLE:"):
        emv.decode(emv.encode([("01", "11")]))


@pytest.mark.parametrize(
    ("minor", "text"),
    [(1, "0.01"), (10, "0.10"), (100, "1"), (150, "1.50"), (123_456_789, "1234567.89")],
)
def test_amounts_are_written_as_decimals(minor, text):
    assert emv.decimal(minor) == text


@pytest.mark.parametrize("minor", [0, -1, 10**15 + 1])
def test_amounts_that_no_code_can_carry_are_refused(minor):
    with pytest.raises(CodeError, match="AMOUNT:"):
        emv.decimal(minor)


@given(st.integers(1, 10**12))
def test_amounts_are_written_exactly(minor):
    whole, _, cents = emv.decimal(minor).partition(".")
    assert int(whole) * 100 + int(cents or 0) == minor
    assert len(cents) in (0, 2)


@pytest.mark.parametrize("name", ["", "   ", "x" * 26, "陳大文", "José"])
def test_names_that_no_code_can_carry_are_refused(name):
    with pytest.raises(CodeError, match="LATIN_NAME:"):
        emv.payee_name(name)


@given(st.text())
def test_a_code_can_carry_any_fitted_reference(reference):
    text = emv.fit_reference(reference)
    assert len(text) <= emv.REFERENCE_LENGTH
    emv.single_payment_code(
        "x", currency="702", amount_minor=1, country="SG", name="A", city="B",
        reference=("01", text),
    )  # fmt: skip


def test_a_fitted_reference_keeps_as_much_as_a_code_can_carry():
    assert emv.fit_reference("Café, 12 May") == "Cafe, 12 May"
    assert emv.fit_reference("茶舍") == ""


# --- Codes made elsewhere


def test_an_amount_is_inserted_into_a_static_code_in_order():
    code = emv.encode([("00", "01"), ("01", "11"), ("53", "608"), ("58", "PH"), ("59", "A")])
    paid = emv.with_amount(emv.parse_static(code), "12.50")
    assert [number for number, _ in emv.decode(paid)] == ["00", "01", "53", "54", "58", "59"]
    assert dict(emv.decode(paid)) | {"01": "11"} == dict(emv.decode(code)) | {"54": "12.50"}
    assert dict(emv.decode(paid))["01"] == "12"


def test_a_code_without_a_type_counts_as_static():
    code = emv.encode([("00", "01"), ("53", "608"), ("58", "PH")])
    paid = emv.with_amount(emv.parse_static(code), "1")
    assert [number for number, _ in emv.decode(paid)] == ["00", "01", "53", "54", "58"]


@pytest.mark.parametrize("extra", [("01", "12"), ("54", "5")])
def test_a_single_use_code_is_refused(extra):
    with pytest.raises(CodeError, match="SINGLE_USE:"):
        emv.parse_static(emv.encode([("00", "01"), extra, ("59", "A")]))


def test_line_breaks_in_a_pasted_code_are_ignored():
    code = emv.encode([("00", "01"), ("59", "Ann Sample")])
    assert emv.parse_static(f"  {code[:20]}\r\n{code[20:]}\n") == emv.decode(code)


def test_an_account_is_found_by_its_identifier_in_any_case():
    template = emv.chain([("00", "Id.Co.Sample"), ("02", "7")])
    objects = [("26", "no template"), ("51", template), ("80", emv.chain([("00", "OTHER")]))]
    assert emv.account_of(objects, "ID.CO.SAMPLE")["02"] == "7"
    assert emv.account_of(objects, "OTHER") == {}

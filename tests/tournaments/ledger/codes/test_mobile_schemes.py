"""PromptPay, DuitNow QR and UPI: published examples, and rejected input."""

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ledger.codes import reader
from tests.tournaments.ledger.codes.samples import DUITNOW, QR_PH, TYPED
from tournaments.ledger.codes import duitnow, emv, picture, promptpay, upi
from tournaments.ledger.codes.duitnow import DuitNowDetails
from tournaments.ledger.codes.errors import CodeError, CodeFault
from tournaments.ledger.codes.promptpay import PromptPayDetails
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.codes.upi import UpiDetails


def read_back(payload: str) -> str:
    (text,) = reader.read(reader.of_svg(picture.render(payload, "x").svg))
    return text


# --- PromptPay


def test_a_promptpay_code_with_an_amount_matches_the_one_of_promptpay_qr():
    """The case "Amount" in index.test.js of github.com/dtinth/promptpay-qr."""
    theirs = "00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469"
    # Its number is no mobile number, so the form would refuse it.
    assert promptpay.payload(PromptPayDetails("0000000000", "A"), 422, "") == theirs


@pytest.mark.parametrize(
    ("proxy", "theirs"),
    [
        (
            "0801234567",
            "00020101021129370016A000000677010111011300668012345675802TH530376463046197",
        ),
        (
            "0891234567",
            "00020101021129370016A000000677010111011300668912345675802TH5303764630429C1",
        ),
        (
            "1111111111111",
            "00020101021129370016A000000677010111021311111111111115802TH530376463047B5A",
        ),
        (
            "0123456789012",
            "00020101021129370016A000000677010111021301234567890125802TH530376463040CBD",
        ),
    ],
)
def test_promptpay_accounts_match_those_of_promptpay_qr(proxy, theirs):
    """Cases without an amount in index.test.js of github.com/dtinth/promptpay-qr."""
    ours = dict(emv.decode(promptpay.payload(PromptPayDetails(proxy, "A"), 100, "")))
    assert ours["29"] == dict(emv.decode(theirs))["29"]
    assert ours == dict(emv.decode(theirs)) | {"01": "12", "54": "1.00"}


def test_a_promptpay_wallet_has_an_object_of_its_own():
    """An ID of 15 digits is object 03 in promptpay-qr 0.5 (npm), too."""
    payee = PromptPayDetails.of("004 999 000 288 505", "A")
    objects = dict(emv.decode(read_back(promptpay.payload(payee, 12_300, ""))))
    assert dict(emv.parse_chain(objects["29"])) == {
        "00": "A000000677010111", "03": "004999000288505",
    }  # fmt: skip
    assert (objects["53"], objects["54"], objects["58"]) == ("764", "123.00", "TH")


@pytest.mark.parametrize(
    ("typed", "proxy"),
    [
        ("081-234-5678", "0812345678"),
        ("+66 81 234 5678", "0812345678"),
        ("0066812345678", "0812345678"),
        ("66812345678", "0812345678"),
        ("๐๘๑๒๓๔๕๖๗๘", "0812345678"),
        ("1-2345-67890-12-1", "1234567890121"),
    ],
)
def test_promptpay_proxies_are_normalized(typed, proxy):
    assert PromptPayDetails.of(typed, "A").proxy == proxy


@pytest.mark.parametrize(
    "typed", ["", "02 123 4567", "081 234 567", "12345678901", "ann", "1" * 16]
)
def test_invalid_promptpay_proxies_are_refused(typed):
    with pytest.raises(CodeError, match="PROMPTPAY_PROXY:"):
        PromptPayDetails.of(typed, "A")


def test_a_thai_id_with_a_wrong_digit_is_refused():
    with pytest.raises(CodeError, match="THAI_ID:"):
        PromptPayDetails.of("1234567890123", "A")


# --- DuitNow QR


def test_a_duitnow_code_matches_paynets_example_of_a_payment_to_a_person():
    """The example "Static P2P" in PayNet's documentation (QR generation specification)."""
    example = (
        "00020201021126410014A000000615000101065016640209123456789520400005303458540510.005802MY"
        "5909AUSERNAME6005BANGI63043A23"
    )
    assert duitnow.payload(DuitNowDetails.of(DUITNOW), 1_000, "12 May") == example


@pytest.mark.parametrize(
    "code",
    [
        # Codes of mosques, collected in the public repository sedekah.je.
        "00020201021126420014A000000615000101066033460210MD001295465204939953034585802MY5913MASJID"
        " NEGARA6002MY62730325170493623786900899604543005201707298817875008444807161704935961905007"
        "6304FD9C",
        "00020201021126520014A000000615000101068900530220MDN162217666262104305204866153034585802MY"
        "5915MASJIDALGHUFRAN6011KUALALUMPUR6304AC7A",
    ],
)
def test_only_the_amount_is_added_to_a_real_duitnow_code(code):
    objects = dict(emv.decode(duitnow.payload(DuitNowDetails.of(code), 1_250, ""), "02"))
    assert objects.pop("54") == "12.50"
    assert objects == dict(emv.decode(code, "02"))


def test_a_duitnow_code_with_a_digest_is_refused():
    """A real code with data object 82; an amount would make the digest wrong."""
    sealed = (
        "00020201021126560014A000000615000101068900610224602e133f1129ae9ef5dfd3cb520400005303458580"
        "2MY5925PERFECT SECURITY & AUT...6002MY8240151624d4b83552c970df6f920824aaf4e04c86e96304762F"
    )
    with pytest.raises(CodeError, match="SEALED:"):
        DuitNowDetails.of(sealed)


def test_a_code_of_another_scheme_is_no_duitnow_code():
    with pytest.raises(CodeError, match="OTHER_SCHEME:"):
        DuitNowDetails.of(QR_PH)


@pytest.mark.parametrize(("number", "value"), [("53", "702"), ("58", "SG")])
def test_a_duitnow_code_of_another_currency_or_country_is_refused(number, value):
    objects = [each if each[0] != number else (number, value) for each in emv.decode(DUITNOW, "02")]
    with pytest.raises(CodeError, match="OTHER_SCHEME:"):
        DuitNowDetails.of(emv.encode(objects))


def test_a_duitnow_code_of_a_single_payment_is_refused():
    objects = [("54", "5.00"), *emv.decode(DUITNOW, "02")[1:]]
    with pytest.raises(CodeError, match="SINGLE_USE:"):
        DuitNowDetails.of(emv.encode([("00", "02"), *objects]))


# --- UPI


def test_a_upi_link_has_the_parts_of_npcis_example():
    """The example in section 2.1 of NPCI's UPI Linking Specifications 1.6, for a person.

    upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&…&tn=Pay%20to%20mystar%20store&am=10&…&cu=INR
    """
    payee = UpiDetails.of("nadeem@npci", "nadeem chinna")
    assert upi.payload(payee, 1_000, "Pay to mystar store") == (
        "upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&am=10.00&cu=INR&tn=Pay%20to%20mystar%20store"
    )


@settings(max_examples=25)
@given(minor=st.integers(1, 99_999_999), reference=st.text(max_size=200))
def test_a_upi_code_can_be_read_and_parsed(minor, reference):
    payee = UpiDetails.of("asha@okbank", "Asha & Co = 1")
    note = upi.fit_reference(payee, reference)
    asked = parse_qs(urlsplit(read_back(upi.payload(payee, minor, note))).query)
    assert asked["pa"] == ["asha@okbank"]
    assert asked["pn"] == ["Asha & Co = 1"]
    assert asked["am"] == [f"{minor // 100}.{minor % 100:02}"]
    assert asked.get("tn", [""]) == [note]


@pytest.mark.parametrize(
    "typed", ["", "asha", "asha@", "@okbank", "a b@okbank", "asha@ok.bank", "x@y@z"]
)
def test_invalid_upi_ids_are_refused(typed):
    with pytest.raises(CodeError, match="UPI_ADDRESS:"):
        UpiDetails.of(typed, "Asha")


# --- All of them


@pytest.mark.parametrize("minor", [0, -100, 10**17])
@pytest.mark.parametrize(
    "make",
    [
        lambda minor: promptpay.payload(PromptPayDetails("0812345678", "A"), minor, ""),
        lambda minor: duitnow.payload(DuitNowDetails(DUITNOW), minor, ""),
        lambda minor: upi.payload(UpiDetails("asha@okbank", "A"), minor, ""),
    ],
    ids=["promptpay", "duitnow", "upi"],
)
def test_amounts_that_no_code_can_carry_are_refused(make, minor):
    with pytest.raises(CodeError, match="AMOUNT:"):
        make(minor)


@pytest.mark.parametrize("scheme", ["upi", "promptpay"])
@pytest.mark.parametrize("name", ["", "   ", "A" * 71, "Asha\u200eSample"])
def test_a_payee_needs_a_printable_name_of_at_most_70_characters(scheme, name):
    with pytest.raises(CodeError) as caught:
        SCHEMES[scheme].of(**TYPED[scheme] | {"name": name})
    assert caught.value.fault is CodeFault.NAME_LENGTH


@pytest.mark.parametrize(
    ("scheme", "proxy", "account"),
    [
        ("promptpay", "081 234 5678", "081 234 5678"),
        ("promptpay", "004999012345678", "004999012345678"),
        ("paynow", "9123 4567", "+65 9123 4567"),
        ("paynow", "200002150HWCF", "200002150HWCF"),
    ],
)
def test_the_account_is_shown_as_payers_know_it(scheme, proxy, account):
    assert SCHEMES[scheme].of(proxy=proxy, name="Ann").account == account


def test_a_link_without_a_reference_has_no_note():
    details = SCHEMES["upi"].of(**TYPED["upi"])
    assert upi.payload(details, 100, "Big Two 7").endswith("&tn=Big%20Two%207")
    assert "tn=" not in upi.payload(details, 100, "")


def test_the_suffix_of_a_uen_has_letters_or_digits():
    with pytest.raises(CodeError) as caught:
        SCHEMES["paynow"].of(proxy="200002150H+CF", name="Ann")
    assert caught.value.fault is CodeFault.PAYNOW_PROXY

"""Payment codes for payers: the right payee and amount."""

import pytest

from tests.tournaments.ledger.codes import reader
from tests.tournaments.ledger.codes.samples import TYPED
from tests.tournaments.ledger.payees.people import enter, person
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.payment_codes import WORDS, codes_for, codes_of, payment_methods
from tournaments.ledger.payees.services import details_of

pytestmark = pytest.mark.django_db


def test_a_payee_without_payment_details_has_no_codes(django_assert_max_num_queries):
    ann = person()
    with django_assert_max_num_queries(1):
        assert codes_for(ann, "EUR", 1_250, "12 May") == []


@pytest.mark.parametrize("scheme", [code for code, way in SCHEMES.items() if way.payload])
def test_a_qr_reader_reads_payee_and_amount(scheme, django_assert_max_num_queries):
    ann = person()
    enter(ann, *SCHEMES)
    currency = SCHEMES[scheme].currency or "GBP"
    with django_assert_max_num_queries(1):
        codes = codes_for(ann, currency, 120_000, "Tea House, 12 May")
    own = [] if scheme == "link" else [scheme]
    assert [code.scheme for code in codes] == [*own, "bank", "link"]
    code = next(each for each in codes if each.scheme == scheme)
    assert reader.read(reader.of_svg(code.svg)) == [code.payload]
    assert reader.read(reader.of_data_url(code.png)) == [code.payload]
    details = SCHEMES[scheme].of(**TYPED[scheme])
    carried = SCHEMES[scheme].fit_reference(details, "Tea House, 12 May")
    if scheme == "link":
        details = details.with_amount(currency, 120_000)
    assert code.payload == SCHEMES[scheme].payload(details, 120_000, carried)
    facts = dict(code.facts)
    assert "1,200" in facts["Amount"]
    assert details.name in facts.values()
    assert "Tea House, 12 May" in facts.values()


def test_the_picture_has_an_accessible_title():
    ann = person()
    enter(ann, "epc", name="Ann <Müller> & Co")
    (code,) = codes_for(ann, "EUR", 1_250, "12 May")
    assert (
        "<title>Bank transfer in euros: €12.50 to Ann &lt;Müller&gt; &amp; Co</title>" in code.svg
    )
    assert 'role="img"' in code.svg


def test_a_reference_that_a_code_cannot_carry_is_shown_to_enter_by_hand():
    ann = person()
    enter(ann, "qris", "link")
    codes = codes_for(ann, "IDR", 120_000, "12 May")
    for code in codes:
        assert dict(code.facts)["Reference to enter"] == "12 May"
    enter(ann, "fps")
    (code,) = (each for each in codes_for(ann, "HKD", 1_250, "12 May") if each.scheme == "fps")
    assert dict(code.facts)["Reference to enter"] == "12 May"
    assert "12 May" not in code.payload
    long = "茶舍 · " + "x" * 60
    (code,) = (each for each in codes_for(ann, "HKD", 6_205, long) if each.scheme == "fps")
    assert dict(code.facts)["Reference to enter"] == long


def test_a_scheme_that_cannot_carry_the_amount_is_left_out():
    ann = person()
    enter(ann, "qris", "link")
    assert [code.scheme for code in codes_for(ann, "IDR", 150, "x")] == ["link"]


def test_details_that_no_key_decrypts_are_left_out_without_an_error(settings):
    ann = person()
    enter(ann, "epc")
    settings.SECRET_KEY = "another"
    enter(ann, "link")
    assert [code.scheme for code in codes_for(ann, "EUR", 100, "x")] == ["link"]
    ways = {way.scheme: way for way in payment_methods(details_of(ann))}
    assert (ways["epc"].is_lost, ways["epc"].masked) == (True, "")
    assert (ways["link"].is_lost, ways["link"].masked) == (False, "paypal.me/••••")


def test_codes_of_several_payees_have_different_keys(django_assert_num_queries):
    rows: list[PayeeDetails] = []
    for name in ("ann", "bob"):
        rows += enter(person(name), "epc")
    with django_assert_num_queries(0):
        codes = [codes_of([row], "EUR", 100, "x", key=f"p{row.user_id}")[0] for row in rows]
    assert len({code.key for code in codes}) == 2


def test_bank_details_are_text_to_copy_without_a_code():
    ann = person()
    enter(ann, "bank")
    (code,) = codes_for(ann, "KWD", 1_250, "Big Two 7")
    assert (code.svg, code.payload, code.facts) == ("", "", ())
    assert dict(code.copies) == {
        "Account holder": "Chan Tai Man",
        "Account number": "123-456789-001",
        "Bank": "Sample Bank",
        "Branch": "004",
        "BIC": "HSBCHKHH",
        "Amount (KWD)": "1.250",
        "Reference to enter": "Big Two 7",
    }
    enter(ann, "bank", number="GB29NWBK60161331926819")
    (code,) = codes_for(ann, "GBP", 1_250, "Big Two 7")
    assert dict(code.copies)["IBAN"] == "GB29 NWBK 6016 1331 9268 19"


def test_a_upi_code_opens_an_app():
    ann = person()
    enter(ann, "upi")
    (code,) = codes_for(ann, "INR", 1_250, "Big Two 7")
    assert code.link == code.payload
    assert code.link.startswith("upi://pay?pa=asha.sample@okbank&")
    assert dict(code.copies) == {"Or pay into this account": "asha.sample@okbank"}


def test_every_scheme_has_instructions():
    assert set(WORDS) == set(SCHEMES)
    assert all(words.steps for words in WORDS.values())

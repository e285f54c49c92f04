"""Each scheme: compared with other implementations, rejected input, and decoding."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from segno import helpers

from games.common import money
from tests.tournaments.ledger.codes import reader
from tests.tournaments.ledger.codes.samples import QR_PH, QRIS, TYPED
from tournaments.ledger.codes import emv, epc, fps, link, paynow, picture, qr_ph, qris
from tournaments.ledger.codes.epc import EpcDetails
from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.fps import FpsDetails
from tournaments.ledger.codes.link import LinkDetails
from tournaments.ledger.codes.paynow import PayNowDetails
from tournaments.ledger.codes.qr_ph import QrPhDetails
from tournaments.ledger.codes.qris import QrisDetails
from tournaments.ledger.codes.schemes import SCHEMES


def details(scheme: str):
    return SCHEMES[scheme].of(**TYPED[scheme])


# --- Compared with other implementations


def test_paynow_codes_match_those_of_odoo():
    """The code expected by the tests of Odoo's Singapore localization."""
    company = PayNowDetails.of("200002150HWCF", "company_1_data")
    assert paynow.payload(company, 10_000, "INV/TEST/0001") == (
        "00020101021226400009SG.PAYNOW010120213200002150HWCF0301052040000530370254031005802SG"
        "5914company_1_data6009Singapore62170113INV/TEST/0001630416C8"
    )


def test_fps_codes_match_those_of_odoo_without_the_reference():
    """The code expected by the tests of Odoo's Hong Kong localization, without its reference."""
    company = FpsDetails.of("+852-67891234", "company_1_data")
    text = (
        "00020101021226330012hk.com.hkicl0313+852-6789123452040000530334454031005802HK"
        "5914company_1_data6002HK6304"
    )
    assert fps.payload(company, 10_000, "INV/TEST/0001") == text + emv.checksum(text)


def test_a_euro_transfer_matches_the_published_girocode_example():
    """The example in descriptions of the GiroCode: donations to Wikimedia."""
    payee = EpcDetails.of("DE33 1002 0500 0001 1947 00", "Wikimedia Foerdergesellschaft")
    assert epc.payload(payee, 12_345, "Spende fuer Wikipedia").splitlines() == [
        "BCD", "002", "1", "SCT", "", "Wikimedia Foerdergesellschaft", "DE33100205000001194700",
        "EUR123.45", "", "", "Spende fuer Wikipedia",
    ]  # fmt: skip


@pytest.mark.parametrize("minor", [1, 100, 12_345, epc.MAX_MINOR])
@pytest.mark.parametrize("bic", ["", "COBADEFFXXX"])
def test_the_picture_of_a_euro_transfer_matches_the_one_segno_draws(minor, bic):
    payee = EpcDetails.of("DE89370400440532013000", "Ann Müller", bic)
    theirs = helpers.make_epc_qr(
        payee.name,
        payee.iban,
        money.to_major(minor, "EUR"),
        text="Big Two, 12 May",
        bic=payee.bic,
        encoding="utf-8",
    )
    ours = picture.render(epc.payload(payee, minor, "Big Two, 12 May"), "A title").svg
    drawn = theirs.svg_inline(
        title="A title", border=4, dark="#000", light="#fff", omitsize=True,
        svgclass="code-picture", lineclass=None,
    )  # fmt: skip
    assert ours.replace(' role="img"', "") == drawn
    assert theirs.version <= 13


# --- Decoding


@pytest.mark.parametrize("scheme", [code for code, way in SCHEMES.items() if way.payload])
@pytest.mark.parametrize("minor", [100, 123_400, 123_456_700])
def test_a_qr_reader_reads_the_payload_from_both_pictures(scheme, minor):
    way, payee = SCHEMES[scheme], details(scheme)
    payload = way.payload(payee, minor, way.fit_reference(payee, "Big Two, 12 May"))
    pictures = picture.render(payload, "Ann & Bob")
    assert reader.read(reader.of_svg(pictures.svg)) == [payload]
    assert reader.read(reader.of_data_url(pictures.png)) == [payload]


def read_back(payload: str) -> str:
    (text,) = reader.read(reader.of_svg(picture.render(payload, "x").svg))
    return text


def test_a_paynow_code_decodes_to_payee_and_amount():
    objects = dict(emv.decode(read_back(paynow.payload(details("paynow"), 1_250, "12 May"))))
    assert dict(emv.parse_chain(objects["26"])) == {
        "00": "SG.PAYNOW", "01": "0", "02": "+6591234567", "03": "0",
    }  # fmt: skip
    assert (objects["54"], objects["53"], objects["58"]) == ("12.50", "702", "SG")
    assert objects["59"] == "Tan Ah Gao"
    assert dict(emv.parse_chain(objects["62"])) == {"01": "12 May"}


def test_an_fps_code_decodes_to_payee_and_amount():
    objects = dict(emv.decode(read_back(fps.payload(details("fps"), 1_250, "12 May"))))
    assert dict(emv.parse_chain(objects["26"])) == {"00": "hk.com.hkicl", "03": "+852-67891234"}
    assert (objects["54"], objects["53"], objects["58"]) == ("12.50", "344", "HK")
    assert objects["59"] == "Chan Tai Man"


@pytest.mark.parametrize(
    "reference", ["", "12 May", "Big Two 7", "港" * 40, "62170513INV", "x" * 99, "a\nb\0", "🎉"]
)
@pytest.mark.parametrize(
    "proxy",
    ["6789 1234", "1234567", "chan.tm@example.com", "+8613800138000", "626262626", "62@62.hk"],
)
def test_fps_codes_have_no_additional_data_because_banks_refuse_it(proxy, reference):
    """Banking apps reject codes of personal accounts with a data object 62."""
    payee = FpsDetails.of(proxy, "Chan Tai Man")
    assert SCHEMES["fps"].fit_reference(payee, reference) == ""
    assert "62" not in dict(emv.decode(fps.payload(payee, 1_250, reference)))


@pytest.mark.parametrize(("scheme", "static"), [("qr_ph", QR_PH), ("qris", QRIS)])
def test_a_pasted_code_decodes_to_the_same_payee_with_the_amount(scheme, static):
    text = read_back(SCHEMES[scheme].payload(details(scheme), 150_000, ""))
    objects, before = dict(emv.decode(text)), dict(emv.decode(static))
    assert objects.pop("54") == "1500"
    assert (objects.pop("01"), before.pop("01")) == ("12", "11")
    assert objects == before


def test_a_euro_transfer_code_decodes_to_payee_and_amount():
    lines = read_back(epc.payload(details("epc"), 1_250, "茶舍, 12 May")).splitlines()
    assert lines[5:8] == ["Ann Müller", "DE89370400440532013000", "EUR12.50"]
    assert lines[10] == "茶舍, 12 May"


def test_a_link_code_decodes_to_the_link():
    assert read_back(link.payload(details("link"), 1_250, "")) == "https://paypal.me/sample"


@settings(max_examples=25)
@given(minor=st.integers(1, 99_999_999), reference=st.text(max_size=200))
@pytest.mark.parametrize("scheme", ["epc", "paynow", "fps", "qr_ph", "link"])
def test_codes_with_any_amount_and_reference_can_be_read(scheme, minor, reference):
    way, payee = SCHEMES[scheme], details(scheme)
    payload = way.payload(payee, minor, way.fit_reference(payee, reference))
    assert read_back(payload) == payload


# --- Normalization


@pytest.mark.parametrize(
    ("typed", "proxy"),
    [
        ("9123 4567", "+6591234567"),
        ("+65 8123-4567", "+6581234567"),
        ("6591234567", "+6591234567"),
        ("９１２３－４５６７", "+6591234567"),
        ("+65 9123\u20114567", "+6591234567"),
        ("00 65 9123·4567", "+6591234567"),
        ("（６５）９１２３／４５６７", "+6591234567"),
        ("00192200m", "00192200M"),
        ("200002150H", "200002150H"),
        ("200002150h wcf", "200002150HWCF"),
    ],
)
def test_paynow_proxies_are_normalized(typed, proxy):
    assert PayNowDetails.of(typed, "A").proxy == proxy


@pytest.mark.parametrize(
    "typed", ["6123 4567", "912345678", "+852 6789 1234", "00192200L", "", "x"]
)
def test_invalid_paynow_proxies_are_refused(typed):
    with pytest.raises(CodeError, match="PAYNOW_PROXY:"):
        PayNowDetails.of(typed, "A")


@pytest.mark.parametrize(
    ("typed", "place", "proxy"),
    [
        *(
            (typed, "03", "+852-67891234")
            for typed in (
                "6789 1234", "67891234", "6789-1234", "6789.1234", "6789 – 1234", "67 89 12 34",
                "+852 6789 1234", "+852-67891234", "+852-6789-1234", "+85267891234", "852 67891234",
                "00852 6789 1234", "(852) 6789-1234", "+(852)67891234", "+ 852 6789 1234",
                "６７８９１２３４", "＋８５２－６７８９－１２３４", "（８５２）６７８９ １２３４",
                "6789\u00a01234", "6789\u30001234", "6789\u20111234", "6789\u22121234",
                "\u202a+852 6789 1234\u202c", "\t6789 1234\n", "[852] 6789·1234",
                "001 852 6789 1234", "001-852-6789-1234", "【８５２】６７８９・１２３４",
                "6789/1234", "6789•1234", "6789～1234", "tel:+852-6789-1234",
                "\u0666\u0667\u0668\u0669 \u0661\u0662\u0663\u0664",
            )
        ),
        *(
            (typed, "03", "+86-13800138000")
            for typed in (
                "+8613800138000", "+86-13800138000", "+86 138 0013 8000", "+86 138-0013-8000",
                "86 13800138000", "0086 138 0013 8000", "001 86 138 0013 8000", "13800138000",
                "138 0013 8000", "138-0013-8000", "(+86) 138 0013 8000", "(86)13800138000",
                "+86 (0) 138 0013 8000", "＋８６ １３８ ００１３ ８０００", "+86.138.0013.8000",
            )
        ),
        ("+853-66123456", "03", "+853-66123456"),
        ("+44 7911 123456", "03", "+44-7911123456"),
        ("+1 (415) 555-2671", "03", "+1-4155552671"),
        ("00 1 415 555 2671", "03", "+1-4155552671"),
        # No country code is a prefix of another.
        ("+447911123456", "03", "+44-7911123456"),
        ("+44 (0)7911 123456", "03", "+44-7911123456"),
        ("+85366123456", "03", "+853-66123456"),
        ("（＋８５３）６６１２３４５６", "03", "+853-66123456"),
        ("00886912345678", "03", "+886-912345678"),
        ("1234567", "02", "1234567"),
        ("123 4567", "02", "1234567"),
        ("１２３４５６７", "02", "1234567"),
        ("123456789", "02", "123456789"),
        ("chan.tm@example.com", "04", "chan.tm@example.com"),
        ("chan.tm＠example.com", "04", "chan.tm@example.com"),
        (" chan-tm@ex-ample.com ", "04", "chan-tm@ex-ample.com"),
        ("\u200bchan.tm@example.com\ufeff", "04", "chan.tm@example.com"),
    ],
)  # fmt: skip
def test_fps_proxies_are_normalized(typed, place, proxy):
    payee = FpsDetails.of(typed, "A")
    account = dict(emv.parse_chain(dict(emv.decode(fps.payload(payee, 1, "")))["26"]))
    assert account == {"00": "hk.com.hkicl", place: proxy}


@pytest.mark.parametrize(
    "typed",
    [
        "12345678", "123456", "a@b", "@example.com", "", "x" * 80 + "@a.hk", "2123 4567",
        "+852 2123 4567", "+852-21234567", "+852 6789 12345", "6789 123",
        "12800138000", "+86 12345", "+86-1380013800", "1380013800", "86 852 67891234",
        # 001 is Hong Kong's international prefix, or 00 and the code of North America.
        "001 44 7911 123456", "001 415 555 2671",
        "+1 415 555 267", "+999", "chan tm@example.com", "(chan)tm@example.com",
        "6789 1234 / 5678 9012", "853 6612 3456", "+", "()", "-", "6789 1234 or 5678 9012",
        "phone 67891234",
        "9" * 5000,
    ],
)  # fmt: skip
def test_invalid_fps_proxies_are_refused(typed):
    with pytest.raises(CodeError, match="FPS_PROXY:"):
        FpsDetails.of(typed, "A")


@pytest.mark.parametrize(
    ("iban", "bic", "fault"),
    [
        ("DE89 3704 0044 0532 0130 01", "", "IBAN"),
        ("DE89", "", "IBAN"),
        ("", "", "IBAN"),
        ("BR1500000000000010932840814P2", "", "OUTSIDE_SEPA"),
        ("DE89370400440532013000", "COBA", "BIC"),
        ("GB29NWBK60161331926819", "", "BIC_MISSING"),
    ],
)
def test_accounts_that_cannot_receive_euro_transfers_are_refused(iban, bic, fault):
    with pytest.raises(CodeError, match=f"{fault}:"):
        EpcDetails.of(iban, "Ann", bic)


def test_an_account_outside_the_economic_area_is_accepted_with_a_bic():
    assert EpcDetails.of("GB29NWBK60161331926819", "Ann", "nwbkgb2l").bic == "NWBKGB2L"


@pytest.mark.parametrize("name", ["", "x" * 71, "Ann\nEUR999"])
def test_names_that_a_euro_transfer_cannot_carry_are_refused_or_cleaned(name):
    if "\n" in name:  # not a line, which would be another element
        assert EpcDetails.of("DE89370400440532013000", name).name == "Ann EUR999"
        return
    with pytest.raises(CodeError, match="NAME_LENGTH:"):
        EpcDetails.of("DE89370400440532013000", name)


@pytest.mark.parametrize("minor", [0, -5, epc.MAX_MINOR + 1])
def test_amounts_that_a_euro_transfer_cannot_carry_are_refused(minor):
    with pytest.raises(CodeError, match="AMOUNT:"):
        epc.payload(details("epc"), minor, "")


@pytest.mark.parametrize("reference", ["x" * 141, "two\nlines", "茶" * 110])
def test_references_that_a_euro_transfer_cannot_carry_are_refused(reference):
    with pytest.raises(CodeError, match="REFERENCE:"):
        epc.payload(details("epc"), 1, reference)


@pytest.mark.parametrize("reference", ["x" * 26, "茶舍"])
def test_references_that_paynow_cannot_carry_are_refused(reference):
    with pytest.raises(CodeError, match="REFERENCE:"):
        paynow.payload(details("paynow"), 1, reference)


@pytest.mark.parametrize("scheme", ["epc", "paynow", "fps", "qr_ph", "qris"])
@pytest.mark.parametrize("minor", [0, -100, 10**17])
def test_amounts_that_no_scheme_can_carry_are_refused(scheme, minor):
    with pytest.raises(CodeError, match="AMOUNT:"):
        SCHEMES[scheme].payload(details(scheme), minor, "")


def test_fractions_of_a_rupiah_are_refused():
    with pytest.raises(CodeError, match="AMOUNT:"):
        qris.payload(details("qris"), 150_050, "")


@pytest.mark.parametrize(
    "make", [lambda: QrPhDetails.of(QRIS), lambda: QrisDetails.of(QR_PH)], ids=["qr_ph", "qris"]
)
def test_a_code_of_another_scheme_is_refused(make):
    with pytest.raises(CodeError, match="OTHER_SCHEME:"):
        make()


@pytest.mark.parametrize(("number", "value"), [("53", "840"), ("58", "US")])
@pytest.mark.parametrize(("kind", "static"), [(QrPhDetails, QR_PH), (QrisDetails, QRIS)])
def test_a_code_of_another_currency_or_country_is_refused(kind, static, number, value):
    objects = [each if each[0] != number else (number, value) for each in emv.decode(static)]
    with pytest.raises(CodeError, match="OTHER_SCHEME:"):
        kind.of(emv.encode(objects))


@pytest.mark.parametrize(
    ("kind", "payload"), [(QrPhDetails, qr_ph.payload), (QrisDetails, qris.payload)]
)
def test_a_code_made_for_one_payment_is_refused_as_payment_details(kind, payload):
    static = QR_PH if kind is QrPhDetails else QRIS
    with pytest.raises(CodeError, match="SINGLE_USE:"):
        kind.of(payload(kind.of(static), 100, ""))


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://paypal.me/sample", "https://paypal.me/sample"),
        (" paypal.me/sample ", "https://paypal.me/sample"),
        ("HTTPS://PayPal.me/Sample", "https://paypal.me/Sample"),
        ("https://pay.example.org/x?for=me&y=1", "https://pay.example.org/x?for=me&y=1"),
    ],
)
def test_links_are_normalized(typed, url):
    assert LinkDetails.of(typed).url == url


@pytest.mark.parametrize(
    "typed",
    [
        "", "http://paypal.me/x", "javascript:alert(1)", "data:text/html,x", "mailto:a@example.org",
        "https://paypal.me@evil.example/x", "https://paypal.me:8443/x", "https://paypal.me:/x",
        "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://paypal.me\\@evil.example",
        "https://раураl.com/x", "https://xn--pypal-4ve.com/x", "https://paypal.me/ x", "https://",
        'https://paypal.me/"onclick', "https://paypal.me./x", "//evil.example/x",
        "https://paypal.me/" + "x" * 200,
    ],
)  # fmt: skip
def test_unsafe_or_invalid_links_are_refused(typed):
    with pytest.raises(CodeError, match="LINK:"):
        LinkDetails.of(typed)


# --- All schemes


@pytest.mark.parametrize("scheme", SCHEMES)
def test_details_are_unchanged_after_storing_and_loading(scheme):
    way = SCHEMES[scheme]
    assert way.from_data(way.to_data(details(scheme))) == details(scheme)
    # Normalized details stay the same.
    assert way.of(**way.to_data(details(scheme))) == details(scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_masked_details_do_not_reveal_the_account(scheme):
    account = "".join(filter(str.isalnum, details(scheme).account))
    masked = "".join(filter(str.isalnum, details(scheme).masked))
    assert masked
    assert not account or account not in masked


def test_scheme_currencies_are_supported_and_have_two_decimals():
    currencies = {way.currency for way in SCHEMES.values()} - {""}
    assert currencies <= set(money.CURRENCIES)
    assert {money.minor_digits(currency) for currency in currencies} == {2}


@pytest.mark.parametrize(
    ("currency", "schemes"),
    [
        ("SGD", {"paynow"}),
        ("THB", {"promptpay"}),
        ("INR", {"upi"}),
        ("MYR", {"duitnow"}),
        ("GBP", set()),
    ],
)
def test_a_scheme_takes_only_its_own_currency_but_links_and_bank_accounts_take_any(
    currency, schemes
):
    takes = {way.code for way in SCHEMES.values() if way.takes(currency)}
    assert takes == {*schemes, "bank", "link"}


@pytest.mark.parametrize(
    ("url", "currency", "full"),
    [
        ("https://paypal.me/sample", "HKD", "https://paypal.me/sample/12.50HKD"),
        ("https://www.paypal.me/sample/", "EUR", "https://www.paypal.me/sample/12.50EUR"),
        (
            "https://www.paypal.com/paypalme/sample",
            "USD",
            "https://www.paypal.com/paypalme/sample/12.50USD",
        ),
        ("https://monzo.me/sample", "GBP", "https://monzo.me/sample/12.50"),
        ("https://cash.app/$sample", "USD", "https://cash.app/$sample/12.50"),
        # Currencies that the site doesn't take, or not with decimals.
        ("https://paypal.me/sample", "IDR", None),
        ("https://paypal.me/sample", "JPY", None),
        ("https://monzo.me/sample", "EUR", None),
        # Not a payee's own page, or one that has an amount.
        ("https://paypal.me/sample/5", "EUR", None),
        ("https://paypal.com/sample", "EUR", None),
        ("https://paypal.me/sample?locale=de", "EUR", None),
        ("https://revolut.me/sample", "EUR", None),
        ("https://paypal.me.example.org/sample", "EUR", None),
    ],
)
def test_links_to_sites_that_take_an_amount_carry_it(url, currency, full):
    found = LinkDetails.of(url).with_amount(currency, 1_250)
    assert (found and found.url) == full

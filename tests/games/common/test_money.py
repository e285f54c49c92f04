"""Amounts of money: decimals, parsing and formatting."""

from contextlib import suppress

import pytest
from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.common import money
from games.common.money import AmountError, AmountFault, minor_digits, parse, typed

#: Where the library's number is how people use a currency, and the standard's is another.
FEWER_DECIMALS_IN_USE = {
    "AFN", "ALL", "IQD", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "RSD", "SOS", "SYP", "YER",
}  # fmt: skip
LANGUAGES = ("en", "de", "fr", "zh-hant", "id")
#: Languages with every kind of separators, groups, digits and places of the sign.
LOCALES = (*LANGUAGES, "de-ch", "en-in", "hi", "es", "pt", "pl", "vi", "ja", "ar", "fa", "he", "bn")


@pytest.mark.parametrize(
    ("currency", "digits"),
    [
        ("HKD", 2), ("JPY", 0), ("KRW", 0), ("VND", 0), ("CLP", 0), ("ISK", 0), ("XPF", 0),
        ("KWD", 3), ("BHD", 3), ("TND", 3), ("IQD", 3), ("IDR", 2), ("TWD", 2), ("IRR", 2),
    ],
)  # fmt: skip
def test_currencies_have_the_decimals_of_the_iso_standard(currency, digits):
    assert minor_digits(currency) == digits


def test_babel_differs_only_for_currencies_used_with_fewer_decimals():
    differ = {
        code for code in money.CURRENCIES if get_currency_precision(code) != minor_digits(code)
    }
    assert differ == FEWER_DECIMALS_IN_USE
    # Rows of these were stored by the library's number.
    assert not differ & set(money.COMMON)


def test_the_currencies_are_those_that_are_legal_tender_somewhere():
    tender = {
        code
        for territory in get_global("territory_currencies")
        for code in get_territory_currencies(territory, tender=True, non_tender=False)
    }
    # The lev gave way to the euro; the library may not know it yet.
    assert tender - {"BGN"} == set(money.CURRENCIES)
    assert len(set(money.CURRENCIES)) == len(money.CURRENCIES) == 153
    assert not {"XXX", "XAU", "XDR", "CHE", "CLF", "DEM", "HRK", "USN"} & set(money.CURRENCIES)


@pytest.mark.parametrize(
    ("language", "text", "currency", "minor"),
    [
        ("en", "1.50", "HKD", 150),
        ("en", "1,50", "HKD", 150),
        ("en", "１.５", "HKD", 150),
        ("en", "٣٫٥", "HKD", 350),
        ("en", ".5", "HKD", 50),
        ("en", "1,500", "HKD", 150_000),
        ("en", "1,234.56", "HKD", 123_456),
        ("en", " 1 500 ", "JPY", 1500),
        ("en", "0.005", "KWD", 5),
        ("en", "-0", "HKD", 0),
        ("de", "1,50", "HKD", 150),
        ("de", "1.50", "HKD", 150),
        ("de", "1.500", "HKD", 150_000),
        ("de", "1.234,56", "HKD", 123_456),
        ("fr", "1 234,56", "EUR", 123_456),
        ("fr", "1\u202f234,56", "EUR", 123_456),
        ("fr", "1.50", "EUR", 150),
        # Blanks and apostrophes between thousands, in any language.
        ("en", "12 500", "EUR", 1_250_000),
        ("en", "1\u2009500\u200b", "EUR", 150_000),
        ("en", "1'234.50", "HKD", 123_450),
        ("de", "1\u2019234.50", "CHF", 123_450),
        ("en", "1 234 567,5", "HKD", 123_456_750),
        # Signs of the currency, before and behind.
        ("en", "$5", "HKD", 500),
        ("en", "HK$5", "HKD", 500),
        ("en", "hk$ 5.50", "HKD", 550),
        ("en", "5 HKD", "HKD", 500),
        ("en", "HKD$5", "HKD", 500),
        ("en", "＄５", "HKD", 500),
        ("en", "5元", "HKD", 500),
        ("en", "$.50", "HKD", 50),
        ("en", "$5", "USD", 500),
        ("en", "US$5", "USD", 500),
        ("en", "€ 5", "EUR", 500),
        ("de", "5 €", "EUR", 500),
        ("de", "5 Euro", "EUR", 500),
        ("en", "￥500", "JPY", 500),
        ("en", "¥5", "CNY", 500),
        ("id", "Rp50.000", "IDR", 5_000_000),
        ("en", "Rp50.000", "IDR", 5_000_000),
        ("en", "Rp. 50.000,50", "IDR", 5_000_050),
        ("en", "Rp.500", "IDR", 50_000),
        ("en", "kr 5,50", "SEK", 550),
        ("en", "Fr. 5.–", "CHF", 500),
        ("en", "−HK$0", "HKD", 0),
        ("en", "$5", "", 500),
        # As others write it, where that can mean one thing only.
        ("de", "1,234.56", "HKD", 123_456),
        ("en", "1.234,56", "HKD", 123_456),
        ("en", "1.234.567", "HKD", 123_456_700),
        ("en", "9,500", "JPY", 9500),
        ("en", "0,500", "HKD", 50),
        ("en", "12。50", "CNY", 1250),
        ("en-in", "1,23,456.50", "INR", 12_345_650),
        ("en", "1\u00a0234\u2009567", "EUR", 123_456_700),
        ("fr", "1\u202f234\u00a0567,5", "EUR", 123_456_750),
        ("en", "1\u2032234.5", "CHF", 123_450),
        ("en", "1\u02bc234.5", "CHF", 123_450),
        # The Arabic separator of thousands can mean nothing else.
        ("en", "٩٬٥٠٠", "HKD", 950_000),
        ("ar", "٩٬٥٠٠", "KWD", 9_500_000),
        ("de", "١٬٢٣٤٫٥", "EUR", 123_450),
        ("fa", "۱,۲۳۴", "HKD", 123_400),
    ],
)
def test_amounts_are_parsed_as_people_type_them(language, text, currency, minor):
    with translation.override(language):
        assert parse(text, currency) == minor


@pytest.mark.parametrize(
    ("language", "text", "currency", "fault"),
    [
        ("en", "", "HKD", "NOT_A_NUMBER"),
        ("en", "a lot", "HKD", "NOT_A_NUMBER"),
        ("en", "1e5", "HKD", "NOT_A_NUMBER"),
        ("en", "NaN", "HKD", "NOT_A_NUMBER"),
        ("en", "Infinity", "HKD", "NOT_A_NUMBER"),
        ("en", "1.2.3", "HKD", "NOT_A_NUMBER"),
        ("en", "1,23,456", "HKD", "NOT_A_NUMBER"),
        # A blank separates thousands and nothing else.
        ("en", "0 50", "EUR", "NOT_A_NUMBER"),
        ("en", "12 50", "EUR", "NOT_A_NUMBER"),
        ("en", "1500 000", "EUR", "NOT_A_NUMBER"),
        ("en", "0 500", "EUR", "NOT_A_NUMBER"),
        ("en", "1  500", "EUR", "NOT_A_NUMBER"),
        ("en", "5 5", "EUR", "NOT_A_NUMBER"),
        ("fr", "12 50,00", "EUR", "NOT_A_NUMBER"),
        ("en", "12\u00a050", "EUR", "NOT_A_NUMBER"),
        ("en", "1 500'000", "EUR", "NOT_A_NUMBER"),
        ("en", "1'50", "CHF", "NOT_A_NUMBER"),
        ("en", "1 , 500", "HKD", "NOT_A_NUMBER"),
        ("en", "12,50 0", "EUR", "NOT_A_NUMBER"),
        ("en", "0,5 0", "EUR", "NOT_A_NUMBER"),
        ("en", "1 23", "EUR", "NOT_A_NUMBER"),
        ("en", "HK$ 0\u202f50", "HKD", "NOT_A_NUMBER"),
        ("en", "1\u00a0234\u20095", "EUR", "NOT_A_NUMBER"),
        ("en", "1٬23", "HKD", "NOT_A_NUMBER"),
        # Raised numbers stand for cents in some places.
        ("en", "12⁵⁰", "HKD", "NOT_A_NUMBER"),
        ("en", "12²", "HKD", "NOT_A_NUMBER"),
        ("en", "①", "HKD", "NOT_A_NUMBER"),
        ("en", "1½", "HKD", "NOT_A_NUMBER"),
        ("en", "5 bananas", "HKD", "NOT_A_NUMBER"),
        ("en", "$", "HKD", "NOT_A_NUMBER"),
        ("en", "--5", "HKD", "NOT_A_NUMBER"),
        ("en", "5-6", "HKD", "NOT_A_NUMBER"),
        ("en", "€5", "HKD", "OTHER_CURRENCY"),
        ("en", "US$5", "HKD", "OTHER_CURRENCY"),
        ("en", "5 HKD", "EUR", "OTHER_CURRENCY"),
        ("en", "$5 USD", "HKD", "OTHER_CURRENCY"),
        ("en", "Rp50.000", "HKD", "OTHER_CURRENCY"),
        ("en", "10,0000", "CNY", "TOO_MANY_DECIMALS"),
        ("en", "1.005", "HKD", "TOO_MANY_DECIMALS"),
        ("en", "0.5", "JPY", "TOO_MANY_DECIMALS"),
        ("en", "0.0005", "KWD", "TOO_MANY_DECIMALS"),
        ("en", "-3", "HKD", "NEGATIVE"),
        ("en", "−0.01", "HKD", "NEGATIVE"),
        ("en", "9" * 29, "HKD", "TOO_LARGE"),
    ],
)
def test_an_invalid_amount_is_refused_with_its_fault(language, text, currency, fault):
    with translation.override(language), pytest.raises(AmountError) as error:
        parse(text, currency)
    assert error.value.fault is AmountFault[fault]
    assert money.error_sentence(error.value)


@pytest.mark.parametrize(
    ("language", "text", "currency", "readings", "asked"),
    [
        ("en", "9.500", "HKD", (950_000, 950), "Do you mean HK$9,500 or HK$9.50?"),
        ("en", "HK$9.500", "HKD", (950_000, 950), "Do you mean HK$9,500 or HK$9.50?"),
        ("en", "HK$ ٩٫٥٠٠", "HKD", (950_000, 950), "Do you mean HK$9,500 or HK$9.50?"),
        ("en", "９．５００ 元", "HKD", (950_000, 950), "Do you mean HK$9,500 or HK$9.50?"),
        ("de", "9,500", "HKD", (950_000, 950), "Do you mean 9.500 HK$ or 9,50 HK$?"),
        ("fr", "1.500", "EUR", (150_000, 150), "Do you mean 1\u202f500 € or 1,50 €?"),
        ("en", "50.000", "IDR", (5_000_000, 5_000), "Do you mean Rp50,000 or Rp50?"),
        # Three decimals are usual for it: what thousands look like says nothing.
        ("en", "1,500", "KWD", (1_500_000, 1_500), "Do you mean KWD 1,500 or KWD 1.500?"),
        ("de", "1.500", "KWD", (1_500_000, 1_500), "Do you mean 1.500 KWD or 1,500 KWD?"),
        ("en", "9.000", "JPY", (9_000, 9), "Do you mean ¥9,000 or ¥9?"),
    ],
)
def test_an_ambiguous_amount_is_refused_with_both_readings(
    language, text, currency, readings, asked
):
    with translation.override(language), pytest.raises(AmountError) as error:
        parse(text, currency)
    assert error.value.fault is AmountFault.TWO_READINGS
    assert error.value.readings == readings
    with translation.override(language):
        said = money.error_sentence(error.value)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == asked


def test_an_amount_with_too_many_decimals_can_mean_thousands():
    with pytest.raises(AmountError) as error:
        parse("9.505", "HKD")
    assert error.value.fault is AmountFault.TOO_MANY_DECIMALS
    assert error.value.readings == (950_500,)
    assert money.question(error.value) == "Do you mean HK$9,505?"


def test_the_error_names_a_sign_of_another_currency():
    with pytest.raises(AmountError) as error:
        parse("€ 5", "HKD")
    assert money.error_sentence(error.value) == (
        "“€” doesn’t mean Hong Kong dollars. Enter the amount in Hong Kong dollars."
    )


def test_the_caller_sets_the_maximum_amount():
    assert parse("99.99", "HKD", max_minor=9999) == 9999
    with pytest.raises(AmountError) as error:
        parse("100", "HKD", max_minor=9999)
    assert money.error_sentence(error.value) == "Enter HK$99.99 or less."


@given(
    st.integers(0, money.MAX_MINOR),
    st.sampled_from(money.CURRENCIES),
    st.sampled_from(LANGUAGES),
)
def test_an_amount_shown_in_a_field_parses_to_itself(minor, currency, language):
    with translation.override(language):
        assert parse(typed(minor, currency), currency) == minor


@given(
    st.integers(0, money.MAX_MINOR),
    st.sampled_from((*money.CURRENCIES, "")),
    st.sampled_from(LOCALES),
)
def test_every_displayed_amount_parses_to_itself(minor, currency, language):
    with translation.override(language):
        shown = [typed(minor, currency)]
        if currency:
            shown += [
                money.amount(minor, currency),
                money.amount(minor, currency, sign=True),
                money.figure(minor, currency),
                money.reading(minor, currency),
                *money.scale([minor], currency),
            ]
        assert {text: parse(text, currency) for text in shown} == dict.fromkeys(shown, minor)


@given(
    st.integers(1, money.MAX_MINOR),
    st.sampled_from(money.CURRENCIES),
    st.sampled_from(LOCALES),
)
def test_a_displayed_negative_amount_is_never_read_as_positive(minor, currency, language):
    with translation.override(language), pytest.raises(AmountError) as error:
        parse(money.amount(-minor, currency), currency)
    assert error.value.fault is AmountFault.NEGATIVE


@given(
    st.text(alphabet="0123456789.,' $€-Rp", max_size=12),
    st.sampled_from(("HKD", "JPY", "KWD", "IDR", "")),
    st.sampled_from(LANGUAGES),
)
def test_typed_text_is_parsed_without_losing_digits_or_offers_readings(text, currency, language):
    meant = []
    with translation.override(language):
        try:
            meant.append(parse(text, currency))
        except AmountError as error:
            meant.extend(error.readings)
        for minor in meant:
            assert parse(typed(minor, currency), currency) == minor
            # No digit is lost, but for zeros.
            assert str(minor).strip("0") == "".join(filter(str.isdigit, text)).strip("0")


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_any_text_is_an_amount_in_range_or_an_amount_error(text, language):
    with translation.override(language), suppress(AmountError):
        assert 0 <= parse(text, "HKD") <= money.MAX_MINOR


@pytest.mark.parametrize(
    ("language", "minor", "currency", "shown"),
    [
        ("en", 123_456, "HKD", "HK$1,234.56"),
        ("en", -5, "JPY", "−¥5"),
        ("en", 1500, "KWD", "KWD 1.500"),
        # Not as few decimals as people use: what is owed is owed to the last unit.
        ("en", 150, "IRR", "IRR 1.50"),
        ("de", 123_456, "EUR", "1.234,56 €"),
        ("zh-hant", 123_456, "TWD", "NT$1,234.56"),
    ],
)
def test_amounts_are_formatted_in_the_language_of_the_reader(language, minor, currency, shown):
    with translation.override(language):
        assert money.amount(minor, currency).replace("\N{NO-BREAK SPACE}", " ") == shown


def test_the_max_loss_is_shown_only_for_money():
    assert money.max_loss(31_200, "HKD") == "max. loss HK$312.00"
    assert money.max_loss(0, "HKD") == money.max_loss(312, "") == ""


def test_currencies_are_offered_by_name_with_common_ones_first():
    (_plain, _points), (_first, common), (_then, others) = money.stake_choices()
    assert common[0] == ("HKD", "HKD · Hong Kong Dollar")
    assert ("JPY", "JPY · Japanese Yen") in others
    assert {code for code, _name in common + others} == set(money.CURRENCIES)
    with translation.override("de"):
        assert ("EUR", "EUR · Euro") in money.currency_choices()[0][1]
        assert ("JPY", "JPY · Japanischer Yen") in money.currency_choices()[1][1]


@pytest.mark.parametrize(
    ("language", "minor", "currency", "text"),
    [
        ("en", 150_000, "IDR", "Rp1,500"),
        ("en", 150_050, "IDR", "Rp1,500.50"),
        ("en", 1_250, "MYR", "RM12.50"),
        ("en", 1_250, "THB", "฿12.50"),
        ("en", 1_250, "SGD", "S$12.50"),
        ("en", 1_250, "MOP", "MOP$12.50"),
        ("id", 150_000, "IDR", "Rp1.500"),
        ("de", 150_000, "IDR", "1.500\N{NO-BREAK SPACE}Rp"),
        # Without a sign of its own, the code.
        ("en", 1_250, "CHF", "CHF\N{NO-BREAK SPACE}12.50"),
    ],
)
def test_amounts_have_the_usual_written_form(language, minor, currency, text):
    with translation.override(language):
        assert money.amount(minor, currency) == text
        assert parse(text, currency) == minor


def test_negative_amounts_keep_the_local_sign():
    assert money.amount(-150_000, "IDR", sign=True) == "−Rp1,500"
    assert money.figure(150_000, "IDR") == "+1,500"

"""Amounts: how many decimals, what people type, what they read."""

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
USED_OTHERWISE = {
    "AFN", "ALL", "IQD", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "RSD", "SOS", "SYP", "YER",
}  # fmt: skip
LANGUAGES = ("en", "de", "fr", "zh-hant", "id")


@pytest.mark.parametrize(
    ("currency", "digits"),
    [
        ("HKD", 2), ("JPY", 0), ("KRW", 0), ("VND", 0), ("CLP", 0), ("ISK", 0), ("XPF", 0),
        ("KWD", 3), ("BHD", 3), ("TND", 3), ("IQD", 3), ("IDR", 2), ("TWD", 2), ("IRR", 2),
    ],
)  # fmt: skip
def test_decimals_are_those_of_the_standard(currency, digits):
    assert minor_digits(currency) == digits


def test_only_where_people_use_fewer_does_the_library_know_other_decimals():
    differ = {
        code for code in money.CURRENCIES if get_currency_precision(code) != minor_digits(code)
    }
    assert differ == USED_OTHERWISE
    # Rows of these were stored by the library's number.
    assert not differ & set(money.COMMON)


def test_the_currencies_are_those_that_are_tender_somewhere():
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
    ],
)
def test_what_people_type_is_read_as_they_write_it(language, text, currency, minor):
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
        ("en", "HK$5", "HKD", "NOT_A_NUMBER"),
        ("en", "1,23,456", "HKD", "NOT_A_NUMBER"),
        ("de", "1,234.56", "HKD", "NOT_A_NUMBER"),
        # Thousands to some, one and a half to others.
        ("fr", "1.500", "EUR", "NOT_A_NUMBER"),
        ("en", "1.500", "HKD", "TOO_MANY_DECIMALS"),
        ("en", "0.5", "JPY", "TOO_MANY_DECIMALS"),
        ("en", "0.0005", "KWD", "TOO_MANY_DECIMALS"),
        ("en", "-3", "HKD", "NEGATIVE"),
        ("en", "−0.01", "HKD", "NEGATIVE"),
        ("en", "9" * 29, "HKD", "TOO_LARGE"),
    ],
)
def test_what_is_no_amount_is_named(language, text, currency, fault):
    with translation.override(language), pytest.raises(AmountError) as error:
        parse(text, currency)
    assert error.value.fault is AmountFault[fault]
    assert money.why(error.value)


def test_the_most_is_the_callers():
    assert parse("99.99", "HKD", most=9999) == 9999
    with pytest.raises(AmountError) as error:
        parse("100", "HKD", most=9999)
    assert money.why(error.value) == "That is too much: at most HK$99.99."


@given(
    st.integers(0, money.MOST_MINOR),
    st.sampled_from(money.CURRENCIES),
    st.sampled_from(LANGUAGES),
)
def test_what_a_field_shows_is_read_back(minor, currency, language):
    with translation.override(language):
        assert parse(typed(minor, currency), currency) == minor


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_anything_typed_is_an_amount_or_a_named_fault(text, language):
    with translation.override(language), suppress(AmountError):
        assert 0 <= parse(text, "HKD") <= money.MOST_MINOR


@pytest.mark.parametrize(
    ("language", "minor", "currency", "shown"),
    [
        ("en", 123_456, "HKD", "HK$1,234.56"),
        ("en", -5, "JPY", "−¥5"),
        ("en", 1500, "KWD", "KWD 1.500"),
        # Not as few decimals as people use: what is owed is owed to the last unit.
        ("en", 150, "IRR", "IRR 1.50"),
        ("de", 123_456, "EUR", "1.234,56 €"),
        ("zh-hant", 123_456, "TWD", "$1,234.56"),
    ],
)
def test_amounts_are_read_in_the_readers_language(language, minor, currency, shown):
    with translation.override(language):
        assert money.amount(minor, currency).replace("\N{NO-BREAK SPACE}", " ") == shown


def test_the_worst_case_is_told_for_money_alone():
    assert money.worst(31_200, "HKD") == "at worst HK$312.00 in the session"
    assert money.worst(0, "HKD") == money.worst(312, "") == ""


def test_currencies_are_offered_by_name_the_common_ones_first():
    (_plain, _points), (_first, common), (_then, others) = money.stake_choices()
    assert common[0] == ("HKD", "HKD · Hong Kong Dollar")
    assert ("JPY", "JPY · Japanese Yen") in others
    assert {code for code, _name in common + others} == set(money.CURRENCIES)
    with translation.override("de"):
        assert ("EUR", "EUR · Euro") in money.currency_choices()[0][1]
        assert ("JPY", "JPY · Japanischer Yen") in money.currency_choices()[1][1]

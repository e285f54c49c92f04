"""Numbers, lists and amounts in several languages."""

import pytest
from django.template import Context, Template
from django.utils import translation

from games.common import money, numbers


@pytest.mark.parametrize(
    ("place", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (20, "20th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th")],
)  # fmt: skip
def test_places_are_formatted_as_english_ordinals(place, said):
    assert numbers.ordinal(place) == said
    assert numbers.place_label(place) == said


def test_places_are_numbers_in_other_languages_whose_sentences_make_them_ordinals():
    with translation.override("de"):
        assert numbers.ordinal(2) == "2"


@pytest.mark.parametrize(("number", "said"), [(5, "+5"), (-12, "−12"), (0, "0"), (1234, "+1,234")])
def test_signed_numbers_have_a_true_minus(number, said):
    assert numbers.signed(number) == said


@pytest.mark.parametrize(
    ("value", "number"),
    [("0", 0), ("012", 12), (7, 7), ("1234", None), ("", None), ("-1", None), (" 1", None),
     ("1_0", None), ("1.0", None), ("٣", None), ("²", None), (None, None), (True, None)],
)  # fmt: skip
def test_a_whole_number_is_plain_digits_of_limited_length(value, number):
    assert numbers.whole_number(value, digits=3) == number


@pytest.mark.parametrize(("language", "said"), [("en", "1480"), ("de", "1480")])
def test_ratings_have_no_separator(language, said):
    with translation.override(language):
        assert numbers.ungrouped(1480) == said


def test_templates_have_filters_for_signs():
    template = Template("{% load numbers %}{{ n|signed }} {{ n|unsigned }} {{ n|sign }}")
    said = [template.render(Context({"n": number})) for number in (3, -3, 0)]
    assert said == ["+3 3 plus", "−3 3 minus", "0 0 "]


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["Mei"], "Mei"), (["Mei", "Ada"], "Mei and Ada"),
     (["Mei", "Bruno", "Ada"], "Mei, Bruno and Ada")],
)  # fmt: skip
def test_names_are_joined_with_commas_and_a_final_and(names, said):
    assert numbers.listed(names) == said


@pytest.mark.parametrize(
    ("language", "listed", "signed"),
    [("de", "Mei, Bruno und Ada", "−1.234"), ("zh-hant", "Mei、Bruno和Ada", "−1,234")],
)
def test_lists_and_numbers_follow_the_language_of_the_reader(language, listed, signed):
    with translation.override(language):
        assert numbers.listed(["Mei", "Bruno", "Ada"]) == listed
        assert numbers.signed(-1234) == signed


@pytest.mark.parametrize(
    ("language", "minor", "sign", "said"),
    [("en", 250, False, "HK$2.50"), ("en", 250, True, "+HK$2.50"), ("en", -250, True, "−HK$2.50"),
     ("en", 0, True, "HK$0.00"), ("de", -250, False, "−2,50\xa0HK$")],
)  # fmt: skip
def test_amounts_carry_their_sign(language, minor, sign, said):
    with translation.override(language):
        assert money.amount(minor, "HKD", sign=sign) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["HK$9.50", "NT$9.50", "₱9.50", "Rp9,500", "$9.50"]),
        ("zh-hant", ["HK$9.50", "NT$9.50", "₱9.50", "Rp9,500", "US$9.50"]),
        ("zh-hans", ["HK$9.50", "NT$9.50", "₱9.50", "Rp9,500", "US$9.50"]),
        ("id", ["HK$9,50", "NT$9,50", "₱9,50", "Rp9.500", "US$9,50"]),
        ("fil", ["HK$9.50", "NT$9.50", "₱9.50", "Rp9,500", "$9.50"]),
    ],
)
def test_amounts_keep_the_sign_of_their_currency_in_each_language(language, said):
    amounts = [(950, "HKD"), (950, "TWD"), (950, "PHP"), (950000, "IDR"), (950, "USD")]
    with translation.override(language):
        assert [money.amount(minor, currency) for minor, currency in amounts] == said
        for minor, currency in amounts:
            assert money.parse(money.amount(minor, currency), currency) == minor


@pytest.mark.parametrize(
    ("language", "listed", "signed"),
    [
        ("zh-hans", "Mei、Ben和Ada", "−1,234"),
        ("id", "Mei, Ben, dan Ada", "−1.234"),
        ("fil", "Mei, Ben, at Ada", "−1,234"),
    ],
)
def test_lists_and_numbers_in_each_language(language, listed, signed):
    with translation.override(language):
        assert numbers.listed(["Mei", "Ben", "Ada"]) == listed
        assert numbers.signed(-1234) == signed


def test_clauses_are_joined_as_the_language_does():
    with translation.override("zh-hant"):
        assert numbers.clauses(["甲", "乙"]) == "甲；乙"
    assert numbers.clauses(["a", "b"]) == "a; b"


@pytest.mark.parametrize(
    ("number", "sign", "said"),
    [(1, False, "1 point"), (12, False, "12 points"), (1, True, "+1 point"),
     (-3, False, "−3 points"), (0, True, "0 points")],
)  # fmt: skip
def test_points_carry_their_sign(number, sign, said):
    assert money.points(number, sign=sign) == said


@pytest.mark.parametrize(
    ("language", "amounts", "currency", "said"),
    [
        ("en", (2000, 0, -123400), "HKD", ("+HK$20", "HK$0", "−HK$1,234")),
        ("en", (50, 0), "HKD", ("+HK$0.50", "HK$0.00")),
        ("de", (200000, -50), "", ("+200.000", "−50")),
        ("de", (250,), "EUR", ("+2,50\N{NO-BREAK SPACE}€",)),
        ("en", (5, 0, -5), "JPY", ("+¥5", "¥0", "−¥5")),
        ("en", (1000, 0, -1), "", ("+1,000", "0", "−1")),
    ],
)  # fmt: skip
def test_a_scale_has_cents_on_all_amounts_or_on_none(language, amounts, currency, said):
    with translation.override(language):
        assert money.scale(amounts, currency) == said


@pytest.mark.parametrize(
    ("language", "minor", "currency", "said"),
    [
        ("en", 5000, "HKD", "+50.00"),
        ("de", -123456, "EUR", "−1.234,56"),
        ("en", 0, "HKD", "0.00"),
        ("en", -7, "", "−7"),
    ],
)
def test_a_figure_omits_the_currency(language, minor, currency, said):
    with translation.override(language):
        assert money.figure(minor, currency) == said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Hong Kong dollars"), ("de", "Hongkong-Dollar")]
)
def test_a_currency_has_a_name_in_each_language(language, said):
    with translation.override(language):
        assert money.currency_name("HKD") == said

"""Sort order of names in lists."""

import random
import unicodedata

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.sorting import STORED_LENGTH, sort_key, sorted_by, stored_sort_key

ORDERS = [
    ["adam", "Åsa", "Émile", "Zoe"],
    ["Edith", "Émile", "Emma"],
    ["Table 2", "Table ３", "Table 010", "Table 10", "Table 100"],
    ["2", "10", "a", "Ж", "大文"],
    ["Ann", "ann", "Ann Chan", "ann-lee", "Anna"],
    ["Łukasz", "Lulu", "Øre", "Ost", "Straße", "Strasse 2", "Þor"],
    ["Oneal", "O'Neil", "Oneill"],
    ["Zoe", "Γιώργος", "Иван", "李", "🎉"],
    ["🎉 Ann", "Bob", "(Cem)"],
    ["Ґалаґан", "Гліб", "Євген", "Єфрем", "Іван", "Їжак", "Йосип", "Яна"],
    ["Горан", "Ђорђе", "Зоран", "Јован", "Љубица", "Марко", "Ћирило", "Џон"],
    ["アイ", "あお", "ｶﾅ", "かに", "ガム", "カメラ", "はな"],
    ["Eba", "Ɛdem", "Efua", "Kofi", "Kɔku", "Kuma"],
]


@pytest.mark.parametrize("names", ORDERS)
@pytest.mark.parametrize("key", [sort_key, stored_sort_key])
def test_names_sort_in_the_order_readers_expect(names, key):
    mixed = random.Random(7).sample(names, len(names))
    assert sorted(mixed, key=key) == names


NAMES = st.text(max_size=30)


@given(st.lists(NAMES, max_size=6, unique=True), st.randoms())
def test_the_order_does_not_depend_on_the_order_of_the_input(names, chance):
    mixed = chance.sample(names, len(names))
    assert sorted(mixed, key=sort_key) == sorted(names, key=sort_key)


@given(NAMES, NAMES)
def test_accents_and_case_do_not_change_the_primary_key(one, other):
    def folded(name):
        taken_apart = unicodedata.normalize("NFD", name.upper())
        return "".join(each for each in taken_apart if not unicodedata.combining(each))

    if one.isascii() and other.isascii():
        accented = unicodedata.normalize("NFC", one.replace("e", "e\u0301"))
        primary = sort_key(one).split("\x1f")[0]
        assert sort_key(accented).split("\x1f")[0] == primary
        assert sort_key(folded(one)).split("\x1f")[0] == primary


@given(st.integers(0, 10**30), st.integers(0, 10**30))
def test_numbers_in_names_sort_by_value(one, other):
    keys = [sort_key(f"Table {number}") for number in (one, other)]
    assert (keys[0] < keys[1]) == (one < other)


@given(st.text(max_size=400))
def test_a_stored_key_is_alphanumeric_ascii_and_fits_its_column(name):
    key = stored_sort_key(name)
    assert len(key) <= STORED_LENGTH
    assert key == "" or (key.isalnum() and key.isascii())


def test_objects_are_sorted_by_the_given_name():
    assert sorted_by([("x", "b"), ("y", "Á")], lambda each: each[1]) == [("y", "Á"), ("x", "b")]


#: The same names as readers of each language sort them.
CHINESE = {
    "en": ["Zoe", "丁一", "張偉", "李娜", "王芳"],
    "zh-hans": ["Zoe", "丁一", "李娜", "王芳", "張偉"],
    "zh-hant": ["Zoe", "丁一", "王芳", "李娜", "張偉"],
}


@pytest.mark.parametrize("language", CHINESE)
def test_chinese_names_sort_by_pinyin_or_strokes_for_readers_of_chinese(language):
    with translation.override(language):
        assert sorted(CHINESE["en"], key=sort_key) == CHINESE[language]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("zh-hans", ["Émile", "阿明", "陈", "陈一", "吕", "绿", "妈", "麻", "马", "骂"]),
        ("zh-hant", ["Émile", "一", "丁", "王", "王五", "李", "陳", "龍"]),
    ],
)
def test_tones_and_strokes_decide_and_shorter_names_come_first(language, names):
    with translation.override(language):
        mixed = random.Random(7).sample(names, len(names))
        assert sorted(mixed, key=sort_key) == names


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant", "id", "fil"])
def test_stored_keys_do_not_depend_on_the_language(language):
    stored = [stored_sort_key(name) for name in ("张伟", "Émile")]
    with translation.override(language):
        assert [stored_sort_key(name) for name in ("张伟", "Émile")] == stored
        assert sorted({*ORDERS[0]}, key=sort_key) == ORDERS[0]

"""The verifiable shuffle: fixed vectors, its inputs, and fairness."""

from collections import Counter
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK_SIZE, card_name
from games.tables import shuffle
from games.tables.shuffle import ShuffleError
from tests.replaying import SCRIPT

SECRET = "00" * 31 + "01"
WORDS = {0: "maple", 3: "Zt6Q1"}
DEAL = "Zk3xQ81mWcA/2/5/1"
#: These never change: deals that were played must be found to hold for ever.
PACK = (
    "QS 6S JS 7C 5S TD JC 3C KC 5H AH 9H JD KD 7H KH 7S 2S 3D TH 7D QC AC 9D 8C JH KS 8D 3S 2C "
    "3H 4S QH 5C AS 4D 9S 6C TC 6D 4C 4H 8H 2H 2D 8S 5D 9C TS AD QD 6H"
)
PACK_WITHOUT_WORDS = (
    "4C AS 3S 9C 4D JD 3H 3C QD 4S KS 6D 5H 6C 6H KC 4H 7S JS TH TD 6S AC AD 5S 8S KD 7H 9H 9D "
    "AH 8D TC 8C QH 2D 8H KH 7C 9S 5C 5D 2H QC QS JC 2C JH 3D TS 2S 7D"
)

secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
word_lists = st.dictionaries(
    st.integers(0, 3), st.from_regex(r"[0-9A-Za-z]{1,64}", fullmatch=True), max_size=4
)
deals = st.builds(
    shuffle.deal_id,
    st.from_regex(r"[0-9A-Za-z]{11}", fullmatch=True),
    st.integers(1, 99),
    st.integers(1, 99),
    st.integers(1, 9),
)


def names_of(pack):
    return " ".join(card_name(card) for card in pack)


def script_input(secret, words, deal):
    """Return the parts of a deal's JSON that the stand-alone script reads."""
    return {"secret": secret, "words": {str(seat): words[seat] for seat in words}, "deal": deal}


def test_the_shuffle_matches_its_fixed_vectors():
    assert shuffle.commitment(SECRET) == (
        "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    )
    assert names_of(shuffle.order(SECRET, WORDS, DEAL)) == PACK
    assert names_of(shuffle.order(SECRET, {}, DEAL)) == PACK_WITHOUT_WORDS
    assert shuffle.stock_seed(SECRET, WORDS, DEAL) == (
        "6ac3503594941c885a3c8cd3336653f3b6f15182947bf7f8fc2ddf238fe9e59a"
    )
    assert [shuffle.draw(SECRET, WORDS, DEAL, n) for n in (1, 2, 3, 4)] == [0, 0, 0, 2]


def test_the_hashed_message_is_the_documented_one():
    message = (
        b"big-two shuffle 1\nstock\nZk3xQ81mWcA/2/5/1\n" + SECRET.encode() + b"\n0 maple\n3 Zt6Q1\n"
    )
    assert shuffle.stock_seed(SECRET, WORDS, DEAL) == sha256(message).hexdigest()
    assert shuffle.commitment(SECRET) == sha256(bytes([0] * 31 + [1])).hexdigest()


@given(secrets, word_lists, deals)
def test_the_documented_script_gives_the_same_results(secret, words, deal):
    facts = script_input(secret, words, deal)
    for packs in (1, 2):
        order = shuffle.order(secret, words, deal, packs)
        assert names_of(order).split() == SCRIPT["pack_of"](facts, packs)
    assert shuffle.stock_seed(secret, words, deal) == SCRIPT["seed"]("stock", facts).hex()
    draw = SCRIPT["draws"](SCRIPT["seed"]("dealer", facts))
    assert shuffle.draw(secret, words, deal, 3) == draw(3)


@given(secrets, word_lists, deals)
def test_an_order_is_a_full_pack_and_always_the_same(secret, words, deal):
    pack = shuffle.order(secret, words, deal)
    assert sorted(pack) == list(range(PACK_SIZE))
    assert sorted(shuffle.order(secret, words, deal, 2)) == sorted([*range(PACK_SIZE)] * 2)
    backwards = dict(reversed(words.items()))
    assert shuffle.order(secret, backwards, deal) == pack


@pytest.mark.parametrize(
    ("secret", "words", "deal"),
    [
        ("00" * 31 + "02", WORDS, DEAL),
        (SECRET, {0: "maple"}, DEAL),
        (SECRET, {0: "Maple", 3: "Zt6Q1"}, DEAL),
        (SECRET, {1: "maple", 3: "Zt6Q1"}, DEAL),
        (SECRET, {0: "Zt6Q1", 3: "maple"}, DEAL),
        (SECRET, WORDS, "Zk3xQ81mWcB/2/5/1"),
        (SECRET, WORDS, "Zk3xQ81mWcA/1/5/1"),
        (SECRET, WORDS, "Zk3xQ81mWcA/2/6/1"),
        (SECRET, WORDS, "Zk3xQ81mWcA/2/5/2"),
    ],
)
def test_every_input_changes_the_shuffle(secret, words, deal):
    assert names_of(shuffle.order(secret, words, deal)) != PACK
    assert shuffle.stock_seed(secret, words, deal) != shuffle.stock_seed(SECRET, WORDS, DEAL)


def test_new_secrets_are_valid_and_differ():
    found = {shuffle.new_secret() for _ in range(50)}
    assert len(found) == 50
    assert all(len(secret) == 64 and shuffle.commitment(secret) for secret in found)


@pytest.mark.parametrize("text", ["a", "Z9", "0" * 64])
def test_a_valid_word_is_accepted(text):
    assert shuffle.is_word(text)


@pytest.mark.parametrize(
    "text", ["", "0" * 65, "two words", "a\n", "a-b", "é", "\u0661", "a\x00", " a"]
)
def test_an_invalid_word_is_refused(text):
    assert not shuffle.is_word(text)
    with pytest.raises(ShuffleError, match="invalid word"):
        shuffle.order(SECRET, {0: text}, DEAL)


@pytest.mark.parametrize("secret", ["", "00" * 31, "0G" * 32, "AB" * 32, f"{SECRET}\n"])
def test_an_invalid_secret_is_refused(secret):
    with pytest.raises(ShuffleError, match="64 hexadecimal digits"):
        shuffle.commitment(secret)
    with pytest.raises(ShuffleError, match="64 hexadecimal digits"):
        shuffle.order(secret, {}, DEAL)


@pytest.mark.parametrize("deal", ["", "a/1/1/1\nb", "a\r"])
def test_an_invalid_name_of_a_deal_is_refused(deal):
    with pytest.raises(ShuffleError, match="invalid name of a deal"):
        shuffle.order(SECRET, {}, deal)


def test_a_draw_from_nothing_is_refused():
    with pytest.raises(ShuffleError, match="cannot draw"):
        shuffle.draw(SECRET, {}, DEAL, 0)


# --- Favouring nobody


@pytest.mark.parametrize("below", range(1, 17))
def test_every_result_of_a_draw_comes_from_equally_many_numbers(monkeypatch, below):
    monkeypatch.setattr(shuffle, "_RANGE", 16)
    numbers, results = iter(range(16)), Counter()
    with suppress(StopIteration):
        while True:
            results[shuffle._below(below, numbers)] += 1
    assert results == dict.fromkeys(range(below), 16 // below)


def test_every_card_is_equally_likely_at_every_place():
    rounds = 4000
    at: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        pack = shuffle.order(SECRET, {}, shuffle.deal_id("table", 1, number, 1))
        at.update(enumerate(pack))
    expected = rounds / PACK_SIZE
    squares = sum((at[place, card] - expected) ** 2 for place in range(52) for card in range(52))
    # Chi-squared with 51 × 51 degrees of freedom: mean 2601, standard deviation 72. The deals are
    # fixed, so this is decided once and for all; 5 deviations would be a fault of the method.
    assert abs(squares / expected - 2601) < 5 * 72


def test_every_dealer_is_drawn_equally_often():
    drawn = Counter(
        shuffle.draw(SECRET, {}, shuffle.deal_id("t", 1, number, 1), 3) for number in range(3000)
    )
    assert set(drawn) == {0, 1, 2}
    assert all(abs(count - 1000) < 5 * 26 for count in drawn.values())

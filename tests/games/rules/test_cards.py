"""Cards and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    FULL_PACK,
    CardError,
    card_name,
    card_names,
    cards_of,
    cards_text,
    iter_cards,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from games.rules.cards import RANK_MASKS, RANKS, SUIT_MASKS, SUITS

sets_of_cards = st.integers(0, FULL_PACK)


def test_notation_order():
    assert card_names(FULL_PACK)[:5] == ["3D", "3C", "3H", "3S", "4D"]
    assert card_names(FULL_PACK)[-1] == "2S"
    assert len(card_names(FULL_PACK)) == 52


@given(st.integers(0, 51))
def test_card_round_trip(card):
    assert parse_card(card_name(card)) == card
    assert card_name(card) == RANKS[rank_of(card)] + SUITS[suit_of(card)]


@given(sets_of_cards)
def test_set_round_trip(cards):
    assert parse_cards(cards_text(cards)) == cards
    assert parse_cards(card_names(cards)) == cards
    assert cards_of(iter_cards(cards)) == cards
    assert len(card_names(cards)) == cards.bit_count()


def test_masks_cover_the_pack_once():
    for masks in (RANK_MASKS, SUIT_MASKS):
        assert sum(masks) == FULL_PACK
        assert sum(mask.bit_count() for mask in masks) == 52


@pytest.mark.parametrize("text", ["", "3", "1D", "3d", "3DD", "D3", "10D", " 3D", "3X"])
def test_unknown_card(text):
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert caught.value.text == text
    assert caught.value.position is None


def test_errors_name_what_and_where():
    with pytest.raises(CardError, match="card named twice: '3D' at position 2"):
        parse_cards("3D 4D 3D")
    with pytest.raises(CardError, match="no such card: 'XX' at position 1"):
        parse_cards(["3D", "XX"])


@pytest.mark.parametrize("card", [-1, 52])
def test_no_name_for_what_is_no_card(card):
    with pytest.raises(CardError):
        card_name(card)


@pytest.mark.parametrize("cards", [-1, 1 << 52])
def test_no_names_for_what_is_no_set(cards):
    with pytest.raises(CardError):
        card_names(cards)

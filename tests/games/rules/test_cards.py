"""Cards and their notation."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import (
    FULL_PACK,
    RANK_MASKS,
    RANKS,
    SUIT_MASKS,
    SUITS,
    CardError,
    card_name,
    card_names,
    cards_of,
    cards_text,
    iter_cards,
    lacking,
    packs_of,
    parse_card,
    parse_cards,
    rank_of,
    subsets,
    suit_of,
    together,
    without,
)

sets_of_cards = st.integers(0, FULL_PACK)


def test_card_names_are_ordered_by_rank_and_suit():
    assert card_names(FULL_PACK)[:5] == ["3D", "3C", "3H", "3S", "4D"]
    assert card_names(FULL_PACK)[-1] == "2S"
    assert len(card_names(FULL_PACK)) == 52


@given(st.integers(0, 51))
def test_a_card_name_parses_to_its_card(card):
    assert parse_card(card_name(card)) == card
    assert card_name(card) == RANKS[rank_of(card)] + SUITS[suit_of(card)]


@given(sets_of_cards)
def test_the_text_of_a_set_parses_to_the_set(cards):
    assert parse_cards(cards_text(cards)) == cards
    assert parse_cards(card_names(cards)) == cards
    assert cards_of(iter_cards(cards)) == cards
    assert len(card_names(cards)) == cards.bit_count()


def test_masks_cover_the_pack_once():
    for masks in (RANK_MASKS, SUIT_MASKS):
        assert sum(masks) == packs_of(2)
        assert sum(mask.bit_count() for mask in masks) == 104
    assert sum(mask & FULL_PACK for mask in RANK_MASKS) == FULL_PACK == packs_of(1)


hands = st.lists(st.sampled_from([*range(52), *range(52)]), max_size=60).map(
    lambda some: [card for card in range(52) for _ in range(min(2, some.count(card)))]
)


@given(hands, st.randoms())
def test_sets_with_two_copies_are_added_and_subtracted_like_lists(held, random):
    """Sets as numbers behave like lists of cards."""
    taken = random.sample(held, random.randint(0, len(held)))
    rest = held.copy()
    for card in taken:
        rest.remove(card)
    whole, part = cards_of(held), cards_of(taken)
    assert list(iter_cards(whole)) == held
    assert whole.bit_count() == len(held)
    assert parse_cards(cards_text(whole)) == whole
    assert part & ~whole == 0
    assert list(iter_cards(without(whole, part))) == rest
    assert together(cards_of(rest), part) == whole
    assert lacking(whole, part) == cards_of(rest)


@given(hands)
def test_subsets_are_all_distinct_choices_of_cards(held):
    held = held[:9]
    found = subsets(cards_of(held), 3)
    assert sorted(found) == sorted({cards_of(some) for some in combinations(held, 3)})


@pytest.mark.parametrize("text", ["", "3", "1D", "3d", "3DD", "D3", "10D", " 3D", "3X"])
def test_an_unknown_card_name_is_refused(text):
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert caught.value.text == text
    assert caught.value.position is None


def test_errors_name_the_text_and_its_position():
    with pytest.raises(CardError, match="card named too often: '3D' at position 2"):
        parse_cards("3D 4D 3D", packs=1)
    with pytest.raises(CardError, match="no such card: 'XX' at position 1"):
        parse_cards(["3D", "XX"])


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_that_is_not_a_card_has_no_name(card):
    with pytest.raises(CardError):
        card_name(card)


@pytest.mark.parametrize("cards", [-1, 1 << 52, 1 << 104 | 1 << 52 | 1])
def test_a_number_that_is_not_a_set_has_no_names(cards):
    with pytest.raises(CardError):
        card_names(cards)

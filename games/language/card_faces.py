"""Cards as templates show them: names, signs and ready-made HTML."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.common.languages import cached_by_language
from games.common.partials import partial
from games.language import labels
from games.rules.cards import RANKS, Card, Cards, iter_cards, rank_of, suit_of
from games.rules.combinations.kinds import Combination, Kind
from games.rules.combinations.table import classify
from games.rules.ruleset.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's code, name, signs and ready-made HTML in one language."""

    code: str
    name: str
    rank: str
    suit: str
    #: The card as a picture, and as a button in a hand; both rendered once and cached.
    html: SafeString
    button: SafeString
    #: The button of the second copy, for a hand from two packs that holds both.
    second_button: SafeString


@cached_by_language(500)
def card_face(card: Card) -> CardFace:
    """Return the card's face in the reader's language."""
    plain = {
        "code": labels.card_code(card),
        "name": labels.card_label(card),
        "rank": labels.rank_sign(card),
        "suit": labels.suit_letter(card),
    }
    return CardFace(
        **plain,
        html=partial("games/language/card_face.html", card=plain),
        button=_button(plain),
        second_button=_button(plain, is_second=True),
    )


def _button(card: dict[str, str], *, is_second: bool = False) -> SafeString:
    """Return the HTML of a card's button; `is_second` marks the second copy in two packs."""
    return partial("games/language/card_button.html", card=card, is_second=is_second)


def faces(cards: Cards) -> list[CardFace]:
    """Return the cards' faces in the order of the notation."""
    return [card_face(card) for card in iter_cards(cards)]


def play_faces(play: Combination) -> list[CardFace]:
    """Return the faces of a play's cards in the order of `play_order`."""
    return [card_face(card) for card in play_order(play)]


def left_faces(rules: RuleSet, cards: Cards) -> list[CardFace]:
    """Return the faces of the cards left in a hand; a combination in the order of `play_order`."""
    play = classify(rules, cards)
    return faces(cards) if play is None else play_faces(play)


def play_order(play: Combination) -> list[Card]:
    """Return a play's cards in the order players lay them down.

    A straight in its own sequence, ``A2345``; with two ranks, the rank that names the play first.
    """
    cards = list(iter_cards(play.cards))
    match play.kind:
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH:
            return sorted(cards, key=_place_in_sequence(play.rank))
        case Kind.STRAIGHT_FLUSH_PLUS_TWO:
            places = _ranks_of_sequence(play.rank)
            five = [
                card
                for card in cards
                if suit_of(card) == suit_of(play.top) and rank_of(card) in places
            ]
            further = [card for card in cards if card not in five]
            return sorted(five, key=_place_in_sequence(play.rank)) + further
        case Kind.TWO_PAIRS | Kind.FULL_HOUSE | Kind.FOUR_OF_A_KIND:
            return sorted(cards, key=lambda card: rank_of(card) != play.rank)
        case _:
            return cards


def _place_in_sequence(last_rank: int) -> Callable[[Card], int]:
    """Return a function from a card to its place, from 0, in the sequence that ends with a rank."""
    places = _ranks_of_sequence(last_rank)
    return lambda card: places.index(rank_of(card))


def _ranks_of_sequence(last_rank: int) -> list[int]:
    """Return the five ranks of the sequence whose last written rank is ``last_rank``."""
    around = [RANKS.index(rank) for rank in "A23456789TJQKA2"]
    end = around.index(last_rank, 4)
    return around[end - 4 : end + 1]

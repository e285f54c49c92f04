"""Cards as templates show them."""

from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.language import labels
from games.rules.cards import Card, Cards, iter_cards


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as templates need it, in one language."""

    code: str
    name: str
    rank: str
    suit: str
    #: The card as a picture, and as a button of a hand; made once and used again.
    html: SafeString
    button: SafeString


def card_face(card: Card) -> CardFace:
    """Return the card's face in the reader's language."""
    return _face(card, get_language())


@cache
def _face(card: Card, language: str | None) -> CardFace:
    """Return the card's face; the language is the one that is active."""
    plain = {
        "code": labels.card_code(card),
        "name": labels.card_label(card),
        "rank": labels.rank_sign(card),
        "suit": labels.suit_letter(card),
    }
    return CardFace(
        **plain,
        html=render_to_string("games/language/card_face.html", {"card": plain}),
        button=render_to_string("games/language/card_button.html", {"card": plain}),
    )


def faces(cards: Cards) -> list[CardFace]:
    """Return the cards' faces, in the order of the notation."""
    return [card_face(card) for card in iter_cards(cards)]

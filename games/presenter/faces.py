"""Cards as templates show them."""

from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import texts
from games.rules.cards import Card, Cards, iter_cards


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as templates need it; ``html`` and ``button`` are made once and reused."""

    code: str
    name: str
    rank: str
    suit: str
    html: SafeString
    button: SafeString


@cache
def card_face(card: Card) -> CardFace:
    """The card's face; its fragments do not depend on anything else."""
    plain = {
        "code": texts.card_code(card),
        "name": texts.card_label(card),
        "rank": texts.rank_sign(card),
        "suit": texts.suit_letter(card),
    }
    return CardFace(
        **plain,
        html=render_to_string("games/partials/card_face.html", {"card": plain}),
        button=render_to_string("games/partials/card_button.html", {"card": plain}),
    )


def faces(cards: Cards) -> list[CardFace]:
    """The cards' faces, in the order of the notation."""
    return [card_face(card) for card in iter_cards(cards)]

"""Kinds of combinations, and the combination itself."""

from enum import StrEnum
from typing import NamedTuple

from games.rules.cards import Card, Cards


class Kind(StrEnum):
    """A kind of combination.

    Sources: S0 to S4; bare fours and seven cards S4; two pairs S5; five of a kind needs two packs.
    """

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TWO_PAIRS = "two_pairs"
    BARE_FOUR = "bare_four"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    STRAIGHT_FLUSH_PLUS_TWO = "straight_flush_plus_two"
    FIVE_OF_A_KIND = "five_of_a_kind"


FIVE_CARD_KINDS = frozenset(
    (
        Kind.STRAIGHT,
        Kind.FLUSH,
        Kind.FULL_HOUSE,
        Kind.FOUR_OF_A_KIND,
        Kind.STRAIGHT_FLUSH,
        Kind.FIVE_OF_A_KIND,
    )
)

FOURS = frozenset((Kind.FOUR_OF_A_KIND, Kind.BARE_FOUR))

#: The kinds that demote the twos under `bomb_demotes_twos`.
DEMOTING = FOURS | {Kind.FIVE_OF_A_KIND}

#: The honour hands of S4, which can beat combinations of other sizes.
HONOURS = frozenset(
    (
        Kind.FOUR_OF_A_KIND,
        Kind.STRAIGHT_FLUSH,
        Kind.STRAIGHT_FLUSH_PLUS_TWO,
        Kind.FIVE_OF_A_KIND,
    )
)


class Combination(NamedTuple):
    """Cards that can be played together, with their kind and the key by which they are compared."""

    #: The kind.
    kind: Kind
    #: The cards, as a set.
    cards: Cards
    #: The number of cards.
    size: int
    #: Orders combinations of one kind, two pairs below bare fours, and five-card combinations of
    #: any kind unless the rules let no kind beat another.
    key: int
    #: The rank that names it: of the single, pair, triple, four, the higher of two pairs, the
    #: triple of a full house, the top card of a flush, the last card of a sequence as written (the
    #: 5 of A2345).
    rank: int
    #: The card that breaks a tie: the highest of a pair, two pairs, triple or flush, the highest of
    #: the three or four, the card of a sequence whose suit counts.
    top: Card

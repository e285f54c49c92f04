"""English names of combinations, whose ranks are nouns with articles and plurals.

Other languages write the rank's sign, so theirs are messages (`games.language.labels`).
"""

from games.rules.cards import RANKS
from games.rules.combinations.kinds import Kind

# Both in the order of the ranks, from 3 to 2.
_PLURALS = (
    "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings", "aces", "twos",
)  # fmt: skip
_HIGHEST = ("3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace", "2")


def combination(kind: Kind, rank: int, other: int) -> str:
    """Return the name of a combination: "a pair of nines", "an 8-high straight".

    :param rank: the rank that names it, an index of `RANKS`
    :param other: the rank of the lower pair, for two pairs and full houses
    """
    ranks = _PLURALS[rank]
    # English says "an 8-high straight" and "an ace-high straight".
    high = f"{'an' if RANKS[rank] in '8A' else 'a'} {_HIGHEST[rank]}-high"
    return {
        Kind.PAIR: f"a pair of {ranks}",
        Kind.TRIPLE: f"three {ranks}",
        Kind.TWO_PAIRS: f"two pairs, {ranks} and {_PLURALS[other]}",
        Kind.BARE_FOUR: f"four {ranks}",
        Kind.STRAIGHT: f"{high} straight",
        Kind.FLUSH: f"{high} flush",
        Kind.FULL_HOUSE: f"a full house, {ranks} over {_PLURALS[other]}",
        Kind.FOUR_OF_A_KIND: f"four {ranks}",
        Kind.STRAIGHT_FLUSH: f"{high} straight flush",
        Kind.STRAIGHT_FLUSH_PLUS_TWO: f"{high} straight flush plus two cards",
        Kind.FIVE_OF_A_KIND: f"five {ranks}",
    }[kind]

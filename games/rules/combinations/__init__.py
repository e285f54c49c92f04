"""What is a combination, and which combination beats which.

`classify` and `beats` answer for a rule set; `book` gives the tables they read, for callers that
ask often.
"""

from games.rules.combinations.book import Book, beats, book, classify
from games.rules.combinations.card_order import Ranking, ranking
from games.rules.combinations.kinds import (
    DEMOTING,
    FIVE_CARD_KINDS,
    FOURS,
    HONOURS,
    Combination,
    Kind,
)
from games.rules.combinations.sequences import SEQUENCES, Sequence

__all__ = [
    "DEMOTING",
    "FIVE_CARD_KINDS",
    "FOURS",
    "HONOURS",
    "SEQUENCES",
    "Book",
    "Combination",
    "Kind",
    "Ranking",
    "Sequence",
    "beats",
    "book",
    "classify",
    "ranking",
]

"""Combinations of a rule set, and which combination beats which.

`classify` and `beats` answer for a rule set. Callers that ask often get the `CombinationTable` that
both read, from `combination_table`.
"""

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
from games.rules.combinations.table import CombinationTable, beats, classify, combination_table

__all__ = [
    "DEMOTING",
    "FIVE_CARD_KINDS",
    "FOURS",
    "HONOURS",
    "SEQUENCES",
    "Combination",
    "CombinationTable",
    "Kind",
    "Ranking",
    "Sequence",
    "beats",
    "classify",
    "combination_table",
    "ranking",
]

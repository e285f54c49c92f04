"""Reads: settlements, ratings and statistics, in words."""

from tournaments.selectors.ratings import RatingList, rating_list
from tournaments.selectors.settlements import SettlementSheet, settlement_sheet
from tournaments.selectors.statistics import OwnStatistics, own_statistics

__all__ = [
    "OwnStatistics",
    "RatingList",
    "SettlementSheet",
    "own_statistics",
    "rating_list",
    "settlement_sheet",
]

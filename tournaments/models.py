"""The models of the app; each lives in the room that it belongs to."""

from tournaments.ledger.models import Balance, Debt, Settlement, Transfer
from tournaments.ratings.models import RatedSession, Rating, RatingChange

__all__ = [
    "Balance",
    "Debt",
    "RatedSession",
    "Rating",
    "RatingChange",
    "Settlement",
    "Transfer",
]

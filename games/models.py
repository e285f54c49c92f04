"""Models of the app; each is defined in the package that it belongs to."""

from games.agreements.models import Agreement
from games.chat.models import Chat, ChatLine, Mute, Report
from games.puzzles.models import PuzzleResult
from games.replays.review.models import DealReview
from games.rulebook.models import HouseRules
from games.tables.models import Action, Deal, PreparedPack, Seat, Session, Table

__all__ = [
    "Action",
    "Agreement",
    "Chat",
    "ChatLine",
    "Deal",
    "DealReview",
    "HouseRules",
    "Mute",
    "PreparedPack",
    "PuzzleResult",
    "Report",
    "Seat",
    "Session",
    "Table",
]

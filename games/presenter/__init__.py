"""From a position to what a browser shows: view objects, and the HTML made of them.

What all may see is one `Board`, made and rendered once for each version of a table
(`games.presenter.frames`); what one seat alone may see are its `Hand` and `Controls`. All cards
come out of ``games.rules.view``.
"""

from games.presenter.board import Board, Notice, SeatBoard
from games.presenter.frames import (
    Frame,
    Sent,
    forget_frames,
    frame,
    hints,
    page_context,
    parts,
    status_line,
)
from games.presenter.lobby import LobbyFrame, lobby_context, lobby_frame
from games.presenter.own import Controls, Hand
from games.presenter.pages import finished_line, rules_of, running_line, session_page
from games.presenter.scores import DealResult

__all__ = [
    "Board",
    "Controls",
    "DealResult",
    "Frame",
    "Hand",
    "LobbyFrame",
    "Notice",
    "SeatBoard",
    "Sent",
    "finished_line",
    "forget_frames",
    "frame",
    "hints",
    "lobby_context",
    "lobby_frame",
    "page_context",
    "parts",
    "rules_of",
    "running_line",
    "session_page",
    "status_line",
]

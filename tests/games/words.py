"""What a table says to those who look at it."""

from accounts.models import User
from games.screens.table.board import DealBoard, board_of, status_for
from games.screens.table.controls import Controls, controls_of
from games.screens.table.scores import Scores
from games.screens.table.state import table_state


def controls(game, selection: str = "", seat: int = 0) -> Controls:
    """Return the controls of the seat now."""
    return controls_of(game.now(), seat, selection)


def board(game) -> DealBoard:
    """Return the table as every viewer sees it."""
    return board_of(game.now())


def scores(game, user: User | None = None) -> Scores:
    """Return the table's score sheet and results as the user reads them."""
    return table_state(game.table.pk).scores(user)


def status(game, reader: int | None = None) -> list[str]:
    """Return the texts of the live region for the seat, or for spectators."""
    return status_for(game.now(), board(game), reader)


def named(game, sentence: str) -> str:
    """The sentence with the names of the seats in place of {0}, {1} …"""
    return sentence.format(*game.now().names)

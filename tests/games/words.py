"""What a table says to those who look at it."""

from games.screens.table import frame as table_frame
from games.screens.table.board import DealBoard, status_for
from games.screens.table.controls import Controls, controls_of


def controls(game, selection: str = "", seat: int = 0) -> Controls:
    """Return the controls of the seat now."""
    return controls_of(game.now(), seat, selection)


def board(game) -> DealBoard:
    """Return the table as every viewer sees it."""
    return table_frame.frame(game.table.pk).board()


def status(game, reader: int | None = None) -> list[str]:
    """Return the texts of the live region for the seat, or for spectators."""
    return status_for(game.now(), board(game), reader)


def named(game, sentence: str) -> str:
    """The sentence with the names of the seats in place of {0}, {1} …"""
    return sentence.format(*game.now().names)

"""What a table says to those who look at it."""

from games.screens.table import frame as table_frame
from games.screens.table.board import DealBoard, status_for
from games.screens.table.controls import Controls, controls_of


def controls(game, selection: str = "", seat: int = 0) -> Controls:
    """What the seat may do now."""
    return controls_of(game.now(), seat, selection)


def board(game) -> DealBoard:
    """The table as everybody sees it."""
    return table_frame.frame(game.table.pk).board()


def status(game, reader: int | None = None) -> list[str]:
    """What the live region says to whoever has the seat, or to those who have none."""
    return status_for(game.now(), board(game), reader)


def named(game, sentence: str) -> str:
    """The sentence with the names of the seats in place of {0}, {1} …"""
    return sentence.format(*game.now().names)

"""Writes: the only room that changes a table.

Every function that changes something takes the table's row lock first (on SQLite the lock is the
one writer that ``BEGIN IMMEDIATE`` lets in), checks what it was asked against what is there now,
changes it, raises the table's version and announces it once the transaction is committed. A
refusal is a value, and changes nothing.

`sitting` opens tables and seats people, `playing` takes their moves, `agreeing` their wishes,
`running` does what happens by itself, `dealing` is the course of a session that all these share.
"""

from games.services.agreeing import go_on, take_back, vote
from games.services.core import DONE, Outcome
from games.services.playing import ask_for_redeal, give, pass_turn, play, ready
from games.services.running import move_on, start_next_deal, sweep
from games.services.shuffling import add_word
from games.services.sitting import (
    fill_with_bots,
    open_solo_table,
    open_table,
    play_again,
    remove,
    sit,
    stand_up,
    start,
    stay,
)

__all__ = [
    "DONE",
    "Outcome",
    "add_word",
    "ask_for_redeal",
    "fill_with_bots",
    "give",
    "go_on",
    "move_on",
    "open_solo_table",
    "open_table",
    "pass_turn",
    "play",
    "play_again",
    "ready",
    "remove",
    "sit",
    "stand_up",
    "start",
    "start_next_deal",
    "stay",
    "sweep",
    "take_back",
    "vote",
]

"""Writes: the only package that changes a table.

Every function that somebody asks for takes the `Caller` and the table's number first. It holds the
table's row (``core.locked_table``), checks what it was asked against what is there now, changes it,
and the version is raised, stored, announced and queued at the end. Its answer is None, or why not:
a code with parameters, never a sentence; then nothing is changed.

`opening`, `starting` and `seating` bring people to a table and deal, `moves` takes what they play,
`votes` what they wish, `rematch` whether they play on, `pace` how fast their bots play; `timers`
does what happens by itself, `session` is the course of a session that all these share, `due` says
when something happens next, `absences` who has no page open or does nothing on the turn, and
`resting` where nothing happens while nobody watches. `given`
deals packs that were not shuffled here, `lesson` one of them for one learner, `arranged` has tables
whose people and times somebody else decides on; `cleanup` ends what everybody has forgotten.
"""

from games.tables.services.absences import note_absences_at
from games.tables.services.bot_speed import set_bot_speed
from games.tables.services.core import Answer
from games.tables.services.fixed_packs import FixedPack, open_with_packs, replace_deal
from games.tables.services.lesson import open_lesson, set_coach
from games.tables.services.moves import ask_for_redeal, give, keep_hand, pass_turn, play, ready
from games.tables.services.opening import open_solo_table, open_table
from games.tables.services.rematch import (
    decline_again,
    open_again,
    play_again,
    withdraw_again,
)
from games.tables.services.resting import watch
from games.tables.services.seating import (
    close,
    free_seat,
    mark_seen,
    remove,
    sit,
    sit_anywhere,
    stand_up,
)
from games.tables.services.shuffle_words import add_word
from games.tables.services.starting import fill_with_bots, open_seats, start
from games.tables.services.timers import (
    move_all_on,
    move_on,
    start_next_deal,
    start_next_deals,
    sweep,
)
from games.tables.services.votes import agree_to, lapse, resume, take_seat_back, vote, withdraw_vote

__all__ = [
    "Answer",
    "FixedPack",
    "add_word",
    "agree_to",
    "ask_for_redeal",
    "close",
    "decline_again",
    "fill_with_bots",
    "free_seat",
    "give",
    "keep_hand",
    "lapse",
    "mark_seen",
    "move_all_on",
    "move_on",
    "note_absences_at",
    "open_again",
    "open_lesson",
    "open_seats",
    "open_solo_table",
    "open_table",
    "open_with_packs",
    "pass_turn",
    "play",
    "play_again",
    "ready",
    "remove",
    "replace_deal",
    "resume",
    "set_bot_speed",
    "set_coach",
    "sit",
    "sit_anywhere",
    "stand_up",
    "start",
    "start_next_deal",
    "start_next_deals",
    "sweep",
    "take_seat_back",
    "vote",
    "watch",
    "withdraw_again",
    "withdraw_vote",
]

"""Writes: the only package that changes a table.

Every function for a user's request takes the `Caller` and the table id first. It locks the table's
row (``core.locked_table``), checks the request against the current table and changes it; at the end
the version is raised, stored and announced, and the next timed step is queued. It returns None, or
a denial: a code with parameters, never a sentence. After a denial nothing has changed.

- `opening`, `starting` and `seating` open tables, seat players and start the session.
- `moves` takes actions of players, `votes` their proposals, `rematch` their answers to another
  session, `bot_speed` the speed of bots, `shuffle_words` their words for a shuffle.
- `session` runs a session from the first deal to the end; `due` schedules the next timed step,
  `timers` carries it out.
- `absences` tracks players without an open page or idle on their turn; `resting` stops tables that
  only bots play while no page shows them.
- `fixed_packs` deals packs set in advance, `lesson` opens a table for one learner, `arranged` has
  tables whose players and times are set from outside, `cleanup` ends abandoned tables.
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

"""Writes: the only package that changes an event.

Every function that somebody asks for takes the `Caller` and the event's number first. It holds the
event's row (``core.changing``), and its answer is None, or why not: a code with parameters. What is
decided at the desk is appended to the event's record, with its reason.

`course` brings an event to its start, `entries` has those who take part, `rounds` seats, opens and
ends rounds, `desk` what an organizer decides meanwhile; `planned` shows an event to its format.
"""

from tournaments.events.services.core import Answer
from tournaments.events.services.course import begin_check_in, cancel, make_event, open_entries
from tournaments.events.services.desk import (
    announce,
    correct_result,
    give_penalty,
    pause_all,
    replace_player,
    resume_all,
    reverse_penalty,
)
from tournaments.events.services.entries import (
    check_in,
    enter,
    enter_bot,
    take_out,
    withdraw,
)
from tournaments.events.services.packs import add_round_word, newest_packs
from tournaments.events.services.planned import standings_of
from tournaments.events.services.rounds import (
    end,
    propose_anew,
    propose_round,
    publish_round,
    seat_by_hand,
    start_event,
    sweep,
    take_result,
)

__all__ = [
    "Answer",
    "add_round_word",
    "announce",
    "begin_check_in",
    "cancel",
    "check_in",
    "correct_result",
    "end",
    "enter",
    "enter_bot",
    "give_penalty",
    "make_event",
    "newest_packs",
    "open_entries",
    "pause_all",
    "propose_anew",
    "propose_round",
    "publish_round",
    "replace_player",
    "resume_all",
    "reverse_penalty",
    "seat_by_hand",
    "standings_of",
    "start_event",
    "sweep",
    "take_out",
    "take_result",
    "withdraw",
]

"""Writes: the only package that changes an event.

Every function that somebody asks for takes the `Caller` and the event's number first. It holds the
event's row (``core.changing``), and its answer is None, or why not: a code with parameters. What is
decided at the desk is appended to the event's record, with its reason.

`course` brings an event to its start, `entries` has those who take part, `rounds` seats, opens and
ends rounds, `desk` what an organizer decides meanwhile, `paper` has the deals played with real
cards; `planned` shows an event to its format.
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
    check_in_others,
    enter,
    enter_bot,
    enter_by_name,
    take_out,
    withdraw,
)
from tournaments.events.services.paper import (
    close_table,
    confirm_deal,
    dispute_deal,
    told,
    write_deal,
)
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
    "announce",
    "begin_check_in",
    "cancel",
    "check_in",
    "check_in_others",
    "close_table",
    "confirm_deal",
    "correct_result",
    "dispute_deal",
    "end",
    "enter",
    "enter_bot",
    "enter_by_name",
    "give_penalty",
    "make_event",
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
    "told",
    "withdraw",
    "write_deal",
]

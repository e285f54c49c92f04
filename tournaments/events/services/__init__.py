"""Writes: the only package that changes an event.

Every function that somebody asks for takes the `Caller` and the event's number first. It holds the
event's row (``core.changing``), and its answer is None, or why not: a code with parameters. What is
decided at the desk is appended to the event's record, with its reason.

`course` brings an event to its start, `entries` has those who take part, `rounds` seats, opens and
ends rounds, `desk` what an organizer decides meanwhile; `planned` shows an event to its format.
"""

from tournaments.events.services.changes import change_event, terms_version
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
    check_in_all,
    check_in_other,
    enter,
    enter_bot,
    take_out,
    withdraw,
)
from tournaments.events.services.notices import notice_seen, notices_seen, remind
from tournaments.events.services.planned import standings_of
from tournaments.events.services.readers import renew_calendar, take_mails
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
from tournaments.events.services.seats import (
    choose_uneven,
    keep_apart,
    let_meet,
    take_back_round,
)

__all__ = [
    "Answer",
    "announce",
    "begin_check_in",
    "cancel",
    "change_event",
    "check_in",
    "check_in_all",
    "check_in_other",
    "choose_uneven",
    "correct_result",
    "end",
    "enter",
    "enter_bot",
    "give_penalty",
    "keep_apart",
    "let_meet",
    "make_event",
    "notice_seen",
    "notices_seen",
    "open_entries",
    "pause_all",
    "propose_anew",
    "propose_round",
    "publish_round",
    "remind",
    "renew_calendar",
    "replace_player",
    "resume_all",
    "reverse_penalty",
    "seat_by_hand",
    "standings_of",
    "start_event",
    "sweep",
    "take_back_round",
    "take_mails",
    "take_out",
    "take_result",
    "terms_version",
    "withdraw",
]

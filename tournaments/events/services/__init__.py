"""Event services: the only package that changes events.

Every service called by a user takes the `Caller` and the event's number first. It locks the
event's row (``core.locked_event``) and returns None, or a denial: a code with parameters. Decisions
of organizers are appended to the event's activity log with their reasons.

`lifecycle` covers an event from creation to check-in, `entries` the participants, `places` the
waiting list. `terms` computes what an event with a stake can cost and who has agreed to it;
`agreements` and `invited` record agreements. `rounds` proposes and seats rounds, `publication`
opens their tables, `results` ends them. `desk`, `penalties`, `corrections` and `substitutes` are
organizers' decisions, limited by `result_limits`. `house` computes what the club itself can lose.
`paper` covers deals with real cards, `club_night` club nights, `season` seasons, in which several
events count. `settlement` settles finished events with the amounts of `winnings`. `format_input`
presents an event to its format. `upkeep` does the work of lost tasks and time-based work.
"""

from tournaments.events.services.changes import change_event, terms_version
from tournaments.events.services.club_night import (
    club_night_of_table,
    open_night_table,
    sit_down,
    take_night_result,
)
from tournaments.events.services.core import Answer
from tournaments.events.services.corrections import (
    confirm_correction,
    correct_result,
    correction_role,
    correction_seats,
    decline_correction,
)
from tournaments.events.services.costs import session_cost_of
from tournaments.events.services.departures import withdraw_departed
from tournaments.events.services.desk import announce, extend_time, pause_all, resume_all
from tournaments.events.services.entries import (
    CheckInCounts,
    EnrolmentCounts,
    check_in,
    check_in_all,
    check_in_entrant,
    enter,
    enter_bot,
    enter_by_name,
    enter_members,
    rejoin,
    remove_entrant,
    withdraw,
)
from tournaments.events.services.format_input import standings_of, standings_of_all
from tournaments.events.services.house import at_stake_in_events
from tournaments.events.services.invited import accept, agree_in_person, answer_for, decline
from tournaments.events.services.lifecycle import (
    cancel_event,
    create_event,
    open_check_in,
    open_sign_up,
)
from tournaments.events.services.notices import notice_seen, notices_seen, remind
from tournaments.events.services.packs import add_round_word, newest_packs
from tournaments.events.services.paper import (
    close_table,
    confirm_deal,
    dispute_deal,
    write_deal,
)
from tournaments.events.services.paper_sheet import denial_of_paper_error
from tournaments.events.services.penalties import give_penalty, reverse_penalty
from tournaments.events.services.penalty_limits import highest_penalty, money_penalty_limit
from tournaments.events.services.preferences import renew_calendar, set_event_mails
from tournaments.events.services.publication import publish_round
from tournaments.events.services.results import take_result
from tournaments.events.services.rounds import (
    dismiss_changes,
    end_event,
    propose_round,
    redraw_seating,
    seat_by_hand,
    start_event,
)
from tournaments.events.services.season import (
    add_event,
    change_season,
    close_season,
    create_season,
    remove_event,
    reopen_season,
    season_standings,
)
from tournaments.events.services.seats import (
    choose_leftover,
    keep_apart,
    stop_keeping_apart,
    undo_round,
)
from tournaments.events.services.settlement import settle_event, settlements_of, unsettled
from tournaments.events.services.substitutes import (
    absent_players,
    answer_substitution,
    may_take_over,
    replace_player,
    substitute_terms,
)
from tournaments.events.services.terms import past_terms, terms_now
from tournaments.events.services.time_zones import keep_time_of_day
from tournaments.events.services.upkeep import sweep
from tournaments.events.services.winnings import event_winnings

__all__ = [
    "Answer",
    "CheckInCounts",
    "EnrolmentCounts",
    "absent_players",
    "accept",
    "add_event",
    "add_round_word",
    "agree_in_person",
    "announce",
    "answer_for",
    "answer_substitution",
    "at_stake_in_events",
    "cancel_event",
    "change_event",
    "change_season",
    "check_in",
    "check_in_all",
    "check_in_entrant",
    "choose_leftover",
    "close_season",
    "close_table",
    "club_night_of_table",
    "confirm_correction",
    "confirm_deal",
    "correct_result",
    "correction_role",
    "correction_seats",
    "create_event",
    "create_season",
    "decline",
    "decline_correction",
    "denial_of_paper_error",
    "dismiss_changes",
    "dispute_deal",
    "end_event",
    "enter",
    "enter_bot",
    "enter_by_name",
    "enter_members",
    "event_winnings",
    "extend_time",
    "give_penalty",
    "highest_penalty",
    "keep_apart",
    "keep_time_of_day",
    "may_take_over",
    "money_penalty_limit",
    "newest_packs",
    "notice_seen",
    "notices_seen",
    "open_check_in",
    "open_night_table",
    "open_sign_up",
    "past_terms",
    "pause_all",
    "propose_round",
    "publish_round",
    "redraw_seating",
    "rejoin",
    "remind",
    "remove_entrant",
    "remove_event",
    "renew_calendar",
    "reopen_season",
    "replace_player",
    "resume_all",
    "reverse_penalty",
    "season_standings",
    "seat_by_hand",
    "session_cost_of",
    "set_event_mails",
    "settle_event",
    "settlements_of",
    "sit_down",
    "standings_of",
    "standings_of_all",
    "start_event",
    "stop_keeping_apart",
    "substitute_terms",
    "sweep",
    "take_night_result",
    "take_result",
    "terms_now",
    "terms_version",
    "undo_round",
    "unsettled",
    "withdraw",
    "withdraw_departed",
    "write_deal",
]

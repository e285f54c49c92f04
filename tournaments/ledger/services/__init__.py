"""Writes: the only package that changes the ledger.

`settlements` settles sessions and events, `corrections` corrects sessions; `payments` records
payments and waivers under a lock on the transfer (`locking`); `reminders` reminds of open payments;
`clubs` changes a club's settings and settles its carried balances; `notices` notifies users. `book`
is the only module that writes postings, and defines the order of locks.
"""

from tournaments.ledger.services.clubs import (
    ProposedList,
    carried_balances,
    change_book,
    proposed_list,
    settle_all_due,
    settle_club,
    settle_due,
    settle_season,
)
from tournaments.ledger.services.core import Answer, acts_for, keeps_book
from tournaments.ledger.services.correction_consent import (
    CorrectedLoss,
    CorrectionRole,
    agree_to_new_maximums,
    losses_above_maximum,
    notice_params_by_user,
    shown_terms,
    unanswered,
)
from tournaments.ledger.services.corrections import (
    confirm_session_correction,
    correct_session,
    decline_session_correction,
    lapse_corrections,
    session_correction_role,
)
from tournaments.ledger.services.locking import PaymentDetails
from tournaments.ledger.services.notices import dismiss_notice
from tournaments.ledger.services.payments import (
    ask_to_waive,
    claim,
    confirm,
    dispute,
    receive,
    resolve,
    waive,
    withdraw,
)
from tournaments.ledger.services.pending import (
    accept_result,
    decline_all,
    decline_result,
    lapse_waiting,
    may_answer,
)
from tournaments.ledger.services.reminders import drop_reminder, remind, set_reminder
from tournaments.ledger.services.settlements import (
    settle_session,
    settle_winnings,
    sweep,
    winnings_of,
)

__all__ = [
    "Answer",
    "CorrectedLoss",
    "CorrectionRole",
    "PaymentDetails",
    "ProposedList",
    "accept_result",
    "acts_for",
    "agree_to_new_maximums",
    "ask_to_waive",
    "carried_balances",
    "change_book",
    "claim",
    "confirm",
    "confirm_session_correction",
    "correct_session",
    "decline_all",
    "decline_result",
    "decline_session_correction",
    "dismiss_notice",
    "dispute",
    "drop_reminder",
    "keeps_book",
    "lapse_corrections",
    "lapse_waiting",
    "losses_above_maximum",
    "may_answer",
    "notice_params_by_user",
    "proposed_list",
    "receive",
    "remind",
    "resolve",
    "session_correction_role",
    "set_reminder",
    "settle_all_due",
    "settle_club",
    "settle_due",
    "settle_season",
    "settle_session",
    "settle_winnings",
    "shown_terms",
    "sweep",
    "unanswered",
    "waive",
    "winnings_of",
    "withdraw",
]

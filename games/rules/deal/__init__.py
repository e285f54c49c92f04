"""State of a deal and its actions.

`start` deals from a pack, `apply` returns the deal after an action or a `Refusal`, `judge` returns
what some cards would be, and `next_deal` what the next deal starts from. The caller shuffles and
keeps time.
"""

from games.rules.deal.actions import (
    Action,
    ActionError,
    Give,
    Pass,
    Play,
    Redeal,
    action_text,
    parse_action,
)
from games.rules.deal.apply import MOST_RECYCLES, apply
from games.rules.deal.guard import Duty, duty
from games.rules.deal.judge import (
    judge,
    judge_ahead,
    judge_pass,
    legal_plays,
    may_cut_in_now,
    must_beat_now,
)
from games.rules.deal.leader import Opening, loser_of, opening
from games.rules.deal.next_deal import NextDeal, next_deal
from games.rules.deal.redeal import redeal_is_open, who_may_redeal
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.start import DealError, new_pack, shuffled_pack, start, start_from_hands
from games.rules.deal.state import (
    DealState,
    Ending,
    Exchange,
    Phase,
    Previous,
    Result,
    Setup,
    Trick,
)

__all__ = [
    "MOST_RECYCLES",
    "Action",
    "ActionError",
    "Code",
    "DealError",
    "DealState",
    "Duty",
    "Ending",
    "Exchange",
    "Give",
    "NextDeal",
    "Opening",
    "Pass",
    "Phase",
    "Play",
    "Previous",
    "Redeal",
    "Refusal",
    "Result",
    "Setup",
    "Trick",
    "action_text",
    "apply",
    "duty",
    "judge",
    "judge_ahead",
    "judge_pass",
    "legal_plays",
    "loser_of",
    "may_cut_in_now",
    "must_beat_now",
    "new_pack",
    "next_deal",
    "opening",
    "parse_action",
    "redeal_is_open",
    "shuffled_pack",
    "start",
    "start_from_hands",
    "who_may_redeal",
]

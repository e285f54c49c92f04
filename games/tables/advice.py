"""Hints that put a strong bot's choice first: where they are given, and what they advise.

Only in games for points that cannot count for ratings or an event, and only if the host has not
switched them off. Elsewhere "Hint" lists possible plays.
"""

import logging
from typing import Final

from games import bots
from games.bots.strengths import Strength
from games.rules.deal.actions import Action
from games.rules.view import View
from games.tables.models import Table
from games.tables.snapshot import Snapshot
from games.tables.stakes import has_stake

logger = logging.getLogger(__name__)

#: The number of users, without bots, whose sessions count for ratings (``tournaments.ratings``).
#: Whether they all have accounts is not known here, so guests get no advice among themselves.
RATED_PLAYERS: Final = 4
#: The bot that advises.
ADVISER: Final = Strength.STRONG


def is_advised(snapshot: Snapshot) -> bool:
    """Return whether hints at the table put the strong bot's choice first.

    Before a session the answer is for one with the players who are there.
    """
    table, seats = snapshot.table, snapshot.seats
    is_for_event = table.is_arranged or table.purpose == Table.Purpose.COUNTS
    if not table.advice or is_for_event or table.lesson:
        return False
    people = sum(seat.user_id is not None for seat in seats)
    if people > 1 and has_stake(snapshot.session):
        return False
    return not (people == RATED_PLAYERS == snapshot.session.rule_set.players)


def advice(seen: View) -> Action | None:
    """Return what the strong bot would do with this view; None to wait, or if it fails.

    It sees what the player sees. No query; about as long as a bot's move, a few milliseconds.
    """
    adviser = bots.bot(ADVISER.value)
    try:
        if seen.on_turn:
            return adviser.choose(seen)
        return adviser.cut_in(seen) if seen.may_cut_in else None
    except Exception:
        # The possible plays are still worth showing.
        logger.exception("bot %s failed to advise", ADVISER.value)
        return None

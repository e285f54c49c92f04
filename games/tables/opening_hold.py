"""Until when the lead of a deal waits for whoever may ask for a new one."""

from datetime import datetime

from django.utils import timezone

from games.rules.deal import DealState, Phase, redeal_is_open
from games.tables.proposals import played_by_bots
from games.tables.snapshot import Snapshot


def is_lead_held(turn_since: datetime | None, state: DealState) -> bool:
    """Tell whether the lead is not open yet.

    :param turn_since: from when on the one on turn may act (``Table.turn_since``)
    """
    if not redeal_is_open(state) or state.phase is not Phase.PLAY or turn_since is None:
        return False
    return timezone.now() < turn_since


def lead_opens_at(snapshot: Snapshot) -> datetime | None:
    """Return when the lead opens that is waited with, or None."""
    turn, table = snapshot.state.turn, snapshot.table
    if turn is None or not redeal_is_open(snapshot.state):
        return None
    if snapshot.state.phase is not Phase.PLAY:
        return None
    if turn in played_by_bots(snapshot.seats):
        return table.due_at
    return table.turn_since if is_lead_held(table.turn_since, snapshot.state) else None

"""The opening hold: the first play of a deal waits while other players may ask for a redeal."""

from datetime import datetime

from django.utils import timezone

from games.rules.deal.redeal import redeal_is_open
from games.rules.deal.state import DealState, Phase
from games.tables.proposals import played_by_bots
from games.tables.snapshot import Snapshot


def is_lead_held(turn_since: datetime | None, state: DealState) -> bool:
    """Return whether the first play of the deal must still wait: players may ask for a redeal.

    :param turn_since: time from which the player on turn may act (``Table.turn_since``)
    """
    if not redeal_is_open(state) or state.phase is not Phase.PLAY or turn_since is None:
        return False
    return timezone.now() < turn_since


def lead_opens_at(snapshot: Snapshot) -> datetime | None:
    """Return when the player on turn may lead, or a bot on turn will; None without a wait."""
    turn, table = snapshot.state.turn, snapshot.table
    if turn is None or not redeal_is_open(snapshot.state):
        return None
    if snapshot.state.phase is not Phase.PLAY:
        return None
    if turn in played_by_bots(snapshot.seats):
        return table.due_at
    return table.turn_since if is_lead_held(table.turn_since, snapshot.state) else None

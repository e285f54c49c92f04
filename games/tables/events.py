"""Slot for the event that a table's sessions count for; see `games.common.slots`.

Sessions at such a table are settled with the event, so taking a seat adds to what the event can
cost the player.
"""

from games.common.slots import Slot

#: Takes a table id and returns the id of the event that its sessions count for; None if there is
#: none. One query.
event_of: Slot[[int], int | None] = Slot("the event that a table's sessions count for")

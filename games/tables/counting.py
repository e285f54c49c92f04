"""For which event the sessions of a table count; the room above provides it.

At such a table a session is settled with the event, so what a player agrees to by sitting down is
part of what the event can cost them.
"""

from games.common.slots import Slot

#: The number of the event that the table's sessions count for, by the table's number; None where
#: they count for none. One query.
event_of: Slot[[int], int | None] = Slot("for which event the sessions of a table count")

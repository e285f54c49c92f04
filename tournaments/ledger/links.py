"""What the ledger asks of the room above, which it does not know."""

from games.common.slots import Slot
from tournaments.ledger.winnings import Winnings


def _nothing_known(event: int) -> Winnings | None:
    return None


#: What the event of that number came to by its deals as they are stored now, with all corrections;
#: None where that cannot be said. The audit compares it with what was settled; it asks where
#: nothing can be written.
event_winnings: Slot[[int], Winnings | None] = Slot("what events came to")
event_winnings.fill(_nothing_known)

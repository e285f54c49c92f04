"""Net results of a session's seats, including corrections."""

from collections.abc import Iterable, Sequence

from django.db.models import Sum

from games.tables.models import Deal, Seat, Session
from tournaments.ledger.settling.models import Balance


def nets_by_seat(session: Session, seats: Sequence[Seat], deals: Iterable[Deal]) -> dict[int, int]:
    """Return the session's net points by seat number, from 0, including corrections. One query.

    All bots share an account, so corrections of bots are added to the first bot's seat.
    """
    found = {seat.number: 0 for seat in seats}
    for deal in deals:
        for seat, net in zip(seats, deal.nets or (), strict=True):
            found[seat.number] += net
    played_by: dict[int | None, list[int]] = {}
    for seat in seats:
        played_by.setdefault(seat.user_id, []).append(seat.number)
    rows = Balance.objects.filter(settlement__session=session).order_by()
    settled = rows.values_list("account__user").annotate(sum=Sum("points"))
    for user, points in settled:
        places = played_by.get(user, [])
        if places:
            found[places[0]] += points - sum(found[place] for place in places)
    return found

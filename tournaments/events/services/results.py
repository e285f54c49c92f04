"""What came of a session, seat by seat."""

from collections import Counter

from games.tables.models import Deal, Session
from tournaments.events.rounds import RoundResult


def results_of(session: Session) -> dict[int, RoundResult]:
    """Return what every seat of the session came to, by its number. Two queries."""
    deals = Deal.objects.filter(session=session, nets__isnull=False)
    winners = Counter(deals.values_list("winner", flat=True))
    played = sum(winners.values())
    return {
        number: RoundResult(net, winners[number], played)
        for number, net in session.seats.values_list("number", "net")
    }

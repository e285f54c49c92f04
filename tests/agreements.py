"""Agreements as rows, for tests that also create results as rows."""

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from tournaments.ledger.book.holders import HOUSE
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_winnings
from tournaments.ledger.settling.winnings import Winnings

#: Maximum loss in minor units, higher than any test's loss.
HIGHEST = 10**15


def agreed(
    subject: str,
    number: int,
    parties: Iterable[User | int | str],
    currency: str,
    *,
    max_loss: int = HIGHEST,
) -> list[Agreement]:
    """Create agreements of users, given as users or IDs, and of players given by name.

    An otherwise unrelated user answers for the players given by name.
    """
    return Agreement.objects.bulk_create(
        _row(subject, number, party, currency, max_loss) for party in parties
    )


def _row(
    subject: str, number: int, party: User | int | str, currency: str, max_loss: int
) -> Agreement:
    name = party if isinstance(party, str) else ""
    if name:
        party, _ = User.objects.get_or_create(username="answering")
    return Agreement(
        user_id=party.pk if isinstance(party, User) else party,
        answers_for=name,
        subject=subject,
        subject_id=number,
        terms={"stake_minor": 1, "currency": currency, "max_loss": max_loss},
        currency=currency,
        max_loss=max_loss,
        given=Agreement.Given.ANSWERS if name else Agreement.Given.SAT,
    )


def agreed_to(winnings: Winnings, *, max_loss: int = HIGHEST) -> Winnings:
    """Create the agreements of all parties to a result; return the result."""
    if winnings.currency:
        is_session = winnings.source == Settlement.Source.SESSION
        agreed(
            Agreement.Subject.SESSION if is_session else Agreement.Subject.EVENT,
            winnings.source_id,
            [each.user_id or each.name for each in winnings.by_holder() if each != HOUSE],
            winnings.currency,
            max_loss=max_loss,
        )
    return winnings


def settle_agreed(winnings: Winnings, **named: Any) -> Settlement | None:
    """Settle a result to which all of its parties have agreed."""
    return settle_winnings(agreed_to(winnings), **named)

"""Debts between members of a club, and the ledger's record of them."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.notices.models import Notice
from tests.agreements import settle_agreed
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Club
from tournaments.ledger.book.holders import Holder
from tournaments.ledger.book.models import PostingLine
from tournaments.ledger.payments.models import Payment, PaymentRecord, Reminder
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.services import settle_session
from tournaments.ledger.settling.winnings import Party, Winnings


def owes(payer: User, payee: User, amount: int, *, club: Club | None = None) -> Transfer:
    """Let a player lose this amount in a session, in euro cents; return the payment due."""
    session = finished_session(
        [payer, payee], (-amount, amount), club=club, stake_minor=1, currency="EUR"
    )
    settle_session(session.pk)
    return Transfer.objects.get(settlement__session=session)


def event(
    club: Club,
    number: int,
    points: dict[Holder, int],
    *,
    through_club: bool = False,
    **named: Any,
) -> Settlement | None:
    """Settle an event of the club at 1 euro cent a point, for two or more players."""
    parties = list(points)
    gains = [at for at, each in enumerate(parties) if points[each] > 0]
    losses = [at for at, each in enumerate(parties) if points[each] < 0]
    assert len(gains) == 1 or len(losses) == 1
    pairs = {
        (loser, winner): min(-points[parties[loser]], points[parties[winner]])
        for loser in losses
        for winner in gains
    }
    winnings = Winnings(
        source=Settlement.Source.EVENT,
        source_id=number,
        club_id=club.pk,
        currency="EUR",
        stake_minor=1,
        parties=tuple(Party(each, each.name or f"p{each.user_id}") for each in parties),
        points=tuple(points.values()),
        pairs=pairs,
        through_club=through_club,
    )
    return settle_agreed(winnings, **named)


def balance(user: User, currency: str = "EUR") -> int:
    """Return the sum of the user's balances in all clubs."""
    lines = PostingLine.objects.filter(account__user=user, account__currency=currency)
    return sum(line.amount for line in lines)


def ledger_traces() -> list[object]:
    """Return all data that ledger services can write."""
    return [
        list(Settlement.objects.order_by("pk").values_list("pk", "version")),
        list(Transfer.objects.order_by("pk").values_list("pk", "open_amount")),
        list(Payment.objects.order_by("pk").values_list("pk", "status", "amount")),
        PaymentRecord.objects.count(),
        PostingLine.objects.count(),
        Notice.objects.count(),
        list(Reminder.objects.order_by("pk").values_list("pk", "day", "done_at")),
    ]

"""Writes: the only module that posts settlements."""

from django.db import IntegrityError, transaction

from games.tables.models import Session
from tournaments.ledger.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.settlement import nets_of_deals, settle
from tournaments.overdue import do_overdue


def settle_session(session_id: int) -> None:
    """Settle the finished session, once, however often this is called.

    Takes the nets and payments of the session's deals as they are stored, and posts balances,
    debts and transfers in one transaction. The one-to-one row is what makes it happen once.
    """
    session = (
        Session.objects.filter(
            pk=session_id, status=Session.Status.FINISHED, settlement__isnull=True
        )
        .prefetch_related("seats", "deals")
        .first()
    )
    if session is None:
        return
    seats = {seat.number: seat for seat in session.seats.all()}
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    nets = [list(deal.nets or ()) for deal in deals]
    pairs = [{(payer, payee): paid for payer, payee, paid in deal.pairs or ()} for deal in deals]
    # Points alone are settled one for one.
    stake = session.stake_minor if session.currency else 1
    settled = settle(nets_of_deals(sorted(seats), nets), pairs, stake)
    try:
        with transaction.atomic():
            settlement = Settlement.objects.create(
                session=session, stake_minor=stake, currency=session.currency
            )
            Balance.objects.bulk_create(
                Balance(
                    settlement=settlement, seat=seats[b.player], points=b.points, amount=b.amount
                )
                for b in settled.balances
            )
            Debt.objects.bulk_create(
                Debt(
                    settlement=settlement,
                    payer=seats[d.payer],
                    payee=seats[d.payee],
                    amount=d.amount,
                )
                for d in settled.debts
            )
            Transfer.objects.bulk_create(
                Transfer(
                    settlement=settlement,
                    payer=seats[t.payer],
                    payee=seats[t.payee],
                    amount=t.amount,
                )
                for t in settled.transfers
            )
    except IntegrityError:
        # Somebody else has settled it in the meantime; anything else is an error to be seen.
        if not Settlement.objects.filter(session_id=session_id).exists():
            raise


def sweep() -> None:
    """Settle the finished sessions whose task was lost."""
    do_overdue(settle_session, Session.objects.filter(settlement__isnull=True))

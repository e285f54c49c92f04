"""Settlements, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.models import Settlement


@dataclass(frozen=True, slots=True)
class NetLine:
    """What one seat won or lost."""

    name: str
    points: str
    money: str


@dataclass(frozen=True, slots=True)
class TransferLine:
    """One payment of the shortened list."""

    payer: str
    payee: str
    amount: str


@dataclass(frozen=True, slots=True)
class SettlementSheet:
    """A settlement as people read it."""

    nets: list[NetLine]
    reckoning: list[str]
    transfers: list[TransferLine]


def settlement_sheet(session_id: int) -> SettlementSheet | None:
    """Return the session's settlement in words, or None while it is not settled. Four queries."""
    settlement = (
        Settlement.objects.filter(session=session_id, number=1)
        .prefetch_related("balances__account", "debts", "transfers")
        .first()
    )
    if settlement is None:
        return None
    currency = settlement.currency
    names = {each.account_id: _name(each.name) for each in settlement.balances.all()}
    return SettlementSheet(
        nets=[
            NetLine(
                names[each.account_id],
                money.points(each.points, sign=True),
                money.amount(each.amount, currency, sign=True) if currency else "",
            )
            for each in settlement.balances.all()
        ],
        reckoning=[
            _("%(payer)s owes %(payee)s %(amount)s.")
            % {
                "payer": names[debt.payer_id],
                "payee": names[debt.payee_id],
                "amount": money.amount(debt.amount, currency),
            }
            for debt in settlement.debts.all()
        ],
        transfers=[
            TransferLine(
                names[each.payer_id], names[each.payee_id], money.amount(each.amount, currency)
            )
            for each in settlement.transfers.all()
        ],
    )


def _name(name: str) -> str:
    return name or _("The bots")

"""Charges: single debts that a member agreed to, such as dues or a share of a bill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.book.models import Posting
from tournaments.ledger.book.services import accounts_of, post
from tournaments.ledger.notices.services import notify_due
from tournaments.ledger.settling.models import Balance, Settlement, Transfer
from tournaments.ledger.settling.topics import settlement_changed


@dataclass(frozen=True, slots=True)
class Charge:
    """An amount that a member owes another member or the club, with the agreements to it."""

    source: Settlement.Source
    #: Primary key of the charged dues or share, which the posting's key names.
    number: int
    club_id: int
    payer: User
    #: None for the club.
    payee: User | None
    amount: int
    currency: str
    #: What it is for, as data (`settling.names`).
    terms: Mapping[str, Any]
    payer_agreement: Agreement
    #: None if the club is paid.
    payee_agreement: Agreement | None = None

    @property
    def key(self) -> str:
        """The key of the posting, which the database accepts once."""
        return posting_key(self.source, self.number)


def posting_key(source: str, number: int) -> str:
    """Return the key of the posting of charged dues or a share with this primary key."""
    return f"{source}-{number}"


def settle_charge(charge: Charge, *, made_by: User | None = None) -> Settlement:
    """Post the charge with its due payment, and notify the payer. At most eleven statements.

    The caller is in a transaction and holds the lock of the dues or bill.

    :param made_by: the acting user, who is not notified; None for a task
    """
    payer = user_holder(charge.payer.pk)
    payee = HOUSE if charge.payee is None else user_holder(charge.payee.pk)
    accounts = accounts_of((payer, payee), charge.club_id, charge.currency)
    agreements = {accounts[payer].pk: charge.payer_agreement.pk}
    if charge.payee_agreement is not None:
        agreements[accounts[payee].pk] = charge.payee_agreement.pk
    amounts = {accounts[payer].pk: -charge.amount, accounts[payee].pk: charge.amount}
    settlement = Settlement.objects.create(
        source=charge.source,
        club_id=charge.club_id,
        stake_minor=0,
        currency=charge.currency,
        made_by=made_by,
        terms=dict(charge.terms),
        posting=post(
            charge.key,
            Posting.Kind.SETTLEMENT,
            amounts,
            club_id=charge.club_id,
            currency=charge.currency,
            made_by=made_by,
            agreements=agreements,
        ),
    )
    names = {
        accounts[payer].pk: charge.payer.shown_name,
        accounts[payee].pk: "" if charge.payee is None else charge.payee.shown_name,
    }
    longest = Balance._meta.get_field("name").max_length
    Balance.objects.bulk_create(
        Balance(
            settlement=settlement,
            account_id=account,
            name=names[account][:longest],
            points=0,
            amount=amount,
        )
        for account, amount in amounts.items()
    )
    due = Transfer.objects.create(
        settlement=settlement,
        payer=accounts[payer],
        payee=accounts[payee],
        amount=charge.amount,
        open_amount=charge.amount,
    )
    if charge.payer != made_by:
        notify_due(due, charge.payer.pk, names[accounts[payee].pk])
    settlement_changed(settlement)
    return settlement

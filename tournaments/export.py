"""What clubs, events, ledger and ratings give somebody who wants all that is kept of them."""

from typing import Any

from django.db.models import Q

from accounts import export
from accounts.cipher import DecryptionError
from games.rulebook.models import HouseRules
from tournaments.clubs.models import Membership
from tournaments.events.models import Entry
from tournaments.ledger.models import Balance, Payment, Transfer
from tournaments.ledger.names import holder_name
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ratings.models import Rating


def _balance(row: Balance) -> dict[str, Any]:
    return {
        "settlement": row.settlement_id,
        "name": row.name,
        "points": row.points,
        "amount_minor": row.amount,
        "currency": row.account.currency,
    }


def _transfer(row: Transfer) -> dict[str, Any]:
    return {
        "number": row.pk,
        "payer": holder_name(row.payer),
        "payee": holder_name(row.payee),
        "amount_minor": row.amount,
        "open_minor": row.open_amount,
        "currency": row.payer.currency,
        "settlement": row.settlement_id,
    }


def _payment(row: Payment) -> dict[str, Any]:
    return {
        "transfer": row.transfer_id,
        "kind": row.kind,
        "amount_minor": row.amount,
        "paid_on": row.paid_on,
        "way": row.way,
        "remark": row.remark,
        "status": row.status,
        "said_at": row.claimed_at,
    }


def _payee(row: PayeeDetails) -> dict[str, Any]:
    try:
        details = row.way.kept(row.details())
    except DecryptionError:
        # Its key is gone, and with it what was entered.
        details = {}
    return {"scheme": row.scheme, "details": details, "changed_at": row.changed_at}


def _rating(row: Rating) -> dict[str, Any]:
    return {"rules": row.family, "mean": row.mu, "deviation": row.sigma, "sessions": row.sessions}


def provide() -> None:
    """Provide it; called when the apps are ready."""
    export.provide(
        "house_rules",
        export.pages(
            lambda user: HouseRules.objects.filter(owner=user),
            lambda row: {"name": row.name, "base": row.base, "options": row.options},
        ),
    )
    export.provide(
        "clubs",
        export.pages(
            lambda user: Membership.objects.filter(user=user).select_related("club"),
            lambda row: {"club": row.club.name, "role": row.role, "since": row.joined_at},
        ),
    )
    export.provide(
        "events",
        export.pages(
            lambda user: Entry.objects.filter(user=user).select_related("event"),
            lambda row: {"event": row.event.name, "name": row.name, "status": row.status},
        ),
    )
    export.provide(
        "balances",
        export.pages(
            lambda user: Balance.objects.filter(account__user=user).select_related("account"),
            _balance,
        ),
    )
    export.provide(
        "transfers",
        export.pages(
            lambda user: Transfer.objects.filter(
                Q(payer__user=user) | Q(payee__user=user)
            ).select_related("payer__user", "payee__user"),
            _transfer,
        ),
    )
    export.provide(
        "payments",
        export.pages(
            lambda user: Payment.objects.filter(
                Q(transfer__payer__user=user) | Q(transfer__payee__user=user)
            ),
            _payment,
        ),
    )
    export.provide(
        "payment_details",
        export.pages(lambda user: PayeeDetails.objects.filter(user=user), _payee),
    )
    export.provide("ratings", export.pages(lambda user: Rating.objects.filter(user=user), _rating))

"""Personal data export of clubs, events, ledger and ratings."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts import export
from accounts.cipher import DecryptionError
from accounts.models import User
from games.rulebook.models import HouseRules
from games.tables.models import Seat
from tournaments.clubs.models import Membership
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventSeat
from tournaments.events.substitutes.models import Substitution
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.book.holders import holder_name
from tournaments.ledger.corrections.models import ProposedCorrection, SessionCorrection
from tournaments.ledger.dues.models import DuesCharge, DuesExemption
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Balance, Transfer
from tournaments.ratings.models import Rating


def _balance_data(row: Balance) -> dict[str, Any]:
    """Return the exported fields of a settled balance."""
    return {
        "settlement": row.settlement_id,
        "name": row.name,
        "points": row.points,
        "fee_minor": row.fee,
        "prize_minor": row.prize,
        "amount_minor": row.amount,
        "currency": row.account.currency,
    }


def _transfer_data(row: Transfer) -> dict[str, Any]:
    """Return the exported fields of a transfer."""
    return {
        "number": row.pk,
        "payer": holder_name(row.payer),
        "payee": holder_name(row.payee),
        "amount_minor": row.amount,
        "open_minor": row.open_amount,
        "currency": row.payer.currency,
        "settlement": row.settlement_id,
    }


def _payment_data(row: Payment) -> dict[str, Any]:
    """Return the exported fields of a payment."""
    return {
        "transfer": row.transfer_id,
        "kind": row.kind,
        "amount_minor": row.amount,
        "paid_on": row.paid_on,
        "way": row.way,
        "remark": row.remark,
        "status": row.status,
        "said_at": row.claimed_at,
        "recorded_by_officer": row.is_recorded,
    }


def _bill_data(row: Bill) -> dict[str, Any]:
    """Return the exported fields of a bill that the user split or paid."""
    return {
        "title": row.title,
        "total_minor": row.total,
        "currency": row.currency,
        "paid_by": row.club.name if row.paid_by is None else row.paid_by.shown_name,
        "split_by": row.proposed_by.shown_name,
        "split_at": row.created_at,
        "outcome": row.outcome or "open",
    }


def _bill_share_data(row: BillShare) -> dict[str, Any]:
    """Return the exported fields of a share of a bill."""
    return {
        "bill": row.bill.title,
        "amount_minor": row.amount,
        "currency": row.bill.currency,
        "accepted": row.is_accepted,
        "answered_at": row.answered_at,
        "settlement": row.settlement_id,
    }


def _dues_data(row: DuesCharge) -> dict[str, Any]:
    """Return the exported fields of charged dues."""
    return {
        "club": row.dues.club.name,
        "period": row.dues.period,
        "period_start": row.period_start,
        "amount_minor": row.dues.amount,
        "currency": row.dues.currency,
        "agreement": row.agreement_id,
        "settlement": row.settlement_id,
    }


def _payee_data(row: PayeeDetails) -> dict[str, Any]:
    """Return the exported fields of payment details; `details` is empty if no key decrypts it."""
    try:
        details = row.payment_scheme.to_data(row.details())
    except DecryptionError:
        # The key is gone, and with it the entered details.
        details = {}
    return {"scheme": row.scheme, "details": details, "changed_at": row.changed_at}


def _rating_data(row: Rating) -> dict[str, Any]:
    """Return the exported fields of a rating."""
    return {"rules": row.family, "mean": row.mu, "deviation": row.sigma, "sessions": row.sessions}


def _pending_result_data(row: PendingResult) -> dict[str, Any]:
    """Return the exported fields of a result that waits for an answer."""
    return {
        "number": row.pk,
        "of": row.source,
        "session": row.session_id,
        "event": row.event,
        "points": row.points,
        "amount_minor": row.amount,
        "currency": row.currency,
        "waits_since": row.created_at,
        "lapses_at": row.lapses_at,
        "accepted_at": row.accepted_at,
        "declined_at": row.declined_at,
        "lapsed_at": row.lapsed_at,
        "agreement": row.agreement_id,
    }


def _correction_data(row: ProposedCorrection) -> dict[str, Any]:
    """Return the exported fields of a proposed correction."""
    return {
        "points_before": row.before,
        "points_after": row.nets,
        "reason": row.reason,
        "proposed_by": row.proposed_by.shown_name,
        "proposed_at": row.proposed_at,
        "outcome": row.outcome or "open",
        "answered_by": "" if row.closed_by is None else row.closed_by.shown_name,
        "answered_at": row.closed_at,
    }


def _session_correction_data(row: SessionCorrection) -> dict[str, Any]:
    """Return the exported fields of a proposed correction of a session."""
    return {"session": row.session_id, **_correction_data(row)}


def _event_correction_data(row: EventCorrection) -> dict[str, Any]:
    """Return the exported fields of a proposed correction of an event table."""
    table = row.event_table
    return {
        "event": table.round.event.name,
        "round": table.round.number,
        "table": table.number,
        **_correction_data(row),
    }


def _substitution_data(row: Substitution) -> dict[str, Any]:
    """Return the exported fields of a proposed substitution."""
    table = row.seat.event_table
    return {
        "event": table.round.event.name,
        "round": table.round.number,
        "table": table.number,
        "player": row.player.shown_name,
        "substitute": row.name,
        "reason": row.reason,
        "asked_by": row.asked_by.shown_name,
        "asked_at": row.asked_at,
        "status": row.status,
        "answered_at": row.answered_at,
    }


def _session_corrections(user: User) -> QuerySet[SessionCorrection]:
    """Return corrections of the user's sessions, and those that they proposed or answered."""
    played = Seat.objects.filter(user=user).values("session")
    found = SessionCorrection.objects.filter(
        Q(session__in=played) | Q(proposed_by=user) | Q(closed_by=user)
    )
    return found.select_related("proposed_by", "closed_by")


def _event_corrections(user: User) -> QuerySet[EventCorrection]:
    """Return the same for event tables; a seat belongs to its entrant or a substitute."""
    seats = EventSeat.objects.filter(Q(entry__user=user) | Q(result_of=user))
    found = EventCorrection.objects.filter(
        Q(event_table__in=seats.values("event_table")) | Q(proposed_by=user) | Q(closed_by=user)
    )
    return found.select_related("event_table__round__event", "proposed_by", "closed_by")


def _substitutions(user: User) -> QuerySet[Substitution]:
    """Return the substitutions in which the user played, was replaced or was the requester."""
    found = Substitution.objects.filter(Q(substitute=user) | Q(player=user) | Q(asked_by=user))
    return found.select_related("seat__event_table__round__event", "player", "asked_by")


def provide() -> None:
    """Register these parts of the data export; called when the apps are ready."""
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
            lambda row: {
                "club": row.club.name,
                "role": row.role,
                "since": row.joined_at,
                "note": row.note,
            },
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
            _balance_data,
        ),
    )
    export.provide(
        "transfers",
        export.pages(
            lambda user: Transfer.objects.filter(
                Q(payer__user=user) | Q(payee__user=user)
            ).select_related("payer__user", "payee__user"),
            _transfer_data,
        ),
    )
    export.provide(
        "payments",
        export.pages(
            lambda user: Payment.objects.filter(
                Q(transfer__payer__user=user) | Q(transfer__payee__user=user)
            ),
            _payment_data,
        ),
    )
    export.provide(
        "bills",
        export.pages(
            lambda user: Bill.objects.filter(Q(proposed_by=user) | Q(paid_by=user)).select_related(
                "club", "proposed_by", "paid_by"
            ),
            _bill_data,
        ),
    )
    export.provide(
        "bill_shares",
        export.pages(
            lambda user: BillShare.objects.filter(user=user).select_related("bill"),
            _bill_share_data,
        ),
    )
    export.provide(
        "dues",
        export.pages(
            lambda user: DuesCharge.objects.filter(user=user).select_related("dues__club"),
            _dues_data,
        ),
    )
    export.provide(
        "dues_exemptions",
        export.pages(
            lambda user: DuesExemption.objects.filter(user=user).select_related("club"),
            lambda row: {
                "club": row.club.name,
                "reason": row.reason,
                "since": row.created_at,
            },
        ),
    )
    export.provide(
        "pending_results",
        export.pages(lambda user: PendingResult.objects.filter(user=user), _pending_result_data),
    )
    export.provide(
        "session_corrections", export.pages(_session_corrections, _session_correction_data)
    )
    export.provide("event_corrections", export.pages(_event_corrections, _event_correction_data))
    export.provide("substitutions", export.pages(_substitutions, _substitution_data))
    export.provide(
        "payment_details",
        export.pages(lambda user: PayeeDetails.objects.filter(user=user), _payee_data),
    )
    export.provide(
        "ratings", export.pages(lambda user: Rating.objects.filter(user=user), _rating_data)
    )

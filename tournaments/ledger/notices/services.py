"""Notifies users of settlements and payments."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import answering
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import MAY, Right
from tournaments.ledger.access import Answer, require_user
from tournaments.ledger.book.models import Account
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.notices.models import LedgerNotice
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement, Transfer

_Kind = LedgerNotice.Kind
#: No notices about sessions and events that ended earlier: a sweep settled them late.
NEWS = timedelta(days=2)


def notify_settled(settlement: Settlement) -> None:
    """Notify players of a settlement, correction or acceptance for money, not the user who made it.

    Players who broke even are left out except in a club's list, and so is a first settlement of a
    session that ended over two days ago. At most two statements.
    """
    if not settlement.currency:
        return
    session = settlement.session
    ended = None if session is None else session.finished_at
    is_old = ended is not None and ended < timezone.now() - NEWS
    if is_old and not settlement.is_correction:
        return
    kind = _Kind.CORRECTED if settlement.is_correction else _Kind.SETTLED
    if settlement.is_acceptance:
        kind = _Kind.ACCEPTED
    rows = settlement.balances.filter(account__user__isnull=False)
    if settlement.source != Settlement.Source.CLUB:
        # Players who broke even have nothing to do; in a club's list their earlier payments are
        # gone.
        rows = rows.exclude(amount=0)
    params = {
        "reason": settlement.reason,
        "by": "" if settlement.made_by is None else settlement.made_by.shown_name,
    }
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=user_id,
            kind=kind,
            settlement=settlement,
            params={**params, "amount": amount},
        )
        for user_id, amount in rows.values_list("account__user", "amount")
        if user_id != settlement.made_by_id
    )


def notify_correction(
    correction: SessionCorrection,
    declined_by: User | None = None,
    *,
    extra_params: Mapping[int, Mapping[str, Any]] | None = None,
) -> None:
    """Notify the players, except the actor, of a proposed or declined correction.

    Users who have to agree to a higher maximum also get a mail. Three statements.

    :param declined_by: the user who declined it; None if it is proposed
    :param extra_params: more notice parameters by ID of the users who also get a mail, because
        they have to agree to a higher maximum
    """
    settlement = Settlement.objects.get(session=correction.session_id, number=1)
    people = correction.session.seats.filter(user__isnull=False).values_list("user", flat=True)
    actor = correction.proposed_by if declined_by is None else declined_by
    params: dict[str, Any] = {
        "by": actor.shown_name,
        "reason": correction.reason,
        "correction": correction.pk,
    }
    params_by_user = extra_params or {}
    user_ids = {*people, correction.proposed_by_id} - {actor.pk} | params_by_user.keys()
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=user_id,
            kind=_Kind.PROPOSED if declined_by is None else _Kind.KEPT,
            settlement=settlement,
            params={**params, **params_by_user.get(user_id, {})},
            mail=LedgerNotice.MailState.DUE
            if user_id in params_by_user
            else LedgerNotice.MailState.NONE,
        )
        for user_id in user_ids
    )


def notify_pending(results: Iterable[PendingResult], settlement: Settlement) -> None:
    """Notify users of their pending results, also by mail. One statement.

    The home page shows pending results as long as they wait (``tournaments.ledger.pending``).
    """
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=each.user_id,
            kind=_Kind.PENDING,
            settlement=settlement,
            params={"amount": each.amount, "result": each.pk},
            mail=LedgerNotice.MailState.DUE,
        )
        for each in results
        if each.user_id is not None
    )


def notify_not_accepted(kind: LedgerNotice.Kind, result: PendingResult) -> None:
    """Notify the other players and the club's organizers of a declined or lapsed result.

    The player is notified only if it lapsed. At most four statements.
    """
    first = Settlement.objects.filter(
        source=result.source, session=result.session_id, event=result.event, number=1
    ).first()
    if first is None:
        return
    dismiss_result_notices(result)
    user_ids = [part["user"] for part in result.parts]
    if kind == _Kind.LAPSED:
        user_ids.append(result.user_id)
    if result.club_id is not None:
        user_ids += _organizer_ids(result.club_id)
    excluded_user_id = result.user_id if kind == _Kind.DECLINED else None
    _create_notices(
        kind,
        first,
        user_ids,
        excluded_user_id=excluded_user_id,
        by=result.name,
        amount=result.amount,
    )


def dismiss_result_notices(result: PendingResult) -> None:
    """Mark the player's notices of the pending result as seen. One statement."""
    LedgerNotice.objects.filter(
        user=result.user_id,
        kind=_Kind.PENDING,
        seen_at=None,
        settlement__source=result.source,
        settlement__session=result.session_id,
        settlement__event=result.event,
    ).update(seen_at=timezone.now())


def notify_sides(
    kind: LedgerNotice.Kind,
    transfer: Transfer,
    accounts: Iterable[Account],
    actor: User,
    **params: Any,
) -> None:
    """Create notices of a transfer for the users who act for the accounts, except the actor."""
    user_ids: list[int] = []
    for account in accounts:
        user_ids += acting_user_ids(account)
    _create_notices(
        kind, transfer.settlement, user_ids, transfer, excluded_user_id=actor.pk, **params
    )


def acting_user_ids(account: Account) -> list[int]:
    """Return the ID of the account's active user, or else of the club's organizers.

    One query if its user is prefetched.
    """
    if account.user is not None and account.user.is_active:
        return [account.user.pk]
    return _organizer_ids(account.club_id)


def _organizer_ids(club_id: int | None) -> list[int]:
    """Return the IDs of the users who manage the club's ledger. One query."""
    roles = [role.value for role, rights in MAY.items() if Right.KEEP_BOOK in rights]
    rows = Membership.objects.filter(club=club_id, role__in=roles)
    return list(rows.values_list("user", flat=True))


def _create_notices(
    kind: LedgerNotice.Kind,
    settlement: Settlement,
    user_ids: Iterable[int | None],
    transfer: Transfer | None = None,
    *,
    excluded_user_id: int | None = None,
    **params: Any,
) -> None:
    """Create a notice for each user except the excluded one; `params` are for its text."""
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=each, kind=kind, settlement=settlement, transfer=transfer, params=params
        )
        for each in dict.fromkeys(user_ids)
        if each is not None and each != excluded_user_id
    )


@answering
def dismiss_notice(caller: Caller, notice_id: int) -> Answer:
    """Mark the notice as seen, if it is the caller's."""
    person = require_user(caller)
    LedgerNotice.objects.filter(pk=notice_id, user=person, seen_at=None).update(
        seen_at=timezone.now()
    )
    return None


def dismiss_transfer_notices(user: User, transfer_id: int) -> None:
    """Mark the user's notices of the transfer as seen. One statement."""
    LedgerNotice.objects.filter(transfer=transfer_id, user=user, seen_at=None).update(
        seen_at=timezone.now()
    )

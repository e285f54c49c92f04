"""Notifies users of settlements and payments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.models import Notice
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.book.models import Account
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement, Transfer

_Kind = LedgerKind
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
    told = {
        user_id: {**params, "amount": amount}
        for user_id, amount in rows.values_list("account__user", "amount")
        if user_id != settlement.made_by_id
    }
    notices.notify(kind, settlement, told)


def notify_due(transfer: Transfer, payer_id: int, payee_name: str) -> None:
    """Notify the payer of dues or of a share of a bill that is due. One statement.

    :param payee_name: empty for the club
    """
    params = {"amount": transfer.amount, "payee": payee_name}
    notices.notify(_Kind.DUE, transfer, {payer_id: params})


def notify_correction(
    correction: SessionCorrection,
    declined_by: User | None = None,
    *,
    extra_params: Mapping[int, Mapping[str, Any]] | None = None,
) -> None:
    """Notify the players, except the actor, of a proposed or declined correction.

    At most four statements.

    :param declined_by: the user who declined it; None if it is proposed
    :param extra_params: more notice parameters by ID of the users who have to agree to a higher
        maximum
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
    user_ids = {*people, correction.proposed_by_id} - {actor.pk, *params_by_user}
    kind = _Kind.PROPOSED if declined_by is None else _Kind.KEPT
    asked = {user_id: {**params, **more} for user_id, more in params_by_user.items()}
    notices.notify(kind, settlement, dict.fromkeys(user_ids, params) | asked)


def notify_pending(results: Iterable[PendingResult], settlement: Settlement) -> None:
    """Notify users of their pending results, also by mail. One statement.

    The home page shows pending results as long as they wait (``tournaments.ledger.pending``).
    """
    told = {
        each.user_id: {"amount": each.amount, "result": each.pk}
        for each in results
        if each.user_id is not None
    }
    notices.notify(_Kind.PENDING, settlement, told)


def notify_not_accepted(kind: LedgerKind, result: PendingResult) -> None:
    """Notify the other players and the club's keepers of a declined or lapsed result.

    The player is notified only if it lapsed. At most four statements.
    """
    first = Settlement.objects.filter(
        source=result.source, session=result.session_id, event=result.event, number=1
    ).first()
    if first is None:
        return
    dismiss_result_notices(result)
    user_ids = {part["user"] for part in result.parts} | {result.user_id}
    if result.club_id is not None:
        user_ids.update(keeper_ids(result.club_id))
    left_out = result.user_id if kind == _Kind.DECLINED else None
    params = {"by": result.name, "amount": result.amount}
    told = {each: params for each in user_ids if each not in (None, left_out)}
    notices.notify(kind, first, told)


def dismiss_result_notices(result: PendingResult) -> None:
    """Mark the player's notices of the pending result as seen. One statement."""
    settlements = Settlement.objects.filter(
        source=result.source, session=result.session_id, event=result.event
    )
    Notice.objects.filter(
        user=result.user_id, kind=_Kind.PENDING, subject_id__in=settlements.values("pk")
    ).mark_seen()


def notify_departure(club: Club, actor: User, user: User) -> None:
    """Notify users, except the actor, of open payments of a member who left.

    Those who keep the club's ledger are told of all of them, and each other creditor of their own.
    A creditor who keeps the ledger gets one notice with both. At most eight statements.
    """
    sums = open_sums(club, user)
    if not any(sums.values()):
        return
    name = user.shown_name
    owed_to = _sums_by_creditor(club, user)
    keepers = {
        user_id: {"name": name, **sums, "yours": owed_to.get(user_id, [])}
        for user_id in keeper_ids(club.pk)
        if user_id not in (actor.pk, user.pk)
    }
    notices.notify(_Kind.LEFT_OWING, club, keepers, user.pk)
    creditors = {
        user_id: {"name": name, "owes": owed}
        for user_id, owed in owed_to.items()
        if user_id != actor.pk and user_id not in keepers
    }
    notices.notify(_Kind.LEFT_OWING_YOU, club, creditors, user.pk)


def _open_transfers(club: Club) -> QuerySet[Transfer]:
    """Return the query for the club's open payments in money."""
    due = Transfer.objects.filter(settlement__club=club, open_amount__gt=0).order_by()
    return due.exclude(settlement__currency="")


def _sums_by_creditor(club: Club, user: User) -> dict[int, list[tuple[int, str]]]:
    """Return what the user owes each active user in the club, by user ID. One query."""
    due = _open_transfers(club).filter(payer__user=user, payee__user__is_active=True)
    rows = due.values_list("payee__user", "settlement__currency").annotate(sum=Sum("open_amount"))
    found = defaultdict(list)
    for user_id, currency, amount in sorted(rows):
        found[user_id].append((amount, currency))
    return found


def open_sums(club: Club, user: User) -> dict[str, list[tuple[int, str]]]:
    """Return what the user owes in the club, and is owed, as amounts with currencies. Two queries.

    The keys are "owes" and "owed".
    """
    due, found = _open_transfers(club), {}
    for side, account in (("owes", "payer"), ("owed", "payee")):
        rows = due.filter(**{f"{account}__user": user}).values_list("settlement__currency")
        sums = sorted(rows.annotate(sum=Sum("open_amount")))
        found[side] = [(amount, currency) for currency, amount in sums]
    return found


def acting_user_ids(account: Account) -> list[int]:
    """Return the ID of the account's active user, or else of the club's keepers.

    One query if its user is prefetched.
    """
    if account.user is not None and account.user.is_active:
        return [account.user.pk]
    return keeper_ids(account.club_id)


def keeper_ids(club_id: int | None) -> list[int]:
    """Return the IDs of the users who keep the club's ledger. One query."""
    rows = Membership.objects.filter(club=club_id, role__in=KEEPERS)
    return list(rows.values_list("user", flat=True))

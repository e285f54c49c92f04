"""Telling people of settlements and payments."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import answering
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import MAY, Right
from tournaments.ledger.models import (
    Account,
    LedgerNotice,
    SessionCorrection,
    Settlement,
    Transfer,
)
from tournaments.ledger.services.core import Answer, known

_Kind = LedgerNotice.Kind
#: Of what ended longer ago nobody is told: it was settled late, by a sweep.
NEWS = timedelta(days=2)


def tell_settled(settlement: Settlement) -> None:
    """Tell those concerned that it is settled, or corrected. Two statements at most.

    Only where it is for money: points are seen at the table.
    """
    if not settlement.currency:
        return
    session = settlement.session
    ended = None if session is None else session.finished_at
    is_old = ended is not None and ended < timezone.now() - NEWS
    if is_old and not settlement.is_correction:
        return
    kind = _Kind.CORRECTED if settlement.is_correction else _Kind.SETTLED
    rows = settlement.balances.filter(account__user__isnull=False)
    if settlement.source != Settlement.Source.CLUB:
        # Who is even here has nothing to do; in a club's list, what they had to do is gone.
        rows = rows.exclude(amount=0)
    _tell(
        kind,
        settlement,
        rows.values_list("account__user", flat=True),
        but=settlement.made_by_id,
        reason=settlement.reason,
    )


def tell_correction(held: SessionCorrection, by: User | None = None) -> None:
    """Tell the players that a correction is proposed, or who has declined it. Three statements.

    :param by: who declined it; None where it is proposed
    """
    settlement = Settlement.objects.get(session=held.session_id, number=1)
    people = held.session.seats.filter(user__isnull=False).values_list("user", flat=True)
    actor = held.proposed_by if by is None else by
    _tell(
        _Kind.PROPOSED if by is None else _Kind.DECLINED,
        settlement,
        [*people, held.proposed_by_id],
        but=actor.pk,
        by=actor.shown_name,
        reason=held.reason,
        correction=held.pk,
    )


def tell_sides(
    kind: LedgerNotice.Kind,
    transfer: Transfer,
    accounts: Iterable[Account],
    actor: User,
    **params: Any,
) -> None:
    """Tell who speaks for the accounts of something that somebody else has said or done."""
    people: list[int] = []
    for account in accounts:
        people += speakers(account)
    _tell(kind, transfer.settlement, people, transfer, but=actor.pk, **params)


def speakers(account: Account) -> list[int]:
    """Return who speaks for the account, by their numbers. One query, if its person is fetched."""
    if account.user is not None and account.user.is_active:
        return [account.user.pk]
    roles = [role.value for role, rights in MAY.items() if Right.KEEP_BOOK in rights]
    return list(
        Membership.objects.filter(club=account.club_id, role__in=roles).values_list(
            "user", flat=True
        )
    )


def _tell(
    kind: LedgerNotice.Kind,
    settlement: Settlement,
    people: Iterable[int | None],
    transfer: Transfer | None = None,
    *,
    but: int | None = None,
    **params: Any,
) -> None:
    LedgerNotice.objects.bulk_create(
        LedgerNotice(
            user_id=each, kind=kind, settlement=settlement, transfer=transfer, params=params
        )
        for each in dict.fromkeys(people)
        if each is not None and each != but
    )


@answering
def notice_seen(caller: Caller, notice_id: int) -> Answer:
    """Note that the person has seen it."""
    person = known(caller)
    LedgerNotice.objects.filter(pk=notice_id, user=person, seen_at=None).update(
        seen_at=timezone.now()
    )
    return None


def transfer_seen(person: User, transfer_id: int) -> None:
    """Note that the person has seen what they were told of the transfer. One statement."""
    LedgerNotice.objects.filter(transfer=transfer_id, user=person, seen_at=None).update(
        seen_at=timezone.now()
    )

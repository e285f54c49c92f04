"""Selection of the results that may be posted: agreed to, and within the agreed maximum.

A result without an agreement is pending (`PendingResult`) until its player accepts it.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from games.agreements import selectors
from games.agreements.models import Agreement
from games.agreements.selectors import Party
from tournaments.ledger.book.holders import Holder, named_holder, user_holder
from tournaments.ledger.book.models import Account
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.winnings import Winnings

_SUBJECTS = {
    Settlement.Source.SESSION: Agreement.Subject.SESSION,
    Settlement.Source.EVENT: Agreement.Subject.EVENT,
}


class CoveredPart(NamedTuple):
    """Agreed part of a result, its agreements by holder, and the holders who are left out."""

    winnings: Winnings
    #: Agreements of users and named players who are left in the winnings.
    agreements: Mapping[Holder, Agreement]
    left_out: frozenset[Holder]


def subject_of(winnings: Winnings) -> tuple[Agreement.Subject, int]:
    """Return kind and ID of the session or event, as agreements name their subject."""
    return _SUBJECTS[Settlement.Source(winnings.source)], winnings.source_id


def covered_part(winnings: Winnings, not_accepted: Collection[Holder] = ()) -> CoveredPart:
    """Return the part of the result that agreements and their maximums cover.

    Players who had not agreed, or lose more than their agreed maximum, are removed with their
    payments to and from others. That can take another player beyond a maximum, who is then removed
    as well. One query; none for points.

    :param not_accepted: players who are left out although an agreement may cover their result
    """
    if not winnings.currency:
        return CoveredPart(winnings, {}, frozenset())
    agreements = _agreements_by_holder(winnings)
    left_out = set(not_accepted)
    while True:
        rest = winnings.without(left_out)
        amounts = rest.amounts_by_holder()
        uncovered = {
            holder
            for holder, amount in amounts.items()
            if holder.kind != Account.Kind.HOUSE and not _covers(agreements.get(holder), amount)
        }
        if not uncovered:
            own = {holder: agreements[holder] for holder in amounts if holder in agreements}
            return CoveredPart(rest, own, frozenset(left_out))
        left_out |= uncovered


def _covers(agreement: Agreement | None, amount: int) -> bool:
    """Return whether the amount, negative for a loss, is within the maximum loss; False if None."""
    if agreement is None:
        return False
    return agreement.max_loss is None or amount >= -agreement.max_loss


def _agreements_by_holder(winnings: Winnings) -> dict[Holder, Agreement]:
    """Return the holders' agreements in the currency of the winnings, by holder. One query."""
    subject, number = subject_of(winnings)
    current = selectors.current(subject, number)
    found = {}
    for holder in winnings.by_holder():
        agreement = current.get(Party(holder.user_id, holder.name))
        if agreement is not None and agreement.currency == winnings.currency:
            found[holder] = agreement
    return found


def source_filter(winnings: Winnings) -> Q:
    """Return a filter for the pending results of the same session or event."""
    if winnings.source == Settlement.Source.SESSION:
        return Q(session=winnings.source_id)
    return Q(event=winnings.source_id)


def lock_pending(winnings: Winnings) -> list[PendingResult]:
    """Lock and return the pending results of the same session or event. One query.

    Locks are taken in one order everywhere: pending results first, then accounts.
    """
    return list(PendingResult.objects.select_for_update().filter(source_filter(winnings)))


def holder_of_result(row: PendingResult) -> Holder:
    """Return the account holder whose result it is."""
    return named_holder(row.name) if row.user_id is None else user_holder(row.user_id)


def refusing_holders(winnings: Winnings, rows: Iterable[PendingResult]) -> set[Holder]:
    """Return the holders who declined or let lapse their result, if its amount is the same now.

    Their answer holds even if an earlier agreement covers the amount once other players accept. No
    query.

    :param rows: the pending results of the same session or event
    """
    amounts = winnings.amounts_by_holder()
    return {
        holder
        for row in rows
        if (row.declined_at or row.lapsed_at)
        and (holder := holder_of_result(row)) in amounts
        and row.amount == amounts[holder]
    }


def store_pending(winnings: Winnings, holders: Iterable[Holder]) -> list[PendingResult]:
    """Store the results of holders without a covering agreement; return the new ones.

    Declined and lapsed results stay so, and players are not asked again about an amount they have
    accepted: it is settled once the others have accepted, too. Pending results of players who are
    covered now are deleted. At most four statements.
    """
    rows = list(PendingResult.objects.filter(source_filter(winnings)))
    before = {holder_of_result(row): row for row in rows if row.accepted_at is None}
    accepted = {(holder_of_result(row), row.amount) for row in rows if row.accepted_at is not None}
    points, names = winnings.by_holder(), winnings.names()
    amounts = winnings.amounts_by_holder()
    new, changed = [], []
    for holder in holders:
        if (holder, amounts[holder]) in accepted:
            continue
        row = before.pop(holder, None)
        if row is not None and not row.is_open:
            continue
        parts = [
            {"user": other.user_id, "name": names[other], "amount": each}
            for other, each in winnings.parts_of(holder).items()
        ]
        values: dict[str, Any] = {
            "points": points[holder],
            "amount": amounts[holder],
            "parts": parts,
        }
        if row is None:
            new.append(_new_pending(winnings, holder, names[holder], values))
            continue
        for name, value in values.items():
            setattr(row, name, value)
        changed.append(row)
    made = PendingResult.objects.bulk_create(new)
    if changed:
        PendingResult.objects.bulk_update(changed, ["points", "amount", "parts"])
    if settled := [row.pk for row in before.values() if row.is_open]:
        PendingResult.objects.filter(pk__in=settled).delete()
    return made


def _new_pending(
    winnings: Winnings, holder: Holder, name: str, values: dict[str, Any]
) -> PendingResult:
    """Return an unsaved pending result of the holder with these values."""
    is_session = winnings.source == Settlement.Source.SESSION
    return PendingResult(
        source=winnings.source,
        session_id=winnings.source_id if is_session else None,
        event=None if is_session else winnings.source_id,
        club_id=winnings.club_id,
        user_id=holder.user_id,
        name=name,
        currency=winnings.currency,
        stake_minor=winnings.stake_minor,
        **values,
    )

"""Reads and writes payment details; the only module that writes them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.caller import Caller
from accounts.cipher import DecryptionError
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering, calling_user
from tournaments.clubs.models import Club, ClubRecord, Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.selectors import role_of
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.denials import PayeeCode
from tournaments.ledger.payees.models import PayeeDetails, cipher
from tournaments.ledger.payees.notices import PayeeKind, notify_changed


@answering
def save_details(
    caller: Caller, scheme: str, details: AccountDetails, *, club_id: int | None = None
) -> PayeeDetails | Denial:
    """Store the caller's or a club's details for the scheme, replacing earlier ones.

    Guests are denied. The other members who keep the club's ledger are notified.

    :param details: validated by the scheme
    :param club_id: the club whose details they are; None for the caller's own
    """
    person = _require_account(caller)
    if scheme not in SCHEMES:
        raise DeniedError(PayeeCode.NO_SUCH_SCHEME)
    with transaction.atomic():
        club = None if club_id is None else _lock_club(person, club_id)
        owner: dict[str, Any] = {"user": person} if club is None else {"club": club}
        row = PayeeDetails(scheme=scheme, **owner)
        row.encrypt(details)
        kept, _is_new = PayeeDetails.objects.update_or_create(
            scheme=scheme, defaults={"data": row.data}, **owner
        )
        if club is not None:
            record = _record(club, person, ClubRecord.Deed.PAYEE)
            notify_changed(PayeeKind.CHANGED, club, person, scheme, record.pk)
    return kept


@answering
def remove_details(caller: Caller, scheme: str, *, club_id: int | None = None) -> Denial | None:
    """Delete the caller's or a club's details for the scheme, if any; guests are denied.

    The other members who keep the club's ledger are notified.

    :param club_id: the club whose details they are; None for the caller's own
    """
    person = _require_account(caller)
    if club_id is None:
        PayeeDetails.objects.filter(user=person, scheme=scheme).delete()
        return None
    with transaction.atomic():
        club = _lock_club(person, club_id)
        deleted, _by_model = PayeeDetails.objects.filter(club=club, scheme=scheme).delete()
        if deleted:
            record = _record(club, person, ClubRecord.Deed.NO_PAYEE)
            notify_changed(PayeeKind.REMOVED, club, person, scheme, record.pk)
    return None


def _lock_club(person: User, club_id: int) -> Club:
    """Lock the club's row and return the club, whose payment details the user may set.

    Also a closed club's: payments to it can still be made.

    :raises DeniedError: if the user lacks the right
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None or not may(role_of(club, person), Right.SET_PAYMENT_DETAILS):
        raise DeniedError(PayeeCode.NOT_ALLOWED)
    return club


def _record(club: Club, person: User, deed: ClubRecord.Deed) -> ClubRecord:
    """Append the change to the club's activity, and return the entry."""
    return ClubRecord.objects.create(club=club, actor=person, deed=deed)


@transaction.atomic
def reencrypt() -> tuple[int, int]:
    """Re-encrypt all details with the first key; return how many succeeded and failed.

    Locks all rows until it is done, so that no concurrent change is lost.
    """
    rows = list(PayeeDetails.objects.select_for_update())
    done = []
    for row in rows:
        with suppress(DecryptionError):
            row.data = cipher.reencrypt(row.data)
            done.append(row)
    # Leave `changed_at` alone: the content is the same.
    PayeeDetails.objects.bulk_update(done, ["data"], batch_size=500)
    return len(done), len(rows) - len(done)


def _require_account(caller: Caller) -> User:
    """Return the calling user, who must be signed in and not a guest.

    :raises DeniedError: if the caller is unknown, signed out or a guest
    """
    person = calling_user(caller, PayeeCode.UNKNOWN)
    if person.is_guest:
        raise DeniedError(PayeeCode.NO_GUESTS)
    return person


def cash_receivers(club_id: int) -> list[str]:
    """Return the names of those who take cash for the club: its treasurers, else its owner.

    One query.
    """
    roles = [role.value for role in Role if may(role, Right.SET_PAYMENT_DETAILS)]
    found = Membership.objects.filter(club=club_id, role__in=roles).select_related("user")
    members = list(found.order_by("joined_at", "pk"))
    treasurers = [each for each in members if each.role == Role.TREASURER]
    return [each.user.shown_name for each in treasurers or members]


def details_of(owner: User | Club) -> list[PayeeDetails]:
    """Return the payment details of a user or a club in the order of the schemes. One query."""
    column = "club" if isinstance(owner, Club) else "user"
    return _in_order(PayeeDetails.objects.filter(**{column: owner}))


def details_of_all(user_ids: Collection[int]) -> Mapping[int, list[PayeeDetails]]:
    """Return the users' payment details by user ID, in the order of the schemes. One query."""
    by_person: dict[int, list[PayeeDetails]] = defaultdict(list)
    for row in _in_order(PayeeDetails.objects.filter(user_id__in=user_ids)):
        assert row.user_id is not None
        by_person[row.user_id].append(row)
    return by_person


def _in_order(rows: QuerySet[PayeeDetails]) -> list[PayeeDetails]:
    """Return the rows of known schemes in the order of the schemes. One query."""
    order = list(SCHEMES)
    return sorted(rows.filter(scheme__in=order), key=lambda row: order.index(row.scheme))

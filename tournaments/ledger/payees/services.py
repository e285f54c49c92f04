"""Reads and writes payment details; the only module that writes them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress

from django.db import transaction

from accounts.caller import Caller
from accounts.cipher import DecryptionError
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering, calling_user
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.denials import PayeeCode
from tournaments.ledger.payees.models import PayeeDetails, cipher


@answering
def save_details(caller: Caller, scheme: str, details: AccountDetails) -> PayeeDetails | Denial:
    """Store the caller's details for the scheme, replacing earlier ones; guests are denied.

    :param details: validated by the scheme
    """
    person = _require_account(caller)
    if scheme not in SCHEMES:
        raise DeniedError(PayeeCode.NO_SUCH_SCHEME)
    row = PayeeDetails(user=person, scheme=scheme)
    row.encrypt(details)
    kept, _is_new = PayeeDetails.objects.update_or_create(
        user=person, scheme=scheme, defaults={"data": row.data}
    )
    return kept


@answering
def remove_details(caller: Caller, scheme: str) -> Denial | None:
    """Delete the caller's details for the scheme, if any; guests are denied."""
    PayeeDetails.objects.filter(user=_require_account(caller), scheme=scheme).delete()
    return None


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


def details_of(user: User) -> list[PayeeDetails]:
    """Return the user's payment details in the order of the schemes. One query."""
    return details_of_all([user.pk]).get(user.pk, [])


def details_of_all(user_ids: Collection[int]) -> Mapping[int, list[PayeeDetails]]:
    """Return the users' payment details by user ID, in the order of the schemes. One query."""
    by_person: dict[int, list[PayeeDetails]] = defaultdict(list)
    order = list(SCHEMES)
    found = PayeeDetails.objects.filter(user_id__in=user_ids, scheme__in=order)
    for row in sorted(found, key=lambda row: order.index(row.scheme)):
        by_person[row.user_id].append(row)
    return by_person

"""Writes: the only module that keeps and removes details of payees."""

from contextlib import suppress

from django.db import transaction

from accounts.caller import Caller
from accounts.cipher import DecryptionError
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.denials import PayeeCode
from tournaments.ledger.payees.models import PayeeDetails, cipher


@answering
def keep_details(caller: Caller, scheme: str, details: AccountDetails) -> PayeeDetails | Denial:
    """Keep how the caller is paid by the scheme, in place of what was kept before.

    :param details: put right by the scheme
    """
    person = _member(caller)
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
    """Forget how the caller is paid by the scheme; nothing is done where nothing is kept."""
    PayeeDetails.objects.filter(user=_member(caller), scheme=scheme).delete()
    return None


@transaction.atomic
def encrypt_anew() -> tuple[int, int]:
    """Encrypt all details with the first key; return how many were, and how many no key opens.

    Holds all rows until it is done, so that nothing that somebody enters meanwhile is overwritten.
    """
    rows = list(PayeeDetails.objects.select_for_update())
    done = []
    for row in rows:
        with suppress(DecryptionError):
            row.data = cipher.encrypted_anew(row.data)
            done.append(row)
    # Not "changed": what they say is the same.
    PayeeDetails.objects.bulk_update(done, ["data"], batch_size=500)
    return len(done), len(rows) - len(done)


def _member(caller: Caller) -> User:
    """Return the person who asks, who has an account.

    :raises DeniedError: somebody unknown, a browser whose session has ended, or a guest
    """
    person = caller.person()
    if person is None:
        raise DeniedError(PayeeCode.UNKNOWN)
    if person.is_guest:
        raise DeniedError(PayeeCode.NO_GUESTS)
    return person

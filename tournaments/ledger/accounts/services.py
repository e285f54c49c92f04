"""A club's ledger settings, and settling of carried balances."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Max, QuerySet, Sum
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User, distinct_names
from games.common import money
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.models import Club
from tournaments.ledger.access import Answer, check_keeper, require_user
from tournaments.ledger.book.models import Account, ClubBook, Payments
from tournaments.ledger.book.services import last_lines, lock_accounts
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.services import notify_settled
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp, Transfer
from tournaments.ledger.settling.services import (
    close_transfers,
    create_transfers,
    increment_versions,
)
from tournaments.ledger.settling.settlement import is_shortest, transfers
from tournaments.ledger.settling.topics import settlement_changed

#: Highest limit, in minor units.
MAX_LIMIT: Final = 10**15


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CarriedBalances:
    """Balances of a club's accounts in one currency, and the part that is not billed yet."""

    #: By account ID, in minor units.
    balances: Mapping[int, int]
    #: The same less open transfers: not billed yet.
    carried: Mapping[int, int]


@answering
def change_book(
    caller: Caller,
    club_id: int,
    *,
    settles: str,
    seen_by: str,
    limit_minor: int = 0,
    limit_currency: str = "",
    payments: str = "",
) -> Answer:
    """Set when the club settles, who sees amounts, and the payments of new events.

    A keeper's action; empty `payments` stay as they are.
    """
    person = require_user(caller)
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(pk=club_id).first()
        if club is None:
            raise DeniedError(LedgerCode.NO_SETTLEMENT)
        check_keeper(person, club_id)
        if club.closed_at is not None:
            raise DeniedError(LedgerCode.CLOSED)
        is_known = settles in ClubBook.Settles and seen_by in ClubBook.SeenBy
        if not is_known or (payments and payments not in Payments):
            raise DeniedError(LedgerCode.NO_SUCH_CHOICE)
        has_limit = settles == ClubBook.Settles.LIMIT
        if has_limit and not _is_valid_limit(limit_minor, limit_currency):
            raise DeniedError(LedgerCode.NO_LIMIT)
        ClubBook.objects.update_or_create(
            club=club,
            defaults={
                "settles": ClubBook.Settles(settles),
                "seen_by": ClubBook.SeenBy(seen_by),
                "limit_minor": limit_minor if has_limit else 0,
                "limit_currency": limit_currency if has_limit else "",
                **({"payments": Payments(payments)} if payments else {}),
            },
        )
    return None


def _is_valid_limit(minor: int, currency: str) -> bool:
    """Return whether the limit is above zero, not too high and in a known currency."""
    is_amount = isinstance(minor, int) and not isinstance(minor, bool)
    return is_amount and 0 < minor <= MAX_LIMIT and currency in money.CURRENCIES


def carried_balances(club_id: int, currency: str, *, lock: bool = False) -> CarriedBalances:
    """Return the club's account balances and their unbilled parts. Three to five queries.

    :param lock: lock the accounts until the transaction ends
    """
    rows = Account.objects.filter(club=club_id, currency=currency).order_by("pk")
    numbers = list(rows.values_list("pk", flat=True))
    while lock:
        lock_accounts(numbers)
        # Accounts may have been created and posted to while waiting for the locks.
        before, numbers = numbers, list(rows.all().values_list("pk", flat=True))
        if numbers == before:
            break
    balances = {pk: line.after for pk, line in last_lines(numbers).items()}
    carried = dict(balances)
    of_club = Transfer.objects.filter(
        payer__club=club_id, payer__currency=currency, open_amount__gt=0
    ).order_by()
    if lock:
        # Unlocked accounts may have changed since their lines were read.
        of_club = of_club.filter(payer__in=numbers, payee__in=numbers)
    asked = of_club.values_list("payer", "payee").annotate(sum=Sum("open_amount"))
    for payer, payee, amount in asked:
        carried[payer] = carried.get(payer, 0) + amount
        carried[payee] = carried.get(payee, 0) - amount
    return CarriedBalances(balances, carried)


@dataclass(frozen=True, slots=True)
class ProposedList:
    """Net balances that a payment list would settle now, and how many payments it replaces."""

    #: Net balances by account ID, in minor units; none is zero.
    nets: Mapping[int, int]
    #: Number of earlier open payments that would be rolled in.
    taken: int
    #: Number of open payments that stay as they are, because everyone pays the club.
    through_club: int = 0

    @property
    def mark(self) -> str:
        """A fingerprint of the list, to detect changes."""
        text = ",".join(f"{pk}:{amount}" for pk, amount in sorted(self.nets.items()))
        return sha256(f"{self.taken};{text}".encode()).hexdigest()[:16]


def proposed_list(club_id: int, currency: str, *, include_open: bool) -> ProposedList:
    """Return the balances that `settle_club` would settle now; empty if none. Six queries."""
    rolled_in = _rollable(club_id, currency, lock=False) if include_open else []
    through_club = _open_transfers(club_id, currency).filter(settlement__through_club=True)
    return ProposedList(
        _nets_to_settle(carried_balances(club_id, currency).carried, rolled_in),
        len(rolled_in),
        through_club.count() if include_open else 0,
    )


@answering
def settle_club(
    caller: Caller, club_id: int, currency: str, *, include_open: bool = False, mark: str = ""
) -> Settlement | Denial:
    """Turn the club's balances in the currency into a payment list now, for a keeper.

    Denied if nothing is to be settled, or the list is not the one with this `mark`.

    :param include_open: also roll in open earlier payments that are not marked as paid, so that
        everything becomes one shortest list; not those of events in which everyone pays the club
    :param mark: fingerprint of the list the user has seen; empty skips the check for changes
    """
    person = require_user(caller)
    check_keeper(person, club_id)
    made = _settle(club_id, currency, person, include_open=include_open, mark=mark)
    if made is None:
        raise DeniedError(LedgerCode.NOTHING_TO_SETTLE)
    return made


def settle_season(club_id: int, made_by: User | None) -> None:
    """Settle a club's balances because a season closed, if the club settles by season."""
    book = ClubBook.objects.filter(club=club_id).first()
    if book is None or book.settles != ClubBook.Settles.SEASON:
        return
    currencies = Account.objects.filter(club=club_id).exclude(currency="")
    for currency in currencies.order_by().values_list("currency", flat=True).distinct():
        _settle(club_id, currency, made_by)


def settle_due(club_id: int, currency: str) -> Settlement | None:
    """Settle the club's carried balances if one exceeds its limit; None if nothing is settled."""
    book = ClubBook.objects.filter(club=club_id).first()
    if book is None or not book.has_limit(currency):
        return None
    if not _exceeds_limit(book.limit_minor, carried_balances(club_id, currency)):
        return None
    return _settle(club_id, currency, None, above=book.limit_minor)


def _exceeds_limit(limit: int, balances: CarriedBalances) -> bool:
    """Return whether the carried balance of any account is beyond plus or minus the limit."""
    return any(abs(amount) > limit for amount in balances.carried.values())


def settle_all_due() -> None:
    """Settle each club whose balances exceed its limit, in case its task was lost.

    Errors are logged, and do not stop the others.
    """
    for book in ClubBook.objects.filter(settles=ClubBook.Settles.LIMIT).order_by("pk"):
        try:
            settle_due(book.club_id, book.limit_currency)
        except Exception:
            # An error in one club must not block the others.
            logger.exception("balances of club %s could not be settled", book.club_id)


def _settle(
    club_id: int,
    currency: str,
    made_by: User | None,
    *,
    include_open: bool = False,
    above: int = 0,
    mark: str = "",
) -> Settlement | None:
    """Create the club's payment list; None for points, or if there is nothing to settle.

    :param above: settle only if an account's carried balance exceeds this amount, plus or minus
    """
    if not currency:
        return None
    with transaction.atomic():
        rolled_in = _rollable(club_id, currency, lock=True) if include_open else []
        # In this order: transfers, then accounts (``book.services``).
        found = carried_balances(club_id, currency, lock=True)
        if not rolled_in and not _exceeds_limit(above, found):
            return None
        nets = _nets_to_settle(found.carried, rolled_in)
        if not nets:
            return None
        if mark and mark != ProposedList(nets, len(rolled_in)).mark:
            raise DeniedError(LedgerCode.LIST_CHANGED)
        return _create_list(club_id, currency, made_by, nets, rolled_in)


def _nets_to_settle(carried: Mapping[int, int], rolled_in: Sequence[Transfer]) -> dict[int, int]:
    """Return net balances by account ID; empty if a new list would not be shorter than the old.

    They are the carried balances plus the open amounts of rolled-in transfers.
    """
    nets = {account: amount for account, amount in carried.items() if amount}
    is_one_list = not nets and len({each.settlement_id for each in rolled_in}) == 1
    for each in rolled_in:
        nets[each.payer_id] = nets.get(each.payer_id, 0) - each.open_amount
        nets[each.payee_id] = nets.get(each.payee_id, 0) + each.open_amount
    # A repeated request: there is nothing to shorten.
    if is_one_list and len(transfers(nets)) >= len(rolled_in):
        return {}
    return nets


def _open_transfers(club_id: int, currency: str) -> QuerySet[Transfer]:
    """Return the query for the club's open transfers in the currency."""
    # Filter by payer: open amounts are indexed by account.
    return Transfer.objects.filter(payer__club=club_id, payer__currency=currency, open_amount__gt=0)


def _rollable(club_id: int, currency: str, *, lock: bool) -> list[Transfer]:
    """Return the club's open transfers in the currency that may go into a new list.

    Not those with a claim that waits or is disputed, and not those of events in which everyone
    pays the club: by their terms, the club bears what a player does not pay.

    :param lock: lock them until the transaction ends
    """
    rows = _open_transfers(club_id, currency).filter(settlement__through_club=False)
    if lock:
        rows = rows.select_for_update(of=("self",), no_key=True)
    found = list(rows.order_by("pk"))
    # Check after locking: a claim may have been made while waiting.
    pending = set(
        Payment.objects.filter(transfer__in=found, status__in=Payment.PENDING).values_list(
            "transfer", flat=True
        )
    )
    return [each for each in found if each.pk not in pending]


def _create_list(
    club_id: int,
    currency: str,
    made_by: User | None,
    nets: Mapping[int, int],
    rolled_in: list[Transfer],
) -> Settlement:
    """Create a club settlement with its payments, and close the transfers it replaces."""
    earlier = Settlement.objects.filter(
        source=Settlement.Source.CLUB, club=club_id, currency=currency
    )
    accounts = {
        each.pk: each for each in Account.objects.select_related("user").filter(pk__in=list(nets))
    }
    people = [each.user for each in accounts.values() if each.user]
    named = distinct_names(people, (each.name for each in accounts.values() if not each.user))
    longest = Balance._meta.get_field("name").max_length
    settlement = Settlement.objects.create(
        source=Settlement.Source.CLUB,
        club_id=club_id,
        number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
        stake_minor=0,
        currency=currency,
        terms={"until": timezone.now().isoformat()},
        is_shortest=is_shortest(nets),
        made_by=made_by,
    )
    Balance.objects.bulk_create(
        Balance(
            settlement=settlement,
            account=accounts[pk],
            name=named.get(accounts[pk].user_id or 0, accounts[pk].name)[:longest],
            points=0,
            amount=amount,
        )
        for pk, amount in nets.items()
    )
    create_transfers(settlement, accounts, transfers(dict(nets)))
    TakenUp.objects.bulk_create(
        TakenUp(transfer=each, settlement=settlement, amount=each.open_amount) for each in rolled_in
    )
    if rolled_in:
        close_transfers(each.pk for each in rolled_in)
        settlements = {each.settlement_id for each in rolled_in}
        increment_versions(settlements)
        for each in Settlement.objects.filter(pk__in=settlements):
            settlement_changed(each)
    notify_settled(settlement)
    settlement_changed(settlement)
    return settlement
